// Motions a host starts once and that go on by themselves. Frames repeat them like everything else: the same
// values again do nothing, other values retarget.

#include <algorithm>

#include "messages/say.hpp"
#include "model/messages.hpp"
#include "protocols/axis_units.hpp"
#include "protocols/darren/session.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols::darren {

using messages::Id;
namespace {

constexpr std::uint16_t kStart = 1;
constexpr std::uint16_t kStopMove = 0x80;
constexpr std::uint16_t kStopSine = 0;
constexpr Duration kPlayAgain =
    std::chrono::milliseconds{500};  // a refused file, which a worker reads each time

bool is(const HostFrame& frame, MessageId id) noexcept {
  return frame.message_id == static_cast<std::uint32_t>(id);
}

std::array<float, 24> all_values(const HostFrame& frame) noexcept {
  std::array<float, 24> all{};
  std::copy(frame.values.begin(), frame.values.end(), all.begin());
  std::copy(frame.more.begin(), frame.more.end(), all.begin() + 6);
  return all;
}

}  // namespace

/// Decision 10. The file is prepared first; what cannot be played is not tried again until another word came.
void DarrenSession::play_file(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  if (!peer.wants_to_ask(datagram.arrival, kPlayAgain)) return;
  const auto file = static_cast<std::uint16_t>(peer.act() >> 16U);
  if (!peer.prepare(kContract, datagram.arrival, FileOrder{FileOrder::List::darren, file}, port)) return;
  peer.program = peer.tag();
  peer.plays_file = true;
}

/// 106 and 107, while running. True: the frame's values were theirs.
bool DarrenSession::act_by_program(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                                   SessionPort& port) noexcept {
  const bool move = is(frame, MessageId::point_to_point);
  const bool sine = is(frame, MessageId::sine);
  if (!move && !sine) {
    // A stream of values takes over in the core; its own program is then over.
    if (is(frame, MessageId::pose) || is(frame, MessageId::actuators)) peer.asked_id = 0;
    return false;
  }
  const bool asked = peer.asked_id == frame.message_id;
  if (frame.sub_command == kStart) {
    if (!asked || peer.asked_values != all_values(frame)) start_program(peer, frame, datagram, port);
  } else if (asked && frame.sub_command == (move ? kStopMove : kStopSine)) {
    end_program(peer, frame, datagram, port);
  }
  port.stream(peer.request(kContract, datagram.arrival, StreamTarget{}));
  return true;
}

bool DarrenSession::too_fast(const Peer& peer, const HostFrame& frame, SessionPort& port) const noexcept {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double hertz = static_cast<double>(frame.more[i]);
    if (frame.values[i] == 0.0F || (hertz >= 0.0 && hertz <= settings_.sine_max_hz)) continue;
    port.dropped(peer.endpoint, messages::Id::drop_sine_too_fast);
    port.explain(peer.endpoint, messages::say<Id::told_darren_sine>(hertz, settings_.sine_max_hz));
    return true;
  }
  return false;
}

void DarrenSession::start_program(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                                  SessionPort& port) noexcept {
  Request request = peer.request(kContract, datagram.arrival, Control::halt);
  if (is(frame, MessageId::point_to_point)) {
    request.what = MoveTo{to_inside(convention_, frame.values.data()),
                          to_inside(convention_, frame.more.data()), convention_};
  } else {
    if (too_fast(peer, frame, port)) return;
    request.what = to_sine(convention_, frame.values.data(), frame.more.data(), frame.more.data() + kAxes);
  }
  request.tag = port.next_tag();
  if (!port.request(request)) return;  // the next frame tries again
  peer.program = request.tag;
  peer.plays_file = false;
  peer.asked_id = frame.message_id;
  peer.asked_values = all_values(frame);
}

/// A move stops where it is; a sine fades out and ends at neutral.
void DarrenSession::end_program(Peer& peer, const HostFrame& frame, const Datagram& datagram,
                                SessionPort& port) noexcept {
  Request request = peer.request(kContract, datagram.arrival, Control::halt);
  if (is(frame, MessageId::sine)) {
    Sine none;
    none.convention = convention_;
    request.what = none;
  }
  if (port.request(request)) peer.asked_id = 0;
}

void DarrenSession::program_answered(Peer& peer, const Answer& answer, SessionPort& port) noexcept {
  if (answer.outcome == Outcome::accepted || answer.outcome == Outcome::paused ||
      answer.outcome == Outcome::resumed) {
    return;
  }
  peer.program = 0;
  if (answer.outcome == Outcome::refused) {
    peer.asked_id = 0;
    // A file that cannot be played stays so; anything else may change.
    if (peer.plays_file &&
        (answer.refusal == Refusal::bad_program || answer.refusal == Refusal::out_of_reach))
      peer.settle();
    const Id why = id_of(answer.refusal);
    return port.explain(peer.endpoint, peer.plays_file ? messages::say<Id::told_darren_file_refused>(why)
                                                       : messages::say<Id::told_darren_program_refused>(why));
  }
  if (!peer.plays_file || answer.outcome != Outcome::done) return;
  if (!port.request(peer.request(kContract, port.telemetry().time, Go{Step::neutral})))
    port.explain(peer.endpoint, Id::told_darren_stays);
}

}  // namespace hexad::protocols::darren
