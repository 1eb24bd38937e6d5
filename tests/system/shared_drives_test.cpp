// The program and its drives as two processes on one block: states, never milliseconds. The drives tick with
// the commands
// (--in-step), so that a machine that is busy makes nothing late; how fast they stop is shown in virtual time
// (tests/core/linked_drives_test.cpp).

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

class SharedDrives : public ::testing::Test {
 protected:
  SharedDrives() : block_{"/dev/shm/hexad-test-" + std::to_string(::getpid())} {
    std::filesystem::remove(block_);
  }
  ~SharedDrives() override { std::filesystem::remove(block_); }

  std::vector<std::string> program(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{
        "--set", "drives.port=shared",     "--set", "drives.block=\"" + block_ + "\"",
        "--set", "drives.timeout_ms=8000", "--set", "drive.homing=absolute",
        "--set", "drives.pace=servo"};
    words.insert(words.end(), more.begin(), more.end());
    return with_any_ports(words);
  }
  DaemonProcess::Words drives() const {
    return {{"drives", "simulate", "--block", block_, "--set", "drive.homing=absolute", "--in-step"}};
  }
  nlohmann::json seen() const {
    const Said said = run_program({"drives", "show", "--block", block_, "--json"});
    return said.code == 0 ? nlohmann::json::parse(said.out) : nlohmann::json::object();
  }
  /// Every leg off, its brake closed.
  bool all_off() const {
    const nlohmann::json block = seen();
    if (!block.contains("legs") || block.at("legs").empty()) return false;
    for (const nlohmann::json& leg : block.at("legs"))
      if (leg.at("enabled").get<bool>() || !leg.at("brake_closed").get<bool>()) return false;
    return true;
  }
  static void bring_up(const OperatorAt& desk, const DaemonProcess& hexad) {
    ASSERT_TRUE(desk.status_becomes("state", "powered_up")) << hexad.log();
    EXPECT_EQ(desk.ctl({"raise"}).code, 0) << hexad.log();
    ASSERT_TRUE(desk.status_becomes("state", "ready")) << hexad.log();
  }

  std::string block_;
};

TEST_F(SharedDrives, WaitsForThemSaysSoAndGoesOnWhenTheyCome) {
  DaemonProcess hexad{program()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  EXPECT_TRUE(comes_true([&] { return says(hexad.log(), "waits for the drives (shared " + block_); }))
      << hexad.log();
  EXPECT_EQ(desk.status().at("why_code"), "drives_missing");
  EXPECT_EQ(desk.status().at("simulated"), false);
  EXPECT_TRUE(says(desk.ctl({"inject", "drive_fault:1"}).err, "simulates the drives itself"));
  DaemonProcess other{drives()};
  ASSERT_TRUE(other.wait_until_ready()) << other.log();
  bring_up(desk, hexad);
  EXPECT_EQ(desk.status().at("simulated"), true);
  EXPECT_EQ(desk.status().at("drives").at("link"), true);
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "exit in state origin")) << hexad.log();
  EXPECT_TRUE(comes_true([&] { return all_off(); }));
}

TEST_F(SharedDrives, AKilledProgramLeavesThemOffAndComesBackWithoutThem) {
  DaemonProcess other{drives()};
  ASSERT_TRUE(other.wait_until_ready()) << other.log();
  {
    DaemonProcess hexad{program()};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    const OperatorAt desk{hexad};
    bring_up(desk, hexad);
    EXPECT_EQ(desk.ctl({"go", "0", "0", "120", "0", "0", "0", "--no-wait"}).code, 0) << hexad.log();
    ASSERT_TRUE(desk.status_becomes("state", "running")) << hexad.log();
    hexad.signal(SIGKILL);
  }
  EXPECT_TRUE(comes_true([&] { return all_off() && seen().at("lost").get<bool>(); })) << seen().dump();
  DaemonProcess hexad{program()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  bring_up(OperatorAt{hexad}, hexad);
}

TEST_F(SharedDrives, AStoppedProgramFindsThemLostAndLocks) {
  DaemonProcess other{drives()};
  ASSERT_TRUE(other.wait_until_ready()) << other.log();
  DaemonProcess hexad{program()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  bring_up(desk, hexad);
  hexad.signal(SIGSTOP);
  EXPECT_TRUE(comes_true([&] { return all_off() && seen().at("lost").get<bool>(); })) << seen().dump();
  hexad.signal(SIGCONT);
  ASSERT_TRUE(desk.status_becomes("state", "fault")) << hexad.log();
  EXPECT_EQ(desk.ctl({"reset"}).code, 0) << hexad.log();
  bring_up(desk, hexad);
}

TEST_F(SharedDrives, DeadDrivesAreAFaultAndNewOnesWorkAfterAReset) {
  DaemonProcess hexad{program({"--set", "drives.timeout_ms=1000"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  {
    DaemonProcess other{drives()};
    ASSERT_TRUE(other.wait_until_ready()) << other.log();
    bring_up(desk, hexad);
  }
  ASSERT_TRUE(desk.status_becomes("state", "fault")) << hexad.log();
  DaemonProcess other{drives()};
  ASSERT_TRUE(other.wait_until_ready()) << other.log();
  ASSERT_TRUE(comes_true([&] { return desk.status().at("drives").at("link").get<bool>(); }));
  EXPECT_EQ(desk.ctl({"reset"}).code, 0) << hexad.log();
  bring_up(desk, hexad);
}

/// examples/09_own_drives: a board on the network. It ticks by the clock; what a stall of this machine has
/// stopped is reset, as an operator would.
TEST_F(SharedDrives, ABoardOfOnesOwnIsBroughtUpOverUdp) {
  const std::string example = std::string{HEXAD_EXAMPLES} + "/09_own_drives";
  const HostSocket free;  // a port nobody has
  const std::string address = "127.0.0.1:" + std::to_string(free.port() == 65535 ? 40000 : free.port() + 1);
  DaemonProcess board{DaemonProcess::Words{{"board", address}, example}};
  ASSERT_TRUE(board.wait_until_ready()) << board.log();
  DaemonProcess port{DaemonProcess::Words{{"port", block_, address}, example}};
  ASSERT_TRUE(port.wait_until_ready()) << port.log();
  DaemonProcess hexad{
      program({"--rate", "100", "--set", "drives.pace=clock", "--set", "drive.enable_time=5"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  EXPECT_TRUE(comes_true([&] {
    const std::string state = desk.status().value("state", "");
    if (state == "fault" || state == "emergency") desk.ctl({"reset"});
    if (state == "powered_up") {
      desk.ctl({"enable"});
      desk.ctl({"raise"});
    }
    return state == "ready";
  })) << hexad.log();
  EXPECT_EQ(desk.status().at("simulated"), false);
  // A board that dies takes its torque along.
  board.signal(SIGKILL);
  EXPECT_TRUE(comes_true([&] {
    const std::string state = desk.status().value("state", "");
    return state == "emergency" || state == "fault";
  })) << hexad.log();
}

TEST_F(SharedDrives, ASecondProgramAndSecondDrivesAreRefused) {
  DaemonProcess hexad{program()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  DaemonProcess second{program()};
  EXPECT_FALSE(second.wait_until_ready());
  EXPECT_EQ(second.wait_for_exit(), 1);
  EXPECT_TRUE(says(second.log(), "one block, one program")) << second.log();
  DaemonProcess other{drives()};
  ASSERT_TRUE(other.wait_until_ready()) << other.log();
  const Said refused = run_program(drives().words);
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(says(refused.err, "one block, one of them")) << refused.err;
}

}  // namespace
}  // namespace hexad::system_test
