// A machine that speaks mdof: it plays motions that are known whole, and follows nothing. Both ends must
// agree where they are, stop and go together, and what cannot be played is refused with the reason.

#include "hosts.hpp"
#include "lifecycle/admit.hpp"

namespace hexad::gateway {
namespace {

class PreparedOnly : public ::testing::Test {
 protected:
  PreparedOnly() {
    PairSetup setup;
    setup.dialect = Dialect::mdof;
    pair_ = std::make_unique<Pair>(setup);
  }
  Pair& pair() { return *pair_; }
  void both_are_at(const SixValues& pose) {
    pair().run(0.3);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(pair().far_pose()[i], pose[i], 0.1) << i << pair().both();
      EXPECT_NEAR(pair().near_pose()[i], pair().far_pose()[i], 0.1) << i << pair().both();
    }
  }
  /// Up and down for four seconds, as rows of mdof 13.
  static std::string long_motion() {
    return "13 0 0 0 0 0 0 0 1 0 0 60 0 0 0 2 0 20 -60 3 0 0 3 0 0 60 0 0 0 4 0 0 0 0 0 0";
  }
  void begin_long_motion() {
    (void)pair().host->receive();
    pair().host->send(kNearMdof, long_motion());
    ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() > 0.04; }, 5.0)) << pair().both();
  }
  bool far_comes_to_rest(double seconds) {
    return pair().run_until([&] { return pair().far_speed() < 1e-3; }, seconds);
  }
  std::string answer(const std::string& command, double seconds = 20.0) {
    std::string found;
    pair().run_until(
        [&] {
          for (const std::string& each : pair().host->receive_texts())
            if (each.starts_with(command + "#") && found.empty()) found = each;
          return !found.empty();
        },
        seconds);
    return found;
  }

 private:
  std::unique_ptr<Pair> pair_;
};

TEST_F(PreparedOnly, IsBroughtUpAndTakenDownAsOneLife) {
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().operate(Go{Step::zero});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  EXPECT_LT(pair().far_pose()[2], -200.0) << "as low as a pose may be";
  pair().operate(Go{Step::neutral});
  ASSERT_TRUE(pair().near_reaches(State::ready)) << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
  pair().operate(Go{Step::descend});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  EXPECT_LT(pair().far_pose()[2], -200.0);
  EXPECT_TRUE(pair().telemetry().at_bottom);
}

TEST_F(PreparedOnly, APointAPathATimedPathAndAFormulaEndWhereTheyShould) {
  pair().bring_up();
  EXPECT_EQ(pair().mdof("9 10 -20 40 3 -2 5"), "9#0") << pair().both();
  both_are_at({10, -20, 40, 3, -2, 5});
  EXPECT_EQ(pair().mdof("10 3 0 0 30 0 0 0 30 0 -30 4 0 0 0 40 20 0 0 6"), "10#0") << pair().both();
  both_are_at({0, 40, 20, 0, 0, 6});
  EXPECT_EQ(pair().mdof("11 1 0 0 50 0 0 0 5 5 20 5 5 5"), "11#0") << pair().both();
  both_are_at({0, 0, 50, 0, 0, 0});
  EXPECT_EQ(pair().mdof(long_motion()), "13#0") << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
  EXPECT_EQ(pair().mdof("12 0,0,30*sin(t),0,0,0,3"), "12#0") << pair().both();
  both_are_at({0, 0, 30.0 * std::sin(3.0), 0, 0, 0});
}

/// At a low speed a path stops within one row. A short last row is a jerk where it is played: it was refused
/// there, whenever the duration came out so.
TEST_F(PreparedOnly, SlowPathsOfAnyDurationAreTaken) {
  pair().bring_up();
  for (int i = 0; i < 30; ++i) {
    const std::string there = i % 2 == 0 ? std::to_string(3.0 + 0.13 * i) : "0";
    EXPECT_EQ(pair().mdof("11 1 0 0 " + there + " 0 0 0 5 5 5 5 5 5"), "11#0") << i << pair().both();
  }
}

/// It stood there ready for the next motion, and that was taken for the end of the way: 7 was never done.
TEST_F(PreparedOnly, GoesBackToNeutralAndDownFromWhereAMotionLeftIt) {
  pair().bring_up();
  EXPECT_EQ(pair().mdof("9 0 0 60 3 0 0"), "9#0") << pair().both();
  EXPECT_EQ(pair().mdof("7", 10.0), "7#0") << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
  EXPECT_EQ(pair().mdof("9 20 0 60 0 0 0"), "9#0") << pair().both();
  pair().run(1.2);
  pair().operate(Go{Step::descend});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  EXPECT_LT(pair().far_pose()[2], -200.0);
}

