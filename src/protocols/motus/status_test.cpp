// Decisions 9, 12 and 14, and the platform's one life as this protocol shows it.

#include <gtest/gtest.h>

#include "protocols/motus/testing/bench.hpp"

namespace hexad::protocols::motus {
namespace {

int shown(State state, ArrivedBy how = ArrivedBy::power_up, ProgramKind program = ProgramKind::none,
          State before = State::init) {
  Telemetry telemetry;
  telemetry.state = state;
  telemetry.before = before;
  telemetry.arrived_by = how;
  telemetry.program = program;
  return static_cast<int>(dof_status(telemetry));
}

TEST(MotusStatus, EveryStateHasItsCode) {
  EXPECT_EQ(shown(State::init), 55);
  EXPECT_EQ(shown(State::powered_up), 55);
  EXPECT_EQ(shown(State::zeroing), 0);
  EXPECT_EQ(shown(State::origin, ArrivedBy::zeroing), 1);
  EXPECT_EQ(shown(State::origin, ArrivedBy::descending), 13);
  EXPECT_EQ(shown(State::ascending), 2);
  EXPECT_EQ(shown(State::to_neutral), 14);
  EXPECT_EQ(shown(State::descending), 12);
  EXPECT_EQ(shown(State::manual), 32);
  EXPECT_EQ(shown(State::fault), 33);
  EXPECT_EQ(shown(State::emergency), 33);
}

TEST(MotusStatus, StandingShowsHowItCameThere) {
  EXPECT_EQ(shown(State::ready, ArrivedBy::ascending), 3);
  EXPECT_EQ(shown(State::ready, ArrivedBy::to_neutral), 3);
  EXPECT_EQ(shown(State::ready, ArrivedBy::program_end, ProgramKind::file), 9);
  EXPECT_EQ(shown(State::ready, ArrivedBy::program_end, ProgramKind::point_to_point), 5);
  EXPECT_EQ(shown(State::ready, ArrivedBy::program_end, ProgramKind::follow_pose), 3);
  EXPECT_EQ(shown(State::ready, ArrivedBy::stop, ProgramKind::file), 3) << "a stopped script is not done";
}

TEST(MotusStatus, Rule23_SomeMachinesShowOtherCodesAtTheBottomAndInTheMiddle) {
  const StatusForm codes{.zeroed = DofStatus::descended, .neutral = DofStatus::returned};
  const auto code = [&codes](State state, ArrivedBy how, ProgramKind program = ProgramKind::none) {
    Telemetry telemetry;
    telemetry.state = state;
    telemetry.arrived_by = how;
    telemetry.program = program;
    return static_cast<int>(dof_status(telemetry, codes));
  };
  EXPECT_EQ(code(State::origin, ArrivedBy::zeroing), 13);
  EXPECT_EQ(code(State::origin, ArrivedBy::descending), 13);
  EXPECT_EQ(code(State::ready, ArrivedBy::to_neutral), 15) << "after Cmd 2";
  EXPECT_EQ(code(State::ready, ArrivedBy::ascending), 3) << "after Cmd 6";
  EXPECT_EQ(code(State::ready, ArrivedBy::stop), 3) << "after 11/3";
  EXPECT_EQ(code(State::ready, ArrivedBy::program_end, ProgramKind::file), 9);
  Settings settings;
  settings.form = codes;
  Bench bench{State::ready, settings};
  bench.port.now.arrived_by = ArrivedBy::to_neutral;
  EXPECT_EQ(bench.shown(), 15);
  bench.send(9);
  EXPECT_EQ(bench.shown(), 15) << "whatever commands come, it stands there";
}

TEST(MotusStatus, RunningShowsTheKindOfProgramAlsoWhileItSlowsOrIsFrozen) {
  for (const State state : {State::running, State::stopping, State::holding}) {
    const auto code = [state](ProgramKind program) {
      return shown(state, ArrivedBy::ascending, program, State::running);
    };
    for (const ProgramKind follow : {ProgramKind::follow_pose, ProgramKind::follow_legs, ProgramKind::cueing})
      EXPECT_EQ(code(follow), 4);
    EXPECT_EQ(code(ProgramKind::file), 8);
    for (const ProgramKind other : {ProgramKind::point_to_point, ProgramKind::path, ProgramKind::timed_path,
                                    ProgramKind::formula, ProgramKind::sine})
      EXPECT_EQ(code(other), 5);
  }
  EXPECT_EQ(shown(State::stopping, ArrivedBy::zeroing, ProgramKind::none, State::ascending), 2);
  EXPECT_EQ(shown(State::stopping, ArrivedBy::zeroing, ProgramKind::none, State::descending), 12);
  EXPECT_EQ(shown(State::holding, ArrivedBy::zeroing, ProgramKind::none, State::to_neutral), 14);
  EXPECT_EQ(shown(State::holding, ArrivedBy::reset, ProgramKind::none, State::zeroing), 0);
  EXPECT_EQ(shown(State::holding, ArrivedBy::zeroing, ProgramKind::none, State::ascending), 2);
  EXPECT_EQ(shown(State::holding, ArrivedBy::zeroing, ProgramKind::none, State::descending), 12);
}

TEST(MotusStatus, Decision9_AFaultNamesItsLegsAndAnEmergencyNone) {
  Bench bench{State::fault};
  bench.port.now.fault = {FaultKind::following_error, 2, 0.01, 0.002};
  bench.port.now.code = HardwareCode::servo_error;
  const auto status = [&bench] {
    return status_of(bench.port.now, bench.port.platform, kPitchFirstConvention, {});
  };
  EXPECT_EQ(status().errors, (Six{0, 0, 192, 0, 0, 0}));
  EXPECT_EQ(status().state, DofStatus::stopped);
  bench.port.now.fault.leg = 0xFF;
  EXPECT_EQ(status().errors, (Six{192, 192, 192, 192, 192, 192})) << "no leg in particular";
  bench.port.platform.geometry.legs = 3;
  EXPECT_EQ(status().errors, (Six{192, 192, 192, 0, 0, 0}));
  bench.port.now.state = State::emergency;
  bench.port.now.code = HardwareCode::emergency_stop;
  EXPECT_EQ(status().errors, Six{});
}

TEST(MotusStatus, Decision9_MotorCodeIsPulsesAndTorqueNewtonMetres) {
  Bench bench;
  bench.port.platform.drive.screw_lead = 0.005;
  bench.port.platform.drive.belt_ratio = 1.5;
  bench.port.now.feedback.legs[1].extension = 0.1;
  bench.port.now.feedback.legs[3].torque = -1.25;
  const StatusFrame status = status_of(bench.port.now, bench.port.platform, kPitchFirstConvention, {});
  EXPECT_EQ(status.motor_codes, (Six{0, 300000, 0, 0, 0, 0}))
      << "0.1 m / 5 mm = 20 turns of the screw, 30 of the motor";
  EXPECT_EQ(status.torque, (Six{0, 0, 0, -1.25F, 0, 0}));
}

TEST(MotusStatus, Decision12_InputsComeBack) {
  Bench bench;
  bench.port.now.feedback.inputs = 0xA5;
  bench.send(0);
  EXPECT_EQ(bench.statuses().back().inputs, 0xA5);
}

TEST(MotusStatus, Decision4_AttitudesComeInTheUnitInUse) {
  Bench bench;
  bench.port.now.actual.position = Vec3{0.01, -0.02, 0.03};
  bench.port.now.actual.rotation = Quat{Eigen::AngleAxisd{2 * kDegree, Vec3::UnitX()}};
  bench.send(0);
  EXPECT_EQ(bench.statuses().back().pose, (Six{2, 0, 0, 0.01F, -0.02F, 0.03F}));
  Settings settings;
  settings.form.unit = TranslationUnit::millimetre;
  Bench other{State::ready, settings};
  other.port.now.actual = bench.port.now.actual;
  other.send(0);
  const Six pose = other.statuses().back().pose;
  EXPECT_NEAR(pose[3], 10, 1e-5);
  EXPECT_NEAR(pose[4], -20, 1e-5);
  EXPECT_NEAR(pose[5], 30, 1e-5);
}

TEST(MotusStatus, Decision14_TimeAndVersion) {
  Settings settings;
  settings.version = 0x010203;
  Bench bench{State::ready, settings};
  HostFrame frame = Bench::frame(0);
  frame.time = 0xFFFFFFFF;
  bench.send(frame);
  EXPECT_EQ(bench.statuses().back().time, 10'000U)
      << "milliseconds since start, whatever the host's clock says";
  EXPECT_EQ(bench.statuses().back().version, 0x010203U);
  frame.time = 3;
  bench.send(frame);
  EXPECT_TRUE(bench.port.drops.empty()) << "a clock that goes back drops nothing";
}

}  // namespace
}  // namespace hexad::protocols::motus
