#include "lifecycle/transitions.hpp"

#include <gtest/gtest.h>

#include <set>

namespace hexad::lifecycle {
namespace {

using enum State;
using T = Trigger;

Life in(State state, bool zeroed = true) {
  Life life;
  life.state = state;
  life.zeroed = zeroed;
  return life;
}
State after(const Life& life, Trigger trigger) {
  return next(life, trigger).value_or(Life{init, init, {}, false}).state;
}

TEST(Transitions, EmergencyIsLegalFromEveryOtherState) {
  for (std::size_t i = 0; i < kStates; ++i) {
    const auto state = static_cast<State>(i);
    if (state == emergency) continue;
    EXPECT_EQ(after(in(state), T::emergency), emergency) << to_string(state);
  }
}

TEST(Transitions, EmergencyAndFaultAreLeftOnlyByResetOrPowerUp) {
  for (std::size_t i = 0; i < kTriggers; ++i) {
    const auto trigger = static_cast<Trigger>(i);
    const bool opens_fault = trigger == T::reset || trigger == T::power_up || trigger == T::emergency;
    EXPECT_EQ(next(in(fault), trigger).has_value(), opens_fault) << to_string(trigger);
    EXPECT_EQ(next(in(emergency), trigger).has_value(), trigger == T::reset) << to_string(trigger);
  }
}

TEST(Transitions, ResetGoesToPowerUpNotZeroed) {
  EXPECT_EQ(next(in(fault), T::reset)->state, powered_up);
  EXPECT_FALSE(next(in(fault), T::reset)->zeroed);
  EXPECT_FALSE(next(in(emergency), T::reset)->zeroed);
}

TEST(Transitions, ZeroingIsTheOnlyWayToZeroedLegs) {
  for (const Move& move : moves()) {
    const Life life = in(move.from, false);
    const auto result = next(life, move.trigger);
    EXPECT_TRUE(!result || !result->zeroed || move.trigger == T::found_bottom) << to_string(move.trigger);
  }
}

TEST(Transitions, AFaultInMotionStopsUnderControlFirst) {
  for (const State state : {zeroing, ascending, running, to_neutral, descending, manual}) {
    const Life stopped = *next(in(state), T::fault);
    EXPECT_EQ(stopped.state, stopping) << to_string(state);
    EXPECT_EQ(stopped.after, After::fault);
    EXPECT_EQ(stopped.before, state);
    EXPECT_EQ(after(stopped, T::standstill), fault);
  }
  for (const State state : {powered_up, origin, ready, holding}) EXPECT_EQ(after(in(state), T::fault), fault);
}

TEST(Transitions, AHoldIsResumedToWhatItWas) {
  for (const State state : {ascending, running, to_neutral, descending}) {
    const Life slowing = *next(in(state), T::hold);
    EXPECT_EQ(slowing.after, After::holding);
    const Life held = *next(slowing, T::standstill);
    EXPECT_EQ(held.state, holding);
    EXPECT_EQ(after(held, T::resume), state);
  }
}

TEST(Transitions, AStopWhileSlowingForAHoldEndsReady) {
  const Life slowing = *next(in(running), T::hold);
  const Life stopped = *next(slowing, T::stop);
  EXPECT_EQ(after(stopped, T::standstill), ready);
}

TEST(Transitions, ZeroingThatIsStoppedOrHeldIsPoweredUpAgain) {
  for (const T trigger : {T::stop, T::hold}) {
    const Life slowing = *next(in(zeroing, false), trigger);
    EXPECT_EQ(after(slowing, T::standstill), powered_up);
  }
}

TEST(Transitions, ManualEndsReadyOnlyWhenZeroed) {
  EXPECT_EQ(after(in(manual, true), T::arrived), ready);
  EXPECT_EQ(after(in(manual, false), T::arrived), powered_up);
  const Life stopped = *next(in(manual, false), T::stop);
  EXPECT_EQ(after(stopped, T::standstill), powered_up);
}

TEST(Transitions, PowerUpIsLegalFromAnyStateButInitAndEmergency) {
  for (std::size_t i = 0; i < kStates; ++i) {
    const auto state = static_cast<State>(i);
    Life life = in(state);
    if (state == stopping) life.after = After::ready;
    EXPECT_EQ(next(life, T::power_up).has_value(), state != init && state != emergency) << to_string(state);
  }
}

TEST(Transitions, EveryMoveOfTheTableIsTheOneNextTakes) {
  for (const Move& move : moves()) {
    Life life = in(move.from);
    life.after = move.after;
    const auto result = next(life, move.trigger);
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(move.trigger == T::resume || result->state == move.to) << to_string(move.from);
  }
}

TEST(Transitions, NoMoveStandsTwice) {
  std::set<std::tuple<State, Trigger, After>> seen;
  for (const Move& move : moves()) EXPECT_TRUE(seen.insert({move.from, move.trigger, move.after}).second);
}

TEST(Goals, RunFromPowerUpIsZeroRaiseRun) {
  EXPECT_EQ(toward(in(powered_up, false), Goal::run, false, false), T::zero);
  EXPECT_EQ(toward(in(zeroing, false), Goal::run, false, false), std::nullopt);
  EXPECT_EQ(toward(in(origin), Goal::run, true, false), T::raise);
  EXPECT_EQ(toward(in(ready), Goal::run, true, true), T::run);
  EXPECT_EQ(toward(in(running), Goal::run, true, true), std::nullopt);
}

TEST(Goals, ADescentSkipsNeutralOnlyFromALevelPose) {
  EXPECT_EQ(toward(in(running), Goal::descend, false, false), T::descend);
  EXPECT_EQ(toward(in(ready), Goal::descend, true, false), T::level_descend);
  EXPECT_EQ(toward(in(origin), Goal::descend, true, false), std::nullopt);
}

TEST(Goals, AHeldRaiseRunsByWayOfNeutral) {
  Life life = in(holding);
  life.before = ascending;
  EXPECT_EQ(toward(life, Goal::run, false, false), T::neutral);
  life.before = running;
  EXPECT_EQ(toward(life, Goal::run, false, false), T::run);
}

TEST(Goals, ZeroFromARaisedPlatformGoesDownFirst) {
  EXPECT_EQ(toward(in(ready), Goal::zero, false, false), T::descend);
  EXPECT_EQ(toward(in(origin), Goal::zero, true, false), T::zero);
}

}  // namespace
}  // namespace hexad::lifecycle
