// A motor passes when, with the reserve r kept free,
//   rms torque ≤ (1 − r)·continuous torque at the rms speed (its heat; the usual way to use an S1 curve),
//   |torque| ≤ (1 − r)·peak torque at that speed, in every moment,
//   speed ≤ (1 − r)·highest speed,
//   and its brake, where one is asked for, holds the worst standing load with nothing rubbing.
// Inertia on the motor's shaft: rotor, brake, screw by the square of the reduction.
//
// The screw's mean load is the cubic mean over its way, F = (Σ|F|³·|v| / Σ|v|)^(1/3); it lasts (C/F)³ million
// turns (ISO 3408-5).
//
// What comes back: P = Σ τ·ω over all legs on one bus, losses of the motors left out (so it is at most that).
// Below zero it fills the capacitors; what they do not take goes through the resistor; above zero they are
// emptied first.

#include "design/sizing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "design/stiffness.hpp"
#include "kinematics/dynamics.hpp"
#include "messages/say.hpp"

namespace hexad::design {
namespace {

using messages::Id;
using messages::say;

constexpr std::size_t kMostStanding = 400;  // poses looked at standing, for brakes
constexpr double kRounding = 1.0 + 1e-9;

Screw whole_screw(Screw screw, const Machine& machine) noexcept {
  if (!(screw.length > 0.0)) screw.length = machine.geometry.stroke + 0.1;
  return screw;
}

double turns_per_metre(const Drive& drive) noexcept {
  return kRevolution * drive.belt_ratio / drive.screw_lead;
}

double shaft_inertia(const Machine& machine, const Motor& motor, const SizingSettings& settings) noexcept {
  const double ratio = machine.drive.belt_ratio;
  return motor.rotor_inertia + (settings.brake ? motor.brake_inertia : 0.0) +
         screw_inertia(whole_screw(settings.screw, machine)) / (ratio * ratio);
}

LegUse use_of(const LegSeries& series, std::size_t leg) {
  const auto i = static_cast<Eigen::Index>(leg);
  LegUse use;
  double cubes = 0.0;
  for (const LegMoment& moment : series.moments) {
    const double force = moment.force[i], speed = std::abs(moment.legs.velocity[i]);
    use.rms_force += force * force;
    use.peak_force = std::max(use.peak_force, std::abs(force));
    use.pull = std::max(use.pull, -force);
    use.push = std::max(use.push, force);
    use.most_speed = std::max(use.most_speed, speed);
    use.travel += speed * series.step;
    cubes += std::pow(std::abs(force), 3) * speed * series.step;
  }
  use.rms_force = std::sqrt(use.rms_force / static_cast<double>(series.moments.size()));
  use.mean_load = use.travel > 0.0 ? std::cbrt(cubes / use.travel) : 0.0;
  return use;
}

/// The largest standing torque with nothing rubbing, over poses of the motion.
struct Holding {
  double torque = 0.0;
  std::size_t leg = 0;
};
Holding holding_of(const Machine& machine, const LegSeries& series) {
  Holding worst;
  const std::size_t stride = std::max<std::size_t>(1, series.moments.size() / kMostStanding);
  for (std::size_t k = 0; k < series.moments.size(); k += stride) {
    Motion standing;
    standing.pose = series.moments[k].pose;
    const LegForces force = kinematics::leg_forces(machine, standing);
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double torque = std::abs(force[static_cast<Eigen::Index>(leg)]) / turns_per_metre(machine.drive);
      if (torque > worst.torque) worst = {torque, leg};
    }
  }
  return worst;
}

void judge_motor(MotorSizing& sizing, const SizingSettings& settings) {
  const double free = 1.0 - settings.reserve;
  const Motor& motor = *sizing.motor;
  if (!(sizing.most_speed <= free * motor.most_speed() * kRounding))
    sizing.reasons.push_back(
        say<Id::size_speed>(sizing.speed_leg + 1, sizing.most_speed, free * motor.most_speed()));
  if (!(sizing.rms_torque <= free * sizing.continuous * kRounding))
    sizing.reasons.push_back(
        say<Id::size_thermal>(sizing.rms_leg + 1, sizing.rms_torque, free * sizing.continuous));
  if (!(sizing.peak_torque <= free * sizing.peak_allowed * kRounding))
    sizing.reasons.push_back(say<Id::size_peak>(sizing.peak_leg + 1, sizing.peak_torque, sizing.peak_speed,
                                                free * sizing.peak_allowed));
  if (settings.brake && !(sizing.holding <= motor.brake_torque))
    sizing.reasons.push_back(say<Id::size_brake>(motor.brake_torque, sizing.holding_leg + 1, sizing.holding));
}

MotorSizing size_motor(const Machine& machine, const LegSeries& series, const Motor& motor,
                       const SizingSettings& settings, const Holding& holding, double moved) {
  MotorSizing sizing;
  sizing.motor = &motor;
  const std::size_t legs = machine.geometry.legs;
  std::array<double, kMaxLegs> torques{}, speeds{};
  double worst = -1.0;
  for (const MotorPoint& point : points_of(machine, series, motor, settings)) {
    torques[point.leg] += point.torque * point.torque;
    speeds[point.leg] += point.speed * point.speed;
    const double speed = std::abs(point.speed), torque = std::abs(point.torque);
    if (speed > sizing.most_speed) {
      sizing.most_speed = speed;
      sizing.speed_leg = point.leg;
    }
    const double allowed = torque_at(motor.peak, speed);
    const double share = allowed > 0.0 ? torque / allowed : std::numeric_limits<double>::infinity();
    if (!(share > worst)) continue;
    worst = share;
    sizing.peak_torque = torque;
    sizing.peak_speed = speed;
    sizing.peak_allowed = allowed;
    sizing.peak_leg = point.leg;
    sizing.peak_time = point.time;
  }
  const auto count = static_cast<double>(series.moments.size());
  double hottest = -1.0;
  for (std::size_t leg = 0; leg < legs; ++leg) {
    const double torque = std::sqrt(torques[leg] / count), speed = std::sqrt(speeds[leg] / count);
    const double allowed = torque_at(motor.continuous, speed);
    const double share = allowed > 0.0 ? torque / allowed : std::numeric_limits<double>::infinity();
    if (!(share > hottest)) continue;
    hottest = share;
    sizing.rms_torque = torque;
    sizing.rms_speed = speed;
    sizing.continuous = allowed;
    sizing.rms_leg = leg;
  }
  sizing.holding = holding.torque;
  sizing.holding_leg = holding.leg;
  const double turns = turns_per_metre(machine.drive);
  const double own = motor.rotor_inertia + (settings.brake ? motor.brake_inertia : 0.0);
  const double load = moved / (turns * turns) + shaft_inertia(machine, motor, settings) - own;
  sizing.inertia_ratio = own > 0.0 ? load / own : 0.0;
  judge_motor(sizing, settings);
  return sizing;
}

ScrewSizing size_screw(const Machine& machine, const LegSeries& series,
                       const std::array<LegUse, kMaxLegs>& legs, const SizingSettings& settings) {
  ScrewSizing sizing;
  const Screw screw = whole_screw(settings.screw, machine);
  const double never = std::numeric_limits<double>::infinity();
  sizing.buckling = buckling_force(screw);
  sizing.critical = critical_speed(screw);
  sizing.life_way = sizing.life_hours = never;
  double push = 0.0, speed = 0.0;
  std::size_t push_leg = 0, speed_leg = 0;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const LegUse& use = legs[leg];
    if (use.push > push) push = use.push, push_leg = leg;
    if (use.most_speed > speed) speed = use.most_speed, speed_leg = leg;
    const double way = life_revolutions(screw, use.mean_load) * machine.drive.screw_lead;
    const double hours = use.travel > 0.0 ? way / use.travel * series.duration() / 3600.0 : never;
    if (screw.dynamic_load > 0.0 && hours < sizing.life_hours) {
      sizing.life_hours = hours;
      sizing.life_way = way;
      sizing.mean_load = use.mean_load;
      sizing.leg = leg;
    }
  }
  sizing.safety = push > 0.0 ? sizing.buckling / push : never;
  sizing.speed = speed / machine.drive.screw_lead * kRevolution;
  if (!(sizing.safety >= kBucklingSafety))
    sizing.reasons.push_back(say<Id::screw_buckles>(sizing.buckling, sizing.safety, push_leg + 1, push));
  if (!(sizing.speed <= kCriticalShare * sizing.critical))
    sizing.reasons.push_back(
        say<Id::screw_whirls>(speed_leg + 1, sizing.speed, kCriticalShare * sizing.critical));
  if (!(sizing.life_hours >= screw.life_hours))
    sizing.reasons.push_back(say<Id::screw_wears>(sizing.leg + 1, sizing.life_hours, screw.life_hours));
  return sizing;
}

}  // namespace

