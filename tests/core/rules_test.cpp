// The rules of the platform's life, seen from outside: requests in, telemetry and answers out.

#include "core/bench.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// A stream host in run, sending `values` at 100 Hz from the next tick on.
struct Streaming {
  Bench& bench;
  AxisValues values{};
  std::uint32_t act = 2;
  bool on = true;
  explicit Streaming(Bench& b) : bench{b} {
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, act);
    bench.each_tick = [this] {
      if (on && bench.telemetry().tick % 10 == 0) {
        bench.ask({0, kStreamHost, bench.now, &kStreaming, act, pose_target(values)});
      }
    };
  }
};

TEST(Rule2, EmergencyActsOnTheTickItIsSeenFromMotion) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.5);
  ASSERT_EQ(bench.state(), State::running);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.out->setpoint.enable);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::emergency);
}

TEST(Rule2, ResetIsRefusedWhileTheButtonIsIn) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  const Tag refused = bench.ask(kDesk, kOperator, Control::reset);
  bench.tick();
  EXPECT_EQ(bench.last_answer(refused)->refusal, Refusal::emergency);
  bench.ask(kDesk, kOperator, Control::free_button);
  const Tag done = bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.telemetry().zeroed);
  EXPECT_EQ(bench.last_answer(done)->outcome, Outcome::done);
}

TEST(Rule2, AnEmergencyFrameIsAssertedForOneSecond) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  bench.ask(kStreamHost, kStreaming, Control::emergency);
  bench.run(0.9);
  const Tag early = bench.ask(kStreamHost, kStreaming, Control::reset);
  bench.run(0.05);
  EXPECT_EQ(bench.last_answer(early)->refusal, Refusal::emergency);
  bench.run(0.2);
  bench.ask(kStreamHost, kStreaming, Control::reset);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::powered_up);
}

TEST(Rule3, AStreamThatFlowsThroughAResetStartsNothing) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  host.values = {0.05, 0, 0, 0, 0, 0};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(1);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  bench.ask(kDesk, kOperator, Control::free_button);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.1);
  ASSERT_EQ(bench.state(), State::powered_up);
  // The host repeats its run level a hundred times a second; it is the same act as before.
  for (int i = 0; i < 200; ++i) {
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, host.act);
    bench.run(0.01);
  }
  EXPECT_EQ(bench.state(), State::powered_up);
  host.act = 3;
  bench.ask(kStreamHost, kStreaming, Go{Step::neutral}, host.act);
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::zeroing);
}

TEST(Rule4, ASecondHostIsRefusedAndItsStopStillActs) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  host.values = {0, 0.05, 0, 0, 0, 0};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.5);
  const Tag move = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.01, 0, 0, 0}));
  bench.tick();
  EXPECT_EQ(bench.last_answer(move)->refusal, Refusal::other_driver);
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 2));
  bench.run(1);
  EXPECT_EQ(bench.state(), State::ready) << "the stopped stream must not go on by itself";
}

TEST(Rule4, AnOperatorsStopBarsEveryHostUntilControlIsGiven) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.4);
  bench.ask(kDesk, kOperator, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 2));
  const Tag barred = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0, 0, 0}));
  bench.tick();
  EXPECT_EQ(bench.last_answer(barred)->refusal, Refusal::barred);
  EXPECT_EQ(bench.telemetry().why_not, Refusal::barred);
  bench.ask(kDesk, kOperator, Give{});
  const Tag taken = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0, 0, 0}));
  bench.tick();
  EXPECT_EQ(bench.last_answer(taken)->outcome, Outcome::accepted);
}

TEST(Rule5, NoMotionBeforeZeroingExceptZeroingAndJog) {
  Bench bench;
  bench.run(0.01);
  const Tag move = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0.01, 0, 0, 0}));
  bench.tick();
  EXPECT_EQ(bench.last_answer(move)->refusal, Refusal::not_zeroed);
  bench.ask(kDesk, kOperator, Jog{1, 0.02});
  bench.tick();
  EXPECT_EQ(bench.state(), State::manual);
  ASSERT_TRUE(bench.run_until(State::powered_up, 1)) << "jog ends by itself 50 ms after the last request";
}

