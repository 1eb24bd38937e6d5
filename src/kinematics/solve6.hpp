#pragma once
// Inside this layer: a 6 × 6 system factored once and solved several times, with the determinant for free.
// Gaussian elimination with row pivoting, all loops of fixed length.

#include <cmath>
#include <utility>

#include "base/vec.hpp"

namespace hexad::kinematics::internal {

class Solve6 {
 public:
  using Row = Eigen::Matrix<double, 6, 1>;

  Row& row(std::size_t i) noexcept { return row_[i]; }

  /// Factors the rows in place. False when a pivot is zero or not a number.
  bool factor() noexcept {
    determinant_ = 1.0;
    for (std::size_t i = 0; i < 6; ++i) order_[i] = i;
    return eliminate<0>() && eliminate<1>() && eliminate<2>() && eliminate<3>() && eliminate<4>() &&
           eliminate<5>();
  }

  double determinant() const noexcept { return determinant_; }

  Vec6 solve(const Vec6& rhs) const noexcept {
    double y[6];
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = rhs[static_cast<Eigen::Index>(order_[i])];
      for (std::size_t k = 0; k < i; ++k) sum -= row_[i][static_cast<Eigen::Index>(k)] * y[k];
      y[i] = sum;
    }
    Vec6 x;
    for (std::size_t i = 6; i-- > 0;) {
      double sum = y[i];
      for (std::size_t k = i + 1; k < 6; ++k)
        sum -= row_[i][static_cast<Eigen::Index>(k)] * x[static_cast<Eigen::Index>(k)];
      x[static_cast<Eigen::Index>(i)] = sum * inverse_pivot_[i];
    }
    return x;
  }

 private:
  template <std::size_t K>
  bool eliminate() noexcept {
    constexpr auto column = static_cast<Eigen::Index>(K);
    std::size_t pivot = K;
    double largest = std::abs(row_[K][column]);
    for (std::size_t i = K + 1; i < 6; ++i) {
      const double value = std::abs(row_[i][column]);
      if (value > largest) {
        largest = value;
        pivot = i;
      }
    }
    if (!(largest > 0.0)) return false;
    if (pivot != K) {
      std::swap(row_[K], row_[pivot]);
      std::swap(order_[K], order_[pivot]);
      determinant_ = -determinant_;
    }
    const double inverse = 1.0 / row_[K][column];
    determinant_ *= row_[K][column];
    inverse_pivot_[K] = inverse;
    for (std::size_t i = K + 1; i < 6; ++i) {
      const double factor = row_[i][column] * inverse;
      row_[i][column] = factor;
      for (Eigen::Index j = column + 1; j < 6; ++j) row_[i][j] -= factor * row_[K][j];
    }
    return true;
  }

  Row row_[6];
  double inverse_pivot_[6];
  std::size_t order_[6];
  double determinant_ = 0.0;
};

}  // namespace hexad::kinematics::internal
