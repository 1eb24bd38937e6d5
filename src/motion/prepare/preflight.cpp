#include "motion/prepare/preflight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/dynamics.hpp"
#include "kinematics/jacobian.hpp"
#include "motion/judge/moment.hpp"
#include "motion/rate_ramp.hpp"

namespace hexad::motion {
namespace {

constexpr int kCoarse = 61;          // of the first way through when a scale is looked for
constexpr double kScaleStep = 1e-3;  // to which a scale is found
constexpr double kStopAhead = 1.0;   // s: what a stop that does not fit is a sign of comes within this
constexpr double kCourseRounding = 1.0 + 1e-6;

double play_time_of(const RateRamp& ramp, const PreflightSettings& settings) {
  return std::isinf(ramp.play_time()) ? settings.horizon : ramp.play_time();
}

Moment moment_at(const Prepared& program, const Machine& machine, const RateRamp& ramp, double t) noexcept {
  const RateState rate = ramp.at(t);
  return moment_of(machine, along(program.at(rate.path), rate));
}

/// Keeps the worst.
void worst(Extreme& extreme, double value, double bound, double time, std::size_t index) noexcept {
  if (extreme.bound == 0.0) extreme.bound = bound;
  if (!(std::abs(value) <= std::abs(extreme.value)))
    extreme = {value, bound, time, static_cast<std::uint8_t>(index)};
}

class Look {
 public:
  Look(const Prepared& program, const Machine& machine, const PreflightSettings& settings)
      : program_{program}, machine_{machine}, settings_{settings}, ramp_{program} {
    report_.play_time = play_time_of(ramp_, settings);
    report_.endless = std::isinf(ramp_.play_time());
    legs_ = machine.geometry.legs;
    report_.lowest.value = std::numeric_limits<double>::infinity();
    report_.singular.value = std::numeric_limits<double>::infinity();
  }

  PreflightReport run();

 private:
  void violate(const LimitHit& hit, const Moment& moment, double time);
  void check(const Moment& now, double time, bool tick);
  void note(const Moment& now, double time);
  void note_seldom(const Moment& now, double time);
  void note_jerk(const Moment& now, double time);
  LimitHit check_course(const Moment& now);
  void take_stop();
  /// Nothing that comes after `time` changes the verdict.
  bool decided(double time) const {
    return report_.violation || (stop_.hit && time > stop_.time + kStopAhead);
  }
  void judge_rms();
  void note_coverage();

