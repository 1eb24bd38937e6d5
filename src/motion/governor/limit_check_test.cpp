#include "motion/governor/limit_check.hpp"

#include <gtest/gtest.h>

namespace hexad::motion {
namespace {

Machine six_legs() {
  Machine machine;
  machine.geometry.legs = 6;
  machine.geometry.stroke = 0.4;
  machine.limits.stroke_margin = 0.001;
  return machine;
}

/// What keeps `slack` free still lets a leg that is nearer than that come and go by a hair; in the margin,
/// and a hair before it, there is only out.
TEST(StrokeUsed, ALegNearTheMarginMayGiveBackAHair) {
  constexpr double kSlack = 2e-4, kHair = 2e-5, kDip = 5e-6;
  const Machine machine = six_legs();
  const auto hit_of = [&](double from, double to) {
    Extensions before = Extensions::Constant(0.2, 6), after = before;
    before[2] = from;
    after[2] = to;
    return check_stroke(machine, after, StrokeUsed::about(before, machine, kHair), kSlack);
  };
  for (const double outside : {3e-5, 1e-4, 1.9e-4}) {
    const double low = 0.001 + outside, high = 0.399 - outside;
    EXPECT_FALSE(hit_of(low, low - kDip)) << outside;
    EXPECT_FALSE(hit_of(high, high + kDip)) << outside;
    EXPECT_TRUE(hit_of(low, low - 2.0 * kHair)) << outside;
    EXPECT_TRUE(hit_of(high, high + 2.0 * kHair)) << outside;
  }
  for (const double outside : {1e-5, 0.0, -1e-4}) {
    const double low = 0.001 + outside, high = 0.399 - outside;
    EXPECT_TRUE(hit_of(low, low - kDip)) << outside;
    EXPECT_TRUE(hit_of(high, high + kDip)) << outside;
    EXPECT_FALSE(hit_of(low, low + kDip)) << outside;
  }
}

/// A leg that has turned round between two samples was nearer to its end there than at the second: of what
/// was kept free the slack may be used, never the margin.
TEST(CheckStroke, NoLegWasInTheMarginOnItsWayHere) {
  constexpr double kSlack = 2e-5, kDip = 4e-5;
  const Machine machine = six_legs();
  const auto hit_of = [&](double at, double dipped) {
    Extensions legs = Extensions::Constant(0.2, 6), dip;
    legs[2] = at;
    dip[2] = dipped;
    return check_stroke(machine, legs, StrokeUsed::about(legs, machine, kSlack), kSlack, dip);
  };
  EXPECT_FALSE(hit_of(0.001 + kDip + 1e-7, kDip));
  EXPECT_TRUE(hit_of(0.001 + kDip - 1e-7, kDip));
  EXPECT_FALSE(hit_of(0.001 + 1e-7, -kDip)) << "it has been longer";
  EXPECT_FALSE(hit_of(0.399 - kDip - 1e-7, -kDip));
  EXPECT_TRUE(hit_of(0.399 - kDip + 1e-7, -kDip));
  EXPECT_FALSE(hit_of(0.399 - 1e-7, kDip)) << "it has been shorter";
  EXPECT_FALSE(hit_of(0.0008, kDip)) << "in the margin there is only out";
}

/// A guide drops an axis: what a program says of it moves nothing, and is no jump.
TEST(CheckContinues, AJumpOfAnAxisThatTheGuideDropsIsNone) {
  constexpr double kPeriod = 1e-3;
  constexpr Eigen::Index kHeave = 2, kYaw = 5;
  const auto hit_of = [&](Mechanism mechanism, Eigen::Index axis) {
    Machine machine = six_legs();
    machine.geometry.mechanism = mechanism;
    machine.limits.translation.jerk = machine.limits.rotation.jerk = 50.0;
    State6 to;
    to.position[axis] = 1e-3;
    return check_continues(machine, State6{}, to, kPeriod, 1.0);
  };
  EXPECT_FALSE(hit_of(Mechanism::four_legs, kYaw));
  EXPECT_TRUE(hit_of(Mechanism::four_legs, kHeave));
  EXPECT_TRUE(hit_of(Mechanism::six_legs, kYaw));
}

}  // namespace
}  // namespace hexad::motion
