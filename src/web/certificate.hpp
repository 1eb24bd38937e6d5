#pragma once
// The certificate by which a console proves that it is the one: read, checked, made.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"

namespace hexad::web {

struct Certificate {
  std::string fingerprint{};  ///< SHA-256, "AB:CD:…"
  std::chrono::system_clock::time_point ends{};
};

/// A certificate and its key, PEM files, looked at as the server will use them.
Result<Certificate, messages::Message> look_at_certificate(const std::string& certificate,
                                                           const std::string& key);

/// Both as PEM.
struct SelfSigned {
  std::string certificate{};
  std::string key{};
};
/// For these host names and addresses, good for ten years: a platform's clock may be wrong, and who compares
/// the fingerprint does not look at the date. Throws when the system has no randomness.
Result<SelfSigned, messages::Message> make_certificate(const std::string& common_name,
                                                       const std::vector<std::string>& names);

/// Without colons and blanks, in capitals; empty = it is no SHA-256.
std::string plain_fingerprint(std::string_view text);

}  // namespace hexad::web
