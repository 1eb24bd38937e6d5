// darren decision 9 and what a pilot must never feel: cueing through the whole core, with the governor
// watching.

#include <cstdlib>
#include <random>

#include "core/bench.hpp"
#include "protocols/telemetry/contract.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

StreamTarget cue(const Vec3& rate, const Vec3& acceleration) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::cue;
  target.cue.rate = rate;
  target.cue.linear = acceleration;
  return target;
}

/// A host in run that sends the vehicle's motion at 100 Hz.
struct Driving {
  Bench& bench;
  StreamTarget target = cue(Vec3::Zero(), Vec3::Zero());
  bool on = true;
  explicit Driving(Bench& b) : bench{b} {
    bench.run(0.01);
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 2);
    bench.each_tick = [this] {
      if (on && bench.telemetry().tick % 10 == 0)
        bench.ask({0, kStreamHost, bench.now, &kStreaming, 2, target});
    };
    bench.run_until(State::running, 1);
  }
};

TEST(Decision9, ForwardAccelerationMovesForwardAndThenHoldsTheNoseUp) {
  Bench bench{Initial::neutral};
  Driving car{bench};
  car.target = cue(Vec3::Zero(), {0, 1, 0});
  bench.run(0.5);
  EXPECT_EQ(bench.telemetry().program, ProgramKind::cueing);
  EXPECT_GT(bench.actual().position.y(), 0.005);
  bench.run(20);
  const Mat3 r = bench.actual().rotation.toRotationMatrix();
  EXPECT_NEAR(std::atan2(r(2, 1), r(2, 2)), std::asin(0.7 * 1 / kGravity), 0.1 * kDegree);
  EXPECT_FALSE(bench.telemetry().clamped);
}

TEST(Decision9, AfterSilenceTheInputFadesForHalfASecondThenItHolds) {
  Bench bench{Initial::neutral};
  Driving car{bench};
  car.target = cue(Vec3::Zero(), {0, 2, 0});
  bench.run(3);
  car.on = false;
  const TimePoint silent = bench.now;
  bench.run(0.35);
  EXPECT_EQ(bench.state(), State::running) << "fading";
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  const double waited = to_seconds(bench.now - silent);
  EXPECT_GT(waited, 0.68);
  EXPECT_LT(waited, 1.3);
  EXPECT_TRUE(bench.telemetry().host_lost);
  car.on = true;
  bench.run(1);
  EXPECT_EQ(bench.state(), State::holding) << "the same word does not run it again";
}

TEST(Decision9, EnteringAndLeavingIsContinuous) {
  Bench bench{Initial::neutral};
  Driving car{bench};
  StreamTarget there;
  there.kind = StreamTarget::Kind::pose;
  there.pose.position = {0.05, 0.05, 0.03};
  car.target = there;
  bench.run(2);
  double fastest = 0.0;
  const auto watch = [&] {
    fastest = std::max(fastest, bench.telemetry().commanded.acceleration.linear.cwiseAbs().maxCoeff());
    return false;
  };
  car.target = cue({0.1, 0, 0}, {1, 1, 1});
  bench.run_until(watch, 3);
  EXPECT_EQ(bench.telemetry().program, ProgramKind::cueing);
  car.target = there;
  bench.run_until(watch, 3);
  EXPECT_EQ(bench.telemetry().program, ProgramKind::follow_pose);
  EXPECT_LT((bench.actual().position - there.pose.position).norm(), 1e-3);
  EXPECT_LE(fastest, bench.machine.limits.translation.acceleration);
}

TEST(Decision9, ValuesThatAreNoNumbersMoveNothing) {
  Bench bench{Initial::neutral};
  Driving car{bench};
  car.target = cue({std::nan(""), 0, 0}, {0, 2, 0});
  bench.run(1);
  EXPECT_LT(bench.actual().position.norm(), 1e-4);
}

