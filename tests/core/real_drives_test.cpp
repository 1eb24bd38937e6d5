// What real drives do and simulated ones did not: they take their time to come on, answer late, know their
// place or do not, have brakes, and may not be there yet.

#include <deque>

#include "bench.hpp"

namespace hexad::testing {
namespace {

using namespace std::chrono_literals;

Machine machine_with(const std::function<void(Drive&)>& change) {
  Machine machine = machine_named("standard-400");
  machine.drive.enable_time = 1.0;
  change(machine.drive);
  return machine;
}

plant::Settings slow_drives(const Machine& machine, double enable = 0.3, double brake = 0.15) {
  plant::Settings settings = plant::settings_for(machine);
  settings.enable_delay = enable;
  settings.brake_delay = brake;
  return settings;
}

/// Drives that say they are real, so that rule 13 holds.
struct RealBench : Bench {
  RealBench(const Machine& given, const plant::Settings& drives, controller::Settings settings = local())
      : Bench{given, drives, settings} {
    report = [this](Feedback& said) { speak(said); };
    speak(feedback);
    tick();
  }
  static controller::Settings local() {
    controller::Settings settings;
    settings.auto_enable = false;
    return settings;
  }
  static controller::Settings raised() {
    controller::Settings settings = local();
    settings.initial = Initial::neutral;
    return settings;
  }
  void speak(Feedback& said) {
    said.simulated = false;
    if (change) change(said);
  }
  void enable() { ask(kDesk, kOperator, Control::enable); }
  Tag go(Step step) { return ask(kDesk, kOperator, Go{step}); }
  const Fault& fault() const { return telemetry().fault; }
  /// Up at neutral and enabled, whatever it takes.
  void bring_up() {
    enable();
    run(1.0);
    go(Step::zero);
    ASSERT_TRUE(run_until(State::origin, 60.0)) << to_string(state()) << ' ' << to_string(fault().kind);
    go(Step::raise);
    ASSERT_TRUE(run_until(State::ready, 60.0)) << to_string(state()) << ' ' << to_string(fault().kind);
  }

  std::function<void(Feedback&)> change;
};

TEST(RealDrives, NothingMovesBeforeEveryLegIsOnAndItsBrakeOpen) {
  const Machine machine = machine_with([](Drive&) {});
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.1);
  RealBench bench{machine, drives};
  const Extensions at = bench.plant->true_extension();
  bench.enable();
  bench.go(Step::zero);
  bool on = false;
  ASSERT_TRUE(bench.run_until(
      [&] {
        on = bench.plant->feedback().legs[0].enabled && !bench.plant->feedback().legs[0].brake_closed;
        EXPECT_TRUE(on || (bench.plant->true_extension() - at).cwiseAbs().maxCoeff() < 0.05 * kMillimetre);
        EXPECT_TRUE(on || bench.state() != State::zeroing);
        return bench.state() == State::zeroing;
      },
      2.0));
  EXPECT_TRUE(on);
  EXPECT_GE(to_seconds(bench.now.time_since_epoch()), 0.45);
  EXPECT_TRUE(bench.run_until(State::origin, 30.0)) << to_string(bench.fault().kind);
}

TEST(RealDrives, AJogWaitsForTheBrakesToo) {
  const Machine machine = machine_with([](Drive&) {});
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.1);
  RealBench bench{machine, drives};
  bench.enable();
  bench.tick();
  const double at = bench.plant->true_extension()[2];
  for (int i = 0; i < 400; ++i) {
    bench.ask(kDesk, kOperator, Jog{4, 0.02, 150ms});
    bench.tick();
    ASSERT_NEAR(bench.plant->true_extension()[2], at, 0.05 * kMillimetre) << i;
  }
  for (int i = 0; i < 500; ++i) {
    bench.ask(kDesk, kOperator, Jog{4, 0.02, 150ms});
    bench.tick();
  }
  EXPECT_GT(bench.plant->true_extension()[2], at + 2.0 * kMillimetre);
  EXPECT_FALSE(bench.fault());
}

TEST(RealDrives, ADriveThatDoesNotComeOnInItsTimeIsAFault) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine, 1.5)};
  bench.enable();
  bench.run(1.0);
  EXPECT_FALSE(bench.fault());
  bench.run(0.05);
  EXPECT_EQ(bench.fault().kind, FaultKind::servo_off);
  EXPECT_FALSE(bench.out->setpoint.enable);
}

