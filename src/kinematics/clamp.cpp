// Rule 7: the last reachable pose before the FIRST limit on the line from neutral to the command. The line is
//   p(k) = k·p,  R(k) = exp(k·θ),  0 ≤ k ≤ 1,
// so every joint has the constant speed v = |p| and turns with |θ|; with arm β = max|b| and l'' of
// inverse.hpp,
//   −|θ|²β ≤ l'' ≤ |θ|²β + (v + |θ|β)²/l.
// A function with bounded second derivative stays within C·h²/8 of its chord over a stretch h. A stretch
// between two reachable poses is therefore proved free of limits when its smaller end slack exceeds C·h²/8;
// if it does not, it is halved, left part first, until it is proved, or an unreachable pose is met, or it is
// shorter than kFinest (then C·h²/8 is below 0.1 µm). σ_min has a bounded first derivative and is treated
// alike. Guided machines follow the projection of the line, which is not quite straight: their bounds are
// taken four times as large. The result depends on the command alone.

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/inverse.hpp"
#include "kinematics/reachable.hpp"
#include "kinematics/singular.hpp"

namespace hexad::kinematics {

using internal::Bounds;
using internal::Look;
using internal::Six;

namespace {

constexpr double kFinest = 1.0 / 4096.0;
constexpr double kResolution = 1e-12;  // of k, and of the slack where the search ends
// What is returned is inside by a little more than rounding, so that it is reachable whoever asks again.
constexpr double kInside = 1e-13;

struct Sample {
  double k = 0.0;
  double low = 0.0;  ///< slacks, the smallest over the legs
  double high = 0.0;
  double base = 0.0;
  double platform = 0.0;
  double turn = 0.0;  ///< of the half angle's cosine; concave in k, so above its chords
  double singular = 0.0;

  double smallest() const noexcept { return std::min({low, high, base, platform, turn, singular}); }
  bool reachable() const noexcept { return smallest() >= kInside; }
};

class Line {
 public:
  Line(const Machine& machine, const Pose& pose) noexcept
      : machine_{machine},
        bounds_{machine, StrokeUse::less_margin},
        position_{pose.position},
        turn_{rotation_vector(pose.rotation)} {
    const Geometry& g = machine.geometry;
    double arm = 0.0, shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
    for (std::size_t i = 0; i < g.legs; ++i) {
      arm = std::max(arm, g.platform[i].norm());
      shortest = std::min(shortest, g.retracted[static_cast<Eigen::Index>(i)]);
      longest = std::max(longest, g.retracted[static_cast<Eigen::Index>(i)] + g.stroke);
    }
    const double v = position_.norm();
    const double w = turn_.norm();
    const double safety = internal::six_legs(machine) ? 1.0 : 4.0;
    const double down = w * w * arm;  // largest −l''
    speed_ = v + w * arm;
    // The bound on l'' uses half the shortest leg; `proved` makes sure no leg gets there within a stretch.
    low_bend_ = safety * (down + speed_ * speed_ / (0.5 * shortest));
    high_bend_ = safety * down;
    base_bend_ = safety * 2.0 * down;
    platform_bend_ = safety * (2.0 * v * w + (longest + arm) * w * w + down);
    singular_slope_ = safety * internal::singular_change(machine, v, w, shortest);
    longest_stretch_ = speed_ > 0.0 ? 0.5 * shortest / speed_ : 1.0;
  }

  Pose pose(double k) const noexcept {
    return project(machine_, Pose{position_ * k, from_rotation_vector(turn_ * k)});
  }

  Sample at(double k) const noexcept {
    const Look look{machine_, pose(k)};
    const Six base = look.base_slack(bounds_);
    const Six platform = look.platform_slack(bounds_);
    Sample s;
    s.k = k;
    s.low = s.high = s.base = s.platform = s.singular = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(machine_.geometry.legs); ++i) {
      s.low = std::min(s.low, look.extension[i] - (bounds_.low + internal::kTouch));
      s.high = std::min(s.high, (bounds_.high - internal::kTouch) - look.extension[i]);
      s.base = std::min(s.base, base[i]);
      s.platform = std::min(s.platform, platform[i]);
    }
    s.turn = std::abs(look.pose.rotation.w()) - bounds_.half_turn_cosine;
    if (bounds_.singular > 0.0) s.singular = singular_slack(look, k);
    return s;
  }

