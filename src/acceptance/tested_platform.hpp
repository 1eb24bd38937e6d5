#pragma once
// The platform under test as the tests see it: it is told to move, and what was seen meanwhile comes back.
// Units as the console has them: mm, °, s, Nm; poses X Y Z RX RY RZ from neutral. Tool code: waits,
// allocates, throws.

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/vec.hpp"
#include "messages/print.hpp"
#include "model/axes.hpp"
#include "model/legs.hpp"

namespace hexad::acceptance {

struct Sample {
  double time = 0.0;       ///< platform s
  double path_time = 0.0;  ///< of the program that runs
  AxisValues pose{};       ///< by what the drives report
  AxisValues commanded{};
  AxisValues velocity{};
  std::array<double, kMaxLegs> extension{};
  std::array<double, kMaxLegs> torque{};
};
using Record = std::vector<Sample>;

struct AxisRange {
  double low = 0.0, high = 0.0;
};

/// Of GET /api/machine, what the tests need.
struct Facts {
  std::size_t legs = 0;
  std::array<AxisRange, kAxes> ranges{};  ///< of each axis alone, from neutral
  AxisValues velocity{}, acceleration{}, jerk{};
  std::array<Vec3, kMaxLegs> base{}, joint{};  ///< joint: in platform axes
  Vec3 neutral = Vec3::Zero();
  std::array<double, kMaxLegs> neutral_extension{};

  bool moves(std::size_t axis) const noexcept;
};

struct Move {
  double ordered = 0.0;  ///< platform time when the order was sent
  Record seen;           ///< from a moment before the order to its end
};

/// Why something could not go on.
struct Hindrance : std::runtime_error {
  explicit Hindrance(const messages::Message& reason)
      : std::runtime_error{messages::english(reason)}, why{reason} {}
  messages::Message why;
};
/// The platform does not take an order.
struct Refused : Hindrance {
  using Hindrance::Hindrance;
};
/// Nothing more may be ordered: a fault, a stop by somebody, Ctrl-C, a lost connection.
struct Interrupted : Hindrance {
  using Hindrance::Hindrance;
};

class TestedPlatform {
 public:
  virtual ~TestedPlatform() = default;
  virtual const Facts& facts() const = 0;
  /// To a pose, at this share of each axis' largest velocity; returns when it stands there.
  virtual Move go(const AxisValues& pose, double speed_share) = 0;
  /// Six formulas of t that end by themselves.
  virtual Record play(const std::array<std::string, kAxes>& formulas, double seconds) = 0;
  virtual Record stand(double seconds) = 0;
  virtual void say(const messages::Message& line) = 0;
};

}  // namespace hexad::acceptance
