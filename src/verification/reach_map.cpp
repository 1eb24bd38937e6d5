#include "verification/reach_map.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/dynamics.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::verification {
namespace {

MapCell cell_at(const Machine& machine, const Pose& pose) {
  MapCell cell;
  cell.hit = kinematics::first_hit(machine, pose, kinematics::StrokeUse::full);
  const kinematics::Conditioning conditioning = kinematics::conditioning(machine, pose);
  cell.condition = conditioning.condition;
  cell.singular = machine.neutral_singular > 0.0 ? conditioning.smallest / machine.neutral_singular : 0.0;
  Motion standing;
  standing.pose = pose;
  const LegForces force = kinematics::leg_forces(machine, standing);
  for (std::size_t i = 0; i < machine.geometry.legs; ++i)
    cell.force = std::max(cell.force, std::abs(force[static_cast<Eigen::Index>(i)]));
  return cell;
}

}  // namespace

messages::Message stopped_by(const LimitHit& hit) {
  using messages::Id;
  switch (hit.limit) {
    case Limit::none:
      return {};
    case Limit::leg_upper:
      return messages::say<Id::stop_leg_upper>(hit.index + 1);
    case Limit::leg_lower:
      return messages::say<Id::stop_leg_lower>(hit.index + 1);
    case Limit::joint_angle:
      return messages::say<Id::stop_joint_angle>(hit.index + 1);
    case Limit::rotation_angle:
      return Id::stop_rotation;
    case Limit::singularity:
      return Id::stop_singular;
    default:
      return message_of(hit);
  }
}

Result<MapGrid, std::size_t> map_grid(const Machine& machine, const AxisValues& from,
                                      const std::array<std::size_t, 2>& axis, std::size_t points) {
  const auto ranges = kinematics::reach(machine, kXyzConvention.to_pose(from, 0.0));
  MapGrid grid;
  grid.from = from;
  grid.axis = axis;
  grid.points = points;
  for (std::size_t i = 0; i < 2; ++i) {
    const kinematics::Range& range = ranges[axis[i]];
    if (!(range.high > range.low)) return Failure{axis[i]};
    const double rim = 0.1 * (range.high - range.low);  // the border is to be seen
    grid.range[i].low = range.low - rim;
    grid.range[i].high = range.high + rim;
  }
  return grid;
}

std::vector<MapCell> map_row(const Machine& machine, const MapGrid& grid, std::size_t row) {
  std::vector<MapCell> cells;
  cells.reserve(grid.points);
  for (std::size_t column = 0; column < grid.points; ++column) {
    AxisValues values = grid.from;
    values[grid.axis[0]] += grid.value(0, column);
    values[grid.axis[1]] += grid.value(1, row);
    cells.push_back(cell_at(machine, kXyzConvention.to_pose(values, 0.0)));
  }
  return cells;
}

}  // namespace hexad::verification
