#include "motion/program/point_to_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>

#include "kinematics/inverse.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using testing_support::full_speed;
using testing_support::standard_platform;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Motion at_rest(const Pose& pose) { return {pose, {}, {}}; }

class Poses {
 public:
  explicit Poses(unsigned seed) : random_{seed} {}
  double uniform(double size) { return std::uniform_real_distribution<double>{-size, size}(random_); }
  Vec3 vector(double size) { return {uniform(size), uniform(size), uniform(size)}; }
  Pose pose() { return {vector(0.15), from_rotation_vector(vector(0.25))}; }
  Motion motion() {
    Motion motion{pose(), {vector(0.3), vector(0.5)}, {vector(3), vector(3)}};
    return motion;
  }

 private:
  std::mt19937 random_;
};

/// The largest use of each limit over a motion, densely: 1 is the limit. Jerk as the change of acceleration.
struct Dense {
  double velocity = 0.0, acceleration = 0.0, jerk = 0.0;
  double most() const { return std::max({velocity, acceleration, jerk}); }
};

Dense measure_move(const Machine& machine, const PointToPoint& program, const Vec6& speed, int samples) {
  const MotionLimits& limits = machine.limits;
  using Channels = Eigen::Array<double, 12, 1>;
  Channels v_limit, a_limit, j_limit;
  Channels before = Channels::Zero();
  v_limit << speed.array(), Vec6::Constant(limits.leg.velocity).array();
  a_limit << Vec3::Constant(limits.translation.acceleration).array(),
      Vec3::Constant(limits.rotation.acceleration).array(), Vec6::Constant(limits.leg.acceleration).array();
  j_limit << Vec3::Constant(limits.translation.jerk).array(), Vec3::Constant(limits.rotation.jerk).array(),
      Vec6::Constant(limits.leg.jerk).array();
  Dense dense;
  const double step = program.duration() / samples;
  for (int i = 0; i <= samples; ++i) {
    const Motion m = program.at(step * i);
    const kinematics::LegRates legs = kinematics::leg_rates(machine, m);
    Channels v, a;
    v << m.velocity.linear.array(), m.velocity.angular.array(), legs.velocity.array();
    a << m.acceleration.linear.array(), m.acceleration.angular.array(), legs.acceleration.array();
    dense.velocity = std::max(dense.velocity, (v.abs() / v_limit).maxCoeff());
    dense.acceleration = std::max(dense.acceleration, (a.abs() / a_limit).maxCoeff());
    if (i > 0) dense.jerk = std::max(dense.jerk, ((a - before).abs() / (step * j_limit)).maxCoeff());
    before = a;
  }
  return dense;
}

TEST(PointToPoint, OneAxisFromRestTakesTheTimesOfTheTable) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/jerk_rest_to_rest.csv"};
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream in{line};
    double distance = 0, duration = 0;
    Machine machine = standard_platform();
    Rates& limits = machine.limits.translation;
    in >> distance >> limits.velocity >> limits.acceleration >> limits.jerk >> duration;
    machine.limits.leg = {1e6, 1e6, 1e6};
    for (int axis = 0; axis < 3; ++axis) {
      Pose target;
      target.position[axis] = distance;
      PointToPoint program;
      program.start(machine, at_rest({}), target, full_speed(machine));
      ASSERT_TRUE(program.valid());
      EXPECT_NEAR(program.duration() / duration, 1.0, 1e-9) << distance << " on axis " << axis;
    }
    ++rows;
  }
  EXPECT_EQ(rows, 11);
}

TEST(PointToPoint, OneAxisOfTheDefaultPlatformIsAsFastAsItsOwnLimits) {
  const Machine machine = standard_platform();
  const double ways[] = {0.2, -0.2, 0.15, 20 * kDegree, -20 * kDegree, 30 * kDegree};
  for (int axis = 0; axis < 6; ++axis) {
    Vec6 to = Vec6::Zero();
    to[axis] = ways[axis];
    const Rates& limits = axis < 3 ? machine.limits.translation : machine.limits.rotation;
    PointToPoint program;
    program.start(machine, at_rest({}), pose_of(to), full_speed(machine));
    EXPECT_NEAR(program.duration(), fastest_to({}, ways[axis], limits).duration(), 1e-9) << axis;
  }
}

TEST(PointToPoint, HalfSpeedIsKeptOnItsAxis) {
  const Machine machine = standard_platform();
  PointToPoint program;
  program.start(machine, at_rest({}), {{0, 0.3, 0}, Quat::Identity()}, 0.5 * full_speed(machine));
  EXPECT_NEAR(program.at(0.5 * program.duration()).velocity.linear.y(), 0.2, 1e-12);
}

