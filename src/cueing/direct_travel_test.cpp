// What is followed directly stays inside its travel and its speed, whatever comes.

#include "cueing/direct_travel.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>

namespace hexad::cueing {
namespace {

constexpr double kOver = 1.01;  // a step of 5 ms is not none

std::array<Translation, 3> direct_settings(double travel = 0.1, double speed = 0.25, double expected = 1.0) {
  std::array<Translation, 3> all;
  for (std::size_t i = 0; i < 3; ++i) {
    const double size = 1.0 + 0.3 * static_cast<double>(i);
    all[i].direct = {i < 2 ? 0.4 : 0.1, travel * size, speed * size, i < 2 ? 1.0 : expected, 0.0};
  }
  return all;
}

double shares_of_travel(const DirectTravel& direct, const std::array<Translation, 3>& in) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < 3; ++i)
    sum += std::abs(direct.position()[i]) / in[static_cast<std::size_t>(i)].direct.travel;
  return sum;
}
double shares_of_speed(const DirectTravel& direct, const std::array<Translation, 3>& in) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < 3; ++i)
    sum += std::abs(direct.velocity()[i]) / in[static_cast<std::size_t>(i)].direct.speed;
  return sum;
}

using Adversary = std::function<Vec3(double time, const DirectTravel& direct)>;

/// Who knows where it is and wants it out.
std::vector<Adversary> adversaries(unsigned seed) {
  auto random = std::make_shared<std::mt19937>(seed);
  auto now = std::make_shared<Vec3>(Vec3::Zero());
  const auto sign = [](double value) { return value < 0.0 ? -1.0 : 1.0; };
  const double size = std::uniform_real_distribution<double>{0.1, 20.0}(*random);
  const double pace = std::uniform_real_distribution<double>{0.1, 12.0}(*random);
  const Vec3 way{std::uniform_real_distribution<double>{-1.0, 1.0}(*random),
                 std::uniform_real_distribution<double>{-1.0, 1.0}(*random),
                 std::uniform_real_distribution<double>{-1.0, 1.0}(*random)};
  return {[=](double, const DirectTravel&) -> Vec3 {  // steps at random
            std::uniform_real_distribution<double> any{-1.0, 1.0};
            for (int i = 0; i < 3; ++i)
              if (std::abs(any(*random)) < 0.004) (*now)[i] = size * any(*random);
            return *now;
          },
          [=](double, const DirectTravel& d) -> Vec3 {  // always on, the way it goes
            return Vec3{size * sign(d.velocity().x()), -size * sign(d.velocity().y()),
                        size * sign(d.velocity().z())};
          },
          [=](double, const DirectTravel& d) -> Vec3 {  // out, from wherever it is
            return Vec3{size * sign(d.position().x()), size * sign(d.position().y()),
                        size * sign(d.position().z())};
          },
          [=](double time, const DirectTravel&) -> Vec3 { return size * std::sin(pace * time) * way; },
          [=](double time, const DirectTravel&) -> Vec3 {  // little for long, so that it trusts; then all
            return (time < 12.0 ? 0.05 * std::sin(pace * time) : size) * way;
          },
          [=](double time, const DirectTravel& d) -> Vec3 {  // one axis is filled, then another wants too
            return time < 4.0 ? Vec3{size, 0.0, 0.0}
                              : Vec3{size, size * sign(d.velocity().y()), -size * sign(d.velocity().z())};
          }};
}

TEST(DirectTravel, StaysInsideTravelAndSpeedWhateverComesAndWhateverRoomIsLeft) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const double step : {1e-3, 5e-3}) {
      std::size_t which = 0;
      for (const Adversary& drive : adversaries(seed)) {
        // Travel is scarce, or speed is.
        const auto in = seed % 3 == 0 ? direct_settings(0.3, 0.1) : direct_settings();
        DirectTravel direct;
        direct.tune(in, step);
        ++which;
        for (int i = 0; i < static_cast<int>(20.0 / step); ++i) {
          const double time = i * step;
          const double room = seed % 2 == 0 ? 1.0 : 0.5 + 0.5 * std::sin(0.1 * seed * time);
          direct.step(drive(time, direct), room);
          ASSERT_LE(shares_of_travel(direct, in), kOver)
              << "seed " << seed << " drive " << which << " at " << time;
          ASSERT_LE(shares_of_speed(direct, in), kOver)
              << "seed " << seed << " drive " << which << " at " << time;
        }
      }
    }
  }
}

