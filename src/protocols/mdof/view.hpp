#pragma once
// What a controller says of its platform in this protocol.

#include "model/telemetry.hpp"
#include "protocols/mdof/status.hpp"

namespace hexad::protocols::mdof {

/// `convention`: axes and rotation order of position.
Snapshot snapshot_of(const Telemetry& telemetry, const Machine& machine,
                     const AxisConvention& convention) noexcept;

/// The code a motion ends with, or is refused with. Nothing: no answer yet (it was accepted).
std::optional<int> code_of(const Answer& answer) noexcept;
/// Decision 2: 161 + 2·axis, one more on the negative side; 173 + axis too fast (speed, acceleration or
/// jerk); 179–181 for legs.
int code_of(const LimitHit& hit) noexcept;

}  // namespace hexad::protocols::mdof
