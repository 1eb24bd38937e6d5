#pragma once
// What the true machine weighs, seen from its legs. With x the leg extensions and F the forces along the
// legs,
//   F = M(x)·x'' + h(x, x'),
// M the mass of payload and legs in leg space and h gravity and velocity terms. Both come from
// kinematics::leg_forces: h = F at x'' = 0, column j of M = F at x'' = e_j less F at rest. x'' = 0 does not
// mean that the platform does not accelerate: its twist rate is then −J⁻¹·(J'·q').
//
// One evaluation is too dear for every tick, and the pose changes by 4 mm in 8 ticks at most. So the work is
// dealt out over 16 ticks, always the same: h every 8 ticks, then spread evenly over the next 8; one column
// of M a tick, and the inverse in the tick after the last. When forward kinematics fails the last values
// stay.

#include "model/machine.hpp"

namespace hexad::plant {

class Load {
 public:
  /// `reflected` is the mass of the rotors at the legs; it keeps the inverse bounded.
  Load(const Machine& machine, double reflected, const Extensions& extension) noexcept;

  void advance(const Extensions& extension, const LegSpeeds& velocity) noexcept;

  const Mat6& inverse_mass() const noexcept { return inverse_; }  ///< of M + reflected mass
  const Mat6& mass() const noexcept { return mass_; }             ///< M + reflected mass
  const LegForces& bias() const noexcept { return bias_; }        ///< h
  const Pose& pose() const noexcept { return pose_; }  ///< of the last forward kinematics that worked

 private:
  void look(const Extensions& extension, const LegSpeeds& velocity) noexcept;
  void weigh() noexcept;
  void column(std::size_t leg) noexcept;
  void invert() noexcept;

  const Machine* machine_;
  double reflected_;
  Pose pose_;
  Pose weighed_;                           ///< the pose M is taken at
  LegForces at_rest_ = LegForces::Zero();  ///< the forces there, at rest
  LegForces bias_ = LegForces::Zero();
  LegForces bias_next_ = LegForces::Zero();
  LegForces bias_step_ = LegForces::Zero();
  Mat6 columns_ = Mat6::Zero();
  Mat6 mass_ = Mat6::Identity();
  Mat6 inverse_ = Mat6::Identity();
  unsigned phase_ = 0;
};

}  // namespace hexad::plant
