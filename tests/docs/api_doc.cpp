// Prints docs/actions.md from the table of actions (`api_doc actions`), console/src/api/types.ts from the
// tables of messages (`api_doc types`) and the same for other programs, clients/javascript/api.d.ts (`api_doc
// client_types`). A test compares; `./dev docs` writes them anew.

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string>

#include "console_api/message_table.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"
#include "operation/operator_order.hpp"

namespace hexad {
namespace {

std::string shown_type(const Argument& argument) {
  constexpr std::array<std::string_view, 9> kTypes{"number",    "whole number", "text",
                                                   "[6]",       "[[6], …]",     "[[t, 6], …]",
                                                   "[text ×6]", "[leg, …]",     "true or false"};
  std::string text{kTypes[static_cast<std::size_t>(argument.type)]};
  if (argument.high > argument.low && argument.high < 1e100)
    text += fmt::format(" {:g}…{:g}", argument.low, argument.high);
  if (!argument.unit.name.empty()) text += fmt::format(" {}", argument.unit.name);
  return fmt::format("`{}`: {}{}", argument.key, text, argument.needed ? "" : ", or left out");
}

std::string row_of(const Action& action) {
  std::string arguments;
  for (const Argument& argument : action.arguments)
    arguments += (arguments.empty() ? "" : "; ") + shown_type(argument);
  if (action.is_motion()) arguments += fmt::format("{}`wait`", arguments.empty() ? "" : "; ");
  const std::string typed =
      action.typed == nullptr
          ? ""
          : fmt::format("`{}{}{}`", action.name, *action.typed == 0 ? "" : " ", action.typed);
  return fmt::format("| `{}`{} | {}{} | {} | {} | {} | {} |\n", action.name,
                     action.alias.empty() ? "" : fmt::format(", `{}`", action.alias), to_string(action.role),
                     action.drives ? "" : "*", typed, arguments,
                     messages::to_text(action.help, messages::Language::english),
                     messages::to_text(action.help, messages::Language::chinese));
}

/// "Leg[]" is the name Leg behind which marks stand.
struct TypeText {
  std::string_view name;
  std::string_view marks;
};
TypeText split(std::string_view type) {
  const std::size_t end = std::min(type.find_first_of("[?"), type.size());
  return {type.substr(0, end), type.substr(end)};
}

std::string typescript_of(std::string_view type) {
  const auto [name, marks] = split(type);
  std::string text = name == "number" || name == "whole" ? "number"
                     : name == "flag"                    ? "boolean"
                     : name == "text"                    ? "string"
                     : name == "counts"                  ? "Record<string, number>"
                     : name == "said"                    ? "Message"
                     : name == "any"                     ? "unknown"
                     : name == "values"                  ? "unknown[]"
                                                         : std::string{name};
  if (marks == "?") return text + " | null";
  if (marks == "[]") return text + "[]";
  return marks == "?[]" ? fmt::format("({} | null)[]", text) : text;
}

std::string type_of(const Argument& argument) {
  constexpr std::array kTypes{"number",     "number",   "string",   "Six",    "Six[]",
                              "number[][]", "string[]", "number[]", "boolean"};
  return kTypes[static_cast<std::size_t>(argument.type)];
}

/// One row of the union of orders.
std::string order_type(const Action& action) {
  std::string text = fmt::format("  | {{ action: '{}'", action.name);
  for (const Argument& argument : action.arguments)
    text += argument.needed ? fmt::format("; {}: {}", argument.key, type_of(argument))
                            : fmt::format("; {}?: {} | null", argument.key, type_of(argument));
  return text + (action.read_words != nullptr ? "; [key: string]: unknown }" : " }");
}

template <class Enum>
std::string names_list(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", to_string(static_cast<Enum>(i)));
  return text;
}

std::string list_of(std::string_view constant, std::string_view type, const std::string& names) {
  return fmt::format("export const {0} = [{2}] as const;\nexport type {1} = (typeof {0})[number];\n",
                     constant, type, names);
}
std::string choice_of(std::string_view type, std::string names) {
  for (std::size_t at = 0; (at = names.find(", ", at)) != std::string::npos;) names.replace(at, 2, " | ");
  return fmt::format("export type {} = {};\n", type, names);
}

/// Every message of the tables as an interface, and the operator's orders.
std::string interfaces() {
  std::string text =
      "export type Six = readonly number[];\nexport type Range = readonly [number, number];\n"
      "export type Point = readonly [number, number, number];\n";
  for (const MessageInfo& message : message_tables()) {
    text += fmt::format("\n/** {} */\nexport interface {} {{\n", message.meaning, message.name);
    for (const FieldInfo& field : message.fields) {
      const std::string remark = fmt::format(
          "{}{}{}", field.unit, field.unit.empty() || field.meaning.empty() ? "" : ", ", field.meaning);
      text += fmt::format("  {}: {};{}{}\n", field.name, typescript_of(field.type),
                          remark.empty() ? "" : " // ", remark);
    }
    text += "}\n";
  }
  return text;
}

std::string orders() {
  std::string text =
      "\n/** An order of the operator: the body of POST /api/ctl, and the rest of a websocket \"order\". "
      "*/\nexport type Order =\n";
  for (const Action& action : actions())
    text += order_type(action) + (&action == &actions().back() ? ";\n" : "\n");
  return text + "export type Action = Order['action'];\n";
}

const std::string kStateNames = names_list<State>(kStates);
const std::string kProgramNames = names_list<ProgramKind>(static_cast<std::size_t>(ProgramKind::jog) + 1);
constexpr std::string_view kHead =
    "// Printed from the tables of src/console_api and src/operation (./dev docs): what the program says and "
    "takes.\n";

std::string console_types() {
  std::string text = fmt::format(
      "{}// Millimetres, degrees, seconds. A number that is none arrives as null and is NaN here.\n\n"
      "import type {{ Message }} from '../i18n/message';\n\n",
      kHead);
  text +=
      list_of("STATES", "State", kStateNames) + list_of("PROGRAMS", "Program", kProgramNames) + interfaces();
  text +=
      "\n/** The tables themselves: read.ts reads by them. */\nexport const TABLES: Record<string, "
      "Record<string, string>> = {\n";
  for (const MessageInfo& message : message_tables()) {
    text += fmt::format("  {}: {{", message.name);
    for (const FieldInfo& field : message.fields) text += fmt::format(" {}: '{}',", field.name, field.type);
    text += " },\n";
  }
  text += "};\n" + orders();
  std::string plain;
  for (const Action& action : actions())
    if (action.arguments.empty() && action.read_words == nullptr)
      plain += fmt::format("{}'{}'", plain.empty() ? "" : " | ", action.name);
  return text + "export type PlainAction = " + plain + ";\n";
}

std::string client_types() {
  return fmt::format("{}// Millimetres, degrees, seconds. A number that is none is null.\n\n", kHead) +
         choice_of("State", kStateNames) + choice_of("Program", kProgramNames) +
         "/** What is said: its id, and its facts by name. */\n"
         "export interface Message {\n  id: string;\n  facts: Readonly<Record<string, unknown>>;\n}\n" +
         interfaces() + orders();
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
      "Who: the least role that may ([security.md](security.md)); without * only the console that is in "
      "control.\n\n"
      "| action | who | `hexad ctl …` | in JSON besides `action` | does | 作用 "
      "|\n|---|---|---|---|---|---|\n");
  for (const Action& action : actions()) fmt::print("{}", row_of(action));
  fmt::print(
      "\n`cueing` and `effect` take keys whose meaning depends on one another: "
      "[console-api.md](console-api.md#cueing) "
      "has them, `hexad ctl --help` the numbers of each effect.\n");
}

}  // namespace

int print(std::string_view what) {
  if (what == "types") return std::fputs(console_types().c_str(), stdout) < 0 ? 1 : 0;
  if (what == "client_types") return std::fputs(client_types().c_str(), stdout) < 0 ? 1 : 0;
  print_actions();
  return 0;
}

}  // namespace hexad

int main(int argc, char** argv) { return hexad::print(argc > 1 ? argv[1] : "actions"); }
