// `hexad size`: motors over a motion. `hexad design`: a machine from a requirement.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "design/motor.hpp"
#include "design/routes/answers.hpp"
#include "hexad/design_request.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

int list_motors(const SizeOptions& options) {
  const design::Catalogue catalogue = design::load_catalogue(options.motors);
  print_problems(catalogue.problems);
  if (options.json) {
    print(design::motors().body);
    return catalogue.problems.empty() ? kDone : kFailed;
  }
  Table table{headings(Id::head_motors)};
  for (const design::Motor& motor : catalogue.motors)
    table.add({motor.name, fixed(motor.power, 0), fixed(motor.rated_torque(), 2),
               fixed(motor.rated_speed / kRpm, 0), fixed(motor.peak_torque(), 1),
               fixed(motor.most_speed() / kRpm, 0), fixed(motor.rotor_inertia * 1e4, 2),
               fixed(motor.brake_torque, 1), messages::to_text(motor.typical ? Id::yes : Id::no)});
  print(table.text() + '\n' + spoken<Id::motors_typical>() + '\n');
  return catalogue.problems.empty() ? kDone : kFailed;
}

/// Those named, else all but the brands, whose values are those of the size class.
std::vector<std::string> motors_of(const SizeOptions& options) {
  if (!options.only.empty()) return options.only;
  std::vector<std::string> names;
  for (const design::Motor& motor : design::load_catalogue(options.motors).motors)
    if (motor.brand.empty() || !motor.typical) names.push_back(motor.name);
  return names;
}

/// What is sized for: exactly one of them.
bool add_motion(const SizeOptions& options, RequestJson& request, design::SizeFiles& files) {
  const int given =
      (options.sine.empty() ? 0 : 1) + (options.file.empty() ? 0 : 1) + (options.manoeuvre.empty() ? 0 : 1);
  if (given != 1) {
    print_error(messages::Id::size_one_motion);
    return false;
  }
  if (!options.sine.empty()) {
    if (!add_items(request, "motion", options.sine)) return false;
    request["motion"]["kind"] = "sine";
  } else if (!options.file.empty()) {
    const auto text = read_text(options.file);
    if (!text) return false;
    request["motion"] = {{"kind", "file"}, {"text", *text}};
  } else {
    request["motion"] = {{"kind", "manoeuvre"}, {"name", options.manoeuvre}};
    if (std::filesystem::is_regular_file(options.manoeuvre)) files.manoeuvre = options.manoeuvre;
  }
  return true;
}

std::string size_text(const AnswerJson& answer) {
  Table table{headings(Id::head_size)};
  for (const AnswerJson& motor : answer["motors"])
    table.add(
        {motor["name"].get<std::string>(), number(motor["power_W"], 0), number(motor["rms_torque_Nm"], 3),
         number(motor["continuous_Nm"], 2), number(motor["thermal_percent"], 0),
         number(motor["peak_torque_Nm"], 2), number(motor["peak_allowed_Nm"], 2), number(motor["max_rpm"], 0),
         number(motor["speed_percent"], 0), number(motor["inertia_ratio"], 1),
         number(motor["brake_percent"], 0), motor["passes"].get<bool>() ? spoken<Id::motor_passes>() : ""});
  std::string text = table.text() + '\n';
  for (const AnswerJson& motor : answer["motors"])
    if (!motor["passes"].get<bool>() && !motor["reasons"].empty() && answer["motors"].size() <= 10)
      text += fmt::format("{}: {}\n", motor["name"].get<std::string>(), sentence(motor["reasons"][0]));
  const AnswerJson& screw = answer["screw"];
  const messages::Message life =
      messages::say<Id::screw_life>(number(screw["life_h"], 0), number(screw["life_km"], 0));
  text += '\n' +
          labelled(Id::label_screw, messages::say<Id::screw_strength>(
                                        number(screw["buckling_kN"], 1), number(screw["buckling_safety"], 1),
                                        number(screw["critical_rpm"], 0), number(screw["rpm"], 0), life));
  for (const auto& [part, label] :
       {std::pair{"screw", Id::label_screw}, {"belt", Id::label_belt}, {"gear", Id::label_gear}})
    if (answer[part].is_object())
      for (const AnswerJson& reason : answer[part]["reasons"]) text += labelled(label, sentence(reason));
  const AnswerJson& back = answer["regeneration"];
  text += labelled(Id::label_bus, messages::say<Id::bus_returned>(
                                      number(back["returned_J"], 1), number(back["resistor_mean_W"], 1),
                                      number(back["resistor_peak_W"], 0), back["motor"].get<std::string>()));
  const AnswerJson& judged = answer["preflight"];
  text += labelled(Id::label_judge, judged["passes"].get<bool>() ? spoken<Id::looked_at_is_kept>()
                                                                 : sentence(judged["limit"]));
  return text + labelled(Id::label_verdict, sentence(answer["verdict"]));
}

