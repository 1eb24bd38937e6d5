// What a frame asks of the core.

#include <cmath>

#include "protocols/axis_units.hpp"
#include "protocols/motus/session.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::motus {
namespace {

constexpr Duration kAskAgain = std::chrono::milliseconds{50};  // after a refusal
constexpr Duration kPrepareAgain =
    std::chrono::milliseconds{500};                               // a script, which a worker reads each time
constexpr Duration kResumeTime = std::chrono::milliseconds{100};  // decision 8: three valid frames
constexpr float kLargestMetres = 1.0F;                            // decision 4
constexpr float kLargestFrequency = 10.0F;                        // decision 5
constexpr std::size_t kFirstTranslation = 3;

/// Raised, or slowing down or frozen on the way between two raised places.
bool is_raised(const Telemetry& telemetry) noexcept {
  switch (telemetry.state) {
    case State::ready:
    case State::running:
    case State::to_neutral:
    case State::holding:
      return true;
    case State::stopping:
      return telemetry.before != State::zeroing && telemetry.before != State::manual &&
             telemetry.before != State::powered_up && telemetry.before != State::origin;
    default:
      return false;
  }
}

bool in_program(const Telemetry& telemetry) noexcept {
  const bool slowed = telemetry.state == State::holding || telemetry.state == State::stopping;
  return (slowed ? telemetry.before : telemetry.state) == State::running;
}

bool is_beyond(const Six& values) noexcept {
  for (std::size_t i = kFirstTranslation; i < values.size(); ++i)
    if (!(std::abs(values[i]) <= kLargestMetres)) return true;
  return false;
}

bool is_locked(State state) noexcept {
  return state == State::init || state == State::fault || state == State::emergency;
}

/// Commands that take the lease.
bool moves(const HostFrame& frame) noexcept {
  switch (static_cast<Cmd>(frame.cmd)) {
    case Cmd::neutral:
    case Cmd::zero:
    case Cmd::manual:
    case Cmd::raise:
    case Cmd::descend:
    case Cmd::follow:
    case Cmd::instruct:
    case Cmd::script:
      return true;
    default:
      return false;
  }
}

/// What a change of means another motion: target and speeds, or the sines.
std::array<Six, 3> values_of(const HostFrame& frame) noexcept {
  if (frame.is(SubCmd::step)) return {frame.position, frame.speed, Six{}};
  if (frame.is(SubCmd::sine)) return {frame.amplitude, frame.frequency, frame.phase};
  return {};
}

Step step_of(Cmd command) noexcept {
  switch (command) {
    case Cmd::zero:
      return Step::zero;
    case Cmd::raise:
      return Step::raise;
    case Cmd::descend:
      return Step::descend;
    default:
      return Step::neutral;
  }
}

}  // namespace

bool MotusSession::brings_up(const Peer& peer) const noexcept {
  return settings_.bring_up == BringUpRule::automatic || peer.by_code;
}

/// Going down brings nothing up.
const Contract& MotusSession::contract_of(const Peer& peer) const noexcept {
  if (peer.frame.is(Cmd::script)) return contracts_[1];
  if (peer.frame.is(Cmd::descend)) return contracts_[2];
  return contracts_[peer.by_code ? 3 : 0];
}

AxisValues MotusSession::axes_of(const Six& values) const noexcept {
  return to_inside(convention_, values.data(), in_metres(settings_.unit));
}

StreamTarget MotusSession::target_of(const HostFrame& frame, const Machine& machine) const noexcept {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = convention_.to_pose(axes_of(frame.dofs), machine.heights.neutral_above_bottom());
  return target;
}