  bool proved(const Sample& a, const Sample& b) const noexcept {
    const double h = b.k - a.k;
    const double bend = 0.125 * h * h;
    return h <= longest_stretch_ && std::min(a.low, b.low) >= bend * low_bend_ &&
           std::min(a.high, b.high) >= bend * high_bend_ && std::min(a.base, b.base) >= bend * base_bend_ &&
           std::min(a.platform, b.platform) >= bend * platform_bend_ &&
           (!(bounds_.singular > 0.0) || a.singular + b.singular >= h * singular_slope_);
  }

 private:
  double singular_slack(const Look& look, double k) const noexcept {
    const double from_neutral = machine_.neutral_singular - k * singular_slope_;
    if (from_neutral > bounds_.singular) return from_neutral - bounds_.singular;
    return internal::singular_at_least(machine_, look, bounds_.singular) - bounds_.singular;
  }

  const Machine& machine_;
  Bounds bounds_;
  Vec3 position_;
  Vec3 turn_;
  double speed_ = 0.0;
  double low_bend_ = 0.0, high_bend_ = 0.0, base_bend_ = 0.0, platform_bend_ = 0.0;
  double singular_slope_ = 0.0;
  double longest_stretch_ = 1.0;
};

struct Bracket {
  Sample last;    ///< reachable
  Sample beyond;  ///< not reachable, unless the whole line is free
};

/// Walks the line from neutral and stops at the first stretch with an unreachable end.
Bracket first_crossing(const Line& line) noexcept {
  Sample here = line.at(0.0);
  if (!here.reachable()) return {here, here};
  FixedVector<Sample, 16> ahead;  // halving from 1 to kFinest needs 13
  (void)ahead.push_back(line.at(1.0));
  while (!ahead.empty()) {
    const Sample next = ahead.back();
    const bool shortest = !(next.k - here.k > kFinest) || ahead.full();
    if (next.reachable() && (shortest || line.proved(here, next))) {
      here = next;
      ahead.pop_back();
    } else if (shortest) {
      return {here, next};
    } else {
      (void)ahead.push_back(line.at(0.5 * (here.k + next.k)));
    }
  }
  return {here, here};
}

/// Narrows a bracket by false position with halved weights, and bisection when that stalls.
void narrow(const Line& line, Bracket& bracket) noexcept {
  double inside = bracket.last.smallest() - kInside;
  double outside = bracket.beyond.smallest() - kInside;
  for (int i = 0; i < 64; ++i) {
    const double width = bracket.beyond.k - bracket.last.k;
    if (!(width > kResolution) || bracket.last.smallest() <= kInside + kResolution) return;
    double share = inside / (inside - outside);
    if (i % 3 == 2 || !(share > 0.0 && share < 1.0)) share = 0.5;
    const Sample middle = line.at(bracket.last.k + share * width);
    if (middle.reachable()) {
      bracket.last = middle;
      inside = middle.smallest() - kInside;
      outside *= 0.5;
    } else {
      bracket.beyond = middle;
      outside = middle.smallest() - kInside;
      inside *= 0.5;
    }
  }
}

/// Which limit was met: the one first_hit() names a little farther out, where rounding and kInside no longer
/// count, with the value the command itself asks of it.
LimitHit met(const Machine& machine, const Line& line, double k, const Pose& asked) noexcept {
  LimitHit hit;
  for (double farther = 1e-10; !hit && k + farther < 1.0; farther *= 10.0) {
    hit = first_hit(machine, line.pose(k + farther), StrokeUse::less_margin);
  }
  if (!hit) hit = first_hit(machine, asked, StrokeUse::less_margin);
  for (const LimitHit& other : reachability(machine, asked, StrokeUse::less_margin)) {
    if (other.limit != hit.limit || other.index != hit.index) continue;
    hit.value = other.value;
    break;
  }
  return hit;
}

}  // namespace

Limited<Pose> clamp_from_neutral(const Machine& machine, const Pose& asked) noexcept {
  if (!is_finite(asked)) {
    return {
        {},
        {Limit::rotation_angle, 0, std::numeric_limits<double>::quiet_NaN(), machine.limits.rotation_angle}};
  }
  const Pose pose = project(machine, asked);
  if (machine.geometry.legs == 0) return {pose, {}};
  const Line line{machine, pose};
  Bracket bracket = first_crossing(line);
  if (bracket.last.k == 1.0) return {pose, {}};
  if (bracket.beyond.k > bracket.last.k) narrow(line, bracket);
  return {line.pose(bracket.last.k), met(machine, line, bracket.beyond.k, pose)};
}

}  // namespace hexad::kinematics
