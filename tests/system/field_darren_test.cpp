// darren as hosts in the field speak it: without a handshake, with message IDs of their own, one frame a
// button, or dead and still repeating their last pose.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cmath>
#include <thread>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

enum State : std::uint16_t {
  kPoweredUp = 1,
  kZeroing = 2,
  kOrigin = 3,
  kAscend = 4,
  kNeutral = 5,
  kRunning = 6,
  kToNeutral = 7,
  kDescending = 9,
  kHolding = 10,
  kEmergency = 12
};
constexpr std::uint32_t kTimeout = 1;
constexpr std::uint32_t kNotDriver = 8;

bool contains_in_order(const std::vector<std::uint16_t>& states, const std::vector<std::uint16_t>& wanted) {
  std::size_t next = 0;
  for (const std::uint16_t state : states)
    if (next < wanted.size() && state == wanted[next]) ++next;
  return next == wanted.size();
}

/// Streams a pose with run until `done`. On a machine so busy that 200 ms pass between two frames the
/// platform rightly holds; a word in between makes the next run a new one.
bool run_until(FieldHost& host, FieldFrame& frame, const std::function<bool(const FieldStatus&)>& done) {
  return host.until(done, [&] {
    if (host.received() > 0 && host.status().state == kHolding) {
      FieldFrame edge = frame;
      edge.sequence = ++frame.sequence;
      edge.word = 0;
      host.send(edge);
    }
    ++frame.sequence;
    return frame;
  });
}

TEST(FieldDarren, StandAloneClient_Id0x1001AndNeutralEveryTenMillisecondsBringsThePlatformUp) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  FieldHost host{bench.darren()};
  FieldFrame frame{.id = 0x1001, .word = 1};
  const auto next = [&frame] {
    ++frame.sequence;
    return frame;
  };
  ASSERT_TRUE(host.reaches(kNeutral, next)) << bench.hexad.log();
  EXPECT_TRUE(contains_in_order(host.states(), {kZeroing, kAscend, kNeutral}));
  const FieldStatus status = host.status();
  EXPECT_EQ(status.length, 128u);
  EXPECT_EQ(status.id, 200u);
  // The word goes on as a level: it does nothing new.
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(host.reaches(kNeutral, next));
}

TEST(FieldDarren, StandAloneClient_ItsFirstRunningFrameIsDegreesAwayAndIsBlendedIn) {
  const FieldBench bench{"neutral"};
  FieldHost host{bench.darren()};
  FieldFrame frame{.sequence = 320, .id = 100, .word = 2, .values = {0, -2.95F, 0, 0, 0, 0}};
  float largest_step = 0.0F;
  float before = 0.0F;
  ASSERT_TRUE(run_until(host, frame, [&](const FieldStatus& status) {
    largest_step = std::max(largest_step, std::abs(status.pose[1] - before));
    before = status.pose[1];
    return status.state == kRunning && std::abs(status.pose[1] + 2.95F) < 0.01F;
  })) << bench.hexad.log();
  EXPECT_LT(largest_step, 2.0F) << "no jump: 40 °/s at most, a status every 10 ms";
  // Back to neutral with its idle ID.
  FieldFrame idle{.sequence = frame.sequence, .id = 0x1001, .word = 1};
  ASSERT_TRUE(host.reaches(kNeutral, [&idle] {
    ++idle.sequence;
    return idle;
  }));
}

/// Takes datagrams only from the address and port it is connected to, as the DLL client does.
struct ConnectedSocket {
  int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  explicit ConnectedSocket(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    if (::connect(fd, static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address) != 0)
      throw std::runtime_error{"connect"};
    const timeval wait{kPatience.count(), 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
  }
  ~ConnectedSocket() { ::close(fd); }
  ConnectedSocket(const ConnectedSocket&) = delete;
  ConnectedSocket& operator=(const ConnectedSocket&) = delete;
  void send(const FieldFrame& frame) const {
    const std::string bytes = frame.bytes();
    ::send(fd, bytes.data(), bytes.size(), 0);
  }
  std::optional<FieldStatus> receive() const {
    std::string bytes(256, '\0');
    const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (count < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(count));
    return parse_status(bytes);
  }
};

TEST(FieldDarren, DllClient_AConnectedSocketHearsStatusBecauseItComesFromTheCommandPort) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  const ConnectedSocket host{bench.darren()};
  FieldFrame frame{.sequence = 1, .id = 0, .word = 0};
  host.send(frame);
  ASSERT_TRUE(host.receive());
  // Then ID 100 with command 0 and a pose, until its operator types a word: nothing moves.
  frame = {.id = 100, .word = 0, .values = {3, 0, 0, 0, 0, 20}};
  for (std::uint32_t i = 2; i < 60; ++i) {
    frame.sequence = i;
    host.send(frame);
    const auto status = host.receive();
    ASSERT_TRUE(status);
    ASSERT_EQ(status->state, kNeutral);
    ASSERT_EQ(status->moving, 0);
  }
}