TEST(RealDrives, ADriveThatDropsOutLaterIsAFaultAfterTwentyTicks) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.plant->inject(plant::Injection::servo_off, 3, 0.0);
  bench.run(0.025);
  EXPECT_EQ(bench.fault().kind, FaultKind::servo_off);
  EXPECT_EQ(bench.fault().leg, 3);
}

/// Feedback that stood still for 40 ms: the legs have gone on meanwhile, and were asked to.
TEST(RealDrives, AStallOfTheFeedbackIsNoEncoderJump) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.ask(kDesk, kOperator, MoveTo{{0, 0, 0.15, 0, 0, 0}, {}, kXyzConvention});
  ASSERT_TRUE(bench.run_until([&] { return bench.feedback.legs[0].velocity > 0.1; }, 5.0));
  const Feedback frozen = bench.feedback;
  bench.change = [&](Feedback& said) { said = frozen, said.simulated = false; };
  bench.run(0.040);
  bench.change = nullptr;
  const double gone = bench.plant->feedback().legs[0].extension - frozen.legs[0].extension;
  EXPECT_GT(gone, 2.5 * kMillimetre);  // more than a tick's worth allows
  EXPECT_TRUE(bench.run_until(State::ready, 10.0)) << to_string(bench.fault().kind);
  EXPECT_FALSE(bench.fault());
}

TEST(RealDrives, AnEncoderThatJumpsIsStillCaught) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.change = [](Feedback& said) { said.legs[1].extension += 5.0 * kMillimetre; };
  bench.run(0.01);
  EXPECT_EQ(bench.fault().kind, FaultKind::encoder_jump);
  EXPECT_EQ(bench.fault().leg, 1);
}

/// Drives that are where the setpoint was 60 ms ago, and say so without delay.
FaultKind fault_with_lag(double delay) {
  const Machine machine = machine_with([&](Drive& drive) {
    drive.delay = delay;
    drive.homing = Homing::absolute;
  });
  RealBench bench{machine, slow_drives(machine)};
  std::deque<Feedback> line;
  bench.change = [&](Feedback& said) {
    line.push_back(said);
    if (line.size() <= 60) return;
    const TimePoint now = said.time;
    said = line.front();
    said.time = now;
    line.pop_front();
  };
  bench.enable();
  bench.run(1.0);
  bench.go(Step::neutral);
  if (!bench.run_until(State::ready, 60.0)) return bench.fault().kind;
  bench.ask(kDesk, kOperator, MoveTo{{0, 0, 0.15, 0, 0, 0}, {}, kXyzConvention});
  bench.run(3.0);
  return bench.fault().kind;
}

TEST(RealDrives, DrivesThatLagAreComparedWithTheSetpointThatOld) {
  EXPECT_EQ(fault_with_lag(0.060), FaultKind::none);
  EXPECT_EQ(fault_with_lag(0.0), FaultKind::following_error);
}

TEST(RealDrives, TheBoundOfTheFollowingErrorIsTheMachines) {
  for (const double following : {2.0, 6.0}) {
    const Machine machine = machine_with([&](Drive& drive) { drive.following = following * kMillimetre; });
    RealBench bench{machine, slow_drives(machine)};
    bench.bring_up();
    bench.plant->inject(plant::Injection::following_error, 2, 4.0 * kMillimetre);
    bench.run(0.5);
    EXPECT_EQ(bench.fault().kind, following < 4.0 ? FaultKind::following_error : FaultKind::none);
  }
}

TEST(RealDrives, AbsoluteEncodersNeedNoSeek) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::absolute; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.1);
  RealBench bench{machine, drives};
  bench.tick();
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_TRUE(bench.telemetry().zeroed);
  bench.enable();
  bench.run(1.0);
  bench.go(Step::neutral);
  double fastest = 0.0;
  bench.each_tick = [&] { fastest = std::max(fastest, std::abs(bench.feedback.legs[0].velocity)); };
  ASSERT_TRUE(bench.run_until(State::ready, 20.0)) << to_string(bench.fault().kind);
  EXPECT_LE(fastest, 1.05 * machine.limits.raise_speed);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until(State::origin, 40.0)) << to_string(bench.fault().kind);
  EXPECT_TRUE(bench.telemetry().zeroed);
  EXPECT_NEAR(bench.plant->true_extension()[0], 0.0, 0.1 * kMillimetre);
}

