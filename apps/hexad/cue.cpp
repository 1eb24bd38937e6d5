// `hexad cue`: what the cueing engine makes of a vehicle's motion on a platform, before anybody sits on it.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "config/build_machine.hpp"
#include "config/presets.hpp"
#include "console_api/kept_tunings.hpp"
#include "hexad/commands.hpp"
#include "hexad/cue_report.hpp"
#include "hexad/cue_tables.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

struct Opened {
  Machine machine;
  std::vector<CueSetting> settings;
};

/// Engines by name, each once; none named: the one of the configuration.
bool read_engines(const CueOptions& options, const Config& config, std::vector<cueing::EngineKind>& engines) {
  for (const std::string& name : options.engines) {
    const auto engine = cueing::engine_of(name);
    if (!engine) {
      print_error(messages::say<messages::Id::cue_engine>(name));
      return false;
    }
    if (std::find(engines.begin(), engines.end(), *engine) == engines.end()) engines.push_back(*engine);
  }
  if (engines.empty()) engines.push_back(config.cueing.engine);
  return true;
}

/// Presets by name, each once; none named: the one of the configuration. Each with every engine.
bool read_presets(const CueOptions& options, const Config& config, std::vector<CueSetting>& settings) {
  std::vector<cueing::EngineKind> engines;
  if (!read_engines(options, config, engines)) return false;
  std::vector<std::string> names = options.presets;
  if (names.empty()) names.emplace_back(cueing::name_of(config.cueing.preset));
  if (names.size() == 1 && names[0] == "all") {
    names.clear();
    for (const cueing::PresetInfo& info : cueing::presets()) names.emplace_back(info.name);
  }
  for (const std::string& name : names) {
    const auto preset = cueing::preset_of(name);
    if (!preset) {
      std::vector<std::string> known{"all"};
      for (const cueing::PresetInfo& info : cueing::presets()) known.emplace_back(info.name);
      print_error(messages::say<messages::Id::cue_preset>(name, hexad::nearest(name, known),
                                                          fmt::format("{}", fmt::join(known, " "))));
      return false;
    }
    const bool there = std::any_of(settings.begin(), settings.end(),
                                   [&](const CueSetting& one) { return one.tuning.preset == *preset; });
    if (there) continue;
    for (const cueing::EngineKind engine : engines) {
      const bool plain = engine == cueing::EngineKind::classical;
      CueTuning tuning = config.cueing;  // single numbers that were given stay given
      tuning.preset = *preset;
      tuning.engine = engine;
      settings.push_back(
          {plain ? name : name + "-" + std::string{cueing::name_of(engine)}, tuning, options.rate});
    }
  }
  return true;
}

/// Tunings by name, as they are kept beside the platform's state.
bool read_tunings(const CueOptions& options, const Opened& opened, const Config& config,
                  std::vector<CueSetting>& settings) {
  const KeptTunings kept{options.state.empty() ? config.state : options.state, opened.machine.name};
  for (const std::string& name : options.tunings) {
    const auto tuning = hexad::tuning_of(kept, name, config.cueing);
    if (!tuning) {
      print_error(messages::say<Id::option_wrong>("--tuning", tuning.error()));
      return false;
    }
    settings.push_back({name, tuning->over(config.cueing), options.rate});
  }
  return true;
}

/// The file may say what it holds; what was typed must not say otherwise.
bool settle_input(const CueOptions& options, const Manoeuvre& manoeuvre, std::vector<CueSetting>& settings) {
  if (!manoeuvre.says()) return true;
  const bool typed = std::any_of(options.set.begin(), options.set.end(),
                                 [](const std::string& text) { return text.starts_with("cueing.input"); });
  for (CueSetting& setting : settings) {
    if (typed && setting.tuning.input != *manoeuvre.says()) {
      print_error(
          messages::say<messages::Id::cue_input_kind>(options.input, cueing::name_of(*manoeuvre.says())));
      return false;
    }
    setting.tuning.input = *manoeuvre.says();
  }
  return true;
}

int show_settings(const CueOptions& options, const Opened& opened) {
  if (options.json) {
    print(settings_json(opened.machine, opened.settings));
    return kDone;
  }
  print(labelled(Id::label_platform, opened.machine.name));
  for (const CueSetting& setting : opened.settings) {
    const cueing::Settings derived = cueing::derive(opened.machine, setting.tuning);
    const Id about = cueing::presets()[static_cast<std::size_t>(setting.tuning.preset)].text;
    print('\n' + labelled(Id::label_preset, messages::say<Id::cue_preset_about>(setting.name, about)) +
          tilt_text(derived) + "\n\n" + text_of(settings_table(opened.machine, derived)));
  }
  return kDone;
}

