#include "kinematics/assembly_modes.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <complex>
#include <random>

#include "kinematics/assembly.hpp"

namespace hexad::kinematics {
namespace {

using Complex = std::complex<double>;
using Point = Eigen::Matrix<Complex, 8, 1>;
using Square = Eigen::Matrix<Complex, 8, 8>;
using Real8 = Eigen::Matrix<double, 8, 8>;

constexpr int kEquations = 7;
constexpr unsigned kPaths = 1U << kEquations;
constexpr double kStepAtFirst = 0.02;
constexpr double kSmallestStep = 1e-9;
constexpr int kMostSteps = 4000;
constexpr double kOnPath = 1e-8;    // of a Newton step, relative
constexpr double kNoMotion = 1e-5;  // |e| of a point of size 1
constexpr double kNearEnd = 1e-6;   // t from which on the kind of an end can be told
constexpr double kFallsWithT = 100.0;
constexpr double kReal = 1e-6;  // imaginary part of a point of size 1
constexpr double kSame = 1e-6;  // two ends are one solution

/// xᵀ·M·x = 0, with M symmetric.
using System = std::array<Real8, kEquations>;

/// Adds c · x_i · x_j.
void add(Real8& m, int i, int j, double c) {
  m(i, j) += 0.5 * c;
  m(j, i) += 0.5 * c;
}

/// |e|²·(|R·a + t − b|² − L²), in units of `scale`.
Real8 quadric_of_leg(const Vec3& a, const Vec3& b, double length) {
  Real8 m = Real8::Zero();
  const double rest = a.squaredNorm() + b.squaredNorm() - length * length;
  for (int i = 0; i < 4; ++i) {
    add(m, i, i, rest);
    add(m, 4 + i, 4 + i, 4.0);
  }
  // Products of quaternions e = (0, 1 2 3), g = (4, 5 6 7): vec(ē·g) = e0·g − g0·e − e×g, vec(g·ē) = e0·g −
  // g0·e − g×e.
  for (int k = 0; k < 3; ++k) {
    const int k1 = (k + 1) % 3;
    const int k2 = (k + 2) % 3;
    const double both = 4.0 * (a[k] - b[k]);
    add(m, 0, 5 + k, both);
    add(m, 4, 1 + k, -both);
    const double cross = -4.0 * (a[k] + b[k]);  // e×g has the other sign in the second product
    add(m, 1 + k1, 5 + k2, cross);
    add(m, 1 + k2, 5 + k1, -cross);
  }
  // −2·b·(|e|²R·a), |e|²R·a = (e0² − e·e)·a + 2·(e·a)·e + 2·e0·(e×a).
  const double ab = a.dot(b);
  add(m, 0, 0, -2.0 * ab);
  for (int i = 0; i < 3; ++i) {
    add(m, 1 + i, 1 + i, 2.0 * ab);
    for (int j = 0; j < 3; ++j) add(m, 1 + i, 1 + j, -4.0 * a[i] * b[j]);
  }
  const Vec3 axb = a.cross(b);  // b·(e×a) = e·(a×b)
  for (int i = 0; i < 3; ++i) add(m, 0, 1 + i, -4.0 * axb[i]);
  return m;
}

System system_of(const Geometry& geometry, const LegLengths& length, double scale) {
  System system;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    system[i] = quadric_of_leg(geometry.platform[i] / scale, geometry.base[i] / scale,
                               length[static_cast<Eigen::Index>(i)] / scale);
    system[i] /= system[i].cwiseAbs().maxCoeff();
  }
  system[6] = Real8::Zero();
  for (int i = 0; i < 4; ++i) add(system[6], i, 4 + i, 1.0);
  return system;
}

/// H(x, t) = (1 − t)·F(x) + t·γ·G(x) with G_i = x_i² − c_i·x_0², and one equation that says which of the
/// points on a line through the origin is meant.
class Homotopy {
 public:
  Homotopy(const System& system, std::uint32_t seed) : system_{system} {
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> angle{0.0, kRevolution};
    std::uniform_real_distribution<double> size{0.5, 1.5};
    gamma_ = std::polar(1.0, angle(random));
    for (Complex& c : c_) c = std::polar(size(random), angle(random));
    for (Eigen::Index i = 0; i < 8; ++i) patch_[i] = std::polar(size(random), angle(random));
  }

