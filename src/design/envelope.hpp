#pragma once
// A required envelope: does the machine go there, all axes together, and fast enough there? Tools only: it
// allocates.

#include <array>
#include <optional>

#include "kinematics/inverse.hpp"
#include "kinematics/reach.hpp"
#include "model/axes.hpp"

namespace hexad::design {

/// SI; angles X Y Z of R = Rz·Ry·Rx. Neutral is part of it: low ≤ 0 ≤ high.
struct Envelope {
  AxisValues low{};
  AxisValues high{};
  AxisValues velocity{};  ///< ± along (about) each axis alone; rotations: ω in base axes. 0 = none wanted
  AxisValues acceleration{};  ///< alike
};

struct EnvelopeFit {
  double scale = 0.0;  ///< of the whole box about neutral that fits; at most kMostScale
  LimitHit hit;        ///< what is met first beyond it
  Pose pose;           ///< and where, at that scale
  std::array<bool, kAxes> alone{};
  std::array<kinematics::Range, kAxes> reach;

  bool fits() const noexcept { return scale >= 1.0; }
};
inline constexpr double kMostScale = 4.0;
/// 728 directions to corners, edges and faces of the box, and others between; each followed outward.
EnvelopeFit fit_envelope(const Machine& machine, const Envelope& envelope);

/// The worst that rates ask of a leg anywhere in the envelope.
struct EnvelopeLoad {
  double value = 0.0;
  double bound = 0.0;  ///< 0 = none is given
  std::size_t leg = 0;
  std::size_t axis = 0;
  Pose pose;

  bool fits() const noexcept { return !(bound > 0.0) || value <= bound; }
};
/// Leg speed, m/s.
EnvelopeLoad speed_in(const Machine& machine, const Envelope& envelope);
/// Leg force, N, with the weight; begun from standing.
EnvelopeLoad force_in(const Machine& machine, const Envelope& envelope);

}  // namespace hexad::design
