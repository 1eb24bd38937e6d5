// What a frame asks of the core: the command word, and the values that go with its message ID.

#include "messages/say.hpp"
#include "protocols/axis_units.hpp"
#include "protocols/darren/session.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::darren {
// Decision 12: 9, 5 and 7 act before values, sequence or connection are looked at. True when the word
// changed.
bool DarrenSession::act_at_once(Peer& peer, const HostFrame& frame, SessionPort& port) noexcept {
  const auto word = word_of(frame.word);
  const bool emergency = word == Word::emergency;
  if (!emergency && word != Word::hold && word != Word::hold_too) return false;
  const bool changed = peer.flows(act_of(frame), kContract);
  if (emergency) port.latch(Control::emergency, peer.endpoint, kContract);
  if (!emergency && changed) port.latch(Control::hold, peer.endpoint, kContract);
  return changed;
}

void DarrenSession::act_by_word(Peer& peer, bool changed, const Datagram& datagram,
                                SessionPort& port) noexcept {
  const Word word = word_of_act(peer.act());
  if (word == Word::reset) {
    // Every frame, and from everybody.
    (void)port.request(peer.request(kContract, datagram.arrival, Control::reset));
    return peer.settle();
  }
  if (!peer.passes(owner_ && owner_ != peer.endpoint)) return;  // tried again once the slot is free
  switch (word) {
    case Word::neutral:
      return go(peer, Step::neutral, datagram, port);
    case Word::run:
      return go(peer, Step::run, datagram, port);
    case Word::descend:
      return go(peer, Step::descend, datagram, port);
    case Word::file_play:
      return play_file(peer, datagram, port);
    default:
      break;
  }
  // The core must see that the word was another one in between, even if the next frame follows at once: a
  // streamed frame could be replaced before it is looked at.
  if (changed) (void)port.request(peer.request(kContract, datagram.arrival, StreamTarget{}));
  peer.settle();
}

void DarrenSession::go(Peer& peer, Step step, const Datagram& datagram, SessionPort& port) noexcept {
  if (peer.wants_to_ask(datagram.arrival, {})) (void)peer.ask(kContract, datagram.arrival, Go{step}, port);
}

// Decision 5: values count only while running; otherwise a frame just shows that the host is there.
void DarrenSession::act_by_values(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                                  SessionPort& port) noexcept {
  if (!values_are_finite(frame)) {
    // Decision 12: the stream counts as missing, so the watchdog is not fed either.
    port.dropped(peer.endpoint, messages::Id::unreadable_values);
    return port.explain(peer.endpoint, messages::Id::told_darren_not_finite);
  }
  const Telemetry& telemetry = port.telemetry();
  StreamTarget target;
  if (telemetry.state == State::running && telemetry.driver == peer.endpoint) {
    if (act_by_program(peer, frame, datagram, port)) return;
    target = target_of(frame, port.machine());
    target.number = frame.sequence;
    if (target.kind != StreamTarget::Kind::none) peer.watch();
  }
  port.stream(peer.request(kContract, datagram.arrival, target));
}

StreamTarget DarrenSession::target_of(const HostFrame& frame, const Machine& machine) const noexcept {
  StreamTarget target;
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::pose)) {
    target.kind = StreamTarget::Kind::pose;
    target.pose = convention_.to_pose(to_inside(convention_, frame.values.data()),
                                      machine.heights.neutral_above_bottom());
  } else if (frame.message_id == static_cast<std::uint32_t>(MessageId::actuators)) {
    target.kind = StreamTarget::Kind::legs;
    for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
      target.legs[static_cast<Eigen::Index>(i)] =
          0.5 * machine.geometry.stroke + static_cast<double>(frame.values[i]) * kMillimetre;
    }
  } else if (frame.message_id == static_cast<std::uint32_t>(MessageId::cueing)) {
    // Pitch, roll, yaw rate in °/s; sway, surge, heave in m/s².
    const auto value = [&frame](std::size_t i) { return static_cast<double>(frame.values[i]); };
    target.kind = StreamTarget::Kind::cue;
    target.cue.rate = Vec3{value(0), value(1), value(2)} * kDegree;
    target.cue.linear = Vec3{value(3), value(4), value(5)};
  }
  return target;
}

}  // namespace hexad::protocols::darren
