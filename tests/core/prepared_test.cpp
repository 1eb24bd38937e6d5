// What the worker lets pass, the governor never touches: prepared motions played by the core with the
// simulated drives.

#include <algorithm>
#include <random>

#include "bench.hpp"
#include "controller/mover.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/jacobian.hpp"
#include "motion/governor/stop_plan.hpp"
#include "motion/judge/moment.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

struct Played {
  bool done = false;
  bool limited = false;
  double seconds = 0.0;
  std::vector<Vec3> way;  ///< of the platform's centre, each tick
};

Played play(const Prepared& program, double most_seconds, const std::string& platform) {
  Bench bench{Initial::neutral, platform};
  bench.tick();
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{program.kind()});
  bench.tick();
  bench.ask(
      Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&program, bench.machine.revision}});
  Played played;
  TimePoint began{};
  bench.run_until(
      [&] {
        if (bench.telemetry().path_time > 0.0 && began == TimePoint{}) began = bench.now;
        played.way.push_back(bench.telemetry().commanded.pose.position);
        const auto answer = bench.last_answer(tag);
        played.done = answer && answer->outcome == Outcome::done;
        return answer && answer->outcome != Outcome::accepted;
      },
      most_seconds);
  played.seconds = to_seconds(bench.now - began);
  for (const Event& event : bench.events)
    if (const auto* change = std::get_if<LimitChange>(&event.news)) {
      played.limited = true;
      ADD_FAILURE() << "at " << to_seconds(event.time - began) << " s: " << to_string(change->hit.limit)
                    << ' ' << static_cast<int>(change->hit.index) << " value " << change->hit.value
                    << " bound " << change->hit.bound;
    }
  return played;
}

struct Case {
  const char* platform;
  double reach;  ///< m
};
class PreparedMotions : public ::testing::TestWithParam<Case> {};

TEST_P(PreparedMotions, PathsPassTheirPointsAndNeverMeetTheGovernor) {
  const Machine& machine = machine_named(GetParam().platform);
  std::mt19937 random{7};
  std::uniform_real_distribution<double> any{-1.0, 1.0};
  int played = 0;
  for (int round = 0; round < 25; ++round) {
    std::vector<AxisValues> points(static_cast<std::size_t>(1 + round % 5));
    for (AxisValues& point : points) {
      for (std::size_t i = 0; i < 3; ++i) point[i] = GetParam().reach * any(random);
      for (std::size_t i = 3; i < 6; ++i) point[i] = 6 * kDegree * any(random);
    }
    const auto made = motion::prepare(PathOrder{points, {}, kXyzConvention}, Pose{}, machine);
    if (!made) continue;
    ++played;
    const Played seen = play(*made->program, 60.0, GetParam().platform);
    EXPECT_TRUE(seen.done) << round;
    EXPECT_FALSE(seen.limited) << round;
    for (const AxisValues& point : points) {
      const Pose pose = kXyzConvention.to_pose(point, machine.heights.neutral_above_bottom());
      double nearest = 1.0;
      for (const Vec3& place : seen.way) nearest = std::min(nearest, (place - pose.position).norm());
      EXPECT_LT(nearest, 0.5 * kMillimetre + 1e-3 * 0.2) << round;  // and half a tick's travel
    }
  }
  EXPECT_GT(played, 12);
}

TEST_P(PreparedMotions, TimedPathsAndFormulasThatPassNeverMeetTheGovernor) {
  const Machine& machine = machine_named(GetParam().platform);
  std::mt19937 random{8};
  std::uniform_real_distribution<double> any{0.0, 1.0};
  int played = 0;
  for (int round = 0; round < 30; ++round) {
    std::vector<double> times;
    std::vector<AxisValues> points;
    for (int i = 0; i < 4; ++i) {
      times.push_back((times.empty() ? 0.0 : times.back()) + 0.4 + 1.5 * any(random));
      AxisValues point{};
      for (std::size_t k = 0; k < 3; ++k) point[k] = 0.5 * GetParam().reach * (2 * any(random) - 1);
      points.push_back(point);
    }
    std::array<std::string, kAxes> text;
    FormulaOrder formula;
    formula.duration = 1.0 + 4.0 * any(random);
    for (std::size_t i = 0; i < kAxes; ++i) {
      text[i] = std::to_string(20 * any(random)) + "*sin(" + std::to_string(3 * any(random)) + "*t)";
      formula.axes[i] = text[i];
    }
    const Order orders[] = {TimedPathOrder{times, points, kXyzConvention}, formula};
    for (const Order& order : orders) {
      const auto made = motion::prepare(order, Pose{}, machine);
      if (!made) continue;
      ++played;
      const Played seen = play(*made->program, 30.0, GetParam().platform);
      EXPECT_TRUE(seen.done) << round;
      EXPECT_FALSE(seen.limited) << round;
    }
  }
  EXPECT_GT(played, 20);
}

