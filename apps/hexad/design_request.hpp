#pragma once
// Inside the tools of design: a request put together, asked, and its answer ready to be shown.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "hexad/design_tools.hpp"
#include "web/http.hpp"

namespace hexad::cli {

using AnswerJson = nlohmann::ordered_json;
using RequestJson = nlohmann::json;

/// "diameter=20,ends=fixed_free" into request[key]; false with a message when it is no name=value.
bool add_items(RequestJson& request, const char* key, const Items& items);
/// Six axis values as typed; false with a message.
bool add_axes(RequestJson& request, const char* key, const std::vector<std::string>& words);
/// --range both ways, --low and --high over it.
bool add_range(RequestJson& request, const std::vector<std::string>& range,
               const std::vector<std::string>& low, const std::vector<std::string>& high);

struct Asked {
  int code = 0;
  std::optional<AnswerJson> answer;  ///< none: the reason is on stderr
};
/// What a page would have got.
Asked asked(const web::Response& response);

/// What is said in an answer, in the language of this program.
std::string sentence(const AnswerJson& said);
/// What a document calls by a name, in words: the row "<group><name>".
std::string word(const AnswerJson& in, const char* key, std::string_view group);
std::string number(const AnswerJson& value, int decimals);
/// "0.0 0.0 30.0 5.0 0.0 0.0"
std::string pose_of(const AnswerJson& pose);

}  // namespace hexad::cli