TEST(RealDrives, AnAbsoluteEncoderThatForgetsIsAFault) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::absolute; });
  RealBench bench{machine, slow_drives(machine)};
  bench.run(0.01);
  ASSERT_TRUE(bench.telemetry().zeroed);
  bench.change = [](Feedback& said) { said.legs[4].homed = false; };
  bench.run(0.01);
  EXPECT_EQ(bench.fault().kind, FaultKind::homing_failed);
  EXPECT_EQ(bench.fault().leg, 4);
  EXPECT_EQ(bench.state(), State::fault);
}

TEST(RealDrives, HomingBySwitchEndsWhereTheSwitchesOpen) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_switch; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.05);
  RealBench bench{machine, drives};
  bench.bring_up();
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const double reported = bench.plant->feedback().legs[leg].extension;
    EXPECT_NEAR(bench.plant->true_extension()[static_cast<Eigen::Index>(leg)] - reported,
                drives.lower_switch_at, 0.1 * kMillimetre);
  }
}

/// As a platform is delivered: on its end stops, below the switches.
TEST(RealDrives, HomingBySwitchBeginsBelowTheSwitches) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_switch; });
  plant::Settings drives = slow_drives(machine);
  drives.lower_switch_at = 6.0 * kMillimetre;
  RealBench bench{machine, drives};
  bench.bring_up();
  EXPECT_NEAR(bench.plant->true_extension()[0] - bench.plant->feedback().legs[0].extension, 6.0 * kMillimetre,
              0.1 * kMillimetre);
}

TEST(RealDrives, ASwitchThatDoesNotOpenIsNamedBeforeTheLegIsFarUp) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_switch; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.02);
  RealBench bench{machine, drives};
  bench.change = [](Feedback& said) { said.legs[3].lower_switch = true; };
  bench.enable();
  bench.run(1.0);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until(State::fault, 60.0));
  EXPECT_EQ(bench.fault().kind, FaultKind::homing_failed);
  EXPECT_EQ(bench.fault().leg, 3);
  EXPECT_LE(bench.plant->true_extension()[3], 0.045);
}

TEST(RealDrives, ASwitchThatClosesForAMomentDoesNotEndTheSeek) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_switch; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.05);
  RealBench bench{machine, drives};
  bench.enable();
  bench.run(1.0);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until([&] { return bench.plant->true_extension()[1] < 0.04; }, 20.0));
  bench.change = [](Feedback& said) { said.legs[1].lower_switch = true; };
  bench.tick();
  bench.change = nullptr;
  ASSERT_TRUE(bench.run_until(State::origin, 60.0)) << to_string(bench.fault().kind);
}

TEST(RealDrives, AMissingSwitchIsNamed) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_switch; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.02);
  RealBench bench{machine, drives};
  bench.change = [](Feedback& said) { said.legs[5].lower_switch = false; };
  bench.enable();
  bench.run(1.0);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until(State::fault, 20.0));
  EXPECT_EQ(bench.fault().kind, FaultKind::homing_failed);
  EXPECT_EQ(bench.fault().leg, 5);
}

TEST(RealDrives, DrivesThatHomeThemselvesAreToldToAndWaitedFor) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_drive; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.08);
  RealBench bench{machine, drives};
  bool told = false;
  bench.each_tick = [&] { told = told || bench.out->setpoint.home; };
  bench.bring_up();
  EXPECT_TRUE(told);
  EXPECT_NEAR(bench.plant->true_extension()[0], 0.2, 1.0 * kMillimetre);
}

TEST(RealDrives, AStopEndsTheDrivesOwnHoming) {
  const Machine machine = machine_with([](Drive& drive) { drive.homing = Homing::by_drive; });
  plant::Settings drives = slow_drives(machine);
  drives.extension = Extensions::Constant(0.3);
  RealBench bench{machine, drives};
  bench.enable();
  bench.run(1.0);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until([&] { return bench.plant->true_extension()[0] < 0.28; }, 5.0));
  bench.ask(kDesk, kOperator, Control::stop);
  bench.run(0.1);
  const double at = bench.plant->true_extension()[0];
  bench.run(1.0);
  EXPECT_NEAR(bench.plant->true_extension()[0], at, 0.1 * kMillimetre);
  EXPECT_EQ(bench.state(), State::powered_up) << to_string(bench.fault().kind);
}

