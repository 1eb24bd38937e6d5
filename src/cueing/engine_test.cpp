// The predictive engine, and going over between it and the classical one: signs, limits, the tilt in every
// sample.

#include "cueing/engine.hpp"

#include <random>

#include "cueing/perception.hpp"
#include "cueing/presets.hpp"
#include "cueing/testing/platform.hpp"
#include "kinematics/inverse.hpp"
#include "model/event.hpp"

namespace hexad::cueing {
namespace {

constexpr double kStep = 1e-3;

const Machine& platform() {
  static const Machine machine = testing::standard();
  return machine;
}
Settings with(EngineKind engine, Preset preset = Preset::normal) {
  return derive(platform(), preset, engine);
}
VehicleMotion accelerating(double right, double forward, double up) {
  return {Vec3::Zero(), {right, forward, up}};
}

double pitch_of(const Motion& motion) {
  const Mat3 r = motion.pose.rotation.toRotationMatrix();
  return std::atan2(r(2, 1), r(2, 2));
}
double roll_of(const Motion& motion) { return std::asin(-motion.pose.rotation.toRotationMatrix()(2, 0)); }

/// Steps of random size and length on all six axes.
class RandomVehicle {
 public:
  explicit RandomVehicle(unsigned seed) : random_{seed} {}
  const VehicleMotion& next() {
    std::uniform_real_distribution<double> any{-1.0, 1.0};
    if (--left_ <= 0) {
      left_ = static_cast<int>(300 + 2000 * std::abs(any(random_)));
      for (int i = 0; i < 3; ++i) {
        now_.acceleration[i] = any(random_) > 0.2 ? 6.0 * any(random_) : 0.0;
        now_.rate[i] = any(random_) > 0.2 ? 0.8 * any(random_) : 0.0;
      }
    }
    return now_;
  }

