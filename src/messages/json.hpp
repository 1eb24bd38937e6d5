#pragma once
// Messages for programs: {"id":"limit_at_leg","facts":{"leg":3,"asked":{"value":410,"unit":"mm"}}}. A number
// without a unit is a number, a name a string, words of the table {"id":…}.

#include <nlohmann/json_fwd.hpp>

#include "messages/message.hpp"

namespace hexad::messages {

/// null for nothing.
nlohmann::ordered_json to_json(const Message& message);
/// The same as text.
std::string json_text(const Message& message);
/// What to_json() wrote, perhaps by another version of the program: nothing when this one has no such id.
Message from_json(const nlohmann::ordered_json& json);
Message from_json(const nlohmann::json& json);
/// The table up to what only the command line says, a row a line: what the console is built with.
std::string table_json();

}  // namespace hexad::messages
