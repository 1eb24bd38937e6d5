#pragma once
// Inside this layer: solves d_i·u + (R·b_i × d_i)·θ = e_i for six legs, factored once, with the determinant.
// The legs are taken in two threes, odd and even, so that the 6 × 6 falls into 3 × 3 blocks whose inverses
// are cross products:
//   [D1 M1; D2 M2]:  X = D1⁻¹,  S = M2 − D2·X·M1,  θ = S⁻¹·(e2 − D2·X·e1),  u = X·e1 − X·M1·θ,  det =
//   |D1|·|S|.
// D1 is the three with the larger volume. If even that one is nearly flat, the general elimination does it.

#include "kinematics/leg_vectors.hpp"
#include "kinematics/solve6.hpp"

namespace hexad::kinematics::internal {

class LegSolve {
 public:
  /// False when the legs are singular to the last digit.
  bool factor(const LegVectors& v, const Six& mx, const Six& my, const Six& mz,
              const Six& squared_length) noexcept {
    const double odd = volume(v, 0);
    const double even = volume(v, 1);
    first_ = std::abs(odd) >= std::abs(even) ? 0 : 1;
    const double flat =
        kFlat * kFlat * squared_length[first_] * squared_length[first_ + 2] * squared_length[first_ + 4];
    const double chosen = first_ == 0 ? odd : even;
    general_ = !(chosen * chosen > flat);
    return general_ ? factor_general(v, mx, my, mz) : factor_blocks(v, mx, my, mz, chosen);
  }

  double determinant() const noexcept { return determinant_; }

  /// (u, θ)
  Vec6 solve(const Six& e) const noexcept {
    if (general_) return solve6_.solve(e.matrix());
    const Eigen::Index a = first_, b = 1 - first_;
    const double e1[3] = {e[a], e[a + 2], e[a + 4]};
    const double e2[3] = {e[b], e[b + 2], e[b + 4]};
    double y[3], r[3];
    Vec6 x;
    for (int i = 0; i < 3; ++i) y[i] = x_[i][0] * e1[0] + x_[i][1] * e1[1] + x_[i][2] * e1[2];
    for (int i = 0; i < 3; ++i) r[i] = e2[i] - (d2_[i][0] * y[0] + d2_[i][1] * y[1] + d2_[i][2] * y[2]);
    for (int i = 0; i < 3; ++i) x[i + 3] = s_[i][0] * r[0] + s_[i][1] * r[1] + s_[i][2] * r[2];
    for (int i = 0; i < 3; ++i) x[i] = y[i] - (xm_[i][0] * x[3] + xm_[i][1] * x[4] + xm_[i][2] * x[5]);
    return x;
  }

 private:
  // Volume of three legs over the product of their lengths, below which they count as flat. The error of the
  // block way grows with its inverse.
  static constexpr double kFlat = 1e-3;

  using Block = double[3][3];

  static double volume(const LegVectors& v, Eigen::Index a) noexcept {
    const Eigen::Index b = a + 2, c = a + 4;
    return v.d_x[a] * (v.d_y[b] * v.d_z[c] - v.d_z[b] * v.d_y[c]) +
           v.d_y[a] * (v.d_z[b] * v.d_x[c] - v.d_x[b] * v.d_z[c]) +
           v.d_z[a] * (v.d_x[b] * v.d_y[c] - v.d_y[b] * v.d_x[c]);
  }

  /// The inverse times the determinant: columns are the cross products of the rows.
  static void adjugate(const Block& m, Block& out) noexcept {
    for (int j = 0; j < 3; ++j) {
      const double* p = m[(j + 1) % 3];
      const double* q = m[(j + 2) % 3];
      out[0][j] = p[1] * q[2] - p[2] * q[1];
      out[1][j] = p[2] * q[0] - p[0] * q[2];
      out[2][j] = p[0] * q[1] - p[1] * q[0];
    }
  }

  bool factor_blocks(const LegVectors& v, const Six& mx, const Six& my, const Six& mz,
                     double volume1) noexcept {
    Block d1, m1, s;
    for (int i = 0; i < 3; ++i) {
      const Eigen::Index a = first_ + 2 * i, b = 1 - first_ + 2 * i;
      d1[i][0] = v.d_x[a], d1[i][1] = v.d_y[a], d1[i][2] = v.d_z[a];
      m1[i][0] = mx[a], m1[i][1] = my[a], m1[i][2] = mz[a];
      d2_[i][0] = v.d_x[b], d2_[i][1] = v.d_y[b], d2_[i][2] = v.d_z[b];
      s[i][0] = mx[b], s[i][1] = my[b], s[i][2] = mz[b];
    }
    adjugate(d1, x_);
    const double inverse1 = 1.0 / volume1;
    for (auto& row : x_) {
      for (double& value : row) value *= inverse1;
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) xm_[i][j] = x_[i][0] * m1[0][j] + x_[i][1] * m1[1][j] + x_[i][2] * m1[2][j];
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        s[i][j] -= d2_[i][0] * xm_[0][j] + d2_[i][1] * xm_[1][j] + d2_[i][2] * xm_[2][j];
    }
    adjugate(s, s_);
    const double volume2 = s[0][0] * s_[0][0] + s[0][1] * s_[1][0] + s[0][2] * s_[2][0];
    // Odd legs before even ones is an odd permutation of the rows (three exchanges), even before odd an even
    // one (six).
    determinant_ = (first_ == 0 ? -1.0 : 1.0) * volume1 * volume2;
    if (!(std::abs(volume2) > 0.0)) return false;
    const double inverse2 = 1.0 / volume2;
    for (auto& row : s_) {
      for (double& value : row) value *= inverse2;
    }
    return true;
  }

  bool factor_general(const LegVectors& v, const Six& mx, const Six& my, const Six& mz) noexcept {
    for (std::size_t k = 0; k < 6; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      solve6_.row(k) << v.d_x[i], v.d_y[i], v.d_z[i], mx[i], my[i], mz[i];
    }
    const bool regular = solve6_.factor();
    determinant_ = regular ? solve6_.determinant() : 0.0;
    return regular;
  }

  Block x_, xm_, d2_, s_;
  Eigen::Index first_ = 0;
  bool general_ = false;
  double determinant_ = 0.0;
  Solve6 solve6_;
};

}  // namespace hexad::kinematics::internal
