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
    const bool opens_fault = trigger == T::reset || trigger == T::reset_zeroed || trigger == T::power_up ||
                             trigger == T::emergency;
    EXPECT_EQ(next(in(fault), trigger).has_value(), opens_fault) << to_string(trigger);
    EXPECT_EQ(next(in(emergency), trigger).has_value(), trigger == T::reset) << to_string(trigger);
  }
}

TEST(Transitions, Rule18_OnlyAResetThatKeepsTheZeroKeepsIt) {
  EXPECT_EQ(next(in(fault), T::reset_zeroed)->state, powered_up);
  EXPECT_TRUE(next(in(fault), T::reset_zeroed)->zeroed);
  EXPECT_FALSE(next(in(fault, false), T::reset_zeroed)->zeroed);
  EXPECT_FALSE(next(in(fault), T::power_up)->zeroed);
  // A hold or a stop before a motion has begun leaves a kept zero alone; going back to power-up does not.
  const Life held = *next(*next(in(powered_up), T::hold), T::standstill);
  EXPECT_TRUE(next(held, T::resume)->zeroed);
  EXPECT_TRUE(next(held, T::stop)->zeroed);
  EXPECT_EQ(after(held, T::stop), powered_up);
  EXPECT_FALSE(next(*next(in(powered_up), T::power_up), T::standstill)->zeroed);
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
    const bool begins =
        move.trigger == T::begin_zeroed || move.trigger == T::begin_raised || move.trigger == T::homed;
    EXPECT_TRUE(!result || !result->zeroed || move.trigger == T::found_bottom || begins)
        << to_string(move.trigger);
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
  for (const State state : {zeroing, ascending, running, to_neutral, descending, ready, origin}) {
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

TEST(Transitions, ZeroingThatIsStoppedIsPoweredUpAgain) {
  EXPECT_EQ(after(*next(in(zeroing, false), T::stop), T::standstill), powered_up);
  const Life held = *next(*next(in(zeroing, false), T::hold), T::standstill);
  EXPECT_EQ(held.state, holding);
  EXPECT_EQ(after(held, T::stop), powered_up);
}

TEST(Transitions, Rule16_TurningRoundGoesThroughStopping) {
  const Life down = *next(in(ascending), T::turn_down);
  EXPECT_EQ(down.state, stopping);
  EXPECT_EQ(after(down, T::standstill), descending);
  const Life up = *next(in(descending), T::turn_up);
  EXPECT_EQ(after(up, T::standstill), ascending);
  for (const Life& turning : {down, up}) {
    EXPECT_EQ(after(*next(turning, T::stop), T::standstill), ready);
    const Life held = *next(*next(turning, T::hold), T::standstill);
    EXPECT_EQ(after(held, T::resume), turning.after == After::descending ? descending : ascending);
  }
}

TEST(Transitions, Rule27_AFaultThatIsBeingStoppedIsNotReset) {
  const Life stopped = *next(in(running), T::fault);
  for (const T trigger : {T::reset, T::reset_zeroed, T::power_up, T::stop, T::hold})
    EXPECT_FALSE(next(stopped, trigger)) << to_string(trigger);
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

TEST(Transitions, Rule1_EveryMoveOfTheTableIsTheOneNextTakes) {
  for (const Move& move : moves()) {
    Life life = in(move.from);
    life.after = move.after;
    const auto result = next(life, move.trigger);
    ASSERT_TRUE(result.has_value());
    const bool as_it_stood = move.trigger == T::resume || (move.from == holding && move.trigger == T::stop);
    EXPECT_TRUE(as_it_stood || result->state == move.to) << to_string(move.from);
  }
}

TEST(Transitions, NoMoveStandsTwice) {
  std::set<std::tuple<State, Trigger, After>> seen;
  for (const Move& move : moves()) EXPECT_TRUE(seen.insert({move.from, move.trigger, move.after}).second);
}

constexpr Place kTilted{};
constexpr Place kLevel{.level = true};
constexpr Place kNeutral{.level = true, .at_neutral = true};
constexpr Place kBottom{.level = true, .at_bottom = true};

TEST(Goals, RunFromPowerUpIsZeroRaiseRun) {
  EXPECT_EQ(toward(in(powered_up, false), Goal::run, kTilted), T::zero);
  EXPECT_EQ(toward(in(zeroing, false), Goal::run, kTilted), std::nullopt);
  EXPECT_EQ(toward(in(origin), Goal::run, kLevel), T::raise);
  EXPECT_EQ(toward(in(ready), Goal::run, kNeutral), T::run);
  EXPECT_EQ(toward(in(running), Goal::run, kNeutral), std::nullopt);
}

TEST(Goals, ADescentSkipsNeutralOnlyFromALevelPose) {
  EXPECT_EQ(toward(in(running), Goal::descend, kTilted), T::descend);
  EXPECT_EQ(toward(in(ready), Goal::descend, kLevel), T::level_descend);
  EXPECT_EQ(toward(in(origin), Goal::descend, kLevel), std::nullopt);
}

TEST(Goals, Rule16_AHeldRaiseOrLoweringRunsByGoingUpFirst) {
  Life life = in(holding);
  for (const State before : {ascending, descending}) {
    life.before = before;
    EXPECT_EQ(toward(life, Goal::run, kLevel), T::raise);
    EXPECT_EQ(toward(life, Goal::neutral, kLevel), T::raise);
    EXPECT_EQ(toward(life, Goal::descend, kLevel), T::level_descend);
  }
  life.before = to_neutral;
  EXPECT_EQ(toward(life, Goal::run, kTilted), T::neutral);
  life.before = running;
  EXPECT_EQ(toward(life, Goal::run, kTilted), T::run);
}

TEST(Goals, Rule16_WhoPressesDownWantsDownNow) {
  EXPECT_EQ(toward(in(ascending), Goal::descend, kTilted), T::turn_down);
  EXPECT_EQ(toward(in(descending), Goal::neutral, kTilted), T::turn_up);
  EXPECT_EQ(toward(in(descending), Goal::run, kTilted), T::turn_up);
  EXPECT_EQ(toward(in(ascending), Goal::zero, kTilted), std::nullopt) << "when the rise has ended";
  EXPECT_EQ(toward(in(to_neutral), Goal::descend, kTilted), std::nullopt);
}

TEST(Goals, ZeroFromARaisedPlatformGoesDownFirst) {
  EXPECT_EQ(toward(in(ready), Goal::zero, kTilted), T::descend);
  EXPECT_EQ(toward(in(origin), Goal::zero, kLevel), T::zero);
}

TEST(Goals, Rule18_AKeptZeroLeadsByNeutralFromAboveAndAsFromOriginAtTheBottom) {
  EXPECT_EQ(toward(in(powered_up), Goal::program, kTilted), T::neutral);
  EXPECT_EQ(toward(in(powered_up), Goal::descend, kTilted), T::descend);
  EXPECT_EQ(toward(in(powered_up), Goal::zero, kLevel), T::level_descend);
  EXPECT_EQ(toward(in(powered_up), Goal::run, kBottom), T::raise);
  EXPECT_EQ(toward(in(powered_up), Goal::zero, kBottom), T::zero);
  EXPECT_EQ(toward(in(ready), Goal::program, Place{.recovering = true}), T::neutral);
}

}  // namespace
}  // namespace hexad::lifecycle
