// The quadratic program: what it says is the minimum is one, by the conditions of Karush, Kuhn and Tucker.

#include "cueing/qp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace hexad::cueing {
namespace {

struct Problem {
  DenseQp::Square h;
  DenseQp::Matrix a;
  DenseQp::Vector g;
  DenseQp::Rows low;
  DenseQp::Rows high;
};

/// With a point inside for certain, and a minimum without limits that is far outside of many.
Problem random_problem(std::mt19937& random, int n, int m) {
  std::normal_distribution<double> any;
  std::uniform_real_distribution<double> width{0.01, 1.0};
  Problem p;
  Eigen::MatrixXd root(n, n);
  for (int i = 0; i < n * n; ++i) root.data()[i] = any(random);
  p.h = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
  p.a.resize(m, n);
  p.g.resize(n);
  DenseQp::Vector inside(n);
  for (int i = 0; i < n; ++i) {
    p.g[i] = 10.0 * any(random);
    inside[i] = any(random);
    for (int row = 0; row < m; ++row) p.a(row, i) = any(random);
  }
  p.low.resize(m);
  p.high.resize(m);
  for (int row = 0; row < m; ++row) {
    const double at = p.a.row(row).dot(inside);
    p.low[row] = at - width(random);
    p.high[row] = at + width(random);
  }
  return p;
}

double cost(const Problem& p, const DenseQp::Vector& x) { return 0.5 * x.dot(p.h * x) + p.g.dot(x); }

/// The gradient is made of the rows that hold, each pulling its own way; a row may give by
/// softness·multiplier.
void expect_minimum(const Problem& p, const DenseQp& qp, double softness) {
  const DenseQp::Vector& x = qp.value();
  DenseQp::Vector gradient = p.h * x + p.g;
  const DenseQp::Rows at = p.a * x;
  for (int row = 0; row < p.a.rows(); ++row) {
    const double multiplier = qp.multiplier(row);
    gradient -= multiplier * p.a.row(row).transpose();
    const double scale = 1e-7 * (1.0 + p.a.row(row).norm());
    ASSERT_GE(at[row] + softness * std::max(multiplier, 0.0), p.low[row] - scale) << "row " << row;
    ASSERT_LE(at[row] - softness * std::max(-multiplier, 0.0), p.high[row] + scale) << "row " << row;
    if (multiplier > 0.0) {
      ASSERT_NEAR(at[row] + softness * multiplier, p.low[row], scale * (1.0 + multiplier)) << "row " << row;
    } else if (multiplier < 0.0) {
      ASSERT_NEAR(at[row] + softness * multiplier, p.high[row], scale * (1.0 - multiplier)) << "row " << row;
    }
  }
  ASSERT_LT(gradient.norm(), 1e-6 * (1.0 + p.g.norm()));
}

TEST(DenseQp, WithoutARowThatActsItIsTheMinimumOfTheParabola) {
  DenseQp qp;
  DenseQp::Square h(2, 2);
  h << 2.0, 0.0, 0.0, 4.0;
  ASSERT_TRUE(qp.set(h, DenseQp::Matrix::Identity(2, 2), 0.0));
  const auto outcome =
      qp.solve(DenseQp::Vector{{-2.0, -4.0}}, DenseQp::Rows{{-5.0, -5.0}}, DenseQp::Rows{{5.0, 5.0}}, 10);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(outcome.active, 0);
  EXPECT_NEAR(qp.value()[0], 1.0, 1e-12);
  EXPECT_NEAR(qp.value()[1], 1.0, 1e-12);
}

TEST(DenseQp, ABoxCutsWhatIsOutsideAndSaysHowHardItPulls) {
  DenseQp qp;
  ASSERT_TRUE(qp.set(DenseQp::Square::Identity(2, 2), DenseQp::Matrix::Identity(2, 2), 0.0));
  const auto outcome =
      qp.solve(DenseQp::Vector{{-3.0, 2.0}}, DenseQp::Rows{{-1.0, -1.0}}, DenseQp::Rows{{1.0, 1.0}}, 10);
  EXPECT_TRUE(outcome.converged);
  EXPECT_NEAR(qp.value()[0], 1.0, 1e-9);
  EXPECT_NEAR(qp.value()[1], -1.0, 1e-9);
  EXPECT_NEAR(qp.multiplier(0), -2.0, 1e-9) << "at its upper side";
  EXPECT_NEAR(qp.multiplier(1), 1.0, 1e-9) << "at its lower side";
}

class RandomQp : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(RandomQp, EndsAtAMinimumFromNothingAndFromTheSetBefore) {
  const auto [n, m] = GetParam();
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    for (const double softness : {0.0, 1e-4, 0.1}) {
      if (softness > 0.01 && n > 20) continue;  // more rows give a little than there is room for
      Problem p = random_problem(random, n, m);
      DenseQp qp;
      ASSERT_TRUE(qp.set(p.h, p.a, softness));
      ASSERT_TRUE(qp.solve(p.g, p.low, p.high, 400).converged);
      expect_minimum(p, qp, softness);
      // Near by, from the rows that held: the same minimum as from nothing.
      std::normal_distribution<double> any;
      for (int i = 0; i < n; ++i) p.g[i] += 0.3 * any(random);
      ASSERT_TRUE(qp.solve(p.g, p.low, p.high, 400).converged);
      expect_minimum(p, qp, softness);
      const DenseQp::Vector warm = qp.value();
      qp.forget();
      ASSERT_TRUE(qp.solve(p.g, p.low, p.high, 400).converged);
      ASSERT_LT((warm - qp.value()).norm(), 1e-7 * (1.0 + warm.norm()));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, RandomQp,
                         ::testing::Values(std::pair{1, 3}, std::pair{3, 10}, std::pair{8, 40},
                                           std::pair{36, 180}),
                         [](const auto& one) {
                           return std::to_string(one.param.first) + "_by_" + std::to_string(one.param.second);
                         });

TEST(DenseQp, NoPointInsideIsSaidUnlessTheRowsAreSoft) {
  DenseQp::Matrix a(2, 1);
  a << 1.0, 1.0;
  const DenseQp::Rows low{{1.0, -3.0}};
  const DenseQp::Rows high{{2.0, -1.0}};
  DenseQp qp;
  ASSERT_TRUE(qp.set(DenseQp::Square::Identity(1, 1), a, 0.0));
  EXPECT_FALSE(qp.solve(DenseQp::Vector::Zero(1), low, high, 50).converged);
  ASSERT_TRUE(qp.set(DenseQp::Square::Identity(1, 1), a, 1e-3));
  ASSERT_TRUE(qp.solve(DenseQp::Vector::Zero(1), low, high, 50).converged);
  EXPECT_NEAR(qp.value()[0], 0.0, 1e-3) << "in the middle: both give as much";
}

TEST(DenseQp, IterationsAreBoundedAndRunningOutIsSaid) {
  std::mt19937 random{7};
  const Problem p = random_problem(random, 36, 180);
  DenseQp qp;
  ASSERT_TRUE(qp.set(p.h, p.a, 0.0));
  const auto enough = qp.solve(p.g, p.low, p.high, 400);
  ASSERT_TRUE(enough.converged);
  ASSERT_GT(enough.iterations, 5);
  qp.forget();
  const auto cut = qp.solve(p.g, p.low, p.high, enough.iterations - 2);
  EXPECT_FALSE(cut.converged);
  EXPECT_LE(cut.iterations, enough.iterations - 2);
  EXPECT_TRUE(qp.value().allFinite());
}

TEST(DenseQp, WhatIsNoNumberAndWhatIsNoParabolaIsRefused) {
  DenseQp qp;
  const DenseQp::Rows low{{-1.0, -1.0}};
  const DenseQp::Rows high{{1.0, 1.0}};
  EXPECT_FALSE(qp.solve(DenseQp::Vector::Zero(2), low, high, 10).converged) << "nothing was set";
  EXPECT_FALSE(qp.set(-DenseQp::Square::Identity(2, 2), DenseQp::Matrix::Identity(2, 2), 0.0));
  DenseQp::Square wrong = DenseQp::Square::Identity(2, 2);
  wrong(0, 1) = std::nan("");
  EXPECT_FALSE(qp.set(wrong, DenseQp::Matrix::Identity(2, 2), 0.0));
  ASSERT_TRUE(qp.set(DenseQp::Square::Identity(2, 2), DenseQp::Matrix::Identity(2, 2), 0.0));
  EXPECT_FALSE(qp.solve(DenseQp::Vector{{std::nan(""), 0.0}}, low, high, 10).converged);
  EXPECT_FALSE(qp.solve(DenseQp::Vector::Zero(2), high, low, 10).converged) << "low above high";
  EXPECT_TRUE(qp.solve(DenseQp::Vector::Zero(2), low, high, 10).converged) << "and it goes on after that";
}

TEST(DenseQp, TheSameProblemGivesTheSameBits) {
  std::mt19937 random{3};
  const Problem p = random_problem(random, 36, 180);
  DenseQp one;
  DenseQp other;
  ASSERT_TRUE(one.set(p.h, p.a, 1e-6) && other.set(p.h, p.a, 1e-6));
  one.solve(p.g, p.low, p.high, 400);
  other.solve(p.g, p.low, p.high, 400);
  for (int i = 0; i < 36; ++i) EXPECT_EQ(one.value()[i], other.value()[i]);
  EXPECT_GT(std::abs(cost(p, one.value())), 0.0);
}

}  // namespace
}  // namespace hexad::cueing