double MotorSizing::thermal() const noexcept {
  if (!(continuous > 0.0)) return std::numeric_limits<double>::infinity();
  return rms_torque / continuous * (rms_torque / continuous);
}

Machine with_motor(const Machine& machine, const Motor& motor, const SizingSettings& settings) {
  Machine changed = machine;
  Drive& drive = changed.drive;
  // A speed limit that followed from the motor follows from this one.
  const bool followed = std::abs(changed.limits.leg.velocity - drive.leg_speed()) <= 1e-3 * drive.leg_speed();
  drive.motor_speed = motor.most_speed();
  drive.motor_torque = motor.rated_torque();
  drive.peak_torque = motor.peak_torque();
  drive.rotor_inertia = shaft_inertia(machine, motor, settings);
  if (followed || changed.limits.leg.velocity > drive.leg_speed())
    changed.limits.leg.velocity = drive.leg_speed();
  return changed;
}

std::vector<MotorPoint> points_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                                  const SizingSettings& settings) {
  Drive drive = machine.drive;
  drive.rotor_inertia = shaft_inertia(machine, motor, settings);
  std::vector<MotorPoint> points;
  points.reserve(series.moments.size() * machine.geometry.legs);
  for (const LegMoment& moment : series.moments) {
    const kinematics::MotorLoad load =
        kinematics::motor_load(drive, moment.force, moment.legs.velocity, moment.legs.acceleration);
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const auto i = static_cast<Eigen::Index>(leg);
      points.push_back({moment.time, load.speed[i], load.torque[i], leg});
    }
  }
  return points;
}