std::string summary_of(const CueOptions& options, const Opened& opened, const Manoeuvre& manoeuvre,
                       const std::vector<CueResult>& results) {
  const bool acceleration = results.front().setting.tuning.input == cueing::InputKind::acceleration;
  std::string text =
      labelled(Id::label_file, options.input) + labelled(Id::label_platform, opened.machine.name);
  text += labelled(Id::label_input, messages::say<Id::cue_input>(
                                        acceleration ? Id::cue_acceleration : Id::cue_specific_force,
                                        fixed(manoeuvre.end() - manoeuvre.begin(), 3), options.rate)) +
          '\n';
  text += text_of(travel_table(opened.machine, results)) + "\n" + text_of(felt_table(results)) + "\n" +
          text_of(honest_table(results));
  if (!results.front().possible) text += '\n' + labelled(Id::label_possible, Id::cue_not_known);
  for (const CueResult& result : results) {
    if (result.governed_ticks == 0) continue;
    text += '\n' +
            labelled(Id::label_governor, messages::say<Id::cue_governor>(
                                             result.setting.name, fixed(result.first_limit_time, 3),
                                             result.first_limit ? message_of(result.first_limit)
                                                                : messages::Message{Id::cue_out_of_reach}));
  }
  for (const CueResult& result : results)
    if (result.fallbacks > 0)
      text += '\n' + labelled(Id::label_engine,
                              messages::say<Id::cue_fell_back>(result.setting.name, result.fallbacks));
  return text;
}

/// From the table that comes along or from that of the user; else worked out, when it was asked for.
bool add_possible(const CueOptions& options, const Machine& machine, const Manoeuvre& manoeuvre,
                  std::vector<CueResult>& results) {
  std::vector<analysis::PossibleRow> known;
  if (const auto folder = hexad::shipped_manoeuvre_folder())
    known = analysis::read_possible(*folder + "/possible.txt");
  if (!options.keep.empty())
    for (analysis::PossibleRow& row : analysis::read_possible(options.keep)) known.push_back(std::move(row));
  for (CueResult& result : results) {
    const analysis::PossibleSettings settings = analysis::possible_settings(result);
    const std::string print = analysis::fingerprint(machine, manoeuvre, settings);
    result.possible = analysis::find_possible(known, print);
    if (result.possible || !options.bound) continue;
    print_progress(messages::to_text(messages::Id::cue_searching));
    result.possible = analysis::find_out(machine, manoeuvre, settings);
    if (!result.possible) continue;
    const std::string name = std::filesystem::path{options.input}.stem().string();
    known.push_back({print, machine.name, name, *result.possible});
    if (!options.keep.empty() && !analysis::keep_possible(options.keep, known.back())) {
      print_error(messages::say<messages::Id::file_unwritable_no_reason>(options.keep));
      return false;
    }
  }
  print_progress("");
  return true;
}

/// The best motion as a film. Rotations count a little: of two motions with about the same force the better
/// one.
int write_film(const CueOptions& options, const Opened& opened, const Manoeuvre& manoeuvre) {
  constexpr double kRotationCounts = 0.3;
  analysis::PossibleSettings settings;
  const cueing::Settings derived = cueing::derive(opened.machine, opened.settings.front().tuning);
  settings.input = opened.settings.front().tuning.input;
  settings.head = derived.head;
  settings.tilt_rate = derived.tilt.rate;
  settings.ahead = true;
  settings.rotation = kRotationCounts;
  print_progress(messages::to_text(messages::Id::cue_searching_best));
  const analysis::Possible best = analysis::best_motion(opened.machine, manoeuvre, settings);
  print_progress("");
  if (!best.done) {
    print_error(messages::Id::cue_no_motion);
    return kFailed;
  }
  std::ofstream file{options.film};
  file << "# " << std::filesystem::path{options.input}.stem().string() << ", for " << opened.machine.name
       << '\n'
       << analysis::film_of(best.motion);
  file.close();
  if (file.fail()) {
    print_error(messages::say<messages::Id::file_unwritable_no_reason>(options.film));
    return kFailed;
  }
  const auto of_still = [](double error, double still) {
    return still > 1e-9 ? messages::say<Id::cue_of_still>(fixed(100.0 * error / still, 1)) : as_told("-");
  };
  const double seconds = best.motion.step() * static_cast<double>(best.motion.knots().size() - 1);
  if (options.json) {
    print(film_json(options.film, seconds, best));
  } else {
    print(labelled(Id::label_film,
                   messages::say<Id::cue_film>(options.film, fixed(seconds, 1), opened.machine.name)));
    print(
        labelled(Id::label_force, messages::say<Id::cue_rms>(fixed(best.force_error, 3), "m/s²",
                                                             of_still(best.force_error, best.force_still))));
    print(
        labelled(Id::label_rotation, messages::say<Id::cue_rms>(fixed(best.rate_error / kDegree, 3), "°/s",
                                                                of_still(best.rate_error, best.rate_still))));
  }
  return kDone;
}

