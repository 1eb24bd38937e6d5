// Where status flows before anybody has spoken: darren decision 3, motus decision 17.

#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/sessions/remembered_host.hpp"
#include "engine/sessions/sessions_of.hpp"
#include "protocols/csfi/testing/memory_board.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;
using Addresses = std::vector<std::string>;

/// Who gets datagrams of this protocol within the first tenth of a second.
Addresses told_first(const Config& config, std::string_view protocol) {
  protocols::csfi::MemoryBoard board;
  protocols::ScriptedPort port;
  Addresses told;
  for (const OpenSession& open : sessions_of(config, board)) {
    if (open.protocol != protocol) continue;
    for (TimePoint now{}; now < TimePoint{100ms}; now += 1ms) open.session->poll({now, now}, port);
  }
  for (const auto& sent : port.sent) {
    const std::string address = net::to_text(net::Address{sent.to.address, sent.to.port});
    if (told.empty() || told.back() != address) told.push_back(address);
  }
  return told;
}

TEST(FirstStatus, DarrensFlowsToTheUsualPortOnlyWhereItIsTheUsualProgram) {
  Config config;
  config.darren.link.listen = "127.0.0.1";
  config.darren.link.port = 10000;
  EXPECT_EQ(told_first(config, "darren"), Addresses{"127.0.0.1:10010"});
  config.darren.link.port = 10020;
  EXPECT_EQ(told_first(config, "darren"), Addresses{}) << "a second program on this machine";
  config.darren.link.port = 10000;
  config.darren.link.listen = "192.168.1.150";
  EXPECT_EQ(told_first(config, "darren"), Addresses{});
  config.darren.host = "192.168.1.5:10010";
  EXPECT_EQ(told_first(config, "darren"), Addresses{"192.168.1.5:10010"});
}

TEST(FirstStatus, MotusFlowsToTheHostThatIsNamed) {
  Config config;
  EXPECT_EQ(told_first(config, "motus"), Addresses{});
  config.motus.host = "192.168.0.131:10000";
  EXPECT_EQ(told_first(config, "motus"), Addresses{"192.168.0.131:10000"});
  config.motus.host = "off";
  EXPECT_EQ(told_first(config, "motus"), Addresses{});
}

constexpr ProtocolId kMotus = 4;

struct Memory {
  std::filesystem::path folder =
      std::filesystem::path{testing::TempDir()} / ("first_status_" + std::to_string(::getpid()));
  RememberedHost host{folder};
  ~Memory() { std::filesystem::remove_all(folder); }

  void hear(std::uint32_t address, std::uint16_t port, std::uint64_t received = 3, std::uint64_t dropped = 0,
            ProtocolId protocol = kMotus) {
    HostsReport report;
    HostReport one;
    one.endpoint = {protocol, address, port};
    one.received = received;
    for (std::uint64_t i = 0; i < dropped; ++i) one.dropped.add("wrong size");
    EXPECT_TRUE(report.hosts.push_back(one));
    host.note(report, kMotus);
    EXPECT_FALSE(host.keep());
  }
  /// After a restart.
  std::string last(const Config& config) const {
    const auto address = RememberedHost{folder}.last_time(config);
    return address ? net::to_text(*address) : "nobody";
  }
};

constexpr std::uint32_t kFar = 0xC0A80083;  // 192.168.0.131

TEST(RememberedHost, IsTheOneHeardLastWhoseFramesWereUnderstood) {
  Memory memory;
  const Config config;
  EXPECT_EQ(memory.last(config), "nobody");
  memory.hear(net::kLoopback, 40000);
  EXPECT_EQ(memory.last(config), "127.0.0.1:40000");
  memory.hear(net::kLoopback, 40001);
  memory.hear(net::kLoopback, 40002, 5, 5);
  memory.hear(net::kLoopback, 40003, 5, 0, 2);
  EXPECT_EQ(memory.last(config), "127.0.0.1:40001") << "neither noise nor a host of another protocol";
}

TEST(RememberedHost, OnlyWhereItMayStillBeHeard) {
  Memory memory;
  memory.hear(kFar, 10000);
  Config config;
  EXPECT_EQ(memory.last(config), "nobody") << "without a list only this machine is heard";
  config.motus.link.allow = {"10.0.0.0/8"};
  EXPECT_EQ(memory.last(config), "nobody");
  config.motus.link.allow = {"10.0.0.0/8", "192.168.0.0/24"};
  EXPECT_EQ(memory.last(config), "192.168.0.131:10000");
}

TEST(RememberedHost, IsNoneOfTheProgramsOwnPorts) {
  Memory memory;
  memory.hear(net::kLoopback, 10000);
  Config config;
  config.darren.link.port = 10000;
  EXPECT_EQ(memory.last(config), "nobody") << "darren has that port: the status would come back as a command";
  config.darren.link.port = 10020;
  EXPECT_EQ(memory.last(config), "127.0.0.1:10000");
  config.darren.link.port = 10000;
  config.darren.link.enabled = false;
  EXPECT_EQ(memory.last(config), "127.0.0.1:10000");
}

}  // namespace
}  // namespace hexad::inline engine
