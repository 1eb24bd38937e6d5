#include "protocols/csfi/machine_groups.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
#include "model/axes.hpp"

namespace hexad::protocols::csfi {
namespace {

using messages::Id;

constexpr double kRpm = kRevolution * kPerMinute;
constexpr float kDefaultRotaryRpm = 1500;  // the manual's, where there is no rotary axis

float millimetres(double metres) noexcept { return static_cast<float>(metres / kMillimetre); }
double metres(float millimetres) noexcept { return static_cast<double>(millimetres) * kMillimetre; }

void note(Lost& lost, Id what) noexcept { (void)lost.push_back(what); }

double slower(float speed) noexcept { return std::min(1.0, static_cast<double>(speed) / 50.0); }
double softer(float softness) noexcept {
  return softness > 50.0F ? 50.0 / static_cast<double>(softness) : 1.0;
}

Mechanism mechanism_of(std::size_t legs) noexcept {
  constexpr std::array kByLegs{Mechanism::rotary_only, Mechanism::one_leg,   Mechanism::two_legs,
                               Mechanism::three_legs,  Mechanism::four_legs, Mechanism::four_legs,
                               Mechanism::six_legs};
  return kByLegs[legs];
}

// A leg that hardly pulls never reaches the bottom; one that counts as pressing by its friction alone has not
// reached it.
constexpr double kLeastSeekShare = 0.1;
constexpr double kMostThreshold = 0.8;  // of the torque it pulls with

void take_seek(const Control& c, Drive& drive, Lost& lost) noexcept {
  const double torque = c.seek_torque / 100.0;
  const double threshold = c.seek_threshold / 100.0;
  drive.seek_torque = std::clamp(torque, kLeastSeekShare / kMostThreshold, 1.0);
  drive.seek_threshold = std::clamp(threshold, kLeastSeekShare, kMostThreshold * drive.seek_torque);
  if (drive.seek_torque != torque) note(lost, Id::board_seek_torque);
  if (drive.seek_threshold != threshold) note(lost, Id::board_seek_threshold);
}

void take_speeds(const Control& c, Machine& machine) noexcept {
  // To-middle speed 0: an explicit raise still rises, at the machine's own speed.
  MotionLimits& limits = machine.limits;
  if (c.to_middle_speed != 0) limits.raise_speed = leg_speed_at(machine.drive, c.to_middle_speed);
  limits.lower_speed = c.return_speed != 0 ? leg_speed_at(machine.drive, c.return_speed) : limits.raise_speed;
  machine.idle.stay_down = c.to_middle_speed == 0;
}

void take_rotary(const Control& c, std::optional<Rotary>& rotary, Lost& lost) noexcept {
  const bool changed = c.rotary_amplitude != 1.0F || c.rotary_speed < 50.0F || c.rotary_softness > 50.0F;
  if (!rotary) {
    if (changed) note(lost, Id::board_no_rotary);
    return;
  }
  rotary->scale = static_cast<double>(c.rotary_amplitude);
  rotary->speed_share = slower(c.rotary_speed);
  rotary->jerk_share = softer(c.rotary_softness);
}

}  // namespace

Mechanics mechanics_of(const Machine& machine, Lost& lost) noexcept {
  Mechanics m;
  const Geometry& geometry = machine.geometry;
  for (std::size_t leg = 0; leg < geometry.legs; ++leg) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      m.base[3 * leg + axis] = millimetres(geometry.base[leg][static_cast<Eigen::Index>(axis)]);
      m.platform[3 * leg + axis] = millimetres(geometry.platform[leg][static_cast<Eigen::Index>(axis)]);
    }
    if (geometry.retracted[static_cast<Eigen::Index>(leg)] != geometry.retracted[0])
      note(lost, Id::board_leg_lengths);
  }
  m.leg_length = millimetres(geometry.retracted[0]);
  m.stroke = millimetres(geometry.stroke);
  m.screw_lead = millimetres(machine.drive.screw_lead);
  m.belt_ratio = static_cast<float>(machine.drive.belt_ratio);
  m.motor_rpm = static_cast<float>(machine.drive.motor_speed / kRpm);
  m.servo_model = machine.drive.servo_model;
  m.rotary_rpm = kDefaultRotaryRpm;
  if (machine.rotary) {
    m.gear_ratio = static_cast<float>(machine.rotary->gear_ratio);
    m.big_teeth = static_cast<float>(machine.rotary->big_teeth);
    m.small_teeth = static_cast<float>(machine.rotary->small_teeth);
    m.rotary_rpm = static_cast<float>(machine.rotary->motor_speed / kRpm);
  }
  return m;
}