TEST(Rule5, ALostStreamHoldsAndOnlyANewEdgeRunsAgain) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  host.values = {0, 0, 0.15, 0, 0, 0};  // on its way until the stream is missed
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.25);
  host.on = false;
  const TimePoint silent = bench.now;
  ASSERT_TRUE(bench.run_until(State::stopping, 1));
  const double waited = to_seconds(bench.now - silent);
  EXPECT_GE(waited, 0.19);
  EXPECT_LE(waited, 0.21);
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  EXPECT_TRUE(bench.telemetry().host_lost);
  host.on = true;
  for (int i = 0; i < 50; ++i) {
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, host.act);
    bench.run(0.02);
  }
  EXPECT_EQ(bench.state(), State::holding);
  host.act = 0;
  bench.run(0.05);
  host.act = 2;
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, host.act);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::running);
}

TEST(Rule5, AHostThatComesBackFromAnotherPortGoesOnWhereTheLostOneLeftOff) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  host.values = {0, 0, 0.08, 0, 0, 0};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(0.25);
  host.on = false;
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.run(1.0);  // the lease ends 1 s after the last frame
  Endpoint again = kStreamHost;
  again.port = 10011;
  bench.ask(again, kStreaming, Go{Step::run}, 2);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_EQ(bench.telemetry().driver, again);
}

TEST(Rule3, AHoldThatSomebodyAskedForIsNotLeftByAnotherHost) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.ask(kStreamHost, kStreaming, Control::hold);
  host.on = false;
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.run(1.5);
  Endpoint again = kStreamHost;
  again.port = 10011;
  const Tag tag = bench.ask(again, kStreaming, Go{Step::run}, 2);
  bench.run(0.05);
  EXPECT_EQ(bench.state(), State::holding);
  EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::paused);
}

TEST(Descent, IsRefusedWhileNobodyKnowsWhereTheBottomIs) {
  Bench bench{Initial::powered_up};
  bench.run(0.05);
  const Tag tag = bench.ask(kDesk, kOperator, Go{Step::descend});
  bench.run(0.05);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::refused);
  EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::not_zeroed);
}

TEST(Rule7, AnUnreachableStreamIsClampedOnTheLineFromNeutralAndNeverSticks) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  Streaming host{bench};
  host.values = {0.9, 0, 0, 0, 0, 0};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  bench.run(4);
  EXPECT_TRUE(bench.telemetry().clamped);
  const Pose there = bench.actual();
  EXPECT_NEAR(there.position.x(), 0.354, 0.002);
  EXPECT_NEAR(there.position.y(), 0.0, 1e-4);
  host.values = {0, 0, 0.02, 0, 0, 0};
  bench.run(4);
  EXPECT_FALSE(bench.telemetry().clamped);
  EXPECT_NEAR(bench.actual().position.x(), 0.0, 1e-4);
  EXPECT_NEAR(bench.actual().position.z(), 0.02, 1e-4);
}

TEST(Rule12, ExitStopsDescendsAndStands) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0.05, 0, 0, 0, 5 * kDegree}));
  bench.run(0.5);
  bench.ask(kDesk, kOperator, Control::exit);
  ASSERT_TRUE(bench.run_until(State::origin, 20)) << to_string(bench.state());
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  EXPECT_LT(bench.out->setpoint.extension.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Descent, LevelsFirstAndNeverRaises) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.02, 0, -0.08, 4 * kDegree, 0, 0}));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 10));
  bench.run(1.2);
  const double before = bench.actual().position.z();
  bench.ask(kDesk, kOperator, Go{Step::descend});
  double highest = -1;
  bench.each_tick = [&] { highest = std::max(highest, bench.telemetry().commanded.pose.position.z()); };
  ASSERT_TRUE(bench.run_until(State::to_neutral, 0.1));
  ASSERT_TRUE(bench.run_until(State::descending, 10));
  ASSERT_TRUE(bench.run_until(State::origin, 20));
  EXPECT_LE(highest, before + 1e-5);
}

