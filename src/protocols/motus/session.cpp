#include "protocols/motus/session.hpp"

#include "messages/say.hpp"
#include "model/messages.hpp"
#include "protocols/motus/contract.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::motus {
namespace {

constexpr Duration kRegular = std::chrono::milliseconds{150};  // decision 8: three frames

}  // namespace

Level level_of(const HostFrame& frame) noexcept {
  return {frame.cmd, frame.is(Cmd::instruct) ? frame.sub_cmd : std::uint8_t{0},
          frame.is(Cmd::script) ? frame.file : std::uint8_t{0}};
}

void Peer::note_arrival(TimePoint arrival) noexcept {
  arrivals[next_arrival] = arrival;
  next_arrival = (next_arrival + 1) % arrivals.size();
}

bool Peer::regular(TimePoint now, Duration within) const noexcept {
  return now - arrivals[next_arrival] <= within;
}

MotusSession::MotusSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{kPitchFirstConvention} {
  convention_.order = settings.rotation_order;
  const bool automatic = settings.bring_up == BringUpRule::automatic;
  const BringUp bring_up = automatic ? BringUp::zero_and_raise : BringUp::refuse;
  const auto promise = [&](BringUp brings, OnLimit on_limit) noexcept {
    const OnSilence on_silence = settings.timeout_is_fault ? OnSilence::fault : OnSilence::hold;
    return contract_with(settings.timeout, on_silence, brings, on_limit);
  };
  contracts_ = {promise(bring_up, OnLimit::clamp), promise(bring_up, OnLimit::refuse),
                promise(BringUp::refuse, OnLimit::clamp), promise(BringUp::zero_and_raise, OnLimit::clamp)};
}

void MotusSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes);
  if (!decoded) return reject(decoded.error(), datagram, port);
  HostFrame frame = *decoded;
  // Decision 11: a host that took the status code "following" for the command.
  const bool by_code = settings_.status_codes_as_commands && frame.is(Cmd::zero);
  if (by_code) frame.cmd = static_cast<std::uint8_t>(Cmd::follow);
  const Telemetry& telemetry = port.telemetry();
  observe(telemetry);
  Peer& peer = peers_.find_or_add(datagram.peer, telemetry.driver);
  last_sender_ = peer.endpoint;
  peer.replied = true;

  // Decision 10: an emergency acts whatever else is in the frame.
  if (frame.is(Cmd::emergency)) port.latch(Control::emergency, peer.endpoint, contract());
  if (!values_are_finite(frame)) {
    port.dropped(peer.endpoint, "values not finite");
    port.explain(peer.endpoint,
                 "a value that the command uses is NaN or infinite: the frame is not executed");
    return send_status(peer.endpoint, port);
  }
  const bool after_silence = peer.heard(contract(), datagram.arrival);
  peer.note_arrival(datagram.arrival);
  const bool changed = note_level(peer, frame, telemetry);
  peer.was_regular = peer.was_regular || peer.regular(datagram.arrival, kRegular);
  peer.frame = frame;
  peer.by_code = by_code;
  if (after_silence && !changed) {
    // Hosts that send a frame a button: the same one again is meant again. Decision 2: a script is not, nor what is
    // already so.
    const bool so = frame.is(Cmd::zero) && telemetry.state == State::origin;
    if (!frame.is(Cmd::script) && !so) peer.renew();
  }
  if (frame.is(SubCmd::soft_stop) && peer.fresh()) {
    port.latch(Control::stop, peer.endpoint, contract());
    peer.settle();
  }
  if (may_command(peer, port)) act(peer, changed, datagram.arrival, port);
  send_status(peer.endpoint, port);
}

void MotusSession::reject(Problem problem, const Datagram& datagram, SessionPort& port) const noexcept {
  port.dropped(datagram.peer, to_string(problem));
  wire::TextBuffer<224> text;
  if (problem == Problem::size) {
    text.writer().text("a datagram of ").integer(static_cast<std::int64_t>(datagram.bytes.size()));
    text.writer().text(" bytes was dropped. The manual: a command has 180 bytes, packed");
  } else {
    text.writer().text("a frame with ID ").integer(std::to_integer<std::int64_t>(datagram.bytes[0]));
    text.writer().text(" was dropped. The manual: the first byte is 55");
  }
  text.writer().text(". Correct the frame and send it again");
  port.explain(datagram.peer, text.view());
}

/// True when it is another level than before.
bool MotusSession::note_level(Peer& peer, const HostFrame& frame, const Telemetry& telemetry) noexcept {
  peer.level = level_of(frame);
  if (!peer.flows(peer.level.act(), contract())) return false;
  peer.was_regular = false;
  peer.target_due = false;
  peer.outputs_known = false;
  if (telemetry.state == State::ready) moved_on_ = true;
  return true;
}

