// The quadratic program of predictive cueing against NLopt's sequential least squares, an independent solver:
// the same problems have the same minimum.

#include <gtest/gtest.h>
#include <nlopt.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "cueing/qp.hpp"

namespace hexad::cueing {
namespace {

struct Problem {
  Eigen::MatrixXd h;
  Eigen::MatrixXd a;
  Eigen::VectorXd g;
  Eigen::VectorXd low;
  Eigen::VectorXd high;
  Eigen::VectorXd inside;  ///< a point that keeps every row

  double cost(const Eigen::VectorXd& x) const { return 0.5 * x.dot(h * x) + g.dot(x); }
  double broken_by(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd at = a * x;
    return std::max({0.0, (low - at).maxCoeff(), (at - high).maxCoeff()});
  }
};

Problem random_problem(std::mt19937& random, int n, int m) {
  std::normal_distribution<double> any;
  std::uniform_real_distribution<double> width{0.01, 1.0};
  const auto fill = [&](auto& matrix) {
    for (double& value : matrix.reshaped()) value = any(random);
  };
  Problem p;
  Eigen::MatrixXd root(n, n);
  p.a.resize(m, n);
  p.g.resize(n);
  p.inside.resize(n);
  fill(root);
  fill(p.a);
  fill(p.g);
  fill(p.inside);
  p.h = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
  p.g *= 10.0;  // the minimum without limits is outside of many
  p.low = p.a * p.inside;
  p.high = p.low;
  for (int row = 0; row < m; ++row) {
    p.low[row] -= width(random);
    p.high[row] += width(random);
  }
  return p;
}

double cost_of(unsigned n, const double* x, double* gradient, void* data) {
  const Problem& p = *static_cast<const Problem*>(data);
  const Eigen::Map<const Eigen::VectorXd> at{x, n};
  if (gradient != nullptr) Eigen::Map<Eigen::VectorXd>{gradient, n} = p.h * at + p.g;
  return p.cost(at);
}

/// All rows, both sides, as values that must not be above zero.
void rows_of(unsigned, double* result, unsigned n, const double* x, double* gradient, void* data) {
  const Problem& p = *static_cast<const Problem*>(data);
  const Eigen::Index rows = p.a.rows();
  const Eigen::VectorXd at = p.a * Eigen::Map<const Eigen::VectorXd>{x, n};
  Eigen::Map<Eigen::VectorXd> value{result, 2 * rows};
  value << p.low - at, at - p.high;
  if (gradient == nullptr) return;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor> slope{gradient, 2 * rows, n};
  slope << -p.a, p.a;
}

Eigen::VectorXd by_nlopt(Problem& p) {
  const auto n = static_cast<unsigned>(p.g.size());
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> solver{nlopt_create(NLOPT_LD_SLSQP, n),
                                                                      &nlopt_destroy};
  const std::vector<double> tolerance(2 * static_cast<std::size_t>(p.a.rows()), 1e-10);
  nlopt_set_min_objective(solver.get(), cost_of, &p);
  nlopt_add_inequality_mconstraint(solver.get(), static_cast<unsigned>(tolerance.size()), rows_of, &p,
                                   tolerance.data());
  nlopt_set_xtol_rel(solver.get(), 1e-12);
  nlopt_set_maxeval(solver.get(), 2000);
  Eigen::VectorXd x = p.inside;
  double cost = 0.0;
  nlopt_optimize(solver.get(), x.data(), &cost);
  return x;
}

TEST(QpOracle, NloptFindsTheSameMinimum) {
  std::mt19937 random{20240917};
  DenseQp qp;
  int with_rows = 0;
  for (int round = 0; round < 200; ++round) {
    const int n = std::uniform_int_distribution<int>{1, 12}(random);
    const int m = std::uniform_int_distribution<int>{1, 30}(random);
    Problem p = random_problem(random, n, m);
    ASSERT_TRUE(qp.set(p.h, p.a, 0.0));
    qp.forget();
    const DenseQp::Outcome outcome = qp.solve(p.g, p.low, p.high, 400);
    ASSERT_TRUE(outcome.converged) << "round " << round << ", " << n << " variables, " << m << " rows";
    with_rows += outcome.active > 0 ? 1 : 0;
    const Eigen::VectorXd ours = qp.value();
    const Eigen::VectorXd theirs = by_nlopt(p);
    ASSERT_LT(p.broken_by(theirs), 1e-7) << "NLopt, round " << round;
    EXPECT_LT(p.broken_by(ours), 1e-7) << "round " << round;
    const double scale = 1.0 + std::abs(p.cost(theirs));
    EXPECT_NEAR(p.cost(ours), p.cost(theirs), 1e-6 * scale) << "round " << round;
    EXPECT_LT((ours - theirs).norm(), 1e-3 * (1.0 + theirs.norm())) << "round " << round;
  }
  EXPECT_GT(with_rows, 150) << "most of these problems have rows that act";
}

}  // namespace
}  // namespace hexad::cueing
