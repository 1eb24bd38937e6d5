// `hexad stiffness`, `hexad tolerances`: how far the platform is from where it should be.

#include <fmt/format.h>

#include "design/routes/answers.hpp"
#include "hexad/design_request.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"

namespace hexad::cli {
namespace {

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
  Table axes{{"axis", "here", "softest", "unit", "softest at, mm and °"}};
  for (std::size_t i = 0; i < answer["softest"].size(); ++i) {
    const AnswerJson& one = answer["softest"][i];
    if (!one.is_object()) continue;
    const AnswerJson& value = here["axes"][i];
    axes.add({one["axis"].get<std::string>(), value.is_object() ? number(value["value"], 3) : "-",
              number(one["value"], 3), one["unit"].get<std::string>(), pose_of(one["pose"])});
  }
  std::string modes;
  for (const AnswerJson& frequency : here["frequencies_Hz"])
    modes += (modes.empty() ? "" : ", ") + number(frequency, 2);
  std::string legs;
  for (const AnswerJson& leg : here["leg_stiffness_N_um"])
    legs += (legs.empty() ? "" : ", ") + number(leg, 2);
  print(fmt::format("{}\nlegs       {} N/µm\nsag        {} mm\nmodes      {} Hz\nlowest     {} Hz at {}\n",
                    axes.text(), legs, number(here["sag_mm"], 4), modes,
                    answer["lowest"].is_object() ? number(answer["lowest"]["frequency_Hz"], 2) : "-",
                    answer["lowest"].is_object() ? pose_of(answer["lowest"]["pose"]) : "-"));
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
  Table rows{{"part", "direction", "moves\nmm/mm", "turns\n°/mm", "of all\n%"}};
  for (std::size_t i = 0; i < std::min(answer["rows"].size(), kRowsShown); ++i) {
    const AnswerJson& row = answer["rows"][i];
    rows.add({fmt::format("{} {}", row["end"].get<std::string>(), row["leg"].get<int>()),
              row["direction"].get<std::string>(), number(row["translation_mm_per_mm"], 3),
              number(row["rotation_deg_per_mm"], 4), number(row["share_percent"], 2)});
  }
  Table groups{{"all legs'", "direction", "of all\n%"}};
  for (const AnswerJson& group : answer["groups"])
    groups.add({group["end"].get<std::string>(), group["direction"].get<std::string>(),
                number(group["share_percent"], 1)});
  print(fmt::format(
      "{}\n{}\nplace      {} mm rms, {} mm at most\nangle      {} ° rms, {} ° at most\nverdict    {}\n",
      rows.text(), groups.text(), number(answer["translation"]["rms_mm"], 4),
      number(answer["translation"]["worst_mm"], 4), number(answer["rotation"]["rms_deg"], 4),
      number(answer["rotation"]["worst_deg"], 4), sentence(answer["tightest"])));
  return kDone;
}

}  // namespace hexad::cli
