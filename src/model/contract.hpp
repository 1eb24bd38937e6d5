#pragma once
// What a kind of host was promised, as data. It comes with every request; the core acts by it and knows no
// protocol by name.

#include <cstdint>

#include "base/time.hpp"
#include "base/units.hpp"

namespace hexad::inline model {

/// What makes silence count.
enum class Arming : std::uint8_t {
  never,
  stream_while_running,  ///< the first streamed target taken while running
  regular_frames         ///< three frames in 150 ms since the command
};

enum class OnSilence : std::uint8_t { keep, hold, fault };

/// How motion goes on after a hold that silence caused.
enum class ResumeBy : std::uint8_t {
  next_frame,
  command_edge,   ///< a new, different command
  regular_frames  ///< three valid frames in 100 ms, then a blend of 0.5 s
};

/// When the driver's lease ends by itself.
enum class LeaseRule : std::uint8_t {
  after_answer,   ///< 1 s after the final answer of the last motion
  after_silence,  ///< 1 s after the last frame, never while a motion started by a single command runs
  with_motion     ///< with the end of the motion, unless control was taken explicitly
};

/// What a motion command does on a platform that is not raised.
enum class BringUp : std::uint8_t {
  refuse,          ///< not zeroed or not raised: refused
  raise,           ///< zeroed is demanded, rising is done
  zero_and_raise,  ///< whatever is missing is done
  zero_and_follow  ///< zeroed if needed, then followed from the bottom (no rise first)
};

enum class OnLimit : std::uint8_t { clamp, refuse };

/// Whether a platform that this host leaves goes down by itself (lifecycle rule 11).
enum class IdleReturn : std::uint8_t { never, when_lost, always };

struct Contract {
  Duration silence{};  ///< 0 = never
  Arming arming = Arming::never;
  OnSilence on_silence = OnSilence::keep;
  ResumeBy resume_by = ResumeBy::next_frame;
  LeaseRule lease = LeaseRule::after_answer;
  Duration lease_time = std::chrono::seconds{1};
  BringUp bring_up = BringUp::refuse;
  OnLimit on_limit = OnLimit::refuse;
  bool running_is_mode =
      false;  ///< the end of a program leaves `running` (standing), until neutral, descend, …
  bool one_at_a_time = false;     ///< a motion while another is under way is refused instead of replacing it
  bool rearm_by_silence = false;  ///< a disarmed session may act again after 1 s of silence
  bool rearm_by_change = true;    ///< … by asking for something other than what flowed when it was disarmed
  /// One step after the other: a rise only from below, zeroing not out of a program; and, where it brings
  /// nothing up, other motions only once the platform is (motus decision 3).
  bool step_by_step = false;
  bool guest = false;  ///< moves only what stands raised, goes on only where nobody else has control
  IdleReturn idle_return = IdleReturn::never;
  bool is_operator = false;  ///< console, command line: their stop bars every host
  double arrival_position = 0.5 * kMillimetre;
  double arrival_angle = 0.05 * kDegree;
  double arrival_leg_speed = 0.1 * kMillimetre;
};

/// Console and command line. What the hosts of a protocol were promised stands in its folder.
inline constexpr Contract kOperatorContract{.lease = LeaseRule::with_motion, .is_operator = true};

}  // namespace hexad::inline model
