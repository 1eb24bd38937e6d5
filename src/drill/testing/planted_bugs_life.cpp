// How things end, and who holds what.

#include <algorithm>
#include <memory>
#include <utility>

#include "drill/contracts.hpp"
#include "drill/facts.hpp"
#include "drill/testing/planted_bugs.hpp"

namespace hexad::drill {
namespace {

using Requests = std::vector<Request>;

template <class Change>
std::function<void(Options&)> shown(Change change) {
  return [change](Options& options) { options.sabotage = change; };
}

template <class Change>
std::function<void(Options&)> heard(Change change) {
  return [change](Options& options) { options.mishear = change; };
}

bool asks(const Request& request, Control control) {
  const Control* asked = std::get_if<Control>(&request.what);
  return asked != nullptr && *asked == control;
}

std::function<void(Options&)> deaf_to(Control control, State in) {
  return heard([control, in](Requests& requests, const Telemetry& seen) {
    if (seen.state == in)
      std::erase_if(requests, [control](const Request& request) { return asks(request, control); });
  });
}

template <class Wrong>
void drop_events(Outputs& o, Wrong wrong) {
  const auto kept = o.events;
  o.events.clear();
  for (const Event& event : kept)
    if (!wrong(event)) (void)o.events.push_back(event);
}

std::function<void(Options&)> never_says(Outcome outcome) {
  return shown([outcome](Outputs& o) {
    drop_events(o, [outcome](const Event& event) {
      const Answer* answer = std::get_if<Answer>(&event.news);
      return answer != nullptr && answer->outcome == outcome;
    });
  });
}

Contract re_armed_by_change(Contract contract) {
  contract.rearm_by_change = true;
  return contract;
}

/// A state that is shown for some ticks more than it lasts, with the moves in between kept back.
struct Late {
  int left = 0;
  State state = State::init;
  Outputs kept;

