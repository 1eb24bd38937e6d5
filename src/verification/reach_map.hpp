#pragma once
// How far axes go alone, and what two of them can do together, point by point.

#include <array>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "kinematics/reach.hpp"
#include "messages/message.hpp"

namespace hexad::verification {

/// What stops an axis, without the numbers: "leg 3 at full stroke". Nothing for none.
messages::Message stopped_by(const LimitHit& hit);

struct MapCell {
  LimitHit hit;            ///< none: reachable
  double condition = 0.0;  ///< largest by smallest singular value
  double singular = 0.0;   ///< smallest, as a share of the one at neutral
  double force = 0.0;      ///< largest of a leg, N, standing
};

/// A grid over two axes about a pose, a tenth wider on each side than the axes reach alone.
struct MapGrid {
  AxisValues from{};  ///< SI
  std::array<std::size_t, 2> axis{};
  std::array<kinematics::Range, 2> range{};
  std::size_t points = 0;  ///< of each axis, at least 2

  /// From `from`, SI; `which`: 0 or 1.
  double value(int which, std::size_t i) const {
    const kinematics::Range& r = range[static_cast<std::size_t>(which)];
    return r.low + (r.high - r.low) * static_cast<double>(i) / static_cast<double>(points - 1);
  }
};
/// Or the axis that does not move.
Result<MapGrid, std::size_t> map_grid(const Machine& machine, const AxisValues& from,
                                      const std::array<std::size_t, 2>& axis, std::size_t points);
/// One row: all values of the first axis at the `row`-th of the second.
std::vector<MapCell> map_row(const Machine& machine, const MapGrid& grid, std::size_t row);

}  // namespace hexad::verification