  Point start(unsigned path) const {
    Point x;
    x[0] = 1.0;
    for (int i = 0; i < kEquations; ++i) {
      const Complex root = std::sqrt(c_[static_cast<std::size_t>(i)]);
      x[1 + i] = ((path >> i) & 1U) != 0 ? root : -root;
    }
    return x / (patch_.transpose() * x).value();
  }

  /// Values, derivative in x, derivative in t.
  void at(const Point& x, double t, Point& value, Square& by_x, Point& by_t) const {
    for (int i = 0; i < kEquations; ++i) {
      const Point mx = system_[static_cast<std::size_t>(i)] * x;
      const Complex f = (x.transpose() * mx).value();
      const Complex c = c_[static_cast<std::size_t>(i)];
      const Complex g = gamma_ * (x[1 + i] * x[1 + i] - c * x[0] * x[0]);
      value[i] = (1.0 - t) * f + t * g;
      by_t[i] = g - f;
      by_x.row(i) = 2.0 * (1.0 - t) * mx.transpose();
      by_x(i, 1 + i) += 2.0 * t * gamma_ * x[1 + i];
      by_x(i, 0) -= 2.0 * t * gamma_ * c * x[0];
    }
    value[kEquations] = (patch_.transpose() * x).value() - 1.0;
    by_t[kEquations] = 0.0;
    by_x.row(kEquations) = patch_.transpose();
  }

  /// dx/dt along the path.
  Point slope(const Point& x, double t) const {
    Point value, by_t;
    Square by_x;
    at(x, t, value, by_x, by_t);
    return -by_x.partialPivLu().solve(by_t);
  }

  /// False when it does not come to rest in `most` steps.
  bool correct(Point& x, double t, int most, double tolerance) const {
    Point value, by_t;
    Square by_x;
    for (int i = 0; i < most; ++i) {
      at(x, t, value, by_x, by_t);
      const Point step = by_x.partialPivLu().solve(value);
      x -= step;
      const double size = step.norm() / x.norm();
      if (!(size < 1e6)) return false;
      if (size < tolerance) return true;
    }
    return false;
  }

