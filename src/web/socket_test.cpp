// The websockets of the real server on loopback: who may open one, and what a client that misbehaves costs.

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>

#include "web/http_client.hpp"
#include "web/server.hpp"
#include "web/testing/websocket_client.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

SharedText text(std::string value) { return std::make_shared<const std::string>(std::move(value)); }

/// Echoes what it hears; every pulse offers a frame of `frame` bytes to everybody; "flood" sends 100 kB
/// messages.
struct SocketBench {
  std::unique_ptr<Server> server;
  std::vector<SocketId> open;
  std::atomic<int> opened{0}, closed{0}, excess{0}, heard{0};
  std::atomic<std::size_t> frame{0};
  std::atomic<bool> floods{false};
  std::atomic<std::uint64_t> pulses{0};
  std::uint64_t frames = 0;

  explicit SocketBench(SocketSettings sockets = {}, ServerSettings settings = {}) {
    auto made = Server::open(settings);
    if (!made) throw std::runtime_error{"no server"};
    server = std::move(*made);
    sockets.head = "{\"seq\":";
    Server& s = *server;
    s.get("/hello", [&s](ExchangeId id, const Request&) { s.answer(id, {.body = "{}"}); });
    s.sockets(sockets, {.opened =
                            [this](SocketId id, const std::string&, Role) {
                              ++opened;
                              open.push_back(id);
                            },
                        .message =
                            [this, &s](SocketId id, std::string_view message, bool over) {
                              ++heard;
                              if (over) ++excess;
                              s.send(id, text(",\"echo\":" + quoted(message) + "}"));
                            },
                        .closed =
                            [this](SocketId id) {
                              ++closed;
                              std::erase(open, id);
                            }});
    s.pulse([this, &s] {
      ++pulses;
      const std::size_t size = frame;
      const std::vector<SocketId> to = open;
      if (size > 0)
        for (const SocketId id : to)
          s.offer(id,
                  text(",\"t\":" + std::to_string(++frames) + ",\"x\":\"" + std::string(size, 'x') + "\"}"));
      if (floods)
        for (const SocketId id : to) s.send(id, text(",\"big\":\"" + std::string(100'000, 'x') + "\"}"));
      return 5ms;
    });
    s.start();
  }
  ~SocketBench() { server->stop(); }
  std::uint16_t port() const { return server->port(); }
  int get(const std::string& path) const {
    const auto answer = ask({.port = port(), .path = path});
    return answer ? answer->status : 0;
  }
  template <class Condition>
  static bool wait(Condition&& condition) {
    for (int i = 0; i < 3000 && !condition(); ++i) std::this_thread::sleep_for(10ms);
    return condition();
  }
};

TEST(Socket, EveryMessageHasTheNextNumber) {
  SocketBench bench;
  WebSocketClient client{bench.port()};
  ASSERT_TRUE(client.open()) << client.answer();
  for (int i = 1; i <= 5; ++i) {
    client.send("m" + std::to_string(i));
    EXPECT_EQ(client.receive(),
              "{\"seq\":" + std::to_string(i) + ",\"echo\":\"m" + std::to_string(i) + "\"}");
  }
  WebSocketClient second{bench.port(), {.protocols = "hexad.v1"}};
  ASSERT_TRUE(second.open());
  EXPECT_NE(second.answer().find("hexad.v1"), std::string::npos) << second.answer();
  second.send("x");
  EXPECT_EQ(second.receive(), "{\"seq\":1,\"echo\":\"x\"}") << "counted per connection";
}

TEST(Socket, APageOfAnotherSiteOrAForeignNameIsRefused) {
  SocketBench bench;
  const std::string port = std::to_string(bench.port());
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1"}) {
    const WebSocketClient client{bench.port(), {.origin = origin}};
    EXPECT_EQ(client.status(), 403) << origin << client.answer();
  }
  EXPECT_EQ((WebSocketClient{bench.port(), {.origin = "http://127.0.0.1:1"}}).status(), 403);
  EXPECT_EQ((WebSocketClient{bench.port(), {.host = "evil.example:" + port}}).status(), 403);
  EXPECT_EQ((WebSocketClient{bench.port(), {.path = "/other"}}).status(), 404);
  EXPECT_EQ((WebSocketClient{bench.port(), {.path = "/hello"}}).status(), 404);
  EXPECT_EQ((WebSocketClient{bench.port(), {.protocols = "chat"}}).open(), false);
  EXPECT_EQ(bench.opened, 0);
  EXPECT_TRUE((WebSocketClient{bench.port(), {.origin = "http://127.0.0.1:" + port}}).open());
  EXPECT_TRUE(
      (WebSocketClient{
           bench.port(),
           {.host = "localhost:" + port, .origin = "http://localhost:" + port, .protocols = "hexad.v1"}})
          .open());
}

TEST(Socket, TheTokenIsASubprotocol) {
  SocketBench bench{{}, {.token = "0123456789abcdef"}};
  EXPECT_EQ(WebSocketClient{bench.port()}.status(), 401);
  EXPECT_EQ((WebSocketClient{bench.port(), {.protocols = "hexad.v1"}}).status(), 401);
  EXPECT_EQ((WebSocketClient{bench.port(), {.protocols = "hexad.v1, token.0123456789abcdeF"}}).status(), 401);
  EXPECT_EQ((WebSocketClient{bench.port(), {.protocols = "hexad.v1, token."}}).status(), 401);
  EXPECT_EQ(bench.opened, 0);
  const WebSocketClient client{bench.port(), {.protocols = "hexad.v1, token.0123456789abcdef"}};
  EXPECT_TRUE(client.open()) << client.answer();
  EXPECT_EQ(client.answer().find("token."), std::string::npos) << "it is not said back: " << client.answer();
}

TEST(Socket, AMessageTooLongEndsIt) {
  SocketBench bench{{.most_message = 1000}};
  WebSocketClient client{bench.port()};
  client.send(std::string(1000, 'x'));
  ASSERT_TRUE(client.receive());
  client.send(std::string(1001, 'x'));
  EXPECT_TRUE(client.wait_closed());
  EXPECT_EQ(client.close_code(), 1009);
  EXPECT_EQ(bench.heard, 1);
  WebSocketClient huge{bench.port()};
  huge.send(std::string(3'000'000, 'x'));
  EXPECT_TRUE(huge.wait_closed());
  EXPECT_EQ(bench.get("/hello"), 200);
}

TEST(Socket, BinaryIsNotTaken) {
  SocketBench bench;
  WebSocketClient client{bench.port()};
  client.send("x", 2);
  EXPECT_TRUE(client.wait_closed());
  EXPECT_EQ(client.close_code(), 1003);
  EXPECT_EQ(bench.heard, 0);
}

TEST(Socket, TooManyMessagesEndItAndTheFirstTooManyIsStillLookedAt) {
  SocketBench bench{{.most_per_second = 20}};
  WebSocketClient client{bench.port()};
  for (int i = 0; i < 200; ++i) client.send("x");
  EXPECT_TRUE(client.wait_closed());
  EXPECT_EQ(client.close_code(), 1008);
  EXPECT_EQ(bench.excess, 1);
}

TEST(Socket, AConsoleTooManyIsToldAndOneThatLeavesMakesRoom) {
  SocketBench bench{{.most_clients = 3}};
  {
    std::deque<WebSocketClient> full;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(full.emplace_back(bench.port()).open());
    EXPECT_EQ(WebSocketClient{bench.port()}.status(), 503);
    EXPECT_EQ(bench.get("/hello"), 200);
  }
  EXPECT_TRUE(SocketBench::wait([&] { return bench.closed == 3; }));
  EXPECT_TRUE(WebSocketClient{bench.port()}.open());
}

TEST(Socket, WhoTakesNothingGetsTheNewestLater) {
  SocketBench bench;
  WebSocketClient slow{bench.port(), {.receive_buffer = 4096}};
  WebSocketClient quick{bench.port()};
  ASSERT_TRUE(slow.open());
  bench.frame = 30'000;
  std::uint64_t seen = 0;
  for (int i = 0; i < 300; ++i) {  // frames flow to the quick one all the while
    ASSERT_TRUE(quick.receive());
    ++seen;
  }
  bench.frame = 0;
  slow.send("now");
  std::uint64_t got = 0;
  std::string last;
  while (const auto message = slow.receive(1000)) {
    last = *message;
    ++got;
    if (message->find("echo") != std::string::npos) break;
  }
  EXPECT_NE(last.find("\"echo\":\"now\""), std::string::npos);
  EXPECT_LT(got, seen / 2) << "the older ones were left out";
  EXPECT_EQ(last.substr(0, 7 + std::to_string(got).size()), "{\"seq\":" + std::to_string(got))
      << "no gap in the numbers";
}

TEST(Socket, WhoStallsIsHungUpOnAndKeepsNobodyWaiting) {
  SocketBench bench{{.stalled = 500ms}};
  WebSocketClient stalled{bench.port(), {.receive_buffer = 4096}};
  WebSocketClient quick{bench.port()};
  bench.frame = 30'000;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(quick.receive());
  EXPECT_TRUE(SocketBench::wait([&] { return bench.closed >= 1; }));
  EXPECT_FALSE(quick.closed());
  ASSERT_TRUE(quick.receive());
  EXPECT_EQ(bench.get("/hello"), 200);
}

TEST(Socket, WhoLetsAMegabytePileUpIsHungUpOn) {
  SocketBench bench;  // in ten seconds it would be stalled, too: it must not come to that
  WebSocketClient lazy{bench.port(), {.receive_buffer = 4096}};
  ASSERT_TRUE(lazy.open());
  const auto start = std::chrono::steady_clock::now();
  bench.floods = true;
  EXPECT_TRUE(SocketBench::wait([&] { return bench.closed == 1; }));
  bench.floods = false;
  EXPECT_LT(std::chrono::steady_clock::now() - start, 9s);
}

TEST(Socket, AClientThatVanishesIsForgotten) {
  SocketBench bench;
  bench.frame = 100;
  for (int i = 0; i < 20; ++i) {
    const WebSocketClient client{bench.port()};
    EXPECT_TRUE(client.open());
  }
  EXPECT_TRUE(SocketBench::wait([&] { return bench.closed == 20; }));
}

TEST(Socket, TheServerEndsWhileSomebodyListens) {
  SocketBench bench;
  WebSocketClient client{bench.port()};
  bench.frame = 100;
  ASSERT_TRUE(client.receive());
  bench.server->stop();
  EXPECT_TRUE(client.wait_closed());
}

}  // namespace
}  // namespace hexad::web
