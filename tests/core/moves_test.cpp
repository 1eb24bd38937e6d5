// Moves to poses on every shipped platform: each arrives, in the time such a way takes, where it was sent;
// also those that begin while another is under way.

#include <random>

#include "bench.hpp"
#include "kinematics/inverse.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

class MovesOn : public ::testing::TestWithParam<const char*> {};

/// A pose the machine has, and reaches with some room.
AxisValues reachable(const Machine& machine, std::mt19937& random) {
  std::uniform_real_distribution<double> part{-1.0, 1.0};
  for (;;) {
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) values[i] = part(random) * (i < 3 ? 0.1 : 12 * kDegree);
    const Pose pose = kinematics::project(machine, kXyzConvention.to_pose(values, 0.0));
    if (!kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin))
      return kXyzConvention.from_pose(pose, 0.0);
  }
}

double far_from(const Pose& pose, const AxisValues& wanted) {
  const Pose target = kXyzConvention.to_pose(wanted, 0.0);
  return std::max((pose.position - target.position).norm(), angle_between(pose.rotation, target.rotation));
}

TEST_P(MovesOn, AnyReachablePoseIsReachedInTheTimeItTakes) {
  std::mt19937 random{20261116};
  Bench bench{Initial::neutral, GetParam()};
  bench.run(0.01);
  for (int round = 0; round < 12; ++round) {
    const AxisValues first = reachable(bench.machine, random);
    const AxisValues second = reachable(bench.machine, random);
    if (round % 3 == 2) {  // another one while this one is under way
      bench.ask(kDesk, kOperator, MoveTo{first});
      bench.run(0.15 + 0.05 * round);
    }
    const Tag tag = bench.ask(kDesk, kOperator, MoveTo{second});
    const bool ended = bench.run_until(
        [&] { return bench.last_answer(tag) && bench.last_answer(tag)->outcome != Outcome::accepted; }, 6.0);
    ASSERT_TRUE(ended) << "round " << round << ": still " << far_from(bench.actual(), second) << " away";
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << "round " << round;
    EXPECT_LT(far_from(bench.telemetry().commanded.pose, second), 1e-6) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Platforms, MovesOn,
                         ::testing::Values("standard-400", "allcontroller-1200", "allcontroller-3dof-rotary",
                                           "rectangle-4", "pitch-roll-2"),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace hexad::testing
