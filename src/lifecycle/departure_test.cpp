#include "lifecycle/departure.hpp"

#include <gtest/gtest.h>

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;

/// `over`: as the core says it, when nothing of the exit is left to wait for (its own tests say when that is).
Telemetry snapshot(State state, std::uint64_t tick, bool over = false) {
  Telemetry telemetry;
  telemetry.state = state;
  telemetry.zeroed = state != State::init && state != State::powered_up;
  telemetry.exit_over = over;
  telemetry.tick = tick;
  return telemetry;
}

constexpr TimePoint kNow{10s};

TEST(Departure, DoesNotBeginByItself) {
  Departure departure;
  EXPECT_FALSE(departure.begun());
  EXPECT_FALSE(departure.complete(snapshot(State::powered_up, 5), kNow));
}

TEST(Departure, TheFirstSignalAsksForTheDescentAndWaitsForTheCoreToSayThatItIsOver) {
  Departure departure;
  EXPECT_EQ(departure.signal(snapshot(State::running, 100), kNow), Control::exit);
  for (const State state :
       {State::running, State::stopping, State::to_neutral, State::descending, State::ready, State::holding})
    EXPECT_FALSE(departure.complete(snapshot(state, 5000), kNow + 10s)) << to_string(state);
  EXPECT_TRUE(departure.complete(snapshot(State::origin, 5000, true), kNow + 10s));
}

TEST(Departure, RuleTwentyNine_APlatformThatWasStoppedOnItsWayDownStaysWhereItIs) {
  for (const State state : {State::ready, State::holding, State::fault, State::emergency}) {
    Departure departure;
    departure.signal(snapshot(State::running, 100), kNow);
    EXPECT_TRUE(departure.complete(snapshot(state, 2400, true), kNow + 2400ms)) << to_string(state);
    EXPECT_TRUE(Departure::stays_raised(snapshot(state, 2400, true)));
  }
  EXPECT_FALSE(Departure::stays_raised(snapshot(State::origin, 1)));
  EXPECT_FALSE(Departure::stays_raised(snapshot(State::powered_up, 1))) << "nobody knows";
}

TEST(Departure, RuleTwentyNine_WhatTakesLongerThanAnyDescentIsStoppedAndLeft) {
  Departure departure{25s};
  departure.signal(snapshot(State::running, 100), kNow);
  EXPECT_EQ(departure.overdue(snapshot(State::descending, 24'000), kNow + 24'900ms), std::nullopt);
  EXPECT_EQ(departure.overdue(snapshot(State::descending, 25'000), kNow + 25s), Control::stop);
  EXPECT_EQ(departure.overdue(snapshot(State::stopping, 25'100), kNow + 25'100ms), std::nullopt) << "once";
  EXPECT_FALSE(departure.complete(snapshot(State::stopping, 25'100), kNow + 25'100ms));
  EXPECT_TRUE(departure.complete(snapshot(State::descending, 28'000), kNow + 28s)) << "whatever it does";
}

TEST(Departure, EndsAtOnceWhereThereIsNothingToLower) {
  for (const State state : {State::init, State::powered_up, State::fault, State::emergency, State::origin}) {
    Departure departure;
    departure.signal(snapshot(state, 100), kNow);
    EXPECT_FALSE(departure.complete(snapshot(state, 101, true), kNow)) << "the core may not have seen it yet";
    EXPECT_TRUE(departure.complete(snapshot(state, 102, true), kNow)) << to_string(state);
  }
}

TEST(Departure, TheSecondSignalOnlyStops) {
  Departure departure;
  departure.signal(snapshot(State::descending, 100), kNow);
  EXPECT_EQ(departure.signal(snapshot(State::descending, 200), kNow), Control::stop);
  EXPECT_FALSE(departure.complete(snapshot(State::stopping, 300), kNow + 100ms));
  EXPECT_TRUE(departure.complete(snapshot(State::ready, 300, true), kNow + 100ms));
  EXPECT_TRUE(departure.complete(snapshot(State::stopping, 300), kNow + 3s))
      << "and waits for no more than that";
}

TEST(Departure, TheThirdSignalWaitsForNothing) {
  Departure departure;
  for (int i = 0; i < 3; ++i) departure.signal(snapshot(State::descending, 100), kNow);
  EXPECT_TRUE(departure.complete(snapshot(State::descending, 100), kNow));
}

}  // namespace
}  // namespace hexad::runtime
