#pragma once
// The workspace as places to look at. A machine with six legs is at every place that its legs' extensions
// allow, so the box of extensions, each from 0 to the stroke, is the workspace, without a gap; machines with
// a guide have heave, pitch and roll. Both are walked in shares u of 0…1 a coordinate, 0.5 being neutral.
// Tools only: it allocates.

#include <array>
#include <functional>
#include <vector>

#include "kinematics/inverse.hpp"

namespace hexad::design {

struct Place {
  std::array<double, 6> share{0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
  Pose pose;
};

class Workspace {
 public:
  explicit Workspace(const Machine& machine);

  const Machine& machine() const noexcept { return machine_; }
  std::size_t coordinates() const noexcept { return coordinates_; }

  /// The place of these shares; where a limit stands in the way, the last one before it on the straight line
  /// from neutral.
  Place at(const std::array<double, 6>& share) const;

  /// Neutral, all corners, edges and faces (three values a coordinate), and points evenly spread between.
  std::vector<Place> spread(std::size_t between) const;

  /// From a place downhill, coordinate by coordinate in ever smaller steps.
  Place lowered(Place from, const std::function<double(const Pose&)>& cost) const;

 private:
  bool pose_of(const std::array<double, 6>& share, Pose& pose) const;

  const Machine& machine_;
  std::size_t coordinates_ = 6;
  std::array<std::size_t, 6> axis_{};  ///< with a guide: which axis a coordinate is
  std::array<std::array<double, 2>, 6> range_{};
};

/// The axes a machine has.
std::vector<std::size_t> freedoms_of(const Machine& machine);

/// The n-th of a row of points evenly spread over a box of shares 0…1 (Halton): one coordinate of it, 0 to 5.
double spread_share(std::size_t n, std::size_t coordinate) noexcept;

}  // namespace hexad::design
