#pragma once
// A websocket client for tests, written by hand so that it may also misbehave: RFC 6455, text, masked with
// zeros.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hexad::web {

class WebSocketClient {
 public:
  struct Options {
    std::string path = "/ws";
    std::string host{};  ///< empty = the right one
    std::string origin{};
    std::string protocols{};
    int receive_buffer = 0;  ///< bytes; 0 = the system's
  };

  WebSocketClient(std::uint16_t port, const Options& options)
      : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
    if (options.receive_buffer > 0)
      ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &options.receive_buffer, sizeof options.receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const auto* const generic = static_cast<const sockaddr*>(static_cast<const void*>(&address));
    if (::connect(fd_, generic, sizeof address) != 0) throw std::runtime_error{"no connection"};
    std::string head = "GET " + options.path + " HTTP/1.1\r\nHost: " +
                       (options.host.empty() ? "127.0.0.1:" + std::to_string(port) : options.host) +
                       "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    if (!options.origin.empty()) head += "Origin: " + options.origin + "\r\n";
    if (!options.protocols.empty()) head += "Sec-WebSocket-Protocol: " + options.protocols + "\r\n";
    send_raw(head + "\r\n");
    while (answer_.find("\r\n\r\n") == std::string::npos && more(30'000)) {
      answer_ += bytes_;
      bytes_.clear();
    }
    if (const std::size_t end = answer_.find("\r\n\r\n"); end != std::string::npos) {
      bytes_ = answer_.substr(end + 4);
      answer_.resize(end + 2);
    }
  }
  explicit WebSocketClient(std::uint16_t port) : WebSocketClient{port, Options{}} {}
  ~WebSocketClient() { ::close(fd_); }
  WebSocketClient(const WebSocketClient&) = delete;
  WebSocketClient& operator=(const WebSocketClient&) = delete;

  /// The headers that came back.
  const std::string& answer() const noexcept { return answer_; }
  int status() const { return answer_.size() < 12 ? 0 : std::stoi(answer_.substr(9, 3)); }
  bool open() const { return status() == 101; }

  void send(std::string_view text, int opcode = 1) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (text.size() < 126) {
      frame += static_cast<char>(0x80 | text.size());
    } else if (text.size() < 65536) {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(text.size() >> 8);
      frame += static_cast<char>(text.size() & 255);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>((text.size() >> shift) & 255);
    }
    frame.append(4, '\0');  // the mask
    frame += text;
    send_raw(frame);
  }

  /// The next text; none: the time is over, or the other end has gone (then closed()).
  std::optional<std::string> receive(int patience_ms = 30'000) {
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds{patience_ms};
    for (;;) {
      if (std::optional<std::string> text = take_frame()) return text;
      const auto left = duration_cast<milliseconds>(end - steady_clock::now()).count();
      if (closed_ || left <= 0 || !more(static_cast<int>(left))) return std::nullopt;
    }
  }
  /// The next text that contains `part`.
  std::optional<std::string> receive_with(std::string_view part, int patience_ms = 30'000) {
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds{patience_ms};
    while (steady_clock::now() < end && !closed_) {
      const auto left = duration_cast<milliseconds>(end - steady_clock::now()).count();
      const std::optional<std::string> text = receive(static_cast<int>(left));
      if (text && text->find(part) != std::string::npos) return text;
    }
    return std::nullopt;
  }
  /// Reads until the other end has hung up.
  bool wait_closed(int patience_ms = 30'000) {
    while (receive(patience_ms)) {
    }
    return closed_;
  }
  bool closed() const noexcept { return closed_; }
  int close_code() const noexcept { return close_code_; }

 private:
  void send_raw(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  bool more(int patience_ms) {
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, patience_ms) <= 0) return false;
    char some[65536];
    const ssize_t count = ::recv(fd_, some, sizeof some, 0);
    if (count <= 0) {
      closed_ = true;
      return false;
    }
    bytes_.append(some, static_cast<std::size_t>(count));
    return true;
  }
  std::optional<std::string> take_frame() {
    for (;;) {
      const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes_[i]); };
      if (bytes_.size() < 2) return std::nullopt;
      std::size_t size = at(1) & 127;
      std::size_t head = 2;
      if (size == 126) {
        head = 4;
        if (bytes_.size() < head) return std::nullopt;
        size = static_cast<std::size_t>(at(2) << 8 | at(3));
      } else if (size == 127) {
        head = 10;
        if (bytes_.size() < head) return std::nullopt;
        size = 0;
        for (std::size_t i = 2; i < 10; ++i) size = size << 8 | at(i);
      }
      if (bytes_.size() < head + size) return std::nullopt;
      const int opcode = at(0) & 15;
      std::string text = bytes_.substr(head, size);
      bytes_.erase(0, head + size);
      if (opcode == 1) return text;
      if (opcode == 8) {
        if (text.size() >= 2)
          close_code_ = static_cast<unsigned char>(text[0]) << 8 | static_cast<unsigned char>(text[1]);
        send(text, 8);  // without this the other end waits for it
      }
    }
  }

  int fd_;
  std::string answer_;
  std::string bytes_;
  bool closed_ = false;
  int close_code_ = 0;
};

}  // namespace hexad::web