TEST(FieldDarren, ADeadClientThatRepeatsItsLastPoseDoesNotUndoAStop) {
  const FieldBench bench{"neutral"};
  FieldHost host{bench.darren()};
  FieldFrame frame{.id = 100, .word = 2, .values = {0, 0, 0, 0, 0, 15}};
  ASSERT_TRUE(run_until(host, frame, [](const FieldStatus& status) {
    return status.state == kRunning && std::abs(status.pose[5] - 15.0F) < 0.01F;
  }));
  const MdofHost operator_at_hand{bench.mdof()};
  EXPECT_EQ(operator_at_hand.ask("4"), "4#0");
  frame.values[5] = 40.0F;
  const auto repeat = [&frame] {
    ++frame.sequence;
    return frame;
  };
  ASSERT_TRUE(host.until([](const FieldStatus& status) { return status.state != kRunning; }, repeat));
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(host.until([](const FieldStatus&) { return true; }, repeat));
    ASSERT_NE(host.status().state, kRunning) << "frame " << i;
  }
  EXPECT_NEAR(operator_at_hand.pose()[2], 15.0, 1.0);
  // A new word is a new act.
  frame.word = 0;
  host.send(repeat());
  frame.word = 2;
  EXPECT_TRUE(host.reaches(kRunning, repeat)) << bench.hexad.log();
}

TEST(FieldDarren, ButtonTool_WaitsForStatusThenSendsOneFrameAButtonWithSequenceZeroAndIdZero) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  // It sends nothing before it has heard a status.
  const auto first = bench.status.receive();
  ASSERT_TRUE(first);
  ASSERT_EQ(first->size(), 128u);
  EXPECT_EQ(first->at(0), static_cast<char>(128));

  FieldHost tool{bench.darren()};
  tool.send({.id = 0, .word = 1});
  ASSERT_TRUE(tool.reaches(kNeutral)) << bench.hexad.log();
  tool.send({.id = 0, .word = 2});
  ASSERT_TRUE(tool.reaches(kRunning)) << bench.hexad.log();
  // Minutes of platform time without a frame: no watchdog was armed, it stays as it is.
  const std::uint64_t heard = tool.received();
  ASSERT_TRUE(tool.until([&](const FieldStatus&) { return tool.received() > heard + 100; }));
  EXPECT_EQ(tool.status().state, kRunning);
  EXPECT_EQ(tool.status().warnings & kTimeout, 0u);
  tool.send({.id = 0, .word = 3});
  ASSERT_TRUE(tool.reaches(kOrigin)) << bench.hexad.log();
  EXPECT_TRUE(
      contains_in_order(tool.states(), {kZeroing, kAscend, kNeutral, kRunning, kDescending, kOrigin}));
  tool.send({.id = 0, .word = 9});
  ASSERT_TRUE(tool.reaches(kEmergency));
  EXPECT_EQ(tool.status().error, 195u);
  // Reset is refused while the emergency is asserted (one second); the operator presses again.
  ASSERT_TRUE(tool.until([](const FieldStatus& status) { return status.state == kPoweredUp; },
                         [] { return FieldFrame{.id = 0, .word = 8}; }));
}

TEST(FieldDarren, FramesOfThePrinted124ByteTableAreObeyed) {
  const FieldBench bench{"neutral"};
  FieldHost host{bench.darren()};
  FieldFrame frame{.id = 100, .word = 2, .values = {1, -2, 3, 10, -20, 30}};
  bool there = false;
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       !there && std::chrono::steady_clock::now() < end;) {
    ++frame.sequence;
    frame.word = host.received() > 0 && host.status().state == kHolding ? 0 : 2;
    host.send_raw(frame.printed());
    std::this_thread::sleep_for(10ms);
    const FieldStatus status = host.status();
    there = true;
    for (std::size_t i = 0; i < 6; ++i) there = there && std::abs(status.pose[i] - frame.values[i]) < 0.02F;
  }
  EXPECT_TRUE(there) << bench.hexad.log();
}

TEST(FieldDarren, ARestartedHostWithANewSequenceIsObeyed) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  FieldHost host{bench.darren()};
  std::uint32_t sequence = 1'000'000;
  const auto frame = [&sequence](std::uint16_t word) {
    return FieldFrame{.sequence = ++sequence, .word = word};
  };
  ASSERT_TRUE(host.reaches(kRunning, [&] { return frame(2); }));
  sequence = 0;
  ASSERT_TRUE(host.reaches(kOrigin, [&] { return frame(3); })) << bench.hexad.log();
}

