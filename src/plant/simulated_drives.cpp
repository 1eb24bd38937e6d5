#include "plant/simulated_drives.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/forward.hpp"
#include "plant/drive_error.hpp"

namespace hexad::plant {
namespace {

constexpr double kLagSpeed = 0.1;  // m/s, how fast an injected lag builds up and goes
constexpr double kLongestTick = 0.05;
constexpr std::uint16_t kRelayBits = 0x0FFF;

Eigen::Index at(std::size_t leg) noexcept { return static_cast<Eigen::Index>(leg); }
std::uint8_t bit(std::size_t leg) noexcept { return static_cast<std::uint8_t>(1u << leg); }

bool is_finite(const Setpoint& setpoint) noexcept {
  return setpoint.extension.allFinite() && setpoint.velocity.allFinite() &&
         setpoint.acceleration.allFinite() && std::isfinite(setpoint.rotary) &&
         std::isfinite(setpoint.rotary_velocity);
}

Extensions start_extension(const Machine& machine, const Settings& settings) noexcept {
  switch (settings.initial) {
    case Initial::origin:
      return Extensions::Zero();
    case Initial::neutral:
      return Extensions::Constant(0.5 * machine.geometry.stroke);
    case Initial::powered_up:
      break;
  }
  return settings.extension;
}

}  // namespace

SimulatedDrives::SimulatedDrives(const Machine& truth, const Settings& settings) noexcept
    : truth_{&truth},
      settings_{settings},
      limits_{reference_limits(truth, settings)},
      servo_{truth, settings, start_extension(truth, settings)},
      random_{settings.seed},
      wiring_{settings.mistakes} {
  if (settings_.initial == Initial::powered_up) lose_zero();
  for (Leg& leg : legs_) leg.homed = settings_.absolute || settings_.initial != Initial::powered_up;
  report(TimePoint{});
  wiring_.begin(feedback_);
}

void SimulatedDrives::adopt(const Machine& truth) noexcept {
  servo_ = Servo{truth, settings_, servo_.extension()};
  limits_ = reference_limits(truth, settings_);
  truth_ = &truth;
  for (Leg& leg : legs_) leg.on = false;
}

const Feedback& SimulatedDrives::exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept {
  const bool arrives = is_finite(setpoint) && !injected_.any(Injection::link_lost);
  if (!wiring_.wrong()) return advance(arrives ? &setpoint : nullptr, now, dt);
  const Setpoint told = wiring_.told(setpoint);
  advance(arrives ? &told : nullptr, now, dt);
  if (setpoint.set_zero) wiring_.begin(feedback_);
  return wiring_.reported(feedback_);
}

const Feedback& SimulatedDrives::coast(TimePoint now, Duration dt) noexcept {
  advance(nullptr, now, dt);
  return wiring_.wrong() ? wiring_.reported(feedback_) : feedback_;
}

const Feedback& SimulatedDrives::advance(const Setpoint* setpoint, TimePoint now, Duration dt) noexcept {
  const double seconds = std::clamp(to_seconds(dt), 0.0, kLongestTick);
  if (!(seconds > 0.0)) return feedback_;
  missing_ = setpoint != nullptr ? 0 : missing_ + 1;

  const bool powered = !injected_.any(Injection::power_loss);
  if (powered && !powered_) restart();
  powered_ = powered;

  latch_errors(setpoint != nullptr && setpoint->reset);
  if (setpoint != nullptr) {
    enable_ = setpoint->enable;
    off_now_ = setpoint->off_now;
    torque_limit_ = setpoint->torque_limit;
  }
  switch_legs(enable_, off_now_, seconds);
  move_references(setpoint, seconds);
  if (settings_.fidelity == Fidelity::servo) {
    servo_.advance(orders(seconds), seconds);
  } else {
    servo_.place(orders(seconds));
  }
  turn_rotary(setpoint, seconds);
  set_switched_outputs(setpoint);
  report(now + dt);
  return feedback_;
}

/// Where each leg stands becomes its zero, and its reference starts there.
void SimulatedDrives::take_zero() noexcept {
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double x = servo_.extension()[at(i)];
    legs_[i].zero = -x;
    legs_[i].reference.start(x);
    servo_.relax(i);
  }
}

