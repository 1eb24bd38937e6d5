// Paths: mdof decision 9, lifecycle rule 6.

#include "motion/program/path.hpp"

#include <gtest/gtest.h>

#include <random>

#include "motion/prepare/prepare.hpp"
#include "motion/program/testing/fastest.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/path_cases.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

Result<Preparation, Rejection> path_of(const Machine& machine, const std::vector<AxisValues>& points,
                                       const std::vector<AxisValues>& speeds = {}, const Pose& start = {}) {
  return prepare(PathOrder{points, speeds, kXyzConvention}, start, machine);
}

/// How near the path comes to a pose: mm, and degrees counted as millimetres of 10 per degree.
double nearest(const Prepared& program, const Pose& pose) {
  double best = 1e9;
  for (double t = 0.0; t <= program.duration(); t += 5e-4) {
    const Pose there = program.at(t).pose;
    best = std::min(best, (there.position - pose.position).norm() / kMillimetre +
                              10.0 * angle_between(there.rotation, pose.rotation) / kDegree);
  }
  return best;
}

double slowest_between(const Machine& machine, const Prepared& program, double ends) {
  double slowest = 1e9;
  for (double t = ends; t < program.duration() - ends; t += 1e-3) {
    const Twist v = program.at(t).velocity;
    slowest = std::min(slowest, v.linear.norm() / machine.limits.translation.velocity +
                                    v.angular.norm() / machine.limits.rotation.velocity);
  }
  return slowest;
}

TEST(Path, Decision9_TheManualsThreePointsArePassedWithinHalfAMillimetreWithoutAStop) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> points{mm_deg(10, 20, 30, 5, 10, 15), mm_deg(50, -40, 20, -5, 0, 5),
                                       mm_deg(-30, 10, -20, 0, -8, 0)};
  const auto path = path_of(machine, points);
  ASSERT_TRUE(path);
  const Prepared& program = *path->program;
  for (const AxisValues& point : points) EXPECT_LT(nearest(program, kXyzConvention.to_pose(point, 0.0)), 0.5);
  EXPECT_LT((program.at(program.duration()).pose.position - Vec3{-0.03, 0.01, -0.02}).norm(), 1e-9);
  EXPECT_GT(slowest_between(machine, program, 0.15), 0.05);
  EXPECT_LE(measure(machine, program).share(machine.limits), 1.0);
  EXPECT_EQ(governor_acts(machine, program), 0);
}

TEST(Path, AtTheEndsItStandsAndInBetweenDerivativesAreThoseOfThePoses) {
  const Machine machine = standard_platform();
  std::mt19937 random{20260115};
  const auto path = path_of(machine, random_points(machine, random, 8, 0.7));
  ASSERT_TRUE(path);
  const Prepared& program = *path->program;
  EXPECT_LT(derivative_error(program), 2e-4);
  for (const double t : {-1.0, 0.0, program.duration(), program.duration() + 1.0}) {
    EXPECT_LT(program.at(t).velocity.linear.norm() + program.at(t).velocity.angular.norm(), 1e-9) << t;
    EXPECT_LT(program.at(t).acceleration.linear.norm() + program.at(t).acceleration.angular.norm(), 1e-7)
        << t;
  }
  EXPECT_EQ(program.ramp(), 0.0);
  EXPECT_EQ(program.kind(), ProgramKind::path);
}

TEST(Path, Decision9_ItStopsOnlyWhereItReverses) {
  const Machine machine = standard_platform();
  // Out, back along the same line, then on at a right angle.
  const auto path =
      path_of(machine, {mm_deg(100, 0, 0, 0, 0, 0), mm_deg(20, 0, 0, 0, 0, 0), mm_deg(20, 80, 0, 0, 0, 0)});
  ASSERT_TRUE(path);
  int stops = 0;
  bool stood = true;
  for (double t = 0.0; t < path->program->duration() - 0.02; t += 1e-3) {
    const bool stands = path->program->at(t).velocity.linear.norm() < 1e-4;
    if (stands && !stood) ++stops;
    stood = stands;
  }
  EXPECT_EQ(stops, 1);
  EXPECT_LE(measure(machine, *path->program).share(machine.limits), 1.0);
  EXPECT_LT(nearest(*path->program, kXyzConvention.to_pose(mm_deg(100, 0, 0, 0, 0, 0), 0.0)), 0.01);
}

