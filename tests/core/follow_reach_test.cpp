// A target that is held is reached: on every shipped platform, from wherever the follower is, whether the
// target can be had or is clamped to the edge of the reach; without going beyond it where no edge is in the
// way.

#include <cmath>
#include <random>

#include "bench.hpp"
#include "controller/frame.hpp"
#include "controller/mover.hpp"
#include "motion/governor/stop_plan.hpp"

namespace hexad::testing {
namespace {

using controller::limit_target;
using controller::Mover;

constexpr double kReachedWithin = 6.0;  // s, docs/performance.md
constexpr double kReached = 1e-5;       // m, rad
constexpr double kBeyond = 1.0;

enum class Where { inside, anywhere, low, high };

/// Follows on its own time: the target is sent at 100 Hz, as a host does that holds it.
class Follower {
 public:
  explicit Follower(const Machine& machine) : machine_{machine} {
    mover.adopt(machine, 1e-3, true);
    const Extensions middle = Extensions::Constant(0.5 * machine.geometry.stroke, machine.geometry.legs);
    mover.stand_at(middle, true);
  }

  template <class Target>
  void hold(const Target& target, int ticks) {
    const bool legs = std::is_same_v<Target, Extensions>;
    const Mover::Act act = legs ? Mover::Act::follow_legs : Mover::Act::follow_pose;
    if (mover.act() != act) legs ? mover.follow_legs() : mover.follow_pose();
    beyond = 0.0;
    const Vec6 from = place();
    for (int tick = 0; tick < ticks; ++tick) {
      if (tick % 10 == 0) mover.target(target, now_);
      mover.advance(now_, {});
      now_ += std::chrono::milliseconds{1};
      const Vec6 goal = motion::coordinates_of(mover.goal());
      for (Eigen::Index i = 0; i < 6; ++i) {
        if (!leads(i)) continue;
        const double way = goal[i] - from[i];
        const double past = (place()[i] - goal[i]) * (way < 0.0 ? -1.0 : 1.0);
        const double least = i < 3 ? 0.1 * kMillimetre : 0.05 * kDegree;
        beyond = std::max(beyond, past / std::max(least, 0.005 * std::abs(way)));
      }
      still_ = away() < kReached ? still_ + 1 : 0;
      if (still_ > 100) return;
    }
  }

  /// The rest follows from the guide.
  bool leads(Eigen::Index coordinate) const {
    switch (machine_.geometry.mechanism) {
      case Mechanism::six_legs:
        return true;
      case Mechanism::two_legs:
        return coordinate == 3 || coordinate == 4;
      default:
        return coordinate >= 2 && coordinate <= 4;
    }
  }

  Vec6 place() const { return motion::coordinates_of(mover.motion().pose); }
  double away() const { return (place() - motion::coordinates_of(mover.goal())).cwiseAbs().maxCoeff(); }

  Mover mover;
  double beyond = 0.0;  ///< how far it went past its target, in what is allowed

 private:
  const Machine& machine_;
  TimePoint now_{};
  int still_ = 0;
};

class FollowReaches : public ::testing::TestWithParam<const char*> {
 protected:
  double part() { return std::uniform_real_distribution<double>{-1.0, 1.0}(random_); }

  Pose pose(Where where) {
    const double stroke = machine.geometry.stroke;
    const double size = where == Where::inside ? 0.3 : 1.2;
    const bool edge = where == Where::low || where == Where::high;
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) {
      values[i] = part() * size * (i < 3 ? stroke : 35 * kDegree) * (edge ? (i < 3 ? 0.1 : 0.4) : 1.0);
      if (part() < -0.4) values[i] = 0.0;
    }
    if (edge) values[2] = (where == Where::low ? -1.0 : 1.0) * stroke * (0.5 + 0.2 * std::abs(part()));
    return limit_target(machine, kXyzConvention.to_pose(values, 0.0)).value;
  }

