// A target that is held is not gone beyond, farther than a stop from where it came would have led: on every
// shipped platform, in all axes at once, from any motion, low, high and at the edge of the reach, at any loop
// rate. And it is reached.

#include <cmath>
#include <random>

#include "bench.hpp"
#include "controller/frame.hpp"
#include "controller/mover.hpp"

namespace hexad::testing::held_targets {
namespace {

using controller::limit_target;
using controller::Mover;

constexpr double kReachedWithin = 6.0;  // s, docs/performance.md
constexpr double kReached = 1e-5;       // m, rad
constexpr double kPacket = 0.01;        // s
constexpr double kSlowLoop = 5.0;  // of what is allowed: ticks are too long to ride the end of a leg well

enum class Where { inside, anywhere, low, high };

struct Range {
  Vec6 low, high;
  void take(const Vec6& place) {
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
};

class HeldTargets : public ::testing::TestWithParam<const char*> {
 protected:
  double part() { return std::uniform_real_distribution<double>{-1.0, 1.0}(random); }

  Pose pose(Where where) {
    const double stroke = machine.geometry.stroke;
    const bool edge = where == Where::low || where == Where::high;
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double size = (where == Where::inside ? 0.3 : 1.2) * (edge ? (i < 3 ? 0.1 : 0.4) : 1.0);
      values[i] = part() * size * (i < 3 ? stroke : 35 * kDegree);
      if (part() < -0.4) values[i] = 0.0;
    }
    if (edge) values[2] = (where == Where::low ? -1.0 : 1.0) * stroke * (0.3 + 0.3 * std::abs(part()));
    return limit_target(machine, kXyzConvention.to_pose(values, 0.0)).value;
  }

  void begin(double loop_rate) {
    period = 1.0 / loop_rate;
    mover.adopt(machine, period, true);
    mover.stand_at(Extensions::Constant(0.5 * machine.geometry.stroke, machine.geometry.legs), true);
    mover.follow_pose();
  }

  static Vec6 place(const Mover& of) { return motion::coordinates_of(of.motion().pose); }

  void tick(const Pose& target) {
    if (now >= next_packet) {
      mover.target(target, now);
      next_packet = now + from_seconds(kPacket);
    }
    mover.advance(now, {});
    now += from_seconds(period);
  }

  /// Where a stop from here leads.
  Range stopping() const {
    Mover stops = mover;
    Range range{place(stops), place(stops)};
    stops.stop();
    for (TimePoint at = now; !stops.finished(); at += from_seconds(period)) {
      stops.advance(at, {});
      range.take(place(stops));
    }
    return range;
  }

  bool free_way(const Vec6& from, const Vec6& to) const {
    for (int k = 0; k <= 40; ++k) {
      const Pose on_it = kinematics::project(machine, motion::pose_of(from + (to - from) * (k / 40.0)));
      if (kinematics::first_hit(machine, on_it, kinematics::StrokeUse::less_margin)) return false;
    }
    return true;
  }

  /// The others follow from the guide.
  bool leads(Eigen::Index coordinate) const {
    if (machine.geometry.mechanism == Mechanism::six_legs) return true;
    if (machine.geometry.mechanism == Mechanism::two_legs) return coordinate == 3 || coordinate == 4;
    return coordinate >= 2 && coordinate <= 4;
  }

  /// How far the way to a target that is held leads beyond it, in what is allowed; less than zero where it is
  /// not reached.
  double hold(const Pose& target) {
    next_packet = now;
    const Vec6 goal = motion::coordinates_of(kinematics::project(machine, target));
    const Vec6 from = place(mover);
    const Range stop = stopping();
    const Vec6 sign = (goal - from).unaryExpr([](double way) { return way < 0.0 ? -1.0 : 1.0; });
    Vec6 allowed = (0.005 * (goal - from).cwiseAbs()).eval();
    allowed.head<3>() = allowed.head<3>().cwiseMax(0.1 * kMillimetre);
    allowed.tail<3>() = allowed.tail<3>().cwiseMax(0.05 * kDegree);
    for (Eigen::Index i = 0; i < 6; ++i)
      if (!leads(i)) allowed[i] = 1e3;
    Vec6 needed = (stop.high - goal).cwiseProduct(sign).cwiseMax((stop.low - goal).cwiseProduct(sign));
    needed = needed.cwiseMax(0.0);
    // Where the way there is bent it goes where it must.
    const bool straight = free_way(from, goal) && free_way(stop.low, goal) && free_way(stop.high, goal);
    double beyond = 0.0;
    double still = 0.0;
    for (double time = 0.0; time < kReachedWithin + 0.1; time += period) {
      tick(target);
      const Vec6 past = (place(mover) - goal).cwiseProduct(sign) - needed;
      if (straight) beyond = std::max(beyond, past.cwiseQuotient(allowed).maxCoeff());
      still = (place(mover) - goal).cwiseAbs().maxCoeff() < kReached ? still + period : 0.0;
      if (still > 0.1) return beyond;
    }
    return -1.0;
  }

  const Machine& machine = machine_named(GetParam());
  Mover mover;
  double period = 1e-3;
  TimePoint now{};
  TimePoint next_packet{};
  std::mt19937 random{20261118};
};

TEST_P(HeldTargets, AreReachedAndNotGoneBeyond) {
  for (const double rate : {100.0, 250.0, 1000.0, 4000.0}) {
    begin(rate);
    for (int round = 0; round < (rate > 1000.0 ? 12 : 24); ++round) {
      const auto where = static_cast<Where>(round % 4);
      SCOPED_TRACE(::testing::Message() << rate << " Hz, round " << round);
      if (round % 3 != 0) {  // under way to somewhere else
        const Pose other = pose(round % 2 == 0 ? Where::anywhere : where);
        const double time = 0.05 + 0.4 * std::abs(part());
        for (double t = 0.0; t < time; t += period) tick(other);
      }
      const double beyond = hold(pose(where));
      EXPECT_GE(beyond, 0.0) << "not reached";
      EXPECT_LE(beyond, rate < 1000.0 ? kSlowLoop : 1.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Platforms, HeldTargets,
                         ::testing::Values("standard-400", "allcontroller-1200", "allcontroller-3dof-rotary",
                                           "rectangle-4", "standard-400-rotary", "pitch-roll-2"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace hexad::testing::held_targets
