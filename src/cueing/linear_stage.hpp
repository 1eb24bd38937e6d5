#pragma once
// A linear system x' = A·x + B·u, stepped exactly for an input that goes straight from one value to the next
// over the step: the same response at every loop rate, and positions, velocities and accelerations that
// belong together.

#include <Eigen/Core>

namespace hexad::cueing {

template <int N>
class LinearStage {
 public:
  using State = Eigen::Matrix<double, N, 1>;
  using Matrix = Eigen::Matrix<double, N, N>;

  LinearStage() noexcept : phi_{Matrix::Identity()}, from_{State::Zero()}, to_{State::Zero()} {}
  LinearStage(const Matrix& a, const State& b, double step) noexcept {
    // e^[[A B 0][0 0 1/h][0 0 0]]h = [[Φ Γ Γ'][0 1 1][0 0 1]], by its series on a step halved until the
    // series is short, squared back.
    using Whole = Eigen::Matrix<double, N + 2, N + 2>;
    Whole m = Whole::Zero();
    m.template topLeftCorner<N, N>() = a * step;
    m.template block<N, 1>(0, N) = b * step;
    m(N, N + 1) = 1.0;
    int halvings = 0;
    while (m.cwiseAbs().rowwise().sum().maxCoeff() > 0.25 && halvings < 40) {
      m *= 0.5;
      ++halvings;
    }
    Whole term = Whole::Identity();
    Whole sum = Whole::Identity();
    for (int k = 1; k <= 12; ++k) {
      term = (term * m / k).eval();
      sum += term;
    }
    for (int i = 0; i < halvings; ++i) sum = (sum * sum).eval();
    phi_ = sum.template topLeftCorner<N, N>();
    to_ = sum.template block<N, 1>(0, N + 1);
    from_ = sum.template block<N, 1>(0, N) - to_;
  }

  State next(const State& x, double from, double to) const noexcept {
    return phi_ * x + from_ * from + to_ * to;
  }

 private:
  Matrix phi_;
  State from_;
  State to_;
};

}  // namespace hexad::cueing
