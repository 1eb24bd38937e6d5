// What a platform does by itself, and how fast, as group 2 says (csfi decision 4).

#include <gtest/gtest.h>

#include "calibration/testing/board_bench.hpp"

namespace hexad::inline calibration {
namespace {

using namespace std::chrono_literals;
using namespace protocols::csfi;
using protocols::csfi::Control;  // not the core's

struct CsfiHabits : testing::Test {
  TemporaryFolder folder;
};

/// How long it takes until `state` is left again.
double seconds_in(BoardBench& bench, State state) {
  EXPECT_TRUE(bench.reaches(state));
  const TimePoint begin = bench.platform.now();
  EXPECT_TRUE(bench.run_until([&] { return bench.state() != state; }));
  return to_seconds(bench.platform.now() - begin);
}

TEST_F(CsfiHabits, Decision4_ToMiddleAndReturnSpeedAreMotorSpeeds) {
  BoardBench bench{folder.path(), {}};  // 10 mm lead, no reduction: 100 rpm are 16.7 mm/s
  Control control = bench.read<Control>();
  control.to_middle_speed = 6;  // 100 mm/s
  control.return_speed = 3;     // 50 mm/s
  ASSERT_TRUE(bench.write(control));
  bench.host.send(BoardBench::kMdof, "1");
  EXPECT_NEAR(seconds_in(bench, State::ascending), 2.0 + 0.3, 0.35) << "200 mm";
  ASSERT_TRUE(bench.reaches(State::ready));
  bench.run(2s);
  bench.ask_core(Go{Step::descend});
  EXPECT_NEAR(seconds_in(bench, State::descending), 4.0 + 0.15, 0.35);
}

TEST_F(CsfiHabits, Decision4_OnlyOnceGroup2WasWrittenDoItsSpeedsActOnOtherPlatforms) {
  {
    BoardBench bench{folder.path(), {}};
    EXPECT_EQ(bench.read<Control>().to_middle_speed, 2);
    EXPECT_NEAR(bench.platform.platform().machine().limits.raise_speed, 0.06, 1e-12);
    ASSERT_TRUE(bench.write(bench.read<Control>()));
    const auto machine = bench.platform.platform().machines().at(bench.telemetry().revision);
    EXPECT_NEAR(machine->limits.raise_speed, 2 * 100.0 / 60 * 0.01, 1e-12);
  }
  TemporaryFolder other;
  BoardBench vendor{other.path(), {.platform = "allcontroller-1200"}};
  EXPECT_NEAR(vendor.platform.platform().machine().limits.raise_speed, 200.0 / 60 * 0.005 / 1.5, 1e-9);
}

TEST_F(CsfiHabits, LegsOfAPlatformThatIsNotZeroedStayWhereTheyAre) {
  BoardBench bench{folder.path(), {.initial = Initial::powered_up}};
  const Extensions before = bench.telemetry().setpoint.extension;
  ASSERT_GT(before.cwiseAbs().maxCoeff(), 1e-3) << "drives that know no zero";
  ASSERT_TRUE(bench.write(bench.read<Control>()));
  EXPECT_EQ(bench.telemetry().setpoint.extension, before) << "groups 2 to 4 move nothing";
  ASSERT_TRUE(bench.write(bench.read<Mechanics>()));
  bench.run(100ms);
  EXPECT_LE((bench.telemetry().setpoint.extension - before).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_EQ(bench.state(), State::powered_up) << "and no following error";
}

TEST_F(CsfiHabits, Decision4_ToMiddleSpeed0EndsTheBringUpAtTheBottom) {
  BoardBench bench{folder.path(), {.initial = Initial::powered_up}};
  Control control = bench.read<Control>();
  control.to_middle_speed = 0;
  ASSERT_TRUE(bench.write(control));
  EXPECT_EQ(bench.mdof("1"), "1#0");
  EXPECT_EQ(bench.state(), State::origin);
  EXPECT_TRUE(bench.telemetry().zeroed);
  EXPECT_EQ(bench.mdof("9 0 0 10 0 0 0"), "9#0") << "an explicit program still rises";
  EXPECT_NEAR(bench.position()[2], 10, 0.05);
}

TEST_F(CsfiHabits, Decision4_StandbySwitchesTheDrivesOffAtTheBottomAndTheNextMotionOnAgain) {
  BoardBench bench{folder.path(), {}};
  Control control = bench.read<Control>();
  control.standby = 3;
  ASSERT_TRUE(bench.write(control));
  bench.run(2s);
  EXPECT_TRUE(bench.telemetry().feedback.legs[0].enabled);
  bench.run(2s);
  EXPECT_FALSE(bench.telemetry().feedback.legs[0].enabled);
  EXPECT_FALSE(bench.telemetry().setpoint.enable);
  EXPECT_EQ(bench.state(), State::origin) << "no fault";
  EXPECT_EQ(bench.mdof("7"), "7#0");
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_TRUE(bench.telemetry().feedback.legs[0].enabled);
  bench.run(5s);
  EXPECT_TRUE(bench.telemetry().feedback.legs[0].enabled) << "never while it is raised";
}

TEST_F(CsfiHabits, Decision4_IdleReturnIsByte149) {
  BoardBench bench{folder.path(), {}};
  Control control = bench.read<Control>();
  control.idle_return = 4;
  control.to_middle_speed = 30;
  control.return_speed = 30;
  ASSERT_TRUE(bench.write(control));
  for (int i = 0; i < 60; ++i) {
    bench.host.send(BoardBench::kLingjing, "@A6:0,0,0,0,0,100#");
    bench.run(50ms);
  }
  ASSERT_TRUE(bench.state() == State::running || bench.state() == State::ready) << to_string(bench.state());
  bench.run(3s);
  EXPECT_NE(bench.state(), State::origin);
  EXPECT_TRUE(bench.run_until([&] { return bench.state() == State::origin; }, 10s));
}

TEST_F(CsfiHabits, Group2_SeekTorqueIsWhatALegPullsWithAndTheThresholdWhatCounts) {
  BoardBench bench{folder.path(), {.initial = Initial::powered_up}};
  Control control = bench.read<Control>();
  control.seek_torque = 60;
  control.seek_threshold = 40;
  control.to_middle_speed = 0;
  ASSERT_TRUE(bench.write(control));
  double lowest = 0;
  bench.host.send(BoardBench::kMdof, "1");
  ASSERT_TRUE(bench.run_until([&] {
    lowest = std::min(lowest, bench.telemetry().feedback.legs[0].torque);
    return bench.state() == State::origin;
  }));
  EXPECT_NEAR(lowest, -0.6 * 2.4, 0.05);
}

TEST_F(CsfiHabits, Group2_AThresholdThatCouldNeverBeReachedIsKeptBelowTheTorque) {
  BoardBench bench{folder.path(), {.initial = Initial::powered_up}};
  Control control = bench.read<Control>();
  control.seek_torque = 20;
  control.seek_threshold = 90;
  control.to_middle_speed = 0;
  ASSERT_TRUE(bench.write(control));
  EXPECT_TRUE(bench.log.contains("seek threshold: kept"));
  EXPECT_EQ(bench.mdof("1"), "1#0");
  EXPECT_EQ(bench.state(), State::origin);
}

}  // namespace
}  // namespace hexad::inline calibration