TEST(FieldDarren, ARestartedPlatformIsFoundAgainByAHostThatNeverStoppedSending) {
  FieldHost host{0};
  std::uint16_t port = 0;
  {
    const FieldBench bench{"neutral"};
    port = bench.darren();
  }
  // Nobody is there: its frames meet ICMP errors, and it goes on.
  FieldHost stubborn{port};
  for (int i = 0; i < 10; ++i) stubborn.send({.id = 100, .word = 0});
  DaemonProcess again{{"--protocols", "darren", "--port", "darren=" + std::to_string(port), "--set",
                       "plant.initial=neutral", "--speed", "4"}};
  ASSERT_TRUE(again.wait_until_ready()) << again.log();
  EXPECT_TRUE(stubborn.reaches(kNeutral, [] { return FieldFrame{.id = 100, .word = 0}; }));
}

TEST(FieldDarren, ASecondHostIsToldAndMayOnlyHoldResetAndStopInAnEmergency) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  FieldHost first{bench.darren()};
  FieldHost second{bench.darren()};
  ASSERT_TRUE(first.reaches(kRunning, [] { return FieldFrame{.id = 0, .word = 2}; }));
  first.send({.id = 0, .word = 2});
  second.send({.id = 1});
  second.send({.id = 0, .word = 3});
  ASSERT_TRUE(second.until([](const FieldStatus& status) { return (status.warnings & kNotDriver) != 0; }));
  EXPECT_EQ(first.status().warnings & kNotDriver, 0u);
  EXPECT_EQ(first.status().state, kRunning) << "descend of another does nothing";
  second.send({.id = 0, .word = 7});
  EXPECT_TRUE(first.reaches(kHolding, [] { return FieldFrame{.id = 0, .word = 2}; }))
      << "the vendor tool's hold";
}

TEST(FieldDarren, DisconnectHoldsAndFreesThePlace) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  FieldHost first{bench.darren()};
  ASSERT_TRUE(first.reaches(kRunning, [] { return FieldFrame{.id = 0, .word = 2}; }));
  first.send({.id = 2, .word = 2});
  ASSERT_TRUE(first.reaches(kHolding)) << bench.hexad.log();
  FieldHost second{bench.darren()};
  second.send({.id = 1});
  for (bool answered = false; !answered;) {
    const auto bytes = second.socket().receive();
    ASSERT_TRUE(bytes);
    const auto reply = parse_status(*bytes);
    ASSERT_TRUE(reply);
    ASSERT_NE(reply->id, 12u) << "nack";
    answered = reply->id == 11;
  }
}

TEST(FieldDarren, AHostThatSendsThousandsOfFramesASecondIsObeyedAndItsEmergencyActs) {
  // Slow time: the 200 ms of the watchdog are two seconds of the clock, however busy the machine is.
  const FieldBench bench{"neutral", {"--speed", "0.1"}};
  FieldHost host{bench.darren()};
  std::uint32_t sequence = 0;
  for (int i = 0; i < 20'000; ++i) host.send({.sequence = ++sequence, .id = 100, .word = 2});
  ASSERT_TRUE(
      host.reaches(kRunning, [&] { return FieldFrame{.sequence = ++sequence, .id = 100, .word = 2}; }));
  for (int i = 0; i < 20'000; ++i) host.send({.sequence = ++sequence, .id = 100, .word = 2});
  host.send({.sequence = ++sequence, .id = 100, .word = 9});
  EXPECT_TRUE(host.reaches(kEmergency));
}

TEST(FieldDarren, Decision7_SilenceOfAStreamHoldsAndARepeatedRunDoesNotResume) {
  const FieldBench bench{"neutral"};
  FieldHost host{bench.darren()};
  FieldFrame frame{.id = 100, .word = 2, .values = {0, 0, 0, 0, 0, 10}};
  ASSERT_TRUE(run_until(host, frame, [](const FieldStatus& status) {
    return status.state == kRunning && std::abs(status.pose[5] - 10.0F) < 0.01F;
  }));
  ASSERT_TRUE(host.reaches(kHolding)) << "nothing is sent any more";
  EXPECT_NE(host.status().warnings & kTimeout, 0u);
  frame.values[5] = 30.0F;
  for (int i = 0; i < 50; ++i) {
    ++frame.sequence;
    ASSERT_TRUE(host.until([](const FieldStatus&) { return true; }, [&frame] { return frame; }));
    ASSERT_EQ(host.status().state, kHolding) << "the same word is no new edge";
  }
  frame.word = 0;
  ++frame.sequence;
  host.send(frame);
  frame.word = 2;
  EXPECT_TRUE(run_until(host, frame, [](const FieldStatus& status) {
    return status.state == kRunning && std::abs(status.pose[5] - 30.0F) < 0.01F;
  })) << bench.hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
