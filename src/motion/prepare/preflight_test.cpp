// Preflight: a whole program against every limit before anything moves.

#include "motion/prepare/preflight.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinematics/testing/machines.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"
#include "motion/rate_ramp.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

/// Heave alone: A·sin(2πft)³, at rest at both ends of five periods.
class HeaveSine final : public Prepared {
 public:
  HeaveSine(double amplitude, double hertz)
      : Prepared{ProgramKind::file, 5.0 / hertz, 0.0}, amplitude_{amplitude}, omega_{kRevolution * hertz} {}
  Motion at(double t) const noexcept override {
    const double x = std::clamp(t, 0.0, duration());
    const double s = std::sin(omega_ * x);
    const double c = std::cos(omega_ * x);
    Motion motion;
    motion.pose.position.z() = amplitude_ * s * s * s;
    motion.velocity.linear.z() = 3.0 * amplitude_ * omega_ * s * s * c;
    motion.acceleration.linear.z() = 3.0 * amplitude_ * omega_ * omega_ * s * (2.0 * c * c - s * s);
    return motion;
  }

 private:
  double amplitude_, omega_;
};

/// Jumps by a micrometre at one second, and does not say so in its derivatives.
class Jump final : public Prepared {
 public:
  Jump() : Prepared{ProgramKind::file, 2.0, 0.0} {}
  Motion at(double t) const noexcept override {
    Motion motion;
    motion.pose.position.z() = t > 1.0 ? 1e-6 : 0.0;
    return motion;
  }
};

TEST(Preflight, MaximaAreThoseOfTheMotionWithTheirPlace) {
  const Machine machine = standard_platform();
  const double omega = kRevolution * 0.25;
  const PreflightReport report = preflight(HeaveSine{0.1, 0.25}, machine);
  EXPECT_TRUE(report.passes());
  EXPECT_NEAR(report.play_time, 20.0, 1e-12);
  // s²·c is largest at tan² = 2: 2/√27.
  EXPECT_NEAR(std::abs(report.translation[0].value), 3.0 * 0.1 * omega * 2.0 / std::sqrt(27.0), 1e-6);
  EXPECT_EQ(report.translation[0].index, 2);
  EXPECT_DOUBLE_EQ(report.translation[0].bound, 0.4);
  // At the top all legs are equally long; the extension there is the inverse kinematics'.
  Pose top;
  top.position.z() = 0.1;
  EXPECT_NEAR(report.highest.value, kinematics::extensions(machine, top).maxCoeff(), 1e-9);
  EXPECT_NEAR(std::fmod(report.highest.time, 4.0), 1.0, 0.001);
  top.position.z() = -0.1;
  EXPECT_NEAR(report.lowest.value, kinematics::extensions(machine, top).minCoeff(), 1e-9);
  EXPECT_NEAR(report.rotation[0].value, 0.0, 1e-12);
  EXPECT_GT(report.leg[2].share(), 0.0);
  EXPECT_LT(report.singular.value, machine.neutral_singular * 1.001);
}

/// Files whose legs end, stop too late, move too fast, jump, or are fine.
TEST(Preflight, OfAVerdictAloneNothingIsOtherwiseThanInTheWholeReport) {
  const Machine machine = standard_platform();
  for (const double amplitude : {0.05, 0.19, 0.206, 0.21, 0.3})
    for (const double hertz : {0.05, 0.25, 0.4, 2.0}) {
      const HeaveSine program{amplitude, hertz};
      PreflightSettings settings;
      settings.find_scale = false;
      const PreflightReport whole = preflight(program, machine, settings);
      settings.verdict_only = true;
      const PreflightReport verdict = preflight(program, machine, settings);
      EXPECT_EQ(verdict.passes(), whole.passes()) << amplitude << ' ' << hertz;
      EXPECT_EQ(verdict.violation.limit, whole.violation.limit) << amplitude << ' ' << hertz;
      EXPECT_EQ(verdict.violation.value, whole.violation.value);
      EXPECT_EQ(verdict.violation_time, whole.violation_time);
      EXPECT_EQ(verdict.violation_pose.position, whole.violation_pose.position);
    }
}

