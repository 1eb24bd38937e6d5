// Status, and commands as levels: what a frame asks of the core, and when.

#include <gtest/gtest.h>

#include <limits>

#include "protocols/motus/testing/bench.hpp"

namespace hexad::protocols::motus {
namespace {

using namespace std::chrono_literals;

TEST(MotusSession, Decision1_EveryValidFrameIsAnsweredAtOnceOnItsEndpoint) {
  Bench bench{State::powered_up};
  for (const int cmd : {0, 2, 9, 77}) {
    bench.port.clear();
    bench.send(cmd, 0, kB);
    ASSERT_EQ(bench.port.sent.size(), 1U) << cmd;
    EXPECT_EQ(bench.port.sent[0].to, kB);
    EXPECT_EQ(bench.port.sent[0].bytes.size(), 108U);
  }
}

TEST(MotusSession, Decision1_TheStreamGoesOnAfterTheHostFellSilent) {
  Bench bench{State::powered_up};
  bench.live(1s);
  EXPECT_TRUE(bench.port.sent.empty()) << "nobody has spoken";
  bench.send(0);
  bench.port.clear();
  bench.live(2s);
  EXPECT_NEAR(static_cast<double>(bench.statuses().size()), 200, 2);
}

TEST(MotusSession, Decision1_AHundredHertzHostGetsAHundredFramesASecond) {
  for (const Duration jitter : {0us, 700us}) {
    Bench bench{State::powered_up};
    for (int i = 0; i < 500; ++i) {
      bench.send(0);
      for (int ms = 0; ms < 10; ++ms) bench.pass(1ms + (ms == 0 ? jitter * (i % 2 == 0 ? 1 : -1) : 0us));
    }
    EXPECT_NEAR(static_cast<double>(bench.statuses().size()), 500, 5);
  }
}

TEST(MotusSession, Decision1_TheStreamFlowsToTheDriverAndOthersGetAnswersOnly) {
  Bench bench;
  bench.following();
  bench.live(20ms);
  bench.port.clear();
  bench.send(0, 0, kB);
  bench.live(100ms);
  EXPECT_EQ(bench.statuses(kB).size(), 1U);
  EXPECT_NEAR(static_cast<double>(bench.statuses(kA).size()), 10, 1);
}

TEST(MotusSession, Decision2_ARepeatedCommandAsksOnce) {
  const std::pair<int, State> cases[]{
      {2, State::ready}, {4, State::powered_up}, {6, State::origin}, {7, State::ready}};
  const Step steps[]{Step::neutral, Step::zero, Step::raise, Step::descend};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    Bench bench{cases[i].second};
    bench.send(cases[i].first);
    bench.answer(Outcome::accepted);
    bench.stream(300ms, Bench::frame(cases[i].first));
    bench.answer(Outcome::done);
    bench.stream(300ms, Bench::frame(cases[i].first));
    EXPECT_EQ(bench.steps(), std::vector{steps[i]}) << "Cmd " << cases[i].first;
  }
}

TEST(MotusSession, Decision2_AChangedPositionRetargetsAndTheSameDoesNot) {
  Bench bench;
  bench.send(step_to({1, 0, 0, 0, 0, 0.02F}, {5, 5, 5, 0.1F, 0.1F, 0.1F}));
  ASSERT_EQ(bench.moves().size(), 1U);
  EXPECT_NEAR(bench.moves()[0].target[0], 1 * kDegree, 1e-9);
  EXPECT_NEAR(bench.moves()[0].target[5], 0.02, 1e-9);
  EXPECT_NEAR(bench.moves()[0].speed[0], 5 * kDegree, 1e-9);
  EXPECT_FLOAT_EQ(static_cast<float>(bench.moves()[0].speed[5]), 0.1F);
  bench.taken(State::running, ProgramKind::point_to_point);
  bench.stream(100ms, step_to({1, 0, 0, 0, 0, 0.02F}, {5, 5, 5, 0.1F, 0.1F, 0.1F}));
  EXPECT_EQ(bench.moves().size(), 1U);
  bench.send(step_to({1, 0, 0, 0, 0, 0.03F}));
  EXPECT_EQ(bench.moves().size(), 2U);
  bench.answer(Outcome::accepted);
  bench.answer(Outcome::done);
  bench.send(step_to({1, 0, 0, 0, 0, 0.03F}));
  EXPECT_EQ(bench.moves().size(), 2U) << "reached";
}

TEST(MotusSession, Decision2_AScriptDoesNotRestartUntilAnotherCommandOrFileCame) {
  Settings settings;
  settings.scripts = 2;
  Bench bench{State::ready, settings};
  bench.send(script(1));
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  EXPECT_EQ(std::get<FileOrder>(bench.port.prepared[0].order).list, FileOrder::List::motus);
  EXPECT_EQ(std::get<FileOrder>(bench.port.prepared[0].order).number, 1);
  bench.answer(Outcome::accepted);
  bench.answer(Outcome::done);
  bench.stream(300ms, script(1));
  bench.live(2s);
  bench.send(script(1));
  EXPECT_EQ(bench.port.prepared.size(), 1U) << "nor after a pause";
  bench.send(script(2));
  EXPECT_EQ(bench.port.prepared.size(), 2U);
  bench.answer(Outcome::accepted);
  bench.answer(Outcome::done);
  bench.send(0);
  bench.send(script(2));
  EXPECT_EQ(bench.port.prepared.size(), 3U);
}

TEST(MotusSession, Decision3_StrictBringUpIgnoresAndExplains) {
  Settings settings;
  settings.scripts = 1;
  for (const HostFrame& frame : {Bench::frame(2), Bench::frame(9), step_to({}), sine(1, 1), script(1)}) {
    for (const State state : {State::powered_up, State::origin}) {
      Bench bench{state, settings};
      bench.stream(100ms, frame);
      EXPECT_EQ(bench.asked(), 0U) << int{frame.cmd};
      ASSERT_FALSE(bench.port.explanations.empty());
      const std::string& text = bench.port.explanations[0].text;
      EXPECT_NE(text.find("Cmd " + std::to_string(frame.cmd) + " while the platform is"), std::string::npos)
          << text;
      EXPECT_NE(text.find("send 4, then 6, or start with motus.bring_up = auto"), std::string::npos) << text;
      EXPECT_EQ(bench.port.streams.size() + bench.port.requests.size(), 10U) << "it keeps the host alive";
    }
  }
}

TEST(MotusSession, Decision3_RiseOnlyAtTheOriginAndDownOnlyWhenRaised) {
  Bench bench{State::powered_up};
  bench.stream(100ms, Bench::frame(6));
  EXPECT_EQ(bench.asked(), 0U);
  bench.port.now.state = State::origin;
  bench.port.now.zeroed = true;
  bench.stream(20ms, Bench::frame(6));
  EXPECT_EQ(bench.steps(), std::vector{Step::raise}) << "a level acts when it becomes possible";
  Bench down{State::origin};
  down.stream(100ms, Bench::frame(7));
  EXPECT_EQ(down.asked(), 0U);
}

TEST(MotusSession, Decision3_SeekingAndManualNotInsideARunningProgram) {
  for (const int cmd : {4, 5}) {
    Bench bench{State::running};
    bench.port.now.driver = kA;
    bench.port.now.program = ProgramKind::sine;
    HostFrame frame = Bench::frame(cmd);
    frame.legs = 1;
    frame.jog_speed = 10;
    bench.stream(50ms, frame);
    EXPECT_EQ(bench.asked(), 0U);
    EXPECT_FALSE(bench.port.explanations.empty());
    bench.port.now.state = State::ready;
    bench.stream(20ms, frame);
    EXPECT_GE(bench.asked(), 1U) << "4 from a raised platform lowers it first: the core's";
  }
}

TEST(MotusSession, Decision3_AutomaticBringUpAsksFromAnyState) {
  Settings settings;
  settings.bring_up = BringUpRule::automatic;
  settings.scripts = 1;
  for (const HostFrame& frame :
       {Bench::frame(2), Bench::frame(6), Bench::frame(9), step_to({}), sine(1, 1), script(1)}) {
    Bench bench{State::powered_up, settings};
    bench.send(frame);
    EXPECT_EQ(bench.asked(), 1U) << int{frame.cmd};
    const Request& request =
        bench.port.prepared.empty() ? bench.port.requests.back() : bench.port.prepared[0].request;
    EXPECT_EQ(request.contract->bring_up, BringUp::zero_and_raise);
  }
  Bench down{State::powered_up, settings};
  down.send(7);
  EXPECT_EQ(down.asked(), 0U) << "going down raises nothing";
}

TEST(MotusSession, SignAndScaleOfEveryAxis) {
  // Inside: x y z, then about X Y Z. Wire: pitch roll yaw sway surge heave.
  for (const TranslationUnit unit : {TranslationUnit::metre, TranslationUnit::millimetre}) {
    Settings settings;
    settings.form.unit = unit;
    const float length = unit == TranslationUnit::metre ? 0.01F : 10.0F;
    const std::size_t inside[]{3, 4, 5, 0, 1, 2};
    for (std::size_t axis = 0; axis < 6; ++axis) {
      Bench bench{State::ready, settings};
      bench.following();
      HostFrame frame = Bench::frame(9);
      frame.dofs[axis] = axis < 3 ? 4.0F : length;
      bench.send(frame);
      const Pose pose = bench.target().pose;
      const Vec3 turn = rotation_vector(pose.rotation) / kDegree;
      for (std::size_t i = 0; i < 6; ++i) {
        const double found = i < 3 ? pose.position[static_cast<Eigen::Index>(i)] / kMillimetre
                                   : turn[static_cast<Eigen::Index>(i - 3)];
        const double expected = i != inside[axis] ? 0.0 : i < 3 ? 10.0 : 4.0;
        EXPECT_NEAR(found, expected, 1e-6) << "wire axis " << axis << ", inside axis " << i;
      }
    }
  }
}

TEST(MotusSession, Decision4_InMetresAPositionBeyondOneIsNotExecutedButAnswered) {
  HostFrame follow = Bench::frame(9);
  follow.dofs[5] = 30;
  HostFrame waves = sine(1, 1);
  waves.amplitude[3] = -20;
  for (const HostFrame& frame : {step_to({5, 2, 1, 10, 20, 30}), follow, waves}) {
    Bench bench;
    bench.send(frame);
    EXPECT_EQ(bench.asked(), 0U);
    ASSERT_EQ(bench.port.drops.size(), 1U);
    EXPECT_EQ(bench.port.drops[0].text, "beyond reach");
    EXPECT_NE(bench.port.explanations[0].text.find("--set motus.translation_unit=mm"), std::string::npos);
    EXPECT_EQ(bench.port.sent.size(), 1U);
    EXPECT_EQ(bench.target().kind, StreamTarget::Kind::none);
  }
  Settings settings;
  settings.form.unit = TranslationUnit::millimetre;
  Bench bench{State::ready, settings};
  bench.send(step_to({5, 2, 1, 10, 20, 30}, {10, 10, 10, 50, 50, 50}));
  ASSERT_EQ(bench.moves().size(), 1U);
  EXPECT_NEAR(bench.moves()[0].target[3], 0.010, 1e-9);
  EXPECT_NEAR(bench.moves()[0].speed[5], 0.050, 1e-9);
}

TEST(MotusSession, Decision5_SinesInDegreesAndMetresUpToTenHertz) {
  Bench bench;
  bench.send(sine(3, 10));
  ASSERT_EQ(bench.sines().size(), 1U);
  EXPECT_NEAR(bench.sines()[0].amplitude[0], 3 * kDegree, 1e-9);
  EXPECT_NEAR(bench.sines()[0].frequency[0], 10, 1e-9);
  EXPECT_NEAR(bench.sines()[0].phase[0], 90 * kDegree, 1e-9);
  bench.taken(State::running, ProgramKind::sine);
  bench.send(sine(3, 10.01F));
  EXPECT_EQ(bench.sines().size(), 1U) << "above 10 Hz";
  bench.send(sine(3, -1));
  EXPECT_EQ(bench.sines().size(), 1U);
  bench.send(sine(0, 50));
  EXPECT_EQ(bench.sines().size(), 2U) << "an axis without amplitude has no frequency";
}

TEST(MotusSession, Decision6_LimitsClampAndAScriptIsRefused) {
  MotusSession session{{}};
  EXPECT_EQ(session.contract().on_limit, OnLimit::clamp);
  EXPECT_EQ(session.script_contract().on_limit, OnLimit::refuse);
}

TEST(MotusSession, Decision7_UnusedArraysAreIgnored) {
  Bench bench;
  HostFrame frame = step_to({1, 0, 0, 0, 0, 0});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  frame.dofs.fill(nan);
  frame.amplitude.fill(nan);
  frame.reserved_1.fill(nan);
  bench.send(frame);
  EXPECT_EQ(bench.moves().size(), 1U);
  EXPECT_EQ(bench.moves()[0].speed, AxisValues{}) << "Spd 0: the default speed";
  HostFrame neutral = Bench::frame(2);
  neutral.position.fill(nan);
  neutral.speed.fill(300);
  bench.send(neutral);
  EXPECT_EQ(bench.steps(), std::vector{Step::neutral});
}

}  // namespace
}  // namespace hexad::protocols::motus
