#pragma once
// The board lives by its parameters (decision 4): groups from a machine, and a machine from groups. Pure
// functions; what one side has no word for is named. Derived values (heights, neutral) are the caller's to
// compute again.

#include "base/fixed_vector.hpp"
#include "messages/message.hpp"
#include "model/machine.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::protocols::csfi {

/// What did not find a place on the other side, or acts otherwise than it reads.
using Lost = FixedVector<messages::Id, 16>;

/// Group 1 of a machine, as float32.
Mechanics mechanics_of(const Machine& machine, Lost& lost) noexcept;

/// Geometry, drives and rotary axis replaced; checked before (check()).
void apply(const Mechanics& mechanics, Machine& machine, Lost& lost) noexcept;
/// Scale and limit per axis, speed and softness, speeds of raising and lowering, seeking, standby, idle
/// return, washout, rotary axis. `machine` has its own limits, not those of an earlier group 2.
void apply(const Control& control, Machine& machine, Lost& lost) noexcept;
/// The user frame.
void apply(const UserFrame& frame, Machine& machine) noexcept;
/// Once the groups are applied: no leg speed above what a leg may run.
void limit_leg_speeds(MotionLimits& limits) noexcept;

/// Leg speed at a motor speed of 100 · `hundreds` rpm.
double leg_speed_at(const Drive& drive, std::uint8_t hundreds) noexcept;

/// The seed's defaults; the idle return is the program's setting where a machine is no AllController.
Control default_control(double idle_return_seconds) noexcept;

}  // namespace hexad::protocols::csfi
