// What a frame asks of the core: the command word, and the values that go with its message ID.

#include "protocols/darren/session.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::darren {
namespace {

constexpr Contract make_contract() noexcept {
  Contract contract;
  contract.silence = std::chrono::milliseconds{200};
  contract.arming = Arming::stream_while_running;
  contract.on_silence = OnSilence::hold;
  contract.resume_by = ResumeBy::command_edge;
  contract.lease = LeaseRule::after_silence;
  contract.bring_up = BringUp::zero_and_raise;
  contract.on_limit = OnLimit::clamp;
  contract.running_is_mode = true;
  contract.rearm_by_silence = true;
  contract.rearm_by_change = true;
  return contract;
}

constexpr Contract kContract = make_contract();

}  // namespace

const Contract& contract() noexcept { return kContract; }

Request request_of(const Peer& peer, const Datagram& datagram, const What& what) noexcept {
  Request request;
  request.driver = peer.endpoint;
  request.arrival = datagram.arrival;
  request.contract = &kContract;
  request.act = peer.word;  // the level itself: the same word again is the same act
  request.what = what;
  return request;
}

// Decision 12: 9, 5 and 7 act before values, sequence or connection are looked at. True when the word changed.
bool DarrenSession::act_at_once(Peer& peer, const HostFrame& frame, SessionPort& port) noexcept {
  const auto word = word_of(frame.word);
  if (word == Word::emergency) {
    port.latch(Control::emergency, peer.endpoint, kContract);
    return peer.note_word(frame.word);
  }
  if (word != Word::hold && word != Word::hold_too) return false;
  const bool changed = peer.note_word(frame.word);
  if (changed) port.latch(Control::hold, peer.endpoint, kContract);
  return changed;
}

void DarrenSession::act_by_word(Peer& peer, bool changed, std::uint16_t file, const Datagram& datagram,
                                SessionPort& port) noexcept {
  const Word word = static_cast<Word>(peer.word);
  if (word == Word::reset) {
    // Every frame, and from everybody.
    (void)port.request(request_of(peer, datagram, Control::reset));
    peer.standing = Standing::taken;
    return;
  }
  if (owner_ && owner_ != peer.endpoint) {
    // Refused for now; tried again once the slot is free.
    if (peer.standing == Standing::fresh) peer.standing = Standing::retry;
    return;
  }
  switch (word) {
    case Word::neutral:
      return go(peer, Step::neutral, datagram, port);
    case Word::run:
      return go(peer, Step::run, datagram, port);
    case Word::descend:
      return go(peer, Step::descend, datagram, port);
    case Word::file_play:
      return play_file(peer, file, datagram, port);
    default:
      break;
  }
  // The core must see that the word was another one in between, even if the next frame follows at once: a
  // streamed frame could be replaced before it is looked at.
  if (changed) (void)port.request(request_of(peer, datagram, StreamTarget{}));
  peer.standing = Standing::taken;
}

void DarrenSession::go(Peer& peer, Step step, const Datagram& datagram, SessionPort& port) noexcept {
  if (peer.standing != Standing::fresh && peer.standing != Standing::retry) return;
  Request request = request_of(peer, datagram, Go{step});
  request.tag = port.next_tag();
  peer.tag = request.tag;
  peer.standing = port.request(request) ? Standing::asked : Standing::retry;
}

// Decision 5: values count only while running; otherwise a frame just shows that the host is there.
void DarrenSession::act_by_values(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                                  SessionPort& port) noexcept {
  if (!values_are_finite(frame)) {
    // Decision 12: the stream counts as missing, so the watchdog is not fed either.
    port.dropped(peer.endpoint, "values not finite");
    return port.explain(peer.endpoint,
                        "a value is NaN or infinite: the values are dropped, the command word acts");
  }
  const Telemetry& telemetry = port.telemetry();
  StreamTarget target;
  if (telemetry.state == State::running && telemetry.driver == peer.endpoint) {
    if (act_by_program(peer, frame, datagram, port)) return;
    target = target_of(frame, port.machine());
    if (target.kind != StreamTarget::Kind::none) peer.watched = true;
  }
  port.stream(request_of(peer, datagram, target));
}

StreamTarget DarrenSession::target_of(const HostFrame& frame, const Machine& machine) const noexcept {
  StreamTarget target;
  if (frame.message_id == static_cast<std::uint32_t>(MessageId::pose)) {
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double unit = is_rotation(convention_.axis[i]) ? kDegree : kMillimetre;
      values[i] = static_cast<double>(frame.values[i]) * unit;
    }
    target.kind = StreamTarget::Kind::pose;
    target.pose = convention_.to_pose(values, machine.heights.neutral_above_bottom());
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
    target.cue.angular = Vec3{value(0), value(1), value(2)} * kDegree;
    target.cue.linear = Vec3{value(3), value(4), value(5)};
  }
  return target;
}

}  // namespace hexad::protocols::darren
