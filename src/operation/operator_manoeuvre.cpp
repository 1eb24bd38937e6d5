// A manoeuvre, played into the core as a host streams what its vehicle does.

#include <algorithm>

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "operation/operator.hpp"

namespace hexad::inline operation {
namespace {

using ReplyResult = OperatorReply::Result;
using messages::Id;
using messages::Message;

Message why_broken(const Telemetry& t) {
  if (t.state == State::emergency) return Id::ended_by_emergency;
  if (t.fault) return messages::say<Id::ended_by_this_fault>(message_of(t.fault));
  return Id::ended_by_stop;
}

}  // namespace

void Operator::play(Pending pending) {
  const ManoeuvrePlan plan = *pending.order.as<ManoeuvrePlan>();
  if (!plan.script) return finish(pending, ReplyResult::refused, Id::nothing_prepared_here);
  // One that plays goes on when another may not begin: the core would say so, but too late for it.
  const Refusal refusal =
      lifecycle::admit(telemetry(), *play_contract_, {kOperatorEndpoint, true}, *pending.order.action->ask)
          .refusal;
  if (player_.playing() && refusal != Refusal::none)
    return finish(pending, ReplyResult::refused, id_of(refusal), refusal);
  if (!request(pending.tag, Go{Step::run}, *play_contract_))
    return finish(pending, ReplyResult::refused, Id::loop_busy);
  end_manoeuvre(Id::ended_by_stop);
  played_ = pending.tag;
  player_.begin(plan);
  pending_.push_back(std::move(pending));
}

/// What became of its way to `running`.
void Operator::heard_of_manoeuvre(const Answer& answer) {
  switch (answer.outcome) {
    case Outcome::done:
      return player_.runs();
    case Outcome::accepted:
    case Outcome::paused:
    case Outcome::resumed:
      return;
    default:
      player_.end();
      played_ = 0;
  }
}

void Operator::play_on() {
  const bool waits = std::any_of(pending_.begin(), pending_.end(), [](const Pending& one) {
    return one.done && !one.accepted &&
           (one.order.action->replaces_motion() || one.order.as<CueOrder>() != nullptr);
  });
  switch (player_.advance(context_.platform_clock.now(), telemetry(), waits)) {
    case ManoeuvrePlayer::Step::nothing:
      return;
    case ManoeuvrePlayer::Step::frame: {
      StreamTarget target;
      target.kind = StreamTarget::Kind::cue;
      target.cue = player_.frame(context_.tuning.input);
      return context_.inbox.stream(0, request_of(0, target, *play_contract_));
    }
    case ManoeuvrePlayer::Step::over: {
      const Tag back = ++last_tag_;
      if (!request(back, Go{Step::neutral})) return;  // at the next look
      // Whoever waits for the manoeuvre waits for its way back, too.
      if (Pending* const waiting = find(played_)) waiting->tag = back;
      player_.end();
      played_ = 0;
      return;
    }
    case ManoeuvrePlayer::Step::broken:
      return end_manoeuvre(why_broken(telemetry()));
  }
}

void Operator::end_manoeuvre(Message why) {
  if (Pending* const waiting = find(played_); waiting != nullptr && waiting->done)
    finish(*waiting, ReplyResult::failed, std::move(why));
  player_.end();
  played_ = 0;
}

}  // namespace hexad::inline operation
