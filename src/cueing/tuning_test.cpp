// Single numbers in the place of a preset's own: each acts, none lets the platform leave what the preset
// promised.

#include "cueing/tuning.hpp"

#include "cueing/engine.hpp"
#include "cueing/presets.hpp"
#include "cueing/testing/platform.hpp"
#include "cueing/testing/vehicle.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/reachable.hpp"
#include "model/event.hpp"

namespace hexad::cueing {
namespace {

using testing::kStep;
using testing::RandomDrive;

bool same(const Settings& a, const Settings& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (a.translation[i].gain != b.translation[i].gain || a.translation[i].limit != b.translation[i].limit ||
        a.translation[i].high_pass != b.translation[i].high_pass ||
        a.rotation[i].gain != b.rotation[i].gain || a.rotation[i].limit != b.rotation[i].limit ||
        a.rotation[i].high_pass != b.rotation[i].high_pass)
      return false;
  }
  return a.tilt.gain == b.tilt.gain && a.tilt.low_pass == b.tilt.low_pass && a.tilt.rate == b.tilt.rate &&
         a.tilt.most == b.tilt.most && a.head == b.head && a.rotation_point == b.rotation_point;
}

TEST(Tuning, NothingGivenIsThePresetItself) {
  for (const PresetInfo& info : presets()) {
    CueTuning tuning;
    tuning.preset = info.preset;
    EXPECT_TRUE(same(derive(testing::standard(), tuning), derive(testing::standard(), info.preset)))
        << info.name;
  }
}

/// What the engine moves by, in all, when the vehicle brakes, turns, climbs.
double moved(const Settings& settings) {
  Engine engine{testing::standard(), settings, kStep};
  double sum = 0.0;
  for (int i = 0; i < 4000; ++i) {
    const double t = i * kStep;
    const Motion& m =
        engine.step({{0.3 * std::sin(2 * t), 0.2 * std::cos(t), 0.25}, {1.0, -1.5, std::sin(3 * t)}});
    sum += m.pose.position.norm() + angle_between(m.pose.rotation, Quat::Identity());
  }
  return sum;
}

TEST(Tuning, EveryNumberThatMayBeGivenChangesTheMotion) {
  for (const TuningNumber& number : tuning_numbers()) {
    CueTuning tuning;
    number.at(tuning) = 0.5 * (number.range->low + number.range->high) * number.range->scale * 0.9;
    ASSERT_TRUE(is_valid(tuning)) << number.key;
    EXPECT_GT(std::abs(moved(derive(testing::standard(), tuning)) -
                       moved(derive(testing::standard(), Preset::normal))),
              1e-3)
        << number.key;
  }
  CueTuning about;
  about.rotation_point = {0.0, 0.0, 0.5};
  EXPECT_GT(std::abs(moved(derive(testing::standard(), about)) -
                     moved(derive(testing::standard(), Preset::normal))),
            1e-3);
}

TEST(Tuning, ANumberGivenWinsOverTheBoardAndTheBoardOverThePreset) {
  Machine machine = testing::standard();
  machine.washout.high_pass = {1.5, 1.5, 0, 0, 2.5, 0};
  machine.washout.tilt_low_pass = {0, 1.25, 0, 0, 0, 0};
  CueTuning tuning;
  tuning.high_pass[0] = 2.25;
  EXPECT_EQ(derive(machine, tuning).translation[0].high_pass, 2.25);
  EXPECT_EQ(derive(machine, tuning).translation[1].high_pass, 1.5);
  EXPECT_EQ(derive(machine, tuning).tilt.low_pass, 1.25);
  tuning.tilt_low_pass = 0.75;
  EXPECT_EQ(derive(machine, tuning).tilt.low_pass, 0.75);
}

TEST(Tuning, ALowerCornerBringsTheInputLimitDownSoThatTravelStays) {
  const Settings plain = derive(testing::standard(), Preset::normal);
  CueTuning tuning;
  tuning.high_pass.fill(0.5);
  const Settings slow = derive(testing::standard(), tuning);
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double reach = testing::standard().reach[axis];
    EXPECT_LE(bounds_of(slow, axis).travel, 0.61 * reach) << axis;
    EXPECT_LE(bounds_of(slow, axis).speed, bounds_of(plain, axis).speed * (1 + 1e-12)) << axis;
  }
  EXPECT_NEAR(slow.translation[0].limit, 0.6 * testing::standard().reach[0] * 0.25, 1e-12);
  EXPECT_LT(slow.translation[0].limit, 0.1 * plain.translation[0].limit);
}

TEST(Tuning, ARotationPointFarAwayLeavesLessRotationAndTilt) {
  const Machine machine = testing::standard();
  CueTuning tuning;
  tuning.rotation_point = {0.0, 0.0, 1.5};
  const Settings far = derive(machine, tuning);
  const Settings plain = derive(machine, Preset::normal);
  for (std::size_t i = 0; i < 2; ++i) {
    const double angle = bounds_of(far, 3 + i).travel;
    const double shift = 1.5 * angle;  // of the centre
    EXPECT_LE(angle / machine.reach[3 + i] + shift / machine.reach[1 - i], 0.61) << i;
    EXPECT_LT(far.rotation[i].limit, 0.6 * plain.rotation[i].limit) << i;
    EXPECT_GT(far.rotation[i].limit, 0.05 * plain.rotation[i].limit) << i;
  }
  EXPECT_EQ(far.rotation[2].limit, plain.rotation[2].limit) << "yaw turns about the same line";
  EXPECT_LT(far.tilt.most, 0.6 * plain.tilt.most);
}