TEST(Path, Decision9_ASquareAndATriangleArePassedWithoutAStop) {
  const Machine machine = standard_platform();
  for (const std::vector<AxisValues>& corners :
       {std::vector{mm_deg(80, 0, 0, 0, 0, 0), mm_deg(80, 80, 0, 0, 0, 0), mm_deg(0, 80, 0, 0, 0, 0),
                    mm_deg(0, 0, 0, 0, 0, 0)},
        std::vector{mm_deg(100, 0, 0, 0, 0, 0), mm_deg(50, 87, 0, 0, 0, 0), mm_deg(0, 0, 0, 0, 0, 0)}}) {
    const auto path = path_of(machine, corners);
    ASSERT_TRUE(path);
    EXPECT_GT(slowest_between(machine, *path->program, 0.12), 0.05);
    for (const AxisValues& corner : corners)
      EXPECT_LT(nearest(*path->program, kXyzConvention.to_pose(corner, 0.0)), 0.5);
  }
}

TEST(Path, Decision11_SpeedsBoundEachAxisOnTheWayToItsPoint) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> points{mm_deg(120, 0, 0, 0, 0, 0), mm_deg(120, 120, 0, 0, 0, 0)};
  // Sway 30 mm/s on the way to the first; surge 60 mm/s and sway unlimited (default) to the second.
  const auto path = path_of(machine, points, {mm_deg(30, 0, 0, 0, 0, 0), mm_deg(0, 60, 0, 0, 0, 0)});
  ASSERT_TRUE(path);
  const auto& program = static_cast<const Path&>(*path->program);
  double fastest_sway = 0.0;
  double fastest_surge = 0.0;
  double corner = 0.0;
  for (double t = 0.0; t < program.duration(); t += 1e-3) {
    const bool first = program.curve().at(program.timing().at(t).s).segment == 0;
    const Vec3 v = program.at(t).velocity.linear.cwiseAbs();
    if (first) corner = t;
    (first ? fastest_sway : fastest_surge) =
        std::max(first ? fastest_sway : fastest_surge, first ? v.x() : v.y());
  }
  EXPECT_LE(fastest_sway, 0.030);
  EXPECT_GT(fastest_sway, 0.028);
  EXPECT_LE(fastest_surge, 0.060);
  EXPECT_GT(fastest_surge, 0.056);
  EXPECT_GT(corner, 3.5);
  EXPECT_FALSE(path->lowered);
}

TEST(Path, Decision11_ZeroIsHalfSpeedAndMoreThanTheLimitIsLoweredAndReported) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> far{mm_deg(300, 0, 0, 0, 0, 0)};
  const auto fastest = [&](const AxisValues& speed) {
    const auto path = path_of(machine, far, {speed});
    EXPECT_TRUE(path);
    return std::pair{measure(machine, *path->program).velocity[0], path->lowered};
  };
  EXPECT_NEAR(fastest({}).first, 0.2, 0.003);
  EXPECT_FALSE(fastest({}).second);
  const auto [speed, lowered] = fastest(mm_deg(5000, 0, 0, 0, 0, 0));
  EXPECT_GT(speed, 0.9 * 0.4);
  EXPECT_LE(speed, 0.4);
  EXPECT_EQ(lowered.limit, Limit::axis_velocity);
  EXPECT_EQ(lowered.index, 0);
  EXPECT_DOUBLE_EQ(lowered.value, 5.0);
  EXPECT_DOUBLE_EQ(lowered.bound, 0.4);
}

TEST(Path, DegenerateOrdersAreMotionsToo) {
  const Machine machine = standard_platform();
  const AxisValues here = mm_deg(40, 0, 10, 0, 3, 0);
  const Pose start = kXyzConvention.to_pose(here, 0.0);
  // Where it stands already: nothing to do, at once.
  const auto nothing = path_of(machine, {here, here, here}, {}, start);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->program->duration(), 0.0);
  EXPECT_LT((nothing->program->at(1.0).pose.position - start.position).norm(), 1e-12);
  // Repeated points in the middle, collinear ones, one that is a hair away.
  const std::vector<AxisValues> odd{here,
                                    here,
                                    mm_deg(60, 0, 10, 0, 3, 0),
                                    mm_deg(80, 0, 10, 0, 3, 0),
                                    mm_deg(80, 0, 10, 0, 3, 0),
                                    mm_deg(80.01, 0, 10, 0, 3, 0),
                                    mm_deg(140, 0, 10, 0, 3, 0)};
  const auto path = path_of(machine, odd);
  ASSERT_TRUE(path);
  EXPECT_LE(measure(machine, *path->program).share(machine.limits), 1.0);
  for (const AxisValues& point : odd)
    EXPECT_LT(nearest(*path->program, kXyzConvention.to_pose(point, 0.0)), 0.5);
  // A micrometre.
  const auto tiny = path_of(machine, {mm_deg(0.001, 0, 0, 0, 0, 0)});
  ASSERT_TRUE(tiny);
  EXPECT_LT(tiny->program->duration(), 0.3);
  EXPECT_LE(measure(machine, *tiny->program).share(machine.limits), 1.0);
}

