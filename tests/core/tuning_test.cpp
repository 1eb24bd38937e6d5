// Another tuning of the cueing while it runs: by the operator alone, smooth, kept, and told.

#include "core/bench.hpp"
#include "cueing/presets.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

StreamTarget vehicle(const Vec3& rate, const Vec3& acceleration) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::cue;
  target.cue.rate = rate;
  target.cue.linear = acceleration;
  return target;
}

/// A host in run that sends the vehicle's motion at 100 Hz.
struct Driving : Bench {
  StreamTarget target = vehicle(Vec3::Zero(), {0.5, 1.5, 0});
  explicit Driving(const std::string& platform = "standard-400") : Bench{Initial::neutral, platform} {
    run(0.01);
    ask(kStreamHost, kStreaming, Go{Step::run}, 2);
    each_tick = [this] {
      if (telemetry().tick % 10 == 0) Bench::ask({0, kStreamHost, now, &kStreaming, 2, target});
    };
    run_until(State::running, 1);
  }
  double pitch() const {
    const Mat3 r = actual().rotation.toRotationMatrix();
    return std::atan2(r(2, 1), r(2, 2));
  }
};

TEST(TuneCueing, OnlyTheOperatorMay) {
  Driving car;
  CueTuning tuning;
  tuning.tilt_gain = 0.2;
  const Tag host = car.ask(kStreamHost, kStreaming, TuneCueing{tuning}, 2);
  car.run(0.01);
  ASSERT_TRUE(car.last_answer(host).has_value());
  EXPECT_EQ(car.last_answer(host)->refusal, Refusal::operators_only);
  EXPECT_EQ(car.telemetry().cue.tuned, 0u);
  const Tag desk = car.ask(kDesk, kOperator, TuneCueing{tuning});
  car.run(0.01);
  EXPECT_EQ(car.last_answer(desk)->outcome, Outcome::done);
  EXPECT_EQ(car.telemetry().cue.tuned, 1u);
  EXPECT_EQ(car.telemetry().driver, kStreamHost) << "who drives goes on driving";
  EXPECT_EQ(car.state(), State::running);
}

TEST(TuneCueing, ANumberOutOfItsRangeIsRefusedAndChangesNothing) {
  Driving car;
  for (const double rate : {0.0, 7 * kDegree, std::nan("")}) {
    CueTuning tuning;
    tuning.tilt_rate = rate;
    const Tag tag = car.ask(kDesk, kOperator, TuneCueing{tuning});
    car.run(0.01);
    EXPECT_EQ(car.last_answer(tag)->refusal, Refusal::bad_program) << rate;
  }
  EXPECT_EQ(car.telemetry().cue.tuned, 0u);
}

TEST(TuneCueing, TheTiltGainGivenHoldsTheNoseUpByThatMuchWithoutTheGovernor) {
  Driving car;
  car.target = vehicle(Vec3::Zero(), {0, 1, 0});
  car.run(12);
  EXPECT_NEAR(car.pitch(), std::asin(0.7 / kGravity), 0.1 * kDegree);
  CueTuning tuning;
  tuning.tilt_gain = 0.3;
  car.ask(kDesk, kOperator, TuneCueing{tuning});
  double fastest = 0.0;
  car.run_until(
      [&] {
        EXPECT_FALSE(car.telemetry().limit);
        fastest = std::max(fastest, car.telemetry().cue.tilt_rate);
        return false;
      },
      12);
  EXPECT_NEAR(car.pitch(), std::asin(0.3 / kGravity), 0.1 * kDegree);
  EXPECT_LE(fastest, 3 * kDegree * (1 + 1e-9));
  EXPECT_GT(fastest, 0.5 * kDegree);
}

TEST(TuneCueing, IsKeptWhenAnotherMachineIsAdopted) {
  Bench bench{Initial::origin};
  bench.run(0.01);
  CueTuning tuning;
  tuning.tilt_gain = 0.3;
  bench.ask(kDesk, kOperator, TuneCueing{tuning});
  bench.run(0.01);
  Machine same = bench.machine;
  same.revision += 1;
  const Tag adopt = bench.ask(kDesk, kOperator, AdoptMachine{&same});
  bench.run(0.01);
  ASSERT_EQ(bench.last_answer(adopt)->outcome, Outcome::done);
  EXPECT_EQ(bench.telemetry().cue.tuned, 1u);
  bench.ask(kDesk, kOperator, Go{Step::raise});
  ASSERT_TRUE(bench.run_until(State::ready, 20));
  bench.run(0.1);  // the operator's lease ends with the motion
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 2);
  bench.each_tick = [&] {
    if (bench.telemetry().tick % 10 == 0)
      bench.ask({0, kStreamHost, bench.now, &kStreaming, 2, vehicle(Vec3::Zero(), {0, 1, 0})});
  };
  ASSERT_TRUE(bench.run_until(State::running, 1))
      << to_string(bench.state()) << ", " << to_string(bench.telemetry().why_not);
  bench.run(12);
  const Mat3 r = bench.actual().rotation.toRotationMatrix();
  EXPECT_NEAR(std::atan2(r(2, 1), r(2, 2)), std::asin(0.3 / kGravity), 0.1 * kDegree);
}