 private:
  std::mt19937 random_;
  VehicleMotion now_;
  int left_ = 0;
};

TEST(Predictive, SustainedForwardAccelerationMovesForwardThenHoldsTheNoseUp) {
  Engine engine{platform(), with(EngineKind::predictive), kStep};
  Motion motion;
  for (int i = 0; i < 300; ++i) motion = engine.step(accelerating(0, 1, 0));
  EXPECT_GT(motion.pose.position.y(), 0.002);
  for (int i = 0; i < 20'000; ++i) motion = engine.step(accelerating(0, 1, 0));
  EXPECT_NEAR(pitch_of(motion), std::asin(0.85 * 1.0 / kGravity), 0.3 * kDegree);
  EXPECT_NEAR(roll_of(motion), 0.0, 1e-6);
}

TEST(Predictive, SustainedAccelerationToTheRightMovesRightThenLowersTheLeftSide) {
  Engine engine{platform(), with(EngineKind::predictive), kStep};
  Motion motion;
  for (int i = 0; i < 300; ++i) motion = engine.step(accelerating(1, 0, 0));
  EXPECT_GT(motion.pose.position.x(), 0.002);
  for (int i = 0; i < 20'000; ++i) motion = engine.step(accelerating(1, 0, 0));
  EXPECT_NEAR(roll_of(motion), -std::asin(0.85 * 1.0 / kGravity), 0.3 * kDegree);
}

TEST(Predictive, RotationsAndHeaveBeginTheWayOfTheVehicle) {
  for (int axis = 0; axis < 3; ++axis) {
    Engine engine{platform(), with(EngineKind::predictive), kStep};
    VehicleMotion vehicle;
    vehicle.rate[axis] = 0.2;
    for (int i = 0; i < 400; ++i) engine.step(vehicle);
    EXPECT_GT(rotation_vector(engine.step(vehicle).pose.rotation)[axis], 1 * kDegree) << axis;
  }
  Engine engine{platform(), with(EngineKind::predictive), kStep};
  for (int i = 0; i < 300; ++i) engine.step(accelerating(0, 0, 1));
  EXPECT_GT(engine.step(accelerating(0, 0, 1)).pose.position.z(), 0.0008) << "only its onset";
}

TEST(Predictive, AVehicleAtRestMovesNothingAndAStepBeginsWithoutAKick) {
  Engine engine{platform(), with(EngineKind::predictive), kStep};
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(engine.step({}).pose.position.norm(), 0.0);
  Motion before = engine.step({});
  for (int i = 0; i < 500; ++i) {
    const Motion now = engine.step(accelerating(2, 2, 2));
    const double jerk = (now.acceleration.linear - before.acceleration.linear).cwiseAbs().maxCoeff() / kStep;
    ASSERT_LE(jerk, platform().limits.translation.jerk) << i;
    before = now;
  }
}

TEST(Predictive, TheSameInputGivesTheSameBits) {
  Engine one{platform(), with(EngineKind::predictive), kStep};
  Engine other{platform(), with(EngineKind::predictive), kStep};
  RandomVehicle vehicle{5};
  for (int i = 0; i < 10'000; ++i) {
    const VehicleMotion now = vehicle.next();
    const Motion a = one.step(now);
    const Motion b = other.step(now);
    ASSERT_EQ(a.pose.position, b.pose.position) << i;
    ASSERT_EQ(a.pose.rotation.coeffs(), b.pose.rotation.coeffs()) << i;
  }
}

TEST(Predictive, At100HzItMovesAsAt1kHzWithinAFewMillimetres) {
  Engine fine{platform(), with(EngineKind::predictive), 1e-3};
  Engine coarse{platform(), with(EngineKind::predictive), 1e-2};
  double most = 0.0;
  double apart = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const double t = 0.01 * i;
    const VehicleMotion vehicle{{0.1 * std::sin(t), 0.0, 0.0},
                                {1.5 * std::sin(1.3 * t), 1.5 * std::sin(0.7 * t), std::sin(2.0 * t)}};
    Motion a;
    for (int k = 0; k < 10; ++k) a = fine.step(vehicle);
    const Motion b = coarse.step(vehicle);
    most = std::max(most, a.pose.position.norm());
    apart = std::max(apart, (a.pose.position - b.pose.position).norm());
  }
  EXPECT_GT(most, 0.05);
  EXPECT_LT(apart, 0.15 * most);
}

class PredictiveDrive : public ::testing::TestWithParam<Preset> {};

TEST_P(PredictiveDrive, KeepsEveryLegInsideAndTheTiltBelowItsRateInEverySample) {
  const Machine& machine = platform();
  const Settings settings = with(EngineKind::predictive, GetParam());
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Engine engine{machine, settings, kStep};
    RandomVehicle vehicle{seed};
    for (int i = 0; i < 10'000; ++i) {
      const Motion& motion = engine.step(vehicle.next());
      ASSERT_LE(engine.tilt_rate(), settings.tilt.rate * (1 + 1e-12)) << i;
      if (i % 5 != 0) continue;
      const LimitHit hit = kinematics::first_hit(machine, motion.pose, kinematics::StrokeUse::less_margin);
      ASSERT_FALSE(hit) << i << ' ' << to_string(hit.limit) << ' ' << hit.value << ' ' << hit.bound;
      const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
      ASSERT_LE(legs.velocity.cwiseAbs().maxCoeff(), machine.limits.leg.velocity) << i;
      ASSERT_LE(legs.acceleration.cwiseAbs().maxCoeff(), machine.limits.leg.acceleration) << i;
      ASSERT_LE(motion.velocity.linear.cwiseAbs().maxCoeff(), machine.limits.translation.velocity) << i;
    }
    EXPECT_EQ(engine.fallbacks(), 0);
  }
}
INSTANTIATE_TEST_SUITE_P(Presets, PredictiveDrive,
                         ::testing::Values(Preset::gentle, Preset::normal, Preset::car), [](const auto& one) {
                           return std::string{presets()[static_cast<std::size_t>(one.param)].name};
                         });

TEST(Engine, ChosenClassicalItIsTheClassicalEngineBitByBit) {
  Engine engine{platform(), with(EngineKind::classical), kStep};
  Classical classical{with(EngineKind::classical), kStep};
  RandomVehicle vehicle{3};
  for (int i = 0; i < 5000; ++i) {
    const VehicleMotion now = vehicle.next();
    ASSERT_EQ(engine.step(now).pose.position, classical.step(now).pose.position) << i;
  }
  EXPECT_EQ(engine.predictive().plans(), 0) << "nothing is worked out that is not used";
}

TEST(Engine, EnginesAndPresetsMayChangeAllTheTimeWithoutAJumpAndWithoutAFasterTilt) {
  const Rates& move = platform().limits.translation;
  const Rates& turn = platform().limits.rotation;
  Engine engine{platform(), with(EngineKind::classical), kStep};
  RandomVehicle vehicle{11};
  Motion before;
  double least = 1.0;
  double most = 0.0;
  for (int i = 0; i < 60'000; ++i) {
    // Every 3.1 s, so that some changes come while another is under way.
    if (i % 3100 == 3099) {
      const auto k = static_cast<std::size_t>(i / 3100);
      engine.change(
          with(k % 3 == 0 ? EngineKind::classical : EngineKind::predictive, presets()[k % 2].preset));
    }
    VehicleMotion small = vehicle.next();
    small.acceleration *= 0.3;
    small.rate *= 0.3;
    const Motion now = engine.step(small);
    least = std::min(least, engine.predictive_share());
    most = std::max(most, engine.predictive_share());
    ASSERT_LE(engine.tilt_rate(), 3 * kDegree * (1 + 1e-12)) << i;
    ASSERT_LE((now.pose.position - before.pose.position).cwiseAbs().maxCoeff(), kStep * move.velocity) << i;
    ASSERT_LE(angle_between(now.pose.rotation, before.pose.rotation), kStep * turn.velocity) << i;
    ASSERT_LE((now.velocity.linear - before.velocity.linear).cwiseAbs().maxCoeff(), kStep * move.acceleration)
        << i;
    ASSERT_LE((now.acceleration.linear - before.acceleration.linear).cwiseAbs().maxCoeff(), kStep * move.jerk)
        << i;
    // What it says of velocity and acceleration is what the pose does.
    ASSERT_NEAR((now.pose.position - before.pose.position).norm() / kStep,
                (0.5 * (now.velocity.linear + before.velocity.linear)).norm(), 2e-4)
        << i;
    before = now;
  }
  EXPECT_EQ(least, 0.0);
  EXPECT_EQ(most, 1.0);
}

TEST(Engine, ANumberThatIsNoneCountsAsTheOneBefore) {
  Engine one{platform(), with(EngineKind::predictive), kStep};
  Engine other{platform(), with(EngineKind::predictive), kStep};
  for (int i = 0; i < 2000; ++i) {
    VehicleMotion in = accelerating(0, 1, 0);
    const Motion a = one.step(in);
    if (i % 7 == 3) in.acceleration.x() = std::nan("");
    const Motion b = other.step(in);
    ASSERT_EQ(a.pose.position, b.pose.position);
  }
}

TEST(Engine, WithoutAPlanItFallsBackToClassicalSmoothlyAndCountsIt) {
  // A machine whose legs are outside already: no plan can bring them in, and the engine must say so.
  Machine narrow = platform();
  narrow.limits.translation.acceleration = 1e-6;
  narrow.limits.rotation.acceleration = 1e-6;
  Settings settings = with(EngineKind::predictive);
  Engine engine{narrow, settings, kStep};
  Motion before;
  for (int i = 0; i < 30'000; ++i) {
    const Motion now = engine.step(accelerating(0, i < 25'000 ? 6.0 : 0.0, 0));
    ASSERT_LE((now.velocity.linear - before.velocity.linear).cwiseAbs().maxCoeff(), kStep * 4.0) << i;
    ASSERT_LE(engine.tilt_rate(), settings.tilt.rate * (1 + 1e-12)) << i;
    before = now;
  }
  EXPECT_GE(engine.fallbacks(), 1);
}

TEST(Engine, FadedOutItComesBackToNeutral) {
  Engine engine{platform(), with(EngineKind::predictive), kStep};
  for (int i = 0; i < 8000; ++i) engine.step({{0.1, 0.1, 0.1}, {1, 2, 0.5}});
  engine.fade(false, 0.5);
  for (int i = 0; i < 60'000; ++i) engine.step({{0.1, 0.1, 0.1}, {1, 2, 0.5}});
  EXPECT_TRUE(engine.faded_out());
  EXPECT_LT(engine.step({}).pose.position.norm(), 1e-3);
  EXPECT_LT(rotation_vector(engine.step({}).pose.rotation).norm(), 1e-2 * kDegree);
}

}  // namespace
}  // namespace hexad::cueing
