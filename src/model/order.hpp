#pragma once
// What a host orders when a motion must be prepared before it can start. Views into the host's message:
// whoever keeps an order longer than the call copies it.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "model/axes.hpp"

namespace hexad::inline model {

/// Through the points, in order, from where the platform stands.
struct PathOrder {
  std::span<const AxisValues> points;
  std::span<const AxisValues> speeds;  ///< on the way to each point, 0 = default; empty = default everywhere
  AxisConvention convention = kXyzConvention;
};

/// To be at each point at its time. First time 0: move there first; else the present pose is the point at 0.
struct TimedPathOrder {
  std::span<const double> times;  ///< s, strictly increasing, as many as points
  std::span<const AxisValues> points;
  AxisConvention convention = kXyzConvention;
};

/// Six formulas of t (seconds) for X Y Z RX RY RZ in millimetres and degrees.
struct FormulaOrder {
  std::array<std::string_view, kAxes> axes;
  double duration = 0.0;  ///< s; 0 = until stopped
};

/// A file of the configuration, by the list a protocol has and its number there (from 1).
struct FileOrder {
  enum class List : std::uint8_t { mdof, motus, darren, film };
  List list = List::mdof;
  std::uint16_t number = 0;
};

using Order = std::variant<PathOrder, TimedPathOrder, FormulaOrder, FileOrder>;

}  // namespace hexad::inline model
