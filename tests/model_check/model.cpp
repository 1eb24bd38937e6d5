#include "model.h"

#include <optional>

#include "lifecycle/admit.hpp"
#include "lifecycle/transitions.hpp"
#include "protocols/darren/contract.hpp"
#include "protocols/mdof/contract.hpp"

namespace {

using namespace hexad;
using lifecycle::Ask;
using lifecycle::Goal;
using lifecycle::Life;
using lifecycle::Trigger;

template <class Enum>
unsigned char byte(Enum value) {
  return static_cast<unsigned char>(value);
}

State state_of(const Model& m) { return static_cast<State>(m.state); }
Goal goal_of(const Model& m) { return static_cast<Goal>(m.goal); }
HoldBy hold_of(const Model& m) { return static_cast<HoldBy>(m.hold); }
Life life_of(const Model& m) {
  return {state_of(m), static_cast<State>(m.before), static_cast<After>(m.after), m.zeroed != 0};
}
bool moving(const Model& m) { return lifecycle::is_moving(state_of(m)); }
bool paused(const Model& m) {
  return state_of(m) == State::holding ||
         (state_of(m) == State::stopping && static_cast<After>(m.after) == After::holding);
}
bool at_bottom(const Model& m) { return m.zeroed != 0 && !moving(m) && m.place == BOTTOM; }
bool at_neutral(const Model& m) { return !moving(m) && m.place == NEUTRAL; }

Endpoint endpoint_of(int who) {
  return who == NOBODY ? Endpoint{} : Endpoint{static_cast<ProtocolId>(who), 1, 1};
}
const Contract& contract_of(int who) {
  if (who == OPERATOR) return kOperatorContract;
  return who == SINGLE ? protocols::mdof::kBringsUp : protocols::darren::kContract;
}

Situation situation_of(const Model& m) {
  Situation s;
  s.state = state_of(m);
  s.before = static_cast<State>(m.before);
  s.after = static_cast<After>(m.after);
  s.zeroed = m.zeroed != 0;
  s.at_bottom = at_bottom(m);
  s.at_neutral = s.zeroed && at_neutral(m);
  s.busy = m.slot != SLOT_FREE || goal_of(m) != Goal::none;
  s.enabled = true;
  s.exiting = m.exiting != 0;
  s.barred = m.barred != 0;
  s.taken = m.taken != 0;
  s.emergency_asserted = m.asserted != 0;
  if (m.fault != 0) s.fault.kind = FaultKind::following_error;
  s.driver = endpoint_of(m.driver);
  s.hold = hold_of(m);
  s.held_by = endpoint_of(m.held_by);
  s.frozen_driver = endpoint_of(m.frozen_driver);
  s.released_by_driver = m.released != 0 && m.frozen_driver == STREAM;
  s.released_by_holder = m.released != 0 && m.held_by == STREAM;
  return s;
}

lifecycle::Verdict verdict_of(const Model& m, int who, Ask ask) {
  return lifecycle::admit(situation_of(m), contract_of(who),
                          {endpoint_of(who), who != STREAM || m.armed != 0}, ask);
}
bool may(const Model& m, int who, Ask ask) { return !verdict_of(m, who, ask).refused; }

// The core's small values, as it uses them (src/controller).
void finish(Model& m) {
  m.slot = SLOT_FREE;
  m.owner = NOBODY;
}
void finish_if_ending(Model& m) {
  if (m.slot == SLOT_ENDING) finish(m);
}
void end_at_standstill(Model& m) {
  if (m.slot == SLOT_UNDER_WAY) m.slot = SLOT_ENDING;
}
void drop_goal(Model& m) {
  m.goal = byte(Goal::none);
  m.order_pending = 0;
}
void release(Model& m) {
  m.driver = NOBODY;
  m.taken = 0;
}
void end_of_host(Model& m) {
  if (m.taken == 0) release(m);
}
void rearm(Model& m) {
  if (m.armed == 0) m.needs_change = 0;
  m.armed = 1;
}
void disarm_all(Model& m) {
  m.armed = 0;
  end_of_host(m);
}
void disarm(Model& m, int who) {
  if (who == STREAM) m.armed = 0;
  if (who != NOBODY && m.driver == who) end_of_host(m);
}
void bar(Model& m) {
  disarm_all(m);
  release(m);
  m.barred = 1;
}
void take_lease(Model& m, int who) {
  if (m.driver != NOBODY && m.driver != who) return;
  if (m.driver == NOBODY) m.taken = 0;
  m.driver = byte(who);
}
void clear_hold(Model& m) {
  m.hold = byte(HoldBy::nobody);
  m.held_by = m.frozen_driver = NOBODY;
  m.frozen_goal = byte(Goal::none);
  m.frozen_motion = m.resume_asked = m.released = 0;
}
void forget_silence(Model& m) { m.watched = m.lost = 0; }

void enter(Model& m, State from, Trigger trigger) {
  switch (state_of(m)) {
    case State::powered_up: {
      const bool locked = from == State::fault || from == State::emergency;
      m.recovering = trigger == Trigger::reset_zeroed;
      forget_silence(m);
      if (locked || trigger == Trigger::standstill) m.fault = 0;
      if (locked) m.goal = byte(Goal::none);
      return finish_if_ending(m);
    }
    case State::origin:
      m.recovering = 0;
      m.place = BOTTOM;
      return finish_if_ending(m);
    case State::ready:
      m.watched = 0;
      if (at_neutral(m)) m.recovering = 0;
      return trigger == Trigger::resume ? void() : finish_if_ending(m);
    case State::running:
      m.lost = 0;
      if (goal_of(m) == Goal::run || goal_of(m) == Goal::follow) finish(m);
      return drop_goal(m);
    case State::to_neutral:  // … or to where a descent may begin
      m.level_first = goal_of(m) == Goal::descend || goal_of(m) == Goal::zero;
      return;
    case State::holding:
      return finish_if_ending(m);
    case State::fault:
    case State::emergency:
      drop_goal(m);
      m.recovering = 0;
      forget_silence(m);
      finish(m);
      return disarm_all(m);
    default:
      return;
  }
}

bool fire(Model& m, Trigger trigger) {
  const auto life = lifecycle::next(life_of(m), trigger);
  if (!life) return false;
  const State from = state_of(m);
  const bool was_paused = paused(m);
  m.state = byte(life->state);
  m.before = byte(life->before);
  m.after = byte(life->after);
  m.zeroed = life->zeroed ? 1 : 0;
  const bool takes_away =
      trigger == Trigger::fault || trigger == Trigger::emergency || trigger == Trigger::power_up;
  if (was_paused && !paused(m) && hold_of(m) == HoldBy::by_operator && takes_away) bar(m);
  enter(m, from, trigger);
  if (was_paused && !paused(m)) clear_hold(m);
  return true;
}

void freeze(Model& m, HoldBy by, int held_by, int driver) {
  const unsigned char goal = m.goal;
  clear_hold(m);
  m.hold = byte(by);
  m.held_by = byte(held_by);
  m.frozen_driver = byte(driver);
  m.frozen_goal = goal;
  m.frozen_motion = 1;
  m.goal = byte(Goal::none);
}

void lose_host(Model& m, int driver) {
  m.watched = 0;
  if (paused(m)) return;
  if (fire(m, Trigger::host_lost) && paused(m)) return freeze(m, HoldBy::lost, driver, driver);
  if (moving(m)) return;
  drop_goal(m);
  finish(m);
}

void accept(Model& m, int who, Goal goal) {
  finish(m);
  if (who == OPERATOR) m.stopped = 0;
  m.slot = SLOT_UNDER_WAY;
  m.owner = byte(who);
  m.order_pending = 0;
  if (paused(m)) {
    m.frozen_goal = byte(Goal::none);
    m.frozen_motion = 0;
  }
  m.goal = byte(goal);
  take_lease(m, who);
  m.lost = 0;
}

void ask_go(Model& m, int who, Ask ask, Goal goal) {
  if (!may(m, who, ask)) return;
  if (ask == Ask::run && state_of(m) == State::running && goal_of(m) == Goal::none) return take_lease(m, who);
  accept(m, who, goal);
}

void ask_move(Model& m, int who) {
  if (!may(m, who, Ask::program)) return;
  accept(m, who, Goal::program);
  m.order_pending = 1;
  if (state_of(m) == State::running) drop_goal(m);
}

void ask_target(Model& m) {
  if (state_of(m) != State::running || goal_of(m) != Goal::none) return;
  if (m.slot != SLOT_FREE && m.owner != STREAM) return;
  if (!may(m, STREAM, Ask::program)) return;
  finish(m);
  take_lease(m, STREAM);
  m.watched = m.needs_change = 1;
}

void do_stop(Model& m, int who) {
  const bool by_operator = who == OPERATOR;
  if (by_operator) {
    bar(m);
  } else if (m.driver != who) {
    disarm(m, m.driver);
  }
  drop_goal(m);
  end_at_standstill(m);
  if (paused(m) && hold_of(m) == HoldBy::by_operator && !by_operator) {
    m.frozen_goal = byte(Goal::none);
    m.frozen_motion = 0;
  } else {
    fire(m, Trigger::stop);
  }
  if (!moving(m)) finish(m);
}

void do_hold(Model& m, int who) {
  const HoldBy by = who == OPERATOR ? HoldBy::by_operator : who == SINGLE ? HoldBy::pause : HoldBy::host;
  const int driver = m.driver;
  if (paused(m)) {
    m.resume_asked = 0;
    if (by == HoldBy::by_operator || hold_of(m) == HoldBy::lost) {
      m.hold = byte(by);
      m.held_by = byte(who);
    }
    if (goal_of(m) != Goal::none || (m.slot != SLOT_FREE && m.frozen_motion == 0))
      freeze(m, hold_of(m), m.held_by, driver);
    return;
  }
  if (!verdict_of(m, who, Ask::hold).acts() || !fire(m, Trigger::hold)) return;
  if (!paused(m)) {  // a jog ends
    drop_goal(m);
    return end_at_standstill(m);
  }
  freeze(m, by, who, driver);
  if (driver != SINGLE && driver != who) disarm(m, driver);
}

void ask_resume(Model& m, int who) {
  if (verdict_of(m, who, Ask::resume).acts()) m.resume_asked = 1;
}

/// `heard`: whoever drove was heard within the last second.
void resume(Model& m, bool heard) {
  const int driver = m.frozen_driver;
  if (driver == STREAM) {
    m.armed = 1;
    m.needs_change = 0;
  }
  const bool drives = heard && driver != NOBODY && (m.driver == NOBODY || m.driver == driver);
  if (drives) take_lease(m, driver);
  const bool goes_on = static_cast<State>(m.before) != State::running || m.slot != SLOT_FREE || drives;
  if (m.frozen_motion == 0 || !goes_on) {
    fire(m, Trigger::stop);
    return;
  }
  m.goal = m.frozen_goal;
  fire(m, Trigger::resume);
}

void ask_reset(Model& m, int who) {
  if (!verdict_of(m, who, Ask::reset).acts()) return;
  disarm_all(m);
  fire(m, state_of(m) == State::fault && m.zeroed != 0 ? Trigger::reset_zeroed : Trigger::reset);
}

void ask_power_up(Model& m, int who) {
  if (state_of(m) == State::emergency) return ask_reset(m, who);
  if (!may(m, who, Ask::power_up)) return;
  end_at_standstill(m);
  drop_goal(m);
  disarm_all(m);
  fire(m, Trigger::power_up);
}

void ask_take(Model& m) {
  if (m.driver != NOBODY && m.driver != OPERATOR) {
    disarm(m, m.driver);
    drop_goal(m);
    end_at_standstill(m);
    fire(m, Trigger::stop);
    if (!moving(m)) finish(m);
  }
  take_lease(m, OPERATOR);
  m.taken = m.driver == OPERATOR;
}

void ask_exit(Model& m) {
  if (m.exiting != 0) return;
  do_stop(m, OPERATOR);
  m.exiting = 1;
  const bool slows_for_more = state_of(m) == State::stopping && static_cast<After>(m.after) != After::ready;
  if (m.zeroed != 0 && !at_bottom(m) && !lifecycle::is_locked(state_of(m)) && !slows_for_more)
    m.goal = byte(Goal::descend);
}

void raise_fault(Model& m) {
  if (m.fault != 0) return;
  m.fault = 1;
  drop_goal(m);
  disarm_all(m);
  fire(m, Trigger::fault);
}

void press(Model& m) {
  m.asserted = 1;
  fire(m, Trigger::emergency);
}

/// A goal that is reached is answered.
void conclude(Model& m) {
  const State state = state_of(m);
  const bool down = state == State::origin || (state == State::powered_up && (m.zeroed == 0 || at_bottom(m)));
  const bool reached = (goal_of(m) == Goal::origin && state == State::origin) ||
                       (goal_of(m) == Goal::descend && down) ||
                       (goal_of(m) == Goal::neutral && state == State::ready && at_neutral(m));
  if (!reached) return;
  m.goal = byte(Goal::none);
  if (m.slot != SLOT_ENDING) finish(m);
}

std::optional<Trigger> next_step(const Model& m) {
  if (goal_of(m) == Goal::none) return std::nullopt;
  const bool level = !moving(m) && m.place != ANYWHERE;
  return lifecycle::toward(life_of(m), goal_of(m), {level, at_neutral(m), at_bottom(m), m.recovering != 0});
}

void select_motion(Model& m) {
  const Trigger trigger = *next_step(m);
  if (trigger == Trigger::zero && goal_of(m) == Goal::zero) m.goal = byte(Goal::origin);
  fire(m, trigger);
}

/// What was slowed down leaves it here. `level`: where the same deceleration may also end level.
void stand(Model& m, bool level) {
  switch (static_cast<State>(m.before)) {
    case State::ascending:
    case State::descending:
      m.place = LEVEL;
      break;
    case State::running:
    case State::to_neutral:
      m.place = level ? LEVEL : ANYWHERE;
      break;
    case State::zeroing:
    case State::manual:
      m.place = ANYWHERE;
      break;
    default:
      break;
  }
  fire(m, Trigger::standstill);
}

void arrive(Model& m) {
  m.place = state_of(m) == State::descending                    ? BOTTOM
            : state_of(m) == State::to_neutral && m.level_first ? LEVEL
                                                                : NEUTRAL;
  fire(m, Trigger::arrived);
}

void end_program(Model& m) {
  finish(m);
  m.place = ANYWHERE;
  if (m.driver != STREAM) fire(m, Trigger::arrived);
}

/// The lease of whoever drives ends when nothing of its own is under way (timing.cpp).
bool lease_may_end(const Model& m) {
  if (m.driver == NOBODY || m.taken != 0 || m.slot != SLOT_FREE || goal_of(m) != Goal::none) return false;
  if (state_of(m) == State::manual) return false;
  const bool running = state_of(m) == State::running;
  // A stream's silence counts long before its lease ends; `running` that nobody streams to yet is its own
  // motion (darren decision 4): while running the lease of neither ends by itself.
  return !running && (m.driver != STREAM || m.flows == 0);
}

/// The host that made it run has gone before it moved anything: running is its mode, and stays (darren
/// decision 4).
bool abandoned(const Model& m) {
  return state_of(m) == State::running && m.slot == SLOT_FREE && m.flows == 0;
}

/// One step of what only the operator can put right: the button, a fault, a hold, control.
void help(Model& m) {
  if (m.asserted != 0) {
    m.asserted = 0;
  } else if (state_of(m) == State::emergency || state_of(m) == State::fault) {
    ask_reset(m, OPERATOR);
  } else if (state_of(m) == State::holding || abandoned(m)) {
    do_stop(m, OPERATOR);
  } else {
    m.barred = 0;
    if (m.driver == OPERATOR) release(m);
  }
}
bool needs_help(const Model& m) {
  const State state = state_of(m);
  return m.asserted != 0 || state == State::emergency || state == State::fault || state == State::holding ||
         m.barred != 0 || m.taken != 0 || abandoned(m);
}

/// A new word of the streaming host re-arms it (rule 3).
void new_word(Model& m) {
  rearm(m);
  m.flows = 1;
}

struct Does {
  Event event;
  const char* name;
  void (*what)(Model& m);
};
// clang-format off
constexpr Does kDoes[]{
    {EV_SELF_TEST, "self test", [](Model& m) { fire(m, Trigger::self_test_passed); }},
    {EV_PURSUE, "select_motion", [](Model& m) { select_motion(m); }},
    {EV_RESUME, "resume", [](Model& m) { resume(m, true); }},
    {EV_RESUME_ALONE, "resume, driver gone", [](Model& m) { resume(m, false); }},
    {EV_ARRIVED, "arrived", [](Model& m) { arrive(m); }},
    {EV_FOUND_BOTTOM, "found bottom", [](Model& m) { fire(m, Trigger::found_bottom); }},
    {EV_STANDSTILL, "standstill", [](Model& m) { stand(m, false); }},
    {EV_STANDSTILL_LEVEL, "standstill, level", [](Model& m) { stand(m, true); }},
    {EV_STANDSTILL_THERE, "standstill, hardly moved", [](Model& m) { fire(m, Trigger::standstill); }},
    {EV_STANDSTILL_BOTTOM, "standstill, all but down", [](Model& m) { m.place = BOTTOM; fire(m, Trigger::standstill); }},
    {EV_PROGRAM_ENDS, "program ends", [](Model& m) { end_program(m); }},
    {EV_PROGRAM_BREAKS_OFF, "program breaks off", [](Model& m) { end_at_standstill(m); m.goal = byte(Goal::none); fire(m, Trigger::stop); }},
    {EV_JOG_ENDS, "jog ends", [](Model& m) { m.place = ANYWHERE; fire(m, Trigger::arrived); }},
    {EV_ENDS_WITHOUT_DRIVER, "ends without driver", [](Model& m) { m.place = ANYWHERE; fire(m, Trigger::arrived); }},
    {EV_LEASE_ENDS, "lease ends", [](Model& m) { release(m); }},
    {EV_SILENCE_REARMS, "silence re-arms", [](Model& m) { rearm(m); }},
    {EV_SILENCE_COUNTS, "silence counts", [](Model& m) { m.armed = 0; m.needs_change = 1; lose_host(m, STREAM); m.lost = 1; }},
    {EV_OP_STOP, "operator: stop", [](Model& m) { do_stop(m, OPERATOR); m.stopped = 1; }},
    {EV_OP_HOLD, "operator: hold", [](Model& m) { do_hold(m, OPERATOR); }},
    {EV_OP_RESUME, "operator: resume", [](Model& m) { ask_resume(m, OPERATOR); }},
    {EV_OP_TAKE, "operator: take", [](Model& m) { ask_take(m); }},
    {EV_OP_GIVE, "operator: give", [](Model& m) { m.stopped = m.barred = 0; if (m.driver == OPERATOR) release(m); }},
    {EV_OP_RESET, "operator: reset", [](Model& m) { ask_reset(m, OPERATOR); }},
    {EV_OP_PRESS, "operator: press", [](Model& m) { press(m); }},
    {EV_OP_RELEASE, "operator: release", [](Model& m) { m.asserted = 0; }},
    {EV_OP_ZERO, "operator: zero", [](Model& m) { ask_go(m, OPERATOR, Ask::zero, Goal::zero); }},
    {EV_OP_RAISE, "operator: raise", [](Model& m) { ask_go(m, OPERATOR, Ask::raise, Goal::neutral); }},
    {EV_OP_NEUTRAL, "operator: neutral", [](Model& m) { ask_go(m, OPERATOR, Ask::neutral, Goal::neutral); }},
    {EV_OP_DESCEND, "operator: descend", [](Model& m) { ask_go(m, OPERATOR, Ask::descend, Goal::descend); }},
    {EV_OP_MOVE, "operator: move", [](Model& m) { ask_move(m, OPERATOR); }},
    {EV_OP_JOG, "operator: jog", [](Model& m) { if (state_of(m) != State::manual && may(m, OPERATOR, Ask::jog)) { accept(m, OPERATOR, Goal::none); finish(m); fire(m, Trigger::jog); } }},
    {EV_EXIT, "exit", [](Model& m) { ask_exit(m); m.stopped = 0; }},
    {EV_SINGLE_STOP, "single: stop", [](Model& m) { do_stop(m, SINGLE); }},
    {EV_SINGLE_HOLD, "single: hold", [](Model& m) { do_hold(m, SINGLE); }},
    {EV_SINGLE_RESUME, "single: resume", [](Model& m) { ask_resume(m, SINGLE); }},
    {EV_SINGLE_POWER_UP, "single: power up", [](Model& m) { ask_power_up(m, SINGLE); }},
    {EV_SINGLE_RESET, "single: reset", [](Model& m) { ask_reset(m, SINGLE); }},
    {EV_SINGLE_NEUTRAL, "single: neutral", [](Model& m) { ask_go(m, SINGLE, Ask::neutral, Goal::neutral); }},
    {EV_SINGLE_RAISE, "single: raise", [](Model& m) { ask_go(m, SINGLE, Ask::raise, Goal::neutral); }},
    {EV_SINGLE_MOVE, "single: move", [](Model& m) { ask_move(m, SINGLE); }},
    {EV_SINGLE_DESCEND, "single: descend", [](Model& m) { ask_go(m, SINGLE, Ask::descend, Goal::descend); }},
    {EV_STREAM_STOP, "stream: stop", [](Model& m) { new_word(m); do_stop(m, STREAM); }},
    {EV_STREAM_HOLD, "stream: hold", [](Model& m) { m.flows = 1; do_hold(m, STREAM); }},
    {EV_STREAM_RUN, "stream: run", [](Model& m) { new_word(m); ask_go(m, STREAM, Ask::run, Goal::run); }},
    {EV_STREAM_RUN_AGAIN, "stream: run again", [](Model& m) { ask_go(m, STREAM, Ask::run, Goal::run); }},
    {EV_STREAM_NEUTRAL, "stream: neutral", [](Model& m) { new_word(m); ask_go(m, STREAM, Ask::neutral, Goal::neutral); }},
    {EV_STREAM_DESCEND, "stream: descend", [](Model& m) { new_word(m); ask_go(m, STREAM, Ask::descend, Goal::descend); }},
    {EV_STREAM_TARGET, "stream: target", [](Model& m) { ask_target(m); }},
    {EV_STREAM_RESET, "stream: reset", [](Model& m) { new_word(m); ask_reset(m, STREAM); }},
    {EV_STREAM_SILENT, "stream: silent", [](Model& m) { m.flows = 0; }},
    {EV_STREAM_OTHER_WORD, "stream: other word", [](Model& m) { rearm(m); m.released = 1; }},
    {EV_FAULT, "fault", [](Model& m) { raise_fault(m); }},
    {EV_QUIET, "quiet", [](Model& m) { m.quiet = 1; m.flows = 0; m.helpful = 1; }},
    {EV_HELP, "help", [](Model& m) { help(m); }},
};
// clang-format on

}  // namespace