TEST(Jog, FourLegsAreBroughtTogetherWithinTheStrokeAfterOneWasLiftedFromTheBottom) {
  Bench bench{Initial::origin, "rectangle-4"};
  bench.run(0.01);
  double lowest = 0.0;
  bench.each_tick = [&] { lowest = std::min(lowest, bench.out->setpoint.extension.head(4).minCoeff()); };
  for (int i = 0; i < 25; ++i) {
    bench.ask(kDesk, kOperator, Jog{1, 0.02, std::chrono::milliseconds{50}});
    bench.run(0.02);
  }
  ASSERT_GT(bench.out->setpoint.extension[0], 0.002) << "it was lifted";
  ASSERT_TRUE(bench.run_until([&] { return bench.state() != State::manual; }, 20));
  bench.run(0.5);
  EXPECT_GE(lowest, -1e-9);
  EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::none);
}

TEST(Lifting, WhatIsWantedIsWhereThePlatformIsOnceItStands) {
  Bench bench{Initial::origin};
  bench.run(0.01);
  bench.ask(kDesk, kOperator, Go{Step::raise});
  ASSERT_TRUE(bench.run_until(State::ready, 30));
  bench.run(0.1);
  EXPECT_LT((bench.telemetry().target.position - bench.actual().position).norm(), 1e-4);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.4);
  bench.ask(kDesk, kOperator, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 5));
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  EXPECT_LT((bench.telemetry().target.position - bench.actual().position).norm(), 1e-4);
}

TEST(Lifting, KeepsThePlatformLevelAtSixtyMillimetresASecond) {
  Bench bench{Initial::origin};
  bench.run(0.01);
  bench.ask(kDesk, kOperator, Go{Step::raise});
  double fastest = 0;
  double tilt = 0;
  bench.each_tick = [&] {
    fastest = std::max(fastest, bench.out->setpoint.velocity.cwiseAbs().maxCoeff());
    tilt = std::max(tilt, angle_between(bench.telemetry().commanded.pose.rotation, Quat::Identity()));
  };
  ASSERT_TRUE(bench.run_until(State::ready, 10));
  EXPECT_NEAR(fastest, 0.060, 1e-6);
  EXPECT_LT(tilt, 1e-6);
}

TEST(Hold, FreezesAndResumesOnTheSameLine) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0.1, 0.05, 0, 0, 0}));
  bench.run(0.4);
  bench.ask(kTextHost, kOneAtATime, Control::hold);
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  const Vec3 held = bench.telemetry().commanded.pose.position;
  EXPECT_LT(held.cross(Vec3{2, 2, 1}.normalized()).norm(), 1e-6) << "left the line";
  EXPECT_GT(held.norm(), 0.01);
  const Tag refused = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0, 0, 0}));
  bench.run(0.5);
  EXPECT_EQ(bench.last_answer(refused)->refusal, Refusal::paused);
  EXPECT_EQ(bench.telemetry().commanded.pose.position, held);
  bench.ask(kTextHost, kOneAtATime, Control::resume);
  double farthest = 0;
  bench.each_tick = [&] {
    const Vec3 p = bench.telemetry().commanded.pose.position;
    farthest = std::max(farthest, p.cross(Vec3{2, 2, 1}.normalized()).norm());
  };
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 10));
  EXPECT_LT(farthest, 1e-6);
  std::vector<Outcome> outcomes;
  for (const Answer& answer : bench.answers(tag)) outcomes.push_back(answer.outcome);
  EXPECT_EQ(outcomes, (std::vector{Outcome::accepted, Outcome::paused, Outcome::resumed, Outcome::done}));
}

TEST(Stop, LeavesThePlatformStandingAndTheNextMotionIsTaken) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0, 0, 0, 0}));
  bench.run(0.5);
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  ASSERT_TRUE(bench.run_until(State::ready, 1));
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::stopped);
  const Tag next = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0, 0, 0}));
  ASSERT_TRUE(bench.run_until([&] { return bench.answers(next).size() == 2; }, 10));
  EXPECT_EQ(bench.last_answer(next)->outcome, Outcome::done);
}