TEST(Path, OutOfReachNamesThePointTheLegThePoseAndAScaleThatPasses) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> points{mm_deg(50, 0, 0, 0, 0, 0), mm_deg(0, 0, 260, 0, 0, 0)};
  const auto refused = path_of(machine, points);
  ASSERT_FALSE(refused);
  const Rejection& why = refused.error();
  EXPECT_EQ(why.problem, Problem::none);
  EXPECT_EQ(why.hit.limit, Limit::leg_upper);
  EXPECT_EQ(why.point, 2U);
  EXPECT_NEAR(why.pose.position.z(), 0.260, 1e-9);
  EXPECT_GT(why.scale, 0.7);
  EXPECT_LT(why.scale, 0.9);
  std::vector<AxisValues> smaller = points;
  for (AxisValues& point : smaller)
    for (double& value : point) value *= 0.99 * why.scale;
  EXPECT_TRUE(path_of(machine, smaller));
}

TEST(Path, NumbersThatMakeNoSenseAreRefusedWithTheirPlace) {
  const Machine machine = standard_platform();
  const auto problem = [&](const std::vector<AxisValues>& points,
                           const std::vector<AxisValues>& speeds = {}) {
    const auto path = path_of(machine, points, speeds);
    EXPECT_FALSE(path);
    return path ? std::pair{Problem::none, std::size_t{0}}
                : std::pair{path.error().problem, path.error().point};
  };
  AxisValues bad{};
  bad[4] = std::nan("");
  EXPECT_EQ(problem({}), std::pair(Problem::empty, std::size_t{0}));
  EXPECT_EQ(problem({AxisValues{}, bad}), std::pair(Problem::not_finite, std::size_t{2}));
  EXPECT_EQ(problem({AxisValues{}}, {mm_deg(0, -1, 0, 0, 0, 0)}),
            std::pair(Problem::negative, std::size_t{1}));
  EXPECT_EQ(problem({AxisValues{}}, {bad}), std::pair(Problem::not_finite, std::size_t{1}));
  EXPECT_EQ(problem({AxisValues{}}, {AxisValues{}, AxisValues{}}),
            std::pair(Problem::wrong_count, std::size_t{0}));
  EXPECT_EQ(problem(std::vector<AxisValues>(kMostPoints + 1)), std::pair(Problem::too_large, std::size_t{0}));
}

TEST(Path, APreparationSaysHowFarItIsAndEndsWhenItIsNotWanted) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> way = winding_way(2000);
  const PathOrder order{way, {}, kXyzConvention};
  std::vector<double> shares;
  const auto whole = prepare(order, Pose{}, machine, [&](double share) {
    shares.push_back(share);
    return true;
  });
  ASSERT_TRUE(whole);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.front(), 0.0);
  EXPECT_GT(shares.back(), 0.8);
  EXPECT_LE(shares.back(), 1.0);
  EXPECT_GT(shares.size(), 10u) << "often enough to stop at once";
  EXPECT_EQ(prepare(order, Pose{}, machine)->program->duration(), whole->program->duration());
  for (const std::size_t last : {std::size_t{1}, std::size_t{5}, shares.size()}) {
    std::size_t calls = 0;
    const auto ended = prepare(order, Pose{}, machine, [&](double) { return ++calls < last; });
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().problem, Problem::cancelled);
    EXPECT_EQ(calls, last) << "not asked again";
  }
}

