#pragma once
// Hardships by name: one of them in one state of the platform's life is a plan, as a seed is.

#include <span>
#include <string_view>
#include <vector>

#include "messages/message.hpp"
#include "stack/act.hpp"

namespace hexad::stack {

struct Hardship {
  std::string_view name;
  messages::Id text;
  /// What happens, from 0 on.
  std::vector<Act> (*acts)();
};
std::span<const Hardship> hardships();
const Hardship* find_hardship(std::string_view name);

/// How the platform gets into a state, and when it is there.
struct Setting {
  std::string_view name;
  Initial initial = Initial::neutral;
  std::vector<Act> (*acts)();
  double there = 0.0;  ///< s
};
std::span<const Setting> settings();
const Setting* find_setting(std::string_view name);

Plan plan_of(const Hardship& hardship, const Setting& setting);

}  // namespace hexad::stack
