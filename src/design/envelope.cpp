#include "design/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "design/places.hpp"
#include "kinematics/dynamics.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::design {
namespace {

constexpr std::size_t kBetweenCorners = 400;
constexpr int kStepsOut = 12;  // outward, to the scale that is known to fit
constexpr int kFitHalvings = 30;

AxisValues by_scale(const AxisValues& values, double scale) {
  AxisValues result{};
  for (std::size_t i = 0; i < kAxes; ++i) result[i] = values[i] * scale;
  return result;
}

/// The 729 points with each axis at its low end, at 0 or at its high end; alike ones once.
std::vector<AxisValues> corners_of(const Envelope& envelope) {
  std::vector<AxisValues> points{AxisValues{}};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const std::size_t count = points.size();
    for (const double end : {envelope.low[axis], envelope.high[axis]}) {
      if (end == 0.0) continue;
      for (std::size_t i = 0; i < count; ++i) {
        points.push_back(points[i]);
        points.back()[axis] = end;
      }
    }
  }
  return points;
}

/// Points on the surface of the box between the corners.
void add_between(const Envelope& envelope, std::vector<AxisValues>& points) {
  for (std::size_t n = 1; n <= kBetweenCorners; ++n) {
    AxisValues point{};
    double most = 0.0;
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double out = 2.0 * spread_share(n, i) - 1.0;
      point[i] = out < 0.0 ? -out * envelope.low[i] : out * envelope.high[i];
      if (point[i] != 0.0) most = std::max(most, std::abs(out));
    }
    if (most > 0.0) points.push_back(by_scale(point, 1.0 / most));
  }
}

LimitHit hit_at(const Machine& machine, const AxisValues& values, double scale) {
  return kinematics::first_hit(machine, kXyzConvention.to_pose(by_scale(values, scale), 0.0),
                               kinematics::StrokeUse::less_margin);
}

}  // namespace

EnvelopeFit fit_envelope(const Machine& machine, const Envelope& envelope) {
  EnvelopeFit fit;
  fit.scale = kMostScale;
  fit.reach = kinematics::reach(machine, Pose{}, kinematics::StrokeUse::less_margin);
  const std::vector<std::size_t> there = freedoms_of(machine);
  for (std::size_t i = 0; i < kAxes; ++i) {
    fit.alone[i] = envelope.low[i] >= fit.reach[i].low && envelope.high[i] <= fit.reach[i].high;
    const bool wanted = envelope.low[i] != 0.0 || envelope.high[i] != 0.0;
    if (wanted && std::find(there.begin(), there.end(), i) == there.end()) fit.scale = 0.0;
  }
  if (fit.scale == 0.0) return fit;
  std::vector<AxisValues> points = corners_of(envelope);
  add_between(envelope, points);
  for (const AxisValues& point : points) {
    double good = 0.0;
    double bad = 0.0;
    for (int step = 1; step <= kStepsOut && bad == 0.0; ++step) {
      const double scale = fit.scale * step / kStepsOut;
      (hit_at(machine, point, scale) ? bad : good) = scale;
    }
    if (bad == 0.0) continue;
    for (int i = 0; i < kFitHalvings; ++i) {
      const double middle = 0.5 * (good + bad);
      (hit_at(machine, point, middle) ? bad : good) = middle;
    }
    fit.scale = good;
    fit.hit = hit_at(machine, point, bad);
    fit.pose = kXyzConvention.to_pose(by_scale(point, bad), 0.0);
  }
  return fit;
}

EnvelopeLoad speed_in(const Machine& machine, const Envelope& envelope) {
  EnvelopeLoad worst;
  const double bound = machine.limits.leg.velocity;
  worst.bound = bound > 0.0 && std::isfinite(bound) ? bound : 0.0;
  for (const AxisValues& point : corners_of(envelope)) {
    Motion motion;
    motion.pose = kXyzConvention.to_pose(point, 0.0);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (envelope.velocity[axis] == 0.0) continue;
      const auto k = static_cast<Eigen::Index>(axis % 3);
      motion.velocity = {};
      (axis < 3 ? motion.velocity.linear : motion.velocity.angular)[k] = envelope.velocity[axis];
      const LegSpeeds speed = kinematics::leg_rates(machine, motion).velocity;
      for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
        const double value = std::abs(speed[static_cast<Eigen::Index>(leg)]);
        if (value > worst.value) worst = {value, worst.bound, leg, axis, motion.pose};
      }
    }
  }
  return worst;
}

EnvelopeLoad force_in(const Machine& machine, const Envelope& envelope) {
  EnvelopeLoad worst;
  const double bound = machine.drive.max_force;
  worst.bound = bound > 0.0 && std::isfinite(bound) ? bound : 0.0;
  for (const AxisValues& point : corners_of(envelope)) {
    Motion motion;
    motion.pose = kXyzConvention.to_pose(point, 0.0);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      for (const double way : {1.0, -1.0}) {
        const auto k = static_cast<Eigen::Index>(axis % 3);
        motion.acceleration = {};
        (axis < 3 ? motion.acceleration.linear : motion.acceleration.angular)[k] =
            way * envelope.acceleration[axis];
        const LegForces force = kinematics::leg_forces(machine, motion);
        for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
          const double value = std::abs(force[static_cast<Eigen::Index>(leg)]);
          if (value > worst.value) worst = {value, worst.bound, leg, axis, motion.pose};
        }
        if (envelope.acceleration[axis] == 0.0) break;
      }
    }
  }
  return worst;
}

}  // namespace hexad::design
