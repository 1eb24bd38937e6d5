// The first generation: decision 19.

#include <gtest/gtest.h>

#include <filesystem>

#include "protocols/motus/testing/bench.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::motus {
namespace {

Settings generation1(double heave_sign = 1.0, TranslationUnit unit = TranslationUnit::metre) {
  Settings settings;
  settings.generation1 = {true, heave_sign, unit};
  return settings;
}
HostFrame1 frame1(int cmd, const Six& dofs = {}) {
  HostFrame1 frame;
  frame.cmd = static_cast<std::uint8_t>(cmd);
  frame.dofs = dofs;
  return frame;
}

TEST(MotusGeneration1, Decision19_ByteForByte) {
  const auto frames = golden_frames(std::filesystem::path{HEXAD_TEST_SOURCE} /
                                    "src/protocols/motus/golden/motus_generation1.tsv");
  HostFrame1 run = frame1(0, {1.5F, -2.25F, 3, 0.01F, -0.02F, 0.03F});
  run.effects = 5;
  run.velocity = {0.5F, 0, 0};
  run.acceleration = {0, 0, 9.8F};
  const std::string run_name =
      "run, roll 1.5 pitch -2.25 yaw 3 deg, forward 0.01 lateral -0.02 heave 0.03 m, effects 5, velocity "
      "0.5, "
      "acceleration 9.8";
  const auto bytes = encode(run);
  EXPECT_EQ((std::vector<std::byte>{bytes.begin(), bytes.end()}), frames.at(run_name));
  const auto decoded = decode1(frames.at(run_name));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(encode(*decoded), bytes);
  const auto rise = encode(frame1(6));
  EXPECT_EQ((std::vector<std::byte>{rise.begin(), rise.end()}), frames.at("rise"));
  StatusFrame1 status;
  status.state = 3;
  status.pose = {1, 2, 3, 0.01F, 0.02F, 0.03F};
  status.motor_codes = {200000, 0, 0, 0, 0, 0};
  const auto sent = encode(status);
  const std::string status_name = "status: working, 1 2 3 deg 10 20 30 mm, leg 1 at 200000 pulses";
  EXPECT_EQ((std::vector<std::byte>{sent.begin(), sent.end()}), frames.at(status_name));
  EXPECT_EQ(encode(*decode_status1(frames.at(status_name))), sent);
}

TEST(MotusGeneration1, Decision19_OffItIsDroppedWithTheSettingsToPasteButCmd3Acts) {
  Bench bench;
  bench.send_bytes(encode(frame1(0)));
  EXPECT_TRUE(is_told(bench, "--set motus.generation1=on"));
  EXPECT_EQ(bench.asked(), 0U);
  EXPECT_TRUE(bench.port.sent.empty());
  bench.send_bytes(encode(frame1(3)));
  EXPECT_EQ(bench.latched(), std::vector{Control::emergency});
}

TEST(MotusGeneration1, Decision19_RunIsFollowedInItsOwnOrderSignAndUnit) {
  for (const auto& [sign, unit, metre] :
       {std::tuple{1.0, TranslationUnit::metre, 1.0F}, {-1.0, TranslationUnit::millimetre, 1000.0F}}) {
    Bench bench{State::ready, generation1(sign, unit)};
    const auto bytes = encode(frame1(0, {1, 2, 3, 0.01F * metre, 0.02F * metre, 0.03F * metre}));
    bench.send_bytes(bytes);
    EXPECT_EQ(bench.steps(), std::vector{Step::run});
    bench.taken(State::running, ProgramKind::follow_pose);
    bench.send_bytes(bytes);
    const Pose pose = bench.target().pose;
    EXPECT_NEAR(pose.position.x(), 0.02, 1e-6) << "lateral is sway";
    EXPECT_NEAR(pose.position.y(), 0.01, 1e-6) << "forward is surge";
    EXPECT_NEAR(pose.position.z(), sign * 0.03, 1e-6);
    EXPECT_NEAR(rotation_vector(pose.rotation).y(), 1 * kDegree, 2e-3) << "roll about Y";
    EXPECT_NEAR(rotation_vector(pose.rotation).x(), 2 * kDegree, 2e-3) << "pitch about X";
    ASSERT_FALSE(bench.port.sent.empty());
    bench.port.now.actual = pose;
    bench.port.clear();
    bench.send_bytes(bytes);
    const auto status = decode_status1(std::as_bytes(std::span{bench.port.sent.back().bytes}));
    ASSERT_TRUE(status) << "76 bytes";
    EXPECT_EQ(status->state, 3);
    EXPECT_NEAR(status->pose[0], 1, 1e-4) << "the same order back";
    EXPECT_NEAR(status->pose[1], 2, 1e-4);
    EXPECT_NEAR(status->pose[3], 0.01 * static_cast<double>(metre), 1e-5);
    EXPECT_NEAR(status->pose[4], 0.02 * static_cast<double>(metre), 1e-4);
    EXPECT_NEAR(status->pose[5], 0.03 * static_cast<double>(metre), 1e-4);
  }
}

TEST(MotusGeneration1, Decision19_CommandsAndStatesUnderTheirOldNumbers) {
  struct Row {
    State state;
    int cmd;
    Step step;
    int shown;
  };
  for (const Row& row : {Row{State::origin, 6, Step::raise, 55}, Row{State::ready, 7, Step::descend, 3},
                         Row{State::ready, 2, Step::neutral, 3}, Row{State::powered_up, 9, Step::zero, 55}}) {
    Bench bench{row.state, generation1()};
    bench.send_bytes(encode(frame1(row.cmd)));
    EXPECT_EQ(bench.steps(), std::vector{row.step}) << row.cmd;
    EXPECT_EQ(decode_status1(std::as_bytes(std::span{bench.port.sent.back().bytes}))->state, row.shown);
  }
  for (const int nothing : {1, 4, 5, 8, 99}) {
    Bench bench{State::ready, generation1()};
    bench.send_bytes(encode(frame1(nothing)));
    EXPECT_EQ(bench.asked(), 0U) << nothing;
  }
  for (const auto& [state, shown] : {std::pair{State::zeroing, 1},
                                     {State::ascending, 1},
                                     {State::descending, 1},
                                     {State::to_neutral, 1},
                                     {State::manual, 0},
                                     {State::fault, 255},
                                     {State::emergency, 254},
                                     {State::running, 3}}) {
    Bench bench{state, generation1()};
    bench.send_bytes(encode(frame1(4)));
    EXPECT_EQ(decode_status1(std::as_bytes(std::span{bench.port.sent.back().bytes}))->state, shown);
  }
  Bench neutral{State::ready, generation1()};
  neutral.port.now.at_neutral = true;
  neutral.send_bytes(encode(frame1(4)));
  EXPECT_EQ(decode_status1(std::as_bytes(std::span{neutral.port.sent.back().bytes}))->state, 2);
}

}  // namespace
}  // namespace hexad::protocols::motus