TEST(CueReport, SaysWhatTheHeadFeelsExactlyAsTheCommandedMotionHasIt) {
  Driving car;
  CueTuning tuning;
  tuning.head = {0.1, 0.2, 1.2};
  car.ask(kDesk, kOperator, TuneCueing{tuning});
  car.target = vehicle({0.3, -0.2, 0.2}, {1.0, -1.5, 0.5});
  car.run(0.4);
  for (int i = 0; i < 300; ++i) {
    car.tick();
    const CueReport& cue = car.telemetry().cue;
    const Motion& m = car.telemetry().commanded;
    const Mat3 r = m.pose.rotation.toRotationMatrix();
    const Vec3 arm = r * tuning.head;
    const Vec3 w = m.velocity.angular;
    const Vec3 a = m.acceleration.linear + m.acceleration.angular.cross(arm) + w.cross(w.cross(arm));
    const Vec3 g{0, 0, kGravity};
    ASSERT_LT((cue.felt_force - (r.transpose() * (a + g) - g)).norm(), 1e-12);
    ASSERT_LT((cue.felt_rate - r.transpose() * w).norm(), 1e-12);
  }
  const CueReport& cue = car.telemetry().cue;
  EXPECT_TRUE(cue.active);
  EXPECT_EQ(cue.vehicle.acceleration, Vec3(1.0, -1.5, 0.5));
  EXPECT_EQ(cue.vehicle.rate, Vec3(0.3, -0.2, 0.2));
  EXPECT_GT(cue.felt_force.norm(), 0.05);
  EXPECT_GT(cue.felt_rate.norm(), 0.01);
  EXPECT_GT(cue.tilt_rate, 0.0);
  EXPECT_EQ(cue.predictive_share, 0.0);
}

TEST(CueReport, SpecificForceIsTakenWithoutItsGravity) {
  Driving ship;
  CueTuning tuning;
  tuning.input = CueInput::specific_force;
  ship.ask(kDesk, kOperator, TuneCueing{tuning});
  ship.target = vehicle(Vec3::Zero(), {0, 0.5, kGravity});
  ship.run(0.2);
  EXPECT_NEAR(ship.telemetry().cue.vehicle.acceleration.z(), 0.0, 1e-12);
}

TEST(CueReport, WithoutCueingItIsNotActiveAndALevelStillCabinFeelsNothing) {
  Bench bench{Initial::neutral};
  bench.run(0.1);
  const CueReport& cue = bench.telemetry().cue;
  EXPECT_FALSE(cue.active);
  EXPECT_LT(cue.felt_force.norm(), 1e-9);
  EXPECT_LT(cue.felt_rate.norm(), 1e-12);
}

/// Seeds 1…10: another tuning every half second, also of the engine and the input, while a vehicle does what
/// it likes.
TEST(TuneCueing, AllTheTimeAtRandomItNeverNeedsAnEmergencyNorLeavesTheTiltRate) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> unit{0.0, 1.0};
    Driving car;
    double allowed = 6 * kDegree;
    for (int i = 0; i < 20; ++i) {
      CueTuning tuning;
      tuning.preset = static_cast<CuePreset>(random() % 6);
      tuning.engine = seed % 2 == 0 && unit(random) < 0.4 ? CueEngine::predictive : CueEngine::classical;
      for (std::size_t k = 0; k < kAxes; ++k) {
        if (unit(random) < 0.5) tuning.gain[k] = 1.5 * unit(random);
        if (unit(random) < 0.5) tuning.high_pass[k] = 0.1 + 9.9 * unit(random) * unit(random);
      }
      if (unit(random) < 0.5) tuning.tilt_rate = (0.5 + 5.5 * unit(random)) * kDegree;
      if (unit(random) < 0.3) tuning.rotation_point = {0, 0, unit(random)};
      car.ask(kDesk, kOperator, TuneCueing{tuning});
      car.target = vehicle({unit(random) - 0.5, unit(random) - 0.5, unit(random) - 0.5},
                           {6 * unit(random) - 3, 6 * unit(random) - 3, 4 * unit(random) - 2});
      car.run_until(
          [&] {
            EXPECT_LE(car.telemetry().cue.tilt_rate, allowed * (1 + 1e-9)) << "seed " << seed;
            return false;
          },
          0.5);
      ASSERT_EQ(car.state(), State::running) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace hexad::testing
