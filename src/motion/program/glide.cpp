#include "motion/program/glide.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "motion/governor/machine_motion.hpp"

namespace hexad::motion {
namespace {

// Of what a stop may have: one from the line ends before the place. And more so where the place is at the end
// of a leg, since a stop leaves some room there for what it does not look at.
constexpr double kLineShare = 0.85;
constexpr double kLineShareAtEnd = 0.55;
constexpr double kAtEnd = 5.0 * kMillimetre;
constexpr double kLineLegSpeed = 0.95;
constexpr int kLineLooks = 5;
constexpr int kDirectionRounds = 12;
constexpr double kDirectionFits = 1e-6;
constexpr int kStopLooks = 12;
constexpr double kBeyond = 0.03 * kMillimetre;  // farther than a stop of all of it would lead
constexpr double kTurnBeyond = 0.02 * kDegree;
constexpr double kNoWay = 1e-9;      // m, rad
constexpr double kNotAside = 1e-6;   // m/s, rad/s: what is dropped by taking it for nothing …
constexpr double kNotPushed = 1e-3;  // … and m/s², rad/s²

Vec6 aside(const Vec6& vector, const Vec6& along) noexcept { return vector - vector.dot(along) * along; }

bool at_end(const Machine& machine, const Vec6& place) noexcept {
  const Motion there = motion_on(machine, {place, Vec6::Zero(), Vec6::Zero()});
  const Extensions legs = kinematics::leg_rates(machine, there).extension;
  const double low = machine.limits.stroke_margin + kAtEnd;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const double extension = legs[static_cast<Eigen::Index>(leg)];
    if (!(extension > low && extension < machine.geometry.stroke - low)) return true;
  }
  return false;
}

/// The share of the limits that stops it no harder than that; all of them where there is no room.
double gentle_stop(const Machine& machine, const State6& from, const Ease& ease) noexcept {
  const Rates& move = machine.limits.translation;
  const Rates& turn = machine.limits.rotation;
  double share = 1.0;
  for (Eigen::Index i = 0; i < 6; ++i) {
    const Rates& most = i < 3 ? move : turn;
    share = std::min({share, ease.acceleration[i] / most.acceleration, ease.jerk[i] / most.jerk});
  }
  return StopPlan::make(machine, from, share).fits(machine, true) ? 1.0 : share;
}

}  // namespace

void Glide::start(const Machine& machine, const State6& from, const Vec6& to, const Vec6& velocity,
                  const Gently* gently) noexcept {
  *this = Glide{};
  to_ = to;
  const Vec6 way = to - from.position;
  length_ = way.norm();
  if (!(length_ > kNoWay) || !std::isfinite(length_)) return;
  along_ = way / length_;
  const Ease* ease = gently != nullptr ? &gently->ease : nullptr;
  if (gently != nullptr && gently->stops) stop_share_ = gentle_stop(machine, from, *ease);
  if (lies_ahead(from)) {
    rest_ = StopPlan::make(machine, {from.position, Vec6::Zero(), Vec6::Zero()}, 1.0);
    end_ = from.position;
    const AxisState x{0.0, from.velocity.dot(along_), from.acceleration.dot(along_)};
    look_along(machine, velocity, ease);
    if (stop_share_ == 1.0 && stop_position(x, most_) > length_) look_along(machine, velocity, nullptr);
    way_ = fastest_to(x, length_, most_);
    return;
  }
  if (goes_on(machine, from, velocity, ease) ||
      (ease != nullptr && goes_on(machine, from, velocity, nullptr))) {
    const double gone = speed_ * begins_;
    way_ = fastest_to({gone, speed_, 0.0}, length_, most_);
    return;
  }
  stop_first(machine, from, velocity, ease);
}

/// It stands, or all of its motion leads straight there.
bool Glide::lies_ahead(const State6& from) noexcept {
  return aside(from.velocity, along_).cwiseAbs().maxCoeff() < kNotAside &&
         aside(from.acceleration, along_).cwiseAbs().maxCoeff() < kNotPushed;
}

