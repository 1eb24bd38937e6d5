// What further real hosts needed (docs/field-hosts.md), through real sockets: hosts that listen first, that
// speak another dialect, that go away, that are at the wrong port; and `hexad host`, which never leaves a
// platform moving.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "field_bench.hpp"
#include "host_tool.hpp"

namespace hexad::system_test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> with(const std::vector<std::string>& keys) {
  std::vector<std::string> words{"--speed", "4"};
  for (const std::string& key : keys) words.insert(words.end(), {"--set", key});
  return words;
}

/// A motus command in the order of 2020, by its offsets.
std::string of_2020(std::uint8_t sub_cmd, const std::array<float, 6>& first, std::size_t first_at,
                    const std::array<float, 6>& second, std::size_t second_at) {
  std::string bytes(180, '\0');
  bytes[0] = 55;
  bytes[1] = 11;
  bytes[2] = static_cast<char>(sub_cmd);
  std::memcpy(bytes.data() + first_at, first.data(), sizeof first);
  std::memcpy(bytes.data() + second_at, second.data(), sizeof second);
  return bytes;
}

TEST(FieldSecond, Motus_MillimetresSentAsMetresDoNotMoveThePlatform) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const MotusHost host{bench.motus()};
  const MdofHost eye{bench.mdof()};
  host.send({.cmd = 11, .sub_cmd = 1, .position = {0, 0, 0, 0, 0, 1}, .speed = {0, 0, 0, 0, 0, 20}});
  EXPECT_TRUE(logged(bench, "--set motus.translation_unit=mm")) << bench.hexad.log();
  for (int i = 0; i < 50; ++i) (void)host.next();
  EXPECT_TRUE(is_near(eye.pose(), {}, 0.05));
}

TEST(FieldSecond, Motus_AHostThatListensFirstSeesTheStatusFromPowerUp) {
  const HostSocket listener;
  const FieldBench bench{"powered_up", with({"motus.host=" + to(listener.port())})};
  const auto status = listener.receive();
  ASSERT_TRUE(status);
  const auto parsed = parse_motus_status(*status);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->state, 55);
}

TEST(FieldSecond, Motus_TheOrderOf2020IsUnderstoodWhenSetAndNamedWhenNot) {
  const std::string step = of_2020(1, {5, 0, 0, 0, 0, 0.03F}, 128, {20, 0, 0, 0, 0, 200}, 152);
  {
    const FieldBench bench{"neutral", {"--speed", "4"}};
    MotusHost{bench.motus()}.send_raw(step);
    EXPECT_TRUE(logged(bench, "--set motus.dialect=2020")) << bench.hexad.log();
  }
  const FieldBench bench{"neutral", with({"motus.dialect=2020"})};
  MotusHost{bench.motus()}.send_raw(step);
  EXPECT_TRUE(comes_to(MdofHost{bench.mdof()}, {0, 0, 30, 5, 0, 0}));
}

TEST(FieldSecond, Motus_TheFirstGenerationIsServedWhenItsHeaveAndUnitAreStated) {
  const FieldBench bench{
      "neutral", with({"motus.generation1=on", "motus.generation1_heave=down", "motus.generation1_unit=mm"})};
  const HostSocket bridge;
  std::string run(52, '\0');
  run[0] = 55;                                            // Cmd 0: run
  const std::array<float, 6> dofs{2, 3, 0, 10, 20, -30};  // roll pitch yaw forward lateral heave
  std::memcpy(run.data() + 4, dofs.data(), sizeof dofs);
  const MdofHost eye{bench.mdof()};
  std::optional<std::string> status;
  for (int i = 0; i < 3000 && !is_near(eye.pose(), {20, 10, 30, 3, 2, 0}); ++i) {
    bridge.send(bench.motus(), run);
    status = bridge.receive();
  }
  EXPECT_TRUE(is_near(eye.pose(), {20, 10, 30, 3, 2, 0}));
  ASSERT_TRUE(status);
  EXPECT_EQ(status->size(), 76U);
  EXPECT_EQ((*status)[1], 3) << "working";
}

