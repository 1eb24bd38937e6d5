#include "drill/streams.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"

namespace hexad::drill {
namespace {

using enum ProgramKind;

constexpr double kReachedWithin = 6.0;  // s
constexpr double kReached = 1e-4;       // m, rad
constexpr double kNotSeen = 0.1e-3;     // m
constexpr double kTurnNotSeen = 0.05 * kDegree;
constexpr double kNear = 10.0;        // times what is not seen
constexpr double kComesUp = 0.5;      // s, from there on
constexpr double kGentle = 0.6;       // of the limits
constexpr double kSlowest = 0.035;    // s from frame to frame
constexpr double kAside = 0.05;       // of the size, larger or smaller
constexpr std::size_t kUnderWay = 4;  // buckets: what was sent so lately need not have come out
constexpr double kWatched = 4.0;      // s: gentle for so long it is judged
constexpr double kBucket = 0.05;      // s

Vec6 place_of(const Pose& pose) {
  const Eigen::AngleAxisd turn{pose.rotation};
  Vec6 place;
  place << pose.position, turn.angle() * turn.axis();
  return place;
}

Vec6 axes(double translation, double rotation) {
  Vec6 values;
  values << Vec3::Constant(translation), Vec3::Constant(rotation);
  return values;
}

}  // namespace

bool StreamWatch::leads(int coordinate) const {
  switch (machine_.geometry.mechanism) {
    case Mechanism::six_legs:
      return true;
    case Mechanism::two_legs:
      return coordinate == 3 || coordinate == 4;
    default:
      return coordinate >= 2 && coordinate <= 4;
  }
}

void StreamWatch::look(const Facts& facts) {
  for (const Request& request : facts.tick.requests)
    shaken_ = shaken_ || std::holds_alternative<SetEffect>(request.what);
  const Telemetry& now = facts.now;
  const bool follows = now.state == State::running && facts.before.state == State::running && now.zeroed &&
                       one_of(now.program, {follow_pose, follow_legs}) &&
                       now.program == facts.before.program && now.driver == facts.before.driver &&
                       now.revision == facts.before.revision;
  const Vec6 place = place_of(now.commanded.pose);
  const Vec6 target = place_of(now.target);
  dt_ = to_seconds(now.time - facts.before.time);
  if (!follows || shaken_ || !(dt_ > 0.0)) {
    held_ = gentle_ = 0.0;
    following_ = false;
    return;
  }
  const bool changed = !following_ || target != target_;
  watch_hold(target, place, changed);
  watch_size(now, target, place, changed);
  following_ = true;
  target_ = target;
}

/// I71.
void StreamWatch::watch_hold(const Vec6& target, const Vec6& place, bool changed) {
  if (changed) {
    held_ = 0.0;
    return;
  }
  const double before = held_;
  held_ += dt_;
  const double away = (place - target).cwiseAbs().maxCoeff();
  if (before < kReachedWithin && held_ >= kReachedWithin && !(away < kReached))
    report_(71, "held for {} s, a target is still {:.4f} (m, rad) away", kReachedWithin, away);
}

bool StreamWatch::is_near(const Vec6& target, const Vec6& place) const {
  const Vec6 away = (target - place).cwiseAbs().cwiseQuotient(axes(kNotSeen, kTurnNotSeen));
  for (int i = 0; i < 6; ++i)
    if (leads(i) && !(away[i] <= kNear)) return false;
  return true;
}

/// I72. Gentle: frames come evenly, and their differences stay within a part of every limit.
void StreamWatch::watch_size(const Telemetry& now, const Vec6& target, const Vec6& place, bool changed) {
  since_frame_ += dt_;
  gentle_ += dt_;
  if (changed && following_) {
    const double step = since_frame_;
    since_frame_ = 0.0;
    const Vec6 speed = (target - target_) / step;
    const Vec6 gain = (speed - frame_speed_) / step;
    const Vec6 jerk = (gain - frame_gain_) / step;
    const MotionLimits& limits = machine_.limits;
    const auto over = [](const Vec6& values, const Vec6& most) {
      return values.cwiseAbs().cwiseQuotient(most).maxCoeff() > kGentle;
    };
    const bool even = std::abs(step - frame_step_) < 0.5 * dt_;
    if (!even || over(speed, axes(limits.translation.velocity, limits.rotation.velocity)) ||
        over(gain, axes(limits.translation.acceleration, limits.rotation.acceleration)) ||
        over(jerk, axes(limits.translation.jerk, limits.rotation.jerk)))
      gentle_ = 0.0;
    frame_step_ = step;
    frame_speed_ = speed;
    frame_gain_ = gain;
  }
  if (since_frame_ > kSlowest || now.clamped || now.limit) gentle_ = 0.0;
  // After anything else it has to come up with the stream first.
  const bool disturbed = gentle_ == 0.0;
  came_up_ = disturbed || (came_up_ == 0.0 && !is_near(target, place)) ? 0.0 : came_up_ + dt_;
  if (came_up_ < kComesUp) gentle_ = 0.0;
  if (gentle_ == 0.0) buckets_.clear();
  if (buckets_.empty() || gentle_ - buckets_.back().begin >= kBucket) {
    if (gentle_ > kWatched) judge_size();
    if (!buckets_.empty() && buckets_.front().begin < gentle_ - kWatched) buckets_.erase(buckets_.begin());
    buckets_.push_back({gentle_, target, target, place, place});
  }
  Bucket& last = buckets_.back();
  last.lowest = last.lowest.cwiseMin(target);
  last.highest = last.highest.cwiseMax(target);
  last.low = last.low.cwiseMin(place);
  last.high = last.high.cwiseMax(place);
}

/// What came out in a while against what was sent in it; of what was sent last nothing need be there yet.
void StreamWatch::judge_size() {
  const std::size_t count = buckets_.size();
  const Bucket& first = buckets_.front();
  Vec6 lowest = first.lowest, highest = first.highest;  // sent
  Vec6 low = first.low, high = first.high;              // out
  Vec6 early_lowest = lowest, early_highest = highest;
  for (std::size_t i = 1; i < count; ++i) {
    const Bucket& bucket = buckets_[i];
    lowest = lowest.cwiseMin(bucket.lowest);
    highest = highest.cwiseMax(bucket.highest);
    low = low.cwiseMin(bucket.low);
    high = high.cwiseMax(bucket.high);
    if (i + kUnderWay < count) {
      early_lowest = lowest;
      early_highest = highest;
    }
  }
  const Bucket& last = buckets_.back();
  const Vec6 least = axes(kNotSeen, kTurnNotSeen);
  for (int i = 0; i < 6; ++i) {
    const double size = 0.5 * (highest[i] - lowest[i]);
    const double allowed = std::max(least[i], kAside * size);
    const double larger = std::max(last.high[i] - highest[i], lowest[i] - last.low[i]);
    const double smaller = std::max(early_highest[i] - high[i], low[i] - early_lowest[i]);
    if (!leads(i) || (larger <= allowed && smaller <= allowed)) continue;
    const double unit = i < 3 ? 1e3 : 1.0 / kDegree;
    report_.over(72, std::max(larger, smaller) / allowed,
                 "what was sent comes out {}: coordinate {} by {:.3f} of {:.3f}",
                 larger > smaller ? "larger" : "smaller", i + 1, std::max(larger, smaller) * unit,
                 size * unit);
    gentle_ = 0.0;
    return;
  }
}

}  // namespace hexad::drill