/// Decision 15, and lifecycle rule 3 for hosts whose frames the core does not see.
bool MotusSession::may_command(Peer& peer, SessionPort& port) noexcept {
  const Endpoint& driver = port.telemetry().driver;
  const bool another = driver && driver != peer.endpoint;
  if (peer.passes(another)) return true;
  if (peer.level.cmd == 0 || peer.frame.is(Cmd::emergency) || peer.frame.is(SubCmd::soft_stop)) return false;
  if (another) {
    port.dropped(peer.endpoint, "another host drives");
    port.explain(
        peer.endpoint,
        "another host drives the platform: of your commands only 3 and 11/3 act until it has been silent "
        "for a second");
  } else {
    port.dropped(peer.endpoint, "disarmed");
    port.explain(
        peer.endpoint,
        "this command flowed through a stop or a reset and must not start motion: send another one in "
        "between (0 will do), or pause for a second");
  }
  return false;
}

void MotusSession::observe(const Telemetry& telemetry) noexcept {
  if (telemetry.state != State::ready) moved_on_ = false;
  if (!peers_.disarmed_by(telemetry)) return;
  for (Peer& peer : peers_) {
    peer.disarm();
    // Lifecycle rule 3: given control again, what was under way goes on. Decision 2: a script does not.
    if (peer.waits() && !peer.frame.is(Cmd::script)) peer.ask_again();
    peer.jog_due = false;
    peer.target_due = false;
  }
}

void MotusSession::event(const Event& event, SessionPort& port) noexcept {
  observe(port.telemetry());
  const Answer* const answer = std::get_if<Answer>(&event.news);
  Peer* const peer = answer == nullptr ? nullptr : peers_.find(event.tag);
  if (peer == nullptr) return;
  peer->answered(*answer);
  // Decision 21: a step to where the platform stands is over before it was seen to move.
  if (answer->outcome == Outcome::done && peer->frame.is(SubCmd::step)) moved_on_ = false;
  if (answer->outcome != Outcome::refused) return;
  // A script that is bad stays bad; anything else may be possible later.
  const bool final = peer->frame.is(Cmd::script) &&
                     (answer->refusal == Refusal::bad_program || answer->refusal == Refusal::out_of_reach ||
                      answer->refusal == Refusal::not_finite);
  if (final) peer->settle();
  peer->target_due = false;  // what was not taken does not act later by itself
  explain_refusal(*peer, *answer, port);
}

void MotusSession::explain_refusal(const Peer& peer, const Answer& answer, SessionPort& port) const noexcept {
  wire::TextBuffer<256> text;
  text.writer().text("Cmd ").integer(peer.level.cmd);
  if (peer.level.sub_cmd != 0) text.writer().text("/").integer(peer.level.sub_cmd);
  if (peer.level.file != 0) text.writer().text(" (script ").integer(peer.level.file).text(")");
  text.writer().text(" was refused: ").text(words::row_of(id_of(answer.refusal)).english);
  if (answer.refusal == Refusal::out_of_reach)
    text.writer().text(" (").text(words::row_of(id_of(answer.hit.limit)).english).text(")");
  if (answer.refusal == Refusal::disarmed)
    text.writer().text(". Send another command in between (0 will do), or pause for a second");
  port.explain(peer.endpoint, text.view());
}

void MotusSession::poll(const Now& now, SessionPort& port) noexcept {
  observe(port.telemetry());
  for (Peer& peer : peers_) {
    if (peer.jog_due) jog(peer, port);
    if (peer.target_due) give_due_target(peer, port);
    if (!peer.replied) continue;
    peer.replied = false;
    peer.was_answered = true;
    peer.last_answer = now.wall;
  }
  stream_status(now, port);
}

/// Decision 1: beside the answers, to the driver, else to whoever spoke last.
void MotusSession::stream_status(const Now& now, SessionPort& port) noexcept {
  if (!status_clock_.due(now.wall, settings_.status_period)) return;
  const Endpoint receiver = status_receiver(port.telemetry());
  const Peer* const peer = peers_.find(receiver);
  if (peer == nullptr) return;
  if (peer->was_answered && now.wall - peer->last_answer < settings_.status_period) return;
  send_status(receiver, port);
}

Endpoint MotusSession::status_receiver(const Telemetry& telemetry) noexcept {
  return peers_.find(telemetry.driver) != nullptr ? telemetry.driver : last_sender_;
}

void MotusSession::send_status(const Endpoint& to, SessionPort& port) const noexcept {
  StatusFrame status =
      status_of(port.telemetry(), port.machine(), convention_, settings_.unit, settings_.status_codes);
  status.version = settings_.version;
  if (moved_on_ && port.telemetry().arrived_by == ArrivedBy::program_end) status.state = DofStatus::risen;
  port.send(to, encode(status));
}

}  // namespace hexad::protocols::motus