/// What leads there need not be stopped: a direction is looked for that leads to the place from where the
/// rest of the motion ends. No, where there is none, or where so far is gone meanwhile that it could not
/// stop.
bool Glide::goes_on(const Machine& machine, const State6& from, const Vec6& velocity,
                    const Ease* ease) noexcept {
  for (int round = 0; round < kDirectionRounds; ++round) {
    speed_ = from.velocity.dot(along_);
    if (!(speed_ > 0.0)) return false;
    rest_ = StopPlan::make(machine, {from.position, aside(from.velocity, along_), from.acceleration},
                           stop_share_);
    begins_ = rest_.duration();
    end_ = rest_.at(begins_).position;
    const Vec6 way = to_ - end_;
    length_ = way.norm();
    if (!(length_ > speed_ * begins_)) return false;
    const Vec6 before = along_;
    along_ = way / length_;
    if ((along_ - before).cwiseAbs().maxCoeff() > kDirectionFits) continue;
    look_along(machine, velocity, ease);
    return stop_position({speed_ * begins_, speed_, 0.0}, most_) <= length_ && stays_before(machine, from);
  }
  return false;
}

/// Until S has ended no coordinate goes farther beyond the place than a stop of all the motion would lead it.
bool Glide::stays_before(const Machine& machine, const State6& from) const noexcept {
  const StopPlan stop = StopPlan::make(machine, from, stop_share_);
  const Vec6 stopped = stop.at(stop.duration()).position;
  for (int k = 1; k <= kStopLooks; ++k) {
    const double time = begins_ * k / kStopLooks;
    const Vec6 place = rest_.at(time).position + speed_ * time * along_;
    for (int i = 0; i < 6; ++i) {
      const double side = to_[i] < from.position[i] ? -1.0 : 1.0;
      const double needed = std::max(0.0, side * (stopped[i] - to_[i]));
      if (!(side * (place[i] - to_[i]) <= needed + (i < 3 ? kBeyond : kTurnBeyond))) return false;
    }
  }
  return true;
}

void Glide::stop_first(const Machine& machine, const State6& from, const Vec6& velocity,
                       const Ease* ease) noexcept {
  rest_ = StopPlan::make(machine, from, stop_share_);
  begins_ = rest_.duration();
  end_ = rest_.at(begins_).position;
  speed_ = 0.0;
  const Vec6 way = to_ - end_;
  length_ = std::max(way.norm(), kNoWay);
  along_ = way / length_;
  look_along(machine, velocity, ease);
  way_ = fastest_to({}, length_, most_);
}

/// What there is for x anywhere on the line.
void Glide::look_along(const Machine& machine, const Vec6& velocity, const Ease* ease) noexcept {
  const double share = at_end(machine, to_) ? kLineShareAtEnd : kLineShare;
  most_ = {1e3, 1e3, 1e5};
  for (int k = 0; k < kLineLooks; ++k) {
    const Vec6 place = end_ + (static_cast<double>(k) / (kLineLooks - 1)) * (to_ - end_);
    const Rates here = rates_along(machine, place, along_, share, velocity, kLineLegSpeed);
    most_ = {std::min(most_.velocity, here.velocity), std::min(most_.acceleration, here.acceleration),
             std::min(most_.jerk, here.jerk)};
  }
  for (Eigen::Index i = 0; ease != nullptr && i < 6; ++i) {
    const double part = std::max(std::abs(along_[i]), 1e-12);
    most_.acceleration = std::min(most_.acceleration, ease->acceleration[i] / part);
    most_.jerk = std::min(most_.jerk, ease->jerk[i] / part);
  }
}

State6 Glide::at(double time) const noexcept {
  if (!valid() || time >= duration()) return {to_, Vec6::Zero(), Vec6::Zero()};
  const AxisState x = time < begins_ ? AxisState{speed_ * time, speed_, 0.0} : way_.at(time - begins_);
  State6 state = rest_.at(time);
  state.position += x.position * along_;
  state.velocity += x.velocity * along_;
  state.acceleration += x.acceleration * along_;
  return state;
}

}  // namespace hexad::motion
