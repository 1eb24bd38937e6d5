// `hexad ik`: a pose with its rates, seen by the legs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "kinematics/dynamics.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "runtime/config/limit_words.hpp"

namespace hexad::cli {
namespace {

constexpr double kRpm = kRevolution * kPerMinute;

Twist twist_of(const AxisValues& values) {
  const AxisValues si = to_si(values);
  return {{si[0], si[1], si[2]}, {si[3], si[4], si[5]}};
}

/// The rotary axis turns the payload with the cabin: R_cabin = R·Rz(θ). Seen in cabin axes the payload is as
/// configured and the joints have turned back; forces are the same, and no inertia needs to be rotated.
Legs forces(const Machine& machine, const Motion& motion, double rotary) {
  if (rotary == 0.0) return kinematics::leg_forces(machine, motion);
  const Quat turn{Eigen::AngleAxisd{rotary, Vec3::UnitZ()}};
  Machine cabin = machine;
  for (Vec3& joint : cabin.geometry.platform) joint = turn.conjugate() * joint;
  Motion turned = motion;
  turned.pose.rotation = motion.pose.rotation * turn;
  return kinematics::leg_forces(cabin, turned);
}

void add_beyond(std::vector<std::string>& limits, Limit limit, std::size_t index, double value,
                double bound) {
  if (std::abs(value) <= bound) return;
  limits.push_back(runtime::in_words(
      LimitHit{limit, static_cast<std::uint8_t>(index), value, value < 0.0 ? -bound : bound}));
}

/// The platform's own rates against their limits.
void add_axis_limits(const Machine& machine, const Motion& motion, std::vector<std::string>& limits) {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const bool turns = i >= 3;
    const Rates& rates = turns ? machine.limits.rotation : machine.limits.translation;
    const auto part = static_cast<Eigen::Index>(i % 3);
    const auto of = [&](const Twist& twist) { return turns ? twist.angular[part] : twist.linear[part]; };
    add_beyond(limits, Limit::axis_velocity, i, of(motion.velocity), rates.velocity);
    add_beyond(limits, Limit::axis_acceleration, i, of(motion.acceleration), rates.acceleration);
  }
}

void add_motor_limits(const Drive& drive, std::size_t leg, double torque, double speed,
                      std::vector<std::string>& limits) {
  if (std::abs(torque) > drive.peak_torque)
    limits.push_back(fmt::format("leg {} motor torque {:.2f} Nm above {:g}", leg + 1, std::abs(torque),
                                 drive.peak_torque));
  if (std::abs(speed) > drive.motor_speed * (1.0 + 1e-9))
    limits.push_back(fmt::format("leg {} motor speed {:.1f} rpm above {:g}", leg + 1, std::abs(speed) / kRpm,
                                 drive.motor_speed / kRpm));
}

/// What stands in the way of the pose, leg by leg within its kind.
std::vector<std::string> pose_limits(const Machine& machine, const Pose& pose) {
  auto hits = kinematics::reachability(machine, pose, kinematics::StrokeUse::full);
  const auto is_stroke = [](const LimitHit& hit) {
    return hit.limit == Limit::leg_upper || hit.limit == Limit::leg_lower;
  };
  std::stable_sort(hits.begin(), hits.end(), [&](const LimitHit& a, const LimitHit& b) {
    return (is_stroke(a) && is_stroke(b)) || a.limit == b.limit ? a.index < b.index : a.limit < b.limit;
  });
  std::vector<std::string> limits;
  for (const LimitHit& hit : hits) limits.push_back(runtime::in_words(hit));
  return limits;
}

IkReport report_of(const Machine& machine, const Motion& motion, double rotary) {
  IkReport report;
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, motion.pose);
  const kinematics::LegRates rates = kinematics::leg_rates(machine, motion);
  const Legs force = forces(machine, motion, rotary);
  const kinematics::MotorLoad load =
      kinematics::motor_load(machine.drive, force, rates.velocity, rates.acceleration);