// One request a frame, so that the core counts frames when it counts requests (decision 8).
void MotusSession::act(Peer& peer, bool changed, TimePoint arrival, SessionPort& port) noexcept {
  set_outputs(peer, arrival, port);
  if (is_executable(peer, port) && may_act_now(peer, port)) {
    if (peer.frame.is(Cmd::manual)) peer.jog_due = true;
    if (peer.frame.is(Cmd::follow) ? follow(peer, arrival, port) : instruct(peer, arrival, port)) return;
  }
  // The core must see that the level was another one in between, even if the next frame follows at once: a streamed
  // frame could be replaced before it is looked at.
  const Request alive = peer.request(contract_of(peer), arrival, StreamTarget{});
  if (!changed || !port.request(alive)) port.stream(alive);
}

/// True when the core was asked for something.
bool MotusSession::instruct(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  if (!moves(frame) || frame.is(Cmd::manual) || !wants_to_ask(peer, arrival, port)) return false;
  if (frame.is(Cmd::script)) return ask(peer, Reserve{}, arrival, port);
  if (frame.is(SubCmd::step))
    return ask(peer, MoveTo{axes_of(frame.position), axes_of(frame.speed), convention_}, arrival, port);
  if (frame.is(SubCmd::sine))
    return ask(peer,
               to_sine(convention_, frame.amplitude.data(), frame.frequency.data(), frame.phase.data(),
                       in_metres(settings_.unit)),
               arrival, port);
  if (frame.is(Cmd::instruct)) return false;
  // With automatic bring-up 6 does what is missing, also the zeroing.
  const bool from_scratch = frame.is(Cmd::raise) && brings_up(peer);
  return ask(peer, Go{from_scratch ? Step::neutral : step_of(static_cast<Cmd>(frame.cmd))}, arrival, port);
}

/// Decision 3: what the present state allows. What is not possible yet is tried again with the next frame.
bool MotusSession::may_act_now(const Peer& peer, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  const HostFrame& frame = peer.frame;
  const bool automatic = brings_up(peer);
  std::string_view instead;
  bool may = true;
  switch (static_cast<Cmd>(frame.cmd)) {
    case Cmd::neutral:
    case Cmd::follow:
    case Cmd::instruct:
    case Cmd::script:
      may = automatic || is_raised(telemetry);
      instead = "send 4, then 6, or start with motus.bring_up = auto";
      break;
    case Cmd::descend:
      return is_raised(telemetry);
    case Cmd::raise:
      may = telemetry.state == State::origin || (automatic && telemetry.state == State::powered_up);
      instead = "send 4 first, or start with motus.bring_up = auto";
      break;
    case Cmd::zero:
    case Cmd::manual:
      return may_jog_now(peer, port);
    default:
      return true;
  }
  const bool at_bottom = telemetry.state == State::origin || telemetry.state == State::powered_up;
  if (!may && at_bottom && !frame.is(SubCmd::soft_stop)) {
    wire::TextBuffer<224> text;
    text.writer().text("the host sent Cmd ").integer(frame.cmd).text(" while the platform is ");
    text.writer().text(telemetry.state == State::origin ? "at the bottom: " : "not zeroed: ").text(instead);
    port.explain(peer.endpoint, text.view());
  }
  return may;
}

/// Not inside a running program; legs by hand only where the platform stands.
bool MotusSession::may_jog_now(const Peer& peer, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  if (in_program(telemetry)) {
    port.explain(peer.endpoint,
                 "Cmd 4 and 5 do nothing inside a running program: end it with 11/3 or 2 first");
    return false;
  }
  if (peer.frame.is(Cmd::zero)) return true;
  return telemetry.state == State::powered_up || telemetry.state == State::origin ||
         telemetry.state == State::ready || telemetry.state == State::manual;
}

