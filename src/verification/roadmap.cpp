#include "verification/roadmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "motion/program/timed_path.hpp"
#include "text/shown.hpp"
#include "words/verdict_words.hpp"

namespace hexad::verification {
namespace {

using motion::files::RoadmapRow;

constexpr double kLook = 1e-3;                // s between two looks of the judge
constexpr double kMostLooks = 60'000;         // of a long table fewer a second
constexpr std::size_t kMostSamples = 20'000;  // of the table, all rows together

Pose pose_of(const Machine& machine, const RoadmapRow& row) {
  return kinematics::project(machine, kXyzConvention.to_pose(row.pose, 0.0));
}

void keep_larger(double& kept, double value) {
  if (!(std::abs(value) <= std::abs(kept))) kept = value;
}

LimitHit first_breach(const Machine& machine, const motion::Moment& moment, const motion::Load& load) {
  if (const LimitHit hit = motion::check_moment(machine, moment, 1.0)) return hit;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg)
    if (const LimitHit hit = motion::check_load(machine, load, leg)) return hit;
  return {};
}

void look_standing(const Machine& machine, const std::vector<RoadmapRow>& rows, RoadmapLook& look) {
  using motion::Aspect;
  look.report.coverage = motion::coverage_of(machine);
  look.report.coverage.leave_out(
      {Aspect::velocity, Aspect::acceleration, Aspect::jerk, Aspect::stop, Aspect::motor_speed},
      motion::Gap::no_times);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Motion standing;
    standing.pose = pose_of(machine, rows[i]);
    LegTable table = leg_table(machine, standing, 0.0);
    look.hits.push_back(table.breaches.empty() ? LimitHit{} : table.breaches.front());
    look.rows.push_back(std::move(table.legs));
    if (!look.hits.back() || look.report.violation) continue;
    look.report.violation = look.hits.back();
    look.report.violation_pose = standing.pose;
    look.violation_row = i;
  }
}

/// What happens on the way to a pose, into its row.
void look_between(const Machine& machine, const Prepared& program, double from, double to,
                  std::size_t samples, std::vector<LegRow>& row, LimitHit& hit) {
  for (std::size_t k = 1; k <= samples; ++k) {
    const double time = from + (to - from) * static_cast<double>(k) / static_cast<double>(samples);
    const motion::Moment moment = motion::moment_of(machine, program.at(time));
    const motion::Load load = motion::load_of(machine, moment);
    for (std::size_t leg = 0; leg < row.size(); ++leg) {
      const auto i = static_cast<Eigen::Index>(leg);
      keep_larger(row[leg].velocity, moment.legs.velocity[i] / kMillimetre);
      keep_larger(row[leg].acceleration, moment.legs.acceleration[i] / kMillimetre);
      keep_larger(row[leg].force, load.force[i] / kKilonewton);
      if (!load.motors) continue;
      keep_larger(row[leg].torque, load.torque[i]);
      keep_larger(row[leg].rpm, load.speed[i] / kRpm);
    }
    if (!hit) hit = first_breach(machine, moment, load);
  }
}

void look_moving(const Machine& machine, const std::vector<RoadmapRow>& rows, RoadmapLook& look) {
  std::vector<double> times;
  std::vector<Vec6> places;
  for (const RoadmapRow& row : rows) {
    times.push_back(row.time - rows.front().time);
    places.push_back(motion::coordinates_of(pose_of(machine, row)));
  }
  const motion::TimedPath program{machine, times, places, motion::TimedPath::Ends::at_rest,
                                  ProgramKind::timed_path};
  motion::PreflightSettings settings;
  settings.period = std::max(kLook, times.back() / kMostLooks);
  settings.find_scale = false;
  look.report = motion::preflight(program, machine, settings);
  if (!look.report.passes() && look.report.finite) {
    settings.find_scale = true;
    look.report = motion::preflight(program, machine, settings);
  }
  const std::size_t most = std::max<std::size_t>(1, kMostSamples / rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Motion there = program.at(times[i]);
    look.rows.push_back(leg_table(machine, there, 0.0).legs);
    LimitHit hit;
    if (i == 0) {
      const motion::Moment moment = motion::moment_of(machine, there);
      hit = first_breach(machine, moment, motion::load_of(machine, moment));
    } else {
      const double steps = std::ceil((times[i] - times[i - 1]) / settings.period);
      look_between(machine, program, times[i - 1], times[i],
                   std::clamp<std::size_t>(static_cast<std::size_t>(steps), 1, most), look.rows.back(), hit);
    }
    look.hits.push_back(hit);
  }
  // Jerk, stops and rms are the judge's alone: its violation marks the row it is on the way to.
  if (!look.report.violation) return;
  const auto reached = std::lower_bound(times.begin(), times.end(), look.report.violation_time);
  look.violation_row =
      std::min<std::size_t>(static_cast<std::size_t>(reached - times.begin()), rows.size() - 1);
  if (!look.hits[look.violation_row]) look.hits[look.violation_row] = look.report.violation;
}

}  // namespace

RoadmapLook look_at_roadmap(const Machine& machine, const std::vector<RoadmapRow>& rows) {
  RoadmapLook look;
  look.timed = motion::files::has_times(rows);
  if (look.timed)
    look_moving(machine, rows, look);
  else
    look_standing(machine, rows, look);
  return look;
}

messages::Message verdict_of(const RoadmapLook& look) {
  if (look.report.passes()) return hexad::verdict_of(look.report);
  return messages::say<messages::Id::at_pose>(
      look.violation_row + 1,
      look.timed ? hexad::verdict_of(look.report) : message_of(look.report.violation));
}

std::string roadmap_csv(const std::vector<RoadmapRow>& rows, const RoadmapLook& look) {
  std::string text =
      "row,t_s,x_mm,y_mm,z_mm,rx_deg,ry_deg,rz_deg,leg,length_mm,extension_mm,velocity_mm_s,"
      "acceleration_mm_s2,base_angle_deg,platform_angle_deg,joint_x_mm,joint_y_mm,joint_z_mm,force_kN,"
      "torque_Nm,rpm,limit\n";
  const auto cell = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string pose = fmt::format("{},{}", i + 1, look.timed ? cell(rows[i].time) : "");
    for (const double value : from_si(rows[i].pose)) pose += ',' + cell(value);
    for (std::size_t leg = 0; leg < look.rows[i].size(); ++leg) {
      const LegRow& row = look.rows[i][leg];
      text += fmt::format("{},{}", pose, leg + 1);
      for (const double value :
           {row.length, row.extension, row.velocity, row.acceleration, row.base_angle, row.platform_angle,
            row.joint[0], row.joint[1], row.joint[2], row.force, row.torque, row.rpm})
        text += ',' + cell(value);
      text += look.hits[i] ? fmt::format(",\"{}\"\n", messages::english(message_of(look.hits[i]))) : ",\n";
    }
  }
  return text;
}

}  // namespace hexad::verification
