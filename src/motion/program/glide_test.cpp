#include "motion/program/glide.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "motion/governor/machine_bounds.hpp"
#include "motion/governor/machine_motion.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using testing_support::full_speed;
using testing_support::standard_platform;
using testing_support::three_leg_platform;

constexpr double kTick = 1e-3;

class GlideCases {
 public:
  explicit GlideCases(const Machine& machine) : free_{free_of(machine.geometry.mechanism)} {}
  Vec6 place() { return vector(0.12, 0.2); }
  State6 moving() { return {place(), vector(0.25, 0.4), vector(2.5, 2.5)}; }
  State6 standing() { return {place(), Vec6::Zero(), Vec6::Zero()}; }

 private:
  Vec6 vector(double linear, double angular) {
    Vec6 result;
    for (int i = 0; i < 6; ++i)
      result[i] = (i < 3 ? linear : angular) * std::uniform_real_distribution<double>{-1.0, 1.0}(random_);
    return result.cwiseProduct(free_);
  }
  Vec6 free_;
  std::mt19937 random_{20261118};
};

TEST(Glide, GoesOnFromTheStateItIsGivenAndEndsAtThePlaceAtRest) {
  for (const Machine& machine : {standard_platform(), three_leg_platform()}) {
    GlideCases random{machine};
    for (int i = 0; i < 500; ++i) {
      const State6 from = i % 5 == 0 ? random.standing() : random.moving();
      const Vec6 to = random.place();
      Glide glide;
      glide.start(machine, from, to, full_speed(machine));
      ASSERT_TRUE(glide.valid()) << i;
      ASSERT_GT(glide.duration(), 0.0);
      ASSERT_LT(glide.duration(), 3.0);
      const State6 begin = glide.at(0.0);
      EXPECT_LT((begin.position - from.position).cwiseAbs().maxCoeff(), 1e-12) << i;
      EXPECT_LT((begin.velocity - from.velocity).cwiseAbs().maxCoeff(), 2e-6) << i;
      EXPECT_LT((begin.acceleration - from.acceleration).cwiseAbs().maxCoeff(), 2e-3) << i;
      const State6 end = glide.at(glide.duration());
      EXPECT_EQ(end.position, to);
      EXPECT_EQ(end.velocity, Vec6::Zero());
      const State6 last = glide.at(glide.duration() - 1e-9);
      EXPECT_LT((last.position - to).cwiseAbs().maxCoeff(), 1e-6) << i;
      EXPECT_LT(last.velocity.cwiseAbs().maxCoeff(), 1e-6) << i;
    }
  }
}

TEST(Glide, IsContinuous) {
  const Machine machine = standard_platform();
  GlideCases random{machine};
  for (int i = 0; i < 100; ++i) {
    Glide glide;
    glide.start(machine, random.moving(), random.place(), full_speed(machine));
    State6 before = glide.at(0.0);
    for (double t = kTick; t < glide.duration() + kTick; t += kTick) {
      const State6 now = glide.at(t);
      const Vec6 foreseen = before.position + 0.5 * kTick * (before.velocity + now.velocity);
      EXPECT_LT((now.position - foreseen).cwiseAbs().maxCoeff(), 1e-7) << i << " at " << t;
      // A jerk of all axes at once, and what is taken for nothing.
      EXPECT_LT((now.acceleration - before.acceleration).cwiseAbs().maxCoeff(), 0.12) << i << " at " << t;
      before = now;
    }
  }
}

TEST(Glide, FromRestIsStraightAndKeepsEveryLimitOfAxesAndLegs) {
  for (const Machine& machine : {standard_platform(), three_leg_platform()}) {
    GlideCases random{machine};
    const MotionLimits& limits = machine.limits;
    const auto legs_there = static_cast<Eigen::Index>(machine.geometry.legs);
    for (int i = 0; i < 200; ++i) {
      const State6 from = random.standing();
      const Vec6 way = random.place() - from.position;
      Glide glide;
      glide.start(machine, from, from.position + way, full_speed(machine));
      for (double t = 0.0; t < glide.duration(); t += 2 * kTick) {
        const State6 now = glide.at(t);
        const Vec6 gone = now.position - from.position;
        const double share = gone.dot(way) / way.squaredNorm();
        EXPECT_LT((gone - share * way).cwiseAbs().maxCoeff(), 1e-12);
        EXPECT_LT(share, 1.0 + 1e-9);
        EXPECT_GT(share, -1e-9);
        const Motion motion = motion_on(machine, now);
        const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
        EXPECT_LT(motion.velocity.linear.cwiseAbs().maxCoeff(), 1.001 * limits.translation.velocity) << i;
        EXPECT_LT(motion.velocity.angular.cwiseAbs().maxCoeff(), 1.001 * limits.rotation.velocity) << i;
        EXPECT_LT(motion.acceleration.linear.cwiseAbs().maxCoeff(), limits.translation.acceleration) << i;
        EXPECT_LT(motion.acceleration.angular.cwiseAbs().maxCoeff(), limits.rotation.acceleration) << i;
        EXPECT_LT(legs.velocity.head(legs_there).cwiseAbs().maxCoeff(), limits.leg.velocity) << i;
        EXPECT_LT(legs.acceleration.head(legs_there).cwiseAbs().maxCoeff(), limits.leg.acceleration) << i;
      }
    }
  }
}

TEST(Glide, NoCoordinateGoesFartherBeyondThePlaceThanAStopWouldLead) {
  const Machine machine = standard_platform();
  GlideCases random{machine};
  int beyond = 0;
  for (int i = 0; i < 500; ++i) {
    const State6 from = random.moving();
    const Vec6 to = random.place();
    Glide glide;
    glide.start(machine, from, to, full_speed(machine));
    const StopPlan stop = StopPlan::make(machine, from, 1.0);
    Vec6 needed = Vec6::Zero();
    const Vec6 side = (to - from.position).unaryExpr([](double way) { return way < 0.0 ? -1.0 : 1.0; });
    for (double t = 0.0; t < stop.duration() + kTick; t += kTick)
      needed = needed.cwiseMax((stop.at(t).position - to).cwiseProduct(side));
    beyond += needed.maxCoeff() > 0.0 ? 1 : 0;
    for (double t = 0.0; t < glide.duration(); t += kTick) {
      const Vec6 past = (glide.at(t).position - to).cwiseProduct(side) - needed;
      EXPECT_LT(past.head<3>().maxCoeff(), 0.06 * kMillimetre) << i << " at " << t;
      EXPECT_LT(past.tail<3>().maxCoeff(), 0.03 * kDegree) << i << " at " << t;
    }
  }
  EXPECT_GT(beyond, 50) << "the cases are too easy";
}

TEST(Glide, WhatCannotBePlannedIsNotValid) {
  const Machine machine = standard_platform();
  State6 from{Vec6::Zero(), Vec6::Zero(), Vec6::Zero()};
  Glide glide;
  glide.start(machine, from, Vec6::Zero(), full_speed(machine));
  EXPECT_FALSE(glide.valid()) << "it is there";
  glide.start(machine, from, Vec6::Constant(std::numeric_limits<double>::quiet_NaN()), full_speed(machine));
  EXPECT_FALSE(glide.valid());
  from.velocity[2] = std::numeric_limits<double>::infinity();
  glide.start(machine, from, Vec6::Constant(0.1), full_speed(machine));
  EXPECT_FALSE(glide.valid());
}

}  // namespace
}  // namespace hexad::motion
