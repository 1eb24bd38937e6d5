#include <algorithm>
#include <cmath>
#include <limits>

#include "config/build_machine.hpp"
#include "design/requirement_look.hpp"
#include "design/sized_motion.hpp"
#include "text/shown.hpp"

namespace hexad::design::internal {
namespace {

constexpr double kRoundCircle = 5.0 * kMillimetre;
constexpr double kRoundLength = 1.0 * kMillimetre;
constexpr int kMoreStrokes = 8;
constexpr double kRounding = 1.0 + 1e-9;
constexpr double kSlowHertz = 0.05;  // of an axis whose speed nobody asked for

double rounded_to(double value, double step) { return std::round(value / step) * step; }
double rounded_up(double value, double step) { return std::ceil(value / step - 1e-9) * step; }

/// Each axis alone as a sine that reaches the speed and the acceleration required of it, or as much of them
/// as its way allows.
std::vector<LegSeries> required_sines(const Machine& machine, const Requirement& requirement) {
  const Envelope& envelope = requirement.envelope;
  std::vector<LegSeries> all;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double way = std::min(-envelope.low[axis], envelope.high[axis]);
    const double most = way > 0.0 ? way : std::max(-envelope.low[axis], envelope.high[axis]) * 0.5;
    if (!(most > 0.0)) continue;
    const double speed =
        envelope.velocity[axis] > 0.0 ? envelope.velocity[axis] : kRevolution * kSlowHertz * most;
    const double given = envelope.acceleration[axis];
    const double acceleration = given > 0.0 ? given : speed * speed / most;
    const double amplitude = std::min(speed * speed / acceleration, most);
    const double omega = std::sqrt(acceleration / amplitude);
    const double unit = axis < 3 ? kMillimetre : kDegree;
    all.push_back(
        SizedMotion{verification::AxisSine{axis, amplitude / unit, omega / kRevolution}}.series(machine));
  }
  return all;
}

/// The weakest motor with the lead that leaves it coolest.
void choose_motor(Design& design, const Requirement& requirement, const std::vector<Motor>& motors) {
  SizingSettings settings;
  settings.reserve = requirement.reserve;
  settings.screw.dynamic_load = 0.0;  // not known yet
  const std::vector<LegSeries> sines = required_sines(design.machine, requirement);
  for (const Motor& motor : motors) {
    double coolest = std::numeric_limits<double>::infinity();
    for (const double lead : requirement.leads) {
      Machine machine = design.machine;
      machine.drive.screw_lead = lead;
      machine.drive.belt_ratio = 1.0;
      bool suits = design.leg_speed / lead * kRevolution <= (1.0 - requirement.reserve) * motor.most_speed();
      double warmest = 0.0;
      for (std::size_t i = 0; i < sines.size() && suits; ++i) {
        const Sizing sizing = size_drives(machine, sines[i], {&motor}, settings);
        suits = sizing.smallest != nullptr;
        warmest = std::max(warmest, sizing.motors.front().thermal());
      }
      if (!suits || !(warmest < coolest)) continue;
      coolest = warmest;
      design.motor = &motor;
      design.lead = lead;
    }
    if (design.motor != nullptr) return;  // motors rise in power
  }
}

Config config_of(const Design& design, const Requirement& requirement, const Look& look) {
  Config config;
  config.description = "designed from a requirement";
  config.geometry.base_diameter = design.base_diameter;
  config.geometry.base_pair_distance = design.base_pair;
  config.geometry.platform_diameter = design.platform_diameter;
  config.geometry.platform_pair_distance = design.platform_pair;
  config.geometry.leg_length = {design.leg_length};
  config.geometry.stroke = design.stroke;
  config.drive.screw_lead = design.lead;
  config.drive.belt_ratio = 1.0;
  config.drive.efficiency = requirement.efficiency;
  config.drive.friction = requirement.friction;
  config.drive.max_force = rounded_up(1.25 * look.force, 100.0);
  // A tenth faster than required, so that a governor has something to work with.
  const double wanted = 1.1 * look.speed / design.lead * kRevolution;
  config.drive.motor_speed = rounded_up(std::max(wanted, 100.0 * kRpm), 10.0 * kRpm);
  if (design.motor != nullptr) {
    config.drive.motor_speed = std::min(config.drive.motor_speed, design.motor->most_speed());
    config.drive.motor_torque = design.motor->rated_torque();
    config.drive.peak_torque = design.motor->peak_torque();
    config.drive.rotor_inertia = design.motor->rotor_inertia + design.motor->brake_inertia;
  }
  config.payload = requirement.payload;
  config.limits.joint_angle = requirement.joint_angle;
  config.limits.stroke_margin = kStrokeMargin;
  const auto most = [](const AxisValues& values, std::size_t from, double usual) {
    const double value = *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                                           values.begin() + static_cast<std::ptrdiff_t>(from) + 3);
    return value > 0.0 ? 1.1 * value : usual;
  };
  const Envelope& e = requirement.envelope;
  config.limits.translation.velocity = most(e.velocity, 0, config.limits.translation.velocity);
  config.limits.translation.acceleration = most(e.acceleration, 0, config.limits.translation.acceleration);
  config.limits.rotation.velocity = most(e.velocity, 3, config.limits.rotation.velocity);
  config.limits.rotation.acceleration = most(e.acceleration, 3, config.limits.rotation.acceleration);
  config.limits.leg.velocity = config.drive.motor_speed / kRevolution * design.lead;
  config.limits.leg.acceleration =
      std::max(config.limits.leg.acceleration, 1.5 * config.limits.translation.acceleration);
  return config;
}

