#include "motion/program/path_timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/roots.hpp"
#include "kinematics/inverse.hpp"
#include "motion/judge/moment.hpp"

namespace hexad::motion {
namespace {

constexpr double kInterval = 4e-3;  // s
constexpr int kLooks = 4;           // an interval: at a common control period
constexpr int kTimingRounds = 24;
constexpr double kOver = 1.02;  // what must shrink shrinks a little more than it must
// Shares of the limits that are planned with: between two looks, and between two ticks of the core, there is
// a little more than at them.
constexpr double kVelocityShare = 0.995;
constexpr double kAccelerationShare = 0.985;
constexpr double kJerkShare = 0.98;
// From every state the governor wants to be able to stop: where it could not, it goes slower.
constexpr double kSlowerToStop = 1.03;

/// Six platform axes, six legs.
using Channels = Eigen::Array<double, 12, 1>;

struct Rates12 {
  Channels velocity, acceleration;
  Moment moment;
};

/// First and second derivatives along q(τ) of what axes and legs do.
Rates12 rates_of(const Machine& machine, const State6& state) noexcept {
  Rates12 rates;
  rates.moment.state = state;
  rates.moment.motion = kinematics::project(machine, motion_of(state));
  rates.moment.legs = kinematics::leg_rates(machine, rates.moment.motion);
  const Motion& motion = rates.moment.motion;
  const kinematics::LegRates& legs = rates.moment.legs;
  rates.velocity << motion.velocity.linear.array(), motion.velocity.angular.array(), legs.velocity.array();
  rates.acceleration << motion.acceleration.linear.array(), motion.acceleration.angular.array(),
      legs.acceleration.array();
  return rates;
}

Channels channels(double translation, double rotation, double leg) noexcept {
  Channels c;
  c << Vec3::Constant(translation).array(), Vec3::Constant(rotation).array(), Vec6::Constant(leg).array();
  return c;
}

/// Over a step. A jerk that changes within it shows in position and velocity more than in its mean: the
/// governor looks at all three.
Channels jerk_between(const Channels& before, const State6& from, const Channels& now, const State6& to,
                      double step) noexcept {
  Channels jerk = (now - before) / step;
  const Vec6 by_velocity = 2.0 / (step * step) * (to.velocity - from.velocity - step * from.acceleration);
  const Vec6 by_position =
      6.0 / (step * step * step) *
      (to.position - from.position - step * from.velocity - (0.5 * step * step) * from.acceleration);
  for (int i = 0; i < 3; ++i) {
    if (std::abs(by_velocity[i]) > std::abs(jerk[i])) jerk[i] = by_velocity[i];
    if (std::abs(by_position[i]) > std::abs(jerk[i])) jerk[i] = by_position[i];
  }
  return jerk;
}

/// How much too fast, and how much too hard, it goes at a moment.
struct Need {
  double speed = 1.0;
  double push = 1.0;
};

class Planner {
 public:
  Planner(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed);
  PathTiming plan();

 private:
  Channels velocity_bound(std::size_t segment) const noexcept;
  void cap_speeds();
  void fastest(std::size_t first, std::size_t last);
  void draw(std::size_t first, std::size_t last, PathTiming& timing);
  PathTiming draw_all();
  double look(const PathTiming& timing);
  Need need_at(const Rates12& now, const Channels& jerk, const PathTiming::State& s, std::size_t segment,
               double& stretch) const noexcept;
  void lower();

  const Machine& machine_;
  const PathCurve& curve_;
  std::span<const Vec6> max_speed_;
  MotionLimits limits_;
  Channels acceleration_, jerk_;
  int window_ = 1;  ///< intervals averaged over

