// What leaves the governor and the mover keeps every limit on every tick, judged by differences of positions
// alone: on every shipped platform, whatever is asked for, through stops, and where the legs were moved one
// by one before.

#include <array>
#include <cmath>
#include <random>

#include "bench.hpp"
#include "motion/governor/governor.hpp"
#include "motion/program/follow.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;
using motion::Governor;
using motion::State6;

constexpr double kDt = 1e-3;
constexpr double kRounded = 1.0 + 1e-6;
constexpr std::array kPlatforms{"standard-400", "allcontroller-1200",  "allcontroller-3dof-rotary",
                                "rectangle-4",  "standard-400-rotary", "pitch-roll-2"};

/// The last four places, and the largest share of a limit that their differences show.
class Differences {
 public:
  explicit Differences(const Machine& machine) : machine_{machine} {}

  double used(const Extensions& extension, const Pose& pose) {
    const Vec3 turned =
        count_ > 0 ? Vec3{rotation_vector(pose.rotation * rotation_[0].conjugate())} : Vec3::Zero();
    push(legs_, extension);
    push(position_, pose.position);
    push(rotation_, pose.rotation);
    push(turned_, turned);
    if (++count_ < 4) return 0.0;
    const MotionLimits& limits = machine_.limits;
    double most = 0.0;
    const auto look = [&](const auto& change, double bound) {
      const double share = change.cwiseAbs().maxCoeff() / bound;
      if (!(share <= most)) most = share;
    };
    const auto by_differences = [&](const auto& x, const Rates& rates) {
      look((x[0] - x[1]) / kDt, rates.velocity);
      look((x[0] - 2.0 * x[1] + x[2]) / (kDt * kDt), rates.acceleration);
      look((x[0] - 3.0 * x[1] + 3.0 * x[2] - x[3]) / (kDt * kDt * kDt), rates.jerk);
    };
    by_differences(legs_, limits.leg);
    by_differences(position_, limits.translation);
    look(turned_[0] / kDt, limits.rotation.velocity);
    look((turned_[0] - turned_[1]) / (kDt * kDt), limits.rotation.acceleration);
    look((turned_[0] - 2.0 * turned_[1] + turned_[2]) / (kDt * kDt * kDt), limits.rotation.jerk);
    return most;
  }

 private:
  template <class T>
  static void push(std::array<T, 4>& places, const T& newest) {
    std::rotate(places.begin(), places.end() - 1, places.end());
    places[0] = newest;
  }
  const Machine& machine_;
  std::array<Extensions, 4> legs_;
  std::array<Vec3, 4> position_;
  std::array<Quat, 4> rotation_;
  std::array<Vec3, 4> turned_;
  int count_ = 0;
};

class LimitsKeptOn : public ::testing::TestWithParam<const char*> {};

/// Steps to anywhere at any moment, mostly beyond the reach, each axis as hard as it may; stops in between.
TEST_P(LimitsKeptOn, Rule6_WhateverIsAskedOfTheGovernor) {
  const Machine& machine = machine_named(GetParam());
  Vec6 v, a, j;
  const auto per_axis = [](double t, double r) {
    return (Vec6{} << Vec3::Constant(t), Vec3::Constant(r)).finished();
  };
  const MotionLimits& limits = machine.limits;
  v = per_axis(limits.translation.velocity, limits.rotation.velocity);
  a = per_axis(limits.translation.acceleration, limits.rotation.acceleration);
  j = per_axis(limits.translation.jerk, limits.rotation.jerk);
  for (const unsigned seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> part{-1.0, 1.0};
    Governor governor;
    governor.reset(machine, Pose{}, kDt);
    motion::Follow follow;
    follow.start(governor.state(), v, a, j);
    Differences differences{machine};
    TimePoint now{};
    bool stopping = false;
    int left = 0;
    for (int tick = 0; tick < 5000; ++tick, now += std::chrono::milliseconds{1}) {
      if (--left <= 0) {
        left = 20 + static_cast<int>(400.0 * std::abs(part(random)));
        stopping = part(random) < -0.8;
        const double size = 1.2 * std::abs(part(random));
        Vec6 target;
        for (int i = 0; i < 6; ++i)
          target[i] = size * part(random) * (i < 3 ? machine.geometry.stroke : 35 * kDegree);
        follow.target(target, now);
        if (stopping) governor.begin_stop();
      }
      if (stopping) {
        governor.advance_stop();
        follow.resync(governor.state());
      } else if (!(governor.advance(follow.advance(now, from_seconds(kDt))).share >= 1.0)) {
        follow.resync(governor.state());
      }
      ASSERT_LE(differences.used(governor.legs().extension, governor.motion().pose), kRounded)
          << "tick " << tick;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Platforms, LimitsKeptOn, ::testing::ValuesIn(kPlatforms), [](const auto& one) {
  std::string name = one.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(FourLegs, MovedByHandAndHeldAreBroughtTogetherBeforeThePlatformMovesOn) {
  for (const What& next : {What{Go{Step::neutral}}, What{MoveTo{AxisValues{0, 0, 0.01, 0, 0, 0}}}}) {
    Bench bench{Initial::neutral, "rectangle-4"};
    bench.run(0.05);
    for (int i = 0; i < 25; ++i) {
      bench.ask(kDesk, kOperator, Jog{1, 0.02, std::chrono::milliseconds{50}});
      bench.run(0.01);
    }
    ASSERT_EQ(bench.state(), State::manual);
    bench.ask(kDesk, kOperator, Control::hold);
    bench.tick();
    ASSERT_TRUE(bench.run_until([&] { return bench.state() != State::stopping; }, 2.0));
    Differences differences{bench.machine};
    bench.each_tick = [&] {
      ASSERT_LE(differences.used(bench.out->setpoint.extension, bench.telemetry().commanded.pose), kRounded);
    };
    const Tag tag = bench.ask(kDesk, kOperator, next);
    const auto ended = [&] {
      const auto answer = bench.last_answer(tag);
      return answer && answer->outcome != Outcome::accepted;
    };
    ASSERT_TRUE(bench.run_until(ended, 10.0));
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done);
  }
}

}  // namespace
}  // namespace hexad::testing
