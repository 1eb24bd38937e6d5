#include "protocols/lingjing/session.hpp"
#include "model/messages.hpp"

#include <cmath>

#include "messages/say.hpp"
#include "protocols/axis_units.hpp"

namespace hexad::protocols::lingjing {
namespace {

constexpr Duration kAskAgain = std::chrono::milliseconds{50};          // after a refusal
constexpr Duration kLongestStreamed = std::chrono::milliseconds{500};  // decision 7: 2 Hz
constexpr Duration kToSettle = std::chrono::milliseconds{500};         // at the bottom, before it is let down
constexpr double kStands = 1e-4;                                       // m/s, rad/s
constexpr double kBottomAngle = 0.05 * kDegree;
constexpr double kBottomWidth = 0.05 * kMillimetre;
constexpr double kSwing = 1.0;  // mm of Z that count as one side of 0
constexpr int kSwingsToTell = 3;
constexpr std::array<std::size_t, 6> kLegsOf{6, 4, 3, 2, 1, 0};  // by Mechanism

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
  const Duration gap = travelled ? arrival - last_travel : Duration::max();
  const bool in_time = travelled && 2 * gap <= 3 * travel;
  const bool late_but_even = travelled && gap <= kLongestStreamed && last_gap > Duration::zero() &&
                             gap <= 2 * last_gap && last_gap <= 2 * gap;
  last_gap = travelled && gap <= kLongestStreamed ? gap : Duration::zero();
  travelled = frame.command == Command::a6t;
  last_travel = arrival;
  return travelled && travel <= kLongestStreamed && (in_time || late_but_even);
}

bool Peer::swings_about_zero(const Request& frame) noexcept {
  const double z = frame.values[5];
  if (!is_pose(frame.command) || std::abs(z) < kSwing) return false;
  if ((z > 0.0) != above) ++swings;
  above = z > 0.0;
  return swings >= kSwingsToTell;
}

LingjingSession::LingjingSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{convention_of(settings)} {}

void LingjingSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes);
  if (!decoded) {
    port.dropped(datagram.peer, id_of(decoded.error().problem));
    return port.explain(datagram.peer, message_of(decoded.error()));
  }
  observe(port.telemetry());
  Peer& peer = greet(datagram, port.telemetry());
  if (decoded->command == Command::mv) return film(decoded->film, peer, datagram, port);
  if (!suits_machine(*decoded, peer.endpoint, port) || !may_command(peer, port)) return;
  if (settings_.z_reference == ZeroReference::bottom && peer.swings_about_zero(*decoded))
    port.explain(peer.endpoint, messages::Id::told_lingjing_swing);
  const double height = peer.target.pose.position.z();
  peer.target = target_of(*decoded, port.machine());
  // The lower half of a wave is clamped there, and goes on.
  const bool waves = std::abs(peer.target.pose.position.z() - height) > kBottomWidth;
  if (!is_bottom(peer.target, port.machine())) {
    peer.at_bottom_since.reset();
    peer.let_down = false;
  } else if (!peer.at_bottom_since || (waves && !peer.let_down)) {
    peer.at_bottom_since = datagram.arrival;
  }
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
  port.dropped(peer.endpoint, another ? messages::Id::drop_another_drives : messages::Id::drop_disarmed);
  port.explain(peer.endpoint,
               another ? messages::Id::told_lingjing_another_drives : messages::Id::told_lingjing_disarmed);
  return false;
}

