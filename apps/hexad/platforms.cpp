// `hexad platforms`: the presets, or one of them as TOML.

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "config/build_machine.hpp"
#include "config/presets.hpp"
#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

int print_preset(const std::string& name) {
  const auto path = hexad::preset_path(name);
  if (!path) {
    print_error(hexad::unknown_preset(name));
    return kFailed;
  }
  std::ifstream file{*path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    print_error(messages::say<messages::Id::file_unreadable_no_reason>(*path));
    return kFailed;
  }
  print(text.str());
  return kDone;
}

/// In the language of who reads, where the program has its own words for it.
std::string description_of(const PresetReport& preset) {
  std::string row = "platform_" + preset.name;
  std::replace(row.begin(), row.end(), '-', '_');
  const messages::Id id = messages::id_of_row(row);
  return in_english() || id == messages::Id::nothing ? preset.description : messages::to_text(id);
}

}  // namespace

int platforms(const PlatformsOptions& options) {
  if (!options.name.empty()) return print_preset(options.name);
  const auto names = hexad::preset_names();
  if (names.empty()) {
    print_error(messages::Id::platforms_none);
    return kFailed;
  }
  std::vector<PresetReport> presets;
  bool failed = false;
  for (const std::string& name : names) {
    const LoadedPlatform loaded = hexad::load_platform({.platform = name});
    print_problems(loaded.problems);
    failed = failed || !loaded.machine;
    if (!loaded.machine) continue;
    const Machine& machine = *loaded.machine;
    presets.push_back({name, loaded.config.description, machine.geometry.legs, machine.rotary.has_value(),
                       machine.geometry.stroke / kMillimetre,
                       machine.heights.neutral.position.z() / kMillimetre});
  }
  if (options.json) {
    print(to_json(presets));
  } else {
    for (const PresetReport& preset : presets)
      print(fmt::format("{:<28}{}\n", preset.name, description_of(preset)));
  }
  return failed ? kFailed : kDone;
}

}  // namespace hexad::cli
