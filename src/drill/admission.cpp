// I60: what admit() says of the last snapshot is what the core answers.

#include "drill/liveness.hpp"
#include "lifecycle/admit.hpp"

namespace hexad::drill {
namespace {

using lifecycle::Ask;

std::optional<Ask> ask_of(const What& what) {
  if (const Go* go = std::get_if<Go>(&what)) {
    switch (go->step) {
      case Step::zero:
        return Ask::zero;
      case Step::raise:
        return Ask::raise;
      case Step::neutral:
        return Ask::neutral;
      case Step::run:
        return Ask::run;
      case Step::descend:
        return Ask::descend;
      case Step::power_up:
        return {};
    }
  }
  if (std::holds_alternative<Sine>(what)) return Ask::stream;
  return is_motion(what) ? std::optional<Ask>{Ask::program} : std::nullopt;
}

/// Judged by what is asked for, or by what the snapshot does not know of the asker.
bool is_of_the_order(Refusal refusal) {
  return one_of(refusal, {Refusal::out_of_reach, Refusal::not_finite, Refusal::no_such_axis,
                          Refusal::bad_program, Refusal::nothing_to_do, Refusal::disarmed});
}

}  // namespace

/// A request that came alone, on a tick on which nothing else happened first.
void Admission::look(const Facts& facts) {
  if (facts.tick.requests.size() != 1) return;
  const Request& request = facts.tick.requests.front();
  const std::optional<Ask> ask = ask_of(request.what);
  const bool failed =
      facts.now.fault || facts.now.state == State::emergency || facts.before.state == State::init;
  if (!ask || request.tag == 0 || failed) return;
  const lifecycle::Verdict verdict =
      lifecycle::admit(facts.before, *request.contract, {request.driver, true}, *ask);
  // Rule 21: the very frame that asks may be the new word, or the end of the silence, that ends the asker's
  // own hold; whether it may is I45's to say.
  const bool may_release =
      verdict.refusal == Refusal::paused && facts.before.hold == HoldBy::host &&
      (request.driver == facts.before.held_by || request.driver == facts.before.frozen_driver);
  for (const Event& event : facts.tick.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.tag != request.tag) continue;
    const bool refused = answer->outcome == Outcome::refused;
    const bool same = verdict.refused ? refused && answer->refusal == verdict.refusal
                                      : !refused || is_of_the_order(answer->refusal);
    if (!same && !may_release && !(verdict.refused && refused && is_of_the_order(answer->refusal)))
      report_(60, "{} in {}: it was to be \"{}\" and is \"{}\"", lifecycle::to_string(*ask),
              to_string(facts.before.state), to_string(verdict.refusal),
              refused ? to_string(answer->refusal) : to_string(answer->outcome));
    return;
  }
}

}  // namespace hexad::drill
