// Is the reason of a refusal true? lifecycle::admit() is asked in situations of every kind, also in those the
// core never comes to, and what it says is held against a second opinion that shares no code with it.

#include <algorithm>
#include <map>
#include <random>

#include "core/bench.hpp"
#include "drill/contracts.hpp"
#include "lifecycle/admit.hpp"
#include "protocols/telemetry/contract.hpp"

namespace hexad::testing {
namespace {

using lifecycle::Ask;
using lifecycle::Asker;

constexpr Contract kGame = protocols::telemetry::contract_with(std::chrono::milliseconds{200});
constexpr Contract kPlain;

struct Who {
  const char* name;
  Endpoint endpoint;
  const Contract* contract;
};
const Who kWho[]{{"operator", kDesk, &kOperator},
                 {"mdof", kTextHost, &kOneAtATime},
                 {"mdof that brings up", kTextHost, &kBringUpAll},
                 {"darren", kStreamHost, &kStreaming},
                 {"motus", {4, 1, 1}, &drill::kMotusStrict},
                 {"motus that brings up", {4, 1, 1}, &drill::kMotusAutomatic},
                 {"a game", {5, 1, 1}, &kGame},
                 {"a plain host", {6, 1, 1}, &kPlain},
                 {"nobody in particular", {}, &kOneAtATime}};

constexpr State kMoving[]{State::zeroing,    State::ascending, State::running, State::to_neutral,
                          State::descending, State::stopping,  State::manual};

bool moving(const Situation& s) {
  return std::find(std::begin(kMoving), std::end(kMoving), s.state) != std::end(kMoving);
}
bool paused(const Situation& s) {
  return s.state == State::holding || (s.state == State::stopping && s.after == After::holding);
}
bool down(const Situation& s) {
  return s.state == State::origin || (s.state == State::powered_up && s.at_bottom);
}

/// What must be so where this reason is given; a reason that is not here is none.
bool is_true(Refusal reason, const Situation& s, const Contract& contract, const Asker& asker, Ask ask) {
  const bool host = !contract.is_operator;
  const bool another = s.driver && asker.endpoint && s.driver != asker.endpoint;
  switch (reason) {
    case Refusal::initialising:
      return s.state == State::init;
    case Refusal::emergency:
      return s.state == State::emergency;
    case Refusal::fault:
      return s.fault || s.state == State::fault;
    case Refusal::not_enabled:
      return !s.enabled;
    case Refusal::drives_missing:
      return s.drives_missing;
    case Refusal::barred:
      return s.barred && host;
    case Refusal::disarmed:
      return !asker.armed;
    case Refusal::paused:
    case Refusal::already_held:
      return paused(s);
    case Refusal::moving:
      return !paused(s) && (moving(s) || s.busy);
    case Refusal::other_driver:
      return another;
    case Refusal::other_driver_paused:
      return another && paused(s);
    case Refusal::not_zeroed:
      return !s.zeroed;
    case Refusal::at_bottom:
      return down(s);
    case Refusal::not_raised:
      return !down(s) && s.zeroed && (s.state == State::powered_up || s.led);
    case Refusal::nothing_to_do:  // standing, where this does not follow; or stopping anyway
      switch (ask) {
        case Ask::disable:
          return s.state != State::powered_up;
        case Ask::adopt:
          return !moving(s) && !down(s) && (s.zeroed || s.state != State::powered_up);
        case Ask::raise:
          return s.state == State::ready && !s.at_neutral;
        case Ask::hold:
          return s.state == State::stopping && !paused(s);
        default:
          return false;
      }
    case Refusal::shutting_down:
      return s.exiting;
    case Refusal::calibration:
      return !s.trusted;
    case Refusal::held_by_other:
      return paused(s) && host &&
             (s.held_by != asker.endpoint || s.hold == HoldBy::by_operator || s.hold == HoldBy::nobody);
    case Refusal::operators_only:
      return host;
    case Refusal::already_neutral:
      return s.state == State::ready && s.at_neutral && !s.busy;
    case Refusal::already_down:
      return down(s) && !s.busy;
    case Refusal::already_taken:
      return s.taken;
    case Refusal::nothing_moves:
      return !moving(s) && !paused(s);
    case Refusal::nothing_held:
      return !paused(s);
    case Refusal::nothing_to_reset:
      return s.state != State::fault && s.state != State::emergency;
    default:
      return false;
  }
}

/// By chance, but for what is given: flags mostly as they are on a platform that works, so that late rules
/// are reached, too.
Situation situation(std::mt19937& random, State state, After after, HoldBy hold, const Endpoint& driver,
                    const Endpoint& held_by) {
  const auto rarely = [&] { return random() % 12 == 0; };
  const auto maybe = [&] { return random() % 2 == 0; };
  Situation s;
  s.state = state;
  s.before = static_cast<State>(random() % kStates);
  s.after = after;
  s.hold = hold;
  s.driver = driver;
  s.held_by = held_by;
  s.frozen_driver = maybe() ? held_by : driver;
  s.released_by_driver = maybe();
  s.released_by_holder = maybe();
  s.zeroed = !rarely();
  s.at_bottom = maybe();
  s.at_neutral = maybe();
  s.busy = maybe();
  s.enabled = !rarely();
  s.drives_missing = rarely();
  s.led = rarely();
  s.exiting = rarely();
  s.trusted = !rarely();
  s.barred = rarely();
  s.taken = rarely();
  s.emergency_asserted = maybe();
  if (rarely()) s.fault.kind = FaultKind::following_error;
  return s;
}

TEST(Reasons, Rule8_AreTrueInEverySituation) {
  std::mt19937 random{14};
  std::map<Refusal, int> given;
  int lies = 0;
  const auto look = [&](const Situation& s, const Who& who) {
    const Asker asker{who.endpoint, random() % 8 != 0, random() % 8 != 0};
    for (std::size_t i = 0; i < lifecycle::kAsks; ++i) {
      const Ask ask = static_cast<Ask>(i);
      const lifecycle::Verdict verdict = lifecycle::admit(s, *who.contract, asker, ask);
      if (verdict.acts()) continue;
      ++given[verdict.refusal];
      if (is_true(verdict.refusal, s, *who.contract, asker, ask)) continue;
      if (++lies > 20) return;
      ADD_FAILURE() << who.name << " asks for " << lifecycle::to_string(ask) << " in " << to_string(s.state)
                    << " and is told \"" << to_string(verdict.refusal) << "\" (after "
                    << static_cast<int>(s.after) << ", hold " << static_cast<int>(s.hold) << ", busy "
                    << s.busy << ", zeroed " << s.zeroed << ", bottom " << s.at_bottom << ", driver "
                    << static_cast<bool>(s.driver) << ", led " << s.led << ")";
    }
  };
  for (std::size_t state = 0; state < kStates; ++state) {
    for (int after = 0; after <= static_cast<int>(After::descending); ++after) {
      for (int hold = 0; hold <= static_cast<int>(HoldBy::lost); ++hold) {
        for (const Who& who : kWho) {
          Endpoint same = who.endpoint;
          ++same.port;
          const Endpoint others[]{{}, who.endpoint, same, {3, 1, 1}, kDesk};
          for (const Endpoint& driver : others) {
            for (const Endpoint& held_by : others)
              look(situation(random, static_cast<State>(state), static_cast<After>(after),
                             static_cast<HoldBy>(hold), driver, held_by),
                   who);
          }
        }
      }
    }
  }
  EXPECT_EQ(given.size(), 26u) << "every reason admit() can give, each of them more than once";
}

/// Motus decision 3, and what a game may do: beside what everybody may.
TEST(Reasons, OfHostsThatMayLess) {
  Situation s;
  s.zeroed = s.enabled = true;
  const auto told = [&](const Contract& contract, State state, Ask ask) {
    s.state = state;
    return lifecycle::admit(s, contract, {{4, 1, 1}}, ask).refusal;
  };
  const Contract& motus = drill::kMotusStrict;
  const Contract& brings_up = drill::kMotusAutomatic;
  EXPECT_EQ(told(motus, State::powered_up, Ask::program), Refusal::not_raised) << "a zero kept over a fault";
  EXPECT_EQ(told(motus, State::powered_up, Ask::neutral), Refusal::none);
  EXPECT_EQ(told(motus, State::powered_up, Ask::descend), Refusal::none);
  EXPECT_EQ(told(motus, State::descending, Ask::program), Refusal::moving);
  EXPECT_EQ(told(motus, State::descending, Ask::run), Refusal::none) << "turns round";
  EXPECT_EQ(told(motus, State::zeroing, Ask::descend), Refusal::moving);
  EXPECT_EQ(told(motus, State::running, Ask::zero), Refusal::moving);
  EXPECT_EQ(told(brings_up, State::running, Ask::zero), Refusal::moving);
  EXPECT_EQ(told(kBringUpAll, State::ready, Ask::zero), Refusal::none);
  for (const State up : {State::ready, State::running, State::to_neutral})
    for (const Contract* contract : {&motus, &brings_up})
      EXPECT_NE(told(*contract, up, Ask::raise), Refusal::none) << to_string(up);
  for (const State below : {State::powered_up, State::origin, State::zeroing, State::descending})
    EXPECT_EQ(told(motus, below, Ask::raise), Refusal::none) << to_string(below);
  s.zeroed = false;
  EXPECT_EQ(told(motus, State::powered_up, Ask::raise), Refusal::not_zeroed);
  EXPECT_EQ(told(brings_up, State::powered_up, Ask::raise), Refusal::none);
  s.zeroed = true;

  EXPECT_EQ(told(kGame, State::ready, Ask::run), Refusal::none);
  EXPECT_EQ(told(kGame, State::origin, Ask::run), Refusal::at_bottom);
  EXPECT_EQ(told(kGame, State::powered_up, Ask::run), Refusal::not_raised);
  for (const State moves : kMoving) EXPECT_EQ(told(kGame, moves, Ask::run), Refusal::moving);
  s.driver = {4, 1, 1};
  EXPECT_EQ(told(kGame, State::running, Ask::program), Refusal::none) << "its own stream goes on";
  s.driver = {};
  s.hold = HoldBy::lost;
  EXPECT_EQ(told(kGame, State::holding, Ask::run), Refusal::none) << "it fell silent, and is back";
  s.hold = HoldBy::host;
  s.held_by = {4, 1, 1};
  EXPECT_EQ(told(kGame, State::holding, Ask::run), Refusal::paused);
  EXPECT_EQ(told(kGame, State::holding, Ask::resume), Refusal::none) << "out of a menu";
  s.barred = true;
  EXPECT_EQ(told(kGame, State::holding, Ask::resume), Refusal::barred);
  s.barred = false;
  s.driver = kDesk;
  EXPECT_EQ(told(kGame, State::holding, Ask::resume), Refusal::other_driver) << "the operator took control";
}

}  // namespace
}  // namespace hexad::testing