TEST(Stop, FromFullLegSpeedTakesLessThanHalfASecond) {
  Bench bench{Initial::neutral, "allcontroller-1200"};
  bench.run(0.01);
  Streaming host{bench};
  ASSERT_TRUE(bench.run_until(State::running, 1));
  host.values = {0, 0, -0.09, 0, 0, 0};
  bench.run(3);
  host.values = {0, 0, 0.09, 0, 0, 0};
  ASSERT_TRUE(bench.run_until([&] { return bench.out->setpoint.velocity.maxCoeff() > 0.150; }, 2));
  bench.ask(kTextHost, kOneAtATime, Control::stop);
  const TimePoint asked = bench.now;
  ASSERT_TRUE(bench.run_until(State::ready, 2));
  EXPECT_LT(to_seconds(bench.now - asked), 0.5);
}

struct FaultCase {
  plant::Injection injection;
  FaultKind expected;
  int code;
};
class Faults : public ::testing::TestWithParam<FaultCase> {};

TEST_P(Faults, StopUnderControlLockAndNameTheCause) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, to({0.15, 0, 0, 0, 0, 0}));
  bench.run(0.6);
  bench.plant->inject(GetParam().injection, 0, 0.005);
  ASSERT_TRUE(bench.run_until(State::fault, 2)) << to_string(bench.state());
  EXPECT_EQ(bench.telemetry().fault.kind, GetParam().expected);
  EXPECT_EQ(static_cast<int>(bench.telemetry().code), GetParam().code);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::faulted);
  EXPECT_FALSE(bench.out->setpoint.enable);
  bench.plant->clear(GetParam().injection);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.run(0.1);
  EXPECT_EQ(bench.state(), State::powered_up);
}

INSTANTIATE_TEST_SUITE_P(
    All, Faults,
    ::testing::Values(FaultCase{plant::Injection::drive_fault, FaultKind::drive_error, 192},
                      FaultCase{plant::Injection::stuck, FaultKind::following_error, 192},
                      FaultCase{plant::Injection::encoder_jump, FaultKind::encoder_jump, 192},
                      FaultCase{plant::Injection::limit_switch, FaultKind::leg_upper_end, 179},
                      FaultCase{plant::Injection::over_temperature, FaultKind::over_temperature, 192},
                      FaultCase{plant::Injection::link_lost, FaultKind::drive_link, 16},
                      FaultCase{plant::Injection::no_licence, FaultKind::no_licence, 1}));

TEST(Zeroing, ALegThatIsJammedIsNotTakenForTheBottom) {
  plant::Settings drives;
  drives.extension = Extensions::Constant(0.05);
  Bench bench{Initial::powered_up, "standard-400", drives};
  bench.run(0.01);
  bench.plant->inject(plant::Injection::stuck, 3, 0);
  bench.ask(kDesk, kOperator, Go{Step::zero});
  ASSERT_TRUE(bench.run_until(State::fault, 20)) << to_string(bench.state());
  EXPECT_EQ(bench.telemetry().fault.kind, FaultKind::following_error);
  EXPECT_EQ(bench.telemetry().fault.leg, 3);
}

TEST(Reach, AnUnreachablePoseNamesTheFirstAxisThatLeavesTheReach) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  const auto hit_of = [&](AxisValues values) {
    const Tag tag = bench.ask(kTextHost, kOneAtATime, to(values));
    bench.tick();
    EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::out_of_reach);
    return bench.last_answer(tag)->hit;
  };
  EXPECT_EQ(hit_of({0.999, 0, 0, 0, 0, 0}).limit, Limit::axis_upper);
  EXPECT_EQ(hit_of({-0.999, 0, 0, 0, 0, 0}).limit, Limit::axis_lower);
  EXPECT_EQ(hit_of({0, 0, 0.999, 0, 0, 0}).index, 2);
  EXPECT_EQ(hit_of({0, 0, 0, 0, 0, -170 * kDegree}).index, 5);
  const LimitHit leg = hit_of({0.2, 0.2, 0.1, 10 * kDegree, 0, 0});
  EXPECT_TRUE(leg.limit == Limit::leg_upper || leg.limit == Limit::leg_lower);
}

}  // namespace
}  // namespace hexad::testing
