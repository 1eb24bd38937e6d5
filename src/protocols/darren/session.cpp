#include "protocols/darren/session.hpp"

#include "model/drop_reasons.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::darren {
namespace {

constexpr Duration kSlotTime = std::chrono::seconds{1};
/// How long a warning about something that happened stays up.
constexpr Duration kWarningTime = std::chrono::seconds{1};

}  // namespace

DarrenSession::DarrenSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{kPitchFirstConvention} {
  convention_.order = settings.rotation_order;
}

void DarrenSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes, settings_.values_at);
  if (!decoded) {
    port.dropped(datagram.peer, "wrong size");
    wire::TextBuffer<192> text;
    text.writer().text("a datagram of ").integer(static_cast<std::int64_t>(datagram.bytes.size()));
    text.writer().text(
        " bytes was dropped. The manual: every frame has 128 bytes (124 by its printed tables of ");
    text.writer().text("100, 101 and 102). Send one of the two");
    return port.explain(datagram.peer, text.view());
  }
  const HostFrame& frame = *decoded;
  const TimePoint now = datagram.arrival;
  observe(port.telemetry());
  free_silent_slot(now, port.telemetry());

  Peer& peer = peers_.find_or_add(datagram.peer, owner_);
  const bool after_silence = peer.spoke && now - peer.last_frame >= kSlotTime;
  peer.spoke = true;
  peer.last_frame = now;
  spoke_last_ = peer.endpoint;
  if (after_silence && peer.disarmed) {
    // Lifecycle rule 3: silence makes the word of a host new unless its watchdog was armed.
    peer.standing = peer.watched ? Standing::spent : Standing::fresh;
    peer.disarmed = peer.watched;
  }

  bool changed = act_at_once(peer, frame, port);
  for (std::uint32_t i = peer.missing_before(frame.sequence, now); i > 0; --i)
    port.dropped(peer.endpoint, kLostOnTheWay);
  const bool overtaken = peer.note_sequence(frame.sequence, now);
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::disconnect)) {
    return disconnect(peer, datagram, port);
  }
  if (!owner_ && !peer.disarmed) take_slot(peer, now);
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::connect)) connect(peer, datagram, port);
  if (owner_ == peer.endpoint) rate_.count(now);

  if (overtaken) {
    port.dropped(peer.endpoint, "overtaken by a newer frame");
  } else if (!word_of(frame.word)) {
    port.dropped(peer.endpoint, "unknown command word");
    explain_unknown_word(peer, frame.word, port);
  } else {
    changed = peer.note_word(frame.word) || changed;
    // After a new word a disarmed host counts again, and may have the slot.
    if (!owner_ && !peer.disarmed) take_slot(peer, now);
    act_by_word(peer, changed, frame.file, datagram, port);
  }

  if (owner_ && owner_ != peer.endpoint) {
    send_status(peer, now, port);
    return explain_second_host(peer, port);
  }
  if (!overtaken) act_by_values(peer, frame, datagram, port);
}

void DarrenSession::connect(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  if (!owner_) take_slot(peer, datagram.arrival);
  port.send(peer.endpoint, encode(Reply{++peer.frames_sent, owner_ == peer.endpoint}));
}

void DarrenSession::disconnect(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  const bool own = owner_ == peer.endpoint;
  port.send(peer.endpoint, encode(Reply{++peer.frames_sent, own}));
  if (!own) {
    if (owner_) send_status(peer, datagram.arrival, port);
    return port.explain(
        peer.endpoint,
        "disconnect (message 2) was refused: it is not this host that is connected. The manual: who "
        "has connected disconnects. To stop the platform send hold (5) or emergency (9)");
  }
  Request request;
  request.driver = peer.endpoint;
  request.arrival = datagram.arrival;
  request.contract = &contract();
  request.act = peer.word;
  request.what = Control::disconnect;
  // A disconnect never fails to stop what the host has started.
  if (!port.request(request) && port.telemetry().driver == peer.endpoint) {
    port.latch(Control::hold, peer.endpoint, contract());
  }
  free_slot();
}

void DarrenSession::take_slot(Peer& peer, TimePoint now) noexcept {
  owner_ = peer.endpoint;
  peer.held_slot = true;
  owner_drove_ = false;
  rate_.restart(now);
}

void DarrenSession::free_slot() noexcept {
  owner_ = {};
  owner_drove_ = false;
}

// The platform moves because the owner has asked for it once, and goes on without further frames.
bool DarrenSession::moves_by_itself(const Peer& owner, const Telemetry& telemetry) const noexcept {
  if (telemetry.driver != owner.endpoint) return false;
  switch (telemetry.state) {
    case State::zeroing:
    case State::ascending:
    case State::to_neutral:
    case State::descending:
    case State::stopping:
      return true;
    case State::running:
      return !owner.watched;
    default:
      return false;
  }
}

void DarrenSession::free_silent_slot(TimePoint now, const Telemetry& telemetry) noexcept {
  if (!owner_) return;
  const Peer* const owner = peers_.find(owner_);
  if (owner == nullptr) return free_slot();
  if (now - owner->last_frame >= kSlotTime && !moves_by_itself(*owner, telemetry)) free_slot();
}

