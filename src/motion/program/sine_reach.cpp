#include "motion/program/sine_reach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/command_motion.hpp"
#include "motion/governor/limit_check.hpp"
#include "motion/judge/moment.hpp"
#include "motion/program/sine.hpp"

// A settled sine is looked at over its period. Axes of several frequencies have one when all of them fit a
// whole number of times into a few periods of the slowest; otherwise every combination of their angles comes
// about in time, and corners (each axis at its turning point, or at its fastest) and many spread combinations
// are looked at.

namespace hexad::motion {
namespace {

constexpr double kSineShare = 0.965;  // a stop from the peak of an acceleration must fit too
constexpr double kStopJerk = 0.4;     // part of the jerk limit with which a stop can end an acceleration
constexpr int kSamplesAPeriod = 80;   // a period, or of the fastest axis in a common one
constexpr int kSpread = 240;          // where there is no period
constexpr int kMostSamples = 320;
constexpr int kMostPeriods = 10;
constexpr int kHalvings = 12;
constexpr int kLooksAStop = 8;          // what following a stop to its end costs
constexpr double kBetweenLooks = 1.02;  // faster than what is looked at: what lies between two looks
constexpr double kShrink = 0.98;        // a step of making a sine smaller
constexpr double kLeastScale = 1e-3;    // none below it

/// The settled sine at given angles, and kSineStep later.
Motion settled(const Machine& machine, const model::Sine& wanted, double scale, const AxisValues& angles,
               double later) noexcept {
  AxisMotion motion;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double amplitude = scale * wanted.amplitude[i];
    if (amplitude == 0.0) continue;
    const double omega = kRevolution * wanted.frequency[i];
    const double theta = angles[i] + omega * later;
    motion.value[i] = amplitude * std::sin(theta);
    motion.rate[i] = amplitude * omega * std::cos(theta);
    motion.acceleration[i] = -amplitude * omega * omega * std::sin(theta);
  }
  AxisConvention convention = wanted.convention;
  convention.zero = ZeroReference::neutral;
  return command_motion(machine, convention, motion);
}

SineReach::Active active_axes(const model::Sine& wanted) noexcept {
  SineReach::Active active;
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (wanted.amplitude[i] == 0.0) continue;
    active.axis[active.count++] = i;
    if (wanted.frequency[i] == 0.0) continue;
    active.slowest = std::min(active.slowest, wanted.frequency[i]);
    active.fastest = std::max(active.fastest, wanted.frequency[i]);
  }
  return active;
}

/// The period of the whole; 0 = none that is short enough.
double common_period(const model::Sine& wanted, const SineReach::Active& active) noexcept {
  for (int n = 1; n <= kMostPeriods; ++n) {
    const double period = n / active.slowest;
    bool whole = true;
    for (std::size_t k = 0; k < active.count; ++k) {
      const double turns = wanted.frequency[active.axis[k]] * period;
      whole = whole && std::abs(turns - std::round(turns)) < 1e-6;
    }
    if (whole) return period;
  }
  return 0.0;
}

bool sensible(const model::Sine& wanted, double most_hz) noexcept {
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (!std::isfinite(wanted.amplitude[i]) || !std::isfinite(wanted.phase[i])) return false;
    if (!(wanted.frequency[i] >= 0.0 && wanted.frequency[i] <= most_hz) && wanted.amplitude[i] != 0.0)
      return false;
  }
  return true;
}

LimitHit too_fast_to_stop(const Machine& machine, const Moment& m) noexcept {
  const auto peak = [](double v, double a, const Rates& rates) {
    return std::abs(v) + (v * a > 0.0 ? a * a / (2.0 * kStopJerk * rates.jerk) : 0.0);
  };
  const MotionLimits& limits = machine.limits;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double v = peak(m.legs.velocity[i], m.legs.acceleration[i], limits.leg);
    if (!(v <= limits.leg.velocity))
      return {Limit::leg_velocity, static_cast<std::uint8_t>(leg), v, limits.leg.velocity};
  }
  for (int i = 0; i < 6; ++i) {
    const Rates& rates = i < 3 ? limits.translation : limits.rotation;
    const Twist& velocity = m.motion.velocity;
    const Twist& acceleration = m.motion.acceleration;
    const double v = i < 3 ? peak(velocity.linear[i], acceleration.linear[i], rates)
                           : peak(velocity.angular[i - 3], acceleration.angular[i - 3], rates);
    if (!(v <= rates.velocity))
      return {Limit::axis_velocity, static_cast<std::uint8_t>(i), v, rates.velocity};
  }
  return {};
}

}  // namespace

