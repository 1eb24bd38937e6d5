#include "faults/observer.hpp"

#include "faults/one_of.hpp"

#include <fmt/format.h>

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

/// Drives that were off, or legs that pressed on their end stops: the setpoint begins anew where the legs are.
bool takes_measurement(const Telemetry& now, const Telemetry& before) {
  if (now.state == before.state) return false;
  return now.state == State::powered_up || (now.state == State::holding && now.before == State::zeroing);
}

/// The moves of the specification, written down a second time.
bool documented(State from, State to) {
  using enum State;
  switch (from) {
    case init:
      return one_of(to, {powered_up, fault, emergency});
    case powered_up:
      // origin, ready: a simulated start; the rest with a zero that was kept over a fault.
      return one_of(to, {zeroing, manual, stopping, fault, emergency, origin, ready, ascending, running,
                         to_neutral, descending});
    case zeroing:
      return one_of(to, {origin, stopping, emergency});
    case origin:
      return one_of(to, {zeroing, ascending, running, manual, powered_up, stopping, fault, emergency});
    case ascending:
      return one_of(to, {ready, stopping, emergency});
    case ready:
      return one_of(to, {running, to_neutral, descending, manual, stopping, fault, emergency});
    case running:
      return one_of(to, {ready, to_neutral, descending, stopping, emergency});
    case to_neutral:
      return one_of(to, {ready, stopping, emergency});
    case stopping:
      return one_of(to, {ready, holding, powered_up, origin, ascending, descending, fault, emergency});
    case holding:
      return one_of(to, {zeroing, running, ascending, descending, to_neutral, ready, origin, powered_up,
                         stopping, fault, emergency});
    case descending:
      return one_of(to, {origin, stopping, emergency});
    case manual:
      return one_of(to, {ready, powered_up, stopping, emergency});
    case fault:
      return one_of(to, {powered_up, emergency});
    case emergency:
      return one_of(to, {powered_up});
  }
  return false;
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

Observer::Observer(const Machine& machine, Duration period) : machine_{machine}, dt_{to_seconds(period)} {}

void Observer::report(int invariant, std::string text) {
  // The first few of each kind tell the story; a flood of one must not hide another.
  if (++reported_[static_cast<std::size_t>(invariant)] <= 5)
    violations_.push_back({invariant, tick_, std::move(text)});
}

void Observer::observe(const Tick& tick) {
  tick_ = tick.outputs->telemetry.tick;
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
  check_licence(tick);
  if (tick.allocations != 0) report(30, fmt::format("{} allocations in step()", tick.allocations));
  remember(tick);
}

void Observer::check_finite(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  const Telemetry& t = out.telemetry;
  const bool finite = out.setpoint.extension.allFinite() && out.setpoint.velocity.allFinite() &&
                      out.setpoint.acceleration.allFinite() && is_finite(t.target) &&
                      is_finite(t.commanded.pose) && is_finite(t.commanded.velocity) &&
                      is_finite(t.commanded.acceleration) && is_finite(t.actual) &&
                      is_finite(t.actual_velocity) && std::isfinite(t.progress);
  if (!finite) report(4, "a number is not finite");
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
      report(1, fmt::format("leg {} setpoint {:.4f} mm outside the stroke", leg + 1,
                            set * kMillimetresPerMetre));
    }
    if (tick.drives_healthy && !(real >= -0.5e-3 && real <= stroke + 0.5e-3)) {
      report(1, fmt::format("leg {} really at {:.4f} mm", leg + 1, real * kMillimetresPerMetre));
    }
    const bool inside = set < margin - 1e-7 || set > stroke - margin + 1e-7;
    if (inside && applies && !stopping && !leg_in_margin_[leg]) {
      report(1, fmt::format("leg {} setpoint {:.4f} mm in the margin", leg + 1, set * kMillimetresPerMetre));
    }
    if (inside && applies && !stopping && leg_in_margin_[leg] && samples_ > 0) {
      const double before = history_[0].legs[i];
      const bool outward = set < margin ? set < before - 1e-9 : set > before + 1e-9;
      if (outward) report(1, fmt::format("leg {} moves outward inside the margin", leg + 1));
    }
    leg_in_margin_[leg] = inside;
  }
}

