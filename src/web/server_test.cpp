// The real server on loopback, a free port, with clients that behave and clients that do not.

#include <gtest/gtest.h>

#include <cerrno>

#include "web/testing/server_bench.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

TEST(Server, ARouteIsForWhoMayAndSaysSoToOthers) {
  auto server = Server::open({.token = "engineer-engineer",
                              .operator_token = "operator-operator",
                              .viewer_token = "viewer-viewer-viewer",
                              .least_role = [](std::string_view method, std::string_view path) {
                                if (method == "post") return Role::engineer;
                                return path == "/drive" ? Role::operate : Role::watch;
                              }});
  ASSERT_TRUE(server);
  Server& s = **server;
  const auto role = [&s](ExchangeId id, const Request& request) {
    s.answer(id, {.body = std::string{to_string(request.role)}});
  };
  s.get("/see", role);
  s.get("/drive", role);
  s.post("/change", role);
  s.start();
  const auto asked = [&](Method method, const char* path, const char* token) {
    return ask({.port = s.port(), .method = method, .path = path, .body = "{}", .token = token});
  };
  EXPECT_EQ(asked(Method::get, "/see", "viewer-viewer-viewer")->body, "viewer");
  EXPECT_EQ(asked(Method::get, "/see", "operator-operator")->body, "operator");
  EXPECT_EQ(asked(Method::get, "/see", "engineer-engineer")->body, "engineer");
  const auto refused = asked(Method::get, "/drive", "viewer-viewer-viewer");
  EXPECT_EQ(refused->status, 403);
  EXPECT_NE(refused->body.find("needs_operator"), std::string::npos) << refused->body;
  EXPECT_EQ(asked(Method::get, "/drive", "operator-operator")->body, "operator");
  EXPECT_EQ(asked(Method::post, "/change", "operator-operator")->status, 403);
  EXPECT_EQ(asked(Method::post, "/change", "engineer-engineer")->body, "engineer");
  EXPECT_EQ(asked(Method::get, "/see", "somebody-elses-token")->status, 401);
}

TEST(Server, AnswersAtOnceAndLater) {
  const Bench bench;
  EXPECT_EQ(bench.get("/hello").status, 200);
  EXPECT_EQ(bench.get("/hello").body, "{\"hello\":1}");
  EXPECT_EQ(bench.get("/later").body, "{\"later\":1}");
  EXPECT_EQ(bench.post("/echo", "{\"a\":2}").body, "{\"a\":2}");
  EXPECT_EQ(bench.get("/query?since=3").body, "since=3");
}

TEST(Server, KnowsWhetherSomebodyStillWaitsForAnAnswer) {
  const Bench bench;
  const auto becomes = [&](bool wanted) {
    for (int ms = 0; ms < kPatience && bench.awaited != wanted; ms += 5) std::this_thread::sleep_for(5ms);
    return bench.awaited == wanted;
  };
  {
    const Wire wire{bench.server->port()};
    wire.send("GET /never HTTP/1.1\r\n" + bench.host() + "\r\n");
    EXPECT_TRUE(becomes(true));
  }
  EXPECT_TRUE(becomes(false)) << "it has hung up";
}

TEST(Server, SaysThatItsAnswersAreJsonAndNotToBeKept) {
  const Bench bench;
  const std::string answer = bench.say("GET /hello", bench.host());
  EXPECT_NE(answer.find("content-type: application/json\r\n"), std::string::npos) << answer;
  EXPECT_NE(answer.find("cache-control: no-store\r\n"), std::string::npos) << answer;
  EXPECT_NE(answer.find("x-content-type-options: nosniff\r\n"), std::string::npos) << answer;
  EXPECT_EQ(answer.find("access-control-allow-origin"), std::string::npos) << answer;
}

TEST(Server, HeadIsGetWithoutTheBody) {
  const Bench bench;
  const std::string whole = bench.say("GET /hello", bench.host());
  const std::string head = bench.say("HEAD /hello", bench.host());
  EXPECT_EQ(head, whole.substr(0, whole.find("\r\n\r\n") + 4));
  EXPECT_EQ(status_of(bench.say("HEAD /nothing", bench.host())), "404");
  EXPECT_EQ(status_of(bench.say("HEAD /hello", "Host: evil.test\r\n")), "403");
}

