#include "config/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "config/assign.hpp"
#include "config/presets.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::inline config {
namespace {

using messages::Id;
using messages::say;

constexpr std::array kJointKeys{"geometry.base", "geometry.platform"};
constexpr std::array kCircleKeys{"geometry.base_diameter",          "geometry.base_pair_distance",
                                 "geometry.base_pair_angle",        "geometry.platform_diameter",
                                 "geometry.platform_pair_distance", "geometry.platform_pair_angle"};
constexpr std::array kPlatformSections{"geometry", "drive", "rotary", "payload", "leg", "limits"};

constexpr int kMostFields = 370;  // floats in a datagram

template <class Keys>
std::vector<const Entry*> entries_of(const Document& document, const Keys& keys) {
  std::vector<const Entry*> found;
  for (const char* key : keys)
    if (const Entry* entry = document.find(key)) found.push_back(entry);
  return found;
}

bool has_joints(const Document& document) {
  return !entries_of(document, kJointKeys).empty() || !entries_of(document, kCircleKeys).empty();
}

std::string lines_of(const std::vector<const Entry*>& entries) {
  std::vector<std::string> parts;
  for (const Entry* entry : entries) parts.push_back(fmt::format("{} (line {})", entry->key, entry->line));
  return fmt::format("{}", fmt::join(parts, ", "));
}

class Loader {
 public:
  explicit Loader(const Sources& sources) : sources_{sources} {}

  Loaded run() {
    std::optional<Document> file;
    if (sources_.config_text)
      file = parse_document(*sources_.config_text, sources_.config, loaded_.problems);
    else if (!sources_.config.empty())
      file = read_document(sources_.config, loaded_.problems);
    std::vector<Document> sets;
    for (const Assignment& assignment : sources_.set)
      sets.push_back(parse_assignment(assignment.text, assignment.said_as, loaded_.problems));
    if (!loaded_.ok()) return std::move(loaded_);

    choose_platform(file ? &*file : nullptr, sets);
    if (file) apply(*file);
    for (const Document& assignment : sets) apply(assignment);
    check_geometry();
    check_rotary();
    check_generation1();
    check_console();
    check_telemetry();
    if (sources_.joints_only) soften();
    return std::move(loaded_);
  }

 private:
  Config& config() { return loaded_.config; }

  void complain(const Place& place, std::string_view key, messages::Message what) {
    loaded_.problems.push_back(
        {Problem::Kind::error, place.file, place.line, place.column, std::string{key}, std::move(what)});
  }

  // --platform, then --set platform=, then the file's own key; a file with joints of its own needs none.
  void choose_platform(const Document* file, const std::vector<Document>& sets) {
    Place asked{"--platform", 0, 0};
    if (sources_.text) return apply_text(*sources_.text);
    std::string name = sources_.platform;
    for (const Document& assignment : sets)
      if (name.empty()) name = take_platform_key(assignment, asked);
    const Entry* own = file == nullptr ? nullptr : file->find("platform");
    if (name.empty() && own != nullptr) name = take_platform_key(*file, asked);
    if (name.empty()) {
      if (file != nullptr && (has_joints(*file) || own != nullptr)) return remember_file(file->file);
      return apply_platform(std::string{kDefaultPlatform}, asked, 0);
    }
    if (file != nullptr && own == nullptr && has_joints(*file)) {
      auto joints = entries_of(*file, kJointKeys);
      if (joints.empty()) joints = entries_of(*file, kCircleKeys);
      complain({file->file, joints.front()->line, joints.front()->column}, joints.front()->key,
               say<Id::config_two_platforms>(name));
    }
    apply_platform(name, asked, 0);
  }

  static std::string take_platform_key(const Document& document, Place& asked) {
    const Entry* entry = document.find("platform");
    if (entry == nullptr) return {};
    asked = {document.file, entry->value.line, entry->value.column};
    const auto* text = std::get_if<std::string>(&entry->value.what);
    return text != nullptr ? *text : entry->value.raw;  // anything else is refused when it is assigned
  }

  void remember_file(const std::string& file) { platform_file_ = file; }

  void give_up(const Place& asked, messages::Message what) {
    whole_ = false;
    complain(asked, "platform", std::move(what));
  }

  void apply_text(const PlatformText& sent) {
    const std::size_t before = loaded_.problems.size();
    const Document document = parse_document(sent.text, sent.name, loaded_.problems);
    if (loaded_.problems.size() != before) whole_ = false;
    Place place;
    const std::string below = take_platform_key(document, place);
    if (looks_like_file(below)) return give_up(place, Id::config_on_a_file);
    if (!below.empty()) apply_platform(below, place, 1);
    remember_file(sent.name);
    apply(document);
  }

