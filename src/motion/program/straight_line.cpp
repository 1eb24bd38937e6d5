#include "motion/program/straight_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/roots.hpp"
#include "kinematics/inverse.hpp"
#include "motion/governor/machine_motion.hpp"

// The rates of s begin with what the straight parts (c₁) allow. The motion is then looked at, in all its
// stretches, with the derivatives from a table of knots along the line. What is over its limit because of the
// curved parts takes the acceleration or jerk of s down by just what those leave; when this does not settle
// in a few rounds, time is stretched by the factor k that is enough for certain (rates V/k, A/k², J/k³ are
// the same motion, slower).

namespace hexad::motion {
namespace {

// A leg's acceleration is not quite linear between two ticks: what is planned leaves that room.
constexpr double kLegShare = 0.998;

constexpr int kKnots = 33;
constexpr double kSpacing = 1.0 / (kKnots - 1);
constexpr int kLineRounds = 12;
// Between the samples a curved part may be a little larger than at them; straight parts are exact.
constexpr double kCurvedReserve = 0.02;

/// Six platform axes, six legs.
using Channels = Eigen::Array<double, 12, 1>;

struct Derivatives {
  Channels first, second, third;
};

struct Line {
  const Machine& machine;
  Vec6 start;
  Vec6 change;

  /// First and second derivatives are exact; the third, here left at zero, is the change of the second.
  Derivatives at(double s) const noexcept {
    const Motion motion = motion_on(machine, {start + s * change, change, Vec6::Zero()});
    const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
    Derivatives d;
    d.first << motion.velocity.linear.array(), motion.velocity.angular.array(), legs.velocity.array();
    d.second << motion.acceleration.linear.array(), motion.acceleration.angular.array(),
        legs.acceleration.array();
    d.third.setZero();
    return d;
  }
};

struct Bounds12 {
  Channels velocity, acceleration, jerk;
};

Bounds12 bounds_of(const Machine& machine, const Vec6& max_speed) noexcept {
  const MotionLimits& limits = machine.limits;
  Bounds12 b;
  b.velocity << max_speed.head<3>().array().min(limits.translation.velocity),
      max_speed.tail<3>().array().min(limits.rotation.velocity), Vec6::Constant(limits.leg.velocity).array();
  b.acceleration << Vec3::Constant(limits.translation.acceleration).array(),
      Vec3::Constant(limits.rotation.acceleration).array(),
      Vec6::Constant(kLegShare * limits.leg.acceleration).array();
  b.jerk << Vec3::Constant(limits.translation.jerk).array(), Vec3::Constant(limits.rotation.jerk).array(),
      Vec6::Constant(limits.leg.jerk).array();
  return b;
}

/// Derivatives at evenly spaced knots; between them Hermite cubics.
class Table {
 public:
  explicit Table(const Line& line) noexcept {
    constexpr double kStep = 1e-3;
    for (int i = 0; i < kKnots; ++i) {
      const double s = i * kSpacing;
      Derivatives& knot = knots_[static_cast<std::size_t>(i)];
      knot = line.at(s);
      knot.third = (line.at(s + kStep).second - line.at(s - kStep).second) / (2.0 * kStep);
    }
  }

  bool finite() const noexcept {
    return std::all_of(knots_.begin(), knots_.end(), [](const Derivatives& d) noexcept {
      return d.first.allFinite() && d.second.allFinite() && d.third.allFinite();
    });
  }

  Derivatives at(double s) const noexcept {
    const int i = std::clamp(static_cast<int>(s / kSpacing), 0, kKnots - 2);
    const Derivatives& a = knots_[static_cast<std::size_t>(i)];
    const Derivatives& b = knots_[static_cast<std::size_t>(i) + 1];
    const double x = s / kSpacing - i;
    const double y = 1.0 - x;
    const double h00 = y * y * (1.0 + 2.0 * x), h01 = x * x * (1.0 + 2.0 * y);
    const double h10 = x * y * y * kSpacing, h11 = -x * x * y * kSpacing;
    return {h00 * a.first + h01 * b.first + h10 * a.second + h11 * b.second,
            h00 * a.second + h01 * b.second + h10 * a.third + h11 * b.third, y * a.third + x * b.third};
  }

  /// The largest of each derivative anywhere on the line; |c₁| with what it can grow by between two knots.
  Derivatives largest() const noexcept {
    Derivatives most{Channels::Zero(), Channels::Zero(), Channels::Zero()};
    for (const Derivatives& knot : knots_) {
      most.first = most.first.max(knot.first.abs() + knot.third.abs() * (kSpacing * kSpacing / 8.0));
      most.second = most.second.max(knot.second.abs());
      most.third = most.third.max(knot.third.abs());
    }
    return most;
  }

