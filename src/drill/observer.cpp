#include "drill/observer.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"

namespace hexad::drill {
namespace {

// Differences of positions carry rounding: 1e-16 m over (1 ms)³ is 1e-7 m/s³, far below this.
constexpr double kRounding = 1.0 + 1e-6;
constexpr double kMillimetresPerMetre = 1e3;

Vec3 rotation_between(const Quat& from, const Quat& to) {
  Quat turn = to * from.conjugate();  // in base axes
  if (turn.w() < 0) turn.coeffs() *= -1.0;
  const double sine = turn.vec().norm();
  if (sine < 1e-15) return 2.0 * turn.vec();
  return turn.vec() * (2.0 * std::atan2(sine, turn.w()) / sine);
}

/// Drives that were off, or legs that pressed on their end stops: the setpoint begins anew where the legs
/// are.
bool takes_measurement(const Telemetry& now, const Telemetry& before) {
  if (now.state == before.state) return false;
  return now.state == State::powered_up || (now.state == State::holding && now.before == State::zeroing);
}

}  // namespace

double braking_distance(double velocity, double acceleration, const Rates& limits) {
  // Towards +: brake as hard as jerk and acceleration allow, ease off in time to end with acceleration zero.
  double v = velocity;
  double a = acceleration;
  double x = 0.0;
  double farthest = 0.0;
  constexpr double h = 0.5e-3;
  for (int i = 0; i < 4000 && (v > 0.0 || a > 0.0); ++i) {
    const bool ease = a < 0.0 && v - a * a / (2.0 * limits.jerk) <= 0.0;
    const double jerk = ease ? limits.jerk : -limits.jerk;
    const double next = std::max(a + jerk * h, -limits.acceleration);
    x += v * h + 0.25 * (a + next) * h * h;
    v += 0.5 * (a + next) * h;
    a = next;
    farthest = std::max(farthest, x);
  }
  return farthest;
}

Observer::Observer(const Machine& machine, Duration period, const Rules& rules)
    : machine_{machine}, dt_{to_seconds(period)}, liveness_{report_, machine, rules} {}

void Observer::observe(const Tick& tick) {
  tick_ = tick.outputs->telemetry.tick;
  report_.begin_tick(tick_);
  check_finite(tick);
  check_transitions(tick);
  check_locked(tick);
  check_emergency(tick);
  check_continuity(tick);
  check_rates(tick);
  check_stroke(tick);
  check_singularity(tick);
  check_following(tick);
  check_start_of_motion(tick);
  check_driver(tick);
  check_lease(tick);
  liveness_.look(Facts{tick, previous_});
  if (tick.allocations != 0) report_(30, "{} allocations in step()", tick.allocations);
  remember(tick);
}

void Observer::check_finite(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  const Telemetry& t = out.telemetry;
  const bool finite =
      out.setpoint.extension.allFinite() && out.setpoint.velocity.allFinite() &&
      out.setpoint.acceleration.allFinite() && is_finite(t.target) && is_finite(t.commanded.pose) &&
      is_finite(t.commanded.velocity) && is_finite(t.commanded.acceleration) && is_finite(t.actual) &&
      is_finite(t.actual_velocity) && std::isfinite(t.progress) && std::isfinite(t.limit.value) &&
      std::isfinite(t.limit.bound) && std::isfinite(t.path_time) && std::isfinite(out.setpoint.rotary);
  if (!finite) report_(4, "a number is not finite");
  for (const Event& event : out.events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    const LimitChange* change = std::get_if<LimitChange>(&event.news);
    const LimitHit hit = answer != nullptr ? answer->hit : change != nullptr ? change->hit : LimitHit{};
    if (!std::isfinite(hit.value) || !std::isfinite(hit.bound))
      report_(4, "a limit that is told is not finite");
  }
}

bool Observer::margin_applies(const Telemetry& t) const {
  using enum State;
  const bool lifting =
      one_of(t.state, {zeroing, origin, ascending, descending, manual, powered_up, init, fault, emergency});
  const bool stopped_lift =
      one_of(t.state, {stopping, holding}) &&
      one_of(t.before, {zeroing, ascending, descending, manual, origin, powered_up, fault});
  return !lifting && !stopped_lift && t.zeroed;
}

void Observer::check_stroke(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  if (!t.zeroed) {
    leg_in_margin_.fill(true);
    return;
  }
  const double stroke = machine_.geometry.stroke;
  const double margin = machine_.limits.stroke_margin;
  const bool applies = margin_applies(t);
  // A stop may end inside the margin, that is what it is for; from there only inward motion is legal.
  const bool stopping = one_of(t.state, {State::stopping});
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double set = tick.outputs->setpoint.extension[i];
    const double real = (*tick.true_extension)[i];
    if (tick.outputs->setpoint.enable && !(set >= -1e-9 && set <= stroke + 1e-9)) {
      report_(1, "leg {} setpoint {:.4f} mm outside the stroke", leg + 1, set * kMillimetresPerMetre);
    }
    if (tick.drives_healthy && !(real >= -0.5e-3 && real <= stroke + 0.5e-3)) {
      report_(1, "leg {} really at {:.4f} mm", leg + 1, real * kMillimetresPerMetre);
    }
    const bool inside = set < margin - 1e-7 || set > stroke - margin + 1e-7;
    if (inside && applies && !stopping && !leg_in_margin_[leg]) {
      report_(1, "leg {} setpoint {:.4f} mm in the margin", leg + 1, set * kMillimetresPerMetre);
    }
    if (inside && applies && !stopping && leg_in_margin_[leg] && samples_ > 0) {
      const double before = history_[0].legs[i];
      const bool outward = set < margin ? set < before - 1e-9 : set > before + 1e-9;
      if (outward) report_(1, "leg {} moves outward inside the margin", leg + 1);
    }
    leg_in_margin_[leg] = inside;
  }
}