void Observer::check_rates(const Tick& tick) {
  const Setpoint& setpoint = tick.outputs->setpoint;
  const Telemetry& t = tick.outputs->telemetry;
  bool enabled = setpoint.enable;
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg)
    enabled = enabled && tick.feedback->legs[leg].enabled;
  if (!enabled || !was_enabled_ || setpoint.set_zero || t.zeroed != previous_.zeroed ||
      takes_measurement(t, previous_) || (t.state != previous_.state && previous_.state == State::init)) {
    samples_ = 0;
  }
  std::rotate(history_.begin(), history_.end() - 1, history_.end());
  history_[0] = {setpoint.extension, t.commanded.pose.position, t.commanded.pose.rotation};
  samples_ = std::min(samples_ + 1, kHistory);
  was_enabled_ = enabled;
  if (samples_ < kHistory || !enabled) return;
  check_leg_rates();
  if (t.zeroed) check_axis_rates();
  if (t.zeroed) check_braking();
}

void Observer::check_leg_rates() {
  const auto& h = history_;
  const Legs v = (h[0].legs - h[1].legs) / dt_;
  const Legs a = (h[0].legs - 2.0 * h[1].legs + h[2].legs) / (dt_ * dt_);
  const Legs j = (h[0].legs - 3.0 * h[1].legs + 3.0 * h[2].legs - h[3].legs) / (dt_ * dt_ * dt_);
  const Rates& limit = machine_.limits.leg;
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    strain_.leg_velocity = std::max(strain_.leg_velocity, std::abs(v[i]) / limit.velocity);
    strain_.leg_acceleration = std::max(strain_.leg_acceleration, std::abs(a[i]) / limit.acceleration);
    strain_.leg_jerk = std::max(strain_.leg_jerk, std::abs(j[i]) / limit.jerk);
    if (!(std::abs(v[i]) <= limit.velocity * kRounding))
      report(2, fmt::format("leg {} velocity {:.4f} m/s", leg + 1, v[i]));
    if (!(std::abs(a[i]) <= limit.acceleration * kRounding))
      report(2, fmt::format("leg {} acceleration {:.4f} m/s²", leg + 1, a[i]));
    if (!(std::abs(j[i]) <= limit.jerk * kRounding))
      report(2, fmt::format("leg {} jerk {:.3f} m/s³", leg + 1, j[i]));
  }
}

void Observer::check_axis_rates() {
  const auto& h = history_;
  const Vec3 v = (h[0].position - h[1].position) / dt_;
  const Vec3 a = (h[0].position - 2.0 * h[1].position + h[2].position) / (dt_ * dt_);
  const Vec3 j =
      (h[0].position - 3.0 * h[1].position + 3.0 * h[2].position - h[3].position) / (dt_ * dt_ * dt_);
  const Vec3 w0 = rotation_between(h[1].rotation, h[0].rotation) / dt_;
  const Vec3 w1 = rotation_between(h[2].rotation, h[1].rotation) / dt_;
  const Vec3 w2 = rotation_between(h[3].rotation, h[2].rotation) / dt_;
  const Vec3 alpha0 = (w0 - w1) / dt_;
  const Vec3 alpha1 = (w1 - w2) / dt_;
  const Vec3 beta = (alpha0 - alpha1) / dt_;
  const auto look = [&](const Vec3& values, double limit, double& strain, const char* what) {
    for (int i = 0; i < 3; ++i) {
      strain = std::max(strain, std::abs(values[i]) / limit);
      if (!(std::abs(values[i]) <= limit * kRounding))
        report(2, fmt::format("{} {} is {:.5f}, limit {:.5f}", what, "XYZ"[i], values[i], limit));
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
  const Legs v = (h[0].legs - h[1].legs) / dt_;
  const Legs a = (h[0].legs - 2.0 * h[1].legs + h[2].legs) / (dt_ * dt_);
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
      report(3, fmt::format("leg {} needs {:.3f} mm to stop and has {:.3f}", leg + 1,
                            needed * kMillimetresPerMetre, room * kMillimetresPerMetre));
    }
  }
}