/// The cheap look that spares the look at a stop is never wrong: whatever moves as it says, stops.
TEST_P(PreparedMotions, WhatPlainlyStopsStops) {
  const Machine& machine = machine_named(GetParam().platform);
  const MotionLimits& limits = machine.limits;
  std::mt19937 random{11};
  std::uniform_real_distribution<double> any{-1.0, 1.0};
  const auto drawn = [&](double most) {
    return Vec3{most * any(random), most * any(random), most * any(random)};
  };
  int plain = 0;
  for (int round = 0; round < 20'000; ++round) {
    Motion motion;
    motion.pose.position = drawn(GetParam().reach);
    motion.velocity = {drawn(0.7 * limits.translation.velocity), drawn(0.7 * limits.rotation.velocity)};
    const double push = std::abs(any(random) * any(random));
    motion.acceleration = {drawn(push * limits.translation.acceleration),
                           drawn(push * limits.rotation.acceleration)};
    const motion::Moment moment = motion::moment_of(machine, motion);
    if (!motion::plainly_stops(machine, moment)) continue;
    ++plain;
    const bool stops =
        std::any_of(std::begin(motion::kStopShares), std::end(motion::kStopShares), [&](double share) {
          return !motion::StopPlan::make(machine, moment.state, share).fits(machine, true);
        });
    EXPECT_TRUE(stops) << round;
  }
  EXPECT_GT(plain, 100);
}

/// Legs led by hand may stand in their margins: from there the governor grants only what leads out.
TEST_P(PreparedMotions, PathsFromAMarginComeOutOfItOrAreRefused) {
  const Machine& machine = machine_named(GetParam().platform);
  std::mt19937 random{8};
  std::uniform_real_distribution<double> any{-1.0, 1.0};
  const double stroke = machine.geometry.stroke;
  int played = 0, refused = 0;
  for (int round = 0; round < 400; ++round) {
    Extensions legs = Extensions::Constant(0.5 * stroke, machine.geometry.legs);
    for (Eigen::Index i = 0; i < 6; ++i) legs[i] += 0.25 * stroke * any(random);
    const bool upper = round % 2 == 0;
    const double in = machine.limits.stroke_margin * 0.5 * (1.0 + any(random));
    legs[round % 6] = upper ? stroke - in : in;
    const double in_margin = machine.limits.stroke_margin - in;
    const kinematics::Forward start = kinematics::forward(machine, legs);
    if (!start.ok()) continue;
    // Nearly along the margin at first, and just out of it; then somewhere.
    const Vec6 row = kinematics::jacobian(machine, start.pose).row(round % 6).transpose();
    Vec6 way;
    for (Eigen::Index i = 0; i < 6; ++i)
      way[i] = (i < 3 ? 0.3 * GetParam().reach : 3 * kDegree) * any(random);
    const double out = in_margin + (1.0 + any(random)) * kMillimetre;
    way += row * (((upper ? -1.0 : 1.0) * out - row.dot(way)) / row.squaredNorm());
    const Pose first = motion::pose_of(motion::coordinates_of(start.pose) + way);
    std::vector<AxisValues> points(2);
    points[0] = kXyzConvention.from_pose(first, machine.heights.neutral_above_bottom());
    for (std::size_t i = 0; i < 3; ++i) points[1][i] = GetParam().reach * any(random);
    for (std::size_t i = 3; i < 6; ++i) points[1][i] = 6 * kDegree * any(random);
    const auto made = motion::prepare(PathOrder{points, {}, kXyzConvention}, start.pose, machine);
    if (!made) {
      ++refused;
      continue;
    }
    ++played;
    controller::Mover mover;
    mover.adopt(machine, 1e-3, true);
    mover.stand_at(legs, true);
    mover.load(*made->program);
    mover.play();
    TimePoint now{};
    for (int tick = 0; tick < 20'000 && !mover.finished(); ++tick)
      mover.advance(now += std::chrono::milliseconds{1}, {});
    EXPECT_TRUE(mover.finished()) << round;
    EXPECT_FALSE(mover.broke_off()) << round << ": " << to_string(mover.hit().limit);
  }
  EXPECT_GT(played, 100);
  EXPECT_GT(refused, 5);
}

INSTANTIATE_TEST_SUITE_P(Machines, PreparedMotions,
                         ::testing::Values(Case{"standard-400", 0.12}, Case{"allcontroller-1200", 0.05}));

}  // namespace
}  // namespace hexad::testing
