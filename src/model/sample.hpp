#pragma once
// One tick of the platform's life as it is kept for later: what was wanted, what went to the drives, what
// came back. A snapshot without what only a moment's onlooker needs, as plain bytes: rings, files and other
// threads may copy it.

#include <array>
#include <type_traits>

#include "model/axes.hpp"
#include "model/telemetry.hpp"

namespace hexad::inline model {

/// A Pose as plain numbers.
struct SampledPose {
  std::array<double, 3> position{};            ///< m
  std::array<double, 4> rotation{0, 0, 0, 1};  ///< x y z w

  Pose pose() const noexcept;
};

struct LegSample {
  double setpoint = 0.0;  ///< extension, m
  double setpoint_velocity = 0.0;
  double extension = 0.0;  ///< measured in the tick before: what the core knew when it made the setpoint
  double velocity = 0.0;
  double torque = 0.0;      ///< Nm at the motor
  std::uint32_t error = 0;  ///< the drive's own code
  bool enabled = false;
  bool upper_switch = false;
  bool lower_switch = false;
  bool over_temperature = false;
};

struct Sample {
  TimePoint time{};
  std::uint64_t tick = 0;
  SampledPose target;
  SampledPose commanded;
  AxisValues commanded_velocity{};  ///< linear, then the angular vector, base axes
  SampledPose actual;
  std::array<LegSample, kMaxLegs> legs{};
  double limit_value = 0.0;
  double limit_bound = 0.0;
  Endpoint driver;
  std::uint32_t revision = 0;  ///< of the machine
  State state = State::init;
  State before = State::init;
  ProgramKind program = ProgramKind::none;
  FaultKind fault = FaultKind::none;
  Limit limit = Limit::none;
  std::uint8_t limit_index = 0;
  bool zeroed = false;
  bool actual_valid = false;
  bool enable = false;  ///< what the drives are told
  bool link = true;
  bool supply = true;
  bool emergency_button = false;
};
static_assert(std::is_trivially_copyable_v<Sample>);

Sample sample_of(const Telemetry& telemetry) noexcept;

}  // namespace hexad::inline model
