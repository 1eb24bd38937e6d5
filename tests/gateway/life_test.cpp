// One life of two controllers: bring-up, stop, hold, emergency, faults, silence and restarts of either side.

#include "hosts.hpp"

namespace hexad::gateway {
namespace {

const double kStands = 1e-3;  // m/s

class OneLife : public ::testing::TestWithParam<Dialect> {
 protected:
  OneLife() {
    PairSetup setup;
    setup.dialect = GetParam();
    pair_ = std::make_unique<Pair>(setup);
  }
  Pair& pair() { return *pair_; }
  bool is_darren() const { return GetParam() == Dialect::darren; }
  void operate(const What& what) { pair_->operate(what); }
  void operate_far(const What& what) { pair_->operate_far(what); }
  /// Moving up and down by 60 mm, until it is told otherwise.
  void sway() {
    pair_->run(1.2);  // the lease of who brought it up
    Sine sine;
    sine.amplitude = {0, 0, 0.06, 0.05, 0, 0};
    sine.frequency = {0, 0, 0.4, 0.3, 0, 0};
    operate(sine);
    ASSERT_TRUE(pair_->run_until([&] { return pair_->far_speed() > 0.05; }, 5.0)) << pair_->both();
  }
  bool far_comes_to_rest(double seconds) {
    return pair_->run_until([&] { return pair_->far_speed() < kStands; }, seconds);
  }

 private:
  std::unique_ptr<Pair> pair_;
};

TEST_P(OneLife, WaitsForItWithoutAFaultAndSaysSo) {
  pair().far_stands = true;
  pair().run(2.0);
  EXPECT_EQ(pair().near_state(), State::init);
  EXPECT_TRUE(pair().telemetry().drives_missing);
  pair().far_stands = false;
  pair().far_began = pair().time;
  EXPECT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  EXPECT_FALSE(pair().telemetry().feedback.simulated);
}

TEST_P(OneLife, ZeroingRaisingAndLoweringAreTheFarOnes) {
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0));
  operate(Go{Step::zero});
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::zeroing; }, 3.0)) << pair().both();
  EXPECT_EQ(pair().near_state(), State::zeroing);
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  EXPECT_EQ(pair().far_state(), State::origin);
  EXPECT_LT(pair().far_drives->true_extension().maxCoeff(), 1e-3) << "it has not gone up";
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::ascending; }, 3.0)) << pair().both();
  EXPECT_EQ(pair().near_state(), State::ascending);
  ASSERT_TRUE(pair().near_reaches(State::ready)) << pair().both();
  EXPECT_EQ(pair().far_state(), State::running) << "it follows";
  EXPECT_TRUE(pair().telemetry().at_neutral);
  EXPECT_NEAR(pair().far_pose()[2], 0.0, 0.05);
  operate(Go{Step::descend});
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::descending; }, 5.0))
      << pair().both();
  EXPECT_EQ(pair().near_state(), State::descending);
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  EXPECT_EQ(pair().far_state(), State::origin);
  EXPECT_TRUE(pair().telemetry().at_bottom);
}

TEST_P(OneLife, AStopIsPassedOnWhileItRisesAndItStaysWhereItStopped) {
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0));
  operate(Go{Step::zero});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().run_until(
      [&] { return pair().far_pose()[2] > -150.0 && pair().far_state() == State::ascending; }, 20.0));
  operate(Control::stop);
  ASSERT_TRUE(far_comes_to_rest(1.0)) << pair().both();
  const double stopped_at = pair().far_pose()[2];
  EXPECT_LT(stopped_at, -50.0);
  ASSERT_TRUE(pair().near_reaches(State::ready, 2.0)) << pair().both();
  pair().run(5.0);
  EXPECT_NEAR(pair().far_pose()[2], stopped_at, 0.5) << "nothing goes on by itself";
  EXPECT_NEAR(pair().near_pose()[2], stopped_at, 0.5);
  // Asked again it goes on, and down.
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().run_until([&] { return pair().telemetry().at_neutral; }, 30.0)) << pair().both();
  operate(Go{Step::descend});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
}

/// The order to rise is still on its way when the stop comes.
TEST_P(OneLife, AStopRightBehindAnOrderIsNotOvertakenByIt) {
  pair().setup.delay = 0.040;
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0));
  operate(Go{Step::zero});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().near_reaches(State::ascending, 1.0));
  pair().run(0.012);
  operate(Control::stop);
  pair().run(3.0);
  EXPECT_LT(pair().far_speed(), kStands) << pair().both();
  EXPECT_LT(pair().far_drives->true_extension().maxCoeff(), 0.02) << pair().both();
}

