#pragma once
// The line to the drives: what the core sends each tick, what comes back. A DrivePort is real hardware or the
// simulated plant; the core cannot tell.

#include <array>
#include <cstdint>

#include "base/time.hpp"
#include "model/legs.hpp"

namespace hexad::inline model {

struct Setpoint {
  Extensions extension = Extensions::Zero();  ///< from retracted
  LegSpeeds velocity = LegSpeeds::Zero();     ///< feed-forward
  LegAccelerations acceleration = LegAccelerations::Zero();
  double rotary = 0.0;  ///< rad
  double rotary_velocity = 0.0;
  bool enable = false;       ///< drives on, brakes released
  bool seek_bottom = false;  ///< limit the downward torque to the seeking threshold: the end stop is expected
  bool set_zero = false;  ///< where each leg stands now becomes extension 0; `extension` is ignored this tick
  bool reset = false;     ///< clear drive errors
  std::uint16_t relays = 0;  ///< bits 0–11
  std::uint8_t outputs = 0;  ///< DO 1–8
};

struct LegFeedback {
  double extension = 0.0;  ///< measured, from the drive's own zero
  double velocity = 0.0;
  double torque = 0.0;      ///< Nm at the motor
  double current = 0.0;     ///< A
  double voltage = 0.0;     ///< V
  std::uint32_t error = 0;  ///< the drive's own code, 0 = none
  bool enabled = false;
  bool upper_switch = false;
  bool lower_switch = false;
  bool over_temperature = false;
};

struct Feedback {
  TimePoint time{};  ///< when it was sampled
  std::array<LegFeedback, kMaxLegs> legs{};
  double rotary = 0.0;
  bool link = true;  ///< the drives answer
  bool licence = true;
  bool supply = true;  ///< mains and bus in order
  bool emergency_button = false;
  std::uint8_t inputs = 0;  ///< DI 1–8
  bool simulated = true;
};

class DrivePort {
 public:
  virtual ~DrivePort() = default;
  /// One tick: hands over the setpoint, moves on by dt, returns what the drives report.
  virtual const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept = 0;
};

}  // namespace hexad::inline model
