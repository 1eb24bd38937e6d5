#pragma once
// The places that can be reached with given rotations, as a body: a grid over X Y Z, its surface as
// triangles, and what is worst inside. A node counts when every rotation asked for can be reached there (with
// tilts: the dexterous workspace). Six legs. In slices of layers, so that it can be watched and given up.
// Tools only: it allocates.

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::design {

struct VolumeQuestion {
  Vec3 rotation = Vec3::Zero();  ///< angles X Y Z of R = Rz·Ry·Rx, rad
  Vec3 tilt = Vec3::Zero();      ///< every rotation within ± of it, too
};

/// Nodes `step` apart, the same in all directions.
struct VolumeGrid {
  Vec3 low = Vec3::Zero();
  double step = 0.0;
  std::array<std::size_t, 3> nodes{};

  Vec3 at(std::size_t x, std::size_t y, std::size_t z) const noexcept {
    return low + step * Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
  std::size_t layers() const noexcept { return nodes[2] > 0 ? nodes[2] - 1 : 0; }
};
inline constexpr std::size_t kMostVolumePoints = 61;

/// A grid around everything that can be reached, `points` along its longest side; without nodes when there is
/// nothing.
VolumeGrid volume_grid(const Machine& machine, const VolumeQuestion& question, std::size_t points);
/// The same within bounds known from before.
VolumeGrid volume_grid(const Vec3& low, const Vec3& high, std::size_t points);

struct VolumeCell {
  Vec3 at = Vec3::Zero();
  double force = 0.0;   ///< the largest of a leg, standing, N
  AxisValues speeds{};  ///< that the legs give along each axis alone, at least, m/s and rad/s
};

struct WorstForce {
  double force = 0.0;
  std::size_t leg = 0;
  Pose pose;
};
struct Slowest {
  double speed = 0.0;  ///< infinite: none seen
  Pose pose;
};

struct VolumeSlice {
  double volume = 0.0;  ///< m³
  std::vector<VolumeCell> cells;
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< outward, counter-clockwise from outside
  WorstForce worst;
  std::array<Slowest, kAxes> slowest;
};
/// Between layer `first` and layer `first + count`. `ends`: asked now and then, true = give up; then it is
/// empty.
VolumeSlice volume_slice(const Machine& machine, const VolumeQuestion& question, const VolumeGrid& grid,
                         std::size_t first, std::size_t count, const std::function<bool()>& ends);
/// One after the other: what they are together.
void append(VolumeSlice& to, const VolumeSlice& next);

/// ASCII STL, mm.
std::string stl_of(const VolumeSlice& volume);
/// Every node that can be reached: place, force, speeds; mm, kN, mm/s, °/s.
std::string csv_of(const VolumeSlice& volume);

}  // namespace hexad::design
