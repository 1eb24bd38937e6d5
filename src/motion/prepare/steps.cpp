#include "motion/prepare/steps.hpp"

#include "motion/governor/limit_check.hpp"
#include "motion/prepare/preflight.hpp"

namespace hexad::motion {
namespace {

// What the governor keeps free of each rate for what happens between two ticks.
constexpr double kPlayShare = 0.998;

}  // namespace

std::optional<Rejection> check_machine(const Machine& machine) {
  const MotionLimits& limits = machine.limits;
  if (machine.geometry.legs > 0 && usable(limits.translation) && usable(limits.rotation) &&
      usable(limits.leg))
    return std::nullopt;
  Rejection rejection;
  rejection.problem = Problem::no_such_machine;
  return rejection;
}

std::optional<Rejection> check_whole(const Prepared& program, const Machine& machine, double period,
                                     double horizon, bool find_scale) {
  PreflightSettings settings;
  settings.period = period;
  settings.horizon = horizon;
  settings.share = kPlayShare;
  settings.thermal = false;
  settings.find_scale = false;
  settings.verdict_only = true;
  const PreflightReport report = preflight(program, machine, settings);
  if (report.passes()) return std::nullopt;
  Rejection rejection;
  rejection.time = report.violation_time;
  if (!report.finite) {
    rejection.problem = Problem::not_finite;
    return rejection;
  }
  rejection.hit = report.violation;
  rejection.pose = report.violation_pose;
  if (!find_scale) return rejection;
  settings.find_scale = true;
  settings.most_scale = 1.0;
  rejection.scale = preflight(program, machine, settings).scale;
  return rejection;
}

}  // namespace hexad::motion
