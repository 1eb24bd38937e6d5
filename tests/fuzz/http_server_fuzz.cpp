// Any bytes sent to the server itself, through the library that parses HTTP: whatever comes, it answers in
// HTTP or hangs up, and a route is only reached by who may reach it. After each, an order to stop is heard.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>

#include "fuzz/check.hpp"
#include "web/server.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;

class Bench {
 public:
  Bench() {
    auto opened = web::Server::open({.most_body = 64, .idle = std::chrono::milliseconds{1000}});
    require(opened.has_value(), "no server");
    server_ = std::move(*opened);
    server_->get("/api/status", [this](web::ExchangeId exchange, const web::Request& request) {
      require(request.method == web::Method::get && request.body.empty(), "a GET with a body");
      server_->answer(exchange, {.body = "{}"});
    });
    server_->post("/api/ctl", [this](web::ExchangeId exchange, const web::Request& request) {
      require(request.method == web::Method::post && !request.body.empty() && request.body.size() <= 64,
              "a body that is larger than allowed");
      server_->answer(exchange, {.body = "{}"});
    });
    server_->sockets({.path = "/ws", .head = "{\"seq\":"}, {.opened = [](auto, const auto&, auto) {},
                                                            .message = [](auto, auto, auto) {},
                                                            .closed = [](auto) {}});
    web::StaticFiles files;
    files.add("/index.html", "page");
    server_->files(std::move(files));
    server_->start();
  }
  ~Bench() { server_->stop(); }

  /// What came back, until it hung up or had answered once.
  std::string talk(std::string_view bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const linger none{1, 0};  // a port for each run would not be free again for a minute
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    require(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0,
            "nobody there");
    (void)!::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    ::shutdown(socket, SHUT_WR);
    std::string answer;
    char some[4096];
    for (ssize_t count = 1; count > 0 && answer.size() < sizeof some;) {
      count = ::recv(socket, some, sizeof some, 0);
      if (count > 0) answer.append(some, static_cast<std::size_t>(count));
    }
    ::close(socket);
    return answer;
  }
  std::uint16_t port() const { return server_->port(); }

 private:
  std::unique_ptr<web::Server> server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Bench bench;
  static std::uint64_t runs = 0;
  // "PORT" stands for the port, which is another one in every run.
  std::string text{text_of(data, size)};
  const std::string port = std::to_string(bench.port());
  for (std::size_t at = 0; (at = text.find("PORT", at)) != std::string::npos;) text.replace(at, 4, port);
  const std::string answer = bench.talk(text);
  require(answer.empty() || answer.starts_with("HTTP/1."), "an answer that is no HTTP");
  if (++runs % 64 == 0) {
    const std::string order = "POST /api/ctl HTTP/1.1\r\nHost: 127.0.0.1:" + port +
                              "\r\nContent-Type: application/json\r\nContent-Length: 17\r\nConnection: "
                              "close\r\n\r\n{\"action\":\"stop\"}";
    require(bench.talk(order).starts_with("HTTP/1.1 200"), "a stop is not heard any more");
  }
  return 0;
}
