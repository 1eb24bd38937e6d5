#include "motion/program/follow.hpp"
#include "base/roots.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kHighestBandwidth = 90.0;  // 1/s
constexpr double kLowestBandwidth = 30.0;
constexpr double kLowestForSlow = 45.0;  // whose goal turns between samples …
constexpr double kQuickPeriod = 0.0168;  // s: … from twice this period …
constexpr double kSlowPeriod = 0.075;    // s: … to somewhat less than this
constexpr double kBandwidthPerRate = 3.0;
// As a stop of all coordinates together keeps them (stop_plan.cpp): what is planned with more is cut short.
constexpr double kLegAcceleration = 0.85;
constexpr double kLegJerk = 0.66;
constexpr double kAxisShare = 0.95;
constexpr double kLegSpeed = 0.95;    // of its velocity
constexpr double kBesideGoal = 0.25;  // of the limits, to come to a goal that moves
constexpr double kLeastShare = 0.02;
constexpr double kHeld = 0.01;       // of the limits: a goal that does no more is one to stop at
constexpr double kStays = 0.08;      // s: … and so is one that packets repeat for so long
constexpr double kForgotten = 0.25;  // s of silence
constexpr double kBursts = 0.4;      // s from gap to gap
constexpr double kChase = 0.4;       // s: a goal not caught by then is gone to packet by packet
constexpr double kJumpJerk = 0.007;  // part of the jerk limit that the jumps of the goal may ask for

// Coming up with a stream, gently.
constexpr double kGapPeriods = 3.0;  // a slow sender is not silent between its packets
constexpr double kClose = 0.2;       // s near the goal: it has come up, …
constexpr double kGrow = 0.5;        // s: … and has the limits after this
constexpr double kComeUp = 1.5;      // s: if it has not, it has more from then on, …
constexpr double kGrowSlow = 2.0;    // s: … and all after this

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
  predictor_.start(rest, velocity, acceleration, jerk);
  velocity_ = velocity;
  acceleration_ = acceleration;
  jerk_ = jerk;
  choose_bandwidths();
}

void Follow::join_gently(const Ease& comfort) noexcept { comfort_ = comfort; }

void Follow::hand_over() noexcept {
  buffer_.forget();
  clock_.reset();
  predictor_.restart();
}

void Follow::join() noexcept {
  if (!comfort_) return;
  joining_ = true;
  came_up_ = false;
  joining_for_ = close_for_ = grown_ = 0.0;
  ease_ = *comfort_;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    trackers_[i].set_ease(ease_.acceleration[k], ease_.jerk[k]);
  }
}

// From comfort to where it is no bound any more (a goal at its limit to one side, the platform to the other),
// slowly at first.
void Follow::come_up(double step) noexcept {
  joining_for_ += step;
  close_for_ = far() ? 0.0 : close_for_ + step;
  came_up_ = came_up_ || close_for_ >= kClose;
  if (!came_up_ && joining_for_ < kComeUp) return;
  grown_ += step / (came_up_ ? kGrow : kGrowSlow);
  joining_ = grown_ < 1.0;
  const double part = grown_ * grown_;
  ease_.acceleration = comfort_->acceleration + part * (2.0 * acceleration_ - comfort_->acceleration);
  ease_.jerk = comfort_->jerk + part * (2.0 * jerk_ - comfort_->jerk);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (joining_)
      trackers_[i].set_ease(ease_.acceleration[k], ease_.jerk[k]);
    else
      trackers_[i].set_ease(0.0, 0.0);
  }
}

void Follow::target(const Vec6& position, TimePoint arrival, std::optional<std::uint32_t> number) noexcept {
  if (!position.allFinite()) return;
  if (!streaming_) origin_ = arrival;
  streaming_ = true;
  const double seconds = to_seconds(arrival - origin_);
  if (!buffer_.on()) return take(position, seconds, number);
  buffer_.add(position, seconds, number);
}

