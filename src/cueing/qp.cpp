#include "cueing/qp.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kTouch = 1e-9;       // a row counts as kept when it is broken by less, in its own length
constexpr double kDependent = 1e-10;  // share of a row that must be left of it beside the active ones

}  // namespace

bool DenseQp::set(const Square& h, const Matrix& a, double softness) noexcept {
  n_ = 0;
  m_ = 0;
  active_ = 0;
  const auto n = static_cast<int>(h.rows());
  const auto m = static_cast<int>(a.rows());
  if (n < 1 || h.cols() != n || a.cols() != n || !h.allFinite() || !a.allFinite() || !(softness >= 0.0))
    return false;
  const Eigen::LLT<Square> factor{h};
  if (factor.info() != Eigen::Success) return false;
  lower_ = factor.matrixL();
  n_ = n;
  m_ = m;
  identity_ = h.isIdentity(0.0);
  softness_ = softness;
  x_.setZero(n);
  if (replace(a)) return true;
  n_ = m_ = 0;
  return false;
}

bool DenseQp::replace(const Matrix& a) noexcept {
  if (a.rows() != m_ || a.cols() != n_ || !a.allFinite()) return false;
  b_ = a;
  // B·Lᵀ = A.
  if (!identity_) lower_.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(b_);
  norm_ = b_.rowwise().norm();
  return b_.allFinite();
}

double DenseQp::multiplier(int row) const noexcept {
  double sum = 0.0;
  for (int i = 0; i < active_; ++i)
    if (set_[static_cast<std::size_t>(i)].row == row)
      sum += set_[static_cast<std::size_t>(i)].side * set_[static_cast<std::size_t>(i)].multiplier;
  return sum;
}

double DenseQp::dot(const Limit& a, const Limit& b) const noexcept {
  return a.side * b.side * b_.row(a.row).dot(b_.row(b.row));
}

/// What the minimum without limits lacks to keep it.
double DenseQp::missing(const Limit& limit, const Rows& low, const Rows& high) const noexcept {
  const double value = b_.row(limit.row).dot(start_);
  return limit.side > 0.0 ? low[limit.row] - value : value - high[limit.row];
}

/// `along` = L⁻¹·N·n of the active factor; what is returned is left of the row beside the active ones,
/// squared.
double DenseQp::project(const Limit& limit, Few& along) const noexcept {
  double left = norm_[limit.row] * norm_[limit.row] + softness_;
  for (int i = 0; i < active_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    double sum = dot(set_[at], limit);
    for (int k = 0; k < i; ++k) sum -= gram_(i, k) * along[static_cast<std::size_t>(k)];
    along[at] = sum / gram_(i, i);
    left -= along[at] * along[at];
  }
  return left;
}

/// Lᵀ·reply = along.
void DenseQp::back(const Few& along, Few& reply) const noexcept {
  for (int i = active_ - 1; i >= 0; --i) {
    double sum = along[static_cast<std::size_t>(i)];
    for (int k = i + 1; k < active_; ++k) sum -= gram_(k, i) * reply[static_cast<std::size_t>(k)];
    reply[static_cast<std::size_t>(i)] = sum / gram_(i, i);
  }
}

bool DenseQp::take(const Limit& limit) noexcept {
  Few along;
  const double left = project(limit, along);
  const double whole = norm_[limit.row] * norm_[limit.row] + softness_;
  if (active_ >= kMostActive || !(left > kDependent * whole)) return false;
  for (int k = 0; k < active_; ++k) gram_(active_, k) = along[static_cast<std::size_t>(k)];
  gram_(active_, active_) = std::sqrt(left);
  set_[static_cast<std::size_t>(active_++)] = limit;
  return true;
}

void DenseQp::drop(int which) noexcept {
  for (int i = which; i + 1 < active_; ++i)
    set_[static_cast<std::size_t>(i)] = set_[static_cast<std::size_t>(i + 1)];
  --active_;
}

/// The active factor anew; rows that hang on others are left out.
bool DenseQp::factor() noexcept {
  const int count = active_;
  active_ = 0;
  bool all = true;
  for (int i = 0; i < count; ++i) all = take(set_[static_cast<std::size_t>(i)]) && all;
  return all;
}

/// The point that belongs to the multipliers.
void DenseQp::place() noexcept {
  z_ = start_;
  for (int i = 0; i < active_; ++i) {
    const Limit& limit = set_[static_cast<std::size_t>(i)];
    z_ += limit.side * limit.multiplier * b_.row(limit.row).transpose();
  }
}

