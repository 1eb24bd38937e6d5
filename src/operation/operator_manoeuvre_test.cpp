// A manoeuvre that is played without a host, on the very platform of the daemon, tick by tick.

#include <gtest/gtest.h>

#include <cmath>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/testing/operator_bench.hpp"

namespace hexad::inline operation {
namespace {

using namespace testing;

/// Surge of one sine, 1 m/s² at most.
OperatorOrder surge(double seconds, std::optional<CueInput> input = {}, bool repeat = false) {
  auto script = std::make_shared<VehicleScript>();
  script->duration = seconds;
  script->input = input;
  script->at = [=](double time) {
    VehicleInput now;
    now.linear.y() = std::sin(2.0 * kPi * time / seconds);
    if (input == CueInput::specific_force) now.linear.z() = kGravity;
    return now;
  };
  return {.action = find_action("manoeuvre"),
          .wanted = ManoeuvrePlan{"surge.csv", repeat, std::move(script)},
          .wait = true};
}

struct Play : Bench {
  Pose before;
  double largest_step = 0.0;
  double highest = 0.0;

  explicit Play(controller::Initial initial = controller::Initial::neutral) : Bench{initial} {
    before = desk->telemetry().commanded.pose;
  }
  const Telemetry& t() const { return desk->telemetry(); }
  void go_on(double seconds) {
    for (int i = 0; i < static_cast<int>(1000 * seconds); ++i) {
      run(1);
      const Pose& now = t().commanded.pose;
      largest_step = std::max(largest_step, (now.position - before.position).norm());
      highest = std::max(highest, std::abs(now.position.z()));
      before = now;
    }
  }
  double time() const { return desk->manoeuvre() ? desk->manoeuvre()->time : -1.0; }
};

TEST(OperatorManoeuvre, IsFeltAsItsVehicleWouldSendItAndEndsAtNeutral) {
  Play play;
  play.ask(surge(4));
  play.go_on(1.1);
  EXPECT_EQ(play.state(), State::running);
  EXPECT_EQ(play.t().driver, kOperatorEndpoint);
  EXPECT_TRUE(play.t().cue.active);
  EXPECT_NEAR(play.t().cue.vehicle.acceleration.y(), 1.0, 0.02);
  EXPECT_NEAR(play.time(), 1.1, 0.03);
  EXPECT_EQ(play.desk->manoeuvre()->duration, 4.0);
  EXPECT_TRUE(play.replies.empty()) << "asked to wait for its end";
  play.go_on(4.0);
  EXPECT_EQ(play.time(), 4.0) << "it rests before it is over";
  EXPECT_EQ(play.t().cue.vehicle.acceleration.norm(), 0.0);
  play.go_on(6.0);
  ASSERT_EQ(play.replies.size(), 1u);
  EXPECT_EQ(play.replies[0].result, Result::done) << messages::english(play.replies[0].reason);
  EXPECT_EQ(play.state(), State::ready);
  EXPECT_TRUE(play.t().at_neutral);
  EXPECT_FALSE(play.desk->manoeuvre());
  EXPECT_FALSE(play.t().driver) << "nothing is left in anybody's hands";
  EXPECT_LT(play.largest_step, 4e-4) << "m a tick: nothing jumps";
}

TEST(OperatorManoeuvre, RaisesNothingByItself) {
  for (const auto initial : {controller::Initial::powered_up, controller::Initial::origin}) {
    Play play{initial};
    play.ask(surge(4));
    play.go_on(0.1);
    ASSERT_EQ(play.replies.size(), 1u);
    EXPECT_EQ(play.replies[0].result, Result::refused);
    EXPECT_FALSE(play.desk->manoeuvre());
    play.go_on(2);
    EXPECT_NE(play.state(), State::running);
  }
}

TEST(OperatorManoeuvre, AHoldPausesItAndResumeGoesOnWhereItWas) {
  Play play;
  play.ask(surge(4));
  play.go_on(1.5);
  play.ask("hold");
  play.go_on(5);
  EXPECT_EQ(play.state(), State::holding);
  const double at = play.time();
  EXPECT_NEAR(at, 1.5, 0.05);
  play.go_on(5);
  EXPECT_EQ(play.time(), at);
  play.ask("resume");
  play.go_on(1);
  EXPECT_EQ(play.state(), State::running);
  EXPECT_NEAR(play.time(), at + 1.0, 0.05);
  EXPECT_NEAR(play.t().cue.vehicle.acceleration.y(), std::sin(2.0 * kPi * play.time() / 4), 0.03);
  play.go_on(10);
  EXPECT_EQ(play.replies.back().result, Result::done);
  EXPECT_EQ(play.state(), State::ready);
  EXPECT_LT(play.largest_step, 4e-4);
}

TEST(OperatorManoeuvre, AStopTheButtonAndAFaultEndItForGood) {
  const std::pair<const char*, messages::Id> ends[]{{"stop", messages::Id::ended_by_stop},
                                                    {"estop", messages::Id::ended_by_stop},
                                                    {"drive_fault:3", messages::Id::ended_by_this_fault}};
  for (const auto& [how, why] : ends) {
    Play play;
    play.ask(surge(4, {}, true));
    play.go_on(1);
    how[0] == 'd' ? play.ask("inject", how) : play.ask(how);
    play.run(5);
    EXPECT_FALSE(play.desk->manoeuvre()) << how;
    EXPECT_NE(play.state(), State::running) << how;
    EXPECT_EQ(play.replies[0].reason.id, why) << how << ": " << messages::english(play.replies[0].reason);
    play.go_on(3);
    EXPECT_NE(play.state(), State::running) << how;
    EXPECT_FALSE(play.t().cue.active) << how;
  }
}

TEST(OperatorManoeuvre, AnotherMotionTakesItsPlaceAndIsNotDisturbed) {
  Play play;
  play.ask(surge(4, {}, true));
  play.go_on(1);
  play.ask("go", "0 0 30 0 0 0", true);
  play.go_on(6);
  ASSERT_EQ(play.replies.size(), 2u);
  EXPECT_EQ(play.replies[0].reason.id, messages::Id::ended_by_stop) << "the manoeuvre";
  EXPECT_EQ(play.replies[1].result, Result::done) << messages::english(play.replies[1].reason);
  EXPECT_NEAR(play.t().commanded.pose.position.z(), 0.03, 1e-4);
  EXPECT_LT(play.largest_step, 4e-4);
}

TEST(OperatorManoeuvre, AMotionThatIsRefusedLeavesItPlaying) {
  Play play;
  play.ask(surge(4, {}, true));
  play.go_on(1);
  EXPECT_EQ(play.answer("go", "0 0 3000 0 0 0").result, Result::refused);
  play.go_on(1);
  EXPECT_EQ(play.state(), State::running);
  EXPECT_NEAR(play.time(), 2.0, 0.1);
}

/// A stop by a host, that is: it needs no lease, and disarms nobody but the driver.
TEST(OperatorManoeuvre, AHostStopsAndHoldsItAsAnything) {
  for (const Control control : {Control::stop, Control::hold}) {
    Play play;
    Inbox& host = play.platform->add_inbox();
    static const Contract contract{};
    play.ask(surge(4, {}, true));
    play.go_on(1);
    host.latch(0, control, false, {{2, 0x7F000001, 10010}, play.clock.now(), &contract, 0});
    play.go_on(3);
    const bool held = control == Control::hold;
    EXPECT_EQ(play.state(), held ? State::holding : State::ready);
    EXPECT_EQ(play.desk->manoeuvre().has_value(), held);
    EXPECT_LT(play.time(), 1.1);
    EXPECT_LT(play.t().setpoint.velocity.values().norm(), 1e-9);
    EXPECT_LT(play.largest_step, 4e-4);
  }
}

TEST(OperatorManoeuvre, IsPlayedAgainAndAgainUntilItIsStopped) {
  Play play;
  play.ask(surge(2, {}, true));
  play.go_on(2 + 2 + 1);
  EXPECT_NEAR(play.time(), 1.0, 0.1);
  EXPECT_EQ(play.state(), State::running);
  play.ask(surge(3));  // another one instead
  play.go_on(1);
  EXPECT_EQ(play.desk->manoeuvre()->duration, 3.0);
  EXPECT_NEAR(play.time(), 1.0, 0.1);
  EXPECT_LT(play.largest_step, 4e-4);
}

/// Gravity belongs to one kind of input and not to the other: what a file holds never becomes a heave.
TEST(OperatorManoeuvre, WhatTheFileHoldsNeedNotBeWhatTheCueingTakes) {
  for (const CueInput input : {CueInput::acceleration, CueInput::specific_force}) {
    Play play;
    play.ask(surge(6, input));
    play.go_on(1);
    for (const char* other : {"input=specific_force", "input=acceleration", "input=specific_force"}) {
      play.ask("cueing", other);
      for (int i = 0; i < 1000; ++i) {
        play.go_on(0.001);
        ASSERT_NEAR(play.t().cue.vehicle.acceleration.z(), 0.0, 1e-9) << other << ", tick " << i;
      }
    }
    EXPECT_LT(play.highest, 0.003);
  }
}

TEST(OperatorManoeuvre, AChangeOfTuningMeanwhileIsGoneOverTo) {
  Play play;
  play.ask(surge(8));
  play.go_on(1.5);
  play.ask("cueing", "preset=strong gain.surge=0.2");
  play.go_on(2.5);
  EXPECT_EQ(play.t().cue.tuning.preset, CuePreset::strong);
  EXPECT_EQ(play.state(), State::running);
  EXPECT_NEAR(play.time(), 4.0, 0.1);
  EXPECT_LT(play.largest_step, 4e-4);
}

/// The thread that plays it hangs.
TEST(OperatorManoeuvre, SilenceStopsItAndItIsOver) {
  Play play;
  play.ask(surge(8));
  play.go_on(2);
  for (int i = 0; i < 3000; ++i) {
    play.clock.advance(1ms);
    play.platform->step(play.clock.now());
  }
  play.run(1);
  play.before = play.t().commanded.pose;
  EXPECT_EQ(play.state(), State::ready);
  EXPECT_EQ(play.replies.at(0).result, Result::failed);
  play.go_on(3);
  EXPECT_EQ(play.state(), State::ready) << "it does not begin again by itself";
  EXPECT_LT(play.largest_step, 4e-4);
}

TEST(OperatorManoeuvre, NotWhileAHostDrives) {
  Play play;
  static const Contract host{.lease = LeaseRule::after_answer, .lease_time = 1000s};
  ASSERT_TRUE(play.platform->add_inbox().request({.tag = 1,
                                                  .driver = {2, 0x7F000001, 10010},
                                                  .arrival = play.clock.now(),
                                                  .contract = &host,
                                                  .act = 1,
                                                  .what = MoveTo{{0, 0, 0.1, 0, 0, 0}, {}, kXyzConvention}}));
  play.go_on(0.2);
  play.ask(surge(4));
  play.go_on(0.1);
  ASSERT_EQ(play.replies.size(), 1u);
  EXPECT_EQ(play.replies[0].code, Refusal::other_driver);
  EXPECT_FALSE(play.desk->manoeuvre());
}

}  // namespace
}  // namespace hexad::inline operation
