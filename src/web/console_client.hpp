#pragma once
// Asks a running program: what `hexad status` and `hexad ctl` do over HTTP. Waits; for tools only.

#include <chrono>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "net/address.hpp"
#include "web/tls_client.hpp"

namespace hexad::web {

inline constexpr const char* kDefaultConsole = "127.0.0.1:8600";

struct ConsoleTarget {
  net::Address address{};
  std::string token{};
  std::optional<Trust> tls{};  ///< https
};

/// How to reach a console, as it is typed. What is empty is taken from HEXAD_TOKEN, HEXAD_FINGERPRINT,
/// HEXAD_CA.
struct ConsoleAddress {
  std::string to{kDefaultConsole};  ///< ADDR:PORT or http://ADDR:PORT; https:// = by TLS
  std::string token{};
  std::string fingerprint{};  ///< of its certificate; it or `authorities` = by TLS
  std::string authorities{};  ///< PEM file of who signed it
};
Result<ConsoleTarget, messages::Message> console_target(const ConsoleAddress& address);

/// The body of the answer; what went wrong, and what to do about it.
Result<std::string, messages::Message> console_get(const ConsoleTarget& target, const std::string& path);
Result<std::string, messages::Message> console_post(const ConsoleTarget& target, const std::string& path,
                                                    const std::string& body, std::chrono::seconds patience);

}  // namespace hexad::web