  const Prepared& program_;
  const Machine& machine_;
  const PreflightSettings& settings_;
  RateRamp ramp_;
  PreflightReport report_;
  std::size_t legs_ = 0;
  bool begun_ = false;
  Moment before_;  ///< one period ago
  std::array<Extensions, 3> course_{Extensions::Zero(), Extensions::Zero(), Extensions::Zero()};
  int course_size_ = 0;
  struct {
    LimitHit hit;
    Pose pose;
    double time = 0.0;
  } stop_;  ///< the first moment from which a stop would not fit
  Vec6 torque_squares_ = Vec6::Zero();
  int torque_samples_ = 0;
};

void Look::violate(const LimitHit& hit, const Moment& moment, double time) {
  if (!hit || report_.violation || !report_.finite) return;
  // That a stop would no longer fit mostly comes just before the end of a leg: then that end is the reason.
  if (hit.limit == Limit::stop_distance && time < report_.play_time) {
    if (!stop_.hit) stop_ = {hit, moment.motion.pose, time};
    return;
  }
  if (stop_.hit && time > stop_.time + kStopAhead) {
    take_stop();
    return;
  }
  if (std::isnan(hit.value)) report_.finite = false;
  report_.violation = hit;
  report_.violation_time = time;
  report_.violation_pose = moment.motion.pose;
}

void Look::take_stop() {
  report_.violation = stop_.hit;
  report_.violation_time = stop_.time;
  report_.violation_pose = stop_.pose;
}

/// The legs' jerk by differences of their places: a program whose derivatives are not those of its poses is
/// found out.
LimitHit Look::check_course(const Moment& now) {
  const Extensions newest = now.legs.extension;
  LimitHit hit;
  if (course_size_ == 3) {
    const double cube = settings_.period * settings_.period * settings_.period;
    const LegJerks jerk{(newest - 3.0 * course_[0] + 3.0 * course_[1] - course_[2]).values() / cube};
    const double bound = settings_.share * machine_.limits.leg.jerk;
    for (std::size_t leg = 0; leg < legs_ && !hit; ++leg) {
      const double value = jerk[static_cast<Eigen::Index>(leg)];
      if (!(std::abs(value) <= kCourseRounding * bound + 1e-6))
        hit = {Limit::leg_jerk, static_cast<std::uint8_t>(leg), value, bound};
    }
  }
  course_ = {newest, course_[0], course_[1]};
  course_size_ = std::min(course_size_ + 1, 3);
  return hit;
}

void Look::check(const Moment& now, double time, bool tick) {
  violate(check_moment(machine_, now, settings_.share), now, time);
  if (!tick) return;
  const LimitHit course = check_course(now);
  if (begun_) violate(check_between(machine_, before_, now, settings_.period, settings_.share), now, time);
  violate(course, now, time);
  if (report_.violation) return;
  violate(check_stop(machine_, now), now, time);
  if (settings_.forces) violate(check_forces(machine_, now), now, time);
}

void Look::note(const Moment& now, double time) {
  const MotionLimits& limits = machine_.limits;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    worst(report_.translation[0], now.motion.velocity.linear[k], limits.translation.velocity, time, i);
    worst(report_.translation[1], now.motion.acceleration.linear[k], limits.translation.acceleration, time,
          i);
    worst(report_.rotation[0], now.motion.velocity.angular[k], limits.rotation.velocity, time, i + 3);
    worst(report_.rotation[1], now.motion.acceleration.angular[k], limits.rotation.acceleration, time, i + 3);
  }
  const double low = limits.stroke_margin;
  const double high = machine_.geometry.stroke - low;
  for (std::size_t leg = 0; leg < legs_; ++leg) {
    const auto k = static_cast<Eigen::Index>(leg);
    const double e = now.legs.extension[k];
    if (!(e <= report_.highest.value)) report_.highest = {e, high, time, static_cast<std::uint8_t>(leg)};
    if (!(e >= report_.lowest.value)) report_.lowest = {e, low, time, static_cast<std::uint8_t>(leg)};
    worst(report_.leg[0], now.legs.velocity[k], limits.leg.velocity, time, leg);
    worst(report_.leg[1], now.legs.acceleration[k], limits.leg.acceleration, time, leg);
  }
  worst(report_.turned, angle_between(Quat::Identity(), now.motion.pose.rotation), limits.rotation_angle,
        time, 0);
}

void Look::note_jerk(const Moment& now, double time) {
  const MotionLimits& limits = machine_.limits;
  const Vec3 linear =
      (now.motion.acceleration.linear - before_.motion.acceleration.linear) / settings_.period;
  const Vec3 angular =
      (now.motion.acceleration.angular - before_.motion.acceleration.angular) / settings_.period;
  const LegJerks legs = rate_of(now.legs.acceleration - before_.legs.acceleration, settings_.period);
  for (std::size_t i = 0; i < 3; ++i) {
    worst(report_.translation[2], linear[static_cast<Eigen::Index>(i)], limits.translation.jerk, time, i);
    worst(report_.rotation[2], angular[static_cast<Eigen::Index>(i)], limits.rotation.jerk, time, i + 3);
  }
  for (std::size_t leg = 0; leg < legs_; ++leg)
    worst(report_.leg[2], legs[static_cast<Eigen::Index>(leg)], limits.leg.jerk, time, leg);
}

void Look::note_seldom(const Moment& now, double time) {
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine_, now.motion.pose);
  for (std::size_t leg = 0; leg < legs_; ++leg) {
    const auto k = static_cast<Eigen::Index>(leg);
    const double angle = std::max(geometry.base_angle[k], geometry.platform_angle[k]);
    worst(report_.joint_angle, angle, machine_.limits.joint_angle, time, leg);
  }
  const double singular = kinematics::smallest_singular(machine_, now.motion.pose);
  if (!(singular >= report_.singular.value))
    report_.singular = {singular, machine_.limits.singular_margin * machine_.neutral_singular, time, 0};
  if (!settings_.forces) return;
  const Load load = load_of(machine_, now);
  for (std::size_t leg = 0; leg < legs_; ++leg) {
    const auto k = static_cast<Eigen::Index>(leg);
    worst(report_.force, load.force[k], machine_.drive.max_force, time, leg);
    worst(report_.torque, load.torque[k], machine_.drive.peak_torque, time, leg);
  }
  torque_squares_ += load.torque.values().cwiseAbs2();
  ++torque_samples_;
}