  Extensions legs(Where where) {
    const double stroke = machine.geometry.stroke;
    Extensions command = Extensions::Zero();
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double share = where == Where::inside ? 0.5 + 0.15 * part()
                           : where == Where::low  ? 0.1 * (1.0 + part())
                           : where == Where::high ? 1.0 - 0.1 * (1.0 + part())
                                                  : 0.5 + 0.6 * part();
      command[static_cast<Eigen::Index>(leg)] = share * stroke;
    }
    return limit_target(machine, command).value;
  }

  const Machine& machine = machine_named(GetParam());
  std::mt19937 random_{20261117};
};

TEST_P(FollowReaches, EveryHeldTargetFromEveryOther) {
  for (const Where where : {Where::inside, Where::anywhere, Where::low, Where::high}) {
    Follower poses{machine};
    Follower led{machine};
    for (int round = 0; round < 12; ++round) {
      SCOPED_TRACE(::testing::Message() << "where " << static_cast<int>(where) << ", round " << round);
      // Every third one comes while the last is still under way.
      if (round % 3 == 2) poses.hold(pose(Where::anywhere), 50 + 40 * round);
      poses.hold(pose(where), static_cast<int>(kReachedWithin * 1000));
      EXPECT_LT(poses.away(), kReached);
      led.hold(legs(where), static_cast<int>(kReachedWithin * 1000));
      EXPECT_LT(led.away(), kReached);
    }
  }
}

TEST_P(FollowReaches, AndDoesNotGoBeyondItInsideTheReach) {
  Follower poses{machine};
  for (int round = 0; round < 30; ++round) {
    Pose target = pose(Where::inside);
    while (limit_target(machine, scale_from_neutral(target, 1.3)).hit) target = pose(Where::inside);
    poses.hold(target, static_cast<int>(kReachedWithin * 1000));
    EXPECT_LE(poses.beyond, kBeyond) << "round " << round;
  }
}

/// What a stop keeps free of the stroke cannot be stood in: nothing is asked for that lies there.
TEST_P(FollowReaches, ATargetLeavesALegTheRoomThatAStopKeepsFree) {
  for (int round = 0; round < 2000; ++round) {
    const Pose target = pose(round % 2 == 0 ? Where::low : Where::high);
    EXPECT_TRUE(motion::has_room_to_stop(machine, kinematics::extensions(machine, target)))
        << "round " << round;
  }
}

TEST_P(FollowReaches, LegCommandsAreClampedByTheCommandAlone) {
  for (int round = 0; round < 50; ++round) {
    const Extensions clamped = legs(Where::anywhere);
    const Limited<Extensions> again = limit_target(machine, clamped);
    EXPECT_LT((again.value - clamped).cwiseAbs().maxCoeff(), 0.5 * kMillimetre);
  }
}

INSTANTIATE_TEST_SUITE_P(Platforms, FollowReaches,
                         ::testing::Values("standard-400", "allcontroller-1200", "allcontroller-3dof-rotary",
                                           "rectangle-4", "standard-400-rotary", "pitch-roll-2"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The document's own frames, seed 000: each held for two seconds.
TEST(FollowReachesAfter, TheFramesOfTheLingjingManual) {
  Follower follower{machine_named("standard-400")};
  const double bottom = machine_named("standard-400").heights.neutral_above_bottom();
  const auto frame = [&](double rx, double ry, double z, double rz, double x, double y) {
    const AxisValues values{x * kMillimetre, y * kMillimetre, z * kMillimetre - bottom,
                            rx * kDegree,    ry * kDegree,    rz * kDegree};
    return limit_target(machine_named("standard-400"), kXyzConvention.to_pose(values, 0.0)).value;
  };
  for (const Pose& target :
       {frame(12.3, 2.5, 50, 0, 0, 0), frame(2.5, 3.5, 6, 10, 5, 40), frame(0, 0, 50, 0, 0, 0),
        frame(0, 0, 200, 0, 0, 0), frame(0, 0, 232.5, 0, 0, 0)}) {
    follower.hold(target, 4000);
    EXPECT_LT(follower.away(), kReached);
  }
}

}  // namespace
}  // namespace hexad::testing