int judge(const CueOptions& options, Opened& opened) {
  const auto manoeuvre = analysis::read_manoeuvre(options.input);
  if (!manoeuvre) {
    print_error(manoeuvre.error());
    return kFailed;
  }
  if (!settle_input(options, *manoeuvre, opened.settings)) return kFailed;
  if (!options.film.empty()) return write_film(options, opened, *manoeuvre);
  std::vector<CueResult> results;
  for (const CueSetting& setting : opened.settings) {
    print_progress(messages::to_text(messages::say<messages::Id::cue_running>(setting.name)));
    results.push_back(analysis::run_cue(opened.machine, setting, *manoeuvre));
  }
  print_progress("");
  for (const CueResult& result : results) {
    if (result.failure.empty()) continue;
    print_error(messages::say<messages::Id::at_file>(result.setting.name, as_told(result.failure)));
    return kFailed;
  }
  if (!add_possible(options, opened.machine, *manoeuvre, results)) return kFailed;
  if (!options.report.empty()) {
    if (!write_report(options.report, "report.html", cue_page(opened.machine, options.input, results)))
      return kFailed;
    for (const CueResult& result : results)
      if (!write_report(options.report, result.setting.name + ".csv", cue_csv(opened.machine, result)))
        return kFailed;
  }
  print(options.json ? cue_json(opened.machine, options.input, results)
                     : summary_of(options, opened, *manoeuvre, results));
  return kDone;
}

bool read_axes_asked(const CueOptions& options, std::array<bool, kAxes>& asked) {
  asked.fill(options.axes.empty());
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kAxes; ++i) known.emplace_back(hexad::name_of(static_cast<Axis>(i)));
  for (const std::string& name : options.axes) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      print_error(messages::say<messages::Id::cue_axes>(name, hexad::nearest(name, known)));
      return false;
    }
    asked[static_cast<std::size_t>(found - known.begin())] = true;
  }
  return true;
}

int respond(const CueOptions& options, const Opened& opened) {
  std::array<bool, kAxes> axes{};
  if (!read_axes_asked(options, axes)) return kUsage;
  std::vector<CueBand> bands;
  if (!options.bands.empty()) {
    auto read = analysis::read_bands(options.bands);
    if (!read) {
      print_error(read.error());
      return kFailed;
    }
    bands = std::move(*read);
  }
  std::vector<CueResponse> responses;
  for (const CueSetting& setting : opened.settings) {
    print_progress(spoken<Id::cue_measuring>(setting.name));
    responses.push_back(analysis::measure_response(opened.machine, setting, axes));
  }
  print_progress("");
  if (!options.report.empty()) {
    if (!write_report(options.report, "frequency.html", response_page(opened.machine, responses, bands)))
      return kFailed;
    for (const CueResponse& response : responses)
      if (!write_report(options.report, "frequency-" + response.setting.name + ".csv",
                        response_csv(response)))
        return kFailed;
  }
  const std::vector<messages::Message> outside = outside_of(responses, bands);
  if (options.json) {
    print(response_json(opened.machine, responses, bands));
  } else {
    print(labelled(Id::label_platform, opened.machine.name));
    for (const CueResponse& response : responses)
      print(fmt::format("\n{}\n{}\n{}\n{}", spoken<Id::cue_gain_of>(response.setting.name),
                        text_of(gain_table(response)), spoken<Id::cue_phase_of>(response.setting.name),
                        text_of(phase_table(response))));
    if (!bands.empty())
      print('\n' + labelled(Id::label_bands, messages::say<Id::cue_outside>(outside.size())));
  }
  for (const messages::Message& line : outside)
    print_error(messages::say<messages::Id::cue_outside_band>(line));
  return outside.empty() ? kDone : kFailed;
}

}  // namespace

int cue(const CueOptions& options) {
  if (!options.live.empty()) {
    if (!options.input.empty() || options.frequency_response || !options.tunings.empty()) {
      print_error(messages::Id::cue_live_alone);
      return kUsage;
    }
    HostOptions stream;
    stream.protocol = "darren";
    stream.commands = {"cue", options.live};
    stream.to = options.to;
    stream.rate = options.rate;
    stream.json = options.json;
    return host(stream);
  }
  if (!options.input.empty() && options.frequency_response) {
    print_error(messages::Id::cue_either);
    return kUsage;
  }
  if (options.input.empty() && (options.bound || !options.film.empty() || !options.keep.empty())) {
    print_error(messages::Id::cue_needs_input);
    return kUsage;
  }
  if (!options.tunings.empty() && !(options.presets.empty() && options.engines.empty())) {
    print_error(messages::Id::cue_tuning_alone);
    return kUsage;
  }
  if (!options.frequency_response && (!options.bands.empty() || !options.axes.empty())) {
    print_error(messages::Id::cue_bands_options);
    return kUsage;
  }
  if (options.input.empty() && !options.frequency_response && !options.report.empty()) {
    print_error(messages::Id::cue_report_options);
    return kUsage;
  }
  Sources sources{.platform = options.platform};
  for (const std::string& text : options.set) sources.set.emplace_back(text);
  LoadedPlatform loaded = hexad::load_platform(sources);
  print_problems(loaded.problems);
  if (!loaded.machine || hexad::has_error(loaded.problems)) return kFailed;
  Opened opened{std::move(*loaded.machine), {}};
  if (options.tunings.empty()) {
    if (!read_presets(options, loaded.config, opened.settings)) return kUsage;
  } else if (!read_tunings(options, opened, loaded.config, opened.settings)) {
    return kFailed;
  }
  if (options.frequency_response) return respond(options, opened);
  return options.input.empty() ? show_settings(options, opened) : judge(options, opened);
}

}  // namespace hexad::cli
