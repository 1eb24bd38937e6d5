// People stand in the cabin when a stream is joined: at its start, after a hold, when another one sends. And
// when it is stopped, that is done with all there is.

#include "controller/mover.hpp"
#include "core/bench.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// Most of what was commanded, axis by axis, since it was last asked.
struct Felt {
  double acceleration = 0.0, jerk = 0.0, turn = 0.0, turn_jerk = 0.0;
};

/// A bench whose hosts send at 100 Hz, and that feels every tick.
struct Cabin {
  Bench bench{Initial::neutral};
  Endpoint sender = kStreamHost;
  const Contract* contract = &kStreaming;
  AxisValues values{};
  std::function<AxisValues(double)> moves;  ///< instead of `values`
  std::uint32_t act = 2;
  bool on = true;
  Felt felt;

  explicit Cabin(const AxisValues& first, const Endpoint& from = kStreamHost,
                 const Contract& promised = kStreaming)
      : sender{from}, contract{&promised}, values{first} {
    bench.run(0.01);
    last = bench.telemetry().commanded.acceleration;
    bench.ask(sender, *contract, Go{Step::run}, act);
    bench.each_tick = [this] {
      feel();
      if (!on || bench.telemetry().tick % 10 != 0) return;
      const AxisValues now = moves ? moves(to_seconds(bench.now.time_since_epoch())) : values;
      bench.ask({0, sender, bench.now, contract, act, pose_target(now)});
    };
  }

  void feel() {
    const Twist& now = bench.telemetry().commanded.acceleration;
    felt.acceleration = std::max(felt.acceleration, now.linear.cwiseAbs().maxCoeff());
    felt.turn = std::max(felt.turn, now.angular.cwiseAbs().maxCoeff());
    felt.jerk = std::max(felt.jerk, (now.linear - last.linear).cwiseAbs().maxCoeff() * 1e3);
    felt.turn_jerk = std::max(felt.turn_jerk, (now.angular - last.angular).cwiseAbs().maxCoeff() * 1e3);
    last = now;
  }

  Felt over(double seconds) {
    felt = {};
    bench.run(seconds);
    return felt;
  }
  Vec3 place() const { return bench.telemetry().commanded.pose.position; }

  Twist last;
};

void expect_gentle(const Felt& felt) {
  EXPECT_LE(felt.acceleration, 1.0 * 1.001);
  EXPECT_LE(felt.jerk, 10.0 * 1.02);
  EXPECT_LE(felt.turn, 60 * kDegree * 1.02);
  EXPECT_LE(felt.turn_jerk, 600 * kDegree * 1.05);
}

const AxisValues kAside{0.05, -0.03, 0.02, 3 * kDegree, 0, -4 * kDegree};

TEST(Comfort, AStreamThatStartsAside) {
  Cabin cabin{kAside};
  expect_gentle(cabin.over(1.2));
  EXPECT_NEAR(cabin.place().x(), 0.05, 1e-5);
}

TEST(Comfort, AfterAHold) {
  Cabin cabin{{}};
  cabin.bench.run(1.0);
  cabin.bench.ask(kDesk, kOperator, Control::hold);
  ASSERT_TRUE(cabin.bench.run_until(State::holding, 1));
  cabin.values = kAside;
  cabin.bench.run(0.5);
  cabin.bench.ask(kDesk, kOperator, Control::resume);
  expect_gentle(cabin.over(2.0));
  ASSERT_EQ(cabin.bench.state(), State::running);
  EXPECT_NEAR(cabin.place().x(), 0.05, 1e-5);
}

TEST(Comfort, AfterTheHostWasLostAndCameBack) {
  Cabin cabin{{}};
  cabin.bench.run(1.0);
  cabin.on = false;
  ASSERT_TRUE(cabin.bench.run_until(State::holding, 1));
  cabin.bench.run(0.5);
  cabin.on = true;
  cabin.values = kAside;
  cabin.act = 0;
  cabin.bench.run(0.1);
  cabin.bench.ask(kStreamHost, kStreaming, Go{Step::run}, cabin.act = 2);
  expect_gentle(cabin.over(2.0));
  ASSERT_EQ(cabin.bench.state(), State::running);
  EXPECT_NEAR(cabin.place().x(), 0.05, 1e-5);
}