TEST(Server, WhatIsNotThereOrNotTakenIsAnErrorInJson) {
  const Bench bench;
  EXPECT_EQ(bench.get("/nothing").status, 404);
  const std::string nothing = R"({"error":"there is nothing at /nothing",)"
                              R"("message":{"id":"http_nothing_there","facts":{"path":"/nothing"}}})"
                              "\n";
  EXPECT_EQ(bench.get("/nothing").body, nothing);
  EXPECT_EQ(bench.get("/").status, 404);
  EXPECT_EQ(bench.get("/x/../nothing").body, nothing) << "in its plain form";
  EXPECT_EQ(bench.get("/echo").status, 405);
  EXPECT_EQ(bench.post("/hello", "{}").status, 405);
  EXPECT_TRUE(bench.post("/hello", "{}").body.starts_with(R"({"error":"/hello takes GET only","message":)"));
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH"})
    EXPECT_EQ(status_of(bench.say(std::string{method} + " /hello", bench.host())), "405") << method;
  EXPECT_EQ(bench.asked, 0);
}

TEST(Server, AForeignHostOrOriginReachesNoRoute) {
  const Bench bench;
  const std::string port = std::to_string(bench.server->port());
  EXPECT_EQ(status_of(bench.say("GET /hello", "Host: evil.example:" + port + "\r\n")), "403");
  EXPECT_EQ(status_of(bench.say("GET /hello", "")), "403");
  EXPECT_EQ(status_of(bench.say("GET /hello", bench.host() + "Origin: http://evil.example\r\n")), "403");
  EXPECT_EQ(status_of(bench.say("GET /hello", bench.host() + "Origin: null\r\n")), "403");
  EXPECT_EQ(status_of(bench.say("POST /echo",
                                bench.host() + "Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}")),
            "415");
  // Two Host headers: whichever a proxy in between looked at, neither is believed.
  const std::string second = "Host: evil.example:" + port + "\r\n";
  EXPECT_NE(status_of(bench.say("GET /hello", bench.host() + second)), "200");
  EXPECT_NE(status_of(bench.say("GET /hello", second + bench.host())), "200");
  EXPECT_EQ(bench.asked, 0);
}

TEST(Server, WithoutItsTokenNothingIsAnswered) {
  const Bench bench{{.token = "correct horse battery"}};
  EXPECT_EQ(bench.get("/hello").status, 401);
  EXPECT_EQ(bench.get("/hello", "correct horse batterz").status, 401);
  EXPECT_EQ(bench.get("/nothing").status, 401) << "not even what there is";
  EXPECT_EQ(bench.asked, 0);
  EXPECT_EQ(bench.get("/hello", "correct horse battery").status, 200);
}

