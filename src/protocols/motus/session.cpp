#include "protocols/motus/session.hpp"

#include <algorithm>

#include "messages/say.hpp"
#include "model/messages.hpp"
#include "protocols/byte_order.hpp"
#include "protocols/motus/contract.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::motus {
namespace {

constexpr Duration kStillUnread = std::chrono::seconds{2};  // errors come once a second at least
constexpr Duration kUnreadToTell = std::chrono::seconds{1};

bool same_command(const HostFrame& a, const HostFrame& b) noexcept {
  return level_of(a) == level_of(b) && values_of(a) == values_of(b);
}

}  // namespace

Level level_of(const HostFrame& frame) noexcept {
  return {frame.cmd, frame.is(Cmd::instruct) ? frame.sub_cmd : std::uint8_t{0},
          frame.is(Cmd::script) ? frame.file : std::uint8_t{0}};
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
  contracts_[2].step_by_step = !automatic;
}

/// What the datagram says in the words of today; nothing when it is dropped.
std::optional<HostFrame> MotusSession::read(const Datagram& datagram, SessionPort& port) const noexcept {
  const auto reject = [&](messages::Id reason, const messages::Message& message) {
    port.dropped(datagram.peer, reason);
    port.explain(datagram.peer, message);
    return std::nullopt;
  };
  if (const auto old = decode1(datagram.bytes)) {
    HostFrame frame = to_present(*old, settings_.generation1);
    if (settings_.generation1.served) {
      if (old->cmd == 5) port.explain(datagram.peer, messages::Id::told_motus_generation1_leg);
      return frame;
    }
    if (frame.is(Cmd::emergency)) port.latch(Control::emergency, datagram.peer, contract());
    return reject(messages::Id::unreadable_generation1, messages::Id::told_motus_generation1);
  }
  const auto decoded = decode(datagram.bytes, settings_.dialect);
  if (decoded) return *decoded;
  const messages::Id reason = id_of(decoded.error());
  if (decoded.error() == Problem::size)
    return reject(reason, messages::say<messages::Id::told_motus_size>(datagram.bytes.size()));
  return reject(
      reason, messages::say<messages::Id::told_motus_id>(std::to_integer<std::uint32_t>(datagram.bytes[0])));
}

/// What the bytes show that the host cannot know of: said once, with the setting that helps; nothing is
/// guessed.
void MotusSession::tell_what_it_looks_like(const Datagram& datagram, const HostFrame& frame,
                                           SessionPort& port) const noexcept {
  using enum messages::Id;
  const Dialect other = settings_.dialect == Dialect::manual ? Dialect::of_2020 : Dialect::manual;
  const bool posed = frame.dofs != Six{};
  if (reads_reversed(frame.is(Cmd::follow)    ? frame.dofs
                     : frame.is(SubCmd::step) ? frame.position
                     : frame.is(SubCmd::sine) ? frame.amplitude
                                              : Six{}))
    port.explain(datagram.peer, told_endian);
  else if (fits_other_dialect(datagram.bytes, settings_.dialect))
    port.explain(datagram.peer, messages::say<told_motus_dialect>(to_string(other)));
  else if (may_be_other_dialect(datagram.bytes, settings_.dialect))
    port.explain(datagram.peer, messages::say<told_motus_dialect_step>(to_string(other)));
  else if (frame.is(SubCmd::step) && posed && frame.position == Six{})
    port.explain(datagram.peer, told_motus_step_from);
  else if (frame.is(Cmd::zero) && posed)
    port.explain(datagram.peer, told_motus_codes);
}