  report.limits = pose_limits(machine, motion.pose);
  report.reachable = report.limits.empty();
  report.condition = kinematics::conditioning(machine, motion.pose).condition;
  add_axis_limits(machine, motion, report.limits);

  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const Vec3 joint = geometry.joint[i] / kMillimetre;
    report.legs.push_back({.length = geometry.length[leg] / kMillimetre,
                           .extension = rates.extension[leg] / kMillimetre,
                           .velocity = rates.velocity[leg] / kMillimetre,
                           .acceleration = rates.acceleration[leg] / kMillimetre,
                           .base_angle = geometry.base_angle[leg] / kDegree,
                           .platform_angle = geometry.platform_angle[leg] / kDegree,
                           .joint = {joint.x(), joint.y(), joint.z()},
                           .force = force[leg] / kKilonewton,
                           .torque = load.torque[leg],
                           .rpm = load.speed[leg] / kRpm});
    add_beyond(report.limits, Limit::leg_velocity, i, rates.velocity[leg], machine.limits.leg.velocity);
    add_beyond(report.limits, Limit::leg_acceleration, i, rates.acceleration[leg],
               machine.limits.leg.acceleration);
    add_beyond(report.limits, Limit::force, i, force[leg], machine.drive.max_force);
    add_motor_limits(machine.drive, i, load.torque[leg], load.speed[leg], report.limits);
  }
  return report;
}

std::string table_of(const IkReport& report) {
  Table table{{"leg", "length\nmm", "extension\nmm", "velocity\nmm/s", "accel.\nmm/s²", "base\n°",
               "platform\n°", "joint x\nmm", "y\nmm", "z\nmm", "force\nkN", "torque\nNm", "motor\nrpm"}};
  for (std::size_t i = 0; i < report.legs.size(); ++i) {
    const IkLeg& leg = report.legs[i];
    table.add({std::to_string(i + 1), fixed(leg.length, 3), fixed(leg.extension, 3), fixed(leg.velocity, 3),
               fixed(leg.acceleration, 2), fixed(leg.base_angle, 2), fixed(leg.platform_angle, 2),
               fixed(leg.joint[0], 3), fixed(leg.joint[1], 3), fixed(leg.joint[2], 3), fixed(leg.force, 3),
               fixed(leg.torque, 3), fixed(leg.rpm, 1)});
  }
  std::string text = fmt::format("pose       {}\n\n{}\n", pose_text(report.pose), table.text());
  text += fmt::format("reachable  {}\ncondition  {}\n", report.reachable ? "yes" : "no",
                      fixed(report.condition, 3));
  for (const std::string& limit : report.limits) text += fmt::format("limit      {}\n", limit);
  return text;
}

std::string csv_of(const IkReport& report) {
  std::string text =
      "leg,length_mm,extension_mm,velocity_mm_s,acceleration_mm_s2,base_angle_deg,platform_angle_deg,joint_x_"
      "mm,"
      "joint_y_mm,joint_z_mm,force_kN,torque_Nm,rpm\n";
  for (std::size_t i = 0; i < report.legs.size(); ++i) {
    const IkLeg& leg = report.legs[i];
    text += std::to_string(i + 1);
    for (const double value :
         {leg.length, leg.extension, leg.velocity, leg.acceleration, leg.base_angle, leg.platform_angle,
          leg.joint[0], leg.joint[1], leg.joint[2], leg.force, leg.torque, leg.rpm})
      text += ',' + exact(value);
    text += '\n';
  }
  return text;
}

}  // namespace

int ik(const IkOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;

  Motion motion{kXyzConvention.to_pose(to_si(options.pose), machine->heights.neutral_above_bottom()),
                twist_of(options.velocity), twist_of(options.acceleration)};
  bool ignored = false;
  const Pose held = kinematics::project(*machine, motion.pose, &ignored);
  AxisValues shown = options.pose;
  if (ignored) {
    print_warning("axes this machine does not have are ignored");
    shown = from_si(kXyzConvention.from_pose(held, machine->heights.neutral_above_bottom()));
  }
  motion = kinematics::project(*machine, motion);

  double rotary = 0.0;
  if (options.rotary && machine->rotary) rotary = *options.rotary * kDegree;
  if (options.rotary && !machine->rotary)
    print_warning("--rotary is ignored: this machine has no rotary axis");

  IkReport report = report_of(*machine, motion, rotary);
  report.pose = shown;
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(report))) return kFailed;
  if (options.json) {
    print(to_json(report));
  } else if (options.csv != "-") {
    print(table_of(report));
  }
  return kDone;
}

}  // namespace hexad::cli
