// motus as programs in the field speak it (docs/field-hosts.md), through real sockets, with the settings each
// needs. What is promised in milliseconds is in field_timing_test.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> settings(const std::vector<std::string>& keys, const std::string& speed) {
  std::vector<std::string> words{"--speed", speed};
  for (const std::string& key : keys) words.insert(words.end(), {"--set", key});
  return words;
}

const std::vector<std::string> kUnity{"motus.bring_up=auto", "motus.translation_unit=mm",
                                      "motus.status_hz=50"};

/// The game engine client: one frame with Cmd 0, then one frame a button, in millimetres, never 4 or 6. It
/// takes only 108 bytes with 55 in front, and gives up for good when a second passes without them.
TEST(FieldMotus, EngineClient_OneFrameAButtonInMillimetresFromPowerUp) {
  const FieldBench bench{"powered_up", settings(kUnity, "4")};
  const MotusHost host{bench.motus()};
  const MdofHost eye{bench.mdof()};
  host.send({.cmd = 0, .time = 123456});
  // It falls silent; status flows on. Its own clock says that no second passed in between.
  std::uint32_t before = host.next().time;
  for (int i = 0; i < 100; ++i) {
    const MotusStatus status = host.next();
    EXPECT_EQ(status.state, 55);
    EXPECT_LT(status.time - before, 4 * 1000U) << "platform time runs four times as fast";
    before = status.time;
  }
  // Single step: degrees and millimetres, °/s and mm/s.
  host.send({.cmd = 11, .sub_cmd = 1, .position = {5, 2, 1, 10, 20, 30}, .speed = {10, 10, 10, 50, 50, 50}});
  EXPECT_TRUE(comes_to(eye, {10, 20, 30, 5, 2, 1})) << bench.hexad.log();
  EXPECT_TRUE(host.until([](const MotusStatus& status) {
    return status.state == 5 && std::abs(status.pose[4] - 20.0F) < 0.05F &&
           std::abs(status.pose[0] - 5.0F) < 0.05F;
  })) << "status in the unit the client uses";
  // Sine: it reuses three numbers for turns and lengths; 5 Hz is its limit.
  host.send({.cmd = 11, .sub_cmd = 2, .amplitude = {2, 2, 2, 2, 2, 2}, .frequency = {1, 1, 1, 1, 1, 1}});
  EXPECT_TRUE(host.until([](const MotusStatus& status) { return status.pose[5] < -1.0F; }));
  EXPECT_TRUE(host.until([](const MotusStatus& status) { return status.pose[5] > 1.0F; }));
  // Back to the middle, with speeds beside it that mean nothing.
  host.send({.cmd = 2, .speed = {30, 30, 30, 300, 300, 300}});
  EXPECT_TRUE(host.reaches(14));
  EXPECT_TRUE(host.reaches(3));
  EXPECT_TRUE(is_near(eye.pose(), {}));
}

TEST(FieldMotus, EngineClient_OneReadAPictureKeepsUpWithFiftyStatusesASecond) {
  const FieldBench bench{"neutral", settings(kUnity, "1")};
  const MotusHost host{bench.motus()};
  host.send({.cmd = 0});
  (void)host.next();
  const std::uint32_t first = host.next().time;
  constexpr int kCount = 100;
  std::uint32_t last = first;
  for (int i = 0; i < kCount; ++i) last = host.next().time;
  // By the platform's clock, which a busy machine can only slow down: 60 pictures a second read faster than
  // that.
  EXPECT_GE((last - first) / static_cast<double>(kCount), 1000.0 / 60.0);
}

