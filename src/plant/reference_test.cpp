#include "plant/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "plant/testing/bench.hpp"

namespace hexad::plant {
namespace {

constexpr double kTick = 1e-3;

ReferenceLimits limits() { return reference_limits(standard_400_before_derive(), Settings{}); }

TEST(Reference, FollowsASetpointExactlyOnceItHasJoined) {
  Reference reference;
  reference.start(0.1);
  reference.follow(0.1, 0.0, 0.0, limits(), kTick);
  EXPECT_FALSE(reference.catching_up());
  reference.follow(0.1005, 0.5, 6.0, limits(), kTick);
  EXPECT_EQ(reference.position, 0.1005);
  EXPECT_EQ(reference.velocity, 0.5);
  EXPECT_EQ(reference.acceleration, 6.0);
}

TEST(Reference, AJumpOf20MillimetresIsMadeUpAt30MillimetresASecond) {
  Reference reference;
  reference.start(0.1);
  reference.follow(0.1, 0.0, 0.0, limits(), kTick);
  double fastest = 0.0, hardest = 0.0;
  int ticks = 0;
  while (reference.position != 0.12 && ticks < 2000) {
    const double before = reference.velocity, at = reference.position;
    reference.follow(0.12, 0.0, 0.0, limits(), kTick);
    fastest = std::max(fastest, std::abs(reference.position - at) / kTick);
    hardest = std::max(hardest, std::abs(reference.velocity - before) / kTick);
    ASSERT_LE(reference.position, 0.12 + 1e-12);
    ++ticks;
  }
  EXPECT_NEAR(ticks * kTick, 0.02 / 0.03, 0.1);
  EXPECT_LE(fastest, 0.03 + 1e-9);
  EXPECT_LE(hardest, 5.0);  // what is left of the speed when it joins, 5 mm/s at most
  EXPECT_FALSE(reference.catching_up());
}

TEST(Reference, JoinsASetpointThatMovesSlowly) {
  Reference reference;
  reference.start(0.1);
  int ticks = 0;
  while (reference.catching_up() && ticks < 2000) {
    ++ticks;
    reference.follow(0.103 + 0.02 * kTick * ticks, 0.02, 0.0, limits(),
                     kTick);  // a jog that began without it
  }
  EXPECT_LT(ticks, 500);
}

TEST(Reference, ASetpointThatRunsAwayIsNotJoinedAtSpeed) {
  Reference reference;
  reference.start(0.1);
  for (int i = 0; i < 400; ++i) {
    reference.follow(0.05 + 0.4 * kTick * i, 0.4, 0.0, limits(), kTick);  // passes by at 400 mm/s
    ASSERT_LE(std::abs(reference.velocity), 0.03 + 1e-12) << i;
    ASSERT_TRUE(reference.catching_up());
  }
}

TEST(Reference, BridgesAMissingSetpointWithTheLastVelocity) {
  Reference reference;
  reference.start(0.1);
  reference.follow(0.1, 0.0, 0.0, limits(), kTick);
  reference.follow(0.1003, 0.3, 2.0, limits(), kTick);
  for (int i = 0; i < 5; ++i) reference.bridge(kTick);
  EXPECT_NEAR(reference.position, 0.1003 + 5 * 0.0003, 1e-12);
  EXPECT_EQ(reference.velocity, 0.3);
}

TEST(Reference, BridgesWithTheLastDecelerationAndNeverTurnsBack) {
  Reference reference;
  reference.start(0.1);
  reference.follow(0.1, 0.0, 0.0, limits(), kTick);
  reference.follow(0.10001, 0.01, -4.0, limits(), kTick);
  for (int i = 0; i < 5; ++i) reference.bridge(kTick);
  EXPECT_EQ(reference.velocity, 0.0);
  EXPECT_GT(reference.position, 0.10001);
  EXPECT_LT(reference.position, 0.10003);
}

TEST(Reference, StopsWithinAccelerationAndJerkFromAnyState) {
  const ReferenceLimits bound = limits();
  for (const double v : {-0.5, -0.1, -0.003, 0.0, 1e-5, 0.003, 0.02, 0.1, 0.5}) {
    for (const double a : {-6.0, -1.0, 0.0, 1.0, 6.0}) {
      Reference reference;
      reference.start(0.2);
      reference.follow(0.2, 0.0, 0.0, bound, kTick);
      reference.follow(0.2, v, a, bound, kTick);
      int ticks = 0;
      double last_a = reference.acceleration, last_v = v, last_x = reference.position;
      bool done = false;
      while (!done && ++ticks < 1000) {
        done = reference.stop(bound, kTick);
        ASSERT_LE(std::abs(reference.acceleration), 6.0 + 1e-9);
        if (!done) {
          ASSERT_LE(std::abs(reference.acceleration - last_a), 80.0 * kTick + 1e-9) << v << ' ' << a;
        }
        ASSERT_LE(std::abs(reference.velocity - last_v), 6.0 * kTick + 1e-9) << v << ' ' << a;
        ASSERT_LE(std::abs(reference.position - last_x), (std::abs(v) + 0.25) * kTick);
        last_a = reference.acceleration;
        last_v = reference.velocity;
        last_x = reference.position;
      }
      EXPECT_TRUE(done) << v << ' ' << a;
      EXPECT_EQ(reference.velocity, 0.0);
      EXPECT_LE(ticks, 320) << v << ' ' << a;
    }
  }
}

}  // namespace
}  // namespace hexad::plant
