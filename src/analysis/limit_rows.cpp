#include "analysis/limit_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::analysis {
namespace {

using cueing::AxisMotion;

// Of the limits, so that what happens between two knots fits too.
constexpr double kShareOfStroke = 0.99;
constexpr double kShareOfSpeed = 0.97;
constexpr double kShareOfAcceleration = 0.985;
constexpr double kShareOfJerk = 0.98;
constexpr double kJointReserve = 0.5 * kDegree;
constexpr double kJointsNear = 15.0 * kDegree;  // from its limit a joint is looked at

constexpr int kDirections = 16;

/// Rates of the angles to the angular velocity, at angles.
Mat6 to_twist(const AxisMotion& motion) {
  Mat6 map = Mat6::Identity();
  for (int i = 0; i < 3; ++i) {
    AxisMotion unit;
    unit.angle = motion.angle;
    unit.rate = Vec3::Unit(i);
    map.block<3, 1>(3, 3 + i) = cueing::motion_of(unit, {}).velocity.angular;
  }
  return map;
}

void both(Level level, const StageAxes& row, double middle, double limit, std::vector<StageRow>& into) {
  into.push_back({level, row / limit, 1.0 + middle / limit});
  into.push_back({level, -row / limit, 1.0 - middle / limit});
}

}  // namespace

void LimitRows::at(const AxisMotion& at, const Vec3& own, bool relaxed, std::vector<StageRow>& into) const {
  axis_rows(at, relaxed, into);
  tilt_rows(own, relaxed, into);
  if (relaxed) {
    longest_rows(into);
  } else {
    leg_rows(at, into);
    joint_rows(at, into);
  }
}

void LimitRows::axis_rows(const AxisMotion& at, bool relaxed, std::vector<StageRow>& into) const {
  const double full = relaxed ? 1.0 : 0.0;
  const Mat6 map = relaxed ? Mat6{Mat6::Identity()} : to_twist(at);
  for (int i = 0; i < 6; ++i) {
    const StageAxes row = masked(map.row(i).transpose());
    if (row.isZero(1e-12)) continue;
    const Rates& rates = i < 3 ? machine_.limits.translation : machine_.limits.rotation;
    both(Level::velocity, row, 0.0, std::max(full, kShareOfSpeed) * rates.velocity, into);
    both(Level::acceleration, row, 0.0, std::max(full, kShareOfAcceleration) * rates.acceleration, into);
    both(Level::jerk, row, 0.0, std::max(full, kShareOfJerk) * rates.jerk, into);
  }
}

/// Beyond a share, none to all, of the vehicle's own rotation: pitch and roll together inside a circle, yaw
/// alone.
void LimitRows::tilt_rows(const Vec3& own, bool relaxed, std::vector<StageRow>& into) const {
  // In sixteen directions: inside the circle, or around it.
  const double inside = relaxed ? 1.0 : std::cos(std::numbers::pi / kDirections);
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kDirections;
    StageAxes row = StageAxes::Zero();
    row[3] = moves_[3] ? std::cos(angle) : 0.0;
    row[4] = moves_[4] ? std::sin(angle) : 0.0;
    if (row.isZero(1e-12)) continue;
    const double most = inside * tilt_rate_ + std::max(0.0, std::cos(angle) * own.x()) +
                        std::max(0.0, std::sin(angle) * own.y());
    into.push_back({Level::velocity, row / most, 1.0});
  }
  if (!moves_[5]) return;
  for (const double side : {1.0, -1.0}) {
    const double most = tilt_rate_ + std::max(0.0, side * own.z());
    StageAxes row = StageAxes::Zero();
    row[5] = side / most;
    into.push_back({Level::velocity, row, 1.0});
  }
}

StageAxes LimitRows::masked(const StageAxes& row) const {
  StageAxes kept = row;
  for (std::size_t n = 0; n < 6; ++n)
    if (!moves_[n]) kept[static_cast<Eigen::Index>(n)] = 0.0;
  return kept;
}

void LimitRows::leg_rows(const AxisMotion& at, std::vector<StageRow>& into) const {
  const Motion motion = cueing::motion_of(at, {});
  const Mat6 slope = kinematics::jacobian(machine_, motion.pose) * to_twist(at);
  AxisMotion coasting = at;
  coasting.acceleration = coasting.change = Vec3::Zero();
  const kinematics::LegRates legs = kinematics::leg_rates(machine_, cueing::motion_of(coasting, {}));
  const StageAxes here = axes_of(at.position, at.angle);
  const double half = 0.5 * machine_.geometry.stroke;
  const double stroke = kShareOfStroke * (half - machine_.limits.stroke_margin);
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const StageAxes row = masked(slope.row(leg).transpose());
    both(Level::position, row, half - legs.extension[leg] + row.dot(here), stroke, into);
    both(Level::velocity, row, 0.0, kShareOfSpeed * machine_.limits.leg.velocity, into);
    both(Level::acceleration, row, -legs.acceleration[leg],
         kShareOfAcceleration * machine_.limits.leg.acceleration, into);
    both(Level::jerk, row, 0.0, kShareOfJerk * machine_.limits.leg.jerk, into);
  }
}

/// Angles of the joints that are near their limit; their slope by differences.
void LimitRows::joint_rows(const AxisMotion& at, std::vector<StageRow>& into) const {
  const double limit = machine_.limits.joint_angle - kJointReserve;
  if (!(limit > 0.0)) return;
  const kinematics::LegGeometry here = kinematics::leg_geometry(machine_, cueing::motion_of(at, {}).pose);
  bool near = false;
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    near = near || std::max(here.base_angle[leg], here.platform_angle[leg]) > limit - kJointsNear;
  }
  if (!near) return;
  constexpr double kSmall = 1e-6;
  std::array<kinematics::LegGeometry, 6> moved;
  for (int n = 0; n < 6; ++n) {
    AxisMotion there = at;
    (n < 3 ? there.position[n] : there.angle[n - 3]) += kSmall;
    moved[static_cast<std::size_t>(n)] =
        kinematics::leg_geometry(machine_, cueing::motion_of(there, {}).pose);
  }
  const StageAxes place = axes_of(at.position, at.angle);
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    for (const bool base : {true, false}) {
      const auto angle = [&](const kinematics::LegGeometry& legs) {
        return base ? legs.base_angle[leg] : legs.platform_angle[leg];
      };
      if (!(angle(here) > limit - kJointsNear)) continue;
      StageAxes row = StageAxes::Zero();
      for (std::size_t n = 0; n < 6; ++n)
        if (moves_[n]) row[static_cast<Eigen::Index>(n)] = (angle(moved[n]) - angle(here)) / kSmall;
      into.push_back({Level::position, row / limit, 1.0 - (angle(here) - row.dot(place)) / limit});
    }
  }
}

/// A leg's length is never below its part along a direction: at neutral's the longest leg bounds a half
/// space. And no axis goes farther than twice its reach alone.
void LimitRows::longest_rows(std::vector<StageRow>& into) const {
  const Mat6 slope = kinematics::jacobian(machine_, Pose{});
  const double room = 0.5 * machine_.geometry.stroke - machine_.limits.stroke_margin;
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i)
    into.push_back(
        {Level::position, masked(slope.row(static_cast<Eigen::Index>(i)).transpose()) / room, 1.0});
  for (int n = 0; n < 6; ++n) {
    if (!moves_[static_cast<std::size_t>(n)]) continue;
    StageAxes row = StageAxes::Zero();
    row[n] = 1.0;
    both(Level::position, row, 0.0, 2.0 * machine_.reach[static_cast<std::size_t>(n)], into);
  }
}

}  // namespace hexad::analysis
