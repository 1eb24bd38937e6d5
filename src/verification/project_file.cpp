#include "verification/project_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "config/document.hpp"
#include "config/schema.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "text/quoted.hpp"
#include "text/shown.hpp"

namespace hexad::verification {
namespace {

using messages::Id;
using messages::say;

constexpr std::string_view kHeightMark = "# height = ";

/// A key of the platform file and the number, or the numbers, of the set that stand there. The units are the
/// same in both: nothing is converted, so nothing is rounded.
struct FileItem {
  std::string_view key;
  std::vector<double ParameterSet::*> values;
};
const std::vector<FileItem>& file_items() {
  using S = ParameterSet;
  static const std::vector<FileItem> kItems{
      {"geometry.stroke", {&S::stroke}},
      {"drive.screw_lead", {&S::lead}},
      {"drive.belt_ratio", {&S::ratio}},
      {"drive.motor_rpm", {&S::rpm}},
      {"drive.motor_torque", {&S::torque}},
      {"drive.peak_torque", {&S::peak_torque}},
      {"drive.rotor_inertia", {&S::rotor_inertia}},
      {"drive.efficiency", {&S::efficiency}},
      {"drive.friction", {&S::friction}},
      {"drive.max_force", {&S::load}},
      {"drive.servo_model", {&S::servo}},
      {"rotary.gear_ratio", {&S::gear}},
      {"rotary.big_teeth", {&S::big_teeth}},
      {"rotary.small_teeth", {&S::small_teeth}},
      {"rotary.motor_rpm", {&S::rotary_rpm}},
      {"payload.mass", {&S::mass}},
      {"payload.inertia", {&S::inertia_x, &S::inertia_y, &S::inertia_z}},
      {"leg.cylinder_mass", {&S::cylinder_mass}},
      {"leg.cylinder_centre", {&S::cylinder_centre}},
      {"leg.cylinder_inertia", {&S::cylinder_inertia}},
      {"leg.rod_mass", {&S::rod_mass}},
      {"leg.rod_centre", {&S::rod_centre}},
      {"leg.rod_inertia", {&S::rod_inertia}},
      {"limits.translation", {&S::translation_velocity, &S::translation_acceleration, &S::translation_jerk}},
      {"limits.rotation", {&S::rotation_velocity, &S::rotation_acceleration, &S::rotation_jerk}},
      {"limits.leg", {&S::leg_velocity, &S::leg_acceleration, &S::leg_jerk}},
      {"limits.joint_angle", {&S::joint_angle}},
      {"limits.rotation_angle", {&S::rotation_angle}},
      {"limits.stroke_margin", {&S::stroke_margin}}};
  return kItems;
}

/// The shortest digits that are this number, with a point as TOML likes it.
std::string toml_text(double value) {
  const std::string text = fmt::format("{}", value + 0.0);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

template <class Numbers>
std::string list_text(const Numbers& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + toml_text(number);
  return "[" + text + "]";
}

/// Legs up to the last one that has a joint.
std::size_t last_leg(const ParameterSet& set) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (set.base[i][k] != 0.0 || set.platform[i][k] != 0.0) count = i + 1;
  return count;
}

std::string joints_text(std::string_view key, const Joints& joints, std::size_t legs) {
  std::string text = fmt::format("{} = [\n", key);
  for (std::size_t i = 0; i < legs; ++i) text += fmt::format("  {},\n", list_text(joints[i]));
  return text + "]\n";
}

std::string lengths_text(const ParameterSet& set, std::size_t legs) {
  const bool own = std::any_of(set.legs.begin(), set.legs.end(), [](double length) { return length != 0.0; });
  if (!own) return toml_text(set.leg_length);
  std::vector<double> lengths;
  for (std::size_t i = 0; i < legs; ++i) lengths.push_back(set.legs[i] == 0.0 ? set.leg_length : set.legs[i]);
  return list_text(lengths);
}

bool flatten(const Value& value, std::vector<double>& numbers) {
  if (const auto* list = std::get_if<ValueList>(&value.what))
    return std::all_of(list->begin(), list->end(), [&](const Value& one) { return flatten(one, numbers); });
  if (const auto* whole = std::get_if<std::int64_t>(&value.what)) {
    numbers.push_back(static_cast<double>(*whole));
    return true;
  }
  const auto* number = std::get_if<double>(&value.what);
  if (number == nullptr || !std::isfinite(*number)) return false;
  numbers.push_back(*number);
  return true;
}

/// A file of this program's own: joints in rows and nothing below it. Its numbers are taken as they stand.
class PlainReader {
 public:
  explicit PlainReader(const Document& document) : document_{document} {}

  Result<Project, std::vector<CsvRemark>> read() {
    for (const Entry& entry : document_.entries) take(entry);
    if (!left_out_.empty())
      project_.marks.push_back(
          {0, 0, say<Id::project_left_out>(fmt::format("{}", fmt::join(left_out_, ", ")))});
    if (!problems_.empty()) return Failure{problems_};
    return std::move(project_);
  }

 private:
  void complain(const Entry& entry, const messages::Message& what) {
    problems_.push_back({static_cast<std::size_t>(entry.line), static_cast<std::size_t>(entry.column), what});
  }

  void take(const Entry& entry) {
    if (entry.key == "name") return text(entry, project_.name);
    if (entry.key == "description") return text(entry, project_.notes);
    if (entry.key == "geometry.base") return joints(entry, project_.set.base);
    if (entry.key == "geometry.platform") return joints(entry, project_.set.platform);
    if (entry.key == "geometry.leg_length") return lengths(entry);
    if (entry.key == "payload.centre") {
      const auto three = numbers(entry, 3);
      if (three) std::copy(three->begin(), three->end(), project_.set.centre.begin());
      return;
    }
    for (const FileItem& item : file_items()) {
      if (item.key != entry.key) continue;
      const auto values = numbers(entry, item.values.size());
      for (std::size_t i = 0; values && i < values->size(); ++i) project_.set.*item.values[i] = (*values)[i];
      return;
    }
    if (hexad::find_setting(entry.key) != nullptr) return left_out_.push_back(entry.key);
    complain(entry, say<Id::project_unknown_key>(entry.key, hexad::nearest(entry.key, setting_keys())));
  }