/// Fault, standstill, brake, and only when it is closed the motor lets go: nothing sinks.
TEST(RealDrives, ANormalDisableClosesTheBrakesFirst) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.plant->inject(plant::Injection::over_temperature, 0, 0.0);
  ASSERT_TRUE(bench.run_until(State::fault, 1.0));
  EXPECT_FALSE(bench.out->setpoint.off_now);
  const double at = bench.plant->true_extension()[0];
  bool off = false;
  for (int i = 0; i < 1000; ++i) {
    bench.tick();
    const LegFeedback& leg = bench.plant->feedback().legs[0];
    EXPECT_TRUE(leg.enabled || leg.brake_closed);
    off = off || !leg.enabled;
    ASSERT_NEAR(bench.plant->true_extension()[0], at, 0.1 * kMillimetre);
  }
  EXPECT_TRUE(off);
}

TEST(RealDrives, ABrakeThatSlipsIsAFaultEvenInOne) {
  const Machine machine = machine_with([](Drive&) {});
  plant::Settings drives = slow_drives(machine);
  drives.mistakes.weak_brakes = 1u << 2;
  RealBench bench{machine, drives};
  bench.bring_up();
  bench.ask(kDesk, kOperator, Control::press_button);
  ASSERT_TRUE(bench.run_until([&] { return bench.fault().kind == FaultKind::brake_slipped; }, 20.0));
  EXPECT_EQ(bench.fault().leg, 2);
  EXPECT_EQ(bench.state(), State::emergency);
}