LimitHit sine_hit(const Machine& machine, const Motion& now, const Motion& next) noexcept {
  const Moment here = moment_of(machine, now);
  if (const LimitHit hit = check_moment(machine, here, kSineShare)) return hit;
  if (const LimitHit hit = too_fast_to_stop(machine, here)) return hit;
  return check_between(machine, here, moment_of(machine, next), kSineStep, kSineShare);
}

bool SineReach::begin(const Machine& machine, const model::Sine& wanted, double most_hz) noexcept {
  *this = {};
  machine_ = &machine;
  wanted_ = wanted;
  if (!sensible(wanted, most_hz)) {
    result_ = {0.0, {}};
    return false;
  }
  active_ = active_axes(wanted);
  if (active_.count == 0) return true;
  count_ = 1;
  if (active_.fastest == 0.0) return true;
  period_ = common_period(wanted, active_);
  if (period_ > 0.0) {
    const double turns = std::max(1.0, period_ * active_.fastest);
    count_ = std::min(kMostSamples, static_cast<int>(kSamplesAPeriod * turns));
  } else {
    corners_ = 3 << active_.count;
    count_ = corners_ + kSpread;
  }
  return true;
}

/// Over the period; or corners and then angles spread evenly.
AxisValues SineReach::angles(int index) const noexcept {
  AxisValues angles = wanted_.phase;
  if (!(period_ > 0.0) && corners_ == 0) return angles;
  if (period_ > 0.0) {
    for (std::size_t i = 0; i < kAxes; ++i)
      angles[i] += kRevolution * wanted_.frequency[i] * period_ * index / count_;
    return angles;
  }
  // Steps whose multiples spread evenly over all angles.
  constexpr std::array<double, kAxes> kSteps{0.8566748838545029, 0.733891856627126, 0.6287067210378087,
                                             0.5385972572236101, 0.46140274277638,  0.3952718012325};
  constexpr std::array kFrom{0.5 * kPi, 0.25 * kPi, 0.0};
  for (std::size_t k = 0; k < active_.count; ++k) {
    if (wanted_.frequency[active_.axis[k]] == 0.0) continue;
    const bool far = ((index / 3) >> k & 1) != 0;
    angles[active_.axis[k]] = index < corners_
                                  ? kFrom[static_cast<std::size_t>(index % 3)] + (far ? kPi : 0.0)
                                  : kRevolution * std::fmod((index - corners_ + 1) * kSteps[k], 1.0);
  }
  return angles;
}

LimitHit SineReach::hit_at(const AxisValues& angles, double scale) const noexcept {
  return sine_hit(*machine_, settled(*machine_, wanted_, scale, angles, 0.0),
                  settled(*machine_, wanted_, scale, angles, kSineStep));
}

/// Lowers the scale to what one combination of angles allows.
int SineReach::look(const AxisValues& angles) noexcept {
  const LimitHit hit = hit_at(angles, result_.value);
  if (!hit) return 1;
  result_.hit = hit;
  double good = 0.0;
  double bad = result_.value;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (good + bad);
    (hit_at(angles, middle) ? bad : good) = middle;
  }
  result_.value = good;
  return 1 + kHalvings;
}

LimitHit sine_stop_hit(const Machine& machine, Motion now, int& looks) noexcept {
  for (Twist* rate : {&now.velocity, &now.acceleration})
    *rate = {kBetweenLooks * rate->linear, kBetweenLooks * rate->angular};
  const Moment moment = moment_of(machine, now);
  looks -= 1;
  if (plainly_stops(machine, moment)) return {};
  looks -= kLooksAStop;
  return check_stop(machine, moment);
}

bool SineReach::shrink(const LimitHit& hit) noexcept {
  if (result_.value < kLeastScale) return false;
  result_ = {kShrink * result_.value, hit};
  return true;
}

bool SineReach::advance(int& looks) noexcept {
  for (; next_ < count_ && looks > 0; ++next_) looks -= look(angles(next_));
  while (next_ >= count_ && stops_ < count_ && looks > 0) {
    const Motion now = settled(*machine_, wanted_, result_.value, angles(stops_), 0.0);
    const LimitHit hit = sine_stop_hit(*machine_, now, looks);
    if (!hit || !shrink(hit)) ++stops_;
  }
  return stops_ >= count_;
}

Limited<double> reachable_scale(const Machine& machine, const model::Sine& wanted, double most_hz) noexcept {
  SineReach reach;
  int looks = std::numeric_limits<int>::max();
  if (reach.begin(machine, wanted, most_hz)) reach.advance(looks);
  return reach.result();
}

}  // namespace hexad::motion
