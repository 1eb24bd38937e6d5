#include "drill/ride.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"

namespace hexad::drill {
namespace {

constexpr Endpoint kRider{2, 0x7F000001, 10012};
constexpr std::uint32_t kRideRun = 2;  // darren's word
constexpr double kRideLasts = 24.0;    // s
constexpr double kHeld = 6.5;          // s: what is held that long is reached
constexpr double kSmooth = 5.5;        // s: long enough to be judged
constexpr double kWellWithin = 0.45;
constexpr double kBegins = 1.0;  // s, in which a gentle motion grows

}  // namespace

Ride::Ride(std::uint64_t seed, const Machine& machine, TimePoint begin)
    : random_{seed * 0x9E3779B97F4A7C15ULL + 2}, machine_{machine}, end_{begin + from_seconds(kRideLasts)} {}

AxisValues Ride::anywhere(double share) {
  AxisValues values{};
  for (std::size_t i = 0; i < 6; ++i) {
    const double most = i < 3 ? 1.2 * machine_.geometry.stroke : 35 * kDegree;
    values[i] = chance(0.3) ? 0.0 : uniform(-share, share) * most;
  }
  return values;
}

void Ride::begin(Kind kind, double now) {
  constexpr std::array kPeriods{0.1, 0.02, 1.0 / 60.0, 0.01, 0.004, 0.001};
  kind_ = kind;
  begun_ = now;
  period_ = kPeriods[static_cast<std::size_t>(uniform(0, 5.999))];
  switch (kind) {
    case Kind::wild:
      ends_ = now + uniform(0.2, 3.0);
      steps_ = chance(0.5);
      next_step_ = now;
      amplitude_ = anywhere(uniform(0.05, 1.0));
      for (double& frequency : frequency_) frequency = std::exp(uniform(std::log(0.1), std::log(5.0)));
      return;
    case Kind::held:
      ends_ = now + kHeld;
      middle_ = anywhere(uniform(0.02, chance(0.3) ? 1.2 : 0.4));
      return;
    case Kind::gentle:
      return begin_gentle(now);
  }
}

/// About where the last target was, on a few axes, which share what there is; at 30 Hz or more.
void Ride::begin_gentle(double now) {
  ends_ = now + kSmooth;
  period_ = std::min(period_, 0.02);
  const double parts = 1.0 + std::floor(uniform(0, 2.999));
  for (std::size_t i = 0; i < 6; ++i) {
    const Rates& limit = i < 3 ? machine_.limits.translation : machine_.limits.rotation;
    frequency_[i] = std::exp(uniform(std::log(0.3), std::log(4.0)));
    const double omega = kRevolution * frequency_[i];
    const double most = std::min(
        {limit.velocity / omega, limit.acceleration / (omega * omega), limit.jerk / (omega * omega * omega)});
    amplitude_[i] = chance(parts / 6.0) ? uniform(0.3, 1.0) * kWellWithin * most / parts : 0.0;
    middle_[i] *= 0.5;
  }
}

AxisValues Ride::target(double now) {
  AxisValues values = middle_;
  if (kind_ == Kind::held) return values;
  if (kind_ == Kind::wild && steps_) {
    if (now < next_step_) return values;
    next_step_ = now + uniform(0.05, 1.0);
    return middle_ = anywhere(uniform(0.05, 1.0));
  }
  const double grown = kind_ == Kind::gentle ? std::min(1.0, (now - begun_) / kBegins) : 1.0;
  for (std::size_t i = 0; i < 6; ++i)
    values[i] += grown * amplitude_[i] * std::sin(kRevolution * frequency_[i] * (now - begun_));
  return values;
}

std::vector<Request>& Ride::requests(TimePoint time, const Outputs& seen) {
  requests_.clear();
  const double now = to_seconds(time.time_since_epoch());
  const State state = seen.telemetry.state;
  if (!runs_ && state == State::ready) {
    requests_.push_back({++tag_, kRider, time, &kDarren, kRideRun, Go{Step::run}});
    runs_ = true;
    ends_ = now;
    next_ = now + 0.005;
  }
  if (!runs_ || now < next_) return requests_;
  if (now >= ends_) {
    if (kind_ == Kind::wild)
      begin(chance(0.5) ? Kind::held : Kind::gentle, now);
    else
      begin(Kind::wild, now);
  }
  next_ += std::max(period_, now - next_);
  StreamTarget frame;
  if (state == State::running) {
    frame.kind = StreamTarget::Kind::pose;
    frame.pose = kXyzConvention.to_pose(target(now), 0.0);
  }
  requests_.push_back({0, kRider, time, &kDarren, kRideRun, frame});
  return requests_;
}

}  // namespace hexad::drill
