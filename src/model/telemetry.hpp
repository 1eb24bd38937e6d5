#pragma once
// The newest snapshot of the platform: everything a host's status, the console or `hexad status` shows is a
// function of it and of the Machine it names.

#include <cstdint>

#include "model/cue_tuning.hpp"
#include "model/drives.hpp"
#include "model/event.hpp"
#include "model/situation.hpp"

namespace hexad::inline model {

struct Telemetry : Situation {
  TimePoint time{};
  std::uint64_t tick = 0;
  std::uint32_t revision = 0;  ///< of the machine this was computed with

  ArrivedBy arrived_by = ArrivedBy::power_up;
  ProgramKind program = ProgramKind::none;  ///< running, frozen, or the one that ended last
  bool moving = false;   ///< a motion is accepted and not yet finally answered, or legs move
  bool clamped = false;  ///< the newest streamed target was out of reach
  bool host_lost = false;
  bool exit_over = false;           ///< nothing of the exit is left to wait for (lifecycle rule 29)
  std::uint64_t stale_frames = 0;   ///< streamed targets too old to be followed (lifecycle rule 30)
  std::uint32_t disarms = 0;        ///< how often a stop, an emergency, a fault or a reset has disarmed hosts
  Refusal why_not = Refusal::none;  ///< what stands in the way of motion now
  HardwareCode code = HardwareCode::none;
  LimitHit limit;  ///< what the governor limits now

  Pose target;       ///< what the program wants
  Motion commanded;  ///< what went to the drives
  Pose actual;       ///< forward kinematics of what came back
  Twist actual_velocity;
  bool actual_valid = false;

  Setpoint setpoint;
  Feedback feedback;
  CueReport cue;

  double progress = 0.0;   ///< 0…1 of a finite program
  double path_time = 0.0;  ///< s of a prepared program
  double override_share = 1.0;
  std::uint64_t slipped_ticks = 0;
};

}  // namespace hexad::inline model
