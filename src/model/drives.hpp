#pragma once
// The line to the drives: what the core sends each tick, what comes back. A DrivePort is real hardware or the
// simulated plant; the core cannot tell. docs/drives.md has what an own port must do.

#include <array>
#include <cstdint>

#include "base/time.hpp"
#include "model/legs.hpp"
#include "model/pose.hpp"
#include "model/state.hpp"

namespace hexad::inline model {

struct Machine;

/// A motion for drives that play it by themselves (Drive::prepared_only): told some rows a tick, and begun
/// when it is complete.
struct Score {
  static constexpr std::size_t kRowsATick = 4;
  static constexpr double kLongest = 120.0;  ///< s
  struct Row {
    double time = 0.0;  ///< s, from 0 on
    Pose pose;
  };

  std::uint32_t number = 0;  ///< another number is another motion; 0: there is none, what plays is stopped
  bool point = false;        ///< one row: to there, on the drives' own way
  bool complete = false;     ///< with the rows of this tick
  bool held = false;         ///< paused on its way
  std::uint8_t count = 0;    ///< of rows on this tick
  std::array<Row, kRowsATick> rows{};
  Vec6 speed = Vec6::Zero();  ///< of a point: X Y Z, RX RY RZ, SI; 0 = the drives' own
};

struct Setpoint {
  Extensions extension = Extensions::Zero();  ///< from retracted
  LegSpeeds velocity = LegSpeeds::Zero();     ///< feed-forward
  LegAccelerations acceleration = LegAccelerations::Zero();
  MotorTorques torque_limit = MotorTorques::Zero();  ///< both ways; 0 = what the drive has
  double rotary = 0.0;                               ///< rad
  double rotary_velocity = 0.0;
  /// Drives on, then brakes open. Low: every leg is stopped within its limits, its brake closes, and when it
  /// is closed the drive is switched off …
  bool enable = false;
  bool off_now = false;  ///< … with this: brake and off on this tick, whatever moves
  bool zeroed = false;   ///< `extension` counts from the retracted leg: the ends of the stroke hold
  bool restart = false;  ///< begins where the legs are measured, and does not go on from the last one
  bool home = false;     ///< the drives find their zero by themselves (drive.homing = "drive")
  // Of drives with a life of their own (OwnLife); without any of these they stop what they do by themselves.
  bool raise = false;   ///< they rise, or go back, to where they can follow
  bool lower = false;   ///< they go down
  bool follow = false;  ///< they go where `extension` is, or play the score
  Score score;
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
  bool brake_closed = false;
  bool brake_reported = false;  ///< closed, and the brake itself says so
  bool homed =
      false;  ///< the position counts from the lower end: absolute encoder, or the drive's own homing
  bool upper_switch = false;
  bool lower_switch = false;
  bool over_temperature = false;
};

/// What drives do that have a life of their own: another vendor's controller.
enum class OwnLife : std::uint8_t {
  none,     ///< they have none: they go where the setpoint is
  follows,  ///< raised, they go where the setpoint is
  stands,   ///< somewhere, and follow nothing
  moves,    ///< by themselves: zeroing, rising, going back or down
  down      ///< at the bottom, zeroed, and follow nothing
};

/// Such a controller, as it was heard last.
struct FarController {
  OwnLife life = OwnLife::none;
  State state = State::init;  ///< its own life in our words
  std::uint32_t code = 0;     ///< mdof's hardware codes; not 0 in a fault
  bool refuses = false;       ///< it does not do what it was asked for in time
  bool limits = false;        ///< it says that it keeps to less than it is asked for
  double delay = 0.0;         ///< s, measured: of what it reports behind the setpoint
  std::uint64_t lost = 0;     ///< statuses that did not come
  bool plays = false;         ///< a motion it was handed, until it stands
  std::uint32_t played = 0;   ///< the number of the last one that ended by itself …
  int result = 0;             ///< … 0: at its end; a limit's code: it was not taken; below 0: it broke off
};

/// How well commands arrive where the drives are (ports that are a link to somebody else).
struct LinkQuality {
  double setpoint_age = 0.0;   ///< s, of the setpoint when the drives used it
  double feedback_age = 0.0;   ///< s
  std::uint64_t bridged = 0;   ///< ticks of the drives without a new setpoint
  std::uint64_t rejected = 0;  ///< setpoints that jumped or were no numbers
  std::uint64_t losses = 0;    ///< how often the drives stopped by themselves
  std::uint64_t torn = 0;      ///< readings that were not whole, either way
};

struct Feedback {
  TimePoint time{};  ///< when it was sampled
  std::array<LegFeedback, kMaxLegs> legs{};
  double rotary = 0.0;
  bool link = true;      ///< the drives answer
  bool waiting = false;  ///< they have not answered since the start: nobody is wired there yet
  bool licence = true;
  bool supply = true;  ///< mains and bus in order
  bool emergency_button = false;
  bool torque_off = false;  ///< safe torque off is active
  std::uint8_t inputs = 0;  ///< DI 1–8
  bool simulated = true;
  bool open_loop = false;  ///< nothing is reported: places are those they were sent to
  FarController far;       ///< of drives with a life of their own
  LinkQuality quality;
};

/// What the legs that there are report; the others stay at zero.
inline Extensions extensions_of(const Feedback& feedback, std::size_t legs) noexcept {
  Extensions extension = Extensions::Zero();
  for (std::size_t leg = 0; leg < legs; ++leg)
    extension[static_cast<Eigen::Index>(leg)] = feedback.legs[leg].extension;
  return extension;
}

class DrivePort {
 public:
  virtual ~DrivePort() = default;
  /// One tick: hands over the setpoint, moves on by dt, returns what the drives report.
  virtual const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept = 0;
  /// Before the core's step: what was reported since the exchange is put into the same feedback.
  virtual void refresh(TimePoint /*now*/) noexcept {}
  /// The core goes on with this machine; between its step and the exchange.
  virtual void adopted(const Machine& /*machine*/) noexcept {}
};

/// Drives with a clock of their own: the loop may be woken by it.
class TickSource {
 public:
  virtual ~TickSource() = default;
  /// Until the drives' next tick, at most so long; false = it did not come.
  virtual bool wait(Duration most) noexcept = 0;
};

}  // namespace hexad::inline model
