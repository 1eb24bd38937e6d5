#include "runtime/departure.hpp"

#include <gtest/gtest.h>

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;

Telemetry snapshot(State state, std::uint64_t tick) {
  Telemetry telemetry;
  telemetry.state = state;
  telemetry.tick = tick;
  return telemetry;
}

constexpr TimePoint kNow{10s};

TEST(Departure, DoesNotBeginByItself) {
  const Departure departure;
  EXPECT_FALSE(departure.begun());
  EXPECT_FALSE(departure.complete(snapshot(State::powered_up, 5), kNow));
}

TEST(Departure, TheFirstSignalAsksForTheDescentAndWaitsForTheBottom) {
  Departure departure;
  EXPECT_EQ(departure.signal(snapshot(State::running, 100), kNow), Control::exit);
  for (const State state :
       {State::running, State::stopping, State::to_neutral, State::descending, State::ready, State::holding})
    EXPECT_FALSE(departure.complete(snapshot(state, 5000), kNow + 60s)) << to_string(state);
  EXPECT_TRUE(departure.complete(snapshot(State::origin, 5000), kNow + 60s));
}

TEST(Departure, EndsAtOnceWhereThereIsNothingToLower) {
  for (const State state : {State::init, State::powered_up, State::fault, State::emergency, State::origin}) {
    Departure departure;
    departure.signal(snapshot(state, 100), kNow);
    EXPECT_FALSE(departure.complete(snapshot(state, 101), kNow)) << "the core may not have seen it yet";
    EXPECT_TRUE(departure.complete(snapshot(state, 102), kNow)) << to_string(state);
  }
}

TEST(Departure, TheSecondSignalOnlyStops) {
  Departure departure;
  departure.signal(snapshot(State::descending, 100), kNow);
  EXPECT_EQ(departure.signal(snapshot(State::descending, 200), kNow), Control::stop);
  EXPECT_FALSE(departure.complete(snapshot(State::stopping, 300), kNow + 100ms));
  EXPECT_TRUE(departure.complete(snapshot(State::ready, 300), kNow + 100ms));
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