/// Decision 23: another socket of an address whose sockets do not stream is the same host. One that only asks
/// (Cmd 0, an onlooker) takes nobody's status away.
Peer& MotusSession::peer_of(const Datagram& datagram, const HostFrame& frame,
                            const Telemetry& telemetry) noexcept {
  if (Peer* const known = peers_.find_if([&](const Peer& peer) { return peer.from == datagram.peer; }))
    return *known;
  const auto at_this_address = [&](const Peer& peer) { return peer.from.address == datagram.peer.address; };
  const auto streams = [&](const Peer& peer) {
    return at_this_address(peer) && peer.recent.three_within(RecentFrames::kRegular, datagram.arrival);
  };
  Peer* same = frame.cmd == 0 || peers_.find_if(streams) != nullptr ? nullptr : peers_.find(telemetry.driver);
  if (same != nullptr && !at_this_address(*same)) same = nullptr;
  Peer& peer = same != nullptr ? *same : peers_.find_or_add(datagram.peer, telemetry.driver);
  peer.from = datagram.peer;
  return peer;
}

void MotusSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  std::optional<HostFrame> read_frame = read(datagram, port);
  if (!read_frame) return;
  HostFrame& frame = *read_frame;
  // Decision 11: a host that took the status code "following" for the command.
  const bool by_code = settings_.status_codes_as_commands && frame.is(Cmd::zero);
  if (by_code) frame.cmd = static_cast<std::uint8_t>(Cmd::follow);
  if (settings_.step_from_dofs && frame.is(SubCmd::step)) frame.position = frame.dofs;
  tell_what_it_looks_like(datagram, frame, port);
  const Telemetry& telemetry = port.telemetry();
  observe(telemetry);
  Peer& peer = peer_of(datagram, frame, telemetry);
  last_sender_ = peer.from;
  peer.first_generation = datagram.bytes.size() == kCommand1Size;
  peer.replied = true;

  // Decision 10: an emergency acts whatever else is in the frame.
  if (frame.is(Cmd::emergency)) port.latch(Control::emergency, peer.endpoint, contract());
  if (!values_are_finite(frame)) {
    port.dropped(peer.from, messages::Id::unreadable_values);
    port.explain(peer.from, messages::Id::told_motus_not_finite);
    return send_status(peer.from, peer.first_generation, port);
  }
  const bool after_silence = peer.heard(contract(), datagram.arrival);
  note_stop(peer, frame, after_silence);
  peer.recent.add(datagram.arrival);
  const bool changed = note_level(peer, frame, telemetry);
  peer.was_regular = peer.was_regular || peer.recent.three_within(RecentFrames::kRegular, datagram.arrival);
  peer.frame = frame;
  peer.by_code = by_code;
  if (changed || after_silence) {
    peer.guard.begin();
    peer.doubted = false;
  }
  if (after_silence && !changed) {
    // Hosts that send a frame a button: the same one again is meant again. Decision 2: a script is not, nor
    // what is already so.
    const bool so = frame.is(Cmd::zero) && telemetry.state == State::origin;
    if (!frame.is(Cmd::script) && !so) peer.renew();
  }
  if (frame.is(SubCmd::soft_stop) && peer.fresh()) {
    port.latch(Control::stop, peer.endpoint, contract());
    peer.settle();
  }
  if (peer.stopped && !frame.is(SubCmd::soft_stop)) peer.settle();
  if (may_command(peer, port)) act(peer, changed, datagram.arrival, port);
  send_status(peer.from, peer.first_generation, port);
}

/// Decision 20: a stop button that sends one 11/3 between frames of 11/1 or 11/2. What flowed then stays
/// stopped.
void MotusSession::note_stop(Peer& peer, const HostFrame& frame, bool after_silence) noexcept {
  const bool flowed = peer.was_regular && !after_silence;
  const bool instructed = peer.frame.is(SubCmd::step) || peer.frame.is(SubCmd::sine);
  if (frame.is(SubCmd::soft_stop)) {
    if (instructed && flowed) peer.stopped = peer.frame;
  } else if (peer.stopped && (after_silence || !same_command(frame, *peer.stopped))) {
    peer.stopped.reset();
    peer.renew();
  }
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
  port.dropped(peer.from, another ? messages::Id::drop_another_drives : messages::Id::drop_disarmed);
  port.explain(peer.from,
               another ? messages::Id::told_motus_another_drives : messages::Id::told_motus_disarmed);
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
  wire::TextBuffer<32> cmd;
  cmd.writer().integer(peer->level.cmd);
  if (peer->level.sub_cmd != 0) cmd.writer().text("/").integer(peer->level.sub_cmd);
  if (peer->level.file != 0) cmd.writer().text(" (script ").integer(peer->level.file).text(")");
  const messages::Id why = id_of(answer->refusal);
  using enum messages::Id;
  port.explain(peer->from,
               answer->refusal == Refusal::out_of_reach
                   ? messages::say<told_motus_out_of_reach>(cmd.view(), why, id_of(answer->hit.limit))
               : answer->refusal == Refusal::disarmed ? messages::say<told_motus_act_anew>(cmd.view(), why)
                                                      : messages::say<told_motus_refused>(cmd.view(), why));
}