void model_begin(Model* m) {
  *m = {};
  m->armed = 1;
  m->place = ANYWHERE;
}

int model_can(const Model* model, int event) {
  const Model& m = *model;
  const State state = state_of(m);
  if (event > EV_SILENCE_COUNTS && event != EV_HELP && m.quiet != 0) return 0;
  switch (event) {
    case EV_SELF_TEST:
      return state == State::init && m.asserted == 0;
    case EV_PURSUE:
      return next_step(m).has_value();
    case EV_RESUME:
    case EV_RESUME_ALONE:
      return m.resume_asked != 0 && state == State::holding;
    case EV_ARRIVED:
      return state == State::ascending || state == State::descending || state == State::to_neutral;
    case EV_FOUND_BOTTOM:
      return state == State::zeroing;
    case EV_STANDSTILL:
    case EV_STANDSTILL_THERE:
      return state == State::stopping;
    case EV_STANDSTILL_BOTTOM:
      return state == State::stopping && static_cast<State>(m.before) == State::descending;
    case EV_STANDSTILL_LEVEL:
      return state == State::stopping && (static_cast<State>(m.before) == State::running ||
                                          static_cast<State>(m.before) == State::to_neutral);
    case EV_PROGRAM_ENDS:
    case EV_PROGRAM_BREAKS_OFF:
      return state == State::running && m.slot == SLOT_UNDER_WAY;
    case EV_JOG_ENDS:
      return state == State::manual;
    case EV_ENDS_WITHOUT_DRIVER:
      return state == State::running && m.driver == NOBODY && m.slot == SLOT_FREE;
    case EV_LEASE_ENDS:
      return lease_may_end(m);
    case EV_SILENCE_REARMS:
      return m.flows == 0 && m.armed == 0 && m.needs_change == 0;
    case EV_SILENCE_COUNTS:
      return m.watched != 0 && m.flows == 0 && m.driver == STREAM && state == State::running;
    case EV_STREAM_RUN_AGAIN:
    case EV_STREAM_TARGET:
    case EV_STREAM_SILENT:
      return m.flows != 0;
    case EV_STREAM_OTHER_WORD:
      return state == State::holding && m.flows != 0 && m.released == 0 &&
             (m.frozen_driver == STREAM || m.held_by == STREAM);
    case EV_OP_RELEASE:
      return m.asserted != 0;
    case EV_OP_PRESS:
      return m.asserted == 0;
    case EV_FAULT:
      return !lifecycle::is_locked(state) && m.fault == 0;
    case EV_HELP:
      return m.helpful != 0 && needs_help(m) && (!moving(m) || abandoned(m)) && state != State::init;
    default:
      return 1;
  }
}

