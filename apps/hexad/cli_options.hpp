#pragma once
// What more than one source of the command line's options uses; for those alone, the library is slow to
// compile.

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <string>

#include "config/presets.hpp"
#include "hexad/output.hpp"

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

/// Clearance, workspace, envelope, stiffness, tolerances, drives, machines from a requirement:
/// cli_design.cpp.
void add_design_commands(CLI::App& app, int& code);

}  // namespace hexad::cli