TEST(DirectTravel, SettingsThatGoOverToOthersLeaveItInsideTheWiderAndSoonInsideTheNew) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::size_t which = 0;
    for (const Adversary& drive : adversaries(seed)) {
      Settings from;
      Settings to;
      from.translation = direct_settings();
      to.translation = direct_settings(0.03, 0.1, 2.0);
      DirectTravel direct;
      direct.tune(from.translation, 1e-3);
      ++which;
      for (int i = 0; i < 20'000; ++i) {
        const double time = i * 1e-3;
        if (time >= 8.0 && time <= 9.0) direct.tune(blend(from, to, time - 8.0).translation, 1e-3);
        direct.step(drive(time, direct), 1.0);
        ASSERT_LE(shares_of_travel(direct, from.translation), kOver)
            << "seed " << seed << " drive " << which << time;
        if (time < 12.0) continue;
        ASSERT_LE(shares_of_travel(direct, to.translation), kOver)
            << "seed " << seed << " drive " << which << time;
        ASSERT_LE(shares_of_speed(direct, to.translation), kOver)
            << "seed " << seed << " drive " << which << time;
      }
    }
  }
}

/// Of a sine on one axis, from its last period: gain, and phase in °.
std::pair<double, double> response(double size, double omega, int axis) {
  DirectTravel direct;
  direct.tune(direct_settings(), 1e-3);
  double in_phase = 0.0;
  double across = 0.0;
  const int period = static_cast<int>(2000.0 * kPi / omega);
  for (int i = 0; i < 12 * period; ++i) {
    Vec3 input = Vec3::Zero();
    input[axis] = size * std::sin(omega * i * 1e-3);
    direct.step(input, 1.0);
    if (i < 11 * period) continue;
    in_phase += 2.0 / period * direct.acceleration()[axis] * std::sin(omega * i * 1e-3);
    across += 2.0 / period * direct.acceleration()[axis] * std::cos(omega * i * 1e-3);
  }
  return {std::hypot(in_phase, across) / size, std::atan2(across, in_phase) / kDegree};
}

TEST(DirectTravel, WhatFitsIsFollowedAsItIsAndWhatDoesNotIsMadeSmallerAtTheRightMoment) {
  const auto small = response(0.2, 3.0, 0);
  EXPECT_NEAR(small.first, 1.0, 0.03);
  EXPECT_LT(std::abs(small.second), 18.0);
  const auto slow = response(1.0, 1.5, 0);  // 440 mm where there are 100
  EXPECT_GT(slow.first, 0.15);
  EXPECT_LT(slow.first, 0.25);
  EXPECT_LT(std::abs(slow.second), 60.0);   // 30° of it the corner's; with a washout it would be 130°
  const auto fast = response(2.0, 3.0, 1);  // 670 mm/s where there are 325
  EXPECT_GT(fast.first, 0.3);
  EXPECT_LT(fast.first, 0.5);
  EXPECT_LT(std::abs(fast.second), 40.0);
}

TEST(DirectTravel, UpwardWhatGoesOneWayIsNotBegun) {
  DirectTravel direct;
  direct.tune(direct_settings(), 1e-3);
  for (int i = 0; i < 5000; ++i) {
    direct.step({0.0, 0.0, 1.0}, 1.0);
    ASSERT_EQ(direct.position().z(), 0.0);
    ASSERT_EQ(direct.taken().z(), 0.0) << "the washout has all of it";
  }
  for (int i = 0; i < 1000; ++i) direct.step({0.0, 0.0, -1.0}, 1.0);
  EXPECT_LT(direct.position().z(), -0.005);
}

TEST(DirectTravel, PositionSpeedAndAccelerationBelongTogether) {
  DirectTravel direct;
  direct.tune(direct_settings(), 1e-3);
  for (int i = 0; i < 8000; ++i) {
    const Vec3 position = direct.position();
    const Vec3 velocity = direct.velocity();
    const Vec3 acceleration = direct.acceleration();
    const double t = i * 1e-3;
    direct.step({3.0 * std::sin(2.0 * t), 2.0 * std::sin(3.0 * t), std::cos(t)}, 1.0);
    const Vec3 mean = 0.5 * (velocity + direct.velocity());
    ASSERT_LT((direct.position() - position - 1e-3 * mean).norm(), 1e-8);
    const Vec3 faster = 0.5 * (acceleration + direct.acceleration());
    ASSERT_LT((direct.velocity() - velocity - 1e-3 * faster).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace hexad::cueing