/// Decision 10: what the machine does not have. False when nothing of the frame can be used.
bool LingjingSession::suits_machine(const Request& frame, const Endpoint& from,
                                    SessionPort& port) const noexcept {
  const Machine& machine = port.machine();
  const std::size_t legs = kLegsOf[static_cast<std::size_t>(machine.geometry.mechanism)];
  if (frame.command == Command::c3 && legs != 3) {
    port.dropped(from, messages::Id::drop_c3);
    port.explain(from, messages::Id::told_lingjing_c3);
    return false;
  }
  if (has_angle(frame.command) && !machine.rotary) port.explain(from, messages::Id::told_lingjing_no_rotary);
  const bool needs_six = frame.command == Command::c6 || frame.command == Command::c7;
  if (needs_six && legs != 6) port.explain(from, messages::Id::told_lingjing_fewer_legs);
  const bool sideways = frame.values[2] != 0.0 || frame.values[3] != 0.0 || frame.values[4] != 0.0;
  if (is_pose(frame.command) && legs != 6 && sideways)
    port.explain(from, messages::Id::told_lingjing_three_axes);
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

/// Level, in the middle and all the way down: every leg would be at its end.
bool LingjingSession::is_bottom(const StreamTarget& target, const Machine& machine) const noexcept {
  if (target.kind == StreamTarget::Kind::legs)
    return target.legs.head(static_cast<Eigen::Index>(machine.geometry.legs)).maxCoeff() <= kBottomWidth;
  const Pose& pose = target.pose;
  return pose.position.head<2>().norm() <= kBottomWidth &&
         angle_between(Quat::Identity(), pose.rotation) <= kBottomAngle &&
         pose.position.z() + machine.heights.neutral_above_bottom() <= kBottomWidth;
}

/// Decision 5: Z = 0 is the bottom. Following stops a margin above it; who goes on asking for it is let down,
/// and there the platform rests.
void LingjingSession::settle_at_bottom(Peer& peer, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  // Its motion has ended there; or its silence has freed the lease.
  const bool left =
      telemetry.state == State::ready && (!telemetry.driver || telemetry.driver == peer.endpoint);
  if (follows(peer, telemetry))
    peer.followed_down = peer.at_bottom_since.has_value();
  else if (!left)
    peer.followed_down = false;
  if (!peer.followed_down || peer.let_down || !peer.at_bottom_since ||
      telemetry.time - *peer.at_bottom_since < kToSettle ||
      telemetry.commanded.velocity.linear.norm() > kStands ||
      telemetry.commanded.velocity.angular.norm() > kStands)
    return;
  peer.let_down = port.request(peer.request(kReturn, telemetry.time, Go{Step::descend}));
}

// Every frame goes to the core, so that it hears the host; the target counts once the platform follows. One
// that is down and shall be there stays as it is.
void LingjingSession::follow(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const bool following = follows(peer, port.telemetry());
  const bool rests = peer.let_down || (port.telemetry().state == State::origin && peer.at_bottom_since);
  if (!following && !rests) ask_to_follow(peer, arrival, port);
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
    peer.let_down = peer.followed_down = false;
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
  // Lifecycle rule 21: a new frame after silence ends its own hold, so it is asked for again; the core
  // judges.
  if (answer->outcome == Outcome::paused) peer->ask_again();
  if (peer->waits() || answer->outcome == Outcome::paused || answer->outcome == Outcome::done) return;
  // What was not taken does not act later by itself.
  peer->target_due = false;
  peer->relays_due = false;
  if (answer->outcome != Outcome::refused) return;
  const messages::Id why = id_of(answer->refusal);
  port.explain(peer->endpoint, answer->refusal == Refusal::disarmed
                                   ? messages::say<messages::Id::told_lingjing_pause>(why)
                                   : messages::say<messages::Id::told_lingjing_not_followed>(why));
}

void LingjingSession::poll(const Now& now, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  observe(telemetry);
  if (Peer* const newest = peers_.find(last_sender_)) settle_at_bottom(*newest, port);
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
  if (!settings_.feedback || !last_sender_ || !feedback_clock_.due(now.wall, settings_.feedback_period))
    return;
  wire::TextBuffer<160> text;
  if (encode(feedback_of(port.telemetry(), port.machine(), convention_), text.writer()))
    port.send(last_sender_, text.writer().bytes());
}

}  // namespace hexad::protocols::lingjing