/// A reset that comes on the very tick on which the platform is seen to sink was given without knowing it.
TEST(RealDrives, AResetOnTheTickOfASlippingBrakeDoesNotTakeItAway) {
  const Machine machine = machine_with([](Drive&) {});
  plant::Settings drives = slow_drives(machine);
  drives.mistakes.weak_brakes = 1u << 2;
  int ticks = 0;  // until it is seen
  for (const bool resets : {false, true}) {
    RealBench bench{machine, drives};
    bench.bring_up();
    bench.ask(kDesk, kOperator, Control::press_button);
    if (!resets) {
      for (; ticks < 20'000 && bench.fault().kind != FaultKind::brake_slipped; ++ticks) bench.tick();
      ASSERT_LT(ticks, 20'000);
      continue;
    }
    for (int i = 1; i < ticks; ++i) bench.tick();
    ASSERT_NE(bench.fault().kind, FaultKind::brake_slipped);
    bench.ask(kDesk, kOperator, Control::free_button);
    bench.ask(kDesk, kOperator, Control::reset);
    bench.tick();
    EXPECT_EQ(bench.fault().kind, FaultKind::brake_slipped);
    EXPECT_EQ(bench.state(), State::emergency);
  }
}

/// What locked the platform stays true while it sinks: a drive's error until its reset, a supply that the
/// chain has taken.
TEST(RealDrives, ABrakeThatSlipsIsHeardOverWhatStaysWrong) {
  const std::function<void(Feedback&)> troubles[]{
      [](Feedback& said) { said.legs[0].error = 0x7500; }, [](Feedback& said) { said.supply = false; },
      [](Feedback& said) { said.legs[4].over_temperature = true; }};
  for (const auto& trouble : troubles) {
    const Machine machine = machine_with([](Drive&) {});
    plant::Settings drives = slow_drives(machine);
    drives.mistakes.weak_brakes = 1u << 2;
    RealBench bench{machine, drives};
    bench.bring_up();
    bench.change = trouble;
    ASSERT_TRUE(bench.run_until(State::fault, 2.0));
    ASSERT_NE(bench.fault().kind, FaultKind::brake_slipped);
    ASSERT_TRUE(bench.run_until([&] { return bench.fault().kind == FaultKind::brake_slipped; }, 20.0));
    EXPECT_EQ(bench.fault().leg, 2);
    EXPECT_EQ(bench.state(), State::fault);
  }
}

/// Legs at speed; what is sent on the tick the button is seen, and how they come to rest.
struct Emergency {
  explicit Emergency(EmergencyStop kind)
      : machine{machine_with([&](Drive& drive) { drive.emergency = kind; })},
        bench{machine, slow_drives(machine, 0.1, 0.05)} {
    bench.bring_up();
    bench.ask(kDesk, kOperator, MoveTo{{0, 0, -0.18, 0, 0, 0}, {}, kXyzConvention});
    EXPECT_TRUE(bench.run_until([&] { return bench.feedback.legs[0].velocity < -0.15; }, 5.0));
    bench.feedback.emergency_button = true;
    bench.change = [](Feedback& said) { said.emergency_button = true; };
    bench.tick();
  }
  Machine machine;
  RealBench bench;
};

TEST(RealDrives, AnEmergencyIsOffAndBrakedOnItsTick) {
  Emergency it{EmergencyStop::off};
  EXPECT_EQ(it.bench.state(), State::emergency);
  EXPECT_FALSE(it.bench.out->setpoint.enable);
  EXPECT_TRUE(it.bench.out->setpoint.off_now);
  EXPECT_FALSE(it.bench.plant->feedback().legs[0].enabled);
}

TEST(RealDrives, AnEmergencyThatRampsStopsWithinTheLegsLimitsThenBrakesThenSwitchesOff) {
  Emergency it{EmergencyStop::ramp};
  RealBench& bench = it.bench;
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.out->setpoint.enable);
  EXPECT_FALSE(bench.out->setpoint.off_now);
  const Rates& limits = it.machine.limits.leg;
  double before = bench.plant->feedback().legs[0].velocity;
  const double longest = limits.velocity / limits.acceleration + limits.acceleration / limits.jerk;
  for (int i = 0; i < static_cast<int>(1e3 * longest); ++i) {
    bench.tick();
    const LegFeedback& leg = bench.plant->feedback().legs[0];
    if (std::abs(leg.velocity) > 0.01) {
      EXPECT_TRUE(leg.enabled) << i;
      EXPECT_FALSE(leg.brake_closed) << i;
    }
    EXPECT_LE(std::abs(leg.velocity - before), 1.3 * limits.acceleration * 1e-3) << i;
    before = leg.velocity;
  }
  EXPECT_NEAR(before, 0.0, 1e-3);
  bench.run(0.1);
  EXPECT_FALSE(bench.plant->feedback().legs[0].enabled);
  EXPECT_TRUE(bench.plant->feedback().legs[0].brake_closed);
}

TEST(RealDrives, SafeTorqueOffIsAnEmergency) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.change = [](Feedback& said) { said.torque_off = true; };
  bench.run(0.002);
  EXPECT_EQ(bench.state(), State::emergency);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::emergency);
  bench.change = nullptr;
  bench.run(0.01);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.out->setpoint.enable) << "rule 13: not without a local enable";
}

TEST(RealDrives, AnInputAtTheMachineIsALocalEnable) {
  const Machine machine = machine_with([](Drive&) {});
  controller::Settings settings = RealBench::local();
  settings.enable_input = 3;
  RealBench bench{machine, slow_drives(machine), settings};
  bench.run(0.1);
  EXPECT_FALSE(bench.telemetry().enabled);
  bench.plant->set_inputs(1u << 2);
  bench.run(0.1);
  EXPECT_TRUE(bench.telemetry().enabled);
  // After an emergency the button must be pressed anew, not only stay in.
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  bench.ask(kDesk, kOperator, Control::free_button);
  bench.tick();
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.telemetry().enabled);
  bench.plant->set_inputs(0);
  bench.run(0.01);
  bench.plant->set_inputs(1u << 2);
  bench.run(0.01);
  EXPECT_TRUE(bench.telemetry().enabled);
}

/// A drive whose error takes 300 ms to clear; until then it stays off, and the reset is not answered.
TEST(RealDrives, AResetWaitsForTheDrivesToClearTheirErrors) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  bench.enable();
  bench.run(1.0);
  TimePoint clear{Duration::max()};
  bench.change = [&](Feedback& said) { said.legs[1].error = bench.now < clear ? 0x7500 : 0; };
  bench.run(0.1);
  ASSERT_EQ(bench.state(), State::fault);
  clear = bench.now + 300ms;
  const Tag reset = bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.2);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.last_answer(reset).has_value());
  bench.enable();
  bench.run(0.05);
  EXPECT_FALSE(bench.out->setpoint.enable);
  bench.run(1.0);
  EXPECT_TRUE(bench.last_answer(reset).has_value());
  EXPECT_FALSE(bench.fault());
  EXPECT_TRUE(bench.out->setpoint.enable);
}