TEST(Tuning, RangesAreWhereTheySayAndNaNIsOutside) {
  for (const TuningNumber& number : tuning_numbers()) {
    CueTuning tuning;
    for (const double inside : {number.range->low, number.range->high}) {
      number.at(tuning) = inside * number.range->scale;
      EXPECT_TRUE(is_valid(tuning)) << number.key << ' ' << inside;
    }
    for (const double outside : {number.range->low - 0.001, number.range->high + 0.001, std::nan("")}) {
      number.at(tuning) = outside * number.range->scale;
      EXPECT_FALSE(is_valid(tuning)) << number.key << ' ' << outside;
    }
  }
  CueTuning far;
  far.head = {0, 0, 6.0};
  EXPECT_FALSE(is_valid(far));
  far.head = {0, std::nan(""), 1.0};
  EXPECT_FALSE(is_valid(far));
}

CueTuning random_tuning(std::mt19937& random) {
  std::uniform_real_distribution<double> unit{0.0, 1.0};
  CueTuning tuning;
  for (const TuningNumber& number : tuning_numbers()) {
    if (unit(random) < 0.4) continue;
    const TuningRange& range = *number.range;
    number.at(tuning) = std::clamp(range.low + (range.high - range.low) * unit(random) * unit(random),
                                   range.low, range.high) *
                        range.scale;
  }
  if (unit(random) < 0.5)
    tuning.rotation_point = {unit(random) - 0.5, unit(random) - 0.5, 1.5 * unit(random)};
  return tuning;
}

/// Seeds 1…60: what is given at random, with vehicles at random.
TEST(Tuning, WhateverIsGivenNormalNeverReachesALimitOfThePlatform) {
  const Machine machine = testing::standard();
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random{seed};
    const CueTuning tuning = random_tuning(random);
    ASSERT_TRUE(is_valid(tuning));
    Classical engine{derive(machine, tuning), kStep};
    RandomDrive drive{seed};
    for (int i = 0; i < 15'000; ++i) {
      const Motion& m = engine.step(drive.next());
      if (i % 5 != 0) continue;
      const LimitHit hit = kinematics::first_hit(machine, m.pose, kinematics::StrokeUse::less_margin);
      ASSERT_FALSE(hit) << "seed " << seed << " tick " << i << ' ' << to_string(hit.limit);
      ASSERT_LE(m.velocity.linear.cwiseAbs().maxCoeff(), machine.limits.translation.velocity) << seed;
      ASSERT_LE(m.velocity.angular.cwiseAbs().maxCoeff(), machine.limits.rotation.velocity) << seed;
      ASSERT_LE(m.acceleration.linear.cwiseAbs().maxCoeff(), machine.limits.translation.acceleration) << seed;
      ASSERT_LE(m.acceleration.angular.cwiseAbs().maxCoeff(), machine.limits.rotation.acceleration) << seed;
      Vec6 twist;
      twist << m.velocity.linear, m.velocity.angular;
      const Vec6 legs = kinematics::jacobian(machine, m.pose) * twist;
      ASSERT_LE(legs.cwiseAbs().maxCoeff(), machine.limits.leg.velocity) << seed;
    }
  }
}

/// Seeds 1…12: another tuning every 0.7 s, engines among it.
TEST(Tuning, AChangeWhileRunningIsContinuousAndNeverFasterInTiltThanTheFasterOfBoth) {
  const Machine machine = testing::standard();
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random{seed};
    CueTuning tuning;
    Engine engine{machine, derive(machine, tuning), kStep};
    RandomDrive drive{seed};
    std::array<double, 5> rates;  // a change takes a second, and the next begins where it was; newest last
    rates.fill(3 * kDegree);
    Motion last;
    for (int i = 0; i < 14'000; ++i) {
      if (i % 700 == 350) {
        tuning = random_tuning(random);
        if (seed % 3 == 0 && i % 2100 == 350) tuning.engine = CueEngine::predictive;
        const Settings settings = derive(machine, tuning);
        engine.change(settings);
        rates = {rates[1], rates[2], rates[3], rates[4], settings.tilt.rate};
      }
      const Motion& m = engine.step(drive.next());
      // Predictive is left within 2 s, with the rate it had.
      const double allowed = seed % 3 == 0 ? 6 * kDegree : *std::max_element(rates.begin(), rates.end());
      ASSERT_LE(engine.tilt_rate(), allowed * (1 + 1e-9)) << "seed " << seed << " tick " << i;
      if (i > 0) {
        const Vec3 jump = m.pose.position - last.pose.position - kStep * last.velocity.linear;
        ASSERT_LE(jump.norm(), 1e-5) << "seed " << seed << " tick " << i;
        ASSERT_LE((m.velocity.linear - last.velocity.linear).norm(), 0.02)
            << "seed " << seed << " tick " << i;
        ASSERT_LE((m.velocity.angular - last.velocity.angular).norm(), 0.02)
            << "seed " << seed << " tick " << i;
      }
      last = m;
    }
  }
}

TEST(Tuning, TheTiltIsNoFasterThanThePlatformCanTurnRound) {
  Machine slow = testing::standard();
  slow.limits.rotation = {25 * kDegree, 150 * kDegree, 2000 * kDegree};
  CueTuning tuning;
  tuning.tilt_rate = 6 * kDegree;
  EXPECT_NEAR(derive(testing::standard(), tuning).tilt.rate, 6 * kDegree, 1e-12);
  EXPECT_NEAR(derive(slow, tuning).tilt.rate, 3.6 * kDegree, 1e-12);
  tuning.tilt_rate = 2 * kDegree;
  EXPECT_EQ(derive(slow, tuning).tilt.rate, 2 * kDegree);
}

}  // namespace
}  // namespace hexad::cueing
