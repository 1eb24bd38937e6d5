#pragma once
// A small dense quadratic program: minimise ½·xᵀHx + gᵀx within low ≤ A·x ≤ high, H positive definite.
//
// Dual active set (Goldfarb, Idnani 1983): from the minimum without limits, or from the limits that held last
// time, the limit that is broken most is taken in, one after another, until none is. Everything that does not
// change from one solution to the next is worked out in set(). No allocation; the number of iterations is
// bounded, so the same input gives the same bits in about the same time.
//
// With a softness ε > 0 a row with multiplier λ may be broken by ε·λ: there is always a solution, and where
// the hard limits have one it is theirs but for ε·λ.

#include <Eigen/Core>

#include <array>
#include <cstdint>

namespace hexad::cueing {

class DenseQp {
 public:
  static constexpr int kMostVariables = 36;
  static constexpr int kMostRows = 240;
  static constexpr int kMostActive = 48;

  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostVariables, 1>;
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostVariables, kMostVariables>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostRows, 1>;
  using Matrix =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kMostRows, kMostVariables>;

  struct Outcome {
    bool converged = false;
    int iterations = 0;
    int active = 0;
  };

  /// False, and nothing can be solved, when H is not positive definite or a size is too large.
  bool set(const Square& h, const Matrix& a, double softness) noexcept;
  /// Other rows, as many as before, for the same H: cheap where H is the identity.
  bool replace(const Matrix& a) noexcept;

  /// Converged: no row is broken by more than ε·λ and rounding. Otherwise value() is the best so far, and not
  /// to be relied on; what is not finite is never taken in.
  Outcome solve(const Vector& g, const Rows& low, const Rows& high, int most_iterations) noexcept;
  /// The next solve() begins as if it were the first.
  void forget() noexcept { active_ = 0; }

  const Vector& value() const noexcept { return x_; }
  /// The multiplier of a row, above zero at its lower side, below at its upper one.
  double multiplier(int row) const noexcept;

 private:
  using Factor = Eigen::Matrix<double, kMostActive, kMostActive, Eigen::RowMajor>;
  using Few = std::array<double, kMostActive>;

  /// A row at its lower (+1) or upper (−1) limit.
  struct Limit {
    int row = 0;
    double side = 1.0;
    double multiplier = 0.0;
  };
  struct Broken {
    Limit limit;
    double by = 0.0;
    bool any = false;
  };

  double dot(const Limit& a, const Limit& b) const noexcept;
  double missing(const Limit& limit, const Rows& low, const Rows& high) const noexcept;
  double project(const Limit& limit, Few& along) const noexcept;
  void back(const Few& along, Few& reply) const noexcept;
  bool take(const Limit& limit) noexcept;
  void drop(int which) noexcept;
  bool factor() noexcept;
  void place() noexcept;
  bool begin(const Rows& low, const Rows& high, int& left) noexcept;
  Broken worst(const Rows& low, const Rows& high) noexcept;
  bool admit(Limit limit, double by, int& left) noexcept;

  int n_ = 0;
  int m_ = 0;
  bool identity_ = false;
  double softness_ = 0.0;
  Square lower_;  ///< H = L·Lᵀ
  Matrix b_;      ///< A·L⁻ᵀ: rows as seen where H is the identity
  Rows norm_;     ///< of them
  Vector start_;  ///< where the minimum without limits is there, −L⁻¹·g
  Vector z_;      ///< the solution there
  Vector x_;
  Rows at_;  ///< A·x
  int active_ = 0;
  std::array<Limit, kMostActive> set_{};
  Factor gram_;  ///< Cholesky factor of N·Nᵀ + ε·I over the active rows
};

}  // namespace hexad::cueing
