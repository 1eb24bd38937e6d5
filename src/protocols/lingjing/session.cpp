#include "protocols/lingjing/session.hpp"
#include "model/messages.hpp"

#include <cmath>

#include "messages/say.hpp"
#include "protocols/axis_units.hpp"

namespace hexad::protocols::lingjing {
namespace {

constexpr Duration kAskAgain = std::chrono::milliseconds{50};          // after a refusal
constexpr Duration kLongestStreamed = std::chrono::milliseconds{500};  // decision 7: 2 Hz
constexpr std::array<std::size_t, 6> kLegsOf{6, 4, 3, 2, 1, 0};        // by Mechanism

void explain_not_followed(const Endpoint& to, Refusal refusal, SessionPort& port) noexcept {
  wire::TextBuffer<192> text;
  text.writer().text("the pose is not followed: ").text(words::row_of(id_of(refusal)).english);
  if (refusal == Refusal::disarmed)
    text.writer().text(". Frames that flowed through a stop or a reset start nothing: pause for a second");
  port.explain(to, text.view());
}

/// Lingjing's X is the inside Y and the other way round.
constexpr RotationOrder inside_order(RotationOrder own) noexcept {
  using enum RotationOrder;
  constexpr std::array<RotationOrder, 6> kSwapped{zxy, zyx, xzy, xyz, yxz, yzx};
  return kSwapped[static_cast<std::size_t>(own)];
}
static_assert(inside_order(RotationOrder::zyx) == kLingjingConvention.order);

}  // namespace

AxisConvention convention_of(const Settings& settings) noexcept {
  AxisConvention convention = kLingjingConvention;
  convention.order = inside_order(settings.rotation_order);
  convention.zero = settings.z_reference;
  if (settings.signs == Signs::aircraft) convention.sign = {1, 1, -1, 1, 1, 1};
  return convention;
}

Request feedback_of(const Telemetry& telemetry, const Machine& machine,
                    const AxisConvention& convention) noexcept {
  Request frame;
  frame.command = Command::a6;
  frame.values = actual_pose<double>(telemetry, machine, convention);
  return frame;
}

bool Peer::streams(const Request& frame, TimePoint arrival) noexcept {
  const Duration travel = std::chrono::milliseconds{frame.travel_ms};
  const bool regular = travelled && travel <= kLongestStreamed && 2 * (arrival - last_travel) <= 3 * travel;
  travelled = frame.command == Command::a6t;
  last_travel = arrival;
  return regular && travelled;
}

LingjingSession::LingjingSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{convention_of(settings)} {}

void LingjingSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes);
  if (!decoded) {
    port.dropped(datagram.peer, to_string(decoded.error().problem));
    wire::TextBuffer<320> text;
    describe(decoded.error(), text.writer());
    return port.explain(datagram.peer, text.view());
  }
  observe(port.telemetry());
  Peer& peer = greet(datagram, port.telemetry());
  if (decoded->command == Command::mv) return film(decoded->film, peer, datagram, port);
  if (!suits_machine(*decoded, peer.endpoint, port) || !may_command(peer, port)) return;
  peer.target = target_of(*decoded, port.machine());
  if (peer.streams(*decoded, datagram.arrival)) peer.target.travel = {};
  peer.target_due = true;
  if (decoded->relays) {
    peer.relays = *decoded->relays;
    peer.relays_due = true;
  }
  follow(peer, datagram.arrival, port);
}

Peer& LingjingSession::greet(const Datagram& datagram, const Telemetry& telemetry) noexcept {
  Peer& peer = peers_.find_or_add(datagram.peer, telemetry.driver);
  (void)peer.heard(kFollow, datagram.arrival);
  (void)peer.flows(0, kFollow);  // a pose is a pose, whatever its values
  last_sender_ = peer.endpoint;
  return peer;
}

/// Decision 9, and lifecycle rule 3 for hosts whose frames the core does not see.
bool LingjingSession::may_command(Peer& peer, SessionPort& port) noexcept {
  const Endpoint& driver = port.telemetry().driver;
  const bool another = driver && driver != peer.endpoint;
  if (peer.passes(another)) return true;
  port.dropped(peer.endpoint, another ? "another host drives" : "disarmed");
  port.explain(
      peer.endpoint,
      another
          ? "another host drives the platform: its frames count until it has been silent for a second"
          : "these frames flowed through a stop or a reset and must not start motion: pause for a second");
  return false;
}

