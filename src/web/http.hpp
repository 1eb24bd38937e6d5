#pragma once
// A request and its answer as plain values.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages/message.hpp"
#include "model/role.hpp"
#include "text/quoted.hpp"

namespace hexad::web {

class BigFile;

enum class Method : std::uint8_t { get, post, other };

struct Request {
  Method method = Method::get;
  std::string path;   ///< without the query
  std::string query;  ///< after '?'; empty = none
  std::string body;
  std::string peer;         ///< the client's address
  Role role = Role::watch;  ///< of its token; where none is asked for everybody is an engineer
};

/// A text that many readers share; nobody changes it.
using SharedText = std::shared_ptr<const std::string>;

struct Response {
  int status = 200;
  std::string body{};
  std::string type = "application/json";
  std::string cache = "no-store";
  SharedText shared{};                                         ///< in the place of the body
  std::vector<std::pair<std::string, std::string>> headers{};  ///< besides; names end in ':'

  std::shared_ptr<const BigFile> file{};  ///< in the place of both: `count` bytes of it, from `first` on
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  const std::string& content() const noexcept { return shared ? *shared : body; }
  std::uint64_t size() const noexcept { return file ? count : content().size(); }
};

/// {"error": "…", "message": {…}}: in English, and as a message for who reads another language.
Response error(int status, const messages::Message& what);

using text::quoted;

}  // namespace hexad::web