/// With the manual's strict bring-up the same client stays at the bottom, and the log says what to set.
TEST(FieldMotus, EngineClient_WithoutItsSettingsNothingMovesAndTheLogNamesThem) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const MotusHost host{bench.motus()};
  host.send({.cmd = 0});
  host.send({.cmd = 11, .sub_cmd = 1, .position = {5, 2, 1, 10, 20, 30}});
  EXPECT_TRUE(logged(bench, "--set motus.translation_unit=mm")) << bench.hexad.log();
  host.send({.cmd = 2});
  EXPECT_TRUE(logged(bench, "motus.bring_up = auto")) << bench.hexad.log();
  for (int i = 0; i < 50; ++i) EXPECT_EQ(host.next().state, 55);
}

/// The Python clients: a port of their own each time, one frame, then up to three seconds for 108 bytes on
/// that socket.
TEST(FieldMotus, ScriptClient_OneFrameFromANewSocketEachTimeIsAnsweredThere) {
  const FieldBench bench{"powered_up", settings({"motus.bring_up=auto", "motus.translation_unit=mm"}, "10")};
  const MdofHost eye{bench.mdof()};
  const auto one_shot = [&](const MotusFrame& frame) {
    const MotusHost host{bench.motus()};
    host.send(frame);
    return host.next();
  };
  const std::uint32_t unix_seconds = 1'760'000'000;
  EXPECT_EQ(one_shot({.cmd = 2, .time = unix_seconds}).state, 55)
      << "answered at once, before anything moves";
  EXPECT_TRUE(comes_to(eye, {}));
  // A second of silence of the one before, then this socket drives.
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       !is_near(eye.pose(), {10, 0, 30, 0, 5, 0}) && std::chrono::steady_clock::now() < end;) {
    (void)one_shot({.cmd = 11,
                    .sub_cmd = 1,
                    .position = {0, 5, 0, 10, 0, 30},
                    .speed = {10, 10, 10, 50, 50, 50},
                    .time = unix_seconds + 1});
    std::this_thread::sleep_for(200ms);
  }
  EXPECT_TRUE(is_near(eye.pose(), {10, 0, 30, 0, 5, 0}));
}

/// A third party's unit test sends 11/1 with Spd 0 and wants the pose in the very next reply. Its emulator
/// jumps; a platform with a mass cannot: the one thing here that does not work.
TEST(FieldMotus, UnitTestClient_SpeedZeroIsTheDefaultSpeedAndThePoseComesWhenThePlatformIsThere) {
  const FieldBench bench{"neutral", settings({"motus.translation_unit=mm"}, "4")};
  const MotusHost host{bench.motus()};
  const MotusFrame frame{.cmd = 11, .sub_cmd = 1, .position = {5, 2, 1, 10, 20, 30}};
  const auto matches = [](const MotusStatus& status) {
    const std::array<float, 6> expected{5, 2, 1, 10, 20, 30};
    for (std::size_t i = 0; i < 6; ++i)
      if (!(std::abs(status.pose[i] - expected[i]) <= 0.05F)) return false;
    return true;
  };
  host.send(frame);
  EXPECT_FALSE(matches(host.next())) << "no jump";
  // On a busy machine a frame may lie in a queue for longer than a host may be silent, and is then dropped
  // (lifecycle rule 30): a single one is sent again after some seconds.
  const auto comes = [&] {
    for (const auto again = std::chrono::steady_clock::now() + 5s; std::chrono::steady_clock::now() < again;)
      if (matches(host.next())) return true;
    host.send(frame);
    return false;
  };
  EXPECT_TRUE(comes_true(comes)) << "no hang either\n" << bench.hexad.log();
}

