#pragma once
// Who is let in to the console and what is asked of them: a token a role, a certificate for TLS. What the
// configuration leaves open is made here and kept in the platform's folder.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/config.hpp"
#include "messages/message.hpp"
#include "model/role.hpp"

namespace hexad::inline console_api {

struct Access {
  std::string token{};  ///< an engineer's; empty = none is asked for, everybody is one
  std::string operator_token{};
  std::string viewer_token{};
  std::string certificate{};  ///< PEM file; empty = no TLS
  std::string key{};
  std::string fingerprint{};  ///< of the certificate

  struct Made {
    Role role;
    std::string token;
  };
  std::vector<Made> made{};                   ///< whoever starts the program is told
  std::vector<messages::Message> problems{};  ///< that do not stand in the way
};
Result<Access, messages::Message> access_to(const ConsoleSettings& settings,
                                            const std::filesystem::path& folder, const std::string& platform);

}  // namespace hexad::inline console_api