void SimulatedDrives::lose_zero() noexcept {
  for (Leg& leg : legs_) {
    leg.zero = settings_.absolute ? 0.0 : settings_.zero_spread * random_.symmetric();
    leg.homed = settings_.absolute;
  }
}

/// Down to the end stop, by the drive itself; that is where its position counts from.
void SimulatedDrives::home(std::size_t i, double dt) noexcept {
  Leg& leg = legs_[i];
  const double x = servo_.extension()[at(i)];
  leg.reference.start(std::max(leg.reference.position - settings_.homing_speed * dt, -1.0 * kMillimetre));
  leg.reference.velocity = leg.reference.position > -1.0 * kMillimetre ? -settings_.homing_speed : 0.0;
  if (x > 0.1 * kMillimetre || leg.reference.velocity != 0.0) return;
  leg.homed = true;
  leg.zero = -x;
  leg.reference.start(x);
  servo_.relax(i);
}

/// After a loss of power: the drives come up afresh.
void SimulatedDrives::restart() noexcept {
  lose_zero();
  for (Leg& leg : legs_) leg.error = 0;
}

void SimulatedDrives::latch_errors(bool reset) noexcept {
  const bool silent = missing_ > settings_.missing_setpoints;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    Leg& leg = legs_[i];
    if (reset) {
      leg.error = 0;
      leg.dropped_out = false;
    }
    if (injected_.on(Injection::drive_fault, i)) {
      const double code = injected_.value(Injection::drive_fault, i);
      const bool given = code >= 1.0 && code <= 4294967295.0;
      leg.error =
          given ? static_cast<std::uint32_t>(code) : static_cast<std::uint32_t>(DriveError::over_current);
    } else if (silent && leg.error == 0) {
      leg.error = static_cast<std::uint32_t>(DriveError::communication);
    }
  }
}

void SimulatedDrives::move_brake(Leg& leg, bool open, double dt) const noexcept {
  const double step = settings_.brake_delay > 0.0 ? dt / settings_.brake_delay : 1.0;
  leg.brake = open ? std::max(leg.brake - step, 0.0) : std::min(leg.brake + step, 1.0);
  if (leg.brake <= 0.0) leg.brake_closed = false;
  if (leg.brake >= 1.0) leg.brake_closed = true;
}

bool SimulatedDrives::is_held(std::size_t i) const noexcept {
  const Leg& leg = legs_[i];
  const bool at_once = settings_.brake_delay <= 0.0 && settings_.brakes == Brakes::automatic;
  return (leg.brake_closed || (!leg.on && at_once)) && ((settings_.mistakes.weak_brakes >> i) & 1u) == 0;
}

void SimulatedDrives::switch_legs(bool enable, bool off_now, double dt) noexcept {
  const bool chain = powered_ && !injected_.any(Injection::emergency_stop);
  for (std::size_t i = 0; i < truth_->geometry.legs; ++i) {
    Leg& leg = legs_[i];
    if (!enable) leg.dropped_out = false;
    // A leg whose setpoints stay away is still driven until it stands; move_references() ends that.
    const bool stopping = leg.on && leg.error == static_cast<std::uint32_t>(DriveError::communication);
    const bool may =
        enable && chain && (leg.error == 0 || stopping) && !injected_.on(Injection::servo_off, i);
    if (enable && !may) leg.dropped_out = true;
    const bool wanted = may && !leg.dropped_out;
    const bool was_on = leg.on;
    leg.on = leg.on || (wanted && leg.switching >= settings_.enable_delay);
    leg.switching = wanted && !leg.on ? leg.switching + dt : 0.0;
    if (leg.on && !was_on) {
      leg.reference.start(servo_.extension()[at(i)]);
      servo_.preload(i);
    }
    // Told to go off, and nothing wrong: the motor brings the leg to rest and holds it until the brake does.
    const bool automatic = settings_.brakes == Brakes::automatic;
    const bool leaves = leg.on && !enable && !off_now && chain && leg.error == 0 && automatic;
    const bool stands = !leaves || leg.reference.stop(limits_, dt);
    // Commanded brakes close by themselves, too, when nobody speaks to the drive any more and the leg stands.
    const bool moves = leg.on && (leg.reference.velocity != 0.0 || leg.reference.acceleration != 0.0);
    const bool commanded = brakes_open_ && chain && (missing_ <= settings_.missing_setpoints || moves);
    move_brake(leg, automatic ? leg.on && (wanted || !stands) : commanded, dt);
    if (!wanted) leg.on = leaves && !leg.brake_closed;
  }
}