  void text(const Entry& entry, std::string& to) {
    const auto* words = std::get_if<std::string>(&entry.value.what);
    if (words == nullptr) return complain(entry, say<Id::project_no_text>(entry.key));
    to = *words;
  }

  std::optional<std::vector<double>> numbers(const Entry& entry, std::size_t count) {
    std::vector<double> values;
    if (flatten(entry.value, values) && values.size() == count) return values;
    complain(entry, say<Id::project_numbers>(entry.key, count));
    return std::nullopt;
  }

  void joints(const Entry& entry, Joints& to) {
    std::vector<double> values;
    if (!flatten(entry.value, values) || values.size() % 3 != 0 || values.size() > 3 * kMaxLegs)
      return complain(entry, say<Id::project_no_joints>(entry.key));
    to = {};
    for (std::size_t i = 0; i < values.size(); ++i) to[i / 3][i % 3] = values[i];
  }

  void lengths(const Entry& entry) {
    std::vector<double> values;
    if (!flatten(entry.value, values) || values.empty() || values.size() > kMaxLegs)
      return complain(entry, say<Id::project_numbers>(entry.key, std::size_t{1}));
    project_.set.leg_length = values.front();
    const bool same =
        std::all_of(values.begin(), values.end(), [&](double length) { return length == values.front(); });
    if (!same) std::copy(values.begin(), values.end(), project_.set.legs.begin());
  }

  const Document& document_;
  Project project_;
  std::vector<CsvRemark> problems_;
  std::vector<std::string> left_out_;
};

/// The height that was measured; the one of the file follows from its joints.
std::optional<double> height_in(std::string_view text) {
  const std::size_t at = text.find(kHeightMark);
  if (at == std::string_view::npos || (at != 0 && text[at - 1] != '\n')) return std::nullopt;
  const std::string words{text.substr(at + kHeightMark.size(), 32)};
  char* end = nullptr;
  const double value = std::strtod(words.c_str(), &end);
  return end == words.c_str() || !std::isfinite(value) ? std::nullopt : std::optional{value};
}

std::vector<CsvRemark> remarks_of(const Problems& problems) {
  std::vector<CsvRemark> remarks;
  for (const Problem& problem : problems)
    if (problem.kind == Problem::Kind::error)
      remarks.push_back(
          {static_cast<std::size_t>(problem.line), static_cast<std::size_t>(problem.column),
           problem.key.empty() ? problem.what : say<Id::config_of_key>(problem.key, problem.what)});
  return remarks;
}

}  // namespace

ParameterSet set_of(const Config& config, const Machine& machine) {
  ParameterSet set = set_of(machine);
  if (config.drive.belt_ratio == -1.0) set.ratio = -1.0;
  set.gear = config.rotary.gear_ratio;
  set.big_teeth = config.rotary.big_teeth;
  set.small_teeth = config.rotary.small_teeth;
  set.rotary_rpm = std::round(config.rotary.motor_speed / kRpm * 1e6) / 1e6;
  return set;
}

std::string write_project(const Project& project) {
  const ParameterSet& set = project.set;
  const std::size_t legs = last_leg(set);
  std::string text = fmt::format("name = {}\n", hexad::quoted(project.name));
  if (!project.notes.empty()) text += fmt::format("description = {}\n", hexad::quoted(project.notes));
  text += fmt::format("{}{}  (as measured; the height here follows from the joints)\n\n[geometry]\n",
                      kHeightMark, toml_text(set.height));
  text += joints_text("base", set.base, legs) + joints_text("platform", set.platform, legs);
  text += fmt::format("leg_length = {}\n", lengths_text(set, legs));
  std::string_view section = "geometry";
  const auto line = [&](std::string_view key, const std::string& value) {
    const std::string_view mine = section_of(key);
    if (mine != section) text += fmt::format("\n[{}]\n", section = mine);
    text += fmt::format("{} = {}\n", key.substr(mine.size() + 1), value);
  };
  for (const FileItem& item : file_items()) {
    std::vector<double> values;
    for (const auto value : item.values) values.push_back(set.*value);
    const bool whole = item.key == "drive.servo_model" && std::floor(set.servo) == set.servo;
    line(item.key, whole               ? fmt::format("{:.0f}", set.servo)
                   : values.size() > 1 ? list_text(values)
                                       : toml_text(values.front()));
    if (item.key == "payload.mass") line("payload.centre", list_text(set.centre));
  }
  return text;
}

Result<Project, std::vector<CsvRemark>> read_project(std::string_view text, const std::string& file) {
  Problems problems;
  const Document document = parse_document(text, file, problems);
  if (hexad::has_error(problems)) return Failure{remarks_of(problems)};
  const bool plain = document.has("geometry.base") && document.has("geometry.platform") &&
                     !document.has("platform") && !document.has("geometry.base_diameter");
  if (plain) {
    auto project = PlainReader{document}.read();
    if (project)
      if (const auto height = height_in(text)) project->set.height = *height;
    return project;
  }
  const LoadedPlatform loaded = load_platform({.text = PlatformText{std::string{text}, file}});
  if (!loaded.machine) return Failure{remarks_of(loaded.problems)};
  return Project{loaded.config.name, loaded.config.description, set_of(loaded.config, *loaded.machine), {}};
}

}  // namespace hexad::verification