void Look::judge_rms() {
  if (torque_samples_ == 0) return;
  const double rated = machine_.drive.motor_torque;
  report_.torque_rms.bound = rated;
  for (std::size_t leg = 0; leg < legs_; ++leg)
    worst(report_.torque_rms, std::sqrt(torque_squares_[static_cast<Eigen::Index>(leg)] / torque_samples_),
          rated, report_.play_time, leg);
  const Extreme& rms = report_.torque_rms;
  if (!settings_.thermal || !(rated > 0.0) || rms.value <= rated || !report_.passes()) return;
  report_.violation = {Limit::torque_rms, rms.index, rms.value, rated};
  report_.violation_time = report_.play_time;
}

void Look::note_coverage() {
  report_.coverage = coverage_of(machine_);
  if (!settings_.forces)
    report_.coverage.leave_out({Aspect::force, Aspect::motor_speed, Aspect::torque_peak, Aspect::torque_rms},
                               Gap::not_asked);
  if (!settings_.thermal) report_.coverage.leave_out({Aspect::torque_rms}, Gap::not_asked);
  if (machine_.rotary) report_.coverage.leave_out({Aspect::cabin}, Gap::not_asked);
}

PreflightReport Look::run() {
  const auto halves = static_cast<long>(std::ceil(2.0 * report_.play_time / settings_.period));
  // Standing before and after belongs to it: a program that begins or ends with a jerk is seen there.
  const long around = settings_.steady || program_.ramp() > 0.0 || program_.duration() == 0.0 ? 0 : 8;
  const long after = report_.endless ? 0 : around;
  for (long k = -around; k <= halves + after && report_.finite; ++k) {
    const double time = 0.5 * settings_.period * static_cast<double>(k);
    const bool outside = time < 0.0 || (!report_.endless && time > report_.play_time);
    Moment now = moment_at(program_, machine_, ramp_, time);
    if (outside) {
      now.motion.velocity = {};
      now.motion.acceleration = {};
      now = moment_of(machine_, now.motion);
    }
    const bool tick = k % 2 == 0;
    check(now, time, tick);
    if (!report_.finite || (settings_.verdict_only && decided(time))) break;
    if (!settings_.verdict_only) note(now, time);
    if (!tick) continue;
    if (begun_ && !settings_.verdict_only) note_jerk(now, time);
    const bool notes = !settings_.verdict_only || settings_.thermal;
    if (notes && k % (2 * settings_.seldom) == 0) note_seldom(now, time);
    before_ = now;
    begun_ = true;
  }
  if (stop_.hit && !report_.violation && report_.finite) take_stop();
  judge_rms();
  note_coverage();
  return report_;
}

bool fits(const Machine& machine, const Moment& before, const Moment& now, double scale,
          const PreflightSettings& settings) noexcept {
  const Moment then = scaled(machine, before, scale);
  const Moment there = scaled(machine, now, scale);
  return !check_moment(machine, there, settings.share) &&
         !check_between(machine, then, there, settings.period, settings.share) &&
         !check_stop(machine, there) && !(settings.forces && check_forces(machine, there));
}

