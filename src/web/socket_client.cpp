#include "web/socket_client.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <utility>

namespace hexad::web {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using Step = ClientError::Step;

constexpr std::uint8_t kContinuation = 0, kText = 1, kClose = 8, kPing = 9, kPong = 10;
constexpr milliseconds kSendPatience{5'000};

bool ready(int fd, short events, milliseconds patience) {
  const auto end = SteadyClock::now() + patience;
  pollfd what{fd, events, 0};
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now()).count();
    const int count = ::poll(&what, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000)));
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
    if (left <= 0) return false;
  }
}

std::array<unsigned char, 16> random_bytes() {
  std::random_device source;
  std::array<unsigned char, 16> bytes{};
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(source());
  return bytes;
}

std::string base64(const std::array<unsigned char, 16>& bytes) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8U | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kLetters[(three >> (18U - 6U * k)) & 63U];
  }
  return text;
}

int connected(const SocketClient::Target& target, int& error) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(target.port);
  error = EINVAL;
  if (::inet_pton(AF_INET, target.address.c_str(), &address.sin_addr) != 1) return -1;
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  error = errno;
  if (fd < 0) return -1;
  const auto* const generic = static_cast<const sockaddr*>(static_cast<const void*>(&address));
  error = ::connect(fd, generic, sizeof address) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    socklen_t length = sizeof error;
    if (!ready(fd, POLLOUT, target.patience)) {
      error = ETIMEDOUT;
    } else {
      ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    }
  }
  if (error == 0) {
    const int on = 1;  // an order must not wait for the next one
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
  }
  ::close(fd);
  return -1;
}

}  // namespace

Result<SocketClient, SocketClient::Problem> SocketClient::open(const Target& target) {
  int error = 0;
  const int fd = connected(target, error);
  if (fd < 0) return Failure{Problem{{Step::connect, error}}};
  SocketClient client{fd};
  if (const auto problem = client.shake_hands(target)) return Failure{*problem};
  return client;
}

SocketClient::SocketClient(SocketClient&& other) noexcept
    : fd_{std::exchange(other.fd_, -1)},
      closed_{other.closed_},
      bytes_{std::move(other.bytes_)},
      message_{std::move(other.message_)} {}

SocketClient::~SocketClient() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<SocketClient::Problem> SocketClient::shake_hands(const Target& target) {
  std::string head = fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {}\r\n",
      target.path, target.address, target.port, base64(random_bytes()));
  if (!target.protocols.empty()) head += fmt::format("Sec-WebSocket-Protocol: {}\r\n", target.protocols);
  if (!send_raw(head + "\r\n")) return Problem{{Step::send, 0}};
  const auto end = SteadyClock::now() + target.patience;
  std::size_t length = std::string::npos;
  while ((length = bytes_.find("\r\n\r\n")) == std::string::npos) {
    const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now());
    if (left.count() <= 0) return Problem{{Step::time_out, 0}};
    if (bytes_.size() > 65'536) return Problem{{Step::not_http, 0}};
    if (!more(left) && closed_) return Problem{{Step::receive, 0}};
  }
  if (!bytes_.starts_with("HTTP/1.1 ") || bytes_.size() < 12) return Problem{{Step::not_http, 0}};
  if (bytes_.substr(9, 3) != "101") {
    int status = 0;
    for (const char digit : bytes_.substr(9, 3)) status = 10 * status + (digit - '0');
    return Problem{{Step::not_http, 0}, status};
  }
  bytes_.erase(0, length + 4);
  return std::nullopt;
}

bool SocketClient::send(std::string_view text) { return send_frame(text, kText); }

bool SocketClient::send_frame(std::string_view payload, std::uint8_t opcode) {
  std::string frame(1, static_cast<char>(0x80U | opcode));
  const std::size_t size = payload.size();
  if (size < 126) {
    frame += static_cast<char>(0x80U | size);
  } else {
    const bool wide = size > 0xFFFF;
    frame += static_cast<char>(0x80U | (wide ? 127U : 126U));
    for (int shift = wide ? 56 : 8; shift >= 0; shift -= 8)
      frame += static_cast<char>((size >> shift) & 0xFFU);
  }
  const auto mask = random_bytes();
  for (std::size_t i = 0; i < 4; ++i) frame += static_cast<char>(mask[i]);
  for (std::size_t i = 0; i < size; ++i)
    frame += static_cast<char>(static_cast<unsigned char>(payload[i]) ^ mask[i % 4]);
  return send_raw(frame);
}

bool SocketClient::send_raw(std::string_view bytes) {
  const auto end = SteadyClock::now() + kSendPatience;
  while (!bytes.empty() && !closed_) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    const bool full = count < 0 && (errno == EAGAIN || errno == EINTR);
    const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now());
    if (!full || !ready(fd_, POLLOUT, left)) closed_ = true;
  }
  return bytes.empty();
}

std::optional<std::string> SocketClient::receive(milliseconds patience) {
  const auto end = SteadyClock::now() + patience;
  for (;;) {
    if (std::optional<std::string> text = take_text()) return text;
    const auto left = std::chrono::ceil<milliseconds>(end - SteadyClock::now());
    if (closed_ || left.count() <= 0) return std::nullopt;
    more(left);
  }
}

bool SocketClient::more(milliseconds patience) {
  if (closed_ || !ready(fd_, POLLIN, patience)) return false;
  std::array<char, 65'536> some{};
  const ssize_t count = ::recv(fd_, some.data(), some.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (count <= 0) {
    closed_ = true;
    return false;
  }
  bytes_.append(some.data(), static_cast<std::size_t>(count));
  return true;
}

std::optional<SocketClient::Frame> SocketClient::take_frame() {
  const auto at = [this](std::size_t i) { return static_cast<unsigned char>(bytes_[i]); };
  if (bytes_.size() < 2) return std::nullopt;
  std::size_t size = at(1) & 127U;
  const std::size_t wide = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (bytes_.size() < 2 + wide) return std::nullopt;
  if (wide > 0) size = 0;
  for (std::size_t i = 0; i < wide; ++i) size = size << 8U | at(2 + i);
  // A server masks nothing.
  if ((at(1) & 128U) != 0 || size > kLongestSocketMessage) {
    closed_ = true;
    return std::nullopt;
  }
  if (bytes_.size() < 2 + wide + size) return std::nullopt;
  Frame frame{(at(0) & 128U) != 0, static_cast<std::uint8_t>(at(0) & 15U), bytes_.substr(2 + wide, size)};
  bytes_.erase(0, 2 + wide + size);
  return frame;
}

std::optional<std::string> SocketClient::take_text() {
  while (std::optional<Frame> frame = closed_ ? std::nullopt : take_frame()) {
    switch (frame->opcode) {
      case kContinuation:
      case kText:
        message_ += frame->payload;
        if (message_.size() > kLongestSocketMessage) closed_ = true;
        if (frame->last && !closed_) return std::exchange(message_, {});
        break;
      case kPing:
        send_frame(frame->payload, kPong);
        break;
      case kClose:
        send_frame(frame->payload, kClose);
        closed_ = true;
        break;
      default:
        break;
    }
  }
  return std::nullopt;
}

}  // namespace hexad::web
