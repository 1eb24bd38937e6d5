#include "operation/operator.hpp"

#include <algorithm>
#include <array>

#include "cueing/effect_kinds.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"

namespace hexad::inline operation {
namespace {

using namespace std::chrono_literals;
using ReplyResult = OperatorReply::Result;
using messages::Id;
using messages::Message;
using messages::say;

// After the last order, clock time: the core ends what a button holds, whatever has become of the line, the
// page or the hand.
constexpr Duration kHold = RepeatGate::kHold;
constexpr Duration kFollowSilence = 1s;
constexpr Duration kPlaySilence = 500ms;
// In clock time. The core answers within milliseconds, if it runs.
constexpr Duration kLongestAnswer = 3s;
constexpr Duration kLongestMotion = 150s;

/// A slider: the last target is kept, and the platform is ready once it is there. A button that is held:
/// silence stops it where it is, however far its target was.
Contract follow_contract(Duration silence, bool held) {
  Contract contract = kOperatorContract;
  contract.lease = LeaseRule::after_silence;
  contract.lease_time = silence;
  contract.on_silence = held ? OnSilence::hold : OnSilence::keep;
  contract.arming = held ? Arming::stream_while_running : Arming::never;
  contract.silence = held ? silence : Duration::zero();
  contract.on_limit = OnLimit::clamp;
  return contract;
}

Message reason_of(const Answer& answer, const Telemetry& telemetry) {
  switch (answer.outcome) {
    case Outcome::refused:
      if (answer.refusal == Refusal::fault && telemetry.fault)
        return say<Id::with_detail>(id_of(answer.refusal), message_of(telemetry.fault));
      return hexad::reason_of(answer.refusal, answer.hit);
    case Outcome::limit_reached:
      return say<Id::ended_at_limit>(message_of(answer.hit));
    case Outcome::faulted:
      return telemetry.fault ? say<Id::ended_by_this_fault>(message_of(telemetry.fault)) : Id::ended_by_fault;
    case Outcome::emergency:
      return Id::ended_by_emergency;
    case Outcome::stopped:
      return Id::ended_by_stop;
    case Outcome::not_finite:
      return Id::ended_not_finite;
    default:
      return {};
  }
}

/// An effect that would take more than its part.
Message too_large(const EffectSettings& settings, const LimitHit& hit) {
  const cueing::EffectInfo* const info = cueing::info_of(settings.kind);
  if (info == nullptr) return say<Id::effect_too_large_plain>(message_of(hit));
  const cueing::EffectNumber& size = *cueing::find_number(*info, info->size);
  const double most = 0.995 * size.get(settings) / size.scale(settings) * hit.bound / hit.value;
  return say<Id::effect_too_large>(message_of(hit), info->size, most);
}

}  // namespace

// Motions of the operator end with themselves: no lease is left behind (lifecycle rule 4).
std::string_view to_string(OperatorReply::Result result) noexcept {
  constexpr std::array<std::string_view, 4> kNames{"done", "accepted", "refused", "failed"};
  return kNames[static_cast<std::size_t>(result)];
}

Id id_of(OperatorReply::Result result) noexcept {
  constexpr std::array kIds{Id::result_done, Id::result_accepted, Id::result_refused, Id::result_failed};
  return kIds[static_cast<std::size_t>(result)];
}

Operator::Operator(OperatorContext context)
    : context_{std::move(context)}, jog_gate_{kHold}, follow_gate_{kFollowSilence} {
  repeat_at(speed_of_time());
}

const Contract* Operator::kept(const Contract& wanted) {
  const auto known =
      std::find_if(follow_contracts_.begin(), follow_contracts_.end(), [&](const Contract& contract) {
        return contract.lease_time == wanted.lease_time && contract.on_silence == wanted.on_silence;
      });
  return known != follow_contracts_.end() ? &*known : &follow_contracts_.emplace_back(wanted);
}

void Operator::repeat_at(double speed) {
  const auto at_speed = [speed](Duration wall) { return from_seconds(speed * to_seconds(wall)); };
  follow_contract_ = kept(follow_contract(at_speed(kFollowSilence), false));
  held_contract_ = kept(follow_contract(at_speed(kHold), true));
  play_contract_ = kept(follow_contract(at_speed(kPlaySilence), true));
  jog_hold_ = at_speed(kHold);
}

// ------------------------------------------------------------------------------- motions that are prepared

void Operator::take_notes() {
  if (context_.preparation.notes == nullptr) return;
  for (PreparedNote note; context_.preparation.notes->pop(note);) {
    Pending* const pending = find(note.tag);
    if (pending == nullptr || !pending->done) continue;
    pending->note = note.message;
    if (!note.ready) continue;  // the core's refusal follows
    pending->prepared = false;
    if (pending->accepted && !pending->order.wait) finish(*pending, ReplyResult::accepted, pending->note);
  }
}

// -------------------------------------------------------------------------------- what is repeated: jog,
// follow

/// A stop, a hold, the button: what flows is not to begin again by itself.
void Operator::cut_repeated() {
  jog_gate_.cut();
  follow_gate_.cut();
  follow_refused_ = {};
}

Operator::Pending* Operator::find(Tag tag) {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const Pending& pending) { return pending.tag == tag; });
  return tag == 0 || found == pending_.end() ? nullptr : &*found;
}

