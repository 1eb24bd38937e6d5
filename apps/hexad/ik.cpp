// `hexad ik`: a pose with its rates, seen by the legs.

#include <fmt/format.h>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "kinematics/inverse.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "verification/leg_table.hpp"
#include "words/verdict_words.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

Twist twist_of(const AxisValues& values) {
  const AxisValues si = to_si(values);
  return {{si[0], si[1], si[2]}, {si[3], si[4], si[5]}};
}

IkReport report_of(const Machine& machine, const Motion& motion, double rotary) {
  verification::LegTable table = verification::leg_table(machine, motion, rotary);
  IkReport report;
  report.legs = std::move(table.legs);
  report.reachable = table.reachable;
  report.condition = table.condition;
  for (const LimitHit& hit : table.breaches) report.limits.push_back(message_of(hit));
  report.not_checked = hexad::not_checked_of(table.coverage);
  return report;
}

std::string table_of(const IkReport& report) {
  Table table{headings(Id::head_ik)};
  for (std::size_t i = 0; i < report.legs.size(); ++i) {
    const IkLeg& leg = report.legs[i];
    table.add({std::to_string(i + 1), fixed(leg.length, 3), fixed(leg.extension, 3), fixed(leg.velocity, 3),
               fixed(leg.acceleration, 2), fixed(leg.base_angle, 2), fixed(leg.platform_angle, 2),
               fixed(leg.joint[0], 3), fixed(leg.joint[1], 3), fixed(leg.joint[2], 3), fixed(leg.force, 3),
               fixed(leg.torque, 3), fixed(leg.rpm, 1)});
  }
  std::string text = labelled(Id::label_pose, pose_text(report.pose)) + '\n' + table.text() + '\n';
  text += labelled(Id::label_reachable, report.reachable ? Id::yes : Id::no);
  text += labelled(Id::label_condition, fixed(report.condition, 3));
  for (const messages::Message& limit : report.limits) text += labelled(Id::label_limit, limit);
  if (report.limits.empty())
    text += labelled(Id::label_verdict, report.not_checked ? Id::looked_at_is_kept : Id::everything_is_kept);
  if (report.not_checked) text += labelled(Id::label_not_seen, report.not_checked);
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
    print_warning(messages::Id::axes_ignored);
    shown = from_si(kXyzConvention.from_pose(held, machine->heights.neutral_above_bottom()));
  }
  motion = kinematics::project(*machine, motion);

  double rotary = 0.0;
  if (options.rotary && machine->rotary) rotary = *options.rotary * kDegree;
  if (options.rotary && !machine->rotary) print_warning(messages::Id::rotary_ignored);

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
