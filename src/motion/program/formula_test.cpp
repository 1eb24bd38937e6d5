// Formulas: mdof decision 7.

#include "motion/program/formula.hpp"

#include <gtest/gtest.h>

#include <random>

#include "messages/message.hpp"
#include "messages/print.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/program/testing/motion.hpp"
#include "motion/program/testing/platform.hpp"
#include "motion/rate_ramp.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

Result<Preparation, Rejection> formula(const Machine& machine, const std::array<std::string, 6>& axes,
                                       double duration = 0.0) {
  FormulaOrder order;
  for (std::size_t i = 0; i < kAxes; ++i) order.axes[i] = axes[i];
  order.duration = duration;
  return prepare(order, machine);
}

/// The problem of a formula for X; none = accepted.
Problem problem_of(const std::string& text) {
  static const Machine machine = standard_platform();
  const auto prepared = formula(machine, {text, "0", "0", "0", "0", "0"});
  return prepared ? Problem::none : prepared.error().problem;
}

TEST(Formula, Decision7_EveryNameMeansWhatItSays) {
  const Machine machine = standard_platform();
  const double t = 1.7;
  const std::vector<std::pair<std::string, double>> cases{{"t", t},
                                                          {"pi", kPi},
                                                          {"e", std::exp(1.0)},
                                                          {"sin(t)", std::sin(t)},
                                                          {"cos(t)", std::cos(t)},
                                                          {"tan(t/4)", std::tan(t / 4)},
                                                          {"asin(t/2)", std::asin(t / 2)},
                                                          {"acos(t/2)", std::acos(t / 2)},
                                                          {"atan(t)", std::atan(t)},
                                                          {"sinh(t)", std::sinh(t)},
                                                          {"cosh(t)", std::cosh(t)},
                                                          {"tanh(t)", std::tanh(t)},
                                                          {"exp(t)", std::exp(t)},
                                                          {"ln(t+1)", std::log(t + 1)},
                                                          {"log10(t+1)", std::log10(t + 1)},
                                                          {"sqrt(t)", std::sqrt(t)},
                                                          {"abs(t-3)", 3 - t},
                                                          {"sign(t-3)", -1.0},
                                                          {"floor(t)", 1.0},
                                                          {"min(t,1)", 1.0},
                                                          {"max(t,1,2)", 2.0},
                                                          {"pow(t,2)", t * t},
                                                          {"pow(t;2)", t * t},
                                                          {"mod(t,1)", t - 1},
                                                          {"mod(0-t,1)", 2 - t},
                                                          {"t^2", t * t},
                                                          {"2^3^2", 512.0},
                                                          {"-t^2", -t * t},
                                                          {"sin (t)", std::sin(t)},
                                                          {" 1.5e1 + .5 ", 15.5}};
  for (const auto& [text, value] : cases) {
    std::array<std::string_view, 6> axes{text, "0", "0", "0", "0", "0"};
    const auto parsed = Formula::parse(machine, axes, kEndless, ProgramKind::formula);
    ASSERT_TRUE(parsed) << text;
    EXPECT_NEAR((*parsed)->at(t).pose.position.x(), value * kMillimetre, 1e-12) << text;
  }
}

TEST(Formula, Decision7_MillimetresAndDegreesFunctionsInRadiansRotationsXThenYThenZ) {
  const Machine machine = standard_platform();
  const auto prepared = formula(machine, {"10*sin(t)", "20*cos(t)", "5", "2*t", "3", "4"}, 2.0);
  ASSERT_TRUE(prepared);
  const AxisValues there = kXyzConvention.from_pose(prepared->program->at(1.0).pose, 0.0);
  const AxisValues wanted{0.01 * std::sin(1.0), 0.02 * std::cos(1.0), 0.005,
                          2 * kDegree,          3 * kDegree,          4 * kDegree};
  for (std::size_t i = 0; i < kAxes; ++i) EXPECT_NEAR(there[i], wanted[i], 1e-12) << i;
  EXPECT_EQ(prepared->program->duration(), 2.0);
  EXPECT_EQ(prepared->program->ramp(), 0.5);
  EXPECT_LT(derivative_error(*prepared->program), 1e-5);
}