TEST(Preflight, TheFirstViolationHasTimeLegValueAndLimit) {
  const Machine machine = standard_platform();
  const PreflightReport far = preflight(HeaveSine{0.3, 0.05}, machine);
  EXPECT_FALSE(far.passes());
  EXPECT_EQ(far.violation.limit, Limit::leg_upper);
  EXPECT_NEAR(far.violation.bound, 0.399, 1e-12);
  EXPECT_GT(far.violation.value, 0.399);
  EXPECT_LT(far.violation.value, 0.4);
  EXPECT_NEAR(far.violation_pose.position.z(), 0.2185, 0.002);
  EXPECT_LT(far.violation_time, 5.0);

  const PreflightReport fast = preflight(HeaveSine{0.15, 0.6}, machine);
  EXPECT_FALSE(fast.passes());
  EXPECT_TRUE(fast.violation.limit == Limit::axis_velocity || fast.violation.limit == Limit::leg_velocity ||
              fast.violation.limit == Limit::axis_acceleration ||
              fast.violation.limit == Limit::leg_acceleration)
      << static_cast<int>(fast.violation.limit);
}

TEST(Preflight, AJumpThatTheDerivativesHideIsFound) {
  const PreflightReport report = preflight(Jump{}, standard_platform());
  EXPECT_FALSE(report.passes());
  EXPECT_NEAR(report.violation_time, 1.0, 0.002);
}

TEST(Preflight, ScaledToWhatItSaysItPassesAndTwoPercentMoreDoesNot) {
  const Machine machine = standard_platform();
  for (const auto& [amplitude, hertz] : {std::pair{0.3, 0.05}, {0.15, 0.6}, {0.05, 0.3}, {0.02, 2.5}}) {
    SCOPED_TRACE(testing::Message() << amplitude << " m at " << hertz << " Hz");
    const HeaveSine program{amplitude, hertz};
    const PreflightReport report = preflight(program, machine);
    ASSERT_GT(report.scale, 0.0);
    EXPECT_EQ(report.passes(), report.scale >= 1.0);
    const PreflightSettings plain{.find_scale = false};
    EXPECT_TRUE(preflight(ScaledProgram{program, report.scale}, machine, plain).passes());
    EXPECT_FALSE(preflight(ScaledProgram{program, 1.02 * report.scale}, machine, plain).passes());
  }
}

TEST(Preflight, ForcesAreThoseOfTheDrives) {
  Machine machine = kinematics::testing::allcontroller_1200();
  machine.limits.translation = {0.2, 2, 25};
  machine.limits.rotation = {25 * kDegree, 150 * kDegree, 2000 * kDegree};
  machine.limits.leg = {0.16666, 3, 40};
  const HeaveSine program{0.02, 0.5};
  EXPECT_TRUE(preflight(program, machine, {.find_scale = false}).passes());
  // Each leg carries at least 800 N of the 500 kg; a drive of 500 N cannot.
  machine.drive.max_force = 500.0;
  const PreflightReport weak = preflight(program, machine, {.find_scale = false});
  EXPECT_EQ(weak.violation.limit, Limit::force);
  EXPECT_GT(weak.force.value, 1000.0);
  EXPECT_LT(weak.force.value, 2000.0);
  EXPECT_TRUE(preflight(program, machine, {.forces = false, .find_scale = false}).passes());
  // 1240 N · 5 mm / (2π · 1.5) = 0.66 Nm in the worst leg, standing.
  machine.drive.max_force = 0.0;
  machine.drive.peak_torque = 0.6;
  EXPECT_EQ(preflight(program, machine, {.find_scale = false}).violation.limit, Limit::motor_torque);
}

TEST(Preflight, ATorqueAboveTheRatedOneInTheMeanIsNoMotionThatPasses) {
  Machine machine = kinematics::testing::allcontroller_1200();
  machine.limits.translation = {0.2, 2, 25};
  machine.limits.rotation = {25 * kDegree, 150 * kDegree, 2000 * kDegree};
  machine.limits.leg = {0.16666, 3, 40};
  machine.drive.peak_torque = 2.0;
  const HeaveSine program{0.02, 0.5};
  machine.drive.motor_torque = 1.0;
  const PreflightReport cool = preflight(program, machine, {.find_scale = false});
  EXPECT_TRUE(cool.passes());
  machine.drive.motor_torque = 0.99 * cool.torque_rms.value;
  const PreflightReport hot = preflight(program, machine, {.find_scale = false});
  EXPECT_EQ(hot.violation.limit, Limit::torque_rms);
  EXPECT_EQ(hot.violation.value, cool.torque_rms.value);
  EXPECT_TRUE(preflight(program, machine, {.thermal = false, .find_scale = false}).passes());
  // Most of it is the weight, which no scale takes away.
  machine.drive.motor_torque = 0.5;
  EXPECT_EQ(preflight(program, machine).scale, 0.0);
}