TEST_P(OneLife, AStopAndAHoldOfAMotionBringItToRestOnItsPath) {
  pair().bring_up();
  sway();
  operate(Control::hold);
  ASSERT_TRUE(pair().near_reaches(State::holding, 1.0)) << pair().both();
  ASSERT_TRUE(far_comes_to_rest(0.5)) << pair().both();
  const double held = pair().far_pose()[2];
  pair().run(2.0);
  EXPECT_NEAR(pair().far_pose()[2], held, 0.05);
  operate(Control::resume);
  ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() > 0.05; }, 5.0)) << pair().both();
  operate(Control::stop);
  ASSERT_TRUE(pair().near_reaches(State::ready, 1.0)) << pair().both();
  ASSERT_TRUE(far_comes_to_rest(0.5)) << pair().both();
}

TEST_P(OneLife, AnEmergencyHereIsOneThereWithinTwoFramesOfTheLine) {
  pair().bring_up();
  sway();
  operate(Control::emergency);
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::emergency; }, 0.005))
      << pair().both();
  EXPECT_EQ(pair().near_state(), State::emergency);
  pair().run(2.0);
  operate(Control::reset);
  if (!is_darren()) {  // a motus controller is reset at the machine
    pair().run(1.0);
    EXPECT_EQ(pair().near_state(), State::emergency) << pair().both();
    operate_far(Control::reset);
    ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::powered_up; }, 2.0))
        << pair().both();
    pair().run(0.2);
    operate(Control::reset);
  }
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::powered_up; }, 3.0))
      << pair().both();
  pair().run(3.0);
  EXPECT_LT(pair().far_speed(), kStands) << "a reset moves nothing";
  operate(Go{Step::zero});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
}

TEST_P(OneLife, AnEmergencyThereIsOneHereAndStaysUntilItsButtonIsOut) {
  pair().bring_up();
  sway();
  pair().far_drives->apply({.kind = plant::Injection::emergency_stop});
  ASSERT_TRUE(pair().near_reaches(State::emergency, 0.05)) << pair().both();
  pair().run(2.0);
  operate(Control::reset);
  pair().run(4.0);
  EXPECT_EQ(pair().near_state(), State::emergency) << pair().both();
  EXPECT_EQ(pair().far_state(), State::emergency) << pair().both();
  pair().far_drives->apply(
      {.act = plant::InjectionOrder::Act::clear, .kind = plant::Injection::emergency_stop});
  pair().run(1.2);
  if (!is_darren()) operate_far(Control::reset);
  pair().run(0.5);
  operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(3.0);
  EXPECT_EQ(pair().near_state(), State::powered_up) << pair().both();
  EXPECT_EQ(pair().far_state(), State::powered_up) << pair().both();
  EXPECT_LT(pair().far_speed(), kStands);
}

TEST_P(OneLife, AFaultThereIsSeenHereByItsCodeAndLegInEveryDialect) {
  pair().bring_up();
  sway();
  pair().far_drives->apply({.kind = plant::Injection::drive_fault, .leg = 2, .value = 0x7121});
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  EXPECT_EQ(pair().telemetry().fault.kind, FaultKind::controller_fault);
  EXPECT_EQ(pair().telemetry().fault.leg, 2);
  EXPECT_EQ(pair().telemetry().code, HardwareCode::servo_error);
  for (const char* dialect : {"mdof", "darren", "motus", "lingjing"})
    EXPECT_EQ(host_of(dialect, pair())->told_code(), 192) << dialect;
  pair().far_drives->apply({.act = plant::InjectionOrder::Act::clear_all});
  if (!is_darren()) operate_far(Control::reset);
  pair().run(0.5);
  operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(3.0);
  EXPECT_EQ(pair().near_state(), State::powered_up) << pair().both();
  EXPECT_EQ(pair().far_state(), State::powered_up) << pair().both();
  EXPECT_EQ(pair().mdof("1"), "1#0") << pair().both();
}

TEST_P(OneLife, AnotherCodeKeepsItsNumber) {
  pair().bring_up();
  pair().far_drives->apply({.kind = plant::Injection::link_lost});
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  EXPECT_EQ(static_cast<int>(pair().telemetry().code), 16);
}

TEST_P(OneLife, AStopAtTheFarMachineStopsEverythingHere) {
  pair().bring_up();
  sway();
  operate_far(Control::stop);
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  ASSERT_TRUE(far_comes_to_rest(1.0)) << pair().both();
  const double stopped_at = pair().far_pose()[2];
  // Hosts are barred over there: a reset and a raise do not move it, and it is said.
  operate(Control::reset);
  pair().run(0.2);
  operate(Go{Step::neutral});
  pair().run(5.0);
  EXPECT_NEAR(pair().far_pose()[2], stopped_at, 0.5) << pair().both();
  EXPECT_EQ(pair().near_state(), State::fault) << pair().both();
  EXPECT_EQ(pair().telemetry().fault.kind, FaultKind::controller_stopped);
  operate_far(Give{});
  operate(Control::reset);
  pair().run(0.2);
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().run_until(
      [&] { return pair().telemetry().at_neutral && pair().near_state() == State::ready; }, 30.0))
      << pair().both();
}

