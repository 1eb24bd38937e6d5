// Bad lines between real processes: a host, `hexad relay`, the program. In slow time, so that a time-out of
// the host's is most of a second of the clock.

#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <thread>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kPose = 100;
constexpr std::uint16_t kRun = 2;

/// The program, raised, and a relay before one of its ports.
class BadLineBench {
 public:
  explicit BadLineBench(const std::string& protocol, std::vector<std::string> relay = {})
      : hexad{with_any_ports({"--set", "plant.initial=neutral", "--speed", "0.25"})},
        relay_{started(hexad, protocol, std::move(relay))} {}

  std::uint16_t port() const { return relay_.port_of("line-1"); }
  nlohmann::json tell(const std::string& order) const {
    const Said said =
        run_program({"relay", "--control", "127.0.0.1:" + std::to_string(relay_.port_of("control")), "--json",
                     "--tell", order});
    EXPECT_EQ(said.code, 0) << order << said.err;
    return nlohmann::json::parse(said.out, nullptr, false);
  }
  std::uint64_t counted(const char* way, const char* what) const {
    return tell("status").at("lines").at(0).at(way).at(what).get<std::uint64_t>();
  }
  /// Sends heave through the relay, as a host does 100 times a second of the platform's time, until `holds`.
  template <class Holds>
  bool stream(DarrenHost& host, float heave, Holds holds) {
    return comes_true([&] {
      host.send(kPose, kRun, {0, 0, 0, 0, 0, heave});
      std::this_thread::sleep_for(40ms);
      return holds();
    });
  }

  DaemonProcess hexad;

 private:
  static DaemonProcess::Words started(DaemonProcess& program, const std::string& protocol,
                                      std::vector<std::string> more) {
    if (!program.wait_until_ready()) throw std::runtime_error{program.log()};
    more.insert(more.begin(), {"relay", "0=" + std::to_string(program.port_of(protocol)), "--control", "0"});
    return {more};
  }
  struct Ready : DaemonProcess {
    explicit Ready(const Words& words) : DaemonProcess{words} {
      if (!wait_until_ready()) throw std::runtime_error{log()};
    }
  };
  Ready relay_;
};

TEST(Relay, AHostIsServedThroughIt) {
  BadLineBench bench{"mdof"};
  const MdofHost host{bench.port()};
  EXPECT_EQ(host.ask("9 0 0 20 0 0 0"), "9#0") << bench.hexad.log();
  EXPECT_NEAR(host.pose()[2], 20.0, 0.1);
  const Said ended = run_program({"relay", "--control", "1", "--tell", "status"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(says(ended.err, "no relay answers at 127.0.0.1:1")) << ended.err;
}

TEST(Relay, AStreamWithAFifthLostAndMixedUpIsFollowed) {
  BadLineBench bench{"darren", {"--both", "loss=20% jitter=30ms reorder=10% duplicate=10% behind=60ms"}};
  DarrenHost host;
  host.call(bench.port());
  ASSERT_TRUE(bench.stream(host, 30.0f, [&] {
    const auto status = host.newest(1ms);
    return status && std::abs(status->pose[5] - 30.0f) < 0.5f;
  })) << bench.hexad.log();
  ASSERT_TRUE(bench.stream(host, 30.0f, [&] { return bench.counted("up", "lost") >= 20; }));
  EXPECT_FALSE(says(bench.hexad.log(), "host lost")) << bench.hexad.log();
  EXPECT_GT(bench.counted("up", "reordered"), 0u);
}

TEST(Relay, DamagedFramesAreCountedAndMoveNothing) {
  BadLineBench bench{"darren", {"--up", "truncate=100%"}};
  DarrenHost host;
  host.call(bench.port());
  const OperatorAt desk{bench.hexad};
  ASSERT_TRUE(bench.stream(host, 40.0f, [&] { return bench.counted("up", "damaged") >= 30; }));
  const nlohmann::json status = desk.status();
  EXPECT_EQ(status.at("state"), "ready") << bench.hexad.log();
  EXPECT_NEAR(status.at("pose").at(2).get<double>(), 0.0, 0.1);
  std::uint64_t dropped = 0;
  for (const auto& one : status.at("hosts"))
    for (const auto& [reason, count] : one.at("dropped").items()) dropped += count.get<std::uint64_t>();
  EXPECT_GT(dropped, 0u) << status.dump(1);
}

TEST(Relay, ACutLineIsALostHostAndANewWordIsNeeded) {
  BadLineBench bench{"darren"};
  DarrenHost host;
  host.call(bench.port());
  const OperatorAt desk{bench.hexad};
  // A stream, not a single command: the silence of that is no loss (darren decision 7).
  ASSERT_TRUE(bench.stream(host, 30.0f, [&] {
    return says(bench.hexad.log(), "-> running") && bench.counted("up", "offered") >= 20;
  }));
  bench.tell("both cut");
  ASSERT_TRUE(bench.stream(host, 30.0f, [&] { return says(bench.hexad.log(), "host lost: darren"); }))
      << bench.hexad.log();
  EXPECT_TRUE(desk.status_becomes("state", "holding"));
  bench.tell("both clear");
  const std::uint64_t before = bench.counted("up", "offered");
  ASSERT_TRUE(bench.stream(host, 60.0f, [&] { return bench.counted("up", "offered") >= before + 20; }));
  // The word never changed: nobody has asked for motion since the line came back.
  EXPECT_EQ(desk.status().at("state"), "holding") << bench.hexad.log();
}

TEST(Relay, ALostAnswerCanBeAskedForAndADoubledOrderRunsOnce) {
  BadLineBench bench{"mdof"};
  const MdofHost host{bench.port()};
  bench.tell("down cut");
  host.send("9 0 0 20 0 0 0");
  ASSERT_TRUE(comes_true([&] { return bench.counted("down", "lost") >= 1; }));
  bench.tell("down clear");
  EXPECT_EQ(host.ask("22"), "22#0");
  EXPECT_NEAR(host.pose()[2], 20.0, 0.1);

  bench.tell("up duplicate=100%");
  host.send("9 0 0 -20 0 0 0");
  const std::multiset<std::string> answers{host.receive(), host.receive()};
  EXPECT_EQ(answers, (std::multiset<std::string>{"9#-2", "9#0"})) << bench.hexad.log();
}

TEST(Relay, SaysWhatIsWrongWithWhatWasTyped) {
  const auto problem = [](std::vector<std::string> words) {
    words.insert(words.begin(), "relay");
    const Said said = run_program(words);
    EXPECT_EQ(said.code, 2) << said.err;
    return said.err;
  };
  EXPECT_TRUE(says(problem({}), "nothing to relay"));
  EXPECT_TRUE(says(problem({"2100"}), "must be LISTEN=TO"));
  EXPECT_TRUE(says(problem({"2100=0"}), "must be LISTEN=TO"));
  EXPECT_TRUE(says(problem({"2100=2100"}), "would talk to itself"));
  EXPECT_TRUE(says(problem({"0=1100", "--up", "loss=2"}), "--up: \"loss=2\": a share is from 0% to 100%"));
  EXPECT_TRUE(says(problem({"0=1100", "--allow", "10.0.0.1/8"}), "--allow 10.0.0.1/8"));
}

}  // namespace
}  // namespace hexad::system_test
