#pragma once
// What more than one source of the command line's options uses; for those alone, the library is slow to
// compile.

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "config/presets.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"

namespace hexad::cli {

/// As CLI::Range, but what is not a number is refused, too. Fractions are the option's own affair: one of
/// whole numbers takes none.
inline CLI::Validator within(double low, double high) {
  const auto check = [low, high](const std::string& text) {
    double value{};
    if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return std::string{};
    return fmt::format(fmt::runtime(in_english() ? "{} is not within {} and {}" : "{} 不在 {} 与 {} 之间"),
                       text, low, high);
  };
  return {check, fmt::format("{} to {}", low, high)};
}

inline void add_platform(CLI::App& app, std::string& platform) {
  platform = kDefaultPlatform;
  app.add_option("-p,--platform", platform, "a preset (see `hexad platforms`) or a platform file")
      ->type_name("NAME|FILE")
      ->capture_default_str();
}

inline int usage(const std::string& option, const messages::Message& what) {
  print_error(messages::say<messages::Id::option_wrong>(option, what));
  return kUsage;
}

/// "1 2 3" and "1,2,3" alike.
inline std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// Into `values` when anything was typed; false with a message when it does not parse.
inline bool read_axes(const char* option, const std::vector<std::string>& words, AxisValues& values) {
  if (words.empty()) return true;
  const auto parsed = parse_axes(joined(words));
  if (!parsed) {
    usage(option, parsed.error());
    return false;
  }
  values = *parsed;
  return true;
}

inline CLI::Option* add_axes(CLI::App& app, const char* option, std::vector<std::string>& words,
                             const char* help) {
  return app.add_option(option, words, help)->expected(1, static_cast<int>(kAxes))->type_name("AXES");
}

inline void add_csv(CLI::App& app, std::string& csv, bool& json) {
  auto* json_flag = app.add_flag("--json", json, "print one JSON object and nothing else");
  app.add_option(
         "--csv", csv,
         "write the result as CSV, or FILE.xlsx as a workbook; - writes CSV to stdout instead of the table")
      ->type_name("FILE")
      ->check([json_flag](const std::string& file) {
        return file == "-" && json_flag->count() > 0 ? "not to stdout together with --json" : "";
      });
}

/// Each adds a subcommand; `code` is what it returned, once it has been called.
void add_run(CLI::App& app, int& code);
void add_status(CLI::App& app, int& code);
void add_doctor(CLI::App& app, int& code);
void add_ctl(CLI::App& app, int& code);
void add_platforms(CLI::App& app, int& code);
void add_ik(CLI::App& app, int& code);
void add_fk(CLI::App& app, int& code);
void add_reach(CLI::App& app, int& code);
void add_check(CLI::App& app, int& code);
void add_preflight(CLI::App& app, int& code);
void add_sine(CLI::App& app, int& code);
void add_cue(CLI::App& app, int& code);
void add_convert(CLI::App& app, int& code);
void add_drill(CLI::App& app, int& code);
void add_drives(CLI::App& app, int& code);
void add_host(CLI::App& app, int& code);
void add_relay(CLI::App& app, int& code);
void add_decode(CLI::App& app, int& code);
void add_calibrate(CLI::App& app, int& code);
void add_bench(CLI::App& app, int& code);
void add_identify(CLI::App& app, int& code);
void add_accept(CLI::App& app, int& code);
void add_commission(CLI::App& app, int& code);
void add_certificate(CLI::App& app, int& code);
/// Clearance, workspace, envelope, stiffness, tolerances, drives, machines from a requirement.
void add_design_commands(CLI::App& app, int& code);

}  // namespace hexad::cli
