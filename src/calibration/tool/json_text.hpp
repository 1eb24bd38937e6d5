#pragma once
// Inside the answers: what more than one of them says. Included by their sources alone: it brings JSON with
// it.

#include <nlohmann/json.hpp>

#include "calibration/tool/board_link.hpp"
#include "web/http.hpp"

namespace hexad::inline calibration::tool {

using Json = nlohmann::ordered_json;

web::Response answer(const Json& json);
/// {"error": {"code", "text", "message", "group", "key", "place"}}
web::Response answer_error(std::string_view code, const messages::Message& what);
web::Response answer_error(const ValueProblem& problem);
/// no_answer, unreachable, not_understood or no_socket.
web::Response answer_error(const host::Error& error);

/// {"text", "message"} each.
Json notes_json(const std::vector<messages::Message>& notes);

std::string hex_of(const protocols::csfi::Group& group);
/// {"group", "name", "rule", "fields", "frame", "bytes"} each.
Json groups_json(const Groups& groups);
/// {"key", "place", "name", "unit", FIRST, SECOND} each.
Json differences_json(std::uint8_t group, const std::vector<host::CsfiDifference>& differences,
                      const char* first, const char* second);

/// An address where one board may be; or why not.
Result<net::Address, messages::Message> board_of(const std::string& typed);

}  // namespace hexad::inline calibration::tool
