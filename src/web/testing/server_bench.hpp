#pragma once
// The real server on a free port of loopback, and connections to it that send what they like.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <stdexcept>
#include <thread>

#include "web/http_client.hpp"
#include "web/server.hpp"

namespace hexad::web {

inline constexpr int kPatience = 30'000;  // ms; machines that run tests are busy

/// A connection that sends what it likes.
class Wire {
 public:
  Wire() : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {}
  explicit Wire(std::uint16_t port) : Wire{} { call(port); }
  void call(std::uint16_t port) const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const auto* const generic = static_cast<const sockaddr*>(static_cast<const void*>(&address));
    if (::connect(fd_, generic, sizeof address) != 0) throw std::runtime_error{"no connection"};
  }
  ~Wire() { ::close(fd_); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return;  // hung up on: the answer tells
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  /// Up to and with `end`.
  std::string read_until(std::string_view end) {
    std::string text;
    char letter = 0;
    pollfd ready{fd_, POLLIN, 0};
    while (!text.ends_with(end)) {
      if (::poll(&ready, 1, kPatience) <= 0) return text + "<no more>";
      if (::recv(fd_, &letter, 1, 0) <= 0) return text;
      text += letter;
    }
    return text;
  }
  std::string read_all() {
    std::string text;
    std::vector<char> some(65536);
    pollfd ready{fd_, POLLIN, 0};
    while (::poll(&ready, 1, kPatience) > 0) {
      const ssize_t count = ::recv(fd_, some.data(), some.size(), 0);
      if (count <= 0) return text;
      text.append(some.data(), static_cast<std::size_t>(count));
    }
    return text + "<no more>";
  }
  bool is_closed_by_peer() {
    pollfd ready{fd_, POLLIN, 0};
    char letter = 0;
    return ::poll(&ready, 1, kPatience) > 0 && ::recv(fd_, &letter, 1, 0) <= 0;
  }

 private:
  int fd_;
};

inline std::string status_of(const std::string& answer) {
  return answer.size() < 12 ? answer : answer.substr(9, 3);
}

/// Routes: /hello answers at once, /echo with the body, /later with the next pulse, /never does not.
struct Bench {
  std::unique_ptr<Server> server;
  std::deque<ExchangeId> later;
  std::atomic<int> asked{0}, pulses{0};
  ExchangeId never = 0;              ///< the last that gets no answer
  std::atomic<bool> awaited{false};  ///< somebody waits for it
  std::atomic<std::uint64_t> wrong_tokens{0}, dropped{0}, shortages{0};

  explicit Bench(ServerSettings settings = {}) {
    auto opened = Server::open(settings);
    if (!opened) throw std::runtime_error{"no server"};
    server = std::move(*opened);
    Server& s = *server;
    s.get("/hello", [&s, this](ExchangeId id, const Request&) {
      ++asked;
      s.answer(id, {.body = "{\"hello\":1}"});
    });
    s.get("/big",
          [&s](ExchangeId id, const Request&) { s.answer(id, {.body = std::string(3'000'000, 'x')}); });
    s.get("/query", [&s](ExchangeId id, const Request& request) { s.answer(id, {.body = request.query}); });
    s.post("/echo", [&s, this](ExchangeId id, const Request& request) {
      ++asked;
      s.answer(id, {.body = request.body});
    });
    s.get("/later", [this](ExchangeId id, const Request&) { later.push_back(id); });
    s.get("/never", [this](ExchangeId id, const Request&) { never = id; });
    s.watch([this](const Notice& notice) {
      using Kind = Notice::Kind;
      (notice.kind == Kind::wrong_token ? wrong_tokens
       : notice.kind == Kind::dropped   ? dropped
                                        : shortages) += notice.count;
    });
    s.pulse([&s, this] {
      ++pulses;
      awaited = s.awaits(never);
      for (; !later.empty(); later.pop_front()) s.answer(later.front(), {.body = "{\"later\":1}"});
      return std::chrono::milliseconds{20};
    });
    s.start();
  }

  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(server->port()) + "\r\n"; }
  /// One request, one answer, hung up.
  std::string say(const std::string& line, const std::string& headers, const std::string& body = "") const {
    Wire wire{server->port()};
    wire.send(line + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n" + body);
    return wire.read_all();
  }
  Response get(const std::string& path, const std::string& token = "") const {
    const auto answer = ask({.port = server->port(), .path = path, .token = token});
    if (!answer) throw std::runtime_error{"no answer to " + path};
    return *answer;
  }
  /// A request on a connection that stays.
  bool answers(Wire& wire, const std::string& more = "") const {
    wire.send("GET /hello HTTP/1.1\r\n" + host() + more + "\r\n");
    return status_of(wire.read_until("{\"hello\":1}")) == "200";
  }
  Response post(const std::string& path, const std::string& body) const {
    const auto answer = ask({.port = server->port(), .method = Method::post, .path = path, .body = body});
    if (!answer) throw std::runtime_error{"no answer to " + path};
    return *answer;
  }
};

}  // namespace hexad::web
