#include "verification/leg_table.hpp"

#include <limits>

#include "kinematics/jacobian.hpp"
#include "text/shown.hpp"

namespace hexad::verification {

LegTable leg_table(const Machine& machine, const Motion& asked, double rotary) {
  const motion::Moment moment = motion::moment_of(machine, asked);
  const Pose& pose = moment.motion.pose;
  const motion::Load load = motion::load_of(machine, moment, rotary);
  const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
  const double none = std::numeric_limits<double>::quiet_NaN();

  LegTable table;
  table.breaches = motion::breaches(machine, moment, load, kinematics::StrokeUse::full);
  table.coverage = motion::coverage_of_moment(machine, moment);
  table.reachable = kinematics::reachability(machine, pose, kinematics::StrokeUse::full).empty();
  table.condition = kinematics::conditioning(machine, pose).condition;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const Vec3 joint = geometry.joint[i] / kMillimetre;
    table.legs.push_back({.length = geometry.length[leg] / kMillimetre,
                          .extension = moment.legs.extension[leg] / kMillimetre,
                          .velocity = moment.legs.velocity[leg] / kMillimetre,
                          .acceleration = moment.legs.acceleration[leg] / kMillimetre,
                          .base_angle = geometry.base_angle[leg] / kDegree,
                          .platform_angle = geometry.platform_angle[leg] / kDegree,
                          .joint = {joint.x(), joint.y(), joint.z()},
                          .force = load.force[leg] / kKilonewton,
                          .torque = load.motors ? load.torque[leg] : none,
                          .rpm = load.motors ? load.speed[leg] / kRpm : none});
  }
  return table;
}

}  // namespace hexad::verification
