#pragma once
// A request and its answer as plain values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hexad::web {

enum class Method : std::uint8_t { get, post, other };

struct Request {
  Method method = Method::get;
  std::string path;   ///< without the query
  std::string query;  ///< after '?'; empty = none
  std::string body;
  std::string peer;  ///< the client's address
};

struct Response {
  int status = 200;
  std::string body;
  std::string type = "application/json";
};

/// {"error": "…"}
Response error(int status, std::string_view text);

/// A text with its quotes as JSON has it; what is no UTF-8 is replaced.
std::string quoted(std::string_view text);

}  // namespace hexad::web