 private:
  const System& system_;
  Complex gamma_;
  std::array<Complex, kEquations> c_;
  Point patch_;
};

enum class End { solution, no_motion, on_curve, lost };

/// Size 1, and of all points on its line the one whose largest part is real: comparable, and real when it can
/// be.
Point tidy(const Point& x) {
  Eigen::Index largest = 0;
  x.cwiseAbs().maxCoeff(&largest);
  const Point turned = x / x[largest];
  return turned / turned.norm();
}

double size_of_e(const Point& x) { return x.head<4>().norm() / x.norm(); }

/// A path that could not be followed any nearer to its end. The smallest singular value falls with t where
/// solutions are not isolated (a whole curve of them: equal legs between congruent joint circles), and with a
/// root of t where several meet in one point.
End end_near(const Homotopy& homotopy, double t, Point& x) {
  if (size_of_e(x) < 0.05) return End::no_motion;
  if (!(t < kNearEnd)) return End::lost;
  Point value, by_t;
  Square by_x;
  homotopy.at(x, t, value, by_x, by_t);
  const double smallest = Eigen::JacobiSVD<Square>{by_x}.singularValues()[7];
  if (smallest < kFallsWithT * t) return End::on_curve;
  // Newton comes to a point where solutions meet in halves of the way.
  (void)homotopy.correct(x, 0.0, 60, 1e-12);
  homotopy.at(x, 0.0, value, by_x, by_t);
  return x.allFinite() && value.norm() < 1e-10 ? End::solution : End::lost;
}

End follow(const Homotopy& homotopy, unsigned path, double largest_step, Point& x) {
  x = homotopy.start(path);
  double t = 1.0;
  double step = std::min(kStepAtFirst, largest_step);
  int good = 0;
  for (int i = 0; i < kMostSteps && t > 0.0; ++i) {
    const double h = std::min(step, t);
    // Fourth-order prediction, then back onto the path.
    const Point k1 = homotopy.slope(x, t);
    const Point k2 = homotopy.slope(x - 0.5 * h * k1, t - 0.5 * h);
    const Point k3 = homotopy.slope(x - 0.5 * h * k2, t - 0.5 * h);
    const Point k4 = homotopy.slope(x - h * k3, t - h);
    Point next = x - h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    if (next.allFinite() && homotopy.correct(next, t - h, 3, kOnPath)) {
      x = next;
      t -= h;
      if (h == step && ++good >= 3) {
        step = std::min(2.0 * step, largest_step);
        good = 0;
      }
      continue;
    }
    good = 0;
    step *= 0.5;
    // Close to the end a path into e = 0 turns sharp for ever.
    if (size_of_e(x) < 1e-2 && t < 1e-3 && step < 1e-7) return End::no_motion;
    if (step < kSmallestStep) return end_near(homotopy, t, x);
  }
  if (t > 0.0) return end_near(homotopy, t, x);
  (void)homotopy.correct(x, 0.0, 10, 1e-14);
  return size_of_e(x) < kNoMotion ? End::no_motion : End::solution;
}

/// Several paths into one place, or a place where solutions meet: not isolated.
bool known(const std::vector<Point>& found, const Point& x) {
  return std::any_of(found.begin(), found.end(),
                     [&](const Point& other) { return (other - x).norm() < kSame; });
}

AssemblyMode mode_of(const Point& x, const Geometry& geometry, const LegLengths& length, double scale) {
  const Eigen::Matrix<double, 8, 1> real = x.real();
  const Quat e{real[0], real[1], real[2], real[3]};
  const Quat g{real[4], real[5], real[6], real[7]};
  const Vec3 t = 2.0 * (g * e.conjugate()).vec() / e.squaredNorm() * scale;
  // The solver of forward() takes the last digits.
  const internal::Assembly polished =
      internal::assemble_six(geometry, length, t, e.normalized(), internal::kColdIterations);
  AssemblyMode mode;
  const bool same = polished.converged && (polished.centre - t).norm() < 1e-3 * scale;
  mode.absolute.position = same ? polished.centre : t;
  mode.absolute.rotation = same ? polished.rotation : e.normalized();
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const Vec3 leg =
        mode.absolute.position + mode.absolute.rotation * geometry.platform[i] - geometry.base[i];
    mode.residual = std::max(mode.residual, std::abs(leg.norm() - length[static_cast<Eigen::Index>(i)]));
  }
  return mode;
}

double size_of(const Geometry& geometry) {
  double size = 0.0;
  for (const Vec3& joint : geometry.platform) size = std::max(size, joint.norm());
  return std::max(size, 1e-6);
}

}  // namespace

AssemblyModes all_assembly_modes(const Geometry& geometry, const LegLengths& length,
                                 void (*progress)(double)) {
  const double scale = size_of(geometry);
  const System system = system_of(geometry, length, scale);
  const Homotopy homotopy{system, 20260115};
  AssemblyModes modes;
  std::vector<Point> found;
  std::vector<unsigned> again;
  for (unsigned path = 0; path < kPaths; ++path) {
    Point x;
    const End end = follow(homotopy, path, 0.1, x);
    if (end == End::lost) again.push_back(path);
    if (end == End::on_curve) ++modes.on_curves;
    if (end == End::solution) {
      const Point tidied = tidy(x);
      // Two paths in one end: one of them has jumped.
      if (known(found, tidied)) {
        again.push_back(path);
      } else {
        found.push_back(tidied);
      }
    }
    if (progress != nullptr) progress((path + 1.0) / (kPaths + 16.0));
  }
  for (const unsigned path : again) {
    Point x;
    const End end = follow(homotopy, path, 0.002, x);
    if (end == End::lost) ++modes.lost;
    if (end == End::on_curve) ++modes.on_curves;
    if (end == End::solution && !known(found, tidy(x))) found.push_back(tidy(x));
  }
  modes.complex = static_cast<int>(found.size());
  for (const Point& x : found)
    if (x.imag().norm() < kReal) modes.real.push_back(mode_of(x, geometry, length, scale));
  std::sort(modes.real.begin(), modes.real.end(), [](const AssemblyMode& a, const AssemblyMode& b) {
    return a.absolute.position.z() > b.absolute.position.z();
  });
  if (progress != nullptr) progress(1.0);
  return modes;
}

}  // namespace hexad::kinematics
