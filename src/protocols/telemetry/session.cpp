#include "protocols/telemetry/session.hpp"

#include "base/units.hpp"
#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "model/pose.hpp"

namespace hexad::protocols::telemetry {
namespace {

using messages::Id;
using messages::say;
using Mode = Peer::Mode;

constexpr double kFade = 0.5;                                   // s, in and out
constexpr Duration kAskAgain = std::chrono::milliseconds{500};  // after a refusal
constexpr Duration kAskGame = std::chrono::seconds{1};          // a simulator that has said nothing since
constexpr Duration kToNeutral = std::chrono::seconds{10};  // the washout may take, then it is held anyway
constexpr double kNearPosition = 1.0 * kMillimetre;
constexpr double kNearAngle = 0.1 * kDegree;
constexpr double kNearSpeed = 0.5 * kMillimetre;
constexpr double kNearTurn = 0.05 * kDegree;

double seconds(TimePoint time) noexcept { return to_seconds(time.time_since_epoch()); }

bool drives(const Peer& peer, const Telemetry& telemetry) noexcept {
  return telemetry.state == State::running && telemetry.driver == peer.endpoint;
}

/// The hold is this sender's own.
bool holds(const Peer& peer, const Telemetry& telemetry) noexcept {
  return is_paused(telemetry) && telemetry.hold == HoldBy::host && telemetry.held_by == peer.endpoint;
}

bool is_at_neutral(const Motion& motion) noexcept {
  return motion.pose.position.norm() <= kNearPosition &&
         angle_between(motion.pose.rotation, Quat::Identity()) <= kNearAngle &&
         motion.velocity.linear.norm() <= kNearSpeed && motion.velocity.angular.norm() <= kNearTurn;
}

}  // namespace

Vec3 Peer::rate_of(const VehicleSample& sample) noexcept {
  if (!sample.attitude) return sample.rate;
  const std::optional<VehicleSample> last = before;
  if (!last || !last->attitude || !last->time || !sample.time) return Vec3::Zero();
  const double dt = *sample.time - *last->time;
  // The same moment once more, or a clock that was set: what was, goes on.
  if (!(dt > 0.0 && dt <= 1.0)) return last->rate;
  return rotation_vector(last->attitude->conjugate() * *sample.attitude) / dt;
}

TelemetrySession::TelemetrySession(std::unique_ptr<const TelemetrySource> source,
                                   const Settings& settings) noexcept
    : source_{std::move(source)}, settings_{settings}, contract_{contract_with(settings.silence)} {}

void TelemetrySession::turn_round(VehicleSample& sample) const noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    if (settings_.reverse[i]) sample.acceleration[axis] = -sample.acceleration[axis];
    if (settings_.reverse[i + 3]) sample.rate[axis] = -sample.rate[axis];
  }
}

void TelemetrySession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  auto sample = source_->decode(datagram.bytes);
  if (!sample) return port.dropped(datagram.peer, sample.error());
  heard_ = true;
  const Telemetry& telemetry = port.telemetry();
  Peer& peer = peers_.find_or_add(datagram.peer, telemetry.driver);
  const TimePoint last_frame = peer.last_frame();
  (void)peer.heard(contract_, datagram.arrival);
  if (peer.flows(0, contract_)) port.explain(peer.endpoint, say<Id::told_game>(name(), source_->mapping()));
  // Who was silent in a menu may be another game by now.
  if (datagram.arrival - last_frame >= settings_.silence) peer.goes_on = false;
  const Endpoint& driver = telemetry.driver;
  if (driver && driver != peer.endpoint && driver.protocol == peer.endpoint.protocol) {
    peer.mode = Mode::waiting;
    return port.dropped(peer.endpoint, Id::drop_another_drives);
  }
  sample->rate = peer.rate_of(*sample);
  peer.before = *sample;
  turn_round(*sample);
  const Trouble trouble = peer.plausibility.look(*sample, datagram.arrival);
  settle(peer, telemetry, datagram.arrival);
  if (trouble == Trouble::none && (peer.mode != Mode::fading || peer.trouble == Trouble::menu))
    peer.good = *sample;
  switch (peer.mode) {
    case Mode::waiting:
      port.stream(peer.request(contract_, datagram.arrival, StreamTarget{}));
      if (trouble == Trouble::none) wait(peer, datagram.arrival, port);
      break;
    case Mode::following:
      follow(peer, trouble, datagram.arrival, port);
      break;
    case Mode::fading:
      fade(peer, trouble, datagram.arrival, port);
      break;
    case Mode::held:
      stay_held(peer, trouble, datagram.arrival, port);
      break;
  }
}

void TelemetrySession::settle(Peer& peer, const Telemetry& telemetry, TimePoint now) const noexcept {
  if (peer.mode == Mode::held) {
    if (holds(peer, telemetry)) peer.hold_seen = true;
    // A hold that was just asked for is not in the snapshot yet.
    if (holds(peer, telemetry) || (drives(peer, telemetry) && !peer.hold_seen)) return;
  }
  if (!drives(peer, telemetry)) {
    peer.mode = Mode::waiting;
  } else if (peer.mode == Mode::waiting || peer.mode == Mode::held) {
    peer.mode = Mode::following;
    peer.trouble = Trouble::none;
    peer.share = Ramp{{}, 1.0, seconds(now), kFade};
  }
}