TEST(Preflight, WhatWasNotLookedAtIsSaid) {
  Machine machine = standard_platform();
  machine.drive.screw_lead = 0.01;
  machine.drive.motor_speed = 400.0;
  machine.drive.motor_torque = 10.0;
  machine.drive.peak_torque = 30.0;
  machine.drive.max_force = 10000.0;
  const HeaveSine program{0.01, 0.5};
  const auto gaps = [&](const PreflightSettings& settings) {
    const Coverage coverage = preflight(program, machine, settings).coverage;
    std::string text;
    for (std::size_t i = 0; i < kAspects; ++i)
      if (coverage.gap[i] != Gap::none)
        text += std::string{to_string(static_cast<Aspect>(i))} + ':' +
                std::string{to_string(coverage.gap[i])} + ' ';
    return text;
  };
  EXPECT_EQ(gaps({.find_scale = false}), "");
  EXPECT_EQ(gaps({.forces = false, .find_scale = false}),
            "force:not_asked motor_speed:not_asked torque_peak:not_asked torque_rms:not_asked ");
  machine.drive.max_force = 0.0;
  machine.limits.translation.jerk = std::numeric_limits<double>::infinity();
  EXPECT_EQ(gaps({.find_scale = false}), "jerk:no_bound stop:no_bound force:no_bound ");
  machine.drive.screw_lead = 0.0;
  EXPECT_EQ(gaps({.find_scale = false}),
            "jerk:no_bound stop:no_bound force:no_bound motor_speed:no_motor torque_peak:no_motor "
            "torque_rms:no_motor ");
}

TEST(Preflight, ARampIsPartOfIt) {
  const RateRamp ramp{4.0, 0.5};
  EXPECT_DOUBLE_EQ(ramp.play_time(), 4.5);
  EXPECT_EQ(ramp.at(0.0).rate, 0.0);
  EXPECT_DOUBLE_EQ(ramp.at(0.5).path, 0.25);
  EXPECT_DOUBLE_EQ(ramp.at(2.0).rate, 1.0);
  EXPECT_DOUBLE_EQ(ramp.at(4.5).path, 4.0);
  EXPECT_EQ(ramp.at(4.5).rate, 0.0);
  for (double t = 1e-4; t < 4.5; t += 0.0137) {
    const double step = 1e-5;
    EXPECT_NEAR((ramp.at(t + step).path - ramp.at(t - step).path) / (2 * step), ramp.at(t).rate, 1e-6) << t;
    EXPECT_NEAR((ramp.at(t + step).rate - ramp.at(t - step).rate) / (2 * step), ramp.at(t).change, 1e-3) << t;
  }
  // Too short for both ramps: it never gets to full speed, and still covers everything.
  const RateRamp brief{0.2, 0.5};
  EXPECT_DOUBLE_EQ(brief.at(brief.play_time()).path, 0.2);
  EXPECT_NEAR(brief.at(0.5).rate, 0.4, 1e-12);
  EXPECT_NEAR(brief.at(0.5).path, 0.1, 1e-12);
}

TEST(Preflight, TheShippedFilesScaledAsToldPassOnTheSmallPlatform) {
  Machine machine = kinematics::testing::allcontroller_1200();
  machine.limits.translation = {0.2, 2, 25};
  machine.limits.rotation = {25 * kDegree, 150 * kDegree, 2000 * kDegree};
  machine.limits.leg = {0.16666, 3, 40};
  for (const char* name : {"pos01.txt", "formula01.txt", "script01.csv", "script02.csv", "playback01.txt",
                           "playback02.csv", "film_coaster.csv", "film_sea.txt", "film_flight.txt"}) {
    SCOPED_TRACE(name);
    const files::MotionText text = shipped(name);
    const auto program = assemble(text, Pose{}, machine);
    ASSERT_TRUE(program);
    const PreflightReport report = preflight(*program->program, machine, {.most_scale = 1.0});
    EXPECT_GT(report.scale, 0.2) << report.scale;
    const ScaledProgram scaled{*program->program, report.scale};
    EXPECT_TRUE(preflight(scaled, machine, {.find_scale = false}).passes());
  }
}

}  // namespace
}  // namespace hexad::motion