  // One a knot of the curve.
  std::vector<Channels> first_, second_;
  std::vector<double> cap_;     ///< of s'²
  std::vector<double> push_;    ///< share of the acceleration to be used
  std::vector<double> square_;  ///< s'² of the fastest motion
  std::vector<double> place_;   ///< when the drawn motion is there, in looks
  // One a look at the drawn motion.
  std::vector<Need> need_;
  bool unstoppable_ = false;
};

Planner::Planner(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed)
    : machine_{machine}, curve_{curve}, max_speed_{max_speed}, limits_{machine.limits} {
  acceleration_ = kAccelerationShare * channels(limits_.translation.acceleration,
                                                limits_.rotation.acceleration, limits_.leg.acceleration);
  jerk_ = kJerkShare * channels(limits_.translation.jerk, limits_.rotation.jerk, limits_.leg.jerk);
  window_ = std::max(1, static_cast<int>(std::ceil((acceleration_ / jerk_).maxCoeff() / kInterval)));
  const std::size_t n = curve.knots().size();
  first_.resize(n);
  second_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t cell = std::min(i, n - 2);
    const bool ends = std::binary_search(curve.piece_ends().begin(), curve.piece_ends().end(), i);
    const PathCurve::Place place = curve.in_cell(ends ? i - 1 : cell, curve.knots()[i].s);
    const Rates12 rates = rates_of(machine, {place.position, place.first, place.second});
    first_[i] = rates.velocity;
    second_[i] = rates.acceleration;
  }
  push_.assign(n, 1.0);
  square_.assign(n, 0.0);
  place_.assign(n, 0.0);
  cap_speeds();
}

Channels Planner::velocity_bound(std::size_t segment) const noexcept {
  Channels bound = channels(limits_.translation.velocity, limits_.rotation.velocity, limits_.leg.velocity);
  bound.head<6>() = bound.head<6>().min(max_speed_[segment].array());
  return kVelocityShare * bound;
}

/// What velocity allows, the curve's own acceleration with none along it, and the curve's own jerk.
void Planner::cap_speeds() {
  const auto knots = curve_.knots();
  cap_.assign(knots.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < knots.size(); ++i) {
    Channels bound = velocity_bound(knots[i].segment);
    if (i + 1 < knots.size()) bound = bound.min(velocity_bound(knots[i + 1].segment));
    for (Eigen::Index j = 0; j < 12; ++j) {
      const double c1 = std::abs(first_[i][j]);
      const double c2 = std::abs(second_[i][j]);
      if (c1 > 0.0) cap_[i] = std::min(cap_[i], bound[j] * bound[j] / (c1 * c1));
      if (c2 > 0.0) cap_[i] = std::min(cap_[i], acceleration_[j] / c2);
    }
  }
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const double h = knots[i + 1].s - knots[i].s;
    if (!(h > 0.0)) continue;
    const Channels third = (second_[i + 1] - second_[i]).abs() / h;
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < 12; ++j) {
      if (third[j] > 0.0) least = std::min(least, jerk_[j] / third[j]);
    }
    const double square = std::pow(least, 2.0 / 3.0);
    cap_[i] = std::min(cap_[i], square);
    cap_[i + 1] = std::min(cap_[i + 1], square);
  }
}

/// s'² of one piece, from rest to rest. With a the acceleration of s: |c₁·a + c₂·s'²| within its bound, and
/// s'² changes by 2·a·h. a = 0 is allowed everywhere, so no pass can get stuck.
void Planner::fastest(std::size_t first, std::size_t last) {
  const auto knots = curve_.knots();
  square_[first] = 0.0;
  square_[last] = 0.0;
  // Backward: the largest b that can still brake to what follows: (b − next)/(2h) ≤ (A ± c₂·b)/|c₁| · push.
  for (std::size_t i = last; i-- > first;) {
    const double h2 = 2.0 * (knots[i + 1].s - knots[i].s);
    double b = i == first ? 0.0 : cap_[i];
    for (Eigen::Index j = 0; j < 12 && i != first; ++j) {
      const double c1 = std::abs(first_[i][j]);
      if (!(c1 > 0.0)) continue;
      const double reach = h2 * push_[i] / c1;
      // Braking pushes against the motion: where c₂ points with c₁ it takes away from the curve's own.
      const double own = first_[i][j] > 0.0 ? second_[i][j] : -second_[i][j];
      const double slope = 1.0 - reach * own;
      if (slope > 0.0) b = std::min(b, (square_[i + 1] + reach * acceleration_[j]) / slope);
    }
    square_[i] = b;
  }
  for (std::size_t i = first; i < last; ++i) {
    const double h2 = 2.0 * (knots[i + 1].s - knots[i].s);
    const double b = square_[i];
    double gain = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < 12; ++j) {
      const double c1 = std::abs(first_[i][j]);
      if (!(c1 > 0.0)) continue;
      const double own = first_[i][j] > 0.0 ? second_[i][j] : -second_[i][j];
      gain = std::min(gain, push_[i] * std::max(acceleration_[j] - own * b, 0.0) / c1);
    }
    square_[i + 1] = std::min(square_[i + 1], b + h2 * gain);
  }
}

