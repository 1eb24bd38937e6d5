// `hexad ik --poses FILE`: a table of poses, each seen by the legs; with times, the motion through them
// judged.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/shown.hpp"
#include "text/spreadsheet_text.hpp"
#include "verification/roadmap.hpp"
#include "words/verdict_words.hpp"

namespace hexad::cli {
namespace {

using motion::files::RoadmapRow;
using verification::LegRow;
using verification::RoadmapLook;

std::string poses_table(const std::vector<RoadmapRow>& rows, const RoadmapLook& look) {
  Table table{headings(messages::Id::head_ik_poses)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t leg = 0; leg < look.rows[i].size(); ++leg) {
      const LegRow& row = look.rows[i][leg];
      const bool first = leg == 0;
      const auto rate = [&](double value, int digits) { return look.timed ? fixed(value, digits) : "-"; };
      table.add({first ? fmt::format("{}{}", i + 1, look.hits[i] ? " !" : "") : "",
                 first && look.timed ? fixed(rows[i].time, 3) : "", std::to_string(leg + 1),
                 fixed(row.extension, 3), rate(row.velocity, 3), rate(row.acceleration, 2),
                 fixed(row.force, 3), fixed(row.torque, 3), rate(row.rpm, 1)});
    }
  }
  return table.text();
}

std::string poses_text(const IkOptions& options, const std::vector<RoadmapRow>& rows,
                       const RoadmapLook& look) {
  using messages::Id;
  std::string text = labelled(Id::label_poses,
                              look.timed ? messages::say<Id::ik_poses_timed>(options.poses, rows.size())
                                         : messages::say<Id::ik_poses_standing>(options.poses, rows.size())) +
                     '\n' + poses_table(rows, look) + '\n';
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (look.hits[i])
      text += labelled(Id::label_limit, messages::say<Id::at_pose>(i + 1, message_of(look.hits[i])));
  text += labelled(Id::label_verdict, verification::verdict_of(look));
  if (const messages::Message gaps = hexad::not_checked_of(look.report.coverage))
    text += labelled(Id::label_not_seen, gaps);
  return text;
}

std::string poses_json(const std::vector<RoadmapRow>& rows, const RoadmapLook& look) {
  using Ordered = nlohmann::ordered_json;
  Ordered json{{"timed", look.timed},
               {"passes", look.report.passes()},
               {"verdict", messages::english(verification::verdict_of(look))},
               {"not_checked", messages::english(hexad::not_checked_of(look.report.coverage))}};
  json["poses"] = Ordered::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Ordered legs = Ordered::array();
    for (const LegRow& row : look.rows[i])
      legs.push_back({{"length_mm", row.length},
                      {"extension_mm", row.extension},
                      {"velocity_mm_s", row.velocity},
                      {"acceleration_mm_s2", row.acceleration},
                      {"base_angle_deg", row.base_angle},
                      {"platform_angle_deg", row.platform_angle},
                      {"joint_mm", row.joint},
                      {"force_kN", row.force},
                      {"torque_Nm", row.torque},
                      {"rpm", row.rpm}});
    json["poses"].push_back(
        {{"time_s", look.timed ? Ordered(rows[i].time) : Ordered(nullptr)},
         {"pose", from_si(rows[i].pose)},
         {"legs", std::move(legs)},
         {"limit", look.hits[i] ? Ordered(messages::english(message_of(look.hits[i]))) : Ordered(nullptr)}});
  }
  return json.dump() + '\n';
}

}  // namespace

int ik_poses(const IkOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const auto text = read_text(options.poses);
  if (!text) return kFailed;
  const auto rows = motion::files::read_roadmap(hexad::plain_csv(*text));
  if (!rows) {
    print_error(messages::say<messages::Id::at_file>(options.poses, motion::message_of(rows.error())));
    return kFailed;
  }
  const RoadmapLook look = verification::look_at_roadmap(*machine, *rows);
  if (!options.csv.empty() && !write_csv(options.csv, verification::roadmap_csv(*rows, look))) return kFailed;
  if (options.json) {
    print(poses_json(*rows, look));
  } else if (options.csv != "-") {
    print(poses_text(options, *rows, look));
  }
  if (look.report.passes()) return kDone;
  print_error(messages::say<messages::Id::at_file>(options.poses, verification::verdict_of(look)));
  return kFailed;
}

}  // namespace hexad::cli