bool Observer::all_enabled(const Feedback& feedback) const {
  const auto& legs = feedback.legs;
  return std::all_of(legs.begin(), legs.begin() + machine_.geometry.legs,
                     [](const LegFeedback& leg) { return leg.enabled; });
}

void Observer::check_rates(const Tick& tick) {
  const Setpoint& setpoint = tick.outputs->setpoint;
  const Telemetry& t = tick.outputs->telemetry;
  const bool enabled = setpoint.enable && all_enabled(*tick.feedback);
  if (!enabled || !was_enabled_ || setpoint.set_zero || t.zeroed != previous_.zeroed ||
      takes_measurement(t, previous_) || (t.state != previous_.state && previous_.state == State::init)) {
    samples_ = 0;
  }
  std::rotate(history_.begin(), history_.end() - 1, history_.end());
  const Pose& pose = t.commanded.pose;
  history_[0] = {setpoint.extension, pose.position, pose.rotation,
                 rotation_between(history_[1].rotation, pose.rotation)};
  samples_ = std::min(samples_ + 1, kHistory);
  was_enabled_ = enabled;
  if (samples_ < kHistory || !enabled) return;
  check_leg_rates();
  if (t.zeroed) check_axis_rates();
  if (t.zeroed) check_braking();
}

void Observer::check_leg_rates() {
  const auto& h = history_;
  const LegSpeeds v = rate_of(h[0].legs - h[1].legs, dt_);
  const LegAccelerations a{(h[0].legs - 2.0 * h[1].legs + h[2].legs).values() / (dt_ * dt_)};
  const LegJerks j{(h[0].legs - 3.0 * h[1].legs + 3.0 * h[2].legs - h[3].legs).values() / (dt_ * dt_ * dt_)};
  const Rates& limit = machine_.limits.leg;
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    strain_.leg_velocity = std::max(strain_.leg_velocity, std::abs(v[i]) / limit.velocity);
    strain_.leg_acceleration = std::max(strain_.leg_acceleration, std::abs(a[i]) / limit.acceleration);
    strain_.leg_jerk = std::max(strain_.leg_jerk, std::abs(j[i]) / limit.jerk);
    if (!(std::abs(v[i]) <= limit.velocity * kRounding))
      report_.over(2, std::abs(v[i]) / limit.velocity, "leg {} velocity {:.4f} m/s, limit {:.4f}", leg + 1,
                   v[i], limit.velocity);
    if (!(std::abs(a[i]) <= limit.acceleration * kRounding))
      report_.over(2, std::abs(a[i]) / limit.acceleration, "leg {} acceleration {:.4f} m/s², limit {:.4f}",
                   leg + 1, a[i], limit.acceleration);
    if (!(std::abs(j[i]) <= limit.jerk * kRounding))
      report_.over(2, std::abs(j[i]) / limit.jerk, "leg {} jerk {:.3f} m/s³, limit {:.3f}", leg + 1, j[i],
                   limit.jerk);
  }
}