TEST(Server, ABodyTooLongIsRefusedAndTheAnswerArrives) {
  const Bench bench{{.most_body = 1000}};
  EXPECT_EQ(bench.post("/echo", std::string(1000, 'x')).status, 200);
  EXPECT_EQ(bench.post("/echo", std::string(1001, 'x')).status, 413);
  EXPECT_EQ(bench.post("/echo", std::string(300'000, 'x')).status, 413);
  EXPECT_EQ(bench.asked, 1);
  // Announced only: answered without waiting for it.
  Wire wire{bench.server->port()};
  wire.send("POST /echo HTTP/1.1\r\n" + bench.host() +
            "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n");
  EXPECT_EQ(status_of(wire.read_all()), "413");
}

TEST(Server, APostWithoutALengthIsRefused) {
  const Bench bench;
  const std::string json = bench.host() + "Content-Type: application/json\r\n";
  EXPECT_EQ(status_of(bench.say("POST /echo", json)), "411");
  EXPECT_EQ(status_of(bench.say("POST /echo", json + "Content-Length: 0\r\n")), "411");
  EXPECT_EQ(
      status_of(bench.say("POST /echo", json + "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n")),
      "411");
  EXPECT_EQ(bench.asked, 0);
}

TEST(Server, OneConnectionMayAskManyTimes) {
  const Bench bench;
  Wire wire{bench.server->port()};
  for (int i = 0; i < 20; ++i) {
    wire.send("GET /hello HTTP/1.1\r\n" + bench.host() + "\r\n");
    EXPECT_EQ(status_of(wire.read_until("{\"hello\":1}")), "200") << i;
    wire.send("POST /echo HTTP/1.1\r\n" + bench.host() +
              "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":2}");
    EXPECT_EQ(status_of(wire.read_until("{\"a\":2}")), "200") << i;
  }
}

TEST(Server, ALongAnswerArrivesWhole) {
  const Bench bench;
  EXPECT_EQ(bench.get("/big").body.size(), 3'000'000u);
}

TEST(Server, HeadersWithoutEndAreCutOff) {
  const Bench bench;
  Wire wire{bench.server->port()};
  wire.send("GET /hello HTTP/1.1\r\n" + bench.host());
  for (int i = 0; i < 50; ++i) wire.send("X-Filler: " + std::string(1000, 'y') + "\r\n");
  wire.send("\r\n");
  EXPECT_NE(status_of(wire.read_all()), "200");
  EXPECT_EQ(bench.get("/hello").status, 200) << "and the others are served";
}

TEST(Server, NoiseAndHalfRequestsDisturbNobody) {
  const Bench bench;
  std::string noise(5000, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * 37 + i / 256);
  for (const std::string& text :
       {noise, std::string{"\r\n\r\n\r\n"}, std::string{"GET"}, std::string{"GET /hello"},
        std::string{"GET /hello HTTP/1.1\r\nHost"}, std::string{"GET %zz%00 HTTP/1.1\r\n\r\n"}}) {
    const Wire wire{bench.server->port()};
    wire.send(text);
    EXPECT_EQ(bench.get("/hello").status, 200);
  }
}

TEST(Server, ASlowBodyIsHungUpOn) {
  const Bench bench{{.body = 200ms}};
  Wire slow{bench.server->port()};
  slow.send("POST /echo HTTP/1.1\r\n" + bench.host() +
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
  EXPECT_EQ(bench.get("/hello").status, 200) << "meanwhile the others are served";
  EXPECT_TRUE(slow.is_closed_by_peer());
}

TEST(Server, WhoSaysNothingIsHungUpOn) {
  const Bench bench{{.idle = 200ms}};
  Wire silent{bench.server->port()};
  Wire half{bench.server->port()};
  half.send("GET /hello HT");
  EXPECT_TRUE(silent.is_closed_by_peer());
  EXPECT_TRUE(half.is_closed_by_peer());
}

TEST(Server, WhoDoesNotTakeItsAnswerIsHungUpOnAndKeepsNobodyWaiting) {
  const Bench bench{{.stalled = 300ms}};
  Wire stalled{bench.server->port()};
  for (int i = 0; i < 4; ++i) stalled.send("GET /big HTTP/1.1\r\n" + bench.host() + "\r\n");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(bench.get("/later").status, 200);
  std::this_thread::sleep_for(1s);
  std::string got = stalled.read_all();  // what was in the pipe, then the end
  EXPECT_LT(got.size(), 12'000'000u);
}

TEST(Server, AnAnswerThatNeverComesEnds) {
  const Bench bench{{.answer = 300ms}};
  Wire wire{bench.server->port()};
  wire.send("GET /never HTTP/1.1\r\n" + bench.host() + "\r\n");
  EXPECT_TRUE(wire.is_closed_by_peer());
}

TEST(Server, AnUpgradeToAWebsocketIsRefused) {
  const Bench bench;
  const std::string answer = bench.say("GET /hello", bench.host() +
                                                         "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
  EXPECT_NE(status_of(answer), "101") << answer;
  EXPECT_EQ(bench.get("/hello").status, 200);
}

TEST(Server, AClientThatLeavesWhileItWaitsIsForgotten) {
  const Bench bench;
  for (int i = 0; i < 10; ++i) {
    const Wire wire{bench.server->port()};
    wire.send("GET /later HTTP/1.1\r\n" + bench.host() + "\r\n");
  }
  EXPECT_EQ(bench.get("/later").status, 200);
}

TEST(Server, APortInUseIsTold) {
  const Bench bench;
  const auto second = Server::open({.port = bench.server->port()});
  if (second) FAIL() << "two servers on one port";
  EXPECT_EQ(second.error().step, ListenError::Step::bind);
  EXPECT_EQ(second.error().error, EADDRINUSE);
}

TEST(Server, EndsWhileClientsWait) {
  Bench bench;
  Wire wire{bench.server->port()};
  wire.send("GET /never HTTP/1.1\r\n" + bench.host() + "\r\n");
  bench.get("/hello");
  bench.server->stop();
  EXPECT_TRUE(wire.is_closed_by_peer());
}

TEST(Client, SaysWhatWentWrong) {
  std::uint16_t port = 0;
  {
    const Bench bench;
    port = bench.server->port();
  }
  const auto nobody = ask({.port = port});
  ASSERT_FALSE(nobody.has_value());
  EXPECT_EQ(nobody.error().step, ClientError::Step::connect);
  EXPECT_EQ(nobody.error().error, ECONNREFUSED);
  const Bench bench;
  const auto silent = ask({.port = bench.server->port(), .path = "/never", .patience = 100ms});
  ASSERT_FALSE(silent.has_value());
  EXPECT_EQ(silent.error().step, ClientError::Step::time_out);
}

}  // namespace
}  // namespace hexad::web