TEST(FieldSecond, Motus_AFrameFromANewSocketOfTheSameMachineActsAtOnce) {
  const FieldBench bench{"neutral", with({"motus.translation_unit=mm"})};
  const MdofHost eye{bench.mdof()};
  MotusHost{bench.motus()}.send(
      {.cmd = 11, .sub_cmd = 1, .position = {0, 0, 0, 0, 0, 100}, .speed = {0, 0, 0, 0, 0, 10}});
  while (!(eye.pose()[2] > 5.0)) {
  }
  const MotusHost second{bench.motus()};
  second.send({.cmd = 2});
  EXPECT_TRUE(second.reaches(14)) << "half-way";
  EXPECT_TRUE(second.reaches(3));
  EXPECT_TRUE(is_near(eye.pose(), {}));
  EXPECT_FALSE(says(bench.hexad.log(), "another host drives")) << bench.hexad.log();
}

TEST(FieldSecond, Motus_AHostThatHasGoneLeavesNoSineRunning) {
  const FieldBench bench{"neutral", with({"motus.gone_after=1"})};
  {
    const MotusHost host{bench.motus()};
    host.send({.cmd = 11, .sub_cmd = 2, .amplitude = {3, 0, 0, 0, 0, 0}, .frequency = {0.5F, 0, 0, 0, 0, 0}});
    EXPECT_TRUE(host.reaches(5));
  }
  EXPECT_TRUE(logged(bench, "the host has gone")) << bench.hexad.log();
  // It stops under control.
  const MdofHost eye{bench.mdof()};
  std::string moves = eye.ask("22");
  for (int i = 0; i < 500 && moves == "22#1"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    moves = eye.ask("22");
  }
  EXPECT_EQ(moves, "22#0");
}

TEST(FieldSecond, AFrameAtTheWrongPortIsToldWhereItsProtocolListens) {
  const FieldBench bench{"powered_up", {}};
  const HostSocket lost;
  lost.send(bench.motus(), "@A6:0,0,0,0,0,100#");
  EXPECT_TRUE(
      logged(bench, "this is a frame of lingjing, which listens on port " + std::to_string(bench.lingjing())))
      << bench.hexad.log();
  lost.send(bench.lingjing(), MotusFrame{}.bytes());
  EXPECT_TRUE(logged(bench, "this is a frame of motus")) << bench.hexad.log();
}

TEST(FieldSecond, Lingjing_ZZeroIsTheBottomAndPeopleMayStepOff) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const HostSocket host;
  host.send(bench.lingjing(), "@A6T:0,0,0,0,0,0,1000#");
  EXPECT_TRUE(logged(bench, "origin")) << bench.hexad.log();
}

/// A controller that answers a while and then falls silent, as one whose line back is cut; it goes on
/// listening.
class Fading {
 public:
  /// `status_of` makes a status of a frame; the host reads at `host`.
  Fading(std::uint16_t host, int answers, std::function<std::string(const std::string&)> status_of)
      : thread_{[this, host, answers, status_of] {
          for (int answered = 0; !ends_;) {
            const auto frame = socket_.receive(std::chrono::milliseconds{50});
            if (!frame) continue;
            last_ = *frame;
            if (answered++ < answers) socket_.send(host, status_of(*frame));
          }
        }} {}
  ~Fading() { (void)last(); }
  std::uint16_t port() const { return socket_.port(); }
  const std::string& last() {
    ends_ = true;
    if (thread_.joinable()) thread_.join();
    return last_;
  }

 private:
  HostSocket socket_;
  std::atomic<bool> ends_{false};
  std::string last_;
  std::thread thread_;
};

std::uint16_t free_port() { return HostSocket{}.port(); }

