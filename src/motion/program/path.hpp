#pragma once
// A path: a curve through the points, run along as fast as the limits allow, without a stop in between unless
// it turns back on itself (mdof decision 9). at() looks up one cell and evaluates two cubics.

#include <memory>

#include "model/machine.hpp"
#include "model/prepared.hpp"
#include "motion/program/path_curve.hpp"
#include "motion/program/path_timing.hpp"

namespace hexad::motion {

/// What the mechanism makes of a motion: needed at run time only where legs are fewer than freedoms.
class Guide {
 public:
  explicit Guide(const Machine& machine);
  Motion apply(const Motion& motion) const noexcept;

 private:
  std::unique_ptr<const Machine> machine_;
};

class Path final : public Prepared {
 public:
  Path(const Machine& machine, PathCurve curve, PathTiming timing, ProgramKind kind = ProgramKind::path);
  Motion at(double path_time) const noexcept override;

  const PathCurve& curve() const noexcept { return curve_; }
  const PathTiming& timing() const noexcept { return timing_; }

 private:
  PathCurve curve_;
  PathTiming timing_;
  Guide guide_;
};

}  // namespace hexad::motion
