#include "runtime/verify/sine_rows.hpp"

#include <array>
#include <cmath>

#include "kinematics/dynamics.hpp"
#include "motion/prepare/command_motion.hpp"
#include "motion/program/sine.hpp"

namespace hexad::runtime::verify {
namespace {

constexpr double kMostHertz = 1000.0;  // a tool may ask what a host may not

SineRow row_at(const Machine& machine, const AxisSine& sine, double time) {
  const double unit = sine.axis < 3 ? kMillimetre : kDegree;
  const double omega = kRevolution * sine.frequency;
  motion::AxisMotion motion;
  motion.value[sine.axis] = unit * sine.amplitude * std::sin(omega * time);
  motion.rate[sine.axis] = unit * sine.amplitude * omega * std::cos(omega * time);
  motion.acceleration[sine.axis] = -omega * omega * motion.value[sine.axis];
  const Motion moved = motion::command_motion(machine, kXyzConvention, motion);
  SineRow row;
  row.time = time;
  row.value = motion.value[sine.axis] / unit;
  row.legs = kinematics::leg_rates(machine, moved);
  row.force = kinematics::leg_forces(machine, moved);
  if (machine.drive.screw_lead > 0.0) {
    row.torque =
        kinematics::motor_load(machine.drive, row.force, row.legs.velocity, row.legs.acceleration).torque;
  }
  row.hit = kinematics::first_hit(machine, moved.pose, kinematics::StrokeUse::less_margin);
  return row;
}

}  // namespace

std::vector<SineRow> sine_rows(const Machine& machine, const AxisSine& sine) {
  std::vector<SineRow> rows;
  for (int k = 0; k <= kSineRows; ++k)
    rows.push_back(row_at(machine, sine, k / (kSineRows * sine.frequency)));
  return rows;
}

Limited<double> sine_scale(const Machine& machine, const AxisSine& sine) {
  model::Sine wanted;
  wanted.convention = kXyzConvention;
  wanted.amplitude[sine.axis] = sine.amplitude * (sine.axis < 3 ? kMillimetre : kDegree);
  wanted.frequency[sine.axis] = sine.frequency;
  return motion::reachable_scale(machine, wanted, kMostHertz);
}

std::vector<Worst> worst_of(const std::vector<SineRow>& rows, std::size_t legs) {
  std::vector<Worst> worst{{"longest", "longest_mm", kMillimetre, "mm", -1e300},
                           {"shortest", "shortest_mm", kMillimetre, "mm", 1e300},
                           {"fastest", "velocity_mm_s", kMillimetre, "mm/s"},
                           {"acceleration", "acceleration_mm_s2", kMillimetre, "mm/s²"},
                           {"force", "force_kN", kKilonewton, "kN"},
                           {"torque", "torque_Nm", 1.0, "Nm"}};
  for (const SineRow& row : rows) {
    for (std::size_t leg = 0; leg < legs; ++leg) {
      const auto k = static_cast<Eigen::Index>(leg);
      const std::array<double, 6> values{row.legs.extension[k], row.legs.extension[k],
                                         row.legs.velocity[k],  row.legs.acceleration[k],
                                         row.force[k],          row.torque[k]};
      for (std::size_t i = 0; i < worst.size(); ++i) {
        const bool worse = i == 0   ? values[i] > worst[i].value
                           : i == 1 ? values[i] < worst[i].value
                                    : std::abs(values[i]) > std::abs(worst[i].value);
        if (!worse) continue;
        worst[i].value = values[i];
        worst[i].leg = leg;
        worst[i].time = row.time;
      }
    }
  }
  return worst;
}

}  // namespace hexad::runtime::verify