void Follow::take(const Vec6& position, double seconds, std::optional<std::uint32_t> number) noexcept {
  const bool same = counts_ && position == last_target_;
  const SenderClock::Stamp stamp = clock_.arrival(seconds, same, number);
  if (!same) changed_ = seconds;
  stays_ = same && seconds - changed_ >= kStays;
  counts_ = true;
  last_target_ = position;
  settled_ = settled_ && same;
  using Kind = SenderClock::Kind;
  if (stamp.kind == Kind::duplicate) return;
  // One gap is a stall, the motion goes on; where gaps follow on each other packets come in bursts and tell
  // no motion.
  const bool gap = stamp.kind == Kind::gap;
  if (stamp.kind == Kind::first || seconds - last_arrival_ > kForgotten ||
      (gap && seconds - last_gap_ < kBursts))
    predictor_.restart();
  if (stamp.kind == Kind::first ||
      seconds - last_arrival_ > std::max(kForgotten, kGapPeriods * clock_.period()))
    join();
  if (gap) last_gap_ = seconds;
  last_arrival_ = seconds;
  predictor_.add({stamp.time, seconds}, position, {clock_.period(), clock_.jitter(), clock_.quality()});
  choose_bandwidths();
}

// As fast as the sender allows; and slow enough that the jumps of the goal with each sample ask for a small
// part of the jerk only (a jump of e asks for λ³e).
double Follow::bandwidth(std::size_t coordinate) const noexcept {
  const double surprise = predictor_.surprise(coordinate);
  if (predictor_.trust(coordinate) == 0.0 || !(surprise > 0.0)) return kHighestBandwidth;
  const double calm = cube_root(kJumpJerk * jerk_[static_cast<Eigen::Index>(coordinate)] / surprise);
  const double slow = std::clamp(
      std::min(clock_.period() - kQuickPeriod, kSlowPeriod - clock_.period()) / kQuickPeriod, 0.0, 1.0);
  const double lowest = kLowestBandwidth + slow * (kLowestForSlow - kLowestBandwidth);
  return std::clamp(std::min(kBandwidthPerRate / clock_.period(), calm), lowest, kHighestBandwidth);
}

void Follow::choose_bandwidths() noexcept {
  for (std::size_t i = 0; i < 6; ++i) {
    const double wanted = bandwidth(i);
    if (!(std::abs(wanted - bandwidths_[i]) <= 0.05 * bandwidths_[i])) bandwidths_[i] = wanted;
  }
}

void Follow::share_legs(const Mat6& jacobian, std::size_t legs, const Rates& leg) noexcept {
  legs_known_ = true;
  pull_.setZero();
  rate_.setZero();
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(legs); ++row) {
    for (Eigen::Index i = 0; i < 6; ++i) {
      pull_(row, i) =
          std::abs(jacobian(row, i)) * std::max(acceleration_[i] / (kLegAcceleration * leg.acceleration),
                                                jerk_[i] / (kLegJerk * leg.jerk));
      rate_(row, i) = jacobian(row, i) / (kLegSpeed * leg.velocity);
    }
  }
}