/// The far machine takes the time the near one was asked for, and goes the way it was asked to go.
TEST_F(PreparedOnly, ATimedPathIsPlayedInItsTimeAndOnItsWay) {
  pair().bring_up();
  begin_long_motion();
  const TimePoint began = pair().time;
  double highest = 0.0;
  double lowest = 0.0;
  double apart = 0.0;
  ASSERT_TRUE(pair().run_until(
      [&] {
        highest = std::max(highest, pair().far_pose()[2]);
        lowest = std::min(lowest, pair().far_pose()[2]);
        apart = std::max(apart, std::abs(pair().far_pose()[2] - pair().near_pose()[2]));
        return pair().near_state() == State::ready;
      },
      10.0));
  EXPECT_NEAR(to_seconds(pair().time - began), 4.0, 0.5);
  EXPECT_NEAR(highest, 60.0, 1.0);
  EXPECT_NEAR(lowest, -60.0, 1.0);
  EXPECT_LT(apart, 8.0) << "what is shown here is where the machine was two statuses ago";
}

TEST_F(PreparedOnly, HalfTheSpeedTakesTwiceTheTime) {
  pair().bring_up();
  pair().run(1.2);
  pair().operate(SpeedOverride{0.5});
  begin_long_motion();
  const TimePoint began = pair().time;
  EXPECT_EQ(answer("13"), "13#0") << pair().both();
  EXPECT_NEAR(to_seconds(pair().time - began), 8.0, 1.0);
}

TEST_F(PreparedOnly, AStopEndsItThereAndTheAnswerComesWhenItStands) {
  pair().bring_up();
  begin_long_motion();
  pair().host->send(kNearMdof, "4");
  EXPECT_EQ(answer("13", 3.0), "13#-4") << pair().both();
  EXPECT_LT(pair().far_speed(), 2e-3) << "not before it stands";
  const auto stopped_at = pair().far_pose();
  pair().run(3.0);
  both_are_at(stopped_at);
  EXPECT_EQ(pair().near_state(), State::ready);
  EXPECT_EQ(pair().mdof("9 0 0 20 0 0 0"), "9#0") << "and another one goes" << pair().both();
  both_are_at({0, 0, 20, 0, 0, 0});
}

TEST_F(PreparedOnly, APauseHoldsItOnItsWayAndAResumeEndsIt) {
  pair().bring_up();
  begin_long_motion();
  pair().host->send(kNearMdof, "5");
  ASSERT_TRUE(pair().near_reaches(State::holding, 2.0)) << pair().both();
  ASSERT_TRUE(far_comes_to_rest(1.0)) << pair().both();
  EXPECT_EQ(pair().far_state(), State::holding);
  const auto held_at = pair().far_pose();
  pair().run(5.0);
  both_are_at(held_at);
  pair().host->send(kNearMdof, "6");
  EXPECT_EQ(answer("13", 0.1), "13#-5");
  EXPECT_EQ(answer("13", 10.0), "13#-6");
  EXPECT_EQ(answer("13", 10.0), "13#0") << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
}

TEST_F(PreparedOnly, AStopInAPauseLeavesItThere) {
  pair().bring_up();
  begin_long_motion();
  pair().operate(Control::hold);
  ASSERT_TRUE(pair().near_reaches(State::holding, 2.0)) << pair().both();
  const auto held_at = pair().far_pose();
  pair().operate(Control::stop);
  ASSERT_TRUE(pair().near_reaches(State::ready, 2.0)) << pair().both();
  pair().run(3.0);
  both_are_at(held_at);
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::ready; }, 2.0)) << pair().both();
  pair().operate(Give{});
  pair().run(0.1);
  EXPECT_EQ(pair().mdof("9 0 0 20 0 0 0"), "9#0") << pair().both();
}

/// mdof has no emergency stop: it is the stop, and only the chain takes the power.
TEST_F(PreparedOnly, AnEmergencyHereStopsItThere) {
  pair().bring_up();
  begin_long_motion();
  pair().operate(Control::emergency);
  pair().run(0.02);
  EXPECT_EQ(pair().near_state(), State::emergency);
  EXPECT_EQ(pair().far_state(), State::stopping) << "within two frames" << pair().both();
  ASSERT_TRUE(far_comes_to_rest(1.0));
  const auto stopped_at = pair().far_pose();
  pair().run(2.0);
  pair().operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(3.0);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pair().far_pose()[i], stopped_at[i], 0.1);
  pair().operate(Go{Step::neutral});
  ASSERT_TRUE(pair().near_reaches(State::ready)) << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
}