TEST(Path, AHundredThousandPointsAreAPathToo) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> way = winding_way(static_cast<int>(kMostPoints));
  ASSERT_EQ(way.size(), 100'000u);
  const auto path = prepare(PathOrder{way, {}, kXyzConvention}, Pose{}, machine);
  ASSERT_TRUE(path);
  const Prepared& program = *path->program;
  for (const double part : {0.0, 0.3, 0.999}) {
    const double from = part * program.duration();
    const auto pose_at = [&](double t) { return program.at(t).pose; };
    EXPECT_LE(measure(machine, pose_at, from, from + 1.0).share(machine.limits), 1.0) << from;
  }
  const Pose end = kXyzConvention.to_pose(way.back(), 0.0);
  EXPECT_LT((program.at(program.duration()).pose.position - end.position).norm(), 1e-9);
}

TEST(Path, FewerLegsGoThroughTheirOwnAxes) {
  const Machine machine = three_leg_platform();
  const auto path = path_of(machine, {mm_deg(20, 0, 40, 4, -3, 0), mm_deg(0, 0, -20, -4, 4, 5)});
  ASSERT_TRUE(path);
  EXPECT_LE(measure(machine, *path->program).share(machine.limits), 1.0);
  const Pose passed = kinematics::project(machine, kXyzConvention.to_pose(mm_deg(0, 0, 40, 4, -3, 0), 0.0));
  EXPECT_LT(nearest(*path->program, passed), 0.5);
  EXPECT_LT(derivative_error(*path->program), 2e-4);
  EXPECT_EQ(governor_acts(machine, *path->program), 0);
}

TEST(Path, AnyPathOfReachablePointsKeepsEveryLimitAndPassesItsPoints) {
  constexpr unsigned kSeed = 20260115;
  const Machine machine = standard_platform();
  std::mt19937 random{kSeed};
  std::uniform_real_distribution<double> unit{0.0, 1.0};
  int refused = 0;
  for (int i = 0; i < 25; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i);
    const int count = 1 + static_cast<int>(unit(random) * 12);
    const std::vector<AxisValues> points = random_points(machine, random, count);
    std::vector<AxisValues> speeds;
    if (i % 3 == 0) speeds.assign(points.size(), AxisValues{9, 9, 9, 9, 9, 9});
    const auto path = path_of(machine, points, speeds);
    if (!path) {
      // Allowed only when the straight lines themselves leave the reach.
      ++refused;
      EXPECT_TRUE(path.error().hit);
      bool leaves = false;
      Vec6 from = Vec6::Zero();
      for (const AxisValues& point : points) {
        const Vec6 to = coordinates_of(kXyzConvention.to_pose(point, 0.0));
        for (int k = 0; k <= 200; ++k) {
          const Pose pose = pose_of(from + (to - from) * (k / 200.0));
          leaves = leaves || kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin);
        }
        from = to;
      }
      EXPECT_TRUE(leaves);
      continue;
    }
    const Measured measured = measure(machine, *path->program);
    EXPECT_LE(measured.share(machine.limits), 1.0);
    EXPECT_FALSE(measured.reach) << static_cast<int>(measured.reach.limit);
    LimitHit hit;
    EXPECT_EQ(governor_acts(machine, *path->program, &hit), 0)
        << static_cast<int>(hit.limit) << " " << +hit.index << " " << hit.value << " " << hit.bound;
    for (const AxisValues& point : points)
      EXPECT_LT(nearest(*path->program, kXyzConvention.to_pose(point, 0.0)), 0.5);
  }
  EXPECT_LT(refused, 10);
}

TEST(Path, TakesAtMostAThirdLongerThanVelocityAndAccelerationAloneAllow) {
  const Machine machine = standard_platform();
  std::mt19937 random{7};
  double worst = 0.0;
  for (int i = 0; i < 12; ++i) {
    const std::vector<AxisValues> points = random_points(machine, random, 3 + 2 * i, 0.6);
    const auto path = path_of(machine, points);
    if (!path) continue;
    const auto& program = static_cast<const Path&>(*path->program);
    Vec6 speed = 0.5 * full_speed(machine);
    const double fastest = fastest_along(machine, program.curve(), speed);
    const double ratio = program.duration() / fastest;
    worst = std::max(worst, ratio);
    EXPECT_LE(ratio, 1.3) << points.size() << " points, " << program.duration() << " s against " << fastest;
    EXPECT_GE(ratio, 1.0);
  }
  RecordProperty("worst_ratio_percent", static_cast<int>(100 * worst));
}

}  // namespace
}  // namespace hexad::motion
