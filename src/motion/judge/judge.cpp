#include "motion/judge/judge.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/dynamics.hpp"
#include "motion/governor/limit_check.hpp"

namespace hexad::motion {
namespace {

// Rounding: a motor that turns exactly as fast as it may.
constexpr double kLastBit = 1.0 + 1e-9;

bool is_bound(double value) noexcept { return value > 0.0 && std::isfinite(value); }

bool stands(const Moment& moment) noexcept {
  return moment.motion.velocity.linear.isZero(0.0) && moment.motion.velocity.angular.isZero(0.0) &&
         moment.motion.acceleration.linear.isZero(0.0) && moment.motion.acceleration.angular.isZero(0.0);
}

void add_beyond(std::vector<LimitHit>& hits, Limit limit, std::size_t index, double value, double bound) {
  if (std::abs(value) <= bound * kLastBit) return;
  hits.push_back({limit, static_cast<std::uint8_t>(index), value, value < 0.0 ? -bound : bound});
}

void add_axes(const Machine& machine, const Motion& motion, std::vector<LimitHit>& hits) {
  for (std::size_t i = 0; i < 6; ++i) {
    const Rates& rates = i < 3 ? machine.limits.translation : machine.limits.rotation;
    const auto part = static_cast<Eigen::Index>(i % 3);
    const auto of = [&](const Twist& twist) { return i < 3 ? twist.linear[part] : twist.angular[part]; };
    add_beyond(hits, Limit::axis_velocity, i, of(motion.velocity), rates.velocity);
    add_beyond(hits, Limit::axis_acceleration, i, of(motion.acceleration), rates.acceleration);
  }
}

void add_pose(const Machine& machine, const Pose& pose, kinematics::StrokeUse stroke,
              std::vector<LimitHit>& hits) {
  auto found = kinematics::reachability(machine, pose, stroke);
  const auto is_stroke = [](const LimitHit& hit) {
    return hit.limit == Limit::leg_upper || hit.limit == Limit::leg_lower;
  };
  std::stable_sort(found.begin(), found.end(), [&](const LimitHit& a, const LimitHit& b) {
    return (is_stroke(a) && is_stroke(b)) || a.limit == b.limit ? a.index < b.index : a.limit < b.limit;
  });
  hits.insert(hits.end(), found.begin(), found.end());
}

}  // namespace

std::string_view to_string(Aspect aspect) noexcept {
  constexpr std::array<std::string_view, kAspects> kNames{
      "reach", "joint_angle", "singularity", "velocity",    "acceleration", "jerk",
      "stop",  "force",       "motor_speed", "torque_peak", "torque_rms",   "cabin"};
  return kNames[static_cast<std::size_t>(aspect)];
}

std::string_view to_string(Gap gap) noexcept {
  constexpr std::array<std::string_view, 6> kNames{"",           "no_bound", "no_motor",
                                                   "one_moment", "no_times", "not_asked"};
  return kNames[static_cast<std::size_t>(gap)];
}

void Coverage::leave_out(std::initializer_list<Aspect> aspects, Gap why) noexcept {
  for (const Aspect aspect : aspects)
    if ((*this)[aspect] == Gap::none) (*this)[aspect] = why;
}

Coverage coverage_of(const Machine& machine) noexcept {
  Coverage coverage;
  const MotionLimits& limits = machine.limits;
  const std::array<const Rates*, 3> rates{&limits.translation, &limits.rotation, &limits.leg};
  const auto lacks = [&](double Rates::*of) {
    return std::any_of(rates.begin(), rates.end(), [of](const Rates* one) { return !is_bound(one->*of); });
  };
  const auto need = [&](Aspect aspect, bool given) {
    if (!given) coverage.leave_out({aspect}, Gap::no_bound);
  };
  const Drive& drive = machine.drive;
  need(Aspect::joint_angle, is_bound(limits.joint_angle));
  need(Aspect::velocity, !lacks(&Rates::velocity));
  need(Aspect::acceleration, !lacks(&Rates::acceleration));
  need(Aspect::jerk, !lacks(&Rates::jerk));
  need(Aspect::stop, usable(limits.translation) && usable(limits.rotation) && usable(limits.leg));
  need(Aspect::force, is_bound(drive.max_force));
  if (!(drive.screw_lead > 0.0))
    coverage.leave_out({Aspect::motor_speed, Aspect::torque_peak, Aspect::torque_rms}, Gap::no_motor);
  need(Aspect::motor_speed, is_bound(drive.motor_speed));
  need(Aspect::torque_peak, is_bound(drive.peak_torque));
  need(Aspect::torque_rms, is_bound(drive.motor_torque));
  return coverage;
}

Load load_of(const Machine& machine, const Moment& moment, double cabin) noexcept {
  Load load;
  load.force = kinematics::leg_forces(machine, moment.motion, kinematics::LegInertia::massive, cabin);
  load.motors = machine.drive.screw_lead > 0.0;
  if (!load.motors) return load;
  const kinematics::MotorLoad motor =
      kinematics::motor_load(machine.drive, load.force, moment.legs.velocity, moment.legs.acceleration);
  load.torque = motor.torque;
  load.speed = motor.speed;
  return load;
}

LimitHit check_load(const Machine& machine, const Load& load, std::size_t leg) noexcept {
  const auto i = static_cast<Eigen::Index>(leg);
  const auto beyond = [&](Limit limit, double value, double bound) -> LimitHit {
    if (!(bound > 0.0) || std::abs(value) <= bound * kLastBit) return {};
    return {limit, static_cast<std::uint8_t>(leg), value, std::copysign(bound, value)};
  };
  const Drive& drive = machine.drive;
  if (const LimitHit hit = beyond(Limit::force, load.force[i], drive.max_force)) return hit;
  if (!load.motors) return {};
  if (const LimitHit hit = beyond(Limit::motor_torque, load.torque[i], drive.peak_torque)) return hit;
  return beyond(Limit::motor_speed, load.speed[i], drive.motor_speed);
}

std::vector<LimitHit> breaches(const Machine& machine, const Moment& moment, const Load& load,
                               kinematics::StrokeUse stroke) {
  std::vector<LimitHit> hits;
  add_pose(machine, moment.motion.pose, stroke, hits);
  add_axes(machine, moment.motion, hits);
  const Drive& drive = machine.drive;
  const bool standing = stands(moment);
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    add_beyond(hits, Limit::leg_velocity, leg, moment.legs.velocity[i], machine.limits.leg.velocity);
    add_beyond(hits, Limit::leg_acceleration, leg, moment.legs.acceleration[i],
               machine.limits.leg.acceleration);
    if (drive.max_force > 0.0) add_beyond(hits, Limit::force, leg, load.force[i], drive.max_force);
    if (!load.motors) continue;
    const std::size_t before = hits.size();
    if (drive.peak_torque > 0.0)
      add_beyond(hits, Limit::motor_torque, leg, load.torque[i], drive.peak_torque);
    if (standing && hits.size() == before && drive.motor_torque > 0.0)
      add_beyond(hits, Limit::torque_rms, leg, std::abs(load.torque[i]), drive.motor_torque);
    add_beyond(hits, Limit::motor_speed, leg, load.speed[i], drive.motor_speed);
  }
  if (hits.empty() && !standing && is_finite(moment))
    if (const LimitHit hit = check_stop(machine, moment)) hits.push_back(hit);
  return hits;
}

Coverage coverage_of_moment(const Machine& machine, const Moment& moment) noexcept {
  Coverage coverage = coverage_of(machine);
  coverage.leave_out({Aspect::jerk}, Gap::one_moment);
  if (!stands(moment)) coverage.leave_out({Aspect::torque_rms}, Gap::one_moment);
  return coverage;
}

}  // namespace hexad::motion
