// The tables of messages against what is sent.

#include "console_api/message_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "config/build_machine.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "recorder/recording_text.hpp"
#include "web/http.hpp"

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
  } else if (type == "values") {
    expect(value.is_array());
  } else if (const MessageInfo* const table = find_message(type)) {
    expect(value.is_object());
    if (value.is_object()) compare(*table, value, where, wrong);
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

void expect_as_its_table(const std::string& message, const Json& document, const std::string& where) {
  ASSERT_TRUE(document.is_object()) << where;
  std::vector<std::string> wrong;
  compare(*find_message(message), document, where, wrong);
  for (const std::string& line : wrong) ADD_FAILURE() << line;
}

/// The golden files, which are what is sent, and whose table each has.
const std::vector<std::pair<std::string, std::string>>& golden_files() {
  static const std::vector<std::pair<std::string, std::string>> files{{"telemetry", "Telemetry"},
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
                                                                      {"event_order", "Event"},
                                                                      {"event_refusal", "Event"},
                                                                      {"event_transition", "Event"},
                                                                      {"../status", "Status"}};
  return files;
}

/// Against the tables that TypeScript, schema and docs are printed from.
TEST(ConsoleMessages, WhatIsSentIsAsItsTableSays) {
  for (const auto& [file, message] : golden_files()) {
    std::ifstream stream{std::string{HEXAD_TEST_DATA} + "/console/" + file + ".json"};
    expect_as_its_table(message, Json::parse(stream, nullptr, false), file);
  }
}

/// A golden file that is forgotten above is compared with nothing.
TEST(ConsoleMessages, EveryGoldenFileHasItsTable) {
  // What is sent to the program, names of everything, and answers that docs/console-api.md alone describes.
  const std::set<std::string> others{"orders", "subscribe", "names", "cueing", "cueing_response"};
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator{std::string{HEXAD_TEST_DATA} + "/console"}) {
    if (entry.path().extension() != ".json") continue;
    ++seen;
    const std::string name = entry.path().stem().string();
    const bool known = std::any_of(golden_files().begin(), golden_files().end(),
                                   [&](const auto& file) { return file.first == name; });
    EXPECT_TRUE(known || others.contains(name)) << name;
  }
  EXPECT_GT(seen, 20u);
}

/// The black box, with an event of each sort that is told in another way.
TEST(ConsoleMessages, ABlackBoxIsAsItsTableSays) {
  Recording recording{1};
  recording.cause.fault = {.kind = FaultKind::drive_error, .leg = 2};
  recording.samples.push({});
  Request move;
  move.what = MoveTo{};
  recording.requests.push({1, move});
  for (const Notice& news :
       {Notice{Answer{}}, Notice{Answer{Outcome::refused, Refusal::not_zeroed, {}}},
        Notice{FaultRaised{recording.cause.fault}}, Notice{Transition{State::running, State::fault, "test"}}})
    recording.events.push({1, kOperatorEndpoint, {}, news});
  const ProtocolNames names;
  const LoadedPlatform loaded = load_platform({});
  const Json document = Json::parse(to_json(recording, {.platform = "p",
                                                        .version = "v",
                                                        .rate_hz = 1000.0,
                                                        .machine = *loaded.machine,
                                                        .names = names,
                                                        .time = {},
                                                        .missed = 0}));
  EXPECT_EQ(document["events"].size(), 4u);
  EXPECT_EQ(document["events"][1]["text"], "answer to " + names.to_text(kOperatorEndpoint) +
                                               ": refused: " + messages::english(id_of(Refusal::not_zeroed)));
  expect_as_its_table("Recording", document, "fault");
}

TEST(ConsoleMessages, ARefusalIsAsItsTableSays) {
  expect_as_its_table("Refused", Json::parse(web::error(404, messages::Id::no_fault_yet).body), "error");
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
