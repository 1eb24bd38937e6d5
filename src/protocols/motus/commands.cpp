// What a frame asks of the core.

#include <algorithm>
#include <cmath>
#include <utility>

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "protocols/axis_units.hpp"
#include "protocols/motus/session.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::motus {
namespace {

constexpr Duration kAskAgain = std::chrono::milliseconds{50};  // after a refusal
constexpr Duration kPrepareAgain =
    std::chrono::milliseconds{500};         // a script, which a worker reads each time
constexpr double kLargestMetres = 1.0;      // decision 4
constexpr float kLargestFrequency = 10.0F;  // decision 5

/// Commands that take the lease: what each asks for. `step` is of those that are nothing else.
struct Motion {
  Cmd cmd;
  lifecycle::Ask ask;
  Step step = Step::neutral;
};
constexpr std::array kMotions{Motion{Cmd::neutral, lifecycle::Ask::neutral, Step::neutral},
                              Motion{Cmd::zero, lifecycle::Ask::zero, Step::zero},
                              Motion{Cmd::manual, lifecycle::Ask::jog},
                              Motion{Cmd::raise, lifecycle::Ask::raise, Step::raise},
                              Motion{Cmd::descend, lifecycle::Ask::descend, Step::descend},
                              Motion{Cmd::follow, lifecycle::Ask::run, Step::run},
                              Motion{Cmd::instruct, lifecycle::Ask::program},
                              Motion{Cmd::script, lifecycle::Ask::program}};

const Motion* motion_of(const HostFrame& frame) noexcept {
  const auto found = std::find_if(kMotions.begin(), kMotions.end(),
                                  [&frame](const Motion& motion) { return frame.is(motion.cmd); });
  return found == kMotions.end() ? nullptr : &*found;
}

}  // namespace

Values values_of(const HostFrame& frame) noexcept {
  if (frame.is(SubCmd::step)) return {frame.position, frame.speed, Six{}};
  if (frame.is(SubCmd::sine)) return {frame.amplitude, frame.frequency, frame.phase};
  return {};
}

/// Going down brings nothing up.
const Contract& MotusSession::contract_of(const Peer& peer) const noexcept {
  if (peer.frame.is(Cmd::script)) return contracts_[1];
  if (peer.frame.is(Cmd::descend)) return contracts_[2];
  return contracts_[peer.by_code ? 3 : 0];
}

TranslationUnit MotusSession::unit_of(const Peer& peer) const noexcept {
  return peer.first_generation ? settings_.generation1.unit : settings_.form.unit;
}

AxisValues MotusSession::axes_of(const Peer& peer, const Six& values) const noexcept {
  return to_inside(convention_, values.data(), in_metres(unit_of(peer)));
}

/// Decision 18: in the dialect of 2020 millimetres a second stand beside metres.
AxisValues MotusSession::speeds_of(const Peer& peer) const noexcept {
  if (settings_.dialect == Dialect::of_2020) return to_inside(convention_, peer.frame.speed.data());
  return axes_of(peer, peer.frame.speed);
}

StreamTarget MotusSession::target_of(const Peer& peer, const Machine& machine) const noexcept {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = convention_.to_pose(axes_of(peer, peer.frame.dofs), machine.heights.neutral_above_bottom());
  return target;
}

// One request a frame, so that the core counts frames when it counts requests (decision 8).
void MotusSession::act(Peer& peer, bool changed, TimePoint arrival, SessionPort& port) noexcept {
  set_outputs(peer, arrival, port);
  if (is_executable(peer, port) && unit_is_credible(peer, arrival, port) && may_act_now(peer, port)) {
    if (peer.frame.is(Cmd::manual)) peer.jog_due = true;
    if (peer.frame.is(Cmd::follow) ? follow(peer, arrival, port) : instruct(peer, arrival, port)) return;
  }
  // The core must see that the level was another one in between, even if the next frame follows at once: a
  // streamed frame could be replaced before it is looked at.
  const Request alive = peer.request(contract_of(peer), arrival, StreamTarget{});
  if (!changed || !port.request(alive)) port.stream(alive);
}

