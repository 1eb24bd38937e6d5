// More clients than there is room for, and clients who may not come in.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "web/testing/server_bench.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

constexpr const char* kToken = "correct horse battery";
const std::string kBearerLine = "Authorization: Bearer correct horse battery\r\n";

TEST(Crowd, StrangersKeepNobodyOut) {
  const Bench bench{{.token = kToken, .most_clients = 8}};
  Wire console{bench.server->port()};
  ASSERT_TRUE(bench.answers(console, kBearerLine));
  std::deque<Wire> strangers;
  for (int i = 0; i < 60; ++i) {
    strangers.emplace_back(bench.server->port());
    strangers.back().send(i % 3 == 0   ? ""
                          : i % 3 == 1 ? "GET /hello HT"
                                       : "GET /hello HTTP/1.1\r\nHost: x\r\n");
    EXPECT_EQ(bench.get("/hello", kToken).status, 200) << i << " strangers";
    EXPECT_TRUE(bench.answers(console, kBearerLine)) << i << " strangers";
  }
  EXPECT_GT(bench.dropped, 0u);
}

TEST(Crowd, WhoIsIdleMakesRoom) {
  const Bench bench{{.most_clients = 4}};
  std::deque<Wire> full;
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(bench.answers(full.emplace_back(bench.server->port())));
  EXPECT_EQ(bench.get("/hello").status, 200);
}

TEST(Crowd, ThereIsAPlaceForAStopWhenEverybodyIsBeingServed) {
  const Bench bench{{.most_clients = 4}};
  std::deque<Wire> busy;
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(bench.answers(busy.emplace_back(bench.server->port())));
    busy.back().send("GET /never HTTP/1.1\r\n" + bench.host() + "\r\n");
  }
  std::deque<Wire> more;  // what has no place of its own is served too, and makes room for what comes
  for (int i = 0; i < 10; ++i) {
    more.emplace_back(bench.server->port()).send("GET /never HTTP/1.1\r\n" + bench.host() + "\r\n");
    EXPECT_EQ(bench.post("/echo", "{\"order\":\"stop\"}").status, 200) << i;
  }
}

/// No descriptor beyond those that are open, but for `left`.
class FewDescriptors {
 public:
  explicit FewDescriptors(int left) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    for (int fd = 0; fd >= 0 && fills_.size() < 256;) fills_.push_back(fd = ::dup(0));
    rlimit few = before_;
    few.rlim_cur = static_cast<rlim_t>(fills_.back()) + 1;
    for (int i = 0; i < left; ++i, fills_.pop_back()) ::close(fills_.back());
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() {
    ::setrlimit(RLIMIT_NOFILE, &before_);
    for (const int fd : fills_) ::close(fd);
  }

 private:
  rlimit before_{};
  std::vector<int> fills_;
};

TEST(Crowd, WithoutDescriptorsItNeitherSpinsNorFallsSilent) {
  // On a busy computer a quarter of a second passes between two requests of the same console.
  const Bench bench{{.token = kToken, .first_word = 1h}};
  Wire console{bench.server->port()};
  ASSERT_TRUE(bench.answers(console, kBearerLine));
  std::deque<Wire> strangers(40);
  std::deque<Wire> operators(20);
  const FewDescriptors few{2};
  for (const Wire& stranger : strangers) stranger.call(bench.server->port());
  for (Wire& one : operators) {
    one.call(bench.server->port());
    EXPECT_TRUE(bench.answers(one, kBearerLine)) << "an operator who comes now";
    EXPECT_TRUE(bench.answers(console, kBearerLine)) << "and one who was there";
  }
  EXPECT_GT(bench.shortages, 0u);
  const int before = bench.pulses;
  const std::uint64_t failed = bench.shortages;
  while (bench.pulses < before + 50) std::this_thread::sleep_for(5ms);
  EXPECT_LE(bench.shortages, failed + 100) << "it tries, but not all the time";
}

TEST(Crowd, AWrongTokenIsToldOfAndAnsweredLaterAndLater) {
  const Bench bench{{.token = kToken}};
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(bench.get("/hello", "a guess, and a long one").status, 401) << i;
  EXPECT_GE(std::chrono::steady_clock::now() - start, 2s) << "three are free";
  EXPECT_EQ(bench.get("/hello", kToken).status, 200);
  EXPECT_GE(bench.wrong_tokens, 1u);
  EXPECT_EQ(bench.asked, 1);
}

TEST(Crowd, ABodyWithTwoLengthsIsRefused) {
  const Bench bench;
  const std::string json = bench.host() + "Content-Type: application/json\r\n";
  for (const char* both : {"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
                           "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
                           "Transfer-Encoding: identity\r\nContent-Length: 2\r\n"}) {
    Wire wire{bench.server->port()};
    wire.send("POST /echo HTTP/1.1\r\n" + json + both + "\r\n{}");
    EXPECT_EQ(status_of(wire.read_all()), "400") << both << " and it is hung up on";
  }
  EXPECT_EQ(bench.asked, 0);
}

}  // namespace
}  // namespace hexad::web
