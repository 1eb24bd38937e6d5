#include "runtime/verify/leg_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/dynamics.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "runtime/config/limit_words.hpp"
#include "runtime/verify/shown.hpp"

namespace hexad::runtime::verify {
namespace {

/// The rotary axis turns the payload with the cabin: R_cabin = R·Rz(θ). Seen in cabin axes the payload is as
/// configured and the joints have turned back; forces are the same, and no inertia needs to be rotated.
Legs forces(const Machine& machine, const Motion& motion, double rotary) {
  if (rotary == 0.0) return kinematics::leg_forces(machine, motion);
  const Quat turn{Eigen::AngleAxisd{rotary, Vec3::UnitZ()}};
  Machine cabin = machine;
  for (Vec3& joint : cabin.geometry.platform) joint = turn.conjugate() * joint;
  Motion turned = motion;
  turned.pose.rotation = motion.pose.rotation * turn;
  return kinematics::leg_forces(cabin, turned);
}

void add(LegTable& table, const LimitHit& hit) {
  table.breaches.push_back({Breach::Kind::limit, hit, in_words(hit)});
}

void add_beyond(LegTable& table, Limit limit, std::size_t index, double value, double bound) {
  if (std::abs(value) <= bound) return;
  add(table, LimitHit{limit, static_cast<std::uint8_t>(index), value, value < 0.0 ? -bound : bound});
}

/// The platform's own rates against their limits.
void add_axis_limits(const Machine& machine, const Motion& motion, LegTable& table) {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const bool turns = i >= 3;
    const Rates& rates = turns ? machine.limits.rotation : machine.limits.translation;
    const auto part = static_cast<Eigen::Index>(i % 3);
    const auto of = [&](const Twist& twist) { return turns ? twist.angular[part] : twist.linear[part]; };
    add_beyond(table, Limit::axis_velocity, i, of(motion.velocity), rates.velocity);
    add_beyond(table, Limit::axis_acceleration, i, of(motion.acceleration), rates.acceleration);
  }
}

void add_motor_limits(const Drive& drive, std::size_t leg, double torque, double speed, LegTable& table) {
  const auto index = static_cast<std::uint8_t>(leg);
  if (std::abs(torque) > drive.peak_torque)
    table.breaches.push_back({Breach::Kind::motor_torque,
                              {Limit::none, index, std::abs(torque), drive.peak_torque},
                              fmt::format("leg {} motor torque {:.2f} Nm above {:g}", leg + 1,
                                          std::abs(torque), drive.peak_torque)});
  if (std::abs(speed) > drive.motor_speed * (1.0 + 1e-9))
    table.breaches.push_back({Breach::Kind::motor_speed,
                              {Limit::none, index, std::abs(speed), drive.motor_speed},
                              fmt::format("leg {} motor speed {:.1f} rpm above {:g}", leg + 1,
                                          std::abs(speed) / kRpm, drive.motor_speed / kRpm)});
}

/// What stands in the way of the pose, leg by leg within its kind.
void add_pose_limits(const Machine& machine, const Pose& pose, LegTable& table) {
  auto hits = kinematics::reachability(machine, pose, kinematics::StrokeUse::full);
  const auto is_stroke = [](const LimitHit& hit) {
    return hit.limit == Limit::leg_upper || hit.limit == Limit::leg_lower;
  };
  std::stable_sort(hits.begin(), hits.end(), [&](const LimitHit& a, const LimitHit& b) {
    return (is_stroke(a) && is_stroke(b)) || a.limit == b.limit ? a.index < b.index : a.limit < b.limit;
  });
  for (const LimitHit& hit : hits) add(table, hit);
}

}  // namespace

LegTable leg_table(const Machine& machine, const Motion& motion, double rotary) {
  LegTable table;
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, motion.pose);
  const kinematics::LegRates rates = kinematics::leg_rates(machine, motion);
  const Legs force = forces(machine, motion, rotary);
  const bool driven = machine.drive.screw_lead > 0.0;
  const double none = std::numeric_limits<double>::quiet_NaN();
  kinematics::MotorLoad load;
  if (driven) load = kinematics::motor_load(machine.drive, force, rates.velocity, rates.acceleration);

  add_pose_limits(machine, motion.pose, table);
  table.reachable = table.breaches.empty();
  table.condition = kinematics::conditioning(machine, motion.pose).condition;
  add_axis_limits(machine, motion, table);

  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const Vec3 joint = geometry.joint[i] / kMillimetre;
    table.legs.push_back({.length = geometry.length[leg] / kMillimetre,
                          .extension = rates.extension[leg] / kMillimetre,
                          .velocity = rates.velocity[leg] / kMillimetre,
                          .acceleration = rates.acceleration[leg] / kMillimetre,
                          .base_angle = geometry.base_angle[leg] / kDegree,
                          .platform_angle = geometry.platform_angle[leg] / kDegree,
                          .joint = {joint.x(), joint.y(), joint.z()},
                          .force = force[leg] / kKilonewton,
                          .torque = driven ? load.torque[leg] : none,
                          .rpm = driven ? load.speed[leg] / kRpm : none});
    add_beyond(table, Limit::leg_velocity, i, rates.velocity[leg], machine.limits.leg.velocity);
    add_beyond(table, Limit::leg_acceleration, i, rates.acceleration[leg], machine.limits.leg.acceleration);
    add_beyond(table, Limit::force, i, force[leg], machine.drive.max_force);
    if (driven) add_motor_limits(machine.drive, i, load.torque[leg], load.speed[leg], table);
  }
  return table;
}

}  // namespace hexad::runtime::verify