Sizing size_drives(const Machine& machine, const LegSeries& series, const std::vector<const Motor*>& motors,
                   const SizingSettings& settings) {
  Sizing sizing;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) sizing.legs[leg] = use_of(series, leg);
  sizing.screw = size_screw(machine, series, sizing.legs, settings);
  const Holding holding = holding_of(machine, series);
  const auto masses = leg_masses(machine, Pose{});
  const double moved = *std::max_element(masses.begin(), masses.end());
  for (const Motor* const motor : motors) {
    sizing.motors.push_back(size_motor(machine, series, *motor, settings, holding, moved));
    if (sizing.smallest == nullptr && sizing.motors.back().passes()) sizing.smallest = motor;
  }
  return sizing;
}

Regeneration regeneration_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                             const SizingSettings& settings) {
  std::vector<double> power(series.moments.size(), 0.0);
  const std::size_t legs = machine.geometry.legs;
  const std::vector<MotorPoint> points = points_of(machine, series, motor, settings);
  for (std::size_t k = 0; k < points.size(); ++k) power[k / legs] += points[k].torque * points[k].speed;
  Regeneration result;
  double stored = 0.0, stretch = 0.0;
  // Of what goes on for ever the second time round: the first begins with empty capacitors.
  for (int round = series.endless ? 0 : 1; round < 2; ++round) {
    const bool counts = round == 1;
    for (const double now : power) {
      const double energy = now * series.step;
      stretch = energy < 0.0 ? stretch - energy : 0.0;
      stored -= energy;
      const double excess = std::max(stored - settings.bus.capacity, 0.0);
      stored = std::clamp(stored, 0.0, settings.bus.capacity);
      if (!counts) continue;
      result.returned = std::max(result.returned, stretch);
      result.stored = std::max(result.stored, stored);
      result.resistor_energy += excess;
      result.resistor_peak = std::max(result.resistor_peak, excess / series.step);
    }
  }
  if (series.duration() > 0.0) result.resistor_mean = result.resistor_energy / series.duration();
  if (result.resistor_peak > 0.0)
    result.resistance = settings.bus.volts * settings.bus.volts / result.resistor_peak;
  return result;
}

PartSizing belt_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                   const SizingSettings& settings) {
  PartSizing sizing;
  std::size_t leg = 0;
  for (const MotorPoint& point : points_of(machine, series, motor, settings)) {
    const double force = 2.0 * std::abs(point.torque) / settings.belt.pulley_diameter;
    if (force > sizing.peak) sizing.peak = force, leg = point.leg;
  }
  if (!(sizing.peak <= settings.belt.allowed))
    sizing.reasons.push_back(say<Id::belt_pulled>(leg + 1, sizing.peak, settings.belt.allowed));
  return sizing;
}

PartSizing gear_of(const Machine& machine, const LegSeries& series, const Motor& motor,
                   const SizingSettings& settings) {
  PartSizing sizing;
  std::array<double, kMaxLegs> squares{};
  std::size_t peak_leg = 0, speed_leg = 0;
  for (const MotorPoint& point : points_of(machine, series, motor, settings)) {
    squares[point.leg] += point.torque * point.torque;
    if (std::abs(point.torque) > sizing.peak) sizing.peak = std::abs(point.torque), peak_leg = point.leg;
    if (std::abs(point.speed) > sizing.speed) sizing.speed = std::abs(point.speed), speed_leg = point.leg;
  }
  const auto worst = std::max_element(squares.begin(), squares.end());
  sizing.asked = std::sqrt(*worst / static_cast<double>(series.moments.size()));
  const Gear& gear = settings.gear;
  if (gear.allowed > 0.0 && !(sizing.asked <= gear.allowed))
    sizing.reasons.push_back(say<Id::gear_torque>(worst - squares.begin() + 1, sizing.asked, gear.allowed));
  if (gear.peak > 0.0 && !(sizing.peak <= gear.peak))
    sizing.reasons.push_back(say<Id::gear_peak>(peak_leg + 1, sizing.peak, gear.peak));
  if (gear.most_speed > 0.0 && !(sizing.speed <= gear.most_speed))
    sizing.reasons.push_back(say<Id::gear_speed>(speed_leg + 1, sizing.speed, gear.most_speed));
  return sizing;
}

messages::Message verdict_of(const Sizing& sizing, const PartSizing& belt, const PartSizing& gear) {
  const messages::Message motors = sizing.smallest == nullptr ? messages::Message{Id::size_none}
                                                              : say<Id::size_smallest>(sizing.smallest->name);
  for (const auto* const reasons : {&sizing.screw.reasons, &belt.reasons, &gear.reasons})
    if (!reasons->empty()) return say<Id::size_part_fails>(motors, reasons->front());
  return motors;
}

}  // namespace hexad::design