void Observer::check_continuity(const Tick& tick) {
  if (!have_previous_) return;
  const Setpoint& now = tick.outputs->setpoint;
  const Setpoint& before = previous_.setpoint;
  if (!now.enable || !before.enable || now.set_zero || before.set_zero) return;
  if (takes_measurement(tick.outputs->telemetry, previous_)) return;
  const double step = (now.extension - before.extension).cwiseAbs().maxCoeff();
  if (!(step <= machine_.limits.leg.velocity * dt_ * kRounding)) {
    report(5, fmt::format("setpoint jumps by {:.4f} mm", step * kMillimetresPerMetre));
  }
}

void Observer::check_singularity(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  if (!t.zeroed || tick_ % 64 != 0) return;
  const double smallest = kinematics::conditioning(machine_, t.commanded.pose).smallest;
  if (!(smallest >= machine_.limits.singular_margin * machine_.neutral_singular * (1 - 1e-9))) {
    report(6, fmt::format("smallest singular value {:.4f}", smallest));
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
  if (following_ticks_ * dt_ > 0.120) report(7, "a leg does not follow and no fault was raised");
}

void Observer::check_locked(const Tick& tick) {
  const Outputs& out = *tick.outputs;
  if (!one_of(out.telemetry.state, {State::fault, State::emergency, State::init})) return;
  if (out.setpoint.enable) report(8, "drives enabled in a locked state");
  if (out.setpoint.relays != 0 || out.setpoint.outputs != 0) report(8, "outputs on in a locked state");
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    if (out.setpoint.extension[static_cast<Eigen::Index>(leg)] == tick.feedback->legs[leg].extension)
      continue;
    report(8, "the setpoint of drives that are off is not where the legs are");
  }
}

void Observer::check_transitions(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  State at = have_previous_ ? previous_.state : State::init;
  for (const Event& event : tick.outputs->events) {
    const Transition* move = std::get_if<Transition>(&event.news);
    if (move == nullptr) continue;
    if (move->from != at && have_previous_)
      report(9, fmt::format("a move from {} while in {}", to_string(move->from), to_string(at)));
    if (!documented(move->from, move->to)) {
      report(9, fmt::format("undocumented move {} to {}", to_string(move->from), to_string(move->to)));
    }
    at = move->to;
    // I13: what is locked opens only by a reset.
    const bool was_locked = one_of(move->from, {State::fault, State::emergency});
    const bool reset = std::any_of(tick.requests.begin(), tick.requests.end(), [](const Request& request) {
      const Control* control = std::get_if<Control>(&request.what);
      const Go* go = std::get_if<Go>(&request.what);
      return (control != nullptr && *control == Control::reset) ||
             (go != nullptr && go->step == Step::power_up);
    });
    if (was_locked && move->to != State::emergency && !reset)
      report(13, "a locked state opened without a reset");
  }
  if (at != t.state && have_previous_) {
    const bool simulated_start = previous_.state == State::init;
    if (!simulated_start)
      report(9, fmt::format("state is {} without a move from {}", to_string(t.state), to_string(at)));
  }
}

void Observer::check_emergency(const Tick& tick) {
  const Telemetry& t = tick.outputs->telemetry;
  bool asserted = tick.feedback->emergency_button;
  for (const Request& request : tick.requests) {
    const Control* control = std::get_if<Control>(&request.what);
    asserted = asserted ||
               (control != nullptr && (*control == Control::emergency || *control == Control::press_button));
  }
  if (asserted && t.state != State::emergency)
    report(10, fmt::format("emergency asserted and the state is {}", to_string(t.state)));
  if (asserted && tick.outputs->setpoint.enable) report(10, "emergency asserted and the drives are on");
}

void Observer::remember(const Tick& tick) {
  previous_ = tick.outputs->telemetry;
  have_previous_ = true;
}

}  // namespace hexad::drill