TEST_P(OneLife, ACutLineIsNoticedOnBothSidesAndNothingJumpsWhenItIsBack) {
  pair().bring_up();
  sway();
  pair().out.cut = pair().back.cut = true;
  ASSERT_TRUE(pair().run_until([&] { return pair().telemetry().fault.kind == FaultKind::drive_link; }, 0.2))
      << pair().both();
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  ASSERT_TRUE(far_comes_to_rest(1.0)) << "by its own watchdog: " << pair().both();
  const double stopped_at = pair().far_pose()[2];
  pair().run(3.0);
  pair().out.cut = pair().back.cut = false;
  pair().run(3.0);
  EXPECT_EQ(pair().near_state(), State::fault) << "a line that is back moves nothing: " << pair().both();
  EXPECT_NEAR(pair().far_pose()[2], stopped_at, 0.5);
  operate(Control::reset);
  pair().run(2.0);
  EXPECT_NEAR(pair().far_pose()[2], stopped_at, 0.5) << pair().both();
  EXPECT_NEAR(pair().near_pose()[2], stopped_at, 0.5) << pair().both();
  operate(Go{Step::neutral});
  double fastest = 0.0;
  ASSERT_TRUE(pair().run_until(
      [&] {
        fastest = std::max(fastest, pair().far_speed());
        return pair().near_state() == State::ready && pair().telemetry().at_neutral;
      },
      30.0))
      << pair().both();
  EXPECT_LT(fastest, 0.080) << "slowly, until it is back at neutral";
}

TEST_P(OneLife, ALineThatIsDeafOneWayStopsBoth) {
  for (const bool outward : {true, false}) {
    Pair one{pair().setup};
    one.bring_up();
    ASSERT_EQ(one.mdof("9 0 0 60 0 0 0"), "9#0");
    one.host->send(kNearMdof, "9 0 0 -60 0 0 0");
    ASSERT_TRUE(one.run_until([&] { return one.far_speed() > 0.05; }, 2.0));
    (outward ? one.out : one.back).cut = true;
    ASSERT_TRUE(one.near_reaches(State::fault, 2.0)) << outward << one.both();
    ASSERT_TRUE(one.run_until([&] { return one.far_speed() < kStands; }, 2.0)) << outward << one.both();
    one.run(2.0);
    EXPECT_LT(one.far_speed(), kStands) << outward << one.both();
  }
}

TEST_P(OneLife, AFarControllerThatRestartsIsHomedAnew) {
  pair().bring_up();
  pair().start_far();
  pair().far_began = pair().time;
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  pair().run(1.0);
  operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(0.2);
  EXPECT_FALSE(pair().telemetry().zeroed) << "it does not know where it is, and neither does anybody here";
  EXPECT_EQ(pair().mdof("1"), "1#0") << pair().both();
  EXPECT_EQ(pair().far_state(), State::running);
}

TEST_P(OneLife, ANearProgramThatDiesAndComesBackGoesOnFromWhereThePlatformStands) {
  pair().bring_up();
  ASSERT_EQ(pair().mdof("9 0 0 50 3 0 0"), "9#0") << pair().both();
  pair().start_near();
  pair().run(1.5);
  EXPECT_NEAR(pair().far_pose()[2], 50.0, 0.5) << pair().both();
  ASSERT_TRUE(pair().run_until(
      [&] { return pair().near_state() == State::powered_up && pair().telemetry().zeroed; }, 3.0))
      << pair().both();
  EXPECT_NEAR(pair().near_pose()[2], 50.0, 0.5) << pair().both();
  double fastest = 0.0;
  operate(Go{Step::neutral});
  ASSERT_TRUE(pair().run_until(
      [&] {
        fastest = std::max(fastest, pair().far_speed());
        return pair().near_state() == State::ready && pair().telemetry().at_neutral;
      },
      30.0))
      << pair().both();
  EXPECT_LT(fastest, 0.080);
}

TEST_P(OneLife, SingleLegsByHandNeedAPlatformThatFollows) {
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0));
  Jog jog;
  jog.legs = 1;
  jog.speed = 0.01;
  for (int i = 0; i < 20; ++i) {
    operate(jog);
    pair().run(0.02);
    EXPECT_NE(pair().near_state(), State::manual);
  }
}

INSTANTIATE_TEST_SUITE_P(Gateway, OneLife, ::testing::Values(Dialect::darren, Dialect::motus),
                         [](const auto& each) { return each.param == Dialect::darren ? "Darren" : "Motus"; });

}  // namespace
}  // namespace hexad::gateway
