// `hexad stiffness`, `hexad tolerances`: how far the platform is from where it should be.

#include <fmt/format.h>

#include "design/routes/answers.hpp"
#include "hexad/design_request.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr std::size_t kRowsShown = 12;

}  // namespace

int stiffness(const StiffnessOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  RequestJson request = RequestJson::object();
  if (!add_axes(request, "pose", options.pose) || !add_items(request, "leg", options.leg)) return kUsage;
  const Asked result = asked(design::stiffness_answer(*machine, request));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  if (options.json) {
    print(answer.dump() + '\n');
    return kDone;
  }
  const AnswerJson& here = answer["here"];
  Table axes{headings(Id::head_stiffness)};
  for (std::size_t i = 0; i < answer["softest"].size(); ++i) {
    const AnswerJson& one = answer["softest"][i];
    if (!one.is_object()) continue;
    const AnswerJson& value = here["axes"][i];
    axes.add({word(one, "axis", "axis_"), value.is_object() ? number(value["value"], 3) : "-",
              number(one["value"], 3), one["unit"].get<std::string>(), pose_of(one["pose"])});
  }
  std::string modes;
  for (const AnswerJson& frequency : here["frequencies_Hz"])
    modes += (modes.empty() ? "" : ", ") + number(frequency, 2);
  std::string legs;
  for (const AnswerJson& leg : here["leg_stiffness_N_um"])
    legs += (legs.empty() ? "" : ", ") + number(leg, 2);
  const AnswerJson& lowest = answer["lowest"];
  print(axes.text() + '\n' + labelled(Id::label_legs, legs + " N/µm") +
        labelled(Id::label_sag, number(here["sag_mm"], 4) + " mm") +
        labelled(Id::label_modes, modes + " Hz") +
        labelled(Id::label_lowest,
                 messages::say<Id::lowest_at>(lowest.is_object() ? number(lowest["frequency_Hz"], 2) : "-",
                                              lowest.is_object() ? pose_of(lowest["pose"]) : "-")));
  return kDone;
}

int tolerances(const TolerancesOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  RequestJson request{{"point", options.point}};
  if (!add_items(request, "tolerance", options.tolerance)) return kUsage;
  const Asked result = asked(design::tolerances_answer(*machine, request));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  if (options.json) {
    print(answer.dump() + '\n');
    return kDone;
  }
  Table rows{headings(Id::head_tolerances)};
  for (std::size_t i = 0; i < std::min(answer["rows"].size(), kRowsShown); ++i) {
    const AnswerJson& row = answer["rows"][i];
    rows.add({fmt::format("{} {}", word(row, "end", ""), row["leg"].get<int>()),
              word(row, "direction", "way_"), number(row["translation_mm_per_mm"], 3),
              number(row["rotation_deg_per_mm"], 4), number(row["share_percent"], 2)});
  }
  Table groups{headings(Id::head_tolerance_groups)};
  for (const AnswerJson& group : answer["groups"])
    groups.add({word(group, "end", ""), word(group, "direction", "way_"), number(group["share_percent"], 1)});
  const auto line = [](Id label, const AnswerJson& rms, const AnswerJson& most, std::string_view unit) {
    return labelled(label, messages::say<Id::rms_and_most>(number(rms, 4), unit, number(most, 4), unit));
  };
  const AnswerJson& place = answer["translation"];
  const AnswerJson& angle = answer["rotation"];
  print(fmt::format("{}\n{}\n{}{}{}", rows.text(), groups.text(),
                    line(Id::label_place, place["rms_mm"], place["worst_mm"], "mm"),
                    line(Id::label_angle, angle["rms_deg"], angle["worst_deg"], "°"),
                    labelled(Id::label_verdict, sentence(answer["tightest"]))));
  return kDone;
}

}  // namespace hexad::cli