/// Samples of the fastest motion of a piece, averaged, as controls.
void Planner::draw(std::size_t first, std::size_t last, PathTiming& timing) {
  const auto knots = curve_.knots();
  const std::size_t base = timing.controls.size() - 3;
  const auto m = static_cast<std::size_t>(window_);
  std::vector<double> sample(m, knots[first].s);  // before the beginning it stands there
  double begin = 0.0;
  double next = 0.0;
  for (std::size_t i = first; i < last; ++i) {
    const double h = knots[i + 1].s - knots[i].s;
    const double v0 = std::sqrt(square_[i]);
    const double v1 = std::sqrt(square_[i + 1]);
    const double time = h > 0.0 ? 2.0 * h / std::max(v0 + v1, 1e-12) : 0.0;
    const double a = time > 0.0 ? (v1 - v0) / time : 0.0;
    place_[i] = kLooks * (static_cast<double>(base) + 1.0 + begin / kInterval + 0.5 * (window_ - 1));
    for (; next < begin + time; next += kInterval) {
      const double t = next - begin;
      sample.push_back(std::min(knots[i].s + t * (v0 + 0.5 * a * t), knots[i + 1].s));
    }
    begin += time;
  }
  place_[last] = kLooks * (static_cast<double>(base) + 1.0 + begin / kInterval + 0.5 * (window_ - 1));
  sample.insert(sample.end(), m, knots[last].s);
  for (std::size_t i = m + 1; i < sample.size(); ++i) {
    double sum = 0.0;  // from where the piece begins: less to cancel
    for (std::size_t k = 0; k < m; ++k) sum += sample[i - k] - knots[first].s;
    timing.controls.push_back(std::min(knots[first].s + sum / static_cast<double>(m), knots[last].s));
  }
  for (int i = 0; i < 3; ++i) timing.controls.push_back(knots[last].s);
}

PathTiming Planner::draw_all() {
  PathTiming timing;
  timing.interval = kInterval;
  timing.controls.assign(3, 0.0);
  std::size_t first = 0;
  for (const std::size_t last : curve_.piece_ends()) {
    fastest(first, last);
    draw(first, last, timing);
    first = last + 1;
  }
  return timing;
}

Need Planner::need_at(const Rates12& now, const Channels& jerk, const PathTiming::State& s,
                      std::size_t segment, double& stretch) const noexcept {
  Need need;
  const Channels bound = velocity_bound(segment);
  for (Eigen::Index j = 0; j < 12; ++j) {
    const double velocity = std::abs(now.velocity[j]) / bound[j];
    const double acceleration = std::abs(now.acceleration[j]) / acceleration_[j];
    const double jerk_use = std::abs(jerk[j]) / jerk_[j];
    if (velocity > 1.0) need.speed = std::max(need.speed, velocity);
    const double c1 = s.first > 1e-9 ? now.velocity[j] / s.first : 0.0;
    if (acceleration > 1.0) {
      const double curved = now.acceleration[j] - c1 * s.second;
      if (c1 == 0.0 || std::abs(curved) < 0.7 * std::abs(now.acceleration[j]))
        need.push = std::max(need.push, acceleration);
      if (std::abs(curved) > 0.3 * std::abs(now.acceleration[j]))
        need.speed = std::max(need.speed, std::sqrt(acceleration));
    }
    if (jerk_use > 1.0) {
      const double curved = jerk[j] - c1 * s.third;
      if (c1 == 0.0 || std::abs(curved) < 0.7 * std::abs(jerk[j])) need.push = std::max(need.push, jerk_use);
      if (c1 != 0.0 && std::abs(curved) > 0.3 * std::abs(jerk[j]))
        need.speed = std::max(need.speed, cube_root(jerk_use));
    }
    stretch = std::max({stretch, velocity, std::sqrt(acceleration), cube_root(jerk_use)});
  }
  return need;
}

/// Everything, at every look. How much slower it would have to be to fit as it is; ≤ 1: it fits.
double Planner::look(const PathTiming& timing) {
  const std::size_t looks = kLooks * (timing.controls.size() - 3);
  const double step = timing.interval / kLooks;
  need_.assign(looks + 1, Need{});
  double stretch = 0.0;
  unstoppable_ = false;
  Channels before = Channels::Zero();
  State6 before_state;
  std::size_t cell = 0;
  const auto knots = curve_.knots();
  for (std::size_t k = 0; k <= looks; ++k) {
    const PathTiming::State s = timing.at(step * static_cast<double>(k));
    while (cell + 2 < knots.size() && knots[cell + 1].s <= s.s) ++cell;
    const PathCurve::Place p = curve_.in_cell(cell, s.s);
    const State6 state{p.position, p.first * s.first, p.first * s.second + p.second * (s.first * s.first)};
    const Rates12 now = rates_of(machine_, state);
    const Channels jerk =
        k == 0 ? Channels::Zero() : jerk_between(before, before_state, now.acceleration, state, step);
    before = now.acceleration;
    before_state = state;
    Need& need = need_[k];
    need = need_at(now, jerk, s, p.segment, stretch);
    if (k % 2 == 0 && s.first > 0.0 && check_stop(machine_, now.moment)) {
      need.speed = std::max(need.speed, kSlowerToStop);
      need.push = std::max(need.push, kSlowerToStop);
      unstoppable_ = true;
    }
  }
  return stretch;
}