/// One way through, coarse or fine: whenever a moment does not fit at the scale so far, down to what it
/// allows.
double lowered_scale(const Prepared& program, const Machine& machine, const PreflightSettings& settings,
                     double scale, long stride) {
  const RateRamp ramp{program};
  const auto ticks = static_cast<long>(std::ceil(play_time_of(ramp, settings) / settings.period));
  const long first = settings.steady ? 1 : 0;  // nothing is known of what comes before
  Moment before = moment_at(program, machine, ramp, settings.period * static_cast<double>(first - 1));
  for (long k = first; k <= ticks && scale > 0.0; k += stride) {
    const double time = settings.period * static_cast<double>(k);
    if (stride > 1) before = moment_at(program, machine, ramp, time - settings.period);
    const Moment now = moment_at(program, machine, ramp, time);
    if (!is_finite(now)) return 0.0;
    if (!fits(machine, before, now, scale, settings)) {
      double good = 0.0;
      while (scale - good > kScaleStep * scale) {
        const double middle = 0.5 * (good + scale);
        (fits(machine, before, now, middle, settings) ? good : scale) = middle;
        if (scale < 1e-6) return 0.0;
      }
      scale = good;
    }
    before = now;
  }
  return scale;
}

/// The motors stay below their rated torque in the mean. Standing at neutral is part of every scale, so a
/// smaller one may not help.
bool stays_cool(const Prepared& program, const Machine& machine, const PreflightSettings& settings,
                double scale) {
  const RateRamp ramp{program};
  const double step = settings.period * settings.seldom;
  const auto count = static_cast<long>(play_time_of(ramp, settings) / step) + 1;
  Vec6 squares = Vec6::Zero();
  for (long k = 0; k < count; ++k) {
    const Moment now = moment_at(program, machine, ramp, step * static_cast<double>(k));
    squares += load_of(machine, scaled(machine, now, scale)).torque.values().cwiseAbs2();
  }
  const double rated = machine.drive.motor_torque;
  return squares.maxCoeff() <= rated * rated * static_cast<double>(count);
}

double cooled_scale(const Prepared& program, const Machine& machine, const PreflightSettings& settings,
                    double scale) {
  const bool asked = settings.forces && settings.thermal && machine.drive.motor_torque > 0.0;
  if (!asked || stays_cool(program, machine, settings, scale)) return scale;
  double good = 0.0;
  while (scale - good > kScaleStep * scale && scale > 1e-6) {
    const double middle = 0.5 * (good + scale);
    (stays_cool(program, machine, settings, middle) ? good : scale) = middle;
  }
  return good;
}

double largest_scale(const Prepared& program, const Machine& machine, const PreflightSettings& settings) {
  double scale = lowered_scale(program, machine, settings, settings.most_scale, kCoarse);
  scale = lowered_scale(program, machine, settings, scale, 1);
  scale = cooled_scale(program, machine, settings, scale);
  PreflightSettings plain = settings;
  plain.find_scale = false;
  plain.verdict_only = true;
  for (int i = 0; i < 8 && scale > 0.0; ++i) {
    if (preflight(ScaledProgram{program, scale}, machine, plain).passes()) return scale;
    scale *= 0.995;
  }
  return 0.0;
}

}  // namespace

PreflightReport preflight(const Prepared& program, const Machine& machine,
                          const PreflightSettings& settings) {
  PreflightReport report = Look{program, machine, settings}.run();
  if (settings.find_scale && report.finite) report.scale = largest_scale(program, machine, settings);
  return report;
}

std::vector<PreflightSample> samples_of(const Prepared& program, const Machine& machine, double every,
                                        double horizon) {
  const RateRamp ramp{program};
  const double time = std::isinf(ramp.play_time()) ? horizon : ramp.play_time();
  std::vector<PreflightSample> samples;
  const auto count = static_cast<std::size_t>(std::ceil(time / every)) + 1;
  samples.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double t = std::min(every * static_cast<double>(k), time);
    const Moment now = moment_at(program, machine, ramp, t);
    samples.push_back(
        {t, now.motion, now.legs.extension, now.legs.velocity, kinematics::leg_forces(machine, now.motion)});
  }
  return samples;
}

Motion ScaledProgram::at(double path_time) const noexcept {
  const State6 state = state_of(of_.at(path_time));
  return motion_of({scale_ * state.position, scale_ * state.velocity, scale_ * state.acceleration});
}

}  // namespace hexad::motion
