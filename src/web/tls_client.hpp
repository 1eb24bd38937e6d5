#pragma once
// The client's side of TLS over a socket of one's own: bytes in, bytes out, and who is at the other end.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "messages/message.hpp"

namespace hexad::web {

/// What makes the other end the one that is meant: this very certificate, or one that somebody trusted has
/// signed for its address.
struct Trust {
  std::string fingerprint{};  ///< SHA-256, as people write it; empty = by the authorities
  std::string authorities{};  ///< a PEM file; empty = those of the system
};

class TlsClient {
 public:
  /// The line below, which may wait: how much was sent or received; nothing = it broke or took too long.
  struct Line {
    std::function<bool(std::string_view)> send;
    std::function<std::optional<std::size_t>(std::span<char>)> receive;  ///< 0 = the other end hung up
  };
  /// `address`: which the certificate must be for, where authorities decide.
  static Result<TlsClient, messages::Message> open(const Trust& trust, const std::string& address, Line line);
  ~TlsClient();
  TlsClient(TlsClient&&) noexcept;
  TlsClient& operator=(TlsClient&&) = delete;

  bool send(std::string_view text);
  std::optional<std::size_t> receive(std::span<char> into);

 private:
  struct Inside;
  explicit TlsClient(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace hexad::web