TEST(PointToPoint, FromRestItGoesStraight) {
  const Machine machine = standard_platform();
  Poses random{11};
  for (int i = 0; i < 200; ++i) {
    const Pose from = random.pose(), target = random.pose();
    PointToPoint program;
    program.start(machine, at_rest(from), target, full_speed(machine));
    ASSERT_TRUE(program.valid());
    const Vec6 begin = coordinates_of(from), way = coordinates_of(target) - begin;
    for (int k = 0; k <= 100; ++k) {
      const Vec6 offset = coordinates_of(program.at(program.duration() * k / 100).pose) - begin;
      const double share = offset.dot(way) / way.squaredNorm();
      ASSERT_LT((offset - share * way).norm(), 1e-9) << "seed 11, case " << i;
      ASSERT_GE(share, -1e-12);
      ASSERT_LE(share, 1 + 1e-12);
    }
    EXPECT_EQ(program.at(program.duration()).pose.position, target.position);
  }
}

TEST(PointToPoint, FromRestEveryAxisAndLegKeepsItsLimits) {
  Machine machine = standard_platform();
  Poses random{12};
  double mean = 0;
  for (int i = 0; i < 300; ++i) {
    // Every third time the legs are slow, so that they decide; every third time they are only weak.
    machine.limits.leg = i % 3 == 0   ? Rates{0.5, 6, 80}
                         : i % 3 == 1 ? Rates{0.15, 3, 40}
                                      : Rates{0.5, 1.5, 10};
    PointToPoint program;
    program.start(machine, at_rest(random.pose()), random.pose(), full_speed(machine));
    ASSERT_TRUE(program.valid());
    const Dense dense = measure_move(machine, program, full_speed(machine), 4000);
    EXPECT_LE(dense.most(), 1 + 1e-9)
        << "seed 12, case " << i << ": " << dense.velocity << " " << dense.acceleration << " " << dense.jerk;
    EXPECT_GE(dense.most(), 0.9) << "needlessly slow, seed 12, case " << i;
    mean += dense.most() / 300;
  }
  EXPECT_GE(mean, 0.98);
}

TEST(PointToPoint, FromMotionItBeginsWhereItIsAndEndsAtTheTarget) {
  const Machine machine = standard_platform();
  Poses random{13};
  for (int i = 0; i < 300; ++i) {
    const Motion from = random.motion();
    const Pose target = random.pose();
    PointToPoint program;
    program.start(machine, from, target, full_speed(machine));
    ASSERT_TRUE(program.valid());
    const Motion first = program.at(0.0);
    EXPECT_LT((first.pose.position - from.pose.position).norm(), 1e-12);
    EXPECT_LT(angle_between(first.pose.rotation, from.pose.rotation), 1e-12);
    EXPECT_LT((first.velocity.linear - from.velocity.linear).norm(), 1e-12);
    EXPECT_LT((first.velocity.angular - from.velocity.angular).norm(), 1e-12);
    EXPECT_LT((first.acceleration.linear - from.acceleration.linear).norm(), 1e-11);
    EXPECT_LT((first.acceleration.angular - from.acceleration.angular).norm(), 1e-11);
    const State6 last = state_of(program.at(std::nextafter(program.duration(), 0.0)));
    EXPECT_LT((last.position - coordinates_of(target)).norm(), 1e-9);
    EXPECT_LT(last.velocity.norm(), 1e-9);
    EXPECT_LT(last.acceleration.norm(), 1e-8);
    const Motion after = program.at(program.duration() + 1.0);
    EXPECT_EQ(after.pose.position, target.position);
    EXPECT_EQ(after.velocity.linear, Vec3{Vec3::Zero()});
  }
}

TEST(PointToPoint, FromMotionNothingJumps) {
  const Machine machine = standard_platform();
  Poses random{14};
  for (int i = 0; i < 100; ++i) {
    PointToPoint program;
    program.start(machine, random.motion(), random.pose(), full_speed(machine));
    ASSERT_TRUE(program.valid());
    const int samples = 2000;
    const double step = program.duration() / samples;
    State6 before = state_of(program.at(0.0));
    for (int k = 1; k <= samples; ++k) {
      const State6 now = state_of(program.at(step * k));
      const Vec6 jerk = (now.acceleration - before.acceleration) / step;
      ASSERT_LE(jerk.head<3>().cwiseAbs().maxCoeff(), 50 * (1 + 1e-6)) << "seed 14, case " << i;
      ASSERT_LE(jerk.tail<3>().cwiseAbs().maxCoeff(), 3000 * kDegree * (1 + 1e-6));
      ASSERT_LT(
          (now.velocity - before.velocity - 0.5 * step * (now.acceleration + before.acceleration)).norm(),
          200 * step * step);
      ASSERT_LT((now.position - before.position - 0.5 * step * (now.velocity + before.velocity)).norm(),
                200 * step * step * step);
      before = now;
    }
  }
}