/// Decisions 4 and 5: positions that can only be millimetres, frequencies no platform follows, scripts nobody has.
bool MotusSession::is_executable(const Peer& peer, SessionPort& port) const noexcept {
  const HostFrame& frame = peer.frame;
  const bool beyond = (frame.is(Cmd::follow) && is_beyond(frame.dofs)) ||
                      (frame.is(SubCmd::step) && is_beyond(frame.position)) ||
                      (frame.is(SubCmd::sine) && is_beyond(frame.amplitude));
  if (settings_.unit == TranslationUnit::metre && beyond) {
    port.dropped(peer.endpoint, "position beyond 1 m");
    port.explain(
        peer.endpoint,
        "a position beyond 1 m is not executed. The manual: metres. If the host sends millimetres, start "
        "with motus.translation_unit = mm");
    return false;
  }
  if (frame.is(SubCmd::sine)) {
    for (std::size_t i = 0; i < kAxes; ++i) {
      const bool fits = frame.frequency[i] >= 0.0F && frame.frequency[i] <= kLargestFrequency;
      if (fits || frame.amplitude[i] == 0.0F) continue;
      port.dropped(peer.endpoint, "frequency");
      port.explain(peer.endpoint, "a sine is executed up to 10 Hz: Fre must be 0 to 10");
      return false;
    }
  }
  if (frame.is(Cmd::script) && (frame.file == 0 || frame.file > settings_.scripts)) {
    wire::TextBuffer<160> text;
    text.writer().text("there is no script ").integer(frame.file).text(": motus.scripts names ");
    text.writer().integer(settings_.scripts).text(", FileNum counts from 1");
    port.explain(peer.endpoint, text.view());
    return false;
  }
  const Telemetry& telemetry = port.telemetry();
  if (settings_.unit == TranslationUnit::metre && telemetry.clamped && telemetry.driver == peer.endpoint)
    port.explain(peer.endpoint,
                 "a target past the reach was clamped. If the host sends millimetres, start with "
                 "motus.translation_unit = mm");
  return true;
}

/// Decision 2: a level is asked for when it changes, when its values do, and again while it was refused.
bool MotusSession::wants_to_ask(Peer& peer, TimePoint now, SessionPort& port) const noexcept {
  if (values_of(peer.frame) != peer.asked_values && peer.tag() != 0) peer.renew();
  if (!peer.wants_to_ask(now, peer.frame.is(Cmd::script) ? kPrepareAgain : kAskAgain)) return false;
  if (const Telemetry& telemetry = port.telemetry(); telemetry.barred || is_locked(telemetry.state)) {
    wire::TextBuffer<160> text;
    text.writer().text("Cmd ").integer(peer.level.cmd).text(" does nothing now: ");
    text.writer().text(to_string(telemetry.why_not));
    port.explain(peer.endpoint, text.view());
    return false;
  }
  return true;
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
  const bool lost = telemetry.host_lost && frozen && peer.was_regular && !peer.regular(arrival, kResumeTime);
  const bool follows = telemetry.state == State::running && telemetry.driver == peer.endpoint;
  if (!follows && !lost) {
    if (peer.taken()) peer.ask_again();
    if (wants_to_ask(peer, arrival, port)) {
      peer.target_due = ask(peer, Go{Step::run}, arrival, port);
      return peer.target_due;
    }
  }
  port.stream(peer.request(contract_of(peer), arrival, target_of(peer.frame, port.machine())));
  if (follows) peer.target_due = false;
  return true;
}

/// A single frame asks to follow and has a pose: it counts as soon as the platform follows, which may take a bring-up.
void MotusSession::give_due_target(Peer& peer, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  if (telemetry.state != State::running || telemetry.driver != peer.endpoint) return;
  port.stream(peer.request(contract_of(peer), peer.last_frame(), target_of(peer.frame, port.machine())));
  peer.target_due = false;
}

/// Decision 8: legs move while frames keep coming. Once a tick at most, however many frames came.
void MotusSession::jog(Peer& peer, SessionPort& port) noexcept {
  peer.jog_due = false;
  const std::size_t legs = port.machine().geometry.legs;
  const auto existing = static_cast<std::uint8_t>((1U << legs) - 1U);
  if ((peer.frame.legs & ~existing) != 0)
    port.explain(peer.endpoint, "CyChoose names legs this platform does not have: they are ignored");
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
    if (wanted != 0 && !telemetry.driver && !moves(peer.frame))
      port.explain(peer.endpoint, "DO acts only while this host drives: with a motion command");
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