/// What was too much lowers the speed, or the acceleration to be used, of all knots that had part in it.
void Planner::lower() {
  const std::ptrdiff_t radius = kLooks * (window_ / 2 + 2);
  std::vector<Need> spread(need_.size());
  const auto size = static_cast<std::ptrdiff_t>(need_.size());
  for (std::ptrdiff_t k = 0; k < size; ++k) {
    const Need& need = need_[static_cast<std::size_t>(k)];
    if (need.speed <= 1.0 && need.push <= 1.0) continue;
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(k - radius, 0); i <= std::min(k + radius, size - 1);
         ++i) {
      Need& there = spread[static_cast<std::size_t>(i)];
      there.speed = std::max(there.speed, need.speed);
      there.push = std::max(there.push, need.push);
    }
  }
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const auto at =
        std::clamp(static_cast<std::ptrdiff_t>(std::lround(place_[i])), std::ptrdiff_t{0}, size - 1);
    const Need& need = spread[static_cast<std::size_t>(at)];
    if (need.push > 1.0) push_[i] /= kOver * std::min(need.push, 2.0);
    if (need.speed > 1.0) {
      const double factor = kOver * std::min(need.speed, 1.5);
      cap_[i] = std::min(cap_[i], square_[i] / (factor * factor));
    }
  }
}

PathTiming Planner::plan() {
  PathTiming best;
  double best_time = std::numeric_limits<double>::infinity();
  bool best_stops = false;
  for (int round = 1; round <= kTimingRounds; ++round) {
    PathTiming timing = draw_all();
    const double stretch = std::max(look(timing), 1e-3);
    const double needed = stretch > 1.0 ? stretch * (1.0 + 1e-9) : 1.0;
    // One from which a stop fits is better than any other, then the shortest.
    const bool better = best_stops != !unstoppable_ ? !unstoppable_ : timing.duration() * needed < best_time;
    if (better) {
      best_stops = !unstoppable_;
      best_time = timing.duration() * needed;
      best = timing;
      best.interval *= needed;
      best.stretched = needed;
      best.rounds = round;
    }
    if (stretch <= 1.0 && !unstoppable_) break;
    lower();
  }
  return best;
}

}  // namespace

PathTiming::State PathTiming::at(double t) const noexcept {
  if (controls.size() < 4) return {};
  const std::size_t intervals = controls.size() - 3;
  const double x = std::clamp(t / interval, 0.0, static_cast<double>(intervals));
  const std::size_t k = std::min(static_cast<std::size_t>(x), intervals - 1);
  const double f = x - static_cast<double>(k);
  const double g = 1.0 - f;
  const double p0 = controls[k];
  // Differences first: what cancels is small then.
  const double d1 = controls[k + 1] - p0;
  const double d2 = controls[k + 2] - controls[k + 1];
  const double d3 = controls[k + 3] - controls[k + 2];
  const double e1 = d2 - d1;
  const double e2 = d3 - d2;
  const double rate = 1.0 / interval;
  // Weights of p0…p3 are g³, 4−6f²+3f³, 4−6g²+3g³, f³, all over 6; of the differences their sums from the
  // right.
  const double w3 = f * f * f / 6.0;
  const double w1 = 1.0 - g * g * g / 6.0;
  const double w2 = (1.0 + f * (3.0 + f * (3.0 - 2.0 * f))) / 6.0;
  return {p0 + w1 * d1 + w2 * d2 + w3 * d3, rate * (0.5 * g * g * d1 + (0.5 + f * g) * d2 + 0.5 * f * f * d3),
          rate * rate * (g * e1 + f * e2), rate * rate * rate * (e2 - e1)};
}

PathTiming time_path(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed) {
  if (curve.knots().size() < 2 || !(curve.length() > 0.0)) return {};
  return Planner{machine, curve, max_speed}.plan();
}

}  // namespace hexad::motion
