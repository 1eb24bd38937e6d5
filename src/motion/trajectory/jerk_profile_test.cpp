#include "motion/trajectory/jerk_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace hexad::motion {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Row {
  double distance, duration;
  Rates limits;
};

std::vector<Row> rest_to_rest_rows() {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/jerk_rest_to_rest.csv"};
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream in{line};
    Row row{};
    in >> row.distance >> row.limits.velocity >> row.limits.acceleration >> row.limits.jerk >> row.duration;
    rows.push_back(row);
  }
  return rows;
}

TEST(FastestTo, RestToRestTakesTheTimesOfTheTable) {
  const std::vector<Row> rows = rest_to_rest_rows();
  ASSERT_EQ(rows.size(), 11u);
  for (const Row& row : rows) {
    for (const double sign : {1.0, -1.0}) {
      const JerkProfile profile = fastest_to({0.25, 0, 0}, 0.25 + sign * row.distance, row.limits);
      ASSERT_TRUE(profile.valid());
      EXPECT_NEAR(profile.duration() / row.duration, 1.0, 1e-9) << row.distance;
    }
  }
}

TEST(FastestTo, StandingAtTheTargetTakesNoTime) {
  const JerkProfile profile = fastest_to({0.3, 0, 0}, 0.3, {0.4, 4, 50});
  EXPECT_TRUE(profile.valid());
  EXPECT_EQ(profile.duration(), 0.0);
  EXPECT_EQ(profile.at(1.0).position, 0.3);
}

TEST(FastestTo, StaysExactlyAtTheTargetAfterTheEnd) {
  const JerkProfile profile = fastest_to({0, 0.1, -1}, 0.3, {0.4, 4, 50});
  for (const double t : {profile.duration(), profile.duration() + 1e-9, profile.duration() + 1.0, 1e9}) {
    const AxisState state = profile.at(t);
    EXPECT_EQ(state.position, 0.3);
    EXPECT_EQ(state.velocity, 0.0);
    EXPECT_EQ(state.acceleration, 0.0);
  }
}

TEST(FastestTo, CruisesAtTheVelocityLimitFromTooFast) {
  const Rates limits{0.4, 4, 50};
  const JerkProfile profile = fastest_to({0, 0.6, 0}, 2.0, limits);
  ASSERT_TRUE(profile.valid());
  const double back = fastest_velocity_change({0, 0.6, 0}, 0.4, limits).duration();
  for (double t = 0; t < profile.duration(); t += 1e-3) {
    EXPECT_LE(profile.at(t).velocity, t < back ? 0.6 : 0.4 * (1 + 1e-12)) << t;
  }
  EXPECT_NEAR(profile.at(back).velocity, 0.4, 1e-12);
}

TEST(FastestTo, TooHardAnAccelerationIsTakenBackAtOnce) {
  const Rates limits{0.4, 4, 50};
  const JerkProfile profile = fastest_to({0, 0, 6}, 1.0, limits);
  ASSERT_TRUE(profile.valid());
  EXPECT_EQ(profile.segments()[0].jerk, -50.0);
  EXPECT_NEAR(profile.at(2.0 / 50).acceleration, 4.0, 1e-12);
}

TEST(FastestVelocityChange, GoesOnAtItsVelocity) {
  const JerkProfile profile = fastest_velocity_change({1, -0.1, 2}, 0.25, {0.4, 4, 50});
  ASSERT_TRUE(profile.valid());
  const AxisState end = profile.at(profile.duration());
  EXPECT_EQ(end.velocity, 0.25);
  EXPECT_EQ(profile.at(profile.duration() + 2.0).position, end.position + 0.5);
  EXPECT_EQ(fastest_velocity_change({1, 0, 0}, 9.0, {0.4, 4, 50}).end().velocity, 0.4);
}

TEST(JerkProfile, WhatIsNotFiniteOrNotPositiveIsRefused) {
  const Rates good{0.4, 4, 50};
  const AxisState still{0.1, 0, 0};
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    for (const AxisState& from : {AxisState{bad, 0, 0}, AxisState{0, bad, 0}, AxisState{0, 0, bad}}) {
      EXPECT_FALSE(fastest_to(from, 1, good).valid());
      EXPECT_FALSE(to_in(from, 1, good, 2).valid());
      EXPECT_FALSE(fastest_stop(from, good).valid());
      EXPECT_TRUE(std::isfinite(fastest_to(from, 1, good).at(0.1).position));
    }
    EXPECT_FALSE(fastest_to(still, bad, good).valid());
    EXPECT_FALSE(to_in(still, 1, good, bad).valid());
    EXPECT_FALSE(fastest_velocity_change(still, bad, good).valid());
  }
  for (const double bad : {kNan, kInfinity, 0.0, -1.0}) {
    for (const Rates& limits : {Rates{bad, 4, 50}, Rates{0.4, bad, 50}, Rates{0.4, 4, bad}}) {
      EXPECT_FALSE(fastest_to(still, 1, limits).valid());
      EXPECT_FALSE(fastest_stop(still, limits).valid());
      EXPECT_EQ(fastest_to(still, 1, limits).at(3.0).position, 0.1);
    }
  }
}

TEST(JerkProfile, NumbersTooLargeToMultiplyAreRefusedNotNan) {
  // Every magnitude a double has, everywhere: bounded work and finite numbers, whatever comes of it.
  const double sizes[] = {-1e300, -1e160, -1.0, -1e-300, 0.0, 1e-300, 1.0, 1e160, 1e300};
  for (const double v : sizes) {
    for (const double a : sizes) {
      for (const double target : sizes) {
        for (const double jerk : {1e-300, 1e-100, 1.0, 1e100, 1e300}) {
          for (const double limit : {1e-300, 1.0, 1e300}) {
            for (const Rates& limits : {Rates{limit, 1, jerk}, Rates{1, limit, jerk}}) {
              const AxisState from{0.5, v, a};
              for (const JerkProfile& profile :
                   {fastest_to(from, target, limits), fastest_stop(from, limits),
                    to_in(from, target, limits, 1e3), to_in(from, target, limits, 1e300)}) {
                ASSERT_TRUE(std::isfinite(profile.duration()));
                ASSERT_TRUE(std::isfinite(profile.end().position));
                ASSERT_FALSE(std::isnan(profile.at(0.5 * profile.duration()).velocity));
              }
            }
          }
        }
      }
    }
  }
  for (const double huge : {1e160, 1e300}) {
    const JerkProfile profile = fastest_to({0, 0, 0}, huge, {1, 1, huge});
    EXPECT_TRUE(std::isfinite(profile.at(1.0).position));
    EXPECT_TRUE(std::isfinite(profile.duration()));
  }
}

TEST(JerkProfile, MoreSegmentsThanFitAreRefused) {
  JerkProfile profile{{0.1, 0, 0}};
  for (std::size_t i = 0; i < JerkProfile::kMaxSegments + 1; ++i)
    profile.append(0.1, i % 2 == 0 ? 1.0 : -1.0);
  profile.finish(0.0, 0.0);
  EXPECT_FALSE(profile.valid());
  EXPECT_EQ(profile.at(0.5).position, 0.1);
}

TEST(JerkProfile, TimeThatIsNotANumberIsTheStart) {
  const JerkProfile profile = fastest_to({0.1, 0.2, 0}, 0.5, {0.4, 4, 50});
  EXPECT_EQ(profile.at(kNan).position, 0.1);
  EXPECT_EQ(profile.at(-1.0).velocity, 0.2);
}

}  // namespace
}  // namespace hexad::motion