  void begin(State shown_state, int ticks) {
    state = shown_state;
    left = ticks;
    kept.events.clear();
  }
  void show(Outputs& o) {
    if (left == 0) return;
    const auto is_move = [](const Event& event) { return std::holds_alternative<Transition>(event.news); };
    for (const Event& event : o.events)
      if (is_move(event)) (void)kept.events.push_back(event);
    drop_events(o, is_move);
    if (--left > 0) {
      o.telemetry.state = state;
      return;
    }
    for (const Event& event : kept.events) (void)o.events.push_back(event);
  }
};

/// `when` sees each move and says for how long the state before is shown on.
template <class When>
std::function<void(Options&)> late(When when) {
  return shown([when, shows = std::make_shared<Late>()](Outputs& o) {
    for (const Event& event : o.events) {
      const Transition* move = std::get_if<Transition>(&event.news);
      const int ticks = move != nullptr && shows->left == 0 ? when(*move, o) : 0;
      if (ticks > 0) shows->begin(move->from, ticks);
    }
    shows->show(o);
  });
}

/// A resume that finds nobody to go on leads to `ready`: shown as `running`, for a tick.
void plant_resume_for_nobody(Options& options) {
  auto resumed = std::make_shared<bool>(false);
  options.mishear = [resumed](Requests& requests, const Telemetry& seen) {
    *resumed = seen.state == State::holding &&
               std::any_of(requests.begin(), requests.end(),
                           [](const Request& request) { return asks(request, Control::resume); });
  };
  options.sabotage = [resumed, runs = false](Outputs& o) mutable {
    if (std::exchange(runs, false))
      (void)o.events.push_back({0, {}, o.telemetry.time, Transition{State::running, State::ready, "bug"}});
    for (Event& event : o.events) {
      Transition* move = std::get_if<Transition>(&event.news);
      if (!*resumed || move == nullptr || move->from != State::holding || move->to != State::ready) continue;
      move->to = o.telemetry.state = State::running;
      runs = true;
    }
  };
}

Request by_desk(const Telemetry& seen, const What& what) {
  return {0, kDesk, seen.time, &kOperator, 7'000'000, what};
}

}  // namespace

std::vector<Bug> bugs_of_life() {
  return {
      {"running without an owner", 41, late([](const Transition& move, Outputs&) {
         return move.from == State::running && move.to == State::ready ? 4000 : 0;
       })},
      {"a resume runs though its host has gone", 41, plant_resume_for_nobody},
      {"shown as moving for ever", 41, shown([](Outputs& o) { o.telemetry.moving = true; })},
      {"no final answer", 42, never_says(Outcome::done)},
      {"no refusal is told", 42, never_says(Outcome::refused)},
      {"a stopped motion is not told", 42, never_says(Outcome::stopped)},
      {"a pause is not told", 42, never_says(Outcome::paused)},
      {"a resume is not told", 42, never_says(Outcome::resumed)},
      {"two final answers", 42, shown([](Outputs& o) {
         const auto said = o.events;
         for (const Event& event : said) {
           const Answer* answer = std::get_if<Answer>(&event.news);
           if (answer != nullptr && answer->outcome == Outcome::done) (void)o.events.push_back(event);
         }
       })},
      {"clamped for ever", 43, shown([once = false](Outputs& o) mutable {
         once = once || o.telemetry.clamped;
         o.telemetry.clamped = once;
       })},
      {"a host is lost for ever", 43, shown([once = false](Outputs& o) mutable {
         once = once || o.telemetry.host_lost;
         o.telemetry.host_lost = once;
       })},
      {"a limit acts for ever", 43, shown([last = LimitHit{}](Outputs& o) mutable {
         if (o.telemetry.limit) last = o.telemetry.limit;
         o.telemetry.limit = last;
       })},
      {"raise does nothing", 44, heard([](Requests& requests, const Telemetry&) {
         std::erase_if(requests, [](const Request& request) {
           const Go* go = std::get_if<Go>(&request.what);
           return go != nullptr && go->step == Step::raise;
         });
       })},
      {"control that is given does not come back", 44, heard([](Requests& requests, const Telemetry&) {
         std::erase_if(requests, [](const Request& r) { return std::holds_alternative<Give>(r.what); });
       })},
      {"hold is ignored while descending", 45, deaf_to(Control::hold, State::descending)},
      {"hold is ignored while returning to neutral", 45, deaf_to(Control::hold, State::to_neutral)},
      {"a hold ends by itself", 45, heard([held = 0](Requests& requests, const Telemetry& seen) mutable {
         held = seen.state == State::holding ? held + 1 : 0;
         if (held == 50) requests.push_back(by_desk(seen, Control::resume));
       })},
      {"anybody may resume", 45, heard([](Requests& requests, const Telemetry&) {
         for (Request& request : requests)
           if (asks(request, Control::resume)) request.contract = &kOperator;
       })},
      {"a fault without a name", 46, shown([](Outputs& o) { o.telemetry.fault = {}; })},
      {"a fault is forgotten while it stops", 46, shown([](Outputs& o) {
         if (o.telemetry.state == State::stopping) o.telemetry.fault = {};
       })},
      {"accepted in spite of a fault", 46, shown([](Outputs& o) {
         for (Event& event : o.events) {
           Answer* answer = std::get_if<Answer>(&event.news);
           if (answer != nullptr && answer->refusal == Refusal::fault)
             *answer = {Outcome::accepted, {}, {}, {}};
         }
       })},
      {"the operator's stop does not bar", 47, heard([](Requests& requests, const Telemetry&) {
         for (Request& request : requests)
           if (asks(request, Control::stop)) request.contract = &kMdofRises;
       })},
      {"control that is taken is lost again", 47,
       heard([since = 0](Requests& requests, const Telemetry& seen) mutable {
         if (since > 0 && ++since == 20) requests.push_back(by_desk(seen, Give{}));
         for (const Request& request : requests)
           if (asks(request, Control::take)) since = 1;
       })},
      {"stop is ignored while ascending", 48, deaf_to(Control::stop, State::ascending)},
      {"a stop that does not end", 48, late([](const Transition& move, Outputs&) {
         return move.from == State::stopping && move.to == State::ready ? 2500 : 0;
       })},
      {"a reset starts motion", 49, heard([since = 0](Requests& requests, const Telemetry& seen) mutable {
         if (since > 0 && ++since == 20) requests.push_back(by_desk(seen, Go{Step::zero}));
         for (const Request& request : requests)
           if (asks(request, Control::reset) && seen.state == State::fault) since = 1;
       })},
      {"back to power-up is answered at once", 49,
       [](Options& options) {
         auto tag = std::make_shared<Tag>(0);
         options.mishear = [tag](Requests& requests, const Telemetry& seen) {
           *tag = 0;
           for (const Request& request : requests)
             if (is_reset(request.what) && is_moving_state(seen.state) &&
                 std::holds_alternative<Go>(request.what))
               *tag = request.tag;
         };
         options.sabotage = [tag](Outputs& o) {
           if (*tag != 0) (void)o.events.push_back({*tag, kMdof, o.telemetry.time, Answer{}});
         };
       }},
      {"the exit does not go down", 50, heard([](Requests& requests, const Telemetry&) {
         std::erase_if(requests, [](const Request& request) { return asks(request, Control::exit); });
       })},
      {"an exit out of a hold does not go down", 50,
       heard([held = false](Requests& requests, const Telemetry& seen) mutable {
         if (held) requests.push_back({0, kMdof, seen.time, &kMdofRises, 7'000'000, Control::stop});
         held = seen.state == State::holding && !seen.exiting &&
                std::any_of(requests.begin(), requests.end(),
                            [](const Request& request) { return asks(request, Control::exit); });
       })},
      {"idle return after the operator's stop", 51,
       heard([standing = 0](Requests& requests, const Telemetry& seen) mutable {
         const bool stands = seen.state == State::ready && seen.barred;
         standing = stands ? standing + 1 : 0;
         if (standing == 400) requests.push_back(by_desk(seen, Go{Step::descend}));
       })},
      {"outputs survive a change of driver", 52, shown([relays = std::uint16_t{0}](Outputs& o) mutable {
         if (o.setpoint.relays != 0) relays = o.setpoint.relays;
         const bool locked = one_of(o.telemetry.state, {State::fault, State::emergency, State::init});
         o.setpoint.relays = locked ? std::uint16_t{0} : relays;
         o.telemetry.setpoint.relays = o.setpoint.relays;
       })},
      {"anybody sets outputs", 52, heard([](Requests& requests, const Telemetry& seen) {
         for (Request& request : requests)
           if (std::holds_alternative<SetOutputs>(request.what) && seen.driver) request.driver = seen.driver;
       })},
      {"the operator sets outputs while a host drives", 52,
       heard([](Requests& requests, const Telemetry& seen) {
         for (Request& request : requests)
           if (std::holds_alternative<SetOutputs>(request.what) && request.contract->is_operator &&
               seen.driver)
             request.driver = seen.driver;
       })},
      {"single legs three times too fast before zeroing", 53,
       shown([from = Extensions{}](Outputs& o) mutable {
         const bool by_hand = o.telemetry.state == State::manual && !o.telemetry.zeroed;
         if (!by_hand) from = o.setpoint.extension;
         o.setpoint.extension = from + 3.0 * (o.setpoint.extension - from);
         o.telemetry.setpoint = o.setpoint;
       })},
      {"a resume beats a hold of the same tick", 54, heard([](Requests& requests, const Telemetry&) {
         bool resumes = false;
         for (const Request& request : requests) resumes = resumes || asks(request, Control::resume);
         if (resumes)
           std::erase_if(requests, [](const Request& request) { return asks(request, Control::hold); });
       })},
      {"what flowed through a stop counts", 55,
       heard([act = std::uint32_t{8'000'000}](Requests& requests, const Telemetry&) mutable {
         for (Request& request : requests) request.act = ++act;
       })},
      {"lingjing is followed after a stop, and was not silent", 55,
       heard([act = std::uint32_t{9'000'000}](Requests& requests, const Telemetry&) mutable {
         static const Contract kFollows = re_armed_by_change(kLingjingFollow);
         for (Request& request : requests) {
           if (request.contract != &kLingjingFollow) continue;
           request.contract = &kFollows;
           request.act = ++act;
         }
       })},
      {"drives need no local enable", 56, heard([](Requests& requests, const Telemetry& seen) {
         if (seen.tick == 5) requests.push_back(by_desk(seen, Control::enable));
       })},
      {"ready is passed unseen", 57, late([](const Transition& move, Outputs&) {
         return is_moving_state(move.from) && one_of(move.to, {State::ready, State::origin}) ? 19 : 0;
       })},
      {"who asks for down while it rises gets up", 58, heard([](Requests& requests, const Telemetry& seen) {
         for (Request& request : requests) {
           Go* go = std::get_if<Go>(&request.what);
           if (go != nullptr && go->step == Step::descend && seen.state == State::ascending)
             go->step = Step::neutral;
         }
       })},
      {"a refusal names another reason", 60, shown([](Outputs& o) {
         for (Event& event : o.events) {
           Answer* answer = std::get_if<Answer>(&event.news);
           if (answer != nullptr && answer->refusal == Refusal::other_driver)
             answer->refusal = Refusal::moving;
         }
       })},
      {"fast on the first way after a reset", 59, shown([](Outputs& o) {
         o.telemetry.zeroed = true;
         if (o.telemetry.state == State::zeroing) o.setpoint.velocity *= 5.0;
       })},
  };
}

}  // namespace hexad::drill
