// Floods: datagrams of strangers cost the rightful host nothing, and garbage of somebody allowed does not
// hold up a stop. Counts and platform time are judged, never the clock.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "flood.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

std::string numbered(int number, const char* end) {
  std::string text{"q"};
  text.append(std::to_string(number)).append(end);
  return text;
}

TEST(Flood, StrangersCostTheRightfulHostNotOneAnswerAndMoveNothing) {
  const FieldBench bench{"neutral",
                         {"--set", "mdof.allow=[\"127.0.0.1\"]", "--set", "darren.allow=[\"127.0.0.1\"]"}};
  const Flood flood{"127.0.0.2", {bench.mdof(), bench.darren()}, garbage()};
  flood.wait_until_sent(5'000);
  const HostSocket host;
  constexpr int kRounds = 400;
  constexpr int kAtOnce = 10;
  int number = 0;
  for (int round = 0; round < kRounds; ++round) {
    // Each datagram has a number of its own, and so has its answer.
    for (int i = 0; i < kAtOnce; ++i) host.send(bench.mdof(), numbered(number + i, ""));
    for (int i = 0; i < kAtOnce; ++i)
      ASSERT_EQ(host.receive().value_or("lost"), numbered(number + i, "#-1")) << "round " << round;
    number += kAtOnce;
    std::this_thread::sleep_for(1ms);
  }
  flood.wait_until_sent(50'000);
  EXPECT_EQ(MdofHost{bench.mdof()}.ask("24"), "24#0.000 0.000 0.000 0.000 0.000 0.000");
  EXPECT_EQ(MdofHost{bench.mdof()}.ask("23"), "23#0") << "not one emergency of theirs was heard";
}

TEST(Flood, StrangersCostTheRightfulStreamNotOneFrame) {
  const FieldBench bench{"neutral", {"--set", "darren.allow=[\"127.0.0.1\"]"}};
  const Flood flood{"127.0.0.2", {bench.darren()}, garbage()};
  flood.wait_until_sent(5'000);
  // A second host is sent exactly one status for each of its frames: what comes back counts what arrived.
  FieldHost first{bench.darren()};
  first.send({.id = 0, .word = 2});
  ASSERT_TRUE(first.until([](const FieldStatus& status) { return status.state == 6; }));
  const HostSocket second;
  std::uint32_t last = 0;
  for (int frame = 0; frame < 1'000; ++frame) {
    second.send(bench.darren(), FieldFrame{.sequence = static_cast<std::uint32_t>(frame), .id = 0}.bytes());
    const auto bytes = second.receive();
    ASSERT_TRUE(bytes) << "frame " << frame;
    const auto status = parse_status(*bytes);
    ASSERT_TRUE(status);
    if (frame > 0) {
      ASSERT_EQ(status->sequence, last + 1) << "frame " << frame;
    }
    last = status->sequence;
  }
  flood.wait_until_sent(20'000);
}

// Twenty times slower than the clock: what a busy machine delays by half a second is 25 ms of the platform's
// time.
const std::vector<std::string> kSlowest{"--speed", "0.05"};

TEST(Flood, GarbageOfSomebodyAllowedDoesNotHoldUpAStop) {
  const FieldBench bench{"neutral", kSlowest};
  const Flood flood{"127.0.0.1", {bench.mdof(), bench.darren()}, harmless_garbage()};
  flood.wait_until_sent(5'000);
  const MdofHost host{bench.mdof()};
  for (int i = 0; i < 5; ++i) {
    host.send("9 0 0 100 0 0 0");
    host.send("4");
    std::vector<std::string> answers{host.receive(), host.receive()};
    std::sort(answers.begin(), answers.end());
    ASSERT_EQ(answers, (std::vector<std::string>{"4#0", "9#-4"})) << "round " << i;
  }
  // With 50 m/s³ of jerk it takes 20 ms of platform time to get 0.07 mm away: five stops came in time.
  EXPECT_LT(std::abs(host.pose()[2]), 0.5);
}

/// A darren host that repeats its word at 100 Hz, as they all do: a full queue of the kernel costs it a frame
/// or two.
class Repeated {
 public:
  Repeated(std::uint16_t port, std::uint16_t word)
      : thread_{[this, port, word] {
          FieldHost host{port};
          while (!ending_) {
            host.send({.id = 0, .word = word});
            std::this_thread::sleep_for(10ms);
          }
        }} {}
  ~Repeated() {
    ending_ = true;
    thread_.join();
  }
  Repeated(const Repeated&) = delete;
  Repeated& operator=(const Repeated&) = delete;

 private:
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

TEST(Flood, GarbageOfSomebodyAllowedDoesNotHoldUpAHoldOrAnEmergency) {
  const FieldBench bench{"neutral", kSlowest};
  const MdofHost host{bench.mdof()};
  host.send("9 0 0 100 0 0 0");
  ASSERT_TRUE(comes_true([&] { return host.ask("22") == "22#1"; }));
  const Flood flood{"127.0.0.1", {bench.darren()}, harmless_garbage()};
  {
    const Repeated hold{bench.darren(), 5};
    EXPECT_EQ(host.receive(), "9#-5");
    EXPECT_LT(std::abs(host.pose()[2]), 50.0) << "half way at most: it takes seconds of platform time";
  }
  const Repeated emergency{bench.darren(), 9};
  EXPECT_EQ(host.receive(), "9#195");
  EXPECT_EQ(host.ask("23"), "23#195");
}

}  // namespace
}  // namespace hexad::system_test
