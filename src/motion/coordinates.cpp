#include "motion/coordinates.hpp"

#include <cmath>

// With θ = |φ| and K = [φ]×, the left Jacobian of SO(3) is J = I + b·K + c·K²,
//   b = (1 − cos θ)/θ²,  c = (θ − sin θ)/θ³.
// Along φ(t) they change as b' = B·(φ·φ'), c' = C·(φ·φ') with
//   B = (db/dθ)/θ = (sin θ/θ − 2b)/θ²,  C = (dc/dθ)/θ = (b − 3c)/θ²,
// so, since φ' × φ' = 0,  J'·φ' = (φ·φ')·(B·φ×φ' + C·φ×(φ×φ')) + c·φ'×(φ×φ').
// The inverse is J⁻¹ = I − K/2 + e·K² with e = (1 − sin θ/(2·θ·b))/θ² = −B/(2b).

namespace hexad::motion {
namespace {

struct RotationScalars {
  double b, c, B, C;
};

double horner(double x, const double (&terms)[7]) noexcept {
  double sum = terms[6];
  for (int i = 5; i >= 0; --i) sum = sum * x + terms[i];
  return sum;
}

/// `square` = θ². Below θ = 0.5, where the closed forms cancel, the Taylor series; what they leave out is
/// below rounding there.
RotationScalars rotation_scalars(double square) noexcept {
  if (square < 0.25) {
    static constexpr double kb[] = {1.0 / 2,       -1.0 / 24,         1.0 / 720,          -1.0 / 40320,
                                    1.0 / 3628800, -1.0 / 479001600., 1.0 / 87178291200.0};
    static constexpr double kc[] = {1.0 / 6,        -1.0 / 120,         1.0 / 5040,           -1.0 / 362880,
                                    1.0 / 39916800, -1.0 / 6227020800., 1.0 / 1307674368000.0};
    static constexpr double kB[] = {-1.0 / 12,       1.0 / 180,         -1.0 / 6720,           1.0 / 453600,
                                    -1.0 / 47900160, 1.0 / 7264857600., -1.0 / 1494484992000.0};
    static constexpr double kC[] = {
        -1.0 / 60,        1.0 / 1260,          -1.0 / 60480,           1.0 / 4989600,
        -1.0 / 622702080, 1.0 / 108972864000., -1.0 / 25406244864000.0};
    return {horner(square, kb), horner(square, kc), horner(square, kB), horner(square, kC)};
  }
  const double angle = std::sqrt(square);
  const double sine = std::sin(angle);
  const double half_sine = std::sin(0.5 * angle);
  const double b = 2.0 * half_sine * half_sine / square;
  const double c = (angle - sine) / (square * angle);
  return {b, c, (sine / angle - 2.0 * b) / square, (b - 3.0 * c) / square};
}

/// J'(φ, φ')·φ'.
Vec3 jacobian_drift(const RotationScalars& k, const Vec3& phi, const Vec3& rate) noexcept {
  const Vec3 across = phi.cross(rate);
  return phi.dot(rate) * (k.B * across + k.C * phi.cross(across)) + k.c * rate.cross(across);
}

Vec3 times_jacobian(const RotationScalars& k, const Vec3& phi, const Vec3& vector) noexcept {
  const Vec3 across = phi.cross(vector);
  return vector + k.b * across + k.c * phi.cross(across);
}

Vec3 times_inverse_jacobian(const RotationScalars& k, const Vec3& phi, const Vec3& vector) noexcept {
  const Vec3 across = phi.cross(vector);
  return vector - 0.5 * across - k.B / (2.0 * k.b) * phi.cross(across);
}

}  // namespace

Vec6 coordinates_of(const Pose& pose) noexcept {
  Vec6 coordinates;
  coordinates << pose.position, rotation_vector(pose.rotation);
  return coordinates;
}

Pose pose_of(const Vec6& coordinates) noexcept {
  return {coordinates.head<3>(), from_rotation_vector(coordinates.tail<3>())};
}

State6 state_of(const Motion& motion) noexcept {
  State6 state;
  state.position = coordinates_of(motion.pose);
  const Vec3 phi = state.position.tail<3>();
  const RotationScalars k = rotation_scalars(phi.squaredNorm());
  const Vec3 rate = times_inverse_jacobian(k, phi, motion.velocity.angular);
  const Vec3 change = motion.acceleration.angular - jacobian_drift(k, phi, rate);
  state.velocity << motion.velocity.linear, rate;
  state.acceleration << motion.acceleration.linear, times_inverse_jacobian(k, phi, change);
  return state;
}

Motion motion_of(const State6& state) noexcept {
  const Vec3 phi = state.position.tail<3>();
  const Vec3 rate = state.velocity.tail<3>();
  const Vec3 change = state.acceleration.tail<3>();
  const RotationScalars k = rotation_scalars(phi.squaredNorm());
  Motion motion;
  motion.pose = pose_of(state.position);
  motion.velocity = {state.velocity.head<3>(), times_jacobian(k, phi, rate)};
  motion.acceleration = {state.acceleration.head<3>(),
                         times_jacobian(k, phi, change) + jacobian_drift(k, phi, rate)};
  return motion;
}

}  // namespace hexad::motion
