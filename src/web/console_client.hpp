#pragma once
// Asks a running program: what `hexad status` and `hexad ctl` do over HTTP. Waits; for tools only.

#include <chrono>
#include <string>

#include "base/result.hpp"
#include "net/address.hpp"

namespace hexad::web {

inline constexpr const char* kDefaultConsole = "127.0.0.1:8600";

struct ConsoleTarget {
  net::Address address{};
  std::string token{};
};

/// `to`: ADDR:PORT, as `listening console http://ADDR:PORT` has it. `token`: empty = that of HEXAD_TOKEN, if
/// any.
Result<ConsoleTarget, std::string> console_target(std::string_view to, const std::string& token);

/// The body of the answer; in words what went wrong, and what to do about it.
Result<std::string, std::string> console_get(const ConsoleTarget& target, const std::string& path);
Result<std::string, std::string> console_post(const ConsoleTarget& target, const std::string& path,
                                              const std::string& body, std::chrono::seconds patience);

}  // namespace hexad::web