void model_do(Model* model, int event) {
  Model& m = *model;
  for (const Does& each : kDoes) {
    if (each.event == event) each.what(m);
  }
  // As in a tick of the core: an emergency that is asserted acts, a goal that is reached is answered.
  if (m.asserted != 0) fire(m, Trigger::emergency);
  conclude(m);
}

int model_is_moving(const Model* m) { return moving(*m) ? 1 : 0; }
int model_is_paused(const Model* m) { return paused(*m) ? 1 : 0; }
int model_host_may_move(const Model* m) { return may(*m, SINGLE, Ask::neutral) ? 1 : 0; }
int model_is_at_rest(const Model* m) {
  return m->slot == SLOT_FREE && !moving(*m) && (m->exiting != 0 || may(*m, SINGLE, Ask::neutral)) ? 1 : 0;
}
const char* model_event_name(int event) {
  for (const Does& each : kDoes) {
    if (each.event == event) return each.name;
  }
  return "?";
}

#define PROMISE(holds) \
  if (!(holds)) return __LINE__

int model_broken(const Model* model) {
  const Model& m = *model;
  const State state = state_of(m);
  // Nothing moves, and nothing is still to move, where the platform is locked.
  PROMISE(!lifecycle::is_locked(state) ||
          (goal_of(m) == Goal::none && m.slot == SLOT_FREE && m.order_pending == 0));
  PROMISE(state != State::fault || m.fault != 0);         // state `fault` has a fault
  PROMISE(m.asserted == 0 || state == State::emergency);  // an asserted emergency is one (rule 2)
  PROMISE(m.slot == SLOT_FREE || m.owner != NOBODY);      // an accepted motion has an owner …
  PROMISE(m.taken == 0 || m.driver == OPERATOR);  // … and control that was taken is the operator's (rule 28)
  PROMISE(m.barred == 0 ||
          (m.driver != SINGLE && m.driver != STREAM));  // nobody drives who is barred (rule 4)
  PROMISE((hold_of(m) != HoldBy::nobody) ==
          paused(m));  // whose hold it is is known while it is held, and no longer
  PROMISE(!paused(m) || goal_of(m) == Goal::none ||
          m.frozen_motion == 0);  // a hold freezes what was to follow (rule 15)
  PROMISE(m.zeroed != 0 || (state != State::ready && state != State::running && state != State::origin));
  PROMISE(!m.exiting || m.slot != SLOT_UNDER_WAY);  // nobody's command turns the exit round (rule 29)
  return 0;
}