/// True when the core was asked for something.
bool MotusSession::instruct(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  const Motion* const motion = motion_of(frame);
  if (motion == nullptr || motion->cmd == Cmd::manual || !wants_to_ask(peer, arrival)) return false;
  if (frame.is(Cmd::script)) return ask(peer, Reserve{}, arrival, port);
  if (frame.is(SubCmd::step))
    return ask(peer, MoveTo{axes_of(peer, frame.position), speeds_of(peer), convention_}, arrival, port);
  if (frame.is(SubCmd::sine))
    return ask(peer,
               to_sine(convention_, frame.amplitude.data(), frame.frequency.data(), frame.phase.data(),
                       in_metres(unit_of(peer))),
               arrival, port);
  if (frame.is(Cmd::instruct)) return false;
  return ask(peer, Go{motion->step}, arrival, port);
}

/// What stands in the way of the command now; what does is tried again with the next frame. A hold or a
/// stream that was disarmed is the core's to judge, which hears every frame.
bool MotusSession::may_act_now(const Peer& peer, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  const Motion* const motion = motion_of(frame);
  if (motion == nullptr || frame.is(SubCmd::soft_stop)) return true;
  const Telemetry& telemetry = port.telemetry();
  const lifecycle::Verdict verdict =
      lifecycle::admit(telemetry, contract_of(peer), {peer.endpoint}, motion->ask);
  // At neutral already it is asked for all the same: the host waits for its status.
  if (!verdict.refused) return verdict.acts() || motion->cmd == Cmd::neutral;
  const Refusal refusal = verdict.refusal;
  const bool waits = refusal == Refusal::paused || refusal == Refusal::moving;
  if (waits && (motion->cmd == Cmd::zero || motion->cmd == Cmd::manual) && in_program(telemetry)) {
    port.explain(peer.from, messages::Id::told_motus_in_program);
    return false;
  }
  if (refusal == Refusal::paused || refusal == Refusal::disarmed) return true;
  if (refusal == Refusal::moving || refusal == Refusal::nothing_to_do) return false;
  using enum messages::Id;
  const messages::Message message =
      refusal != Refusal::not_zeroed && refusal != Refusal::at_bottom
          ? messages::say<told_motus_nothing_now>(frame.cmd, id_of(refusal))
      : motion->cmd == Cmd::raise     ? messages::Message{told_motus_raise_not_zeroed}
      : refusal == Refusal::at_bottom ? messages::say<told_motus_at_bottom>(frame.cmd)
                                      : messages::say<told_motus_not_zeroed>(frame.cmd);
  port.explain(peer.from, message);
  return false;
}

/// Decisions 5 and 13: frequencies no platform follows, scripts nobody has.
bool MotusSession::is_executable(const Peer& peer, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  if (frame.is(SubCmd::sine)) {
    for (std::size_t i = 0; i < kAxes; ++i) {
      const bool fits = frame.frequency[i] >= 0.0F && frame.frequency[i] <= kLargestFrequency;
      if (fits || frame.amplitude[i] == 0.0F) continue;
      port.dropped(peer.from, messages::Id::drop_frequency);
      port.explain(peer.from, messages::Id::told_motus_frequency);
      return false;
    }
  }
  if (frame.is(Cmd::script) && (frame.file == 0 || frame.file > settings_.scripts)) {
    port.explain(peer.from, messages::say<messages::Id::told_motus_no_script>(frame.file, settings_.scripts));
    return false;
  }
  return true;
}

/// Decisions 4 and 16: what can only be millimetres is not executed; a stream stays where it is until another
/// Cmd comes.
bool MotusSession::unit_is_credible(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  const bool streams = frame.is(Cmd::follow);
  const bool step = frame.is(SubCmd::step);
  if (unit_of(peer) != TranslationUnit::metre || !(streams || step || frame.is(SubCmd::sine))) return true;
  if (streams && peer.doubted) return false;
  const Machine& machine = port.machine();
  const AxisValues asked = axes_of(peer, streams ? frame.dofs : step ? frame.position : frame.amplitude);
  std::optional<Doubt> far;
  std::optional<Doubt> fast;
  if (streams) {
    const auto beyond = [](double value) { return !(std::abs(value) <= kLargestMetres); };
    if (!peer.guard.has_begun() || std::any_of(asked.begin() + 3, asked.end(), beyond))
      far = beyond_reach(asked, convention_, machine);
    fast = peer.guard.look(asked, convention_, machine, arrival);
  } else if (step) {
    far = beyond_reach(asked, convention_, machine);
    fast = beyond_speed(speeds_of(peer), convention_, machine);
  } else {
    far = beyond_amplitude(asked, convention_, machine);
  }
  if (!far && !fast) return true;
  port.dropped(peer.from, far ? messages::Id::drop_beyond_reach : messages::Id::drop_beyond_speed);
  if (std::exchange(peer.doubted, true)) return false;
  using enum messages::Id;
  const double top_speed = machine.limits.translation.velocity;
  const Axis axis = far ? far->axis : fast->axis;
  const AxisEnds& ends = machine.ends[static_cast<std::size_t>(axis)];
  port.explain(peer.from, far    ? messages::say<told_motus_far>(id_of(axis), far->asked, ends.low, ends.high)
                          : step ? messages::say<told_motus_fast>(fast->asked, id_of(axis), top_speed)
                                 : messages::say<told_motus_stream_fast>(id_of(axis), top_speed));
  const Telemetry& telemetry = port.telemetry();
  if (streams && telemetry.driver == peer.endpoint && in_program(telemetry))
    port.latch(Control::stop, peer.endpoint, contract());
  return false;
}