void Operator::poll() {
  context_.outbox.refresh();
  if (context_.preparation.played != nullptr) context_.preparation.played->refresh();
  if (context_.preparation.preparing != nullptr) context_.preparation.preparing->refresh();
  take_notes();
  for (Event event; context_.outbox.next(event);) {
    if (context_.heard) context_.heard(event);
    const auto* const answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.driver != kOperatorEndpoint) continue;
    if (played_ != 0 && event.tag == played_) heard_of_manoeuvre(*answer);
    if (Pending* const asked = find(event.tag)) answered(*asked, *answer);
  }
  if (telemetry().driver != kOperatorEndpoint) taken_ = false;  // by a stop, a reset, a fault
  play_on();
  for (Pending& pending : pending_) {
    if (!pending.done) continue;
    const Duration waited = context_.wall_clock.now() - pending.asked;
    if (pending.tag == 0 && telemetry().tick >= pending.after)
      finish(pending, ReplyResult::done, remark(pending.order));
    else if (pending.accepted && waited >= kLongestMotion)
      finish(pending, ReplyResult::accepted, Id::still_under_way);
    else if (!pending.accepted && waited >= kLongestAnswer)
      finish(pending, ReplyResult::refused, Id::loop_silent);
  }
  std::erase_if(pending_, [](const Pending& pending) { return !pending.done; });
}

void Operator::answered(Pending& pending, const Answer& answer) {
  if (!pending.done) return;
  const OperatorOrder& order = pending.order;
  const bool follows = order.as<Follow>() != nullptr;
  const bool taken = answer.outcome == Outcome::accepted || answer.outcome == Outcome::done;
  if (taken && order.action->replaces_motion()) end_manoeuvre(Id::ended_by_stop);
  switch (answer.outcome) {
    case Outcome::accepted:
      pending.accepted = true;
      // A motion that is prepared is accepted when it could be; a follow when it runs.
      if (!order.wait && !pending.prepared && !follows) finish(pending, ReplyResult::accepted, pending.note);
      return;
    case Outcome::paused:
    case Outcome::resumed:
      return;
    case Outcome::done:
      return done(pending);
    case Outcome::refused: {
      const bool fault_stays = order.is(Control::reset) && answer.refusal == Refusal::fault;
      Message reason =
          fault_stays ? say<Id::fault_again>(message_of(telemetry().fault)) : reason_of(answer, telemetry());
      if (pending.note) reason = pending.note;
      if (const auto* const effect = order.as<SetEffect>(); effect != nullptr && answer.hit)
        reason = too_large(effect->settings, answer.hit);
      if (follows) {
        follow_gate_.cut();
        follow_refused_ = reason;
      }
      if (order.as<Jog>() != nullptr) jog_gate_.release();
      return finish(pending, ReplyResult::refused, std::move(reason), answer.refusal);
    }
    default:
      return finish(pending, ReplyResult::failed, reason_of(answer, telemetry()));
  }
}

void Operator::done(Pending& pending) {
  const OperatorOrder& order = pending.order;
  if (order.as<Follow>() != nullptr) stream_target();
  if (order.as<ManoeuvrePlan>() != nullptr && pending.tag == played_) {  // it runs
    pending.accepted = true;
    return order.wait ? void() : finish(pending, ReplyResult::accepted, {});
  }
  if (order.is(Control::free_button) && pending.presses == presses_)
    button_ = false;  // unless it was pressed again meanwhile
  if (order.is(Control::take)) taken_ = true;
  if (order.as<GiveTo>() != nullptr) taken_ = false;
  if (order.as<CueOrder>() != nullptr) context_.tuning = pending.tuning;
  if (const auto* const effect = order.as<SetEffect>()) effects_[effect->place] = effect->settings;
  finish(pending, ReplyResult::done, remark(order));
}

std::array<EffectSettings, kEffects> Operator::effects() const noexcept {
  std::array<EffectSettings, kEffects> present = effects_;
  for (std::size_t i = 0; i < kEffects; ++i)
    if (telemetry().cue.effects[i] != present[i].kind) present[i] = {};
  return present;
}

void Operator::finish(Pending& pending, OperatorReply::Result result, Message reason, Refusal code) {
  if (pending.order.as<Follow>() != nullptr) follow_begins_ = false;
  const Done done = std::exchange(pending.done, nullptr);
  if (done) done({result, std::move(reason), telemetry().state, code});
}

void Operator::repeat(Pending& pending, OperatorReply::Result result, Message reason) {
  const Done done = std::exchange(pending.done, nullptr);
  if (done) done({result, std::move(reason), telemetry().state, Refusal::none, true});
}

/// What an operator should know besides "done".
Message Operator::remark(const OperatorOrder& order) const {
  const State state = telemetry().state;
  if (order.is(Control::press_button)) return Id::button_in;
  if (order.is(Control::free_button)) return state == State::emergency ? Id::button_out : Id::nothing;
  if (order.is(Control::stop)) return Id::all_barred;
  if (order.is(Control::hold))
    return state == State::stopping || state == State::holding ? Id::nothing : Id::nothing_was_moving;
  const auto* const simulation = order.as<SimulationOrder>();
  const bool injects = simulation != nullptr && simulation->kind == SimulationOrder::Kind::inject &&
                       simulation->injection.act == plant::InjectionOrder::Act::inject;
  return injects ? Id::injected_until_cleared : Id::nothing;
}

}  // namespace hexad::inline operation