/// Whether the operator gave it control is the core's to know.
void TelemetrySession::wait(Peer& peer, TimePoint arrival, SessionPort& port) noexcept {
  const auto verdict = lifecycle::admit(port.telemetry(), contract_, {peer.endpoint}, lifecycle::Ask::run);
  if (verdict.refused)
    return port.explain(peer.endpoint, say<Id::told_game_refused>(model::id_of(verdict.refusal)));
  if (peer.taken()) peer.ask_again();  // followed once, and not any more
  if (peer.wants_to_ask(arrival, kAskAgain)) (void)peer.ask(contract_, arrival, Go{Step::run}, port);
}

void TelemetrySession::follow(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept {
  if (trouble == Trouble::none) return stream(peer, arrival, port);
  peer.mode = Mode::fading;
  peer.trouble = trouble;
  peer.fading_since = arrival;
  peer.share.go(0.0, seconds(arrival), kFade);
  ++peer.troubles;
  port.explain(peer.endpoint, trouble == Trouble::menu
                                  ? say<Id::told_game_rests>(id_of(trouble), peer.troubles)
                                  : say<Id::told_game_distrusted>(id_of(trouble), peer.troubles));
  stream(peer, arrival, port);
}

/// What it sent last fades to nothing, the washout brings the platform back, and there it is held.
void TelemetrySession::fade(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept {
  const bool over = peer.share.arrived(seconds(arrival));
  if (peer.trouble == Trouble::menu && trouble == Trouble::none) {
    peer.mode = Mode::following;
    peer.trouble = Trouble::none;
    peer.share.go(1.0, seconds(arrival), kFade);
  } else if (peer.trouble == Trouble::menu && trouble != Trouble::menu) {
    peer.trouble = trouble;  // worse than a menu: the operator is asked
    port.explain(peer.endpoint, say<Id::told_game_distrusted>(id_of(trouble), ++peer.troubles));
  }
  stream(peer, arrival, port);
  if (peer.mode != Mode::fading || !over) return;
  if (!is_at_neutral(port.telemetry().commanded) && arrival - peer.fading_since < kToNeutral) return;
  peer.mode = Mode::held;
  peer.goes_on = peer.trouble == Trouble::menu;
  peer.hold_seen = false;
  peer.resume_asked = arrival;
  port.latch(Control::hold, peer.endpoint, contract_);
}

void TelemetrySession::stay_held(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept {
  port.stream(peer.request(contract_, arrival, StreamTarget{}));  // it is still there
  if (trouble != Trouble::none && trouble != Trouble::menu) peer.goes_on = false;
  const Telemetry& telemetry = port.telemetry();
  if (!peer.hold_seen) return port.latch(Control::hold, peer.endpoint, contract_);
  if (!peer.goes_on || trouble != Trouble::none || !holds(peer, telemetry)) return;
  if (lifecycle::admit(telemetry, contract_, {peer.endpoint}, lifecycle::Ask::resume).refused) return;
  if (arrival - peer.resume_asked < kAskAgain) return;
  peer.resume_asked = arrival;
  (void)port.request(peer.request(contract_, arrival, Control::resume));
}

/// As the tuning takes it: what darren 102 brings may be set to be specific force.
void TelemetrySession::stream(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept {
  const double share = peer.share.at(seconds(arrival)).value;
  StreamTarget target;
  target.kind = StreamTarget::Kind::cue;
  target.cue.rate = share * peer.good.rate;
  target.cue.linear = share * peer.good.acceleration;
  if (port.telemetry().cue.tuning.input == CueInput::specific_force) target.cue.linear.z() += kGravity;
  port.stream(peer.request(contract_, arrival, target));
}

void TelemetrySession::poll(const Now& now, SessionPort& port) noexcept {
  if (!settings_.ask || now.wall < look_again_) return;
  look_again_ = now.wall + kAskGame;
  if (std::exchange(heard_, false)) return;
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  for (std::size_t i = 0; const std::size_t size = source_->ask(i, bytes); ++i)
    port.send(settings_.ask, std::span{bytes}.first(size));
}

void TelemetrySession::event(const Event& event, SessionPort& port) noexcept {
  const Answer* const answer = std::get_if<Answer>(&event.news);
  if (answer == nullptr || event.tag == 0) return;
  Peer* const peer = peers_.find(event.tag);
  if (peer == nullptr) return;
  peer->answered(*answer);
  if (answer->outcome != Outcome::refused) return;
  port.explain(peer->endpoint, answer->refusal == Refusal::disarmed
                                   ? say<Id::told_game_give>(name())
                                   : say<Id::told_game_refused>(model::id_of(answer->refusal)));
}

}  // namespace hexad::protocols::telemetry
