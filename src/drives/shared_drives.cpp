#include "drives/shared_drives.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline drives {
namespace {

constexpr Duration kAhead = std::chrono::seconds{1};            // a stamp this far ahead is not of this clock
constexpr Duration kMostDrift = std::chrono::milliseconds{20};  // of platform time from that clock
constexpr double kPeakShare = 3.0;                              // of rated torque, where none is stated

messages::Message why(hexad_attach_error error, const std::string& path) {
  using messages::Id;
  switch (error) {
    case HEXAD_ATTACH_TAKEN:
      return messages::say<Id::drives_block_taken>(path);
    case HEXAD_ATTACH_DIFFERENT:
      return messages::say<Id::drives_block_version>(path);
    case HEXAD_ATTACH_NOT_OURS:
      return messages::say<Id::drives_block_none>(path);
    default:
      return messages::say<Id::at_file>(path, messages::system_message(errno));
  }
}

}  // namespace

const MonotonicClock SharedDrives::kMonotonic;

Result<std::unique_ptr<SharedDrives>, messages::Message> SharedDrives::open(const std::string& path,
                                                                            const Machine& machine,
                                                                            const Settings& settings) {
  hexad_attachment attachment{nullptr, -1};
  const hexad_attach_error error = hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &attachment);
  if (error != HEXAD_ATTACHED) return Failure{messages::say<messages::Id::drives_block>(why(error, path))};
  auto drives = std::make_unique<SharedDrives>(*attachment.block, machine, settings, kMonotonic);
  drives->attachment_ = attachment;
  return drives;
}

SharedDrives::SharedDrives(hexad_block& block, const Machine& machine, const Settings& settings,
                           const Clock& clock) noexcept
    : block_{block}, clock_{clock}, settings_{settings} {
  take_limits(machine);
  // Numbers go on from whoever was here before: the other side takes another number for another command.
  command_.count = __atomic_load_n(&block.command.count, __ATOMIC_RELAXED);
  command_.resets = __atomic_load_n(&block.command.resets, __ATOMIC_RELAXED);
  command_.restarts = __atomic_load_n(&block.command.restarts, __ATOMIC_RELAXED) + 1;
  first_command_ = command_.count;
  first_count_ = __atomic_load_n(&block.feedback.count, __ATOMIC_RELAXED);
  ticks_seen_ = __atomic_load_n(&block.servo_ticks, __ATOMIC_RELAXED);
  feedback_.simulated = false;
  feedback_.link = false;
  feedback_.waiting = true;
}

SharedDrives::~SharedDrives() { hexad_detach(&attachment_); }

void SharedDrives::take_limits(const Machine& machine) noexcept {
  const Drive& drive = machine.drive;
  legs_ = machine.geometry.legs;
  stroke_ = machine.geometry.stroke;
  peak_torque_ = drive.peak_torque > 0.0 ? drive.peak_torque : kPeakShare * drive.motor_torque;
  seek_torque_ = std::min(peak_torque_, drive.seek_torque * drive.motor_torque);
  drives_know_ = drive.homing == Homing::absolute || drive.homing == Homing::by_drive;
  ramps_ = drive.emergency == EmergencyStop::ramp;
  command_.legs = static_cast<std::uint32_t>(legs_);
  command_.brake_time = drive.brake_time;
  command_.most_rotary_velocity = machine.rotary ? machine.rotary->speed() : 0.0;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const double scale = std::abs(settings_.scale[leg]);
    told(leg).most_velocity = scale * machine.limits.leg.velocity;
    told(leg).most_acceleration = scale * machine.limits.leg.acceleration;
    told(leg).most_jerk = scale * machine.limits.leg.jerk;
  }
}

const Feedback& SharedDrives::exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept {
  command(setpoint, dt);
  look(now);
  return feedback_;
}