  /// A platform file, after the one it builds on.
  void apply_platform(const std::string& name, const Place& asked, int depth) {
    std::string path = name;
    if (!looks_like_file(name)) {
      const auto preset = preset_path(name);
      if (!preset) return give_up(asked, unknown_preset(name));
      path = *preset;
    }
    if (depth > 4) return give_up(asked, Id::config_circle);
    const std::size_t before = loaded_.problems.size();
    const Document document = read_document(path, loaded_.problems);
    if (loaded_.problems.size() != before) whole_ = false;
    Place place;
    const std::string below = take_platform_key(document, place);
    if (!below.empty()) apply_platform(below, place, depth + 1);
    remember_file(path);
    apply(document);
    config().platform = name;
  }

  void apply(const Document& document) {
    const auto before = static_cast<std::ptrdiff_t>(loaded_.problems.size());
    report_unknown_sections(document);
    choose_way(document);
    for (const Entry& entry : document.entries) {
      const Setting* setting = find_setting(entry.key);
      if (setting == nullptr) {
        report_unknown_key(document, entry);
        continue;
      }
      assign(*setting, entry, document.file, config(), loaded_.problems);
      loaded_.places[entry.key] = {document.file, entry.line, entry.column};
    }
    for (const Section& section : document.sections)
      loaded_.places[section.name] = {document.file, section.line, section.column};
    std::stable_sort(loaded_.problems.begin() + before, loaded_.problems.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
  }

  static bool is_known_section(std::string_view name) {
    const auto names = section_names();
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  void report_unknown_sections(const Document& document) {
    for (const Section& section : document.sections) {
      if (is_known_section(section.name)) continue;
      complain({document.file, section.line, section.column}, section.name,
               say<Id::config_unknown_section>(nearest(section.name, section_names())));
    }
  }

  void report_unknown_key(const Document& document, const Entry& entry) {
    const std::string_view section = section_of(entry.key);
    const bool in_a_file = entry.line > 0;
    if (in_a_file && !section.empty() && !is_known_section(section))
      return;  // said once for the whole section
    complain({document.file, entry.line, entry.column}, entry.key,
             say<Id::config_unknown_key>(nearest(entry.key, setting_keys())));
  }

  // Joints row by row or as circles, a pair by distance or by angle: within one source it is one or the
  // other; a later source that takes the other way replaces what an earlier one said.
  void choose_way(const Document& document) {
    GeometrySettings& geometry = config().geometry;
    const auto rows = entries_of(document, kJointKeys);
    const auto circles = entries_of(document, kCircleKeys);
    if (!rows.empty() || !circles.empty()) way_ = rows.empty() ? Way::circles : Way::rows;
    if (!rows.empty() && !circles.empty()) {
      auto all = rows;
      all.insert(all.end(), circles.begin(), circles.end());
      complain({document.file, circles.front()->line, circles.front()->column}, circles.front()->key,
               say<Id::config_joints_twice>(lines_of(all)));
    } else if (!rows.empty()) {
      for (auto* number :
           {&geometry.base_diameter, &geometry.base_pair_distance, &geometry.base_pair_angle,
            &geometry.platform_diameter, &geometry.platform_pair_distance, &geometry.platform_pair_angle})
        number->reset();
    } else if (!circles.empty()) {
      geometry.base.clear();
      geometry.platform.clear();
    }
    choose_pair(document, "base", geometry.base_pair_distance, geometry.base_pair_angle);
    choose_pair(document, "platform", geometry.platform_pair_distance, geometry.platform_pair_angle);
  }

  void choose_pair(const Document& document, std::string_view ring, std::optional<double>& distance,
                   std::optional<double>& angle) {
    const Entry* by_distance = document.find(fmt::format("geometry.{}_pair_distance", ring));
    const Entry* by_angle = document.find(fmt::format("geometry.{}_pair_angle", ring));
    if (by_distance != nullptr && by_angle != nullptr)
      complain({document.file, by_angle->line, by_angle->column}, by_angle->key,
               say<Id::config_pair_twice>(lines_of({by_distance, by_angle})));
    else if (by_distance != nullptr)
      angle.reset();
    else if (by_angle != nullptr)
      distance.reset();
  }

  // ---- what must be there
  // --------------------------------------------------------------------------------------

  void missing(std::string_view key, const messages::Message& what) {
    if (loaded_.places.find(key) != loaded_.places.end()) return;  // given, and refused: said already
    Place place = loaded_.place_of({"geometry"});
    if (place.file.empty()) place = {platform_file_, 0, 0};
    complain(place, key, say<Id::config_missing>(what));
  }

  void check_geometry() {
    const GeometrySettings& geometry = config().geometry;
    if (!whole_) return;
    if (way_ == Way::none) {
      if (config().rotary.gear_ratio != 0.0) return;  // a rotary axis alone is a machine
      return missing("geometry.base", Id::missing_joints);
    }
    if (geometry.leg_length.empty()) missing("geometry.leg_length", Id::missing_leg_length);
    if (!geometry.stroke) missing("geometry.stroke", Id::missing_stroke);
    if (way_ == Way::rows) check_rows();
    if (way_ == Way::circles) check_circles();
  }

  void check_rows() {
    const GeometrySettings& geometry = config().geometry;
    if (geometry.base.empty()) missing("geometry.base", Id::missing_base);
    if (geometry.platform.empty()) missing("geometry.platform", Id::missing_platform);
    if (geometry.base.empty() || geometry.platform.empty()) return;
    if (geometry.base.size() != geometry.platform.size())
      complain(loaded_.place_of({"geometry.platform"}), "geometry.platform",
               say<Id::config_row_count>(geometry.platform.size(), loaded_.place_of({"geometry.base"}).line,
                                         geometry.base.size()));
    check_leg_count(geometry.base.size());
  }

  void check_leg_count(std::size_t legs) {
    const std::size_t lengths = config().geometry.leg_length.size();
    if (lengths > 1 && lengths != legs)
      complain(loaded_.place_of({"geometry.leg_length"}), "geometry.leg_length",
               say<Id::config_length_count>(lengths, legs));
  }

  void check_circles() {
    const GeometrySettings& g = config().geometry;
    check_circle("base", g.base_diameter, g.base_pair_distance, g.base_pair_angle);
    check_circle("platform", g.platform_diameter, g.platform_pair_distance, g.platform_pair_angle);
    check_leg_count(kMaxLegs);
  }

  void check_circle(std::string_view ring, std::optional<double> diameter, std::optional<double> distance,
                    std::optional<double> angle) {
    const std::string by_distance = fmt::format("geometry.{}_pair_distance", ring);
    if (!diameter) missing(fmt::format("geometry.{}_diameter", ring), Id::missing_diameter);
    if (!distance && !angle && loaded_.places.count(fmt::format("geometry.{}_pair_angle", ring)) == 0)
      missing(by_distance, say<Id::missing_pair>(ring));
    if (diameter && distance && *distance > *diameter)
      complain(loaded_.place_of({by_distance}), by_distance,
               say<Id::config_pair_too_wide>(*distance, *diameter));
  }

  void check_console() {
    const ConsoleSettings& console = config().console;
    const std::array tokens{std::pair{"console.token", &console.token},
                            std::pair{"console.operator_token", &console.operator_token},
                            std::pair{"console.viewer_token", &console.viewer_token}};
    for (std::size_t i = 0; i < tokens.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (!tokens[i].second->empty() && *tokens[i].second == *tokens[k].second)
          complain(loaded_.place_of({tokens[i].first}), tokens[i].first,
                   say<Id::config_same_token>(tokens[k].first));
    const bool files = console.tls == ConsoleSettings::Tls::files;
    for (const auto& [key, value] :
         {std::pair{"console.certificate", &console.certificate}, std::pair{"console.key", &console.key}}) {
      if (files && value->empty())
        complain(loaded_.place_of({"console.tls"}), key, say<Id::config_missing>(Id::missing_certificate));
      if (!files && !value->empty()) complain(loaded_.place_of({key}), key, Id::config_files_only);
    }
  }

  void check_rotary() {
    const Rotary& rotary = config().rotary;
    const Place section = loaded_.place_of({"rotary"});
    if (rotary.gear_ratio == 0.0) {
      if (!section.file.empty() && loaded_.places.count("rotary.gear_ratio") == 0)
        complain(section, "rotary.gear_ratio", say<Id::config_missing>(Id::missing_gear_ratio));
      return;
    }
    if ((rotary.big_teeth == 0.0) != (rotary.small_teeth == 0.0))
      complain(loaded_.place_of({"rotary.big_teeth", "rotary.small_teeth"}), "rotary.big_teeth",
               say<Id::config_teeth>(rotary.big_teeth, rotary.small_teeth));
    if (!(rotary.motor_speed > 0.0))
      complain(loaded_.place_of({"rotary.motor_rpm"}), "rotary.motor_rpm", Id::config_no_turning);
  }

  /// Nobody knows which way its hosts count heave, nor in what: a guess would move people the wrong way.
  void check_generation1() {
    const MotusSettings& motus = config().motus;
    if (motus.generation1 == MotusSettings::Switch::off) return;
    const Place place = loaded_.place_of({"motus.generation1"});
    if (motus.generation1_heave == MotusSettings::Heave::unset)
      complain(place, "motus.generation1_heave", say<Id::config_missing>(Id::missing_heave));
    if (motus.generation1_unit == MotusSettings::StatedUnit::unset)
      complain(place, "motus.generation1_unit", say<Id::config_missing>(Id::missing_length_unit));
  }

  /// A field that is not there would be an axis that never moves, or another one's.
  void check_telemetry() {
    const TelemetrySettings& t = config().telemetry;
    if (t.source != TelemetrySettings::Source::generic) return;
    const std::array<std::pair<std::string_view, const std::string*>, 8> fields{{{"sway", &t.sway.field},
                                                                                 {"surge", &t.surge.field},
                                                                                 {"heave", &t.heave.field},
                                                                                 {"pitch", &t.pitch.field},
                                                                                 {"roll", &t.roll.field},
                                                                                 {"yaw", &t.yaw.field},
                                                                                 {"active", &t.active_field},
                                                                                 {"time", &t.time_field}}};
    bool any = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string& field = *fields[i].second;
      any = any || (i < 6 && !field.empty());
      const bool digits = !field.empty() && field.size() <= 3 && field.front() != '0' &&
                          field.find_first_not_of("0123456789") == std::string::npos;
      if (field.empty() || t.format == TelemetrySettings::Format::text) continue;
      const std::string key = fmt::format("telemetry.{}.field", fields[i].first);
      if (!digits || std::stoi(field) > kMostFields)
        complain(loaded_.place_of({key}), key, say<Id::config_field_number>(field, kMostFields));
    }
    if (!any)
      complain(loaded_.place_of({"telemetry.source"}), "telemetry.surge.field",
               say<Id::config_missing>(Id::missing_field));
    const std::array<std::pair<std::string_view, double>, 6> scales{{{"sway", t.sway.scale},
                                                                     {"surge", t.surge.scale},
                                                                     {"heave", t.heave.scale},
                                                                     {"pitch", t.pitch.scale},
                                                                     {"roll", t.roll.scale},
                                                                     {"yaw", t.yaw.scale}}};
    for (const auto& [axis, scale] : scales) {
      const std::string key = fmt::format("telemetry.{}.scale", axis);
      if (scale == 0.0) complain(loaded_.place_of({key}), key, Id::config_no_scale);
    }
  }

  void soften() {
    for (Problem& problem : loaded_.problems) {
      const bool about_joints =
          std::find(kJointKeys.begin(), kJointKeys.end(), problem.key) != kJointKeys.end() ||
          std::find(kCircleKeys.begin(), kCircleKeys.end(), problem.key) != kCircleKeys.end();
      if (!about_joints && !problem.key.empty() && problem.key != "platform")
        problem.kind = Problem::Kind::warning;
    }
  }

  const Sources& sources_;
  Loaded loaded_;
  std::string platform_file_;
  enum class Way { none, rows, circles } way_ = Way::none;  ///< how the joints are given
  bool whole_ = true;  ///< false when a platform could not be read: then nothing is called missing
};

}  // namespace

Place Loaded::place_of(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (const auto found = places.find(key); found != places.end()) return found->second;
  return {};
}

Loaded load(const Sources& sources) { return Loader{sources}.run(); }

Loaded load_file(const std::string& path) {
  Problems unread;
  const Document document = read_document(path, unread);
  const bool is_platform =
      std::any_of(kPlatformSections.begin(), kPlatformSections.end(), [&](const char* name) {
        return std::any_of(document.sections.begin(), document.sections.end(),
                           [name](const Section& section) { return section.name == name; });
      });
  Sources sources;
  if (is_platform || document.entries.empty() || document.has("platform")) {
    // A bare name would be looked up among the presets.
    sources.platform = looks_like_file(path) ? path : "./" + path;
  } else {
    sources.config = path;
  }
  return load(sources);
}

}  // namespace hexad::inline config
