// `hexad reach`: how far each axis goes, alone.

#include "kinematics/reach.hpp"

#include <fmt/format.h>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "verification/reach_map.hpp"

namespace hexad::cli {
namespace {

std::string stop(const LimitHit& hit) { return hit ? messages::to_text(verification::stopped_by(hit)) : "-"; }

std::string table_of(const ReachReport& report, const AxisValues& from) {
  Table table{headings(messages::Id::head_reach)};
  for (std::size_t i = 0; i < kAxes; ++i) {
    const kinematics::Range& range = report.ranges[i];
    const Axis axis = static_cast<Axis>(i);
    const double unit = is_rotation(axis) ? kDegree : kMillimetre;
    table.add({messages::to_text(hexad::id_of(axis)), fixed(range.low / unit, 3), fixed(range.high / unit, 3),
               is_rotation(axis) ? "°" : "mm", stop(range.low_hit), stop(range.high_hit)});
  }
  return labelled(messages::Id::label_from, pose_text(from), 6) + '\n' + table.text();
}

}  // namespace

int reach(const ReachOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const Pose asked = kXyzConvention.to_pose(to_si(options.from), machine->heights.neutral_above_bottom());
  bool ignored = false;
  const Pose from = kinematics::project(*machine, asked, &ignored);
  if (ignored) print_warning(messages::Id::axes_ignored);

  const auto hits = kinematics::reachability(*machine, from, kinematics::StrokeUse::full);
  for (const LimitHit& hit : hits)
    print_error(messages::say<messages::Id::from_out_of_reach>(message_of(hit)));
  if (!hits.empty()) return kFailed;

  const ReachReport report{kinematics::reach(*machine, from)};
  print(options.json ? to_json(report) : table_of(report, options.from));
  return kDone;
}

}  // namespace hexad::cli
