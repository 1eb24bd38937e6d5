// What is possible: a motion that fits, and a number nothing is below.

#include "analysis/possible.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "analysis/possible_table.hpp"
#include "analysis/stage_qp.hpp"
#include "cueing/testing/platform.hpp"
#include "kinematics/inverse.hpp"

namespace hexad::analysis {
namespace {

/// 2 m/s² forward for 0.3 s, after a second at rest.
Manoeuvre pulse() {
  std::vector<Manoeuvre::Row> rows;
  for (int i = 0; i <= 600; ++i) {
    Manoeuvre::Row row;
    row.time = 0.01 * i;
    row.input.linear.y() = i > 100 && i <= 130 ? 2.0 : 0.0;
    rows.push_back(row);
  }
  return {rows, cueing::InputKind::acceleration};
}

/// One axis is drawn to 1 m, and may have 0.2 m/s.
TEST(StageQp, ABoundThatActsIsKeptAndReached) {
  constexpr int kStages = 100;
  constexpr double h = 0.05;
  std::vector<Stage> stages(kStages);
  for (Stage& stage : stages) {
    stage.a.setIdentity();
    for (int i = 0; i < 6; ++i) {
      stage.a(i, 6 + i) = stage.a(6 + i, 12 + i) = h;
      stage.a(i, 12 + i) = 0.5 * h * h;
    }
    stage.b(0, 0) = h * h * h / 6.0;
    stage.b(6, 0) = 0.5 * h * h;
    stage.b(12, 0) = h;
    stage.effort.setConstant(1e-4);
    stage.cost(0, 0) = 1.0;
    stage.slope[0] = -1.0;
    StageAxes row = StageAxes::Zero();
    row[0] = 1.0 / 0.2;
    stage.rows.push_back({Level::velocity, row, 1.0});
  }
  const StageSolution solution = solve_stages(stages, StageState::Zero());
  ASSERT_TRUE(solution.converged);
  double fastest = 0.0;
  for (const StageState& state : solution.states) fastest = std::max(fastest, state[6]);
  EXPECT_LE(fastest, 0.2 + 1e-6);
  EXPECT_GE(fastest, 0.2 - 1e-3);
  EXPECT_NEAR(solution.states.back()[0], 0.9, 0.1) << "5 s at 0.2 m/s, less what setting out takes";
}

TEST(Possible, TheMotionFitsStandsUntilTheVehicleMovesAndComesBack) {
  const Machine machine = cueing::testing::standard();
  const Manoeuvre manoeuvre = pulse();
  const PossibleSettings settings;
  const Possible best = best_motion(machine, manoeuvre, settings);
  ASSERT_TRUE(best.done);
  EXPECT_GE(best.motion.begin(), 0.99);
  EXPECT_LT(best.motion.at(best.motion.begin()).position.norm(), 1e-12);
  const double end =
      best.motion.begin() + best.motion.step() * static_cast<double>(best.motion.knots().size() - 1);
  EXPECT_LT(best.motion.at(end - 1e-3).position.norm(), 1e-3);
  const double half = 0.5 * machine.geometry.stroke;
  // The tilt rate is kept at the knots; a jerk that turns it round between two of them adds at most this.
  const double between = best.motion.step() * best.motion.step() * machine.limits.rotation.jerk / 8.0;
  for (const cueing::AxisMotion& knot : best.motion.knots())
    ASSERT_LE(knot.rate.head<2>().norm(), 1.003 * settings.tilt_rate);
  for (double t = 0.9; t < end; t += 1e-3) {
    const cueing::AxisMotion axes = best.motion.at(t);
    const kinematics::LegRates legs = kinematics::leg_rates(machine, cueing::motion_of(axes, {}));
    for (int leg = 0; leg < 6; ++leg) {
      ASSERT_LE(std::abs(legs.extension[leg] - half), half - machine.limits.stroke_margin) << t;
      ASSERT_LE(std::abs(legs.velocity[leg]), machine.limits.leg.velocity) << t;
      ASSERT_LE(std::abs(legs.acceleration[leg]), machine.limits.leg.acceleration) << t;
    }
    ASSERT_LE(axes.velocity.cwiseAbs().maxCoeff(), machine.limits.translation.velocity) << t;
    ASSERT_LE(axes.acceleration.cwiseAbs().maxCoeff(), machine.limits.translation.acceleration) << t;
    ASSERT_LE(axes.rate.head<2>().norm(), settings.tilt_rate + between) << t;
  }
  EXPECT_LT(best.force_error, 0.5 * best.force_still);
  const double least = least_error(machine, manoeuvre, settings);
  EXPECT_GT(least, 0.0);
  EXPECT_LT(least, best.force_error);
  PossibleSettings earlier = settings;
  earlier.ahead = true;
  EXPECT_LT(best_motion(machine, manoeuvre, earlier).force_error, 0.7 * best.force_error);
}

TEST(PossibleTable, ARowBelongsToItsPlatformManoeuvreAndSettings) {
  const Machine machine = cueing::testing::standard();
  const Manoeuvre manoeuvre = pulse();
  const PossibleSettings settings;
  const std::string print = fingerprint(machine, manoeuvre, settings);
  EXPECT_EQ(print, fingerprint(machine, pulse(), settings));
  Machine longer = machine;
  longer.geometry.stroke += 0.001;
  EXPECT_NE(print, fingerprint(longer, manoeuvre, settings));
  PossibleSettings faster = settings;
  faster.tilt_rate *= 2.0;
  EXPECT_NE(print, fingerprint(machine, manoeuvre, faster));
  const std::string path =
      (std::filesystem::temp_directory_path() / ("hexad-possible-" + std::to_string(::getpid()) + ".csv"))
          .string();
  ASSERT_TRUE(keep_possible(path, {print, "a", "pulse", {1.0, 0.25, 0.125, 0.0625}}));
  ASSERT_TRUE(keep_possible(path, {"0", "a", "other", {2.0, 1.0, 1.0, 1.0}}));
  const auto found = find_possible(read_possible(path), print);
  std::filesystem::remove(path);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->error, 0.25);
  EXPECT_EQ(found->least, 0.0625);
  EXPECT_DOUBLE_EQ(share_of_possible(found->still, 0.625, found->error), 0.5);
}

}  // namespace
}  // namespace hexad::analysis