/// From what was active last time: exactly kept, and what would act the wrong way let go of.
bool DenseQp::begin(const Rows& low, const Rows& high, int& left) noexcept {
  factor();
  while (active_ > 0) {
    if (left-- <= 0) {
      active_ = 0;
      place();
      return false;
    }
    Few along;
    Few reply;
    for (int i = 0; i < active_; ++i) {
      double sum = missing(set_[static_cast<std::size_t>(i)], low, high);
      for (int k = 0; k < i; ++k) sum -= gram_(i, k) * along[static_cast<std::size_t>(k)];
      along[static_cast<std::size_t>(i)] = sum / gram_(i, i);
    }
    back(along, reply);
    int wrong = -1;
    for (int i = 0; i < active_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (!(reply[at] >= 0.0) && (wrong < 0 || reply[at] < reply[static_cast<std::size_t>(wrong)])) wrong = i;
    }
    if (wrong < 0) {
      for (int i = 0; i < active_; ++i)
        set_[static_cast<std::size_t>(i)].multiplier = reply[static_cast<std::size_t>(i)];
      break;
    }
    drop(wrong);
    factor();
  }
  place();
  return true;
}

DenseQp::Broken DenseQp::worst(const Rows& low, const Rows& high) noexcept {
  at_.noalias() = b_ * z_;
  Broken found;
  double most = kTouch;
  for (int row = 0; row < m_; ++row) {
    if (!(norm_[row] > 0.0)) continue;
    const double below = low[row] - at_[row];
    const double above = at_[row] - high[row];
    const double by = std::max(below, above);
    if (!(by > most * norm_[row])) continue;
    const Limit limit{row, below >= above ? 1.0 : -1.0, 0.0};
    const bool there = std::any_of(set_.begin(), set_.begin() + active_, [&](const Limit& one) {
      return one.row == limit.row && one.side == limit.side;
    });
    if (there) continue;  // broken by its softness
    most = by / norm_[row];
    found = {limit, by, true};
  }
  return found;
}

/// Takes one broken row in, letting go of others on the way. False: no room, no iterations, or nothing can
/// keep it.
bool DenseQp::admit(Limit limit, double by, int& left) noexcept {
  while (left-- > 0) {
    Few along;
    Few reply;
    const double rest = project(limit, along);
    back(along, reply);
    const bool independent =
        active_ < kMostActive && rest > kDependent * (norm_[limit.row] * norm_[limit.row] + softness_);
    const double full = independent ? by / rest : -1.0;
    double step = full;
    int blocking = -1;
    for (int i = 0; i < active_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (!(reply[at] > 0.0)) continue;
      const double until = set_[at].multiplier / reply[at];
      if (step >= 0.0 && !(until < step)) continue;
      step = until;
      blocking = i;
    }
    if (step < 0.0) return false;
    for (int i = 0; i < active_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      set_[at].multiplier = std::max(0.0, set_[at].multiplier - step * reply[at]);
    }
    limit.multiplier += step;
    if (blocking < 0) return take(limit);
    by -= step * rest;
    drop(blocking);
    factor();
  }
  return false;
}

DenseQp::Outcome DenseQp::solve(const Vector& g, const Rows& low, const Rows& high,
                                int most_iterations) noexcept {
  if (n_ == 0 || g.rows() != n_ || low.rows() != m_ || high.rows() != m_ || !g.allFinite() ||
      !low.allFinite() || !high.allFinite() || !(low.array() <= high.array()).all()) {
    active_ = 0;
    x_.setZero(std::max(n_, 1));
    return {};
  }
  int left = most_iterations;
  start_ = -g;
  lower_.topLeftCorner(n_, n_).triangularView<Eigen::Lower>().solveInPlace(start_);
  bool fine = begin(low, high, left);
  bool converged = false;
  while (fine) {
    const Broken broken = worst(low, high);
    converged = !broken.any;
    if (converged) break;
    fine = admit(broken.limit, broken.by, left);
    place();
  }
  x_ = z_;
  lower_.topLeftCorner(n_, n_).transpose().triangularView<Eigen::Upper>().solveInPlace(x_);
  if (!x_.allFinite()) {
    x_.setZero(n_);
    converged = false;
  }
  const Outcome outcome{converged, most_iterations - std::max(left, 0), active_};
  if (!converged) active_ = 0;
  return outcome;
}

}  // namespace hexad::cueing