// What flows through an emergency, a fault or a reset must not move the platform afterwards (lifecycle rule 3),
// nor what flows when somebody else's stop or hold ends the owner's lease. The core refuses it by the act that
// comes with each request; for hosts without the slot the core has not heard, it is kept here.
void DarrenSession::observe(const Telemetry& telemetry) noexcept {
  if (!observed_) {
    observed_ = true;
    state_ = telemetry.state;
    slipped_ticks_ = telemetry.slipped_ticks;
  }
  if (telemetry.slipped_ticks != slipped_ticks_) {
    slipped_ticks_ = telemetry.slipped_ticks;
    slipped_ = true;
    slipped_at_ = telemetry.time;
  }
  const State before = state_;
  state_ = telemetry.state;
  if (state_ != before) {
    const bool locked = state_ == State::emergency || state_ == State::fault;
    const bool reset = state_ == State::powered_up && before != State::init && before != State::manual;
    if (locked || reset) return disarm_all();
  }
  if (!owner_) return;
  const bool drives = telemetry.driver == owner_;
  Peer* const owner = peers_.find(owner_);
  // A lease that ends by silence ends the slot by its own rule; any other end is a stop by somebody else.
  const bool silent =
      owner == nullptr || telemetry.host_lost || telemetry.time - owner->last_frame >= kSlotTime;
  if (owner_drove_ && !drives && !silent) {
    disarm(*owner);
    return free_slot();
  }
  owner_drove_ = drives;
}

void DarrenSession::disarm(Peer& peer) noexcept {
  const bool owner = peer.endpoint == owner_;
  peer.disarmed = peer.has_word;
  if (peer.has_word) peer.standing = owner ? Standing::retry : Standing::spent;
}

void DarrenSession::disarm_all() noexcept {
  for (Peer& peer : peers_) disarm(peer);
  free_slot();
}

void DarrenSession::event(const Event& event, SessionPort& port) noexcept {
  observe(port.telemetry());
  const Answer* const answer = std::get_if<Answer>(&event.news);
  if (answer == nullptr || event.tag == 0) return;
  for (Peer& each : peers_)
    if (each.program == event.tag) return program_answered(each, *answer, port);
  Peer* const peer = peers_.find(event.tag);
  if (peer == nullptr) return;
  if (answer->outcome != Outcome::refused) {
    const bool goes_on = answer->outcome == Outcome::accepted || answer->outcome == Outcome::done ||
                         answer->outcome == Outcome::resumed;
    if (goes_on) peer->disarmed = false;  // the core has taken the word, so the host counts (again)
    if (goes_on || peer->standing == Standing::asked) peer->standing = Standing::taken;
    return;
  }
  if (peer->standing == Standing::asked) peer->standing = Standing::retry;
  if (answer->refusal == Refusal::disarmed && !peer->disarmed) {
    disarm(*peer);
    if (owner_ == peer->endpoint) free_slot();
  }
  wire::TextBuffer<256> text;
  text.writer()
      .text("command word ")
      .integer(peer->word)
      .text(" was refused: ")
      .text(to_string(answer->refusal));
  text.writer().text(". It is tried again with every frame");
  port.explain(peer->endpoint, text.view());
}

void DarrenSession::poll(const Now& now, SessionPort& port) noexcept {
  observe(port.telemetry());
  free_silent_slot(now.platform, port.telemetry());
  if (!status_started_) {
    status_started_ = true;
    next_status_ = now.wall;
  }
  if (now.wall < next_status_) return;
  next_status_ += settings_.status_period;
  // After a pause the stream goes on at its rate; what was missed is not sent in a burst.
  if (next_status_ <= now.wall) next_status_ = now.wall + settings_.status_period;
  const Endpoint receiver = status_receiver();
  if (receiver) send_status(peers_.find_or_add(receiver, owner_), now.platform, port);
}

Endpoint DarrenSession::status_receiver() const noexcept {
  if (owner_) return owner_;
  return spoke_last_ ? spoke_last_ : settings_.host;
}

void DarrenSession::send_status(Peer& peer, TimePoint now, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  StatusFrame status = status_of(telemetry, port.machine(), convention_);
  status.sequence = ++peer.frames_sent;
  status.warnings = warnings_for(peer, now, telemetry);
  port.send(peer.endpoint, encode(status));
}

std::uint32_t DarrenSession::warnings_for(const Peer& peer, TimePoint now,
                                          const Telemetry& telemetry) const noexcept {
  const bool owns = owner_ == peer.endpoint;
  const bool another_has_the_slot = owner_ && !owns;
  const bool another_drives = telemetry.driver && telemetry.driver != peer.endpoint;
  std::uint32_t warnings = 0;
  if (telemetry.host_lost) warnings |= warning::kHostTimeout;
  if (owns && rate_.is_slow(now)) warnings |= warning::kHostSlow;
  if (telemetry.clamped) warnings |= warning::kClamped;
  if (another_has_the_slot || another_drives) warnings |= warning::kNotDriver;
  if (peer.reordered && now - peer.reordered_at < kWarningTime) warnings |= warning::kOutOfOrder;
  if (slipped_ && telemetry.time - slipped_at_ < kWarningTime) warnings |= warning::kLoopLate;
  return warnings;
}

void DarrenSession::explain_unknown_word(const Peer& peer, std::uint16_t word,
                                         SessionPort& port) const noexcept {
  wire::TextBuffer<192> text;
  text.writer()
      .text("command word ")
      .integer(word)
      .text(" is ignored. The manual knows 0 no change, 1 neutral, ");
  text.writer().text("2 run, 3 descend, 5 hold, 6 file play, 8 reset, 9 emergency. Send one of these");
  port.explain(peer.endpoint, text.view());
}

void DarrenSession::explain_second_host(const Peer& peer, SessionPort& port) const noexcept {
  wire::TextBuffer<320> text;
  text.writer().text("another host, ").address(owner_.address).text(":").integer(owner_.port);
  text.writer().text(
      ", has the connection; the manual allows one. Of your frames only hold (5, 7), reset (8) and ");
  text.writer().text("emergency (9) act. Let it disconnect (message 2) or stop sending for a second");
  port.explain(peer.endpoint, text.view());
}

}  // namespace hexad::protocols::darren