void SimulatedDrives::move_references(const Setpoint* setpoint, double dt) noexcept {
  const bool seek = setpoint != nullptr ? setpoint->seek_bottom : seeking_;
  if (setpoint != nullptr && setpoint->set_zero) {
    take_zero();
    seeking_ = seek;
    return;
  }
  for (std::size_t i = 0; i < truth_->geometry.legs; ++i) {
    Leg& leg = legs_[i];
    if (!leg.on || (!enable_ && leg.error == 0)) continue;
    if (setpoint != nullptr && setpoint->home && settings_.homing_speed > 0.0 && !leg.homed) {
      home(i, dt);
      continue;
    }
    // The search left the reference below the stop; without the torque limit the leg would be pressed onto
    // it.
    if (seeking_ && !seek) leg.reference.start(servo_.extension()[at(i)]);
    const bool failed = leg.error == static_cast<std::uint32_t>(DriveError::communication);
    if (setpoint != nullptr && !failed) {
      leg.reference.follow(setpoint->extension[at(i)] - leg.zero, setpoint->velocity[at(i)],
                           setpoint->acceleration[at(i)], limits_, dt);
    } else if (!failed) {
      leg.reference.bridge(dt);
    } else if (leg.reference.stop(limits_, dt) &&
               (leg.brake_closed || settings_.brake_delay <= 0.0 || settings_.brakes == Brakes::automatic)) {
      leg.on = false;
      leg.dropped_out = true;
    }
  }
  seeking_ = seek;
}

LegOrders SimulatedDrives::orders(double dt) noexcept {
  LegOrders orders;
  const Gear& gear = servo_.gear();
  const bool sag = injected_.any(Injection::supply_sag);
  const double share = sag ? std::clamp(injected_.value(Injection::supply_sag, 0), 0.0, 1.0) : 1.0;
  orders.speed_share = share;
  orders.highest_torque.setConstant(share * gear.peak_torque);
  orders.lowest_torque.setConstant(
      seeking_ ? -std::min(share * gear.peak_torque, truth_->drive.seek_torque * gear.rated_torque)
               : -share * gear.peak_torque);
  for (std::size_t i = 0; i < truth_->geometry.legs; ++i) {
    Leg& leg = legs_[i];
    const double lag =
        injected_.on(Injection::following_error, i) ? injected_.value(Injection::following_error, i) : 0.0;
    leg.lag += std::clamp(lag - leg.lag, -kLagSpeed * dt, kLagSpeed * dt);
    orders.x[at(i)] = leg.reference.position - leg.lag;
    orders.v[at(i)] = leg.reference.velocity;
    orders.a[at(i)] = leg.reference.acceleration;
    if (const double most = torque_limit_[at(i)]; most > 0.0) {
      orders.highest_torque[at(i)] = std::min(orders.highest_torque[at(i)], most);
      orders.lowest_torque[at(i)] = std::max(orders.lowest_torque[at(i)], -most);
    }
    if (leg.on) orders.powered |= bit(i);
    if (is_held(i)) orders.held |= bit(i);
    if (injected_.on(Injection::stuck, i)) orders.jammed |= bit(i);
  }
  return orders;
}

