#pragma once
// What one step of the core gives back.

#include "base/fixed_vector.hpp"
#include "model/telemetry.hpp"

namespace hexad::inline model {

inline constexpr std::size_t kMaxEventsPerTick = 64;

struct Outputs {
  Setpoint setpoint;
  Telemetry telemetry;
  FixedVector<Event, kMaxEventsPerTick> events;
  std::uint64_t lost_events = 0;  ///< since start; stays 0 unless requests come faster than any session sends
};

}  // namespace hexad::inline model