TEST_F(PreparedOnly, AnEmergencyThereIsOneHereAndAResetHereResetsBoth) {
  pair().bring_up();
  begin_long_motion();
  pair().far_drives->apply({.kind = plant::Injection::emergency_stop});
  ASSERT_TRUE(pair().near_reaches(State::emergency, 0.1)) << pair().both();
  EXPECT_EQ(answer("13", 0.1), "13#195");
  pair().far_drives->apply(
      {.act = plant::InjectionOrder::Act::clear, .kind = plant::Injection::emergency_stop});
  pair().run(2.5);
  pair().operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::powered_up; }, 3.0))
      << pair().both();
  EXPECT_EQ(pair().mdof("1"), "1#0") << pair().both();
}

TEST_F(PreparedOnly, AFaultThereIsSeenHereByItsCode) {
  pair().bring_up();
  begin_long_motion();
  pair().far_drives->apply({.kind = plant::Injection::drive_fault, .leg = 2, .value = 0x7121});
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  EXPECT_EQ(pair().telemetry().fault.kind, FaultKind::controller_fault);
  for (const char* dialect : {"mdof", "darren", "motus", "lingjing"})
    EXPECT_EQ(host_of(dialect, pair())->told_code(), 192) << dialect;
}

TEST_F(PreparedOnly, SomebodyElsesStopOrPauseThereIsAFaultHereAndItStaysStopped) {
  for (const Control control : {Control::stop, Control::hold}) {
    Pair one{pair().setup};
    one.bring_up();
    one.host->send(kNearMdof, long_motion());
    ASSERT_TRUE(one.run_until([&] { return one.far_speed() > 0.04; }, 5.0)) << one.both();
    one.operate_far(control);
    ASSERT_TRUE(one.near_reaches(State::fault, 2.0)) << one.both();
    EXPECT_EQ(one.telemetry().fault.kind, FaultKind::controller_stopped) << one.both();
    one.run(1.0);
    const double stopped_at = one.far_pose()[2];
    one.run(3.0);
    EXPECT_NEAR(one.far_pose()[2], stopped_at, 0.1) << one.both();
  }
}

TEST_F(PreparedOnly, ACutLineIsAFaultHereAndNothingGoesOnWhenItIsBack) {
  pair().bring_up();
  begin_long_motion();
  pair().out.cut = pair().back.cut = true;
  ASSERT_TRUE(pair().run_until([&] { return pair().telemetry().fault.kind == FaultKind::drive_link; }, 0.2))
      << pair().both();
  pair().run(1.0);
  // mdof has no watchdog: what it has, it plays to its end. A line that is back brings the stop.
  pair().out.cut = pair().back.cut = false;
  ASSERT_TRUE(far_comes_to_rest(1.0)) << pair().both();
  const double stopped_at = pair().far_pose()[2];
  pair().run(5.0);
  EXPECT_NEAR(pair().far_pose()[2], stopped_at, 0.1) << pair().both();
  EXPECT_EQ(pair().near_state(), State::fault);
  pair().operate(Control::reset);
  pair().run(1.0);
  pair().operate(Go{Step::neutral});
  ASSERT_TRUE(pair().near_reaches(State::ready)) << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
}

TEST_F(PreparedOnly, AFarControllerThatRestartsIsAFaultAndIsHomedAnew) {
  pair().bring_up();
  pair().start_far();
  pair().far_began = pair().time;
  ASSERT_TRUE(pair().near_reaches(State::fault, 2.0)) << pair().both();
  pair().run(1.0);
  pair().operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  EXPECT_EQ(pair().mdof("1"), "1#0") << pair().both();
}

TEST_F(PreparedOnly, ANearProgramThatDiesAndComesBackGoesOnFromWhereThePlatformStands) {
  pair().bring_up();
  ASSERT_EQ(pair().mdof("9 0 0 50 3 0 0"), "9#0") << pair().both();
  pair().start_near();
  ASSERT_TRUE(pair().run_until(
      [&] { return pair().near_state() == State::powered_up && pair().telemetry().zeroed; }, 3.0))
      << pair().both();
  both_are_at({0, 0, 50, 3, 0, 0});
  EXPECT_EQ(pair().mdof("7"), "7#0") << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
}

