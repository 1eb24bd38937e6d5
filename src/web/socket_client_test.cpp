// The tools' websocket client against the real server, and against one that misbehaves.

#include "web/socket_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "web/server.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

/// Echoes what it hears.
struct Echo {
  std::unique_ptr<Server> server;
  explicit Echo(SocketSettings sockets = {}) {
    auto made = Server::open({});
    if (!made) throw std::runtime_error{"no server"};
    server = std::move(*made);
    sockets.head = "{\"seq\":";
    Server& s = *server;
    s.sockets(sockets,
              {.opened = [](SocketId, const std::string&) {},
               .message =
                   [&s](SocketId id, std::string_view message, bool) {
                     s.send(id, std::make_shared<const std::string>(",\"echo\":" + quoted(message) + "}"));
                   },
               .closed = [](SocketId) {}});
    s.start();
  }
};

/// One listening socket, a thread that answers the first connection with fixed bytes.
struct Scripted {
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::uint16_t port = 0;
  std::thread answers;
  explicit Scripted(std::string bytes) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = static_cast<sockaddr*>(static_cast<void*>(&address));
    socklen_t length = sizeof address;
    EXPECT_EQ(::bind(fd, generic, length), 0);
    EXPECT_EQ(::listen(fd, 1), 0);
    ::getsockname(fd, generic, &length);
    port = ntohs(address.sin_port);
    answers = std::thread{[this, said = std::move(bytes)] {
      const int peer = ::accept(fd, nullptr, nullptr);
      char head[4096];
      if (::recv(peer, head, sizeof head, 0) > 0) ::send(peer, said.data(), said.size(), MSG_NOSIGNAL);
      ::shutdown(peer, SHUT_WR);
      while (::recv(peer, head, sizeof head, 0) > 0) {
      }
      ::close(peer);
    }};
  }
  ~Scripted() {
    ::shutdown(fd, SHUT_RDWR);
    answers.join();
    ::close(fd);
  }
};

constexpr const char* kWelcome = "HTTP/1.1 101 Switching Protocols\r\n\r\n";

TEST(SocketClient, WhatIsSentComesBackAtEveryLengthThatHasAFormOfItsOwn) {
  const Echo echo;
  auto client = SocketClient::open({.port = echo.server->port()});
  ASSERT_TRUE(client);
  int number = 0;
  for (const std::size_t size : {0U, 1U, 125U, 126U, 127U, 3000U, 60000U}) {
    const std::string text(size, static_cast<char>('a' + size % 26));
    ASSERT_TRUE(client->send(text));
    const auto back = client->receive(30s);
    ASSERT_TRUE(back) << size;
    EXPECT_EQ(*back, "{\"seq\":" + std::to_string(++number) + ",\"echo\":\"" + text + "\"}");
  }
}

TEST(SocketClient, NobodyThereAndNoWebsocketAreToldApart) {
  const auto nobody = SocketClient::open({.port = 1});
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().error.step, ClientError::Step::connect);
  const Scripted guarded{"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"};
  const auto refused = SocketClient::open({.port = guarded.port});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().refused, 401);
}

TEST(SocketClient, FragmentsAreOneMessageAndAPingBetweenThemIsNot) {
  const Scripted server{std::string{kWelcome} + std::string{"\x01\x03"
                                                            "abc"
                                                            "\x89\x01"
                                                            "p"
                                                            "\x80\x02"
                                                            "de"
                                                            "\x81\x01"
                                                            "x"}};
  auto client = SocketClient::open({.port = server.port});
  ASSERT_TRUE(client);
  EXPECT_EQ(client->receive(30s), "abcde");
  EXPECT_EQ(client->receive(30s), "x");
  EXPECT_EQ(client->receive(30s), std::nullopt);
  EXPECT_TRUE(client->closed()) << "the server has hung up";
}

TEST(SocketClient, AMessageLongerThanAnybodySendsEndsTheConnectionAtItsHead) {
  const Scripted server{std::string{kWelcome} + std::string{"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10}};
  auto client = SocketClient::open({.port = server.port});
  ASSERT_TRUE(client);
  EXPECT_EQ(client->receive(30s), std::nullopt);
  EXPECT_TRUE(client->closed());
  EXPECT_FALSE(client->send("x"));
}

TEST(SocketClient, SilenceIsNoEnd) {
  const Echo echo;
  auto client = SocketClient::open({.port = echo.server->port()});
  ASSERT_TRUE(client);
  EXPECT_EQ(client->receive(20ms), std::nullopt);
  EXPECT_FALSE(client->closed());
}

}  // namespace
}  // namespace hexad::web
