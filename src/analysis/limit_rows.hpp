#pragma once
// The limits of a platform at one moment of a motion, as rows of a quadratic program over its stages: of the
// axes, the tilt, the legs and their joints, linear about the motion there. For tools: allocates.

#include <array>
#include <vector>

#include "analysis/stage_qp.hpp"
#include "cueing/axis_motion.hpp"
#include "model/machine.hpp"

namespace hexad::analysis {

/// Both as six axes: positions with angles, and so on.
inline StageAxes axes_of(const Vec3& linear, const Vec3& angular) {
  StageAxes all;
  all << linear, angular;
  return all;
}

class LimitRows {
 public:
  /// `moves`: axes the motion has; `tilt_rate`: beyond a share, none to all, of the vehicle's own rotation.
  LimitRows(const Machine& machine, const std::array<bool, 6>& moves, double tilt_rate)
      : machine_{machine}, moves_{moves}, tilt_rate_{tilt_rate} {}

  /// At `at`, with the vehicle turning by `own`; relaxed: what holds for every motion (possible.hpp).
  void at(const cueing::AxisMotion& at, const Vec3& own, bool relaxed, std::vector<StageRow>& into) const;

 private:
  void axis_rows(const cueing::AxisMotion& at, bool relaxed, std::vector<StageRow>& into) const;
  void tilt_rows(const Vec3& own, bool relaxed, std::vector<StageRow>& into) const;
  StageAxes masked(const StageAxes& row) const;
  void leg_rows(const cueing::AxisMotion& at, std::vector<StageRow>& into) const;
  void joint_rows(const cueing::AxisMotion& at, std::vector<StageRow>& into) const;
  void longest_rows(std::vector<StageRow>& into) const;

  const Machine& machine_;
  const std::array<bool, 6>& moves_;
  double tilt_rate_;
};

}  // namespace hexad::analysis
