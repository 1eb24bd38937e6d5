#pragma once
// The client's end of one websocket (RFC 6455), text only, for tools: sends, and waits with a time limit. IPv4. Whoever
// uses it trusts the server it names: the handshake's answer is looked at for its status alone.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "web/http_client.hpp"

namespace hexad::web {

/// Longer messages end the connection: nobody sends them.
inline constexpr std::size_t kLongestSocketMessage = 4 * 1024 * 1024;

class SocketClient {
 public:
  struct Target {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;
    std::string path = "/ws";
    std::string protocols{};  ///< "hexad.v1, token.SECRET"
    std::chrono::milliseconds patience{5'000};
  };

  /// `refused` is the HTTP status of a server that answered, but not with a websocket; 0 otherwise.
  struct Problem {
    ClientError error{};
    int refused = 0;
  };
  static Result<SocketClient, Problem> open(const Target& target);

  ~SocketClient();
  SocketClient(SocketClient&& other) noexcept;
  SocketClient& operator=(SocketClient&& other) = delete;

  /// False: the other end has gone, or takes nothing for five seconds.
  bool send(std::string_view text);
  /// The next text; none: the time is over, or the other end has gone (then closed()).
  std::optional<std::string> receive(std::chrono::milliseconds patience);
  bool closed() const noexcept { return closed_; }

 private:
  explicit SocketClient(int fd) : fd_{fd} {}
  std::optional<Problem> shake_hands(const Target& target);
  bool send_frame(std::string_view payload, std::uint8_t opcode);
  bool send_raw(std::string_view bytes);
  bool more(std::chrono::milliseconds patience);
  std::optional<std::string> take_text();
  struct Frame {
    bool last = false;
    std::uint8_t opcode = 0;
    std::string payload;
  };
  std::optional<Frame> take_frame();

  int fd_ = -1;
  bool closed_ = false;
  std::string bytes_;    ///< received, not yet taken
  std::string message_;  ///< fragments so far
};

}  // namespace hexad::web
