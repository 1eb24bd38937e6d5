#include "os/udp_socket.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <string_view>

namespace hexad::net {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kSecondLoopback = kLoopback + 1;  // 127.0.0.2
constexpr std::uint32_t kMaxPrefixesTried = 1000;

UdpSocket open_at(std::uint32_t ip, std::vector<Prefix> allow = {kLoopbackOnly}) {
  auto socket = UdpSocket::open({.address = {ip, 0}, .allow = std::move(allow)});
  if (!socket)
    throw std::runtime_error{"cannot open a loopback socket: errno " + std::to_string(socket.error().error)};
  return std::move(*socket);
}

void send(UdpSocket& from, const Address& to, std::string_view text) {
  from.send(to, std::as_bytes(std::span{text}));
  from.flush();
}

/// Waits until something is there; loopback delivers before send() returns, so the wait is for slow machines.
std::vector<std::string> receive(UdpSocket& socket, ReceiveBatch& batch,
                                 std::chrono::milliseconds patience = 2s) {
  pollfd ready{socket.get(), POLLIN, 0};
  std::vector<std::string> texts;
  if (::poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return texts;
  socket.receive(batch);
  for (const Arrival& arrival : batch.arrivals()) {
    texts.emplace_back();
    for (const std::byte byte : arrival.bytes) texts.back() += static_cast<char>(byte);
  }
  return texts;
}

TEST(UdpSocket, PortZeroPicksAFreePort) {
  const UdpSocket socket = open_at(kLoopback);
  EXPECT_EQ(socket.address().ip, kLoopback);
  EXPECT_NE(socket.address().port, 0);
}

TEST(UdpSocket, APortInUseIsAFactWithItsNumber) {
  const UdpSocket first = open_at(kLoopback);
  const auto second = UdpSocket::open({.address = first.address()});
  if (second) FAIL() << "two sockets on one port";
  const SocketError error = second.error();
  EXPECT_EQ(error.step, SocketError::Step::bind);
  EXPECT_EQ(error.address, first.address());
  EXPECT_EQ(error.error, EADDRINUSE);
}

TEST(UdpSocket, DatagramsArriveInOrderWithTheirSender) {
  UdpSocket host = open_at(kSecondLoopback);
  UdpSocket platform = open_at(kLoopback);
  for (const char* text : {"20", "", "9 0 0 10 0 0 0"})
    host.send(platform.address(), std::as_bytes(std::span{std::string_view{text}}));
  host.flush();
  ReceiveBatch batch;
  EXPECT_EQ(receive(platform, batch), (std::vector<std::string>{"20", "", "9 0 0 10 0 0 0"}));
  for (const Arrival& arrival : batch.arrivals()) EXPECT_EQ(arrival.from, host.address());
  EXPECT_EQ(platform.counters().received, 3u);
  EXPECT_EQ(host.counters().sent, 3u);
}

TEST(UdpSocket, ABurstLargerThanABatchIsTakenInSeveralCalls) {
  UdpSocket host = open_at(kLoopback);
  UdpSocket platform = open_at(kLoopback);
  constexpr std::size_t kBurst = 3 * kReceiveBatch + 5;
  for (std::size_t i = 0; i < kBurst; ++i) {
    const std::string text = std::to_string(i);
    host.send(platform.address(), std::as_bytes(std::span{text}));
  }
  host.flush();
  ReceiveBatch batch;
  std::vector<std::string> all;
  for (;;) {
    const std::vector<std::string> some = receive(platform, batch, 200ms);
    if (some.empty()) break;
    all.insert(all.end(), some.begin(), some.end());
  }
  ASSERT_EQ(all.size(), kBurst);
  for (std::size_t i = 0; i < kBurst; ++i) EXPECT_EQ(all[i], std::to_string(i));
}

TEST(UdpSocket, TheLargestDatagramPassesBothWays) {
  UdpSocket host = open_at(kLoopback);
  UdpSocket platform = open_at(kLoopback);
  const std::string large(65507, 'x');
  send(host, platform.address(), "before");
  send(host, platform.address(), large);
  ReceiveBatch batch;
  EXPECT_EQ(receive(platform, batch), (std::vector<std::string>{"before", large}));
}

// The kernel begins to stamp a while after the first socket asked for it (a deferred switch, later on a busy
// machine), and until then gives the time of reading.
TEST(UdpSocket, ArrivalIsWhenTheKernelHadItNotWhenItWasRead) {
  UdpSocket host = open_at(kLoopback);
  UdpSocket platform = open_at(kLoopback);
  ReceiveBatch batch;
  bool stamped = false;
  for (int attempt = 0; attempt < 50 && !stamped; ++attempt) {
    const MonotonicTime before = std::chrono::steady_clock::now();
    send(host, platform.address(), "20");
    const MonotonicTime after = std::chrono::steady_clock::now();
    ::poll(nullptr, 0, 60);
    ASSERT_EQ(receive(platform, batch).size(), 1u);
    // The kernel's stamp is of another clock; the two are compared within microseconds.
    stamped = batch.arrivals()[0].time >= before - 5ms && batch.arrivals()[0].time <= after + 5ms;
  }
  EXPECT_TRUE(stamped);
}

TEST(UdpSocket, OnlyAllowedSourcesAreHeard) {
  UdpSocket first = open_at(kLoopback);
  UdpSocket second = open_at(kSecondLoopback);
  UdpSocket third = open_at(kLoopback + 2);
  UdpSocket platform = open_at(kLoopback, {{kSecondLoopback, 32}, {0xC0A80100, 24}});
  ReceiveBatch batch;
  send(first, platform.address(), "first");
  send(third, platform.address(), "third");
  send(second, platform.address(), "second");
  EXPECT_EQ(receive(platform, batch), (std::vector<std::string>{"second"}));
  EXPECT_EQ(platform.kernel_drops(), 2u);
}

TEST(UdpSocket, AnEmptyListHearsNobody) {
  UdpSocket host = open_at(kLoopback);
  UdpSocket platform = open_at(kLoopback, {});
  ReceiveBatch batch;
  send(host, platform.address(), "20");
  EXPECT_TRUE(receive(platform, batch, 50ms).empty());
}

TEST(UdpSocket, ALongListReachesItsLastEntry) {
  std::vector<Prefix> allow;
  for (std::uint32_t i = 0; i + 1 < kMaxPrefixesTried; ++i) allow.push_back({0x0A000000 + i, 32});
  allow.push_back({kSecondLoopback, 32});
  UdpSocket first = open_at(kLoopback);
  UdpSocket second = open_at(kSecondLoopback);
  UdpSocket platform = open_at(kLoopback, allow);
  ReceiveBatch batch;
  send(first, platform.address(), "first");
  send(second, platform.address(), "second");
  EXPECT_EQ(receive(platform, batch), (std::vector<std::string>{"second"}));
}

TEST(UdpSocket, AHostThatWentAwayDisturbsNobody) {
  UdpSocket platform = open_at(kLoopback);
  UdpSocket host = open_at(kLoopback);
  Address gone;
  {
    const UdpSocket short_lived = open_at(kLoopback);
    gone = short_lived.address();
  }
  ReceiveBatch batch;
  for (int i = 0; i < 5; ++i) {
    send(platform, gone, "200");  // answered by ICMP port unreachable
    send(platform, host.address(), "still here");
    EXPECT_EQ(receive(host, batch), (std::vector<std::string>{"still here"}));
    send(host, platform.address(), "22");
    EXPECT_EQ(receive(platform, batch), (std::vector<std::string>{"22"}));
  }
  EXPECT_EQ(platform.counters().unreachable, 5u);
  EXPECT_EQ(platform.counters().send_failures, 0u);
  EXPECT_EQ(platform.counters().sent, 10u);
}

TEST(UdpSocket, ADestinationThatCannotBeReachedCostsOnlyItsOwnDatagram) {
  UdpSocket platform = open_at(kLoopback);
  UdpSocket host = open_at(kLoopback);
  const std::string_view text = "status";
  platform.send(host.address(), std::as_bytes(std::span{text}));
  platform.send({0xFFFFFFFF, 9}, std::as_bytes(std::span{text}));  // broadcast is not permitted
  platform.send(host.address(), std::as_bytes(std::span{text}));
  platform.flush();
  ReceiveBatch batch;
  EXPECT_EQ(receive(host, batch), (std::vector<std::string>{"status", "status"}));
  EXPECT_EQ(platform.counters().send_failures, 1u);
}

TEST(WakeUp, CountsSignalsUntilTaken) {
  WakeUp wake;
  EXPECT_EQ(wake.take(), 0u);
  wake.signal();
  wake.signal();
  EXPECT_EQ(wake.take(), 2u);
  EXPECT_EQ(wake.take(), 0u);
}

}  // namespace
}  // namespace hexad::net
