// `hexad clearance`, `hexad volume`, `hexad envelope`: what has room.

#include <fmt/format.h>

#include "design/routes/answers.hpp"
#include "hexad/design_request.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr std::size_t kPairsShown = 10;

std::string pairs_table(const AnswerJson& pairs) {
  Table table{headings(Id::head_clearance)};
  for (std::size_t i = 0; i < std::min(pairs.size(), kPairsShown); ++i) {
    const AnswerJson& pair = pairs[i];
    const std::string other = pair["b"].get<std::string>();
    table.add({spoken<Id::leg_number>(pair["a_leg"].get<int>()),
               other == "leg" ? spoken<Id::leg_number>(pair["b_leg"].get<int>())
                              : messages::to_text(named("", other)),
               number(pair["distance_mm"], 1), pose_of(pair["pose"])});
  }
  return table.text();
}

std::string joints_table(const AnswerJson& joints) {
  Table table{headings(Id::head_joints)};
  for (const AnswerJson& joint : joints) {
    const auto span = [](const AnswerJson& range) {
      return fmt::format("{} … {}", number(range["low"], 1), number(range["high"], 1));
    };
    table.add({fmt::format("{} {}{}", word(joint, "end", ""), joint["leg"].get<int>(),
                           joint["passes"].get<bool>() ? "" : " !"),
               span(joint["first"]), span(joint["second"]), number(joint["cone"], 1)});
  }
  return table.text();
}

}  // namespace

int clearance(const ClearanceOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  RequestJson request{
      {"least", options.least}, {"mount", options.mount}, {"joint_limit", options.joint_limit}};
  if (!add_items(request, "body", options.body)) return kUsage;
  const Asked result = asked(design::clearance_answer(*machine, request));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  if (options.json) {
    print(answer.dump() + '\n');
  } else {
    print(fmt::format(
        "{}\n{}\n{}{}", pairs_table(answer["pairs"]), joints_table(answer["joints"]),
        labelled(Id::label_verdict, sentence(answer["verdict"])),
        labelled(Id::label_looked_at, messages::say<Id::clearance_poses>(answer["poses"].get<int>()))));
  }
  return answer["passes"].get<bool>() ? kDone : kFailed;
}

int volume(const VolumeOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const RequestJson request{
      {"rotation", options.rotation}, {"tilt", options.tilt}, {"points", options.points}};
  for (const auto& [format, file] : {std::pair{"stl", options.stl}, std::pair{"csv", options.csv}}) {
    if (file.empty()) continue;
    RequestJson wanted = request;
    wanted["format"] = format;
    const Asked result = asked(design::volume_file_answer(*machine, wanted));
    if (!result.answer) return result.code;
    if (!write_csv(file, (*result.answer)["text"].get_ref<const std::string&>())) return kFailed;
  }
  const Asked result = asked(design::volume_answer(*machine, request));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  if (options.json) {
    print(answer.dump() + '\n');
    return kDone;
  }
  const AnswerJson& box = answer["box"];
  std::string text =
      labelled(Id::label_volume, messages::say<Id::volume_litres>(number(answer["volume_l"], 3))) +
      labelled(Id::label_within, fmt::format("{} … {}, {} … {}, {} … {} mm", number(box[0][0], 1),
                                             number(box[0][1], 1), number(box[1][0], 1), number(box[1][1], 1),
                                             number(box[2][0], 1), number(box[2][1], 1)));
  if (const AnswerJson& worst = answer["worst_force"]; worst.is_object())
    text += labelled(Id::label_force,
                     messages::say<Id::volume_force>(number(worst["force_kN"], 3), worst["leg"].get<int>(),
                                                     pose_of(worst["pose"])));
  Table table{headings(Id::head_slowest)};
  for (const AnswerJson& axis : answer["slowest"])
    if (axis.is_object())
      table.add({word(axis, "axis", "axis_"), number(axis["value"], 1), axis["unit"].get<std::string>(),
                 pose_of(axis["pose"])});
  print(fmt::format("{}\n{}", text, table.text()));
  return kDone;
}

int envelope(const EnvelopeOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  RequestJson request;
  if (!add_range(request, options.range, options.low, options.high) ||
      !add_axes(request, "velocity", options.velocity) ||
      !add_axes(request, "acceleration", options.acceleration))
    return kUsage;
  const Asked result = asked(design::envelope_answer(*machine, request));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  bool fits = answer["fits"].get<bool>();
  for (const char* const part : {"velocity", "force"})
    if (answer[part].is_object()) fits = fits && answer[part]["fits"].get<bool>();
  if (options.json) {
    print(answer.dump() + '\n');
    return fits ? kDone : kFailed;
  }
  Table table{headings(Id::head_envelope)};
  for (const AnswerJson& axis : answer["alone"])
    table.add({word(axis, "axis", "axis_"),
               fmt::format("{} … {}", number(axis["wanted"][0], 1), number(axis["wanted"][1], 1)),
               fmt::format("{} … {}", number(axis["low"], 1), number(axis["high"], 1)),
               axis["fits"].get<bool>() ? "" : "!"});
  std::string text = table.text() + '\n' + labelled(Id::label_verdict, sentence(answer["verdict"]));
  if (answer["first"].is_object()) text += labelled(Id::label_first_at, pose_of(answer["first"]["pose"]));
  const auto load = [&](const char* part, Id label, const char* worst, const char* allowed,
                        const char* unit) {
    const AnswerJson& one = answer[part];
    if (one.is_object())
      text += labelled(label, messages::say<Id::envelope_load>(
                                  fmt::format("{} {}", number(one[worst], 2), unit), number(one[allowed], 2),
                                  one["leg"].get<int>(), named("axis_", one["axis"].get<std::string>()),
                                  pose_of(one["pose"])));
  };
  load("velocity", Id::label_velocity, "worst_mm_s", "allowed_mm_s", "mm/s");
  load("force", Id::label_force, "worst_kN", "allowed_kN", "kN");
  print(text);
  return fits ? kDone : kFailed;
}

}  // namespace hexad::cli