// Shares of what the legs have. First what each coordinate needs: to stop where it shall, or to go with a
// goal that moves. Of the rest each gets a part in proportion to its way: from standing all move straight to
// the goal, and begin to brake together.
void Follow::share_out(const std::array<Goal, 6>& goals) noexcept {
  Vec6 need;
  Vec6 way;  // to go, m or rad
  Vec6 part;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const Goal& goal = goals[i];
    need[k] = trackers_[i].share_needed(point(i), goal);
    if (goal.velocity != 0.0)
      need[k] = std::clamp(std::abs(goal.acceleration) / acceleration_[k] + kBesideGoal, need[k], 1.0);
    way[k] = trackers_[i].moves() ? goal.position - state_.position[k] : 0.0;
    part[k] = trackers_[i].moves() ? std::abs(way[k]) / acceleration_[k] : 0.0;
  }
  part /= std::max(part.maxCoeff(), 1e-12);
  const auto fits = [&](double share) { return (pull_ * need.cwiseMax(share * part)).maxCoeff() <= 1.0; };
  double most = fits(kAxisShare) ? kAxisShare : 0.0;
  for (double step = 0.5; most < kAxisShare && step > 5e-3; step *= 0.5) {
    if (fits(most + step)) most += step;
  }
  // Straight there, a leg's speed is the sum of what the coordinates do, not of their sizes.
  const double fastest = 1.0 / std::max((rate_ * way).cwiseAbs().maxCoeff(), 1e-9);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double share = std::clamp(most * part[k], std::max(need[k], kLeastShare), 1.0);
    trackers_[i].set_share(share, goals[i].velocity != 0.0 ? velocity_[k] : fastest * std::abs(way[k]));
  }
}

void Follow::share_nothing() noexcept {
  for (std::size_t i = 0; i < 6; ++i) trackers_[i].set_share(1.0, velocity_[static_cast<Eigen::Index>(i)]);
}

bool Follow::far() const noexcept {
  return std::any_of(trackers_.begin(), trackers_.end(), [](const JerkTracker& one) { return one.far(); });
}

TrackPoint Follow::point(std::size_t coordinate) const noexcept {
  const auto k = static_cast<Eigen::Index>(coordinate);
  return {state_.position[k], state_.velocity[k], state_.acceleration[k]};
}

State6 Follow::advance(TimePoint now, Duration dt) noexcept {
  const double step = to_seconds(dt);
  if (!(step > 0.0)) return state_;
  const double time = to_seconds(now - origin_);
  while (const std::optional<JitterBuffer::Packet> due = buffer_.next(time))
    take(due->position, due->time, due->number);
  const Predictor::Horizon horizon = predictor_.horizon(time);
  std::array<Goal, 6> goals;
  for (std::size_t i = 0; i < 6; ++i) {
    trackers_[i].set_pace(step, bandwidths_[i]);
    goals[i] = detouring_ ? Goal{via_[static_cast<Eigen::Index>(i)], 0.0, 0.0} : predictor_.goal(i, horizon);
  }
  const bool share = legs_known_ && far();
  if (share) share_out(goals);
  if (shared_ && !share) share_nothing();
  shared_ = share;
  bool rests = true;
  at_rest_ = true;
  held_ = counts_ && !detouring_;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const TrackPoint next = trackers_[i].step(point(i), goals[i]);
    const bool chases = !joining_ && trackers_[i].behind() && predictor_.trust(i) == 1.0;
    chasing_[i] = chases ? chasing_[i] + step : std::max(0.0, chasing_[i] - 0.5 * step);
    if (chasing_[i] > kChase) {
      predictor_.distrust(i);
      chasing_[i] = 0.0;
    }
    state_.position[k] = next.position;
    state_.velocity[k] = next.velocity;
    state_.acceleration[k] = next.acceleration;
    held_ = held_ && (stays_ || (std::abs(goals[i].velocity) <= kHeld * velocity_[k] &&
                                 std::abs(goals[i].acceleration) <= kHeld * acceleration_[k]));
    at_rest_ = at_rest_ && next.velocity == 0.0 && next.position == goals[i].position;
    rests = rests && next.velocity == 0.0 && next.acceleration == 0.0 &&
            (next.position == last_target_[k] || !trackers_[i].moves());
  }
  settled_ = rests;
  if (joining_) come_up(step);
  return state_;
}

void Follow::detour(const Vec6& by_way_of) noexcept {
  via_ = by_way_of;
  detouring_ = true;
  at_rest_ = settled_ = false;
}

void Follow::end_stream() noexcept { predictor_.hold(); }

void Follow::resync(const State6& actual) noexcept {
  state_ = actual;
  settled_ = false;
}

}  // namespace hexad::motion