TEST(Formula, Decision7_WhatIsNotAFormulaIsRefusedBeforeTheLibrarySeesIt) {
  EXPECT_EQ(problem_of("10*foo(t)"), Problem::unknown_name);
  EXPECT_EQ(problem_of("x"), Problem::unknown_name);
  EXPECT_EQ(problem_of("_pi"), Problem::unknown_name);
  EXPECT_EQ(problem_of("rint(t)"), Problem::unknown_name);
  EXPECT_EQ(problem_of("t=3"), Problem::bad_character);
  EXPECT_EQ(problem_of("1,5"), Problem::bad_character);
  EXPECT_EQ(problem_of("(1,5)"), Problem::bad_character);
  EXPECT_EQ(problem_of("1;5"), Problem::bad_character);
  EXPECT_EQ(problem_of("t>1"), Problem::bad_character);
  EXPECT_EQ(problem_of("t?1:2"), Problem::bad_character);
  EXPECT_EQ(problem_of("\"a\""), Problem::bad_character);
  EXPECT_EQ(problem_of("sin(t"), Problem::bad_formula);
  EXPECT_EQ(problem_of("sin t)"), Problem::bad_formula);
  EXPECT_EQ(problem_of("sin"), Problem::bad_formula);
  EXPECT_EQ(problem_of("sin*2"), Problem::bad_formula);
  EXPECT_EQ(problem_of("2 t"), Problem::bad_formula);
  EXPECT_EQ(problem_of("t+"), Problem::bad_formula);
  EXPECT_EQ(problem_of("sin(1,2)"), Problem::bad_formula);
  EXPECT_EQ(problem_of("pow(2)"), Problem::bad_formula);
  EXPECT_EQ(problem_of("min()"), Problem::bad_formula);
  EXPECT_EQ(problem_of("()"), Problem::empty);
  EXPECT_EQ(problem_of(""), Problem::empty);
  EXPECT_EQ(problem_of("1.2.3"), Problem::bad_formula);
  EXPECT_EQ(problem_of("0x10"), Problem::unknown_name);
  EXPECT_EQ(problem_of("1/t"), Problem::not_finite);
  EXPECT_EQ(problem_of("ln(t)"), Problem::not_finite);
  EXPECT_EQ(problem_of("sqrt(t-1)"), Problem::not_finite);
  EXPECT_EQ(problem_of(std::string(1023, '(')), Problem::bad_formula);
  EXPECT_EQ(problem_of("0" + std::string(1023, ' ')), Problem::none);
  EXPECT_EQ(problem_of("0" + std::string(1024, ' ')), Problem::too_large);
}