void Observer::check_axis_rates() {
  const auto& h = history_;
  const Vec3 v = (h[0].position - h[1].position) / dt_;
  const Vec3 a = (h[0].position - 2.0 * h[1].position + h[2].position) / (dt_ * dt_);
  const Vec3 j =
      (h[0].position - 3.0 * h[1].position + 3.0 * h[2].position - h[3].position) / (dt_ * dt_ * dt_);
  const Vec3 w0 = h[0].turned / dt_;
  const Vec3 w1 = h[1].turned / dt_;
  const Vec3 w2 = h[2].turned / dt_;
  const Vec3 alpha0 = (w0 - w1) / dt_;
  const Vec3 alpha1 = (w1 - w2) / dt_;
  const Vec3 beta = (alpha0 - alpha1) / dt_;
  const auto look = [&](const Vec3& values, double limit, double& strain, const char* what) {
    for (int i = 0; i < 3; ++i) {
      strain = std::max(strain, std::abs(values[i]) / limit);
      if (!(std::abs(values[i]) <= limit * kRounding))
        report_.over(2, std::abs(values[i]) / limit, "{} {} is {:.5f}, limit {:.5f}", what, "XYZ"[i],
                     values[i], limit);
    }
  };
  const MotionLimits& limit = machine_.limits;
  look(v, limit.translation.velocity, strain_.axis_velocity, "velocity");
  look(a, limit.translation.acceleration, strain_.axis_acceleration, "acceleration");
  look(j, limit.translation.jerk, strain_.axis_jerk, "jerk");
  look(w0, limit.rotation.velocity, strain_.axis_velocity, "angular velocity");
  look(alpha0, limit.rotation.acceleration, strain_.axis_acceleration, "angular acceleration");
  look(beta, limit.rotation.jerk, strain_.axis_jerk, "angular jerk");
}

/// I3, as each leg's necessary condition: braking as hard as the leg may, it must not reach its end.
void Observer::check_braking() {
  const auto& h = history_;
  const LegSpeeds v = rate_of(h[0].legs - h[1].legs, dt_);
  const LegAccelerations a{(h[0].legs - 2.0 * h[1].legs + h[2].legs).values() / (dt_ * dt_)};
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double e = h[0].legs[i];
    const double up = machine_.geometry.stroke - e;
    const bool upward = v[i] > 0.0;
    const double room = upward ? up : e;
    const double speed = std::abs(v[i]);
    if (speed * 0.4 + 0.01 < room) continue;
    const double needed = braking_distance(speed, upward ? a[i] : -a[i], machine_.limits.leg);
    if (!(needed <= room + 1e-6)) {
      report_.over(3, needed / std::max(room, 1e-6), "leg {} needs {:.3f} mm to stop and has {:.3f}", leg + 1,
                   needed * kMillimetresPerMetre, room * kMillimetresPerMetre);
    }
  }
}

void Observer::check_continuity(const Tick& tick) {
  const Setpoint& now = tick.outputs->setpoint;
  const Setpoint& before = previous_.setpoint;
  // Until every drive is on, the setpoint goes along with the legs, which may sink.
  const bool enabled = now.enable && all_enabled(*tick.feedback) && was_enabled_;
  if (!have_previous_ || !enabled || now.set_zero || before.set_zero) return;
  if (takes_measurement(tick.outputs->telemetry, previous_)) return;
  const double step = (now.extension - before.extension).cwiseAbs().maxCoeff();
  if (!(step <= machine_.limits.leg.velocity * dt_ * kRounding)) {
    report_.over(5, step / (machine_.limits.leg.velocity * dt_), "setpoint jumps by {:.4f} mm",
                 step * kMillimetresPerMetre);
  }
}

void Observer::check_singularity(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  if (!t.zeroed || tick_ % 64 != 0) return;
  const double smallest = kinematics::conditioning(machine_, t.commanded.pose).smallest;
  if (!(smallest >= machine_.limits.singular_margin * machine_.neutral_singular * (1 - 1e-9))) {
    report_(6, "smallest singular value {:.4f}", smallest);
  }
}

void Observer::check_following(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  const bool watched =
      out.setpoint.enable && out.telemetry.zeroed && have_previous_ && previous_.setpoint.enable;
  bool off = false;
  for (std::size_t leg = 0; watched && leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double error = std::abs((*tick.true_extension)[i] - out.setpoint.extension[i]);
    off = off || !(error <= 2e-3 + 0.020 * std::abs(out.setpoint.velocity[i]) + 0.2e-3);
  }
  const bool handled = one_of(out.telemetry.state, {State::stopping, State::fault, State::emergency});
  following_ticks_ = off && !handled ? following_ticks_ + 1 : 0;
  if (following_ticks_ * dt_ > 0.120) report_(7, "a leg does not follow and no fault was raised");
}

void Observer::remember(const Tick& tick) {
  previous_ = tick.outputs->telemetry;
  have_previous_ = true;
}

}  // namespace hexad::drill