/// What a reset has cleared is over: the next error is a fault at once, also within the time a reset may
/// take.
TEST(RealDrives, ADriveThatFailsSoonAfterAResetIsAFaultAtOnce) {
  const Machine machine = machine_with([](Drive& drive) { drive.enable_time = 4.0; });
  RealBench bench{machine, slow_drives(machine)};
  bench.bring_up();
  bench.change = [](Feedback& said) { said.legs[1].error = 0x7500; };
  ASSERT_TRUE(bench.run_until(State::fault, 1.0));
  bench.change = nullptr;
  bench.ask(kDesk, kOperator, Control::reset);
  ASSERT_TRUE(bench.run_until(State::powered_up, 1.0));
  bench.enable();
  bench.run(0.6);
  bench.go(Step::zero);
  ASSERT_TRUE(bench.run_until(State::zeroing, 1.0));
  bench.change = [](Feedback& said) { said.legs[3].error = 0x7500; };
  bench.run(0.003);
  EXPECT_EQ(bench.fault().kind, FaultKind::drive_error);
  EXPECT_EQ(bench.fault().leg, 3);
}

TEST(RealDrives, AnErrorThatStaysAfterAResetIsAFaultAgain) {
  const Machine machine = machine_with([](Drive&) {});
  Bench bench{machine, slow_drives(machine), RealBench::local()};
  bench.report = [](Feedback& said) {
    said.simulated = false;
    said.legs[1].error = 0x7500;
  };
  bench.report(bench.feedback);
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::init) << "the self-test looks for a while";
  bench.run(0.6);
  ASSERT_EQ(bench.state(), State::fault);
  EXPECT_EQ(bench.telemetry().fault.leg, 1);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(1.5);
  EXPECT_EQ(bench.state(), State::fault);
}

/// A chain that closes while the drives come up is no emergency; one that stays open is, and nothing is on.
TEST(RealDrives, AChainThatIsOpenAtTheStartMayClose) {
  for (const double open : {0.3, 1.0}) {
    const Machine machine = machine_with([](Drive&) {});
    Bench bench{machine, slow_drives(machine), RealBench::local()};
    bench.report = [&](Feedback& said) {
      said.simulated = false;
      said.waiting = bench.now < TimePoint{200ms};
      said.link = !said.waiting;
      said.torque_off = said.emergency_button = bench.now < TimePoint{200ms} + from_seconds(open);
    };
    bench.report(bench.feedback);
    bool on = false;
    bench.each_tick = [&] { on = on || bench.out->setpoint.enable; };
    bench.run(2.0);
    EXPECT_EQ(bench.state(), open < 0.5 ? State::powered_up : State::emergency) << open;
    EXPECT_FALSE(on);
  }
}

TEST(RealDrives, DrivesThatAreNotThereYetAreWaitedForAndNotFaulted) {
  const Machine machine = machine_with([](Drive&) {});
  RealBench bench{machine, slow_drives(machine)};
  Bench waiting{machine, slow_drives(machine), RealBench::local()};
  bool wired = false;
  waiting.report = [&](Feedback& said) {
    said.simulated = false;
    said.waiting = said.link = wired;
    said.waiting = !wired;
  };
  waiting.report(waiting.feedback);
  waiting.run(2.0);
  EXPECT_EQ(waiting.state(), State::init);
  EXPECT_FALSE(waiting.telemetry().fault);
  EXPECT_EQ(waiting.telemetry().why_not, Refusal::drives_missing);
  const Tag tag = waiting.ask(kDesk, kOperator, Control::enable);
  waiting.run(0.01);
  ASSERT_TRUE(waiting.last_answer(tag).has_value());
  EXPECT_EQ(waiting.last_answer(tag)->refusal, Refusal::drives_missing);
  wired = true;
  waiting.run(0.01);
  EXPECT_EQ(waiting.state(), State::powered_up);
  EXPECT_FALSE(waiting.out->setpoint.enable);
}

}  // namespace
}  // namespace hexad::testing