TEST(Formula, ARefusalNamesAxisColumnAndWord) {
  const Machine machine = standard_platform();
  const auto refused = formula(machine, {"0", "0", "3*sin(t)+bar", "0", "0", "0"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().point, 3U);
  EXPECT_EQ(refused.error().column, 10U);
  EXPECT_EQ(refused.error().text, "bar");
}

TEST(Formula, Decision7_TheFirstPoseMustBeInReach) {
  const Machine machine = standard_platform();
  const auto refused = formula(machine, {"0", "0", "300-t", "0", "0", "0"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().hit.limit, Limit::leg_upper);
  EXPECT_NEAR(refused.error().pose.position.z(), 0.3, 1e-9);
}

TEST(Formula, Decision7_WithoutAnEndItMayStartAndSaysWhatItWillRunInto) {
  const Machine machine = standard_platform();
  const auto rising = formula(machine, {"0", "0", "5*t", "0", "0", "0"});
  ASSERT_TRUE(rising);
  EXPECT_EQ(rising->program->duration(), kEndless);
  EXPECT_TRUE(rising->ahead);
  EXPECT_NEAR(rising->ahead_time, 43.7, 0.6);
  // The manual's example: leg 6 reaches its end near t = 15.9 s.
  const auto manual = formula(machine, {"10*sin(t)", "20*cos(t)", "5*t", "0", "0", "2*t"});
  ASSERT_TRUE(manual);
  EXPECT_NEAR(manual->ahead_time, 16.0, 0.6);
  EXPECT_EQ(manual->ahead.index, 5);
  const auto fine = formula(machine, {"10*sin(t)", "0", "0", "0", "0", "0"});
  ASSERT_TRUE(fine);
  EXPECT_FALSE(fine->ahead);
}

TEST(Formula, WithAnEndABrokenLimitIsRefusedAlsoAKinkOrAJump) {
  const Machine machine = standard_platform();
  const auto why = [&](const std::string& z) {
    const auto prepared = formula(machine, {"0", "0", z, "0", "0", "0"}, 4.0);
    return prepared ? std::pair{Limit::none, 0.0}
                    : std::pair{prepared.error().hit.limit, prepared.error().time};
  };
  EXPECT_EQ(why("20*sin(2*t)").first, Limit::none);
  EXPECT_EQ(why("100*t").first, Limit::leg_upper);
  // A kink at t = 2 (2.25 s with the ramp): no acceleration is enough.
  EXPECT_NE(why("10*abs(t-2)").first, Limit::none);
  EXPECT_NEAR(why("10*abs(t-2)").second, 2.25, 0.003);
  EXPECT_NE(why("floor(t)").first, Limit::none);
  EXPECT_NEAR(why("0.5*floor(t)").second, 1.25, 0.003);
  // Beyond its domain half-way.
  const auto lost = formula(machine, {"0", "0", "0*sqrt(2-t)", "0", "0", "0"}, 4.0);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().problem, Problem::not_finite);
  EXPECT_NEAR(lost.error().time, 2.25, 0.003);
}

/// Formulas of a small grammar: half of them wild.
class Grammar {
 public:
  explicit Grammar(unsigned seed) : random_{seed} {}
  std::string make(int depth = 0) {
    switch (pick(depth > 3 ? 3 : 9)) {
      case 0:
        return "t";
      case 1:
        return std::to_string(pick(40)) + "." + std::to_string(pick(10));
      case 2:
        return "pi";
      case 3:
        return make(depth + 1) + "+" + make(depth + 1);
      case 4:
        return std::to_string(pick(30)) + "*sin(" + make(depth + 1) + ")";
      case 5:
        return "(" + make(depth + 1) + ")*(" + make(depth + 1) + ")/10";
      case 6:
        return "abs(" + make(depth + 1) + ")";
      case 7:
        return "exp(-(" + make(depth + 1) + "))";
      default:
        return "min(" + make(depth + 1) + "," + make(depth + 1) + ")";
    }
  }
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

 private:
  std::mt19937 random_;
};

TEST(Formula, AnyFormulaWithAnEndEitherKeepsEveryLimitOrIsRefusedWithAReason) {
  constexpr unsigned kSeed = 20260115;
  const Machine machine = standard_platform();
  Grammar grammar{kSeed};
  int passed = 0;
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::array<std::string, 6> axes;
    for (std::string& axis : axes) axis = grammar.pick(3) == 0 ? grammar.make() : "0";
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " case " << i << ": " << axes[0] << " | "
                                    << axes[1] << " | " << axes[2] << " | " << axes[3] << " | " << axes[4]
                                    << " | " << axes[5]);
    const auto prepared = formula(machine, axes, 3.0);
    if (!prepared) {
      ++refused;
      EXPECT_TRUE(prepared.error());
      EXPECT_FALSE(messages::english(message_of(prepared.error())).empty());
      continue;
    }
    ++passed;
    const RateRamp ramp{*prepared->program};
    const auto pose_at = [&](double t) { return prepared->program->at(ramp.at(t).path).pose; };
    const Measured most = measure(machine, pose_at, -0.01, ramp.play_time() + 0.01);
    EXPECT_LE(most.share(machine.limits), 1.0);
    EXPECT_FALSE(most.reach);
  }
  EXPECT_GT(passed, 5);
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace hexad::motion
