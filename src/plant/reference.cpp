#include "plant/reference.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::plant {
namespace {

constexpr double kJoinDistance = 5e-6;
constexpr double kJoinSpeed = 5e-3;

}  // namespace

ReferenceLimits reference_limits(const Machine& machine, const Settings& settings) noexcept {
  ReferenceLimits limits;
  limits.top_speed = settings.overspeed * machine.drive.leg_speed();
  limits.catch_up_speed = settings.catch_up_speed;
  limits.catch_up_acceleration = settings.catch_up_acceleration;
  limits.stop = machine.limits.leg;
  if (!(limits.stop.acceleration > 0.0)) limits.stop.acceleration = settings.catch_up_acceleration;
  if (!(limits.stop.jerk > 0.0)) limits.stop.jerk = 10.0 * limits.stop.acceleration;
  return limits;
}

void Reference::start(double at) noexcept {
  position = at;
  velocity = 0.0;
  acceleration = 0.0;
  catching_up_ = true;
}

void Reference::follow(double x, double v, double a, const ReferenceLimits& limits, double dt) noexcept {
  // A setpoint at standstill may differ by rounding; a micrometre is no jump.
  if (!catching_up_ && !(std::abs(x - position) <= limits.top_speed * dt + 1e-6)) catching_up_ = true;
  if (catching_up_) return catch_up(x, v, limits, dt);
  position = x;
  velocity = v;
  acceleration = a;
}

void Reference::catch_up(double x, double v, const ReferenceLimits& limits, double dt) noexcept {
  const double distance = x - position;
  if (std::abs(distance) <= kJoinDistance && std::abs(v - velocity) <= kJoinSpeed) {
    catching_up_ = false;
    position = x;
    velocity = v;
    acceleration = 0.0;
    return;
  }
  // Towards the setpoint in its own motion, slowing down with half the acceleration, and at the end halving
  // the distance each tick.
  const double gain = limits.catch_up_acceleration;
  const double closing = std::min(std::sqrt(gain * std::abs(distance)), 0.5 * std::abs(distance) / dt);
  const double wanted =
      std::clamp(v + std::copysign(closing, distance), -limits.catch_up_speed, limits.catch_up_speed);
  // Coming from full motion it may brake as hard as the leg limits allow.
  const double rate = std::abs(velocity) > limits.catch_up_speed ? limits.stop.acceleration : gain;
  const double before = velocity;
  velocity += std::clamp(wanted - velocity, -rate * dt, rate * dt);
  acceleration = (velocity - before) / dt;
  position += velocity * dt;
}

void Reference::bridge(double dt) noexcept {
  if (!(acceleration * velocity < 0.0)) acceleration = 0.0;
  const double before = velocity;
  velocity += acceleration * dt;
  if (velocity * before < 0.0) {
    velocity = 0.0;
    acceleration = 0.0;
  }
  position += 0.5 * (before + velocity) * dt;
  catching_up_ = true;  // what comes next may be anywhere
}

bool Reference::stop(const ReferenceLimits& limits, double dt) noexcept {
  catching_up_ = true;
  const double jerk = limits.stop.jerk * dt;  // change of acceleration a tick
  // Velocity left over if the acceleration is taken away from now on, one tick's worth of it to spare.
  const double left = velocity + 0.5 * acceleration * std::abs(acceleration) / limits.stop.jerk;
  if (std::abs(velocity) <= 0.5 * jerk * dt && std::abs(acceleration) <= 2.0 * jerk) {
    velocity = 0.0;
    acceleration = 0.0;
    return true;
  }
  const double wanted = left > 0.0 ? -limits.stop.acceleration : limits.stop.acceleration;
  double next = acceleration + std::clamp(wanted - acceleration, -jerk, jerk);
  next = std::clamp(next, -limits.stop.acceleration, limits.stop.acceleration);
  const double before = velocity;
  acceleration = next;
  velocity += next * dt;
  if (velocity * before < 0.0 && std::abs(velocity) <= 2.0 * jerk * dt) {
    velocity = 0.0;
    acceleration = 0.0;
  }
  position += 0.5 * (before + velocity) * dt;
  return velocity == 0.0 && acceleration == 0.0;
}

}  // namespace hexad::plant
