// Prints docs/actions.md from the table of actions. A test compares; `./dev docs` writes it anew.

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string>

#include "messages/print.hpp"
#include "operation/operator_order.hpp"

namespace hexad::runtime {
namespace {

std::string type_of(const Argument& argument) {
  constexpr std::array<std::string_view, 8> kTypes{"number",   "whole number", "text",      "[6]",
                                                   "[[6], …]", "[[t, 6], …]",  "[text ×6]", "[leg, …]"};
  std::string text{kTypes[static_cast<std::size_t>(argument.type)]};
  if (argument.high > argument.low && argument.high < 1e100)
    text += fmt::format(" {:g}…{:g}", argument.low, argument.high);
  if (!argument.unit.name.empty()) text += fmt::format(" {}", argument.unit.name);
  return fmt::format("`{}`: {}{}", argument.key, text, argument.needed ? "" : ", or left out");
}

std::string row_of(const Action& action) {
  std::string arguments;
  for (const Argument& argument : action.arguments)
    arguments += (arguments.empty() ? "" : "; ") + type_of(argument);
  if (action.is_motion()) arguments += fmt::format("{}`wait`", arguments.empty() ? "" : "; ");
  const std::string typed =
      action.typed == nullptr
          ? ""
          : fmt::format("`{}{}{}`", action.name, *action.typed == 0 ? "" : " ", action.typed);
  return fmt::format("| `{}`{} | {} | {} | {} | {} |\n", action.name,
                     action.alias.empty() ? "" : fmt::format(", `{}`", action.alias), typed, arguments,
                     words::to_text(action.help, words::Language::english),
                     words::to_text(action.help, words::Language::chinese));
}

void print_actions() {
  fmt::print(
      "# What an operator may ask for\n\n"
      "Printed from the table of actions in `src/operation/actions.cpp` (`./dev docs`); a test compares the "
      "two. "
      "Command line, `POST /api/ctl`, websocket, `hexad ctl --help` and the page's buttons read that table. "
      "How an "
      "order is sent and answered is in [console-api.md](console-api.md).\n\n"
      "Lists of six are X Y Z RX RY RZ from neutral. Motions have `wait`: answered when they have ended. "
      "Actions "
      "without a form for the command line are for programs.\n\n"
      "| action | `hexad ctl …` | in JSON besides `action` | does | 作用 |\n|---|---|---|---|---|\n");
  for (const Action& action : actions()) fmt::print("{}", row_of(action));
  fmt::print(
      "\n`cueing` and `effect` take keys whose meaning depends on one another: "
      "[console-api.md](console-api.md#cueing) "
      "has them, `hexad ctl --help` the numbers of each effect.\n");
}

}  // namespace
}  // namespace hexad::runtime

int main() { hexad::runtime::print_actions(); }
