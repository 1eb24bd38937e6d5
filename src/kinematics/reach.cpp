#include "kinematics/reach.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/guide.hpp"

namespace hexad::kinematics {
namespace {

constexpr double kStep = 2e-3;  // m or rad; limits closer together than this are one
constexpr double kFarthestTurn = kPi;
constexpr double kReachResolution = 1e-10;

bool has_axis(const Machine& machine, Axis axis) noexcept {
  if (machine.geometry.mechanism == Mechanism::six_legs) return true;
  const internal::GuideFreedoms freedoms = internal::freedoms_of(machine.geometry.mechanism);
  if (axis == Axis::heave) return freedoms.heave;
  return (axis == Axis::pitch && freedoms.pitch) || (axis == Axis::roll && freedoms.roll);
}

struct Ray {
  const Machine& machine;
  AxisValues start;
  std::size_t axis;
  StrokeUse stroke;

  LimitHit hit(double offset) const noexcept {
    AxisValues values = start;
    values[axis] += offset;
    return first_hit(machine, kXyzConvention.to_pose(values, 0.0), stroke);
  }
};

/// The last offset without a limit in one direction (`toward` ±1), and the limit met behind it.
double outward(const Ray& ray, double toward, double farthest, LimitHit& hit) noexcept {
  double inside = 0.0;
  while (inside < farthest) {
    const double next = std::min(inside + kStep, farthest);
    hit = ray.hit(toward * next);
    if (hit) {
      double outside = next;
      while (outside - inside > kReachResolution) {
        const double middle = 0.5 * (inside + outside);
        const LimitHit there = ray.hit(toward * middle);
        if (there) {
          outside = middle;
          hit = there;
        } else {
          inside = middle;
        }
      }
      return toward * inside;
    }
    inside = next;
  }
  return toward * inside;
}

}  // namespace

std::array<Range, kAxes> reach(const Machine& machine, const Pose& from, StrokeUse stroke) noexcept {
  std::array<Range, kAxes> ranges{};
  if (!is_finite(from)) return ranges;
  const AxisValues start = kXyzConvention.from_pose(project(machine, from), 0.0);
  // Farther than two of the longest legs no joint can be.
  const double farthest = 2.0 * (machine.geometry.retracted.maxCoeff() + machine.geometry.stroke);
  for (std::size_t i = 0; i < kAxes; ++i) {
    const Axis axis = static_cast<Axis>(i);
    if (!has_axis(machine, axis)) continue;
    const Ray ray{machine, start, i, stroke};
    if (const LimitHit here = ray.hit(0.0)) {
      ranges[i].low_hit = ranges[i].high_hit = here;
      continue;
    }
    const double end = is_rotation(axis) ? kFarthestTurn : farthest;
    ranges[i].low = outward(ray, -1.0, end, ranges[i].low_hit);
    ranges[i].high = outward(ray, +1.0, end, ranges[i].high_hit);
  }
  return ranges;
}

}  // namespace hexad::kinematics