/// Decision 10: what the machine does not have. False when nothing of the frame can be used.
bool LingjingSession::suits_machine(const Request& frame, const Endpoint& from,
                                    SessionPort& port) const noexcept {
  const Machine& machine = port.machine();
  const std::size_t legs = kLegsOf[static_cast<std::size_t>(machine.geometry.mechanism)];
  if (frame.command == Command::c3 && legs != 3) {
    port.dropped(from, "C3 needs three legs");
    port.explain(from, "C3 is for platforms with three legs: send C6, or a pose");
    return false;
  }
  if (has_angle(frame.command) && !machine.rotary)
    port.explain(from, "this platform has no rotary axis: the angle of A7 and C7 is ignored");
  const bool needs_six = frame.command == Command::c6 || frame.command == Command::c7;
  if (needs_six && legs != 6)
    port.explain(from, "this platform has fewer than six legs: the extensions of the others are ignored");
  const bool sideways = frame.values[2] != 0.0 || frame.values[3] != 0.0 || frame.values[4] != 0.0;
  if (is_pose(frame.command) && legs != 6 && sideways)
    port.explain(from, "this platform moves in roll, pitch and z at most: yaw, x and y are ignored");
  return true;
}

StreamTarget LingjingSession::target_of(const Request& frame, const Machine& machine) const noexcept {
  StreamTarget target;
  if (is_legs(frame.command)) {
    target.kind = StreamTarget::Kind::legs;
    for (std::size_t i = 0; i < machine.geometry.legs; ++i)
      target.legs[static_cast<Eigen::Index>(i)] = frame.values[i] * kMillimetre;
  } else {
    target.kind = StreamTarget::Kind::pose;
    target.pose = convention_.to_pose(to_inside(convention_, frame.values.data()),
                                      machine.heights.neutral_above_bottom());
    target.travel = std::chrono::milliseconds{frame.travel_ms};
  }
  if (has_angle(frame.command) && machine.rotary) {
    target.has_rotary = true;
    target.rotary = frame.angle * kDegree;
  }
  return target;
}

bool LingjingSession::follows(const Peer& peer, const Telemetry& telemetry) noexcept {
  return telemetry.state == State::running && telemetry.driver == peer.endpoint && !peer.waits();
}

// Every frame goes to the core, so that it hears the host; the target counts once the platform follows.
void LingjingSession::follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const bool following = follows(peer, port.telemetry());
  if (!following) ask_to_follow(peer, arrival, port);
  port.stream(peer.request(kFollow, arrival, peer.target));
  if (following) peer.target_due = false;
  set_relays(peer, arrival, port);
}

void LingjingSession::ask_to_follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  if (peer.taken()) peer.ask_again();  // followed once, and not any more
  if (peer.wants_to_ask(arrival, kAskAgain)) (void)peer.ask(kFollow, arrival, Go{Step::run}, port);
}

void LingjingSession::set_relays(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  if (!peer.relays_due || telemetry.driver != peer.endpoint) return;
  peer.relays_due = false;
  if (telemetry.setpoint.relays == peer.relays) return;
  SetOutputs outputs;
  outputs.set_relays = true;
  outputs.relays = peer.relays;
  peer.relays_due = !port.request(peer.request(kFollow, arrival, outputs));
}

void LingjingSession::observe(const Telemetry& telemetry) noexcept {
  if (!peers_.disarmed_by(telemetry)) return;
  for (Peer& peer : peers_) {
    peer.disarm();
    peer.target_due = false;
    peer.relays_due = false;
  }
}

void LingjingSession::event(const Event& event, SessionPort& port) noexcept {
  observe(port.telemetry());
  const Answer* const answer = std::get_if<Answer>(&event.news);
  if (answer == nullptr || event.tag == 0) return;
  if (event.tag == film_tag_) return film_event(*answer, port);
  Peer* const peer = peers_.find(event.tag);
  if (peer == nullptr) return;
  peer->answered(*answer);
  // Lifecycle rule 21: a new frame after silence ends its own hold, so it is asked for again; the core judges.
  if (answer->outcome == Outcome::paused) peer->ask_again();
  if (peer->waits() || answer->outcome == Outcome::paused || answer->outcome == Outcome::done) return;
  // What was not taken does not act later by itself.
  peer->target_due = false;
  peer->relays_due = false;
  if (answer->outcome != Outcome::refused) return;
  explain_not_followed(peer->endpoint, answer->refusal, port);
}

void LingjingSession::poll(const Now& now, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  observe(telemetry);
  if (Peer* const driver = peers_.find(telemetry.driver)) {
    // A single frame on a platform that first had to be zeroed: its target counts now.
    if (driver->target_due && follows(*driver, telemetry)) {
      port.stream(driver->request(kFollow, driver->last_frame(), driver->target));
      driver->target_due = false;
    }
    set_relays(*driver, driver->last_frame(), port);
  }
  send_feedback(now, port);
}

void LingjingSession::send_feedback(const Now& now, SessionPort& port) noexcept {
  if (!settings_.feedback || !last_sender_ || now.wall < next_feedback_) return;
  next_feedback_ = now.wall + settings_.feedback_period;
  wire::TextBuffer<160> text;
  if (encode(feedback_of(port.telemetry(), port.machine(), convention_), text.writer()))
    port.send(last_sender_, text.writer().bytes());
}

}  // namespace hexad::protocols::lingjing