/// The recorded game: its pose beside Cmd 4, "following" of the status table, every 13 ms, Unix seconds,
/// metres; angles of 0 to 36 that wrap. Settings: motus.status_codes_as_commands=true.
TEST(FieldMotus, GameClient_StreamsItsPoseWithCommandFour) {
  const FieldBench bench{"origin", settings({"motus.status_codes_as_commands=true"}, "1")};
  const MotusHost host{bench.motus()};
  std::uint32_t frames = 0;
  const auto next = [&frames] {
    ++frames;
    MotusFrame frame{.cmd = 4, .dofs = {2.0F, 0, 0, 0, 0.02F, 0.01F}, .time = 1'760'000'000};
    if (frames == 10) {  // one frame has leftovers beside it
      frame.amplitude[0] = 0.1F;
      frame.frequency[0] = 1.0F;
      frame.speed[0] = 0.5F;
    }
    return frame;
  };
  ASSERT_TRUE(host.reaches(2, next)) << "it brings the platform up by itself";
  ASSERT_TRUE(host.reaches(4, next)) << bench.hexad.log();
  EXPECT_TRUE(host.until(
      [](const MotusStatus& status) {
        return status.state == 4 && std::abs(status.pose[0] - 2.0F) < 0.02F &&
               std::abs(status.pose[4] - 0.02F) < 5e-5F;
      },
      next))
      << bench.hexad.log();
}

TEST(FieldMotus, GameClient_ItsEarlyFramesOf128BytesAndBurstsOfTenDisturbNobody) {
  const FieldBench bench{"neutral", settings({"motus.translation_unit=mm"}, "4")};
  const MotusHost host{bench.motus()};
  for (int i = 0; i < 61; ++i) host.send_raw(std::string(128, '\x37'));
  const MdofHost eye{bench.mdof()};
  for (int i = 0; i < 10; ++i)
    host.send({.cmd = 11, .sub_cmd = 1, .position = {0, 0, 0, 0, 0, static_cast<float>(i)}});
  EXPECT_TRUE(comes_to(eye, {0, 0, 9, 0, 0, 0})) << "the newest of a burst";
  EXPECT_TRUE(logged(bench, "a datagram of 128 bytes was dropped. The manual: a command has 180 bytes"));
  host.send({.id = 54, .cmd = 2});
  EXPECT_TRUE(logged(bench, "a frame with ID 54 was dropped"));
}

/// A host that follows the manual: 4, 6, then 9 at 100 Hz, 2, 7. Settings: none.
TEST(FieldMotus, ManualsHost_FourSixNineTwoSeven) {
  const FieldBench bench{"powered_up", {"--speed", "4"}};
  const MotusHost host{bench.motus()};
  const auto say = [](std::uint8_t cmd) { return [cmd] { return MotusFrame{.cmd = cmd}; }; };
  ASSERT_TRUE(host.reaches(1, say(4))) << bench.hexad.log();
  ASSERT_TRUE(host.reaches(3, say(6))) << bench.hexad.log();
  ASSERT_TRUE(host.reaches(4, [] { return MotusFrame{.cmd = 9, .dofs = {1, 0, 0, 0, 0, 0}}; }));
  ASSERT_TRUE(host.reaches(3, say(2))) << bench.hexad.log();
  ASSERT_TRUE(host.reaches(13, say(7))) << bench.hexad.log();
}

/// A host that sends one frame with Cmd 9 a button: the pose of a single frame is executed, too.
TEST(FieldMotus, ButtonHost_ThePoseOfASingleFollowFrameIsExecutedAndTheNextOneToo) {
  const FieldBench bench{"origin", settings({"motus.bring_up=auto"}, "2")};
  const MotusHost host{bench.motus()};
  const MdofHost eye{bench.mdof()};
  host.send({.cmd = 9, .dofs = {2, 0, 0, 0, 0, 0.02F}});
  EXPECT_TRUE(comes_to(eye, {0, 0, 20, 2, 0, 0})) << bench.hexad.log();
  ASSERT_TRUE(logged(bench, "driver nobody")) << "a second of silence frees the platform";
  EXPECT_TRUE(is_near(eye.pose(), {0, 0, 20, 2, 0, 0}));
  host.send({.cmd = 9, .dofs = {0, 1, 0, 0, 0, -0.01F}});
  EXPECT_TRUE(comes_to(eye, {0, 0, -10, 0, 1, 0})) << bench.hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