/// The operator leads, and gives control to a host that sends another target; `running` goes on. From
/// standing and from motion, which is stopped gently as well.
TEST(Comfort, AnotherOneInAStreamThatRuns) {
  for (const bool moving : {false, true}) {
    Cabin cabin{{}, kDesk, kOperator};
    if (moving) cabin.moves = [](double t) { return AxisValues{0.06 * std::sin(2.0 * t), 0, 0, 0, 0, 0}; };
    cabin.bench.run(4.0);
    ASSERT_EQ(cabin.bench.state(), State::running);
    cabin.bench.ask(kDesk, kOperator, Give{kStreamHost});
    cabin.bench.ask(kStreamHost, kStreaming, Go{Step::run}, cabin.act = 3);
    cabin.sender = kStreamHost;
    cabin.contract = &kStreaming;
    cabin.moves = {};
    cabin.values = kAside;
    expect_gentle(cabin.over(3.0));
    EXPECT_EQ(cabin.bench.telemetry().driver, kStreamHost) << moving;
    EXPECT_NEAR(cabin.place().x(), 0.05, 1e-5) << moving;
  }
}

TEST(Comfort, AStopHasAllThereIs) {
  Cabin cabin{{}};
  cabin.moves = [](double t) { return AxisValues{0.1 * std::sin(3.0 * t), 0, 0, 0, 0, 0}; };
  cabin.bench.run(0.9);  // still coming up
  ASSERT_GT(cabin.bench.telemetry().commanded.velocity.linear.cwiseAbs().maxCoeff(), 0.1);
  cabin.bench.ask(kDesk, kOperator, Control::stop);
  EXPECT_GT(cabin.over(1.0).acceleration, 1.5);
}

TEST(Comfort, WithoutItAStreamIsJoinedByTheLimits) {
  Machine hard = machine_named("standard-400");
  hard.limits.comfort = hard.limits.comfort_turn = {};
  controller::Mover mover;
  mover.adopt(hard, 1e-3, true);
  mover.stand_at(Extensions::Constant(0.5 * hard.geometry.stroke, hard.geometry.legs), true);
  mover.follow_pose();
  double most = 0.0;
  for (int tick = 0; tick < 1000; ++tick) {
    const TimePoint now{std::chrono::milliseconds{tick}};
    if (tick % 10 == 0) mover.target(Pose{{0.05, 0, 0}}, now);
    mover.advance(now, {});
    most = std::max(most, mover.motion().acceleration.linear.cwiseAbs().maxCoeff());
  }
  EXPECT_GT(most, 2.5);
}

/// Whatever it is set to, the machine's own limits hold.
TEST(Comfort, IsNeverMoreThanTheMachineHas) {
  Machine wild = machine_named("standard-400");
  wild.limits.comfort = {100.0, 1e4};
  wild.limits.comfort_turn = {100.0, 1e4};
  controller::Mover mover;
  mover.adopt(wild, 1e-3, true);
  mover.stand_at(Extensions::Constant(0.5 * wild.geometry.stroke, wild.geometry.legs), true);
  mover.follow_pose();
  Vec3 last = Vec3::Zero();
  double most = 0.0, jerk = 0.0;
  for (int tick = 0; tick < 1000; ++tick) {
    const TimePoint now{std::chrono::milliseconds{tick}};
    if (tick % 10 == 0) mover.target(Pose{{0.05, -0.05, 0.02}}, now);
    mover.advance(now, {});
    const Vec3 acceleration = mover.motion().acceleration.linear;
    most = std::max(most, acceleration.cwiseAbs().maxCoeff());
    jerk = std::max(jerk, (acceleration - last).cwiseAbs().maxCoeff() * 1e3);
    last = acceleration;
  }
  EXPECT_LE(most, 4.0);
  EXPECT_LE(jerk, 50.0 * 1.001);
}

}  // namespace
}  // namespace hexad::testing