void SimulatedDrives::turn_rotary(const Setpoint* setpoint, double dt) noexcept {
  const bool drives = powered_ && enable_ && !injected_.any(Injection::emergency_stop);
  if (!truth_->rotary || !drives || setpoint == nullptr) return;
  const double most = truth_->rotary->speed() * dt;
  rotary_ += std::clamp(setpoint->rotary - rotary_, -most, most);
}

void SimulatedDrives::set_switched_outputs(const Setpoint* setpoint) noexcept {
  if (!powered_ || missing_ > settings_.missing_setpoints) {
    relays_ = 0;
    outputs_ = 0;
  } else if (setpoint != nullptr) {
    relays_ = setpoint->relays & kRelayBits;
    outputs_ = setpoint->outputs;
  }
}

void SimulatedDrives::report(TimePoint now) noexcept {
  const bool reachable = powered_ && !injected_.any(Injection::link_lost);
  feedback_.link = reachable && missing_ <= settings_.missing_setpoints;
  feedback_.licence = !injected_.any(Injection::no_licence);
  // Hard-wired to the controller, not to the drives: they are seen without the link.
  feedback_.emergency_button = injected_.any(Injection::emergency_stop);
  feedback_.supply = powered_ && !injected_.any(Injection::supply_sag);
  feedback_.inputs = inputs_;
  if (!powered_) {
    for (LegFeedback& leg : feedback_.legs) {
      leg.enabled = false;
      leg.torque = leg.current = leg.voltage = 0.0;
    }
  }
  if (!reachable) return;  // the rest is what came last
  feedback_.time = now;
  feedback_.rotary = rotary_;
  for (std::size_t i = 0; i < truth_->geometry.legs; ++i) report_leg(i);
}

void SimulatedDrives::report_leg(std::size_t i) noexcept {
  const Leg& leg = legs_[i];
  const Drive& drive = truth_->drive;
  const Gear& gear = servo_.gear();
  const Noise& noise = settings_.noise;
  LegFeedback& out = feedback_.legs[i];
  const double speed = servo_.velocity()[at(i)];
  out.extension = servo_.extension()[at(i)] + leg.zero;
  out.velocity = speed;
  out.torque = servo_.torque()[at(i)];
  if (noise.position > 0.0) out.extension += noise.position * random_.normal();
  if (noise.velocity > 0.0) out.velocity += noise.velocity * random_.normal();
  if (noise.torque > 0.0 && leg.on) out.torque += noise.torque * random_.normal();
  if (injected_.on(Injection::encoder_jump, i)) out.extension += injected_.value(Injection::encoder_jump, i);
  if (settings_.fidelity == Fidelity::servo && settings_.encoder_pulses > 0.0) {
    const double pulses = settings_.encoder_pulses * gear.per_metre / kRevolution;  // a metre
    out.extension = std::round(out.extension * pulses) / pulses;
  }
  out.current = drive.torque_constant > 0.0 ? out.torque / drive.torque_constant : 0.0;
  const double drop = settings_.resistive_share * drive.bus_voltage * out.torque / gear.peak_torque;
  out.voltage = leg.on ? drive.torque_constant * gear.per_metre * speed + drop : 0.0;
  out.error = leg.error;
  out.enabled = leg.on;
  out.homed = leg.homed;
  out.brake_reported = leg.brake_closed;
  out.brake_closed = leg.brake_closed || (!leg.on && is_held(i));
  const bool pressed = injected_.on(Injection::limit_switch, i);
  const bool at_switch = servo_.extension()[at(i)] <= settings_.lower_switch_at;
  out.upper_switch = pressed && injected_.value(Injection::limit_switch, i) >= 0.0;
  out.lower_switch = (pressed && injected_.value(Injection::limit_switch, i) < 0.0) || at_switch;
  out.over_temperature = injected_.on(Injection::over_temperature, i);
}

Pose SimulatedDrives::true_pose() const noexcept {
  const Pose& start = servo_.load().pose();
  const kinematics::Forward found = kinematics::forward(*truth_, servo_.extension(), start);
  const bool usable = found.ok() || found.status == kinematics::ForwardStatus::near_singular;
  return usable ? found.pose : start;
}

}  // namespace hexad::plant
