#include "protocols/darren/session.hpp"

#include "messages/say.hpp"
#include "model/host_timing.hpp"
#include "model/messages.hpp"
#include "protocols/byte_order.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::darren {

using messages::Id;
using messages::say;
namespace {

/// How long a warning about something that happened stays up.
constexpr Duration kWarningTime = std::chrono::seconds{1};
constexpr std::uint32_t kReversedLength = 0x80000000;  // 128 with its bytes the other way round

}  // namespace

DarrenSession::DarrenSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{kPitchFirstConvention} {
  convention_.order = settings.rotation_order;
}

void DarrenSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes, settings_.values_at);
  if (!decoded) {
    port.dropped(datagram.peer, messages::Id::unreadable_size);
    return port.explain(datagram.peer, say<Id::told_darren_size>(datagram.bytes.size()));
  }
  const HostFrame& frame = *decoded;
  if (datagram.bytes.size() == kPrintedSize) port.explain(datagram.peer, Id::told_darren_printed);
  if (frame.length == kReversedLength || reads_reversed(frame.values))
    port.explain(datagram.peer, Id::told_endian);
  const TimePoint now = datagram.arrival;
  observe(port.telemetry());
  free_silent_slot(now, port.telemetry());

  Peer& peer = peers_.find_or_add(datagram.peer, owner_);
  const bool was_armed = peer.armed();
  (void)peer.heard(kContract, now);
  if (!was_armed && peer.armed()) peer.ask_again();
  spoke_last_ = peer.endpoint;

  bool changed = act_at_once(peer, frame, port);
  for (std::uint32_t i = peer.missing_before(frame.sequence, now); i > 0; --i)
    port.dropped(peer.endpoint, messages::Id::drop_lost);
  const bool overtaken = peer.note_sequence(frame.sequence, now);
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::disconnect)) {
    return disconnect(peer, datagram, port);
  }
  if (!owner_ && peer.armed()) take_slot(peer, now);
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::connect)) connect(peer, datagram, port);
  if (owner_ == peer.endpoint) rate_.count(now);

  if (overtaken) {
    port.dropped(peer.endpoint, messages::Id::drop_overtaken);
  } else if (!word_of(frame.word)) {
    port.dropped(peer.endpoint, messages::Id::drop_unknown_word);
    explain_unknown_word(peer, frame.word, port);
  } else {
    changed = peer.flows(act_of(frame), kContract) || changed;
    // After a new word a disarmed host counts again, and may have the slot.
    if (!owner_ && peer.armed()) take_slot(peer, now);
    act_by_word(peer, changed, datagram, port);
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
    return port.explain(peer.endpoint, Id::told_darren_disconnect);
  }
  // A disconnect never fails to stop what the host has started.
  const Request request = peer.request(kContract, datagram.arrival, Control::disconnect);
  if (!port.request(request) && port.telemetry().driver == peer.endpoint) {
    port.latch(Control::hold, peer.endpoint, kContract);
  }
  free_slot();
}

void DarrenSession::take_slot(Peer& peer, TimePoint now) noexcept {
  owner_ = peer.endpoint;
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
      return !owner.watched();
    default:
      return false;
  }
}

void DarrenSession::free_silent_slot(TimePoint now, const Telemetry& telemetry) noexcept {
  if (!owner_) return;
  const Peer* const owner = peers_.find(owner_);
  if (owner == nullptr) return free_slot();
  if (now - owner->last_frame() >= kSilenceThatRearms && !moves_by_itself(*owner, telemetry)) free_slot();
}

void DarrenSession::observe(const Telemetry& telemetry) noexcept {
  if (slipped_ticks_ && slipped_ticks_ != telemetry.slipped_ticks) slipped_at_ = telemetry.time;
  slipped_ticks_ = telemetry.slipped_ticks;
  if (peers_.disarmed_by(telemetry)) {
    for (Peer& peer : peers_) {
      // What drove, and what the operator has stopped, is still asked for: the core refuses it until the host
      // acts anew or is given control. Whatever else flows must not start because somebody has stopped the
      // driver.
      const bool owns = peer.endpoint == owner_;
      peer.disarm(owns && (owner_drove_ || telemetry.barred));
      if (owns && owner_drove_) peer.ask_again();
    }
    free_slot();
  }
  owner_drove_ = owner_ && telemetry.driver == owner_;
}

void DarrenSession::event(const Event& event, SessionPort& port) noexcept {
  observe(port.telemetry());
  const Answer* const answer = std::get_if<Answer>(&event.news);
  if (answer == nullptr || event.tag == 0) return;
  Peer* const peer = peers_.find(event.tag);
  if (peer != nullptr) peer->answered(*answer);
  const auto started = [&event](const Peer& each) { return each.program == event.tag; };
  if (Peer* const starter = peers_.find_if(started)) return program_answered(*starter, *answer, port);
  if (peer == nullptr || answer->outcome != Outcome::refused) return;
  if (answer->refusal == Refusal::disarmed && peer->armed()) {
    peer->disarm(true);
    if (owner_ == peer->endpoint) free_slot();
  }
  port.explain(peer->endpoint, say<Id::told_darren_refused>(peer->act(), id_of(answer->refusal)));
}

void DarrenSession::poll(const Now& now, SessionPort& port) noexcept {
  observe(port.telemetry());
  free_silent_slot(now.platform, port.telemetry());
  if (!status_clock_.due(now.wall, settings_.status_period)) return;
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
  if (slipped_at_ && telemetry.time - *slipped_at_ < kWarningTime) warnings |= warning::kLoopLate;
  return warnings;
}

void DarrenSession::explain_unknown_word(const Peer& peer, std::uint16_t word,
                                         SessionPort& port) const noexcept {
  port.explain(peer.endpoint, say<Id::told_darren_unknown_word>(word));
}

void DarrenSession::explain_second_host(const Peer& peer, SessionPort& port) const noexcept {
  wire::TextBuffer<32> host;
  host.writer().address(owner_.address).text(":").integer(owner_.port);
  port.explain(peer.endpoint, say<Id::told_darren_second_host>(host.view()));
}

}  // namespace hexad::protocols::darren