/// Decision 2: a level is asked for when it changes, when its values do, and again while it was refused.
bool MotusSession::wants_to_ask(Peer& peer, TimePoint now) noexcept {
  if (values_of(peer.frame) != peer.asked_values && peer.tag() != 0) peer.renew();
  return peer.wants_to_ask(now, peer.frame.is(Cmd::script) ? kPrepareAgain : kAskAgain);
}

bool MotusSession::ask(Peer& peer, const What& what, TimePoint arrival, SessionPort& port) const noexcept {
  peer.asked_values = values_of(peer.frame);
  const Contract& promised = contract_of(peer);
  if (peer.frame.is(Cmd::script))
    return peer.prepare(promised, arrival, FileOrder{FileOrder::List::motus, peer.frame.file}, port);
  return peer.ask(promised, arrival, what, port);
}

/// True when the core was told.
bool MotusSession::follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  // What silence has stopped goes on after three valid frames in 100 ms (decision 8): the core counts them.
  const bool frozen = telemetry.state == State::holding || telemetry.state == State::stopping;
  // A host of single frames was never timed: its next one is a new act.
  const bool lost = telemetry.host_lost && frozen && peer.was_regular &&
                    !peer.recent.three_within(RecentFrames::kBack, arrival);
  const bool follows = telemetry.state == State::running && telemetry.driver == peer.endpoint;
  if (!follows && !lost) {
    if (peer.taken()) peer.ask_again();
    if (wants_to_ask(peer, arrival)) {
      peer.target_due = ask(peer, Go{Step::run}, arrival, port);
      return peer.target_due;
    }
  }
  port.stream(peer.request(contract_of(peer), arrival, target_of(peer, port.machine())));
  if (follows) peer.target_due = false;
  return true;
}

/// A single frame asks to follow and has a pose: it counts as soon as the platform follows, which may take a
/// bring-up.
void MotusSession::give_due_target(Peer& peer, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  if (telemetry.state != State::running || telemetry.driver != peer.endpoint) return;
  // Said now: the frame itself is as old as the way up was long.
  port.stream(peer.request(contract_of(peer), port.telemetry().time, target_of(peer, port.machine())));
  peer.target_due = false;
}

/// Decision 8: legs move while frames keep coming. Once a tick at most, however many frames came.
void MotusSession::jog(Peer& peer, SessionPort& port) noexcept {
  peer.jog_due = false;
  const std::size_t legs = port.machine().geometry.legs;
  const auto existing = static_cast<std::uint8_t>((1U << legs) - 1U);
  if ((peer.frame.legs & ~existing) != 0) port.explain(peer.from, messages::Id::told_motus_legs);
  Jog what;
  what.legs = peer.frame.legs & existing;
  what.speed = peer.frame.jog_speed * kMillimetre;
  (void)port.request(peer.request(contract_of(peer), peer.last_frame(), what));
}

/// Decision 12. A level, but what a stop has dropped comes back only with another level (lifecycle rule 10).
void MotusSession::set_outputs(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  const std::uint8_t wanted = peer.frame.outputs;
  if (telemetry.driver != peer.endpoint) {
    if (wanted != 0 && !telemetry.driver && motion_of(peer.frame) == nullptr)
      port.explain(peer.from, messages::Id::told_motus_outputs);
    peer.outputs_known = false;
    return;
  }
  if (peer.outputs_known && peer.outputs == wanted) return;
  peer.outputs = wanted;
  peer.outputs_known = true;
  if (telemetry.setpoint.outputs == wanted) return;
  SetOutputs outputs;
  outputs.set_digital = true;
  outputs.digital = wanted;
  peer.outputs_known = port.request(peer.request(contract_of(peer), arrival, outputs));
}

}  // namespace hexad::protocols::motus
