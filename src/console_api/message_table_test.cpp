// The tables of messages against what is sent.

#include "console_api/message_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

/// What of a message is not as its table says, a line each: keys it does not name, values of another type,
/// keys missing.
void compare(const MessageInfo& table, const Json& document, const std::string& where,
             std::vector<std::string>& wrong);

void compare(std::string_view type, const Json& value, const std::string& where,
             std::vector<std::string>& wrong) {
  const auto expect = [&](bool holds) {
    if (!holds) wrong.push_back(where + ": " + value.dump() + " is no " + std::string{type});
  };
  if (type.ends_with("[]")) {
    expect(value.is_array());
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      compare(type.substr(0, type.size() - 2), value[i], where + "[" + std::to_string(i) + "]", wrong);
  } else if (type.ends_with("?")) {
    if (!value.is_null()) compare(type.substr(0, type.size() - 1), value, where, wrong);
  } else if (type == "number") {
    expect(value.is_number() || value.is_null());
  } else if (type == "whole") {
    expect(value.is_number_integer());
  } else if (type == "flag") {
    expect(value.is_boolean());
  } else if (type == "text" || type == "State" || type == "Program") {
    expect(value.is_string());
  } else if (type == "Six" || type == "Point" || type == "Range") {
    expect(value.is_array() && value.size() == (type == "Six" ? 6u : type == "Point" ? 3u : 2u));
  } else if (type == "counts" || type == "said" || type == "any") {
    expect(value.is_object());
  } else if (const MessageInfo* const table = find_message(type)) {
    compare(*table, value, where, wrong);
  } else {
    wrong.push_back(where + ": there is no type " + std::string{type});
  }
}

void compare(const MessageInfo& table, const Json& document, const std::string& where,
             std::vector<std::string>& wrong) {
  for (const FieldInfo& field : table.fields) {
    const auto value = document.find(std::string{field.name});
    if (value != document.end())
      compare(field.type, *value, where + "." + std::string{field.name}, wrong);
    else if (!field.type.ends_with("?"))
      wrong.push_back(where + "." + std::string{field.name} + " is missing");
  }
  for (const auto& [key, value] : document.items()) {
    const bool known = std::any_of(table.fields.begin(), table.fields.end(),
                                   [&](const FieldInfo& field) { return field.name == key; });
    if (!known && key != "platform" && key != "seq" && key != "type" && key != "id")
      wrong.push_back(where + "." + key + " is not in the table");
  }
}

/// The golden files, which are what is sent, against the tables that TypeScript, schema and docs are printed
/// from.
TEST(ConsoleMessages, WhatIsSentIsAsItsTableSays) {
  const std::vector<std::pair<std::string, std::string>> files{{"telemetry", "Telemetry"},
                                                               {"telemetry_emergency", "Telemetry"},
                                                               {"telemetry_fault", "Telemetry"},
                                                               {"telemetry_cue_part", "Cue"},
                                                               {"machine", "Machine"},
                                                               {"hello", "Hello"},
                                                               {"hosts", "Hosts"},
                                                               {"loop", "LoopMessage"},
                                                               {"legal", "Legal"},
                                                               {"ranges", "Ranges"},
                                                               {"packets", "Packets"},
                                                               {"reply", "Reply"},
                                                               {"reply_refused", "Reply"},
                                                               {"event_answer", "Event"},
                                                               {"event_driver", "Event"},
                                                               {"event_fault", "Event"},
                                                               {"event_host_lost", "Event"},
                                                               {"event_limit", "Event"},
                                                               {"event_log", "Event"},
                                                               {"event_refusal", "Event"},
                                                               {"event_transition", "Event"},
                                                               {"../status", "Status"}};
  for (const auto& [file, message] : files) {
    std::ifstream stream{std::string{HEXAD_TEST_DATA} + "/console/" + file + ".json"};
    const Json document = Json::parse(stream, nullptr, false);
    ASSERT_TRUE(document.is_object()) << file;
    std::vector<std::string> wrong;
    compare(*find_message(message), document, file, wrong);
    for (const std::string& line : wrong) ADD_FAILURE() << line;
  }
}

TEST(ConsoleMessages, OneSetOfNames) {
  const MessageInfo& status = *find_message("Status");
  for (const FieldInfo& field : find_message("Telemetry")->fields)
    EXPECT_TRUE(std::any_of(status.fields.begin(), status.fields.end(), [&](const FieldInfo& one) {
      return one.name == field.name && one.type == field.type;
    })) << field.name;
  for (const MessageInfo& message : message_tables()) {
    std::set<std::string_view> names;
    for (const FieldInfo& field : message.fields)
      EXPECT_TRUE(names.insert(field.name).second) << message.name << '.' << field.name << " is there twice";
  }
}

}  // namespace
}  // namespace hexad::inline console_api
