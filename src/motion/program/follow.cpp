#include "motion/program/follow.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kHighestBandwidth = 60.0;  // 1/s
constexpr double kLowestBandwidth = 20.0;
constexpr double kBandwidthPerRate = 0.6;
constexpr double kJumpJerk = 0.03;  // part of the jerk limit that the jumps of the goal may ask for

}  // namespace

void Follow::start(const State6& from, const Vec6& velocity, const Vec6& acceleration,
                   const Vec6& jerk) noexcept {
  *this = Follow{};
  state_ = from;
  Vec6 rest = from.position;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    trackers_[i].set_limits({velocity[k], acceleration[k], jerk[k]});
    rest[k] = trackers_[i].stopping_point({from.position[k], from.velocity[k], from.acceleration[k]});
  }
  last_target_ = rest;
  predictor_.start(rest, velocity);
  jerk_ = jerk;
  choose_bandwidths();
}

void Follow::target(const Vec6& position, TimePoint arrival) noexcept {
  if (!position.allFinite()) return;
  if (!streaming_) origin_ = arrival;
  const bool same = streaming_ && position == last_target_;
  const SenderClock::Stamp stamp = clock_.arrival(to_seconds(arrival - origin_), same);
  streaming_ = true;
  last_target_ = position;
  settled_ = settled_ && same;
  using Kind = SenderClock::Kind;
  if (stamp.kind == Kind::duplicate) return;
  if (stamp.kind == Kind::same_slot) return predictor_.replace(position);
  if (stamp.kind != Kind::regular) predictor_.restart();
  predictor_.add(stamp.time, position, {clock_.period(), clock_.jitter(), clock_.quality()});
  choose_bandwidths();
}

// As fast as the sender allows; and slow enough that the jumps of the goal with each sample ask for a small part of
// the jerk only (a jump of e asks for λ³e).
double Follow::bandwidth(std::size_t coordinate) const noexcept {
  const double surprise = predictor_.surprise(coordinate);
  if (predictor_.trust(coordinate) == 0.0 || !(surprise > 0.0)) return kHighestBandwidth;
  const double calm = std::cbrt(kJumpJerk * jerk_[static_cast<Eigen::Index>(coordinate)] / surprise);
  return std::clamp(std::min(kBandwidthPerRate / clock_.period(), calm), kLowestBandwidth, kHighestBandwidth);
}

void Follow::choose_bandwidths() noexcept {
  for (std::size_t i = 0; i < 6; ++i) {
    const double wanted = bandwidth(i);
    if (!(std::abs(wanted - bandwidths_[i]) <= 0.05 * bandwidths_[i])) bandwidths_[i] = wanted;
  }
}

State6 Follow::advance(TimePoint now, Duration dt) noexcept {
  const double step = to_seconds(dt);
  if (!(step > 0.0)) return state_;
  const Predictor::Horizon horizon = predictor_.horizon(to_seconds(now - origin_));
  bool rests = true;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    trackers_[i].set_pace(step, bandwidths_[i]);
    const TrackPoint next = trackers_[i].step(
        {state_.position[k], state_.velocity[k], state_.acceleration[k]}, predictor_.goal(i, horizon));
    state_.position[k] = next.position;
    state_.velocity[k] = next.velocity;
    state_.acceleration[k] = next.acceleration;
    rests = rests && next.velocity == 0.0 && next.acceleration == 0.0 &&
            (next.position == last_target_[k] || !trackers_[i].moves());
  }
  settled_ = rests;
  return state_;
}

void Follow::end_stream() noexcept { predictor_.hold(); }

void Follow::resync(const State6& actual) noexcept {
  state_ = actual;
  settled_ = false;
}

}  // namespace hexad::motion