TEST(PointToPoint, FromMotionAllSixArriveTogether) {
  const Machine machine = standard_platform();
  Poses random{15};
  for (int i = 0; i < 300; ++i) {
    PointToPoint program;
    const Pose target = random.pose();
    program.start(machine, random.motion(), target, full_speed(machine));
    const Vec6 late =
        coordinates_of(program.at(program.duration() * (1 - 1e-3)).pose) - coordinates_of(target);
    EXPECT_GT(late.cwiseAbs().minCoeff(), 0.0)
        << "seed 15, case " << i << ": one was there before the others";
  }
}

TEST(PointToPoint, FromMotionTheLegsAreNotAskedForMuchMoreThanTheyHave) {
  const Machine machine = standard_platform();
  Poses random{16};
  for (int i = 0; i < 300; ++i) {
    Motion from = random.motion();
    from.velocity = {0.1 * from.velocity.linear, 0.1 * from.velocity.angular};
    from.acceleration = {0.1 * from.acceleration.linear, 0.1 * from.acceleration.angular};
    PointToPoint program;
    program.start(machine, from, random.pose(), full_speed(machine));
    const Dense dense = measure_move(machine, program, full_speed(machine), 2000);
    EXPECT_LE(dense.velocity, 1.05) << "seed 16, case " << i;
    EXPECT_LE(dense.acceleration, 1.25) << "seed 16, case " << i;
  }
}

TEST(PointToPoint, StandingAtTheTargetIsOverAtOnce) {
  const Machine machine = standard_platform();
  const Pose here{{0.1, 0, -0.05}, from_rotation_vector({0, 0.1, 0})};
  PointToPoint program;
  program.start(machine, at_rest(here), here, full_speed(machine));
  EXPECT_TRUE(program.valid());
  EXPECT_EQ(program.duration(), 0.0);
  EXPECT_EQ(program.at(0.0).pose.position, here.position);
}

TEST(PointToPoint, AMicrometreIsAMotionToo) {
  const Machine machine = standard_platform();
  PointToPoint program;
  program.start(machine, at_rest({}), {{0, 0, 1e-6}, Quat::Identity()}, full_speed(machine));
  ASSERT_TRUE(program.valid());
  EXPECT_NEAR(program.duration(), std::cbrt(32 * 1e-6 / 50), 1e-9);
}

TEST(PointToPoint, NothingThatIsNotANumberComesOut) {
  const Machine machine = standard_platform();
  const Vec6 speed = full_speed(machine);
  const Pose here{{0.1, 0, 0}, Quat::Identity()};
  const auto stays = [&](const Machine& m, const Motion& from, const Pose& target, const Vec6& max_speed) {
    PointToPoint program;
    program.start(m, from, target, max_speed);
    EXPECT_FALSE(program.valid());
    for (const double t : {0.0, 0.5, kNan}) {
      EXPECT_TRUE(is_finite(program.at(t).pose));
      EXPECT_TRUE(is_finite(program.at(t).velocity));
    }
    return program.at(0.5).pose.position;
  };
  Motion broken = at_rest(here);
  broken.velocity.angular.y() = kNan;
  EXPECT_EQ(stays(machine, broken, {}, speed), here.position);
  EXPECT_EQ(stays(machine, at_rest(here), {{kNan, 0, 0}, Quat::Identity()}, speed), here.position);
  EXPECT_EQ(stays(machine, at_rest(here), {}, Vec6::Zero()), here.position);
  EXPECT_EQ(stays(machine, at_rest(here), {}, Vec6::Constant(kNan)), here.position);
  Motion nowhere = at_rest({{0, kNan, 0}, Quat::Identity()});
  stays(machine, nowhere, {}, speed);
  Machine unlimited = machine;
  unlimited.limits.leg = {};
  EXPECT_EQ(stays(unlimited, at_rest(here), {}, speed), here.position);
  Motion moving = at_rest(here);
  moving.velocity.linear.x() = 0.1;
  EXPECT_EQ(stays(machine, moving, {{0, 0, kNan}, Quat::Identity()}, speed), here.position);
}

TEST(PointToPoint, AStartThatFailsForgetsTheOneBefore) {
  const Machine machine = standard_platform();
  PointToPoint program;
  program.start(machine, at_rest({}), {{0.2, 0, 0}, Quat::Identity()}, full_speed(machine));
  ASSERT_TRUE(program.valid());
  const Pose here{{0.05, 0, 0}, Quat::Identity()};
  program.start(machine, at_rest(here), {}, Vec6::Zero());
  EXPECT_FALSE(program.valid());
  EXPECT_EQ(program.at(0.3).pose.position, here.position);
}

}  // namespace
}  // namespace hexad::motion