TEST(FieldSecond, Host_ALostStatusEndsAMotusSineWithASoftStop) {
  const std::uint16_t host = free_port();
  Fading controller{host, 100, [](const std::string& frame) {
                      std::string status(108, '\0');
                      status[0] = 55;
                      status[1] = frame[1] == 11 ? 5 : 3;
                      return status;
                    }};
  const ToolResult result =
      run_hexad({"host", "motus", "--to", to(controller.port()), "--local-port", std::to_string(host), "sine",
                 "--sine", "pitch,3,0.5", "--seconds", "60"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(says(result.err, "soft stop (11/3) was sent")) << result.err;
  ASSERT_EQ(controller.last().size(), 180U);
  EXPECT_EQ(controller.last()[1], 11);
  EXPECT_EQ(controller.last()[2], 3);
}

TEST(FieldSecond, Host_ALostStatusInTheMiddleOfAStepIsNoStandstill) {
  const std::uint16_t host = free_port();
  Fading controller{host, 100, [rise = 0.0F](const std::string& frame) mutable {
                      std::string status(108, '\0');
                      status[0] = 55;
                      status[1] = frame[1] == 11 ? 5 : 3;
                      if (frame[1] == 11) rise += 0.0005F;  // m of heave
                      std::memcpy(&status[4 + 5 * 4], &rise, sizeof rise);
                      return status;
                    }};
  const ToolResult result = run_hexad({"host", "motus", "--to", to(controller.port()), "--local-port",
                                       std::to_string(host), "step", "--pose", "heave=500"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(says(result.err, "no status from")) << result.err;
  ASSERT_EQ(controller.last().size(), 180U);
  EXPECT_EQ(controller.last()[1], 11);
  EXPECT_EQ(controller.last()[2], 3) << "a soft stop is the last that was sent";
}

TEST(FieldSecond, Host_AnEmergencyStopEndsASineWithASoftStop) {
  const std::uint16_t host = free_port();
  Fading controller{host, 1000, [frames = 0](const std::string& frame) mutable {
                      std::string status(108, '\0');
                      status[0] = 55;
                      status[1] = frame[1] != 11 ? 3 : ++frames < 50 ? 5 : 33;
                      return status;
                    }};
  const ToolResult result =
      run_hexad({"host", "motus", "--to", to(controller.port()), "--local-port", std::to_string(host), "sine",
                 "--sine", "pitch,3,0.5", "--seconds", "60"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(says(result.err, "sine has ended: 33")) << result.err;
  ASSERT_EQ(controller.last().size(), 180U);
  EXPECT_EQ(controller.last()[1], 11);
  EXPECT_EQ(controller.last()[2], 3);
}

TEST(FieldSecond, Host_ALostStatusEndsADarrenStreamWithAHold) {
  const std::uint16_t host = free_port();
  Fading controller{host, 100, [](const std::string& frame) {
                      std::string status(128, '\0');
                      status[0] = static_cast<char>(128);
                      status[12] = static_cast<char>(200);
                      status[16] = frame[16] == 2 ? 6 : 5;
                      return status;
                    }};
  const ToolResult result =
      run_hexad({"host", "darren", "--to", to(controller.port()), "--local-port", std::to_string(host), "run",
                 "--sine", "pitch,3,0.5", "--seconds", "60"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(says(result.err, "hold (5) was sent")) << result.err;
  ASSERT_EQ(controller.last().size(), 128U);
  EXPECT_EQ(controller.last()[16], 5);
}

TEST(FieldSecond, Host_OnceSendsOneFrameACommand) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const ToolResult step = run_hexad({"host", "motus", "--to", to(bench.motus()), "--local-port", "0",
                                     "--once", "--json", "step", "--pose", "heave=20"});
  EXPECT_EQ(step.code, 0) << step.err;
  const std::string summary = step.out.substr(step.out.rfind("{"));
  EXPECT_EQ(Json::parse(summary)["sent"], 2) << "0, which makes the next command a new one, and the step";
}

TEST(FieldSecond, DoctorNamesTheHostWhatItIsAndWhatToSet) {
  const FieldBench bench{"powered_up", {}};
  std::atomic<bool> ends{false};
  std::thread host{[&] {
    const HostSocket lost;
    while (!ends) {
      lost.send(bench.motus(), "@A6:0,0,0,0,0,100#");
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
  }};
  const ToolResult result = run_hexad({"doctor", "1", "--to", bench.hexad.console()});
  ends = true;
  host.join();
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(says(result.out,
                   "this is a frame of lingjing, which listens on port " + std::to_string(bench.lingjing())))
      << result.out;
  EXPECT_TRUE(says(result.out, "not acted on: wrong size")) << result.out;
  EXPECT_FALSE(says(result.out, "180 bytes")) << "no lesson in motus for who speaks lingjing";
}

TEST(FieldSecond, DoctorListensByItselfWhenNoProgramRunsAndNamesThePorts) {
  std::vector<std::string> words{"doctor", "0.3"};
  for (const char* protocol : {"mdof", "darren", "lingjing", "motus", "csfi"})
    words.insert(words.end(), {"--port", std::string{protocol} + "=0"});
  const ToolResult result = run_hexad(words);
  EXPECT_EQ(result.code, 1) << "nobody came";
  EXPECT_TRUE(says(result.err, "a simulated platform listens for 0.3 s: mdof 127.0.0.1:")) << result.err;
  EXPECT_TRUE(says(result.err, "nothing came in 0.3 s to mdof 127.0.0.1:")) << result.err;
}

}  // namespace
}  // namespace hexad::system_test
