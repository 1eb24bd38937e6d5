#include "web/http_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <optional>
#include <span>

#include "os/tcp.hpp"

namespace hexad::web {
namespace {

using SteadyClock = std::chrono::steady_clock;
using Step = ClientError::Step;
using Done = std::optional<ClientError>;

constexpr std::size_t kLongestAnswer = 16 * 1024 * 1024;

class Socket {
 public:
  Socket() : fd_{tcp::open()} {}
  ~Socket() {
    if (fd_ >= 0) tcp::close(fd_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int get() const noexcept { return fd_; }

 private:
  int fd_;
};

Done connect(const Socket& socket, const ClientRequest& request) {
  const auto ip = net::parse_ip(request.address);
  if (socket.get() < 0 || !ip) return ClientError{Step::connect, EINVAL};
  if (tcp::connect(socket.get(), {*ip, request.port}) == 0) return std::nullopt;
  if (errno != EINPROGRESS) return ClientError{Step::connect, errno};
  if (!tcp::wait(socket.get(), tcp::Until::writable, SteadyClock::now() + request.connect))
    return ClientError{Step::connect, ETIMEDOUT};
  if (const int error = tcp::outcome(socket.get())) return ClientError{Step::connect, error};
  return std::nullopt;
}

Done send_all(const Socket& socket, std::string_view text, SteadyClock::time_point end) {
  while (!text.empty()) {
    if (!tcp::wait(socket.get(), tcp::Until::writable, end)) return ClientError{Step::time_out, 0};
    const std::ptrdiff_t count = tcp::send(socket.get(), text);
    if (count < 0 && errno != EAGAIN) return ClientError{Step::send, errno};
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return std::nullopt;
}

/// What the socket has next; 0 = the other end has hung up.
Done receive_some(const Socket& socket, std::span<char> into, SteadyClock::time_point end, std::size_t& got) {
  for (;;) {
    if (!tcp::wait(socket.get(), tcp::Until::readable, end)) return ClientError{Step::time_out, 0};
    const std::ptrdiff_t count = tcp::receive(socket.get(), into);
    if (count < 0 && errno == EAGAIN) continue;
    if (count < 0) return ClientError{Step::receive, errno};
    got = static_cast<std::size_t>(count);
    return std::nullopt;
  }
}

/// A socket that has been connected, by TLS or not.
class Wire {
 public:
  Wire(const Socket& socket, SteadyClock::time_point end) : socket_{socket}, end_{end} {}

  Done encrypt(const Trust& trust, const std::string& address) {
    auto opened = TlsClient::open(
        trust, address,
        {.send = [this](std::string_view text) { return keep(send_all(socket_, text, end_)); },
         .receive = [this](std::span<char> into) -> std::optional<std::size_t> {
           std::size_t got = 0;
           return keep(receive_some(socket_, into, end_, got)) ? std::optional{got} : std::nullopt;
         }});
    if (!opened) return broken_ ? *broken_ : ClientError{Step::tls, 0, opened.error()};
    tls_.emplace(std::move(*opened));
    return std::nullopt;
  }
  Done send(std::string_view text) {
    if (!tls_) return send_all(socket_, text, end_);
    return tls_->send(text) ? std::nullopt : Done{broken_.value_or(ClientError{Step::send, 0})};
  }
  Done receive(std::span<char> into, std::size_t& got) {
    if (!tls_) return receive_some(socket_, into, end_, got);
    got = tls_->receive(into).value_or(0);
    return broken_ && got == 0 ? broken_ : std::nullopt;
  }

 private:
  bool keep(const Done& failed) {
    if (failed) broken_ = failed;
    return !failed;
  }
  const Socket& socket_;
  SteadyClock::time_point end_;
  std::optional<TlsClient> tls_;
  Done broken_;
};

std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t value = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || stop == text.data()) return std::nullopt;
  return value;
}

/// What a server has sent so far.
struct Incoming {
  std::string bytes;
  std::size_t head = 0;  ///< its length; 0 = not yet all there
  std::optional<std::size_t> length;

  bool complete() const { return head > 0 && length && bytes.size() - head >= *length; }

  void read_head() {
    const std::size_t end = bytes.find("\r\n\r\n");
    if (head > 0 || end == std::string::npos) return;
    head = end + 4;
    std::string names = bytes.substr(0, head);
    std::transform(names.begin(), names.end(), names.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    constexpr std::string_view kName = "\r\ncontent-length:";
    const std::size_t at = names.find(kName);
    if (at == std::string::npos) return;
    std::string_view value = std::string_view{names}.substr(at + kName.size());
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    length = number_of(value);
  }
};

Done receive_all(Wire& wire, Incoming& incoming) {
  while (!incoming.complete()) {
    std::array<char, 16384> some{};
    std::size_t count = 0;
    const Done failed = wire.receive(some, count);
    if (failed && (incoming.head == 0 || failed->step == Step::time_out)) return failed;
    if (failed || count == 0) break;
    incoming.bytes.append(some.data(), count);
    if (incoming.bytes.size() > kLongestAnswer) return ClientError{Step::not_http, 0};
    incoming.read_head();
  }
  return std::nullopt;
}

std::string text_of(const ClientRequest& request) {
  const bool post = request.method == Method::post;
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\nConnection: close\r\n",
                                 post ? "POST" : "GET", request.path, request.address, request.port);
  for (const auto& [name, value] : request.headers) text += fmt::format("{}: {}\r\n", name, value);
  if (!request.token.empty()) text += fmt::format("Authorization: Bearer {}\r\n", request.token);
  if (post)
    text += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", request.body.size());
  return text + "\r\n" + request.body;
}

}  // namespace

Result<Response, ClientError> ask(const ClientRequest& request) {
  const Socket socket;
  if (const Done failed = connect(socket, request)) return Failure{*failed};
  const SteadyClock::time_point end = SteadyClock::now() + request.patience;
  Incoming incoming;
  Wire wire{socket, end};
  if (request.tls)
    if (const Done failed = wire.encrypt(*request.tls, request.address)) return Failure{*failed};
  // A server that refuses early may hang up before it has read everything: its answer counts all the same.
  const Done unsent = wire.send(text_of(request));
  if (const Done failed = receive_all(wire, incoming)) return Failure{unsent.value_or(*failed)};
  if (!incoming.bytes.starts_with("HTTP/1.") || incoming.head == 0)
    return Failure{incoming.bytes.empty() ? ClientError{Step::receive, 0} : ClientError{Step::not_http, 0}};
  const std::optional<std::size_t> status = number_of(std::string_view{incoming.bytes}.substr(9, 3));
  if (!status) return Failure{ClientError{Step::not_http, 0}};
  Response response{.status = static_cast<int>(*status), .body = incoming.bytes.substr(incoming.head)};
  if (incoming.length && response.body.size() > *incoming.length) response.body.resize(*incoming.length);
  if (incoming.length && response.body.size() < *incoming.length)
    return Failure{ClientError{Step::receive, 0}};
  return response;
}

}  // namespace hexad::web
