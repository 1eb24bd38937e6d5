// Timed paths: mdof decision 8.

#include "motion/program/timed_path.hpp"

#include <gtest/gtest.h>

#include <random>

#include "motion/prepare/prepare.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

Result<Preparation, Rejection> timed(const Machine& machine, const std::vector<double>& times,
                                     const std::vector<AxisValues>& points, const Pose& start = {}) {
  return prepare(TimedPathOrder{times, points, kXyzConvention}, start, machine);
}

TEST(TimedPath, Decision8_ItIsAtEachPoseAtItsTimeFromThePresentPose) {
  const Machine machine = standard_platform();
  const std::vector<double> times{1.0, 2.0, 3.5, 4.5};
  const std::vector<AxisValues> points{mm_deg(10, 20, 30, 5, 0, 0), mm_deg(0, 40, 50, 5, 3, 2),
                                       mm_deg(-30, 0, 20, 0, -4, 5), mm_deg(0, 0, 0, 0, 0, 0)};
  const Pose start = kXyzConvention.to_pose(mm_deg(0, 0, 20, 0, 0, 0), 0.0);
  const auto prepared = timed(machine, times, points, start);
  ASSERT_TRUE(prepared);
  const Prepared& program = *prepared->program;
  EXPECT_EQ(program.duration(), 4.5);
  EXPECT_EQ(program.ramp(), 0.0);
  EXPECT_LT((program.at(0.0).pose.position - start.position).norm(), 1e-12);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Pose there = program.at(times[i]).pose;
    const Pose wanted = kXyzConvention.to_pose(points[i], 0.0);
    EXPECT_LT((there.position - wanted.position).norm(), 1e-12) << i;
    EXPECT_LT(angle_between(there.rotation, wanted.rotation), 1e-9) << i;
  }
  EXPECT_LT(derivative_error(program), 5e-4);
  for (const double t : {0.0, 1e-9, 4.5 - 1e-9, 4.5}) {
    EXPECT_LT(program.at(t).velocity.linear.norm(), 1e-6) << t;
    EXPECT_LT(program.at(t).acceleration.linear.norm(), 1e-6) << t;
  }
  EXPECT_LE(measure(machine, program).share(machine.limits), 1.0);
  EXPECT_EQ(governor_acts(machine, program), 0);
}

TEST(TimedPath, Decision8_FirstTimeZeroBeginsAtItsOwnPose) {
  const Machine machine = standard_platform();
  const auto prepared = timed(machine, {0.0, 2.0}, {mm_deg(50, 0, 0, 0, 0, 0), mm_deg(0, 0, 40, 0, 0, 0)});
  ASSERT_TRUE(prepared);
  EXPECT_NEAR(prepared->program->at(0.0).pose.position.x(), 0.05, 1e-12);
  EXPECT_NEAR(prepared->program->at(2.0).pose.position.z(), 0.04, 1e-12);
  EXPECT_LE(measure(machine, *prepared->program).share(machine.limits), 1.0);
  // One pose at time 0: to be there is all that is asked.
  const auto one = timed(machine, {0.0}, {mm_deg(50, 0, 0, 0, 0, 0)});
  ASSERT_TRUE(one);
  EXPECT_LE(one->program->duration(), 0.001);
}

TEST(TimedPath, Decision8_TooFastIsRefusedBeforeAnyMotionWithTimeLimitPoseAndScale) {
  const Machine machine = standard_platform();
  const std::vector<double> times{1.0, 1.3, 2.3};
  std::vector<AxisValues> points{mm_deg(0, 0, 50, 0, 0, 0), mm_deg(0, 0, -60, 0, 0, 0),
                                 mm_deg(0, 0, 0, 0, 0, 0)};
  const auto refused = timed(machine, times, points);
  ASSERT_FALSE(refused);
  const Rejection& why = refused.error();
  EXPECT_EQ(why.problem, Problem::none);
  EXPECT_TRUE(why.hit);
  EXPECT_GT(why.time, 0.5);
  EXPECT_LT(why.time, 1.5);
  ASSERT_GT(why.scale, 0.2);
  ASSERT_LT(why.scale, 1.0);
  const auto scaled_by = [&](double scale) {
    std::vector<AxisValues> scaled = points;
    for (AxisValues& point : scaled)
      for (double& value : point) value *= scale;
    return timed(machine, times, scaled).has_value();
  };
  EXPECT_TRUE(scaled_by(why.scale));
  EXPECT_FALSE(scaled_by(1.02 * why.scale));
}

TEST(TimedPath, OutOfReachBetweenTheReachablePosesIsFoundToo) {
  const Machine machine = standard_platform();
  // The curve swings beyond both poses.
  const auto refused = timed(machine, {2.0, 3.0, 4.0, 6.0},
                             {mm_deg(0, 0, 100, 0, 0, 0), mm_deg(0, 0, 215, 0, 0, 0),
                              mm_deg(0, 0, 215, 0, 0, 0), mm_deg(0, 0, 0, 0, 0, 0)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().hit.limit, Limit::leg_upper);
  EXPECT_GT(refused.error().pose.position.z(), 0.216);
}

TEST(TimedPath, NumbersThatMakeNoSenseAreRefusedWithTheirPlace) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> two(2);
  const auto why = [&](const std::vector<double>& times, const std::vector<AxisValues>& points) {
    const auto prepared = timed(machine, times, points);
    EXPECT_FALSE(prepared);
    return prepared ? std::pair{Problem::none, std::size_t{0}}
                    : std::pair{prepared.error().problem, prepared.error().point};
  };
  EXPECT_EQ(why({}, {}), std::pair(Problem::empty, std::size_t{0}));
  EXPECT_EQ(why({1.0}, two), std::pair(Problem::wrong_count, std::size_t{0}));
  EXPECT_EQ(why({1.0, 1.0}, two), std::pair(Problem::not_increasing, std::size_t{2}));
  EXPECT_EQ(why({-1.0, 1.0}, two), std::pair(Problem::negative, std::size_t{1}));
  EXPECT_EQ(why({1.0, std::nan("")}, two), std::pair(Problem::not_finite, std::size_t{2}));
  EXPECT_EQ(why({1.0, 1e9}, two), std::pair(Problem::too_large, std::size_t{2}));
}

TEST(TimedPath, AnyTrackEitherKeepsEveryLimitAndTheGovernorStillOrIsRefused) {
  constexpr unsigned kSeed = 20260115;
  const Machine machine = standard_platform();
  std::mt19937 random{kSeed};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  int passed = 0;
  int refused = 0;
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    std::vector<double> times;
    std::vector<AxisValues> points;
    const double wide = i % 2 == 0 ? 40.0 : 90.0;
    double t = 0.0;
    for (int k = 0; k < 6; ++k) {
      t += 0.4 + 0.6 * std::abs(unit(random));
      times.push_back(t);
      points.push_back(mm_deg(wide * unit(random), wide * unit(random), wide * unit(random), 3 * unit(random),
                              3 * unit(random), 3 * unit(random)));
    }
    const auto prepared = timed(machine, times, points);
    if (!prepared) {
      ++refused;
      EXPECT_TRUE(prepared.error().hit);
      continue;
    }
    ++passed;
    EXPECT_LE(measure(machine, *prepared->program).share(machine.limits), 1.0);
    EXPECT_EQ(governor_acts(machine, *prepared->program), 0);
  }
  EXPECT_GT(passed, 3);
  EXPECT_GT(refused, 3);
}

}  // namespace
}  // namespace hexad::motion