std::string design_text(const AnswerJson& designs) {
  Table table{headings(Id::head_designs)};
  for (const AnswerJson& one : designs)
    table.add({one["name"].get<std::string>(), number(one["base_diameter"], 0),
               number(one["base_pair_distance"], 0), number(one["platform_diameter"], 0),
               number(one["platform_pair_distance"], 0), number(one["leg_length"], 0),
               number(one["stroke"], 0), number(one["neutral_height"], 0), number(one["lead"], 0),
               one["motor"].is_string() ? one["motor"].get<std::string>() : spoken<Id::none>(),
               number(one["power_W"], 0), number(one["leg_speed_mm_s"], 0), number(one["leg_force_kN"], 2),
               number(one["joint_angle"], 1), number(one["condition"], 1)});
  return table.text();
}

bool write_designs(const std::string& folder, const AnswerJson& designs, bool quiet) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const AnswerJson& one : designs) {
    const std::string path =
        (std::filesystem::path{folder} / (one["name"].get<std::string>() + ".toml")).string();
    if (!write_csv(path, one["toml"].get_ref<const std::string&>())) return false;
    if (!quiet) print(labelled(Id::label_wrote, path));
  }
  return true;
}

}  // namespace

int size(const SizeOptions& options) {
  if (options.list) return list_motors(options);
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  RequestJson request{
      {"reserve_percent", options.reserve}, {"brake", !options.no_brake}, {"picture", !options.svg.empty()}};
  design::SizeFiles files{options.motors, {}};
  if (const auto problems = design::load_catalogue(options.motors).problems; !problems.empty()) {
    print_problems(problems);  // a motor that cannot be read is not passed over in silence
    return kFailed;
  }
  request["motors"] = motors_of(options);
  if (!options.show.empty()) request["show"] = options.show;
  if (!add_motion(options, request, files) || !add_items(request, "screw", options.screw) ||
      !add_items(request, "belt", options.belt) || !add_items(request, "gear", options.gear) ||
      !add_items(request, "bus", options.bus))
    return kUsage;
  const Asked result = asked(design::size_answer(*machine, request, files));
  if (!result.answer) return result.code;
  const AnswerJson& answer = *result.answer;
  if (!options.svg.empty() && !write_csv(options.svg, answer["svg"].get_ref<const std::string&>()))
    return kFailed;
  print(options.json ? answer.dump() + '\n' : size_text(answer));
  bool passes = answer["smallest"].is_string() && answer["preflight"]["passes"].get<bool>();
  for (const char* const part : {"screw", "belt", "gear"})
    if (answer[part].is_object()) passes = passes && answer[part]["passes"].get<bool>();
  return passes ? kDone : kFailed;
}

int design(const DesignOptions& options) {
  RequestJson requirement = RequestJson::object();
  if (!add_range(requirement, options.range, options.low, options.high) ||
      !add_axes(requirement, "velocity", options.velocity) ||
      !add_axes(requirement, "acceleration", options.acceleration))
    return kUsage;
  RequestJson items;
  if (!add_items(items, "set", options.items)) return kUsage;
  if (items.contains("set"))
    for (const auto& [key, value] : items["set"].items()) requirement[key] = value;
  if (!options.centre.empty()) requirement["centre"] = options.centre;
  if (!options.inertia.empty()) requirement["inertia"] = options.inertia;
  if (!options.leads.empty()) requirement["leads"] = options.leads;
  if (!options.motors.empty()) requirement["motors"] = options.motors;
  AnswerJson answer{{"designs", AnswerJson::array()}};
  for (int step = 0; step < options.steps; ++step) {
    const RequestJson request{{"requirement", requirement},
                              {"step", step},
                              {"steps", options.steps},
                              {"found", RequestJson::parse(answer["designs"].dump())}};
    Asked result = asked(design::answer_design(request.dump()));
    if (!result.answer) return result.code;
    answer = std::move(*result.answer);
    if (!options.json)
      print_progress(spoken<Id::design_progress>(step + 1, options.steps, answer["designs"].size()));
  }
  if (!options.json) print_progress("");
  const AnswerJson& designs = answer["designs"];
  if (options.json) {
    print(answer.dump() + '\n');
  } else {
    print(design_text(designs) + '\n' + labelled(Id::label_verdict, sentence(answer["verdict"])));
  }
  if (!options.out.empty() && !write_designs(options.out, designs, options.json)) return kFailed;
  return designs.empty() ? kFailed : kDone;
}

}  // namespace hexad::cli