/// Vehicles at random: manoeuvres of random size, length and axis, one after another, some at once.
class RandomVehicle {
 public:
  explicit RandomVehicle(unsigned seed) : random_{seed} {}
  StreamTarget next() {
    std::uniform_real_distribution<double> any{-1.0, 1.0};
    if (--left_ <= 0) {
      left_ = static_cast<int>(30 + 200 * std::abs(any(random_)));
      for (int i = 0; i < 3; ++i) {
        acceleration_[i] = any(random_) > 0.2 ? 6.0 * any(random_) : 0.0;
        rate_[i] = any(random_) > 0.2 ? 0.8 * any(random_) : 0.0;
      }
    }
    return cue(rate_, acceleration_);
  }

 private:
  std::mt19937 random_;
  Vec3 rate_ = Vec3::Zero();
  Vec3 acceleration_ = Vec3::Zero();
  int left_ = 0;
};

class CueingOn : public ::testing::TestWithParam<const char*> {};

TEST_P(CueingOn, TheNormalPresetNeverNeedsTheGovernor) {
  const unsigned vehicles = std::getenv("HEXAD_LONG") != nullptr ? 1000 : 60;
  for (unsigned seed = 1; seed <= vehicles; ++seed) {
    Bench bench{Initial::neutral, GetParam()};
    Driving car{bench};
    RandomVehicle vehicle{seed};
    for (int i = 0; i < 1000; ++i) {
      car.target = vehicle.next();
      bench.run(0.01);
      ASSERT_EQ(bench.state(), State::running);
      ASSERT_FALSE(bench.telemetry().limit)
          << "seed " << seed << " at " << i * 0.01 << " s: " << to_string(bench.telemetry().limit.limit)
          << " asked " << bench.telemetry().limit.value << " allowed " << bench.telemetry().limit.bound;
      ASSERT_FALSE(bench.telemetry().clamped) << "seed " << seed << " at " << i * 0.01 << " s";
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Presets, CueingOn,
                         ::testing::Values("standard-400", "allcontroller-1200", "allcontroller-3dof-rotary",
                                           "rectangle-4", "pitch-roll-2"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Whoever stands on it is not left tilted by a game that was closed.
TEST(Cueing, AGameThatFallsSilentLeavesThePlatformAtNeutral) {
  const Contract game = protocols::telemetry::contract_with(std::chrono::milliseconds{200});
  Bench bench{Initial::neutral};
  bench.run(0.05);
  bench.ask({0, kStreamHost, bench.now, &game, 2, StreamTarget{}});
  bench.ask(kDesk, kOperator, Give{kStreamHost});
  bench.run(0.01);
  bench.ask({0, kStreamHost, bench.now, &game, 2, Go{Step::run}});
  bench.run(0.01);
  for (int i = 0; i < 400; ++i) {
    bench.ask({0, kStreamHost, bench.now, &game, 2, cue(Vec3::Zero(), {-3.0, 0.0, 0.0})});
    bench.run(0.01);
  }
  ASSERT_EQ(bench.state(), State::running);
  const auto tilt = [&] { return angle_between(bench.actual().rotation, Quat::Identity()); };
  ASSERT_GT(tilt(), 3.0 * kDegree);
  ASSERT_TRUE(bench.run_until(State::holding, 12));
  EXPECT_LT(tilt(), 0.5 * kDegree);
  EXPECT_LT(bench.actual().position.norm(), 5.0 * kMillimetre);
  // It comes back, and nothing moves before the operator says so.
  for (int i = 0; i < 200; ++i) {
    bench.ask({0, kStreamHost, bench.now, &game, 2, cue(Vec3::Zero(), {-3.0, 0.0, 0.0})});
    bench.run(0.01);
  }
  EXPECT_EQ(bench.state(), State::holding);
  EXPECT_LT(tilt(), 0.5 * kDegree);
}

}  // namespace
}  // namespace hexad::testing