void MotusSession::poll(const Now& now, SessionPort& port) noexcept {
  observe(port.telemetry());
  for (Peer& peer : peers_) {
    if (peer.jog_due) jog(peer, port);
    if (peer.target_due) give_due_target(peer, port);
    if (peer.replied) {
      peer.replied = false;
      peer.was_answered = true;
      peer.last_answer = now.wall;
    }
    if (peer.unread_since) end_what_is_gone(peer, now, port);
  }
  stream_status(now, port);
}

void MotusSession::unread(const Endpoint& by, const Now& now, SessionPort& port) noexcept {
  Peer* const peer = peers_.find_if([&](const Peer& each) { return each.from == by; });
  if (peer == nullptr) return;
  if (!peer->unread_since) peer->unread_since = now.wall;
  peer->last_unread = now.wall;
  const bool speaks = peer->was_answered && now.wall - peer->last_answer < kUnreadToTell;
  if (speaks && now.wall - *peer->unread_since >= kUnreadToTell)
    port.explain(by, messages::Id::told_motus_unread);
}

/// Decision 23: nobody takes the status, and no socket of that address has sent a frame: what it started and
/// would run for ever is stopped. One error alone is nothing, some hosts close their socket after each
/// command.
void MotusSession::end_what_is_gone(Peer& peer, const Now& now, SessionPort& port) noexcept {
  if (now.wall - peer.last_unread >= kStillUnread) return peer.unread_since.reset();
  TimePoint last = *peer.unread_since;
  for (const Peer& each : peers_)
    if (each.from.address == peer.from.address && each.was_answered) last = std::max(last, each.last_answer);
  const Telemetry& telemetry = port.telemetry();
  const bool endless = telemetry.program == ProgramKind::sine || telemetry.program == ProgramKind::file;
  if (now.wall - last < settings_.gone_after || telemetry.driver != peer.endpoint || !endless ||
      !in_program(telemetry))
    return;
  port.latch(Control::stop, peer.endpoint, contract());
  port.explain(peer.from, messages::say<messages::Id::told_motus_gone>(to_seconds(settings_.gone_after)));
  peer.settle();
  peer.unread_since.reset();
}

/// Decision 1: beside the answers, to the driver, else to whoever spoke last, else (decision 17) to the host
/// that is named.
void MotusSession::stream_status(const Now& now, SessionPort& port) noexcept {
  if (!status_clock_.due(now.wall, settings_.status_period)) return;
  const Peer* receiver = peers_.find(port.telemetry().driver);
  if (receiver == nullptr)
    receiver = peers_.find_if([&](const Peer& peer) { return last_sender_ && peer.from == last_sender_; });
  if (receiver == nullptr) {
    if (settings_.host) send_status(settings_.host, false, port);
    return;
  }
  if (receiver->was_answered && now.wall - receiver->last_answer < settings_.status_period) return;
  send_status(receiver->from, receiver->first_generation, port);
}

void MotusSession::send_status(const Endpoint& to, bool first_generation, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  if (first_generation)
    return port.send(to, encode(status1_of(telemetry, port.machine(), convention_, settings_.form,
                                           settings_.generation1)));
  StatusFrame status = status_of(telemetry, port.machine(), convention_, settings_.form);
  status.version = settings_.version;
  if (moved_on_ && telemetry.arrived_by == ArrivedBy::program_end) status.state = DofStatus::risen;
  port.send(to, encode(status));
}

}  // namespace hexad::protocols::motus