/// What the drives say, as old as it is.
void SharedDrives::look(TimePoint now) noexcept {
  hexad_feedback read;
  if (hexad_read_feedback(&block_, &read) != 0) {
    raw_ = read;
  } else {
    ++torn_;
  }
  const TimePoint clock = clock_.now();
  // A tick never comes before its time: the least late of them knows best.
  if (!synchronised_ || now - clock > offset_ || offset_ - (now - clock) > kMostDrift) {
    offset_ = now - clock;
    synchronised_ = true;
  }
  // Of any number that stands there: what is no time of ours wraps round and is not alive.
  const auto now_ns = static_cast<std::uint64_t>(clock.time_since_epoch().count());
  const Duration age{static_cast<std::int64_t>(now_ns - static_cast<std::uint64_t>(raw_.time_ns))};
  const bool alive = raw_.count != first_count_ && age <= settings_.timeout && age > -kAhead;
  // The other side lets go of an earlier loss, and takes an enable, only after it has seen one of ours with
  // enable low.
  const bool heard = raw_.command_seen > first_command_;
  // Drives that are off because of their chain or supply have not lost us, and are told by that name.
  const bool chain_open =
      (raw_.flags & (HEXAD_FEEDBACK_EMERGENCY | HEXAD_FEEDBACK_STO | HEXAD_FEEDBACK_NO_SUPPLY)) != 0;
  const bool lost = (raw_.flags & HEXAD_FEEDBACK_LOST) != 0 && !chain_open;
  answered_ = answered_ || (alive && heard && !lost);
  feedback_.waiting = !answered_;
  feedback_.link = answered_ && alive && !lost;
  feedback_.quality = {1e-9 * static_cast<double>(raw_.command_age_ns),
                       to_seconds(age),
                       raw_.bridged,
                       raw_.rejected,
                       raw_.losses,
                       raw_.torn + torn_};
  if (!alive) return;  // the rest is what came last
  feedback_.time = TimePoint{Duration{raw_.time_ns}} + offset_;
  feedback_.rotary = raw_.rotary;
  feedback_.inputs = static_cast<std::uint8_t>(raw_.inputs);
  feedback_.emergency_button = (raw_.flags & HEXAD_FEEDBACK_EMERGENCY) != 0;
  feedback_.torque_off = (raw_.flags & HEXAD_FEEDBACK_STO) != 0;
  feedback_.supply = (raw_.flags & HEXAD_FEEDBACK_NO_SUPPLY) == 0;
  feedback_.simulated = (raw_.flags & HEXAD_FEEDBACK_SIMULATED) != 0;
  for (std::size_t leg = 0; leg < legs_; ++leg) report_leg(leg);
}

void SharedDrives::report_leg(std::size_t leg) noexcept {
  const hexad_leg_feedback& in = raw_.leg[settings_.place[leg]];
  const double scale = settings_.scale[leg];
  const double direction = scale < 0.0 ? -1.0 : 1.0;
  const auto is = [&](std::uint32_t flag) noexcept { return (in.flags & flag) != 0; };
  feedback_.legs[leg] = {.extension = (in.position - zero_[leg]) / scale,
                         .velocity = in.velocity / scale,
                         .torque = direction * in.torque,
                         .current = direction * in.current,
                         .voltage = in.voltage,
                         .error = in.error,
                         .enabled = is(HEXAD_LEG_ENABLED),
                         .brake_closed = is(HEXAD_LEG_BRAKE_CLOSED),
                         .brake_reported = is(HEXAD_LEG_BRAKE_REPORTED),
                         .homed = is(HEXAD_LEG_HOMED),
                         .upper_switch = is(HEXAD_LEG_UPPER_SWITCH),
                         .lower_switch = is(HEXAD_LEG_LOWER_SWITCH),
                         .over_temperature = is(HEXAD_LEG_HOT)};
}

void SharedDrives::command(const Setpoint& setpoint, Duration dt) noexcept {
  for (std::size_t leg = 0; leg < legs_; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    if (drives_know_) zero_[leg] = 0.0;
    if (setpoint.set_zero && !drives_know_) zero_[leg] = raw_.leg[settings_.place[leg]].position;
    hexad_leg_command& out = told(leg);
    const double scale = settings_.scale[leg];
    const double moves = setpoint.set_zero ? 0.0 : scale;
    out.position = zero_[leg] + moves * setpoint.extension[i];
    out.velocity = moves * setpoint.velocity[i];
    out.acceleration = moves * setpoint.acceleration[i];
    const double most = setpoint.torque_limit[i] > 0.0 ? setpoint.torque_limit[i] : peak_torque_;
    out.torque_limit = std::min(most, peak_torque_);
    out.torque_limit_down = std::min(out.torque_limit, setpoint.seek_bottom ? seek_torque_ : peak_torque_);
    const double end = zero_[leg] + scale * stroke_;
    out.lower = setpoint.zeroed ? std::min(zero_[leg], end) : -HEXAD_BLOCK_NO_BOUND;
    out.upper = setpoint.zeroed ? std::max(zero_[leg], end) : HEXAD_BLOCK_NO_BOUND;
  }
  ++command_.count;
  command_.time_ns = clock_.now().time_since_epoch().count();
  if (setpoint.reset) ++command_.resets;
  if (setpoint.restart || setpoint.set_zero) ++command_.restarts;
  command_.flags = (setpoint.enable ? HEXAD_COMMAND_ENABLE : 0u) |
                   (setpoint.off_now ? HEXAD_COMMAND_OFF_NOW : 0u) |
                   (setpoint.home ? HEXAD_COMMAND_HOME : 0u) | (ramps_ ? HEXAD_COMMAND_RAMP : 0u);
  command_.period = to_seconds(dt);
  command_.rotary = setpoint.rotary;
  command_.rotary_velocity = setpoint.rotary_velocity;
  command_.relays = setpoint.relays;
  command_.outputs = setpoint.outputs;
  hexad_write_command(&block_, &command_);
}

bool SharedDrives::wait(Duration most) noexcept {
  const std::uint32_t before = ticks_seen_;
  ticks_seen_ = hexad_wait_for_servo(&block_, before, most.count());
  return ticks_seen_ != before;
}

}  // namespace hexad::inline drives
