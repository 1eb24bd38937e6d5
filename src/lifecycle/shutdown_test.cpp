#include "lifecycle/shutdown.hpp"

#include <gtest/gtest.h>

namespace hexad::lifecycle {
namespace {

using namespace std::chrono_literals;

/// `over`: as the core says it, when nothing of the exit is left to wait for (its own tests say when that
/// is).
Telemetry snapshot(State state, std::uint64_t tick, bool over = false) {
  Telemetry telemetry;
  telemetry.state = state;
  telemetry.zeroed = state != State::init && state != State::powered_up;
  telemetry.exit_over = over;
  telemetry.tick = tick;
  return telemetry;
}

constexpr TimePoint kNow{10s};

TEST(Shutdown, DoesNotBeginByItself) {
  Shutdown shutdown;
  EXPECT_FALSE(shutdown.begun());
  EXPECT_FALSE(shutdown.complete(snapshot(State::powered_up, 5), kNow));
}

TEST(Shutdown, TheFirstSignalAsksForTheDescentAndWaitsForTheCoreToSayThatItIsOver) {
  Shutdown shutdown;
  EXPECT_EQ(shutdown.signal(snapshot(State::running, 100), kNow), Control::exit);
  for (const State state :
       {State::running, State::stopping, State::to_neutral, State::descending, State::ready, State::holding})
    EXPECT_FALSE(shutdown.complete(snapshot(state, 5000), kNow + 10s)) << to_string(state);
  EXPECT_TRUE(shutdown.complete(snapshot(State::origin, 5000, true), kNow + 10s));
}

TEST(Shutdown, Rule29_APlatformThatWasStoppedOnItsWayDownStaysWhereItIs) {
  for (const State state : {State::ready, State::holding, State::fault, State::emergency}) {
    Shutdown shutdown;
    shutdown.signal(snapshot(State::running, 100), kNow);
    EXPECT_TRUE(shutdown.complete(snapshot(state, 2400, true), kNow + 2400ms)) << to_string(state);
    EXPECT_TRUE(shutdown.stays_raised(snapshot(state, 2400, true)));
    EXPECT_FALSE(shutdown.stays_raised(snapshot(State::origin, 2400, true)));
    EXPECT_TRUE(shutdown.stays_raised(snapshot(State::powered_up, 2400, true))) << "its zero was forgotten";
  }
  Shutdown shutdown;
  shutdown.signal(snapshot(State::powered_up, 100), kNow);
  EXPECT_FALSE(shutdown.stays_raised(snapshot(State::powered_up, 102, true))) << "nobody knows";
}

TEST(Shutdown, Rule29_WhatTakesLongerThanAnyDescentIsStoppedAndLeft) {
  Shutdown shutdown{25s};
  shutdown.signal(snapshot(State::running, 100), kNow);
  EXPECT_EQ(shutdown.overdue(snapshot(State::descending, 24'000), kNow + 24'900ms), std::nullopt);
  EXPECT_EQ(shutdown.overdue(snapshot(State::descending, 25'000), kNow + 25s), Control::stop);
  EXPECT_EQ(shutdown.overdue(snapshot(State::stopping, 25'100), kNow + 25'100ms), std::nullopt) << "once";
  EXPECT_FALSE(shutdown.complete(snapshot(State::stopping, 25'100), kNow + 25'100ms));
  EXPECT_TRUE(shutdown.complete(snapshot(State::descending, 28'000), kNow + 28s)) << "whatever it does";
}

TEST(Shutdown, EndsAtOnceWhereThereIsNothingToLower) {
  for (const State state : {State::init, State::powered_up, State::fault, State::emergency, State::origin}) {
    Shutdown shutdown;
    shutdown.signal(snapshot(state, 100), kNow);
    EXPECT_FALSE(shutdown.complete(snapshot(state, 101, true), kNow)) << "the core may not have seen it yet";
    EXPECT_TRUE(shutdown.complete(snapshot(state, 102, true), kNow)) << to_string(state);
  }
}

TEST(Shutdown, TheSecondSignalOnlyStops) {
  Shutdown shutdown;
  shutdown.signal(snapshot(State::descending, 100), kNow);
  EXPECT_EQ(shutdown.signal(snapshot(State::descending, 200), kNow), Control::stop);
  EXPECT_FALSE(shutdown.complete(snapshot(State::stopping, 300), kNow + 100ms));
  EXPECT_TRUE(shutdown.complete(snapshot(State::ready, 300, true), kNow + 100ms));
  EXPECT_TRUE(shutdown.complete(snapshot(State::stopping, 300), kNow + 3s))
      << "and waits for no more than that";
}

TEST(Shutdown, TheThirdSignalWaitsForNothing) {
  Shutdown shutdown;
  for (int i = 0; i < 3; ++i) shutdown.signal(snapshot(State::descending, 100), kNow);
  EXPECT_TRUE(shutdown.complete(snapshot(State::descending, 100), kNow));
}

}  // namespace
}  // namespace hexad::lifecycle