/// Every tenth datagram of either way is lost: orders, answers, statuses.
TEST_F(PreparedOnly, OverALossyLineEverythingIsPlayedOnce) {
  PairSetup setup = pair().setup;
  setup.loss = 0.1;
  setup.jitter = 0.004;
  Pair one{setup};
  one.bring_up();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(one.mdof("9 0 0 40 2 0 0"), "9#0") << one.both();
    EXPECT_EQ(one.mdof(long_motion()), "13#0") << one.both();
    double fastest = 0.0;
    one.run_until([&] { return fastest = std::max(fastest, one.far_speed()), false; }, 3.0);
    EXPECT_LT(fastest, 1e-3) << "twice";
  }
}

/// What seems lost is sent again; the first one may come after all, when the second one has been played.
TEST_F(PreparedOnly, AMotionThatComesLateASecondTimeIsStoppedAtOnceAndNamed) {
  pair().bring_up();
  pair().out.stray = "13 ";
  EXPECT_EQ(pair().mdof(long_motion()), "13#0") << pair().both();
  EXPECT_TRUE(pair().out.stray.empty());
  ASSERT_TRUE(pair().near_reaches(State::fault, 12.0)) << "it never came" << pair().both();
  ASSERT_TRUE(far_comes_to_rest(1.0)) << pair().both();
  EXPECT_EQ(pair().telemetry().fault.kind, FaultKind::controller_stopped) << pair().both();
  EXPECT_LT(std::abs(pair().far_pose()[2]), 6.0) << "mm from where it stood";
  pair().run(5.0);
  EXPECT_LT(pair().far_speed(), 1e-3) << pair().both();
}

/// A machine with less reach than this platform file says.
TEST_F(PreparedOnly, WhatItsControllerDoesNotTakeIsToldAsThatLimit) {
  pair().bring_up();
  for (const char* const code : {"165", "174", "179", "180", "181"}) {
    (void)pair().host->receive();
    pair().out.cut = true;
    pair().host->send(kNearMdof, "9 0 0 60 0 0 0");
    pair().run(0.03);
    Datagram refusal;
    const std::string text = std::string{"9#"} + code;
    refusal.assign(std::as_bytes(std::span{text}));
    refusal.time = pair().time;
    (void)pair().port->mail().in.push(refusal);
    EXPECT_EQ(answer("9", 0.05), text) << pair().both();
    pair().out.cut = false;
    pair().run(0.3);
    EXPECT_EQ(pair().near_state(), State::ready) << pair().both();
  }
  EXPECT_EQ(pair().mdof("9 0 0 30 0 0 0"), "9#0") << pair().both();
  both_are_at({0, 0, 30, 0, 0, 0});
}

TEST_F(PreparedOnly, StreamsSinesAndLegsByHandAreRefusedWithTheReasonBeforeAndWhenAsked) {
  pair().bring_up();
  pair().run(1.2);
  const Contract anybody;
  for (const auto ask :
       {lifecycle::Ask::run, lifecycle::Ask::stream, lifecycle::Ask::follow, lifecycle::Ask::jog})
    EXPECT_EQ(lifecycle::admit(pair().telemetry(), anybody, {}, ask).refusal, Refusal::prepared_only)
        << lifecycle::to_string(ask);
  EXPECT_FALSE(lifecycle::admit(pair().telemetry(), anybody, {}, lifecycle::Ask::program).refused);
  Sine sine;
  sine.amplitude = {0, 0, 0.03, 0, 0, 0};
  sine.frequency = {0, 0, 0.5, 0, 0, 0};
  Jog jog;
  jog.legs = 1;
  jog.speed = 0.01;
  pair().operate(sine);
  pair().operate(jog);
  DarrenHost darren{pair()};
  darren.word_ = 2;
  darren.values_ = {0, 0, 0, 0, 0, 30};
  (void)darren.stream([] { return false; }, 3.0);
  LingjingHost lingjing{pair()};
  (void)lingjing.stream([] { return false; }, 0.5);
  EXPECT_EQ(pair().near_state(), State::ready) << pair().both();
  both_are_at({0, 0, 0, 0, 0, 0});
  // Endless, or longer than one command may be.
  EXPECT_EQ(pair().mdof("12 0,0,20*sin(t),0,0,0", 3.0), "12#193") << pair().both();
  EXPECT_EQ(pair().mdof("12 0,0,20*sin(t),0,0,0,130", 3.0), "12#193") << pair().both();
}

}  // namespace
}  // namespace hexad::gateway
