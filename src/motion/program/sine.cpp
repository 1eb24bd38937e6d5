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

bool still(const Blend::Jet& jet) noexcept {
  return jet.value == 0.0 && jet.rate == 0.0 && jet.acceleration == 0.0;
}

}  // namespace

Blend Blend::to(const Jet& from, double target, double begin, double length) noexcept {
  Blend blend;
  blend.begin = begin;
  if (!(length > 0.0)) {
    blend.c[0] = target;
    return blend;
  }
  blend.length = length;
  // Of x = (t − begin)/length, then back to seconds.
  const double d = target - from.value;
  const double v = from.rate * length;
  const double a = from.acceleration * length * length;
  const double l = length;
  blend.c = {from.value,
             from.rate,
             0.5 * from.acceleration,
             (10.0 * d - 6.0 * v - 1.5 * a) / (l * l * l),
             (-15.0 * d + 8.0 * v + 1.5 * a) / (l * l * l * l),
             (6.0 * d - 3.0 * v - 0.5 * a) / (l * l * l * l * l)};
  return blend;
}

Blend::Jet Blend::at(double t) const noexcept {
  const double x = std::clamp(t - begin, 0.0, length);
  const double value = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))));
  if (t - begin >= length) return {value, 0.0, 0.0};
  return {value, c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))),
          2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5]))};
}

double Blend::integral(double t) const noexcept {
  const double x = std::clamp(t - begin, 0.0, length);
  const double covered =
      x * (c[0] + x * (c[1] / 2.0 + x * (c[2] / 3.0 + x * (c[3] / 4.0 + x * (c[4] / 5.0 + x * c[5] / 6.0)))));
  return covered + (t - begin - x) * at(t).value;
}

Sine::Axes Sine::blended(const model::Sine& wanted, double scale, double now, double length) const noexcept {
  Axes axes = axes_;
  for (std::size_t i = 0; i < kAxes; ++i) {
    AxisSine& axis = axes[i];
    const Blend::Jet amplitude = axis.amplitude.at(now);
    const double target = scale * wanted.amplitude[i];
    const double omega = kRevolution * wanted.frequency[i];
    if (still(amplitude)) {
      axis.frequency = Blend::to({}, omega, now, 0.0);
      axis.phase = Blend::to({}, wanted.phase[i], now, 0.0);
      axis.angle = 0.0;
    } else if (target != 0.0) {
      axis.angle = axis.angle_at(now);
      axis.frequency = Blend::to(axis.frequency.at(now), omega, now, length);
      const Blend::Jet phase = axis.phase.at(now);
      // The short way round.
      const double turn = std::remainder(wanted.phase[i] - phase.value, kRevolution);
      axis.phase = Blend::to(phase, phase.value + turn, now, length);
    }
    axis.amplitude = Blend::to(amplitude, target, now, length);
  }
  return axes;
}

Motion Sine::motion_at(const Axes& axes, double t) const noexcept {
  AxisMotion motion;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const AxisSine& axis = axes[i];
    const Blend::Jet a = axis.amplitude.at(t);
    if (still(a)) continue;
    const Blend::Jet omega = axis.frequency.at(t);
    const Blend::Jet phase = axis.phase.at(t);
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
