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
constexpr int kBlendSamples = 48;                                  // of a way over, or
constexpr int kBlendSamplesAPeriod = 18;  // of its fastest axis: a peak between two is not missed

AxisConvention about_neutral(AxisConvention convention) noexcept {
  convention.zero = ZeroReference::neutral;
  return convention;
}

bool same_axes(const AxisConvention& a, const AxisConvention& b) noexcept {
  return a.axis == b.axis && a.sign == b.sign && a.order == b.order;
}

bool still(const Jet& jet) noexcept { return jet.value == 0.0 && jet.rate == 0.0 && jet.acceleration == 0.0; }

}  // namespace

bool Sine::is_nothing(const Axes& axes, double t) noexcept {
  return std::all_of(axes.begin(), axes.end(),
                     [t](const AxisSine& axis) { return still(axis.amplitude.at(t)); });
}

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

bool Sine::plan(const model::Sine& wanted, const Machine* machine) noexcept {
  if (machine != nullptr) {
    *this = Sine{};
    machine_ = machine;
    wanted_ = wanted;  // its axes
  }
  const bool nothing = machine == nullptr && wanted.amplitude == AxisValues{};
  if (machine_ == nullptr || (!nothing && !same_axes(wanted.convention, wanted_.convention))) return false;
  const bool same = wanted.amplitude == wanted_.amplitude && wanted.frequency == wanted_.frequency &&
                    wanted.phase == wanted_.phase;
  if (running_ && same && !plans()) return true;
  if (nothing && !running_ && !plans()) return true;
  SineReach reach;
  if (!reach.begin(*machine_, wanted)) {
    if (machine != nullptr) *this = Sine{};
    return false;
  }
  plan_ = {Stage::reach, wanted, !nothing, nothing, reach, {}, 0.0, 0, 0, 0};
  if (machine != nullptr) running_ = true;  // not finished before it has begun
  return true;
}

void Sine::begin_blend(double begin) noexcept {
  plan_.stage = Stage::blend;
  plan_.begin = begin;
  plan_.length = 0;
  plan_.sample = 0;
  lay_out();
}

/// A longer way over is a gentler one, but not from the middle of another: what moves on its way there goes
/// the further the longer it takes. Where none fits from there, it waits until that one is over; where none
/// fits from the settled sine, because of what lies between the two, it goes over nothing. From nothing it is
/// made smaller until one fits.
void Sine::next_length(double now, const LimitHit& hit) noexcept {
  plan_.sample = 0;
  if (++plan_.length < std::size(kBlends)) {
    lay_out();
    // There is time to look at all of it before it begins.
    const double known = now + 1e-3 * plan_.samples / kLooks;
    if (blend_end_ == 0.0 || known <= plan_.begin) return;
    plan_.begin = known;
    return lay_out();
  }
  if (plan_.begin < blend_end_) return begin_blend(std::max(blend_end_, now + kLead));
  if (!plan_.by_nothing && !is_nothing(axes_, plan_.begin)) {
    plan_.by_nothing = true;
    return begin_blend(now + kLead);
  }
  if (plan_.running && !plan_.by_nothing && plan_.reach.shrink(hit)) return begin_blend(now);
  plan_.length = std::size(kBlends) - 1;  // from a settled sine to nothing: the governor watches it
  lay_out();
  plan_.stage = Stage::ready;
}

/// The way over from the plan's beginning, as long as its length says.
void Sine::lay_out() noexcept {
  model::Sine wanted = plan_.wanted;
  if (plan_.by_nothing) {  // it goes as it is
    wanted = wanted_;
    wanted.amplitude = {};
  }
  const double length = kBlends[plan_.length];
  double fastest = 0.0;
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (plan_.wanted.amplitude[i] != 0.0) fastest = std::max(fastest, plan_.wanted.frequency[i]);
    if (wanted_.amplitude[i] != 0.0) fastest = std::max(fastest, wanted_.frequency[i]);
  }
  plan_.samples = std::max(kBlendSamples, static_cast<int>(kBlendSamplesAPeriod * fastest * length));
  plan_.axes = blended(wanted, plan_.reach.result().value, plan_.begin, length);
}

/// Also the step that ends it: there a blend's jerk is at its largest, as in its first.
LimitHit Sine::sample_hit(int& looks) const noexcept {
  const double t = plan_.begin + (kBlends[plan_.length] - kSineStep) / plan_.samples * plan_.sample;
  const Motion now = motion_at(plan_.axes, t);
  const LimitHit hit = sine_hit(*machine_, now, motion_at(plan_.axes, t + kSineStep));
  return hit ? hit : sine_stop_hit(*machine_, now, --looks);
}

bool Sine::think(double now, int looks) noexcept {
  if (plan_.stage == Stage::reach && plan_.reach.advance(looks)) {
    if (!(plan_.reach.result().value > 0.0)) {  // nothing of it can be done
      if (blend_end_ == 0.0) running_ = false;
      limited_.hit = plan_.reach.result().hit;
      plan_.stage = Stage::none;
      return true;
    }
    const bool stands = blend_end_ == 0.0;
    begin_blend(stands ? now : now + kLead);
  }
  while (plan_.stage == Stage::blend && looks > 0) {
    if (const LimitHit hit = sample_hit(looks)) {
      next_length(now, hit);
    } else if (++plan_.sample > plan_.samples) {
      plan_.stage = Stage::ready;
    }
  }
  if (plan_.stage != Stage::ready || now < plan_.begin) return false;
  // What was found later than it was to begin begins now: a way over is never joined in its middle.
  if (now > plan_.begin) {
    plan_.begin = now;
    lay_out();
  }
  axes_ = plan_.axes;
  blend_end_ = plan_.begin + kBlends[plan_.length];
  if (plan_.running && plan_.by_nothing) {
    plan_.by_nothing = false;
    begin_blend(blend_end_);
    return false;
  }
  running_ = plan_.running;
  if (running_) wanted_ = plan_.wanted;
  limited_ = running_ ? plan_.reach.result() : Limited<double>{1.0, {}};  // nothing always fits
  plan_.stage = Stage::none;
  return true;
}

Motion Sine::at(double t) const noexcept { return machine_ != nullptr ? motion_at(axes_, t) : Motion{}; }

}  // namespace hexad::motion
