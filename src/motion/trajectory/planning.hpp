#pragma once
// Between the planners' scaled world (unit_jerk.hpp) and profiles in SI.

#include "motion/trajectory/jerk_profile.hpp"
#include "motion/trajectory/unit_jerk.hpp"

namespace hexad::motion {

class Planning {
 public:
  Planning(const AxisState& from, const Rates& limits) noexcept : from_{from}, limits_{limits} {}

  bool possible() const noexcept {
    return std::isfinite(from_.position) && std::isfinite(from_.velocity) &&
           std::isfinite(from_.acceleration) && usable(limits_.velocity) && usable(limits_.acceleration) &&
           usable(limits_.jerk);
  }
  /// The start, scaled, at position zero.
  unit::State start() const noexcept { return {0.0, from_.velocity * limits_.jerk, from_.acceleration}; }
  unit::Bounds bounds() const noexcept { return {limits_.velocity * limits_.jerk, limits_.acceleration}; }
  double scaled_distance(double target) const noexcept {
    return (target - from_.position) * (limits_.jerk * limits_.jerk);
  }

  /// The plan as a profile, not yet finished. Steps from `mirrored_from` on were planned for the mirrored
  /// axis.
  JerkProfile profile_of(const unit::Plan& plan,
                         std::size_t mirrored_from = unit::Plan::kMaxSteps) const noexcept {
    JerkProfile profile{from_};
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const double sign = i < mirrored_from ? 1.0 : -1.0;
      profile.append(plan[i].time / limits_.jerk, sign * plan[i].jerk * limits_.jerk);
    }
    return profile;
  }

 private:
  static bool usable(double limit) noexcept { return limit > 0.0 && std::isfinite(limit); }

  AxisState from_;
  Rates limits_;
};

}  // namespace hexad::motion