 private:
  std::array<Derivatives, kKnots> knots_;
};

/// The least bound/value over the channels that have a value.
double tightest(const Channels& bound, const Channels& value) noexcept {
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < 12; ++i) {
    if (value[i] > 0.0) least = std::min(least, bound[i] / value[i]);
  }
  return least;
}

/// What the straight parts allow, and for the speed also what the curved parts do at a cruise.
Rates straight_rates(const Derivatives& most, const Bounds12& bounds) noexcept {
  Rates rates{tightest(bounds.velocity, most.first), tightest(bounds.acceleration, most.first),
              tightest(bounds.jerk, most.first)};
  const double curved = 1.0 + kCurvedReserve;
  rates.velocity = std::min({rates.velocity, std::sqrt(tightest(bounds.acceleration, curved * most.second)),
                             cube_root(tightest(bounds.jerk, curved * most.third))});
  return rates;
}

/// A guide gives way to none of what it holds, such as yaw on two legs: there the machine does not move, but
/// the coordinates it is followed in shall not jump either.
Rates guided_rates(const Rates& rates, const Vec6& change, const Bounds12& bounds) noexcept {
  Channels coordinates = Channels::Zero();
  coordinates.head<6>() = change.array().abs();
  return {std::min(rates.velocity, tightest(bounds.velocity, coordinates)),
          std::min(rates.acceleration, tightest(bounds.acceleration, coordinates)),
          std::min(rates.jerk, tightest(bounds.jerk, coordinates))};
}

/// How a motion uses its limits: worst share of each, and by what the acceleration and jerk of s would have
/// to shrink for the straight parts to fit beside the curved ones.
struct Use {
  double velocity = 0.0, acceleration = 0.0, jerk = 0.0;
  double shrink_acceleration = 1.0, shrink_jerk = 1.0;

  bool within() const noexcept {
    constexpr double kFull = 1.0 + 1e-12;
    return velocity <= kFull && acceleration <= kFull && jerk <= kFull;
  }
  /// Stretching time by this is enough.
  double stretch() const noexcept {
    return std::max({1.0, velocity, std::sqrt(acceleration), cube_root(jerk)});
  }
};

/// `gap`: what the straight part may grow by between two samples.
void weigh(const Channels& straight, const Channels& curved, const Channels& gap, const Channels& bound,
           double& share, double& shrink) noexcept {
  const Channels reserve = gap + kCurvedReserve * curved.abs();
  const Channels sum = ((straight + curved).abs() + reserve) / bound;
  share = std::max(share, sum.maxCoeff());
  for (Eigen::Index i = 0; i < 12; ++i) {
    if (sum[i] <= 1.0 || straight[i] == 0.0) continue;
    const double left = bound[i] - std::abs(curved[i]) - reserve[i];
    shrink = std::min(shrink, std::max(left / std::abs(straight[i]), 0.5));
  }
}

/// At one moment; `spacing` is the way of s to the next.
void look(const Table& table, const Bounds12& bounds, const AxisState& s, double jerk, double spacing,
          Use& use) noexcept {
  const Derivatives d = table.at(s.position);
  const double v = s.velocity;
  const double a = s.acceleration;
  const Channels gap = d.third.abs() * (spacing * spacing / 8.0);
  use.velocity = std::max(use.velocity, (d.first.abs() * std::abs(v) / bounds.velocity).maxCoeff());
  weigh(d.first * a, d.second * (v * v), gap * std::abs(a), bounds.acceleration, use.acceleration,
        use.shrink_acceleration);
  weigh(d.first * jerk, d.second * (3.0 * v * a) + d.third * (v * v * v), gap * std::abs(jerk), bounds.jerk,
        use.jerk, use.shrink_jerk);
}

/// Every stretch of constant jerk from end to end, more often where it goes farther.
Use use_of(const JerkProfile& profile, const Table& table, const Bounds12& bounds) noexcept {
  Use use;
  const auto segments = profile.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const JerkProfile::Segment& segment = segments[i];
    const bool last = i + 1 == segments.size();
    const double time = (last ? profile.duration() : segments[i + 1].start) - segment.start;
    const AxisState end = last ? profile.end() : segments[i + 1].state;
    const int pieces = 10 + static_cast<int>(32.0 * std::abs(end.position - segment.state.position));
    const double step = time / pieces;
    const double spacing = std::max(segment.state.velocity, end.velocity) * step;
    for (int k = 0; k <= pieces; ++k) {
      look(table, bounds, advance(segment.state, segment.jerk, step * k), segment.jerk, spacing, use);
    }
  }
  return use;
}

}  // namespace

JerkProfile along_line(const Machine& machine, const Vec6& start, const Vec6& change,
                       const Vec6& max_speed) noexcept {
  const JerkProfile nothing = JerkProfile::invalid_at({});
  const Bounds12 bounds = bounds_of(machine, max_speed);
  const bool positive =
      (bounds.velocity > 0.0).all() && (bounds.acceleration > 0.0).all() && (bounds.jerk > 0.0).all();
  if (!positive || !max_speed.allFinite() || !start.allFinite() || !change.allFinite()) return nothing;
  const Table table{Line{machine, start, change}};
  if (!table.finite()) return nothing;
  Rates rates = straight_rates(table.largest(), bounds);
  if (machine.geometry.mechanism != Mechanism::six_legs) rates = guided_rates(rates, change, bounds);
  for (int round = 0;; ++round) {
    const JerkProfile profile = fastest_to({}, 1.0, rates);
    if (!profile.valid() || round == kLineRounds) return profile;
    const Use use = use_of(profile, table, bounds);
    if (use.within()) return profile;
    const double stretch = use.stretch() * (1.0 + 1e-9);
    if (round + 2 >= kLineRounds || (use.shrink_acceleration == 1.0 && use.shrink_jerk == 1.0)) {
      rates = {rates.velocity / stretch, rates.acceleration / (stretch * stretch),
               rates.jerk / (stretch * stretch * stretch)};
      continue;
    }
    rates.acceleration *= use.shrink_acceleration;
    rates.jerk *= use.shrink_jerk;
  }
}

}  // namespace hexad::motion