void apply(const Mechanics& m, Machine& machine, Lost& lost) noexcept {
  const auto freedoms = freedoms_of(m);
  if (!freedoms) return;
  Geometry& geometry = machine.geometry;
  geometry = Geometry{};
  geometry.legs = freedoms->legs;
  geometry.mechanism = mechanism_of(freedoms->legs);
  geometry.retracted = LegLengths::Zero();
  for (std::size_t leg = 0; leg < freedoms->legs; ++leg) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      geometry.base[leg][static_cast<Eigen::Index>(axis)] = metres(m.base[3 * leg + axis]);
      geometry.platform[leg][static_cast<Eigen::Index>(axis)] = metres(m.platform[3 * leg + axis]);
    }
    geometry.retracted[static_cast<Eigen::Index>(leg)] = metres(m.leg_length);
  }
  if (geometry.legs == 2) geometry.mechanism = two_leg_mechanism(geometry);
  geometry.stroke = metres(m.stroke);
  machine.drive.screw_lead = metres(m.screw_lead);
  machine.drive.belt_ratio = m.belt_ratio == -1.0F ? 1.0 : static_cast<double>(m.belt_ratio);
  machine.drive.motor_speed = static_cast<double>(m.motor_rpm) * kRpm;
  machine.drive.servo_model = m.servo_model;
  // Legs are never allowed more than the motor gives (decision 7).
  machine.limits.leg.velocity = std::min(machine.limits.leg.velocity, machine.drive.leg_speed());
  machine.rotary.reset();
  if (freedoms->rotary) {
    Rotary rotary;
    rotary.gear_ratio = m.gear_ratio == -1.0F ? 1.0 : static_cast<double>(m.gear_ratio);
    const bool teeth = m.big_teeth > 0.0F && m.small_teeth > 0.0F;
    rotary.big_teeth = teeth ? static_cast<double>(m.big_teeth) : 1.0;
    rotary.small_teeth = teeth ? static_cast<double>(m.small_teeth) : 1.0;
    rotary.motor_speed = static_cast<double>(m.rotary_rpm) * kRpm;
    machine.rotary = rotary;
    if (!teeth && (m.big_teeth != 0.0F || m.small_teeth != 0.0F)) note(lost, Id::board_rotary_teeth);
  }
}

double leg_speed_at(const Drive& drive, std::uint8_t hundreds) noexcept {
  return 100.0 * hundreds * kPerMinute * drive.screw_lead / drive.belt_ratio;
}

// Decision 4. x y z α β γ are the inside axes in their own order.
void apply(const Control& c, Machine& machine, Lost& lost) noexcept {
  for (std::size_t axis = 0; axis < 6; ++axis) {
    machine.frame.scale[axis] = static_cast<double>(c.amplitude) * static_cast<double>(c.scale[axis]);
    const double unit = axis < 3 ? kMillimetre : kDegree;
    machine.frame.limit[axis] = c.limit[axis] < 0.0F ? -1.0 : static_cast<double>(c.limit[axis]) * unit;
  }
  for (Rates* rates : {&machine.limits.translation, &machine.limits.rotation, &machine.limits.leg}) {
    rates->velocity *= slower(c.speed);
    rates->jerk *= softer(c.softness);
  }
  take_speeds(c, machine);
  take_seek(c, machine.drive, lost);
  take_rotary(c, machine.rotary, lost);
  machine.idle.standby = c.standby;
  machine.idle.idle_return = c.idle_return;
  for (std::size_t axis = 0; axis < 6; ++axis) {
    machine.washout.high_pass[axis] = static_cast<double>(c.washout_a[axis]);
    machine.washout.tilt_low_pass[axis] = static_cast<double>(c.washout_b[axis]);
  }
}

void limit_leg_speeds(MotionLimits& limits) noexcept {
  for (double* speed : {&limits.zeroing_speed, &limits.raise_speed, &limits.lower_speed, &limits.jog_speed,
                        &limits.jog_speed_unzeroed})
    *speed = std::min(*speed, limits.leg.velocity);
}

void apply(const UserFrame& frame, Machine& machine) noexcept {
  Vec3 place = Vec3::Zero();
  Vec3 angles = Vec3::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    place[static_cast<Eigen::Index>(i)] = metres(frame.pose[i]);
    angles[static_cast<Eigen::Index>(i)] = static_cast<double>(frame.pose[3 + i]) * kDegree;
  }
  machine.frame.user_frame = {place, rotation_from_angles(angles, RotationOrder::zyx)};
}

Control default_control(double idle_return_seconds) noexcept {
  Control control;
  control.idle_return = static_cast<std::uint8_t>(std::clamp(std::round(idle_return_seconds), 0.0, 255.0));
  return control;
}

}  // namespace hexad::protocols::csfi
