#pragma once
// Configuration from its sources, later ones over earlier ones: defaults, platform (preset or file),
// configuration file, --set. Nothing is thrown; every problem found is in the result.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/problem.hpp"

namespace hexad::inline config {

/// One key set on the command line, by --set or by an option that stands for it.
struct Assignment {
  Assignment(std::string key_and_value) : text{std::move(key_and_value)}, said_as{"--set " + text} {}
  Assignment(std::string key_and_value, std::string option)
      : text{std::move(key_and_value)}, said_as{std::move(option)} {}

  std::string text;     ///< KEY=VALUE
  std::string said_as;  ///< the option as typed, for messages
};

/// A platform file that is no file: what somebody has sent.
struct PlatformText {
  std::string text;
  std::string name;  ///< for messages
};

struct Sources {
  std::string platform{};  ///< --platform NAME|FILE; empty = as the file says, else the default
  std::string config{};    ///< --config FILE
  std::optional<std::string>
      config_text{};              ///< what that file is taken to hold, in the place of what it does
  std::vector<Assignment> set{};  ///< in this order, the last one wins
  bool joints_only = false;       ///< only the joints are needed: what else is wrong is a warning
  /// Instead of `platform`; it may build on a preset, and on no file of this computer.
  std::optional<PlatformText> text{};
};

struct Loaded {
  Config config;
  Problems problems;
  std::map<std::string, Place, std::less<>> places;  ///< where each key was set last

  bool ok() const { return !has_error(problems); }
  /// The place of the first of these keys that was set anywhere.
  Place place_of(std::initializer_list<std::string_view> keys) const;
};

Loaded load(const Sources& sources);

/// A file by itself, to be checked: a platform, or a configuration without one (then the default's machine).
Loaded load_file(const std::string& path);

}  // namespace hexad::inline config