/// Whether the finished machine does everything that is required, each axis alone and all together.
double scale_of(const Machine& machine, const Requirement& requirement) {
  double scale = kMostScale;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    Envelope alone;
    alone.low[axis] = requirement.envelope.low[axis];
    alone.high[axis] = requirement.envelope.high[axis];
    if (alone.low[axis] == 0.0 && alone.high[axis] == 0.0) continue;
    scale = std::min(scale, fit_envelope(machine, alone).scale);
  }
  Envelope together;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    together.low[axis] = requirement.together * requirement.envelope.low[axis];
    together.high[axis] = requirement.together * requirement.envelope.high[axis];
  }
  return std::min(scale, fit_envelope(machine, together).scale);
}

bool build(Design& design, const Requirement& requirement, const Look& look) {
  design.config = config_of(design, requirement, look);
  Loaded loaded;
  loaded.config = design.config;
  BuiltMachine built = build_machine(loaded);
  if (built.machine) design.machine = *std::move(built.machine);
  return built.machine.has_value();
}

}  // namespace

std::optional<Design> finished(const Requirement& requirement, const Shape& wanted,
                               const std::vector<Pose>& poses, const std::vector<Motor>& motors) {
  Design design;
  design.base_diameter = rounded_to(wanted.base_diameter, kRoundCircle);
  design.base_pair = rounded_up(wanted.base_pair, kRoundCircle);
  design.platform_diameter = rounded_to(wanted.platform_diameter, kRoundCircle);
  design.platform_pair = rounded_up(wanted.platform_pair, kRoundCircle);
  const Shape shape{design.base_diameter, design.base_pair, design.platform_diameter, design.platform_pair,
                    wanted.height};
  const Machine raw = raw_machine(requirement, shape);
  const Look look = look_at(raw, requirement, poses);
  design.leg_speed = look.speed;
  design.leg_force = look.force;
  design.joint_angle = look.joint_angle;
  design.condition = look.condition;
  design.lead = requirement.leads.empty() ? 0.010 : requirement.leads.front();
  design.stroke = rounded_up(look.stroke, requirement.stroke_step);
  for (int more = 0; more < kMoreStrokes; ++more, design.stroke += requirement.stroke_step) {
    design.leg_length = rounded_up(
        std::max(look.neutral_length - 0.5 * design.stroke, requirement.dead_length + design.stroke),
        kRoundLength);
    if (!build(design, requirement, look)) return std::nullopt;
    design.height = design.machine.heights.neutral.position.z();
    design.scale = scale_of(design.machine, requirement);
    if (design.scale >= 1.0) break;
  }
  if (!(design.scale >= 1.0) || !(design.height <= requirement.largest_height * kRounding))
    return std::nullopt;
  choose_motor(design, requirement, motors);
  if (!build(design, requirement, look)) return std::nullopt;
  design.clearance = least_distance(design.machine, requirement, design.leg_length, poses);
  if (!(design.clearance * kRounding >= requirement.least_clearance)) return std::nullopt;
  return design;
}

}  // namespace hexad::design::internal
