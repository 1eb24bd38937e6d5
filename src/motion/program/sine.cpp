#include "motion/program/sine.hpp"

#include <algorithm>
#include <cmath>

#include "motion/command_motion.hpp"
#include "motion/program/sine_reach.hpp"

// With A, θ = ∫ω + φ, each a function of time:
//   x = A·sin θ,  x' = A'·sin θ + A·θ'·cos θ,
//   x'' = A''·sin θ + 2·A'·θ'·cos θ + A·(θ''·cos θ − θ'²·sin θ).

namespace hexad::motion {
namespace {

constexpr double kBlends[] = {0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0};  // s; the first that keeps the limits
constexpr int kBlendSamples = 48;

AxisConvention about_neutral(AxisConvention convention) noexcept {
  convention.zero = ZeroReference::neutral;
  return convention;
}

bool same_axes(const AxisConvention& a, const AxisConvention& b) noexcept {
  return a.axis == b.axis && a.sign == b.sign && a.order == b.order;
}

bool still(const Jet& jet) noexcept { return jet.value == 0.0 && jet.rate == 0.0 && jet.acceleration == 0.0; }

}  // namespace

Sine::Axes Sine::blended(const model::Sine& wanted, double scale, double now, double length) const noexcept {
  Axes axes = axes_;
  for (std::size_t i = 0; i < kAxes; ++i) {
    AxisSine& axis = axes[i];
    const double target = scale * wanted.amplitude[i];
    const double omega = kRevolution * wanted.frequency[i];
    if (still(axis.amplitude.at(now))) {
      axis.frequency = {{}, omega, now, 0.0};
      axis.phase = Ramp{wanted.phase[i]};
      axis.angle = 0.0;
    } else if (target != 0.0) {
      axis.angle = axis.angle_at(now);
      axis.frequency.go(omega, now, length);
      const double phase = axis.phase.at(now).value;
      // The short way round.
      const double turn = std::remainder(wanted.phase[i] - phase, kRevolution);
      axis.phase.go(phase + turn, now, length);
    }
    axis.amplitude.go(target, now, length);
  }
  return axes;
}

Motion Sine::motion_at(const Axes& axes, double t) const noexcept {
  AxisMotion motion;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const AxisSine& axis = axes[i];
    const Jet a = axis.amplitude.at(t);
    if (still(a)) continue;
    const Jet omega = axis.frequency.at(t);
    const Jet phase = axis.phase.at(t);
    const double theta = std::remainder(axis.angle_at(t), kRevolution) + phase.value;
    const double rate = omega.value + phase.rate;
    const double change = omega.rate + phase.acceleration;
    const double sine = std::sin(theta);
    const double cosine = std::cos(theta);
    motion.value[i] = a.value * sine;
    motion.rate[i] = a.rate * sine + a.value * rate * cosine;
    motion.acceleration[i] = a.acceleration * sine + 2.0 * a.rate * rate * cosine +
                             a.value * (change * cosine - rate * rate * sine);
  }
  return command_motion(*machine_, about_neutral(wanted_.convention), motion);
}

bool Sine::blend_fits(const Axes& axes, double now, double length) const noexcept {
  const double step = length / kBlendSamples;
  for (int k = 0; k <= kBlendSamples; ++k) {
    const double t = now + step * k;
    if (!sine_fits(*machine_, motion_at(axes, t), motion_at(axes, t + kSineStep))) return false;
  }
  return true;
}

void Sine::blend_to(const model::Sine& wanted, double scale, double now) noexcept {
  for (const double length : kBlends) {
    const Axes axes = blended(wanted, scale, now, length);
    const bool last = length == *(std::end(kBlends) - 1);
    if (!last && !blend_fits(axes, now, length)) continue;
    axes_ = axes;
    blend_end_ = now + length;
    return;
  }
}

bool Sine::start(const Machine& machine, const model::Sine& wanted, double now) noexcept {
  *this = Sine{};
  const Limited<double> scale = reachable_scale(machine, wanted);
  if (!(scale.value > 0.0)) return false;
  machine_ = &machine;
  wanted_ = wanted;
  limited_ = scale;
  running_ = true;
  blend_to(wanted, scale.value, now);
  return true;
}

bool Sine::retarget(const model::Sine& wanted, double now) noexcept {
  if (machine_ == nullptr || !same_axes(wanted.convention, wanted_.convention)) return false;
  if (running_ && wanted.amplitude == wanted_.amplitude && wanted.frequency == wanted_.frequency &&
      wanted.phase == wanted_.phase)
    return true;
  const Limited<double> scale = reachable_scale(*machine_, wanted);
  if (!(scale.value > 0.0)) return false;
  wanted_ = wanted;
  limited_ = scale;
  running_ = true;
  blend_to(wanted, scale.value, now);
  return true;
}

void Sine::stop(double now) noexcept {
  if (!running_) return;
  running_ = false;
  model::Sine nothing = wanted_;
  nothing.amplitude = {};
  blend_to(nothing, 1.0, now);
}

Motion Sine::at(double t) const noexcept { return machine_ != nullptr ? motion_at(axes_, t) : Motion{}; }

}  // namespace hexad::motion
