// The calibration board of the running program: golden bytes over real sockets, the tool against it, a kill
// at any moment, a stored set that cannot be used.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::string golden(const std::string& meaning) {
  const auto source = fs::path{HEXAD_TEST_SOURCE};
  std::ifstream file{source / "src/protocols/csfi/golden/csfi.tsv"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.substr(tab + 1) != meaning) continue;
    std::string bytes;
    for (std::size_t i = 0; i + 1 < tab; i += 2)
      bytes += static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16));
    return bytes;
  }
  ADD_FAILURE() << meaning;
  return {};
}

class Calibration : public testing::Test {
 protected:
  Calibration() {
    std::string pattern = (fs::temp_directory_path() / "hexad-calibration-XXXXXX").string();
    state = ::mkdtemp(pattern.data());
  }
  ~Calibration() override { fs::remove_all(state); }

  std::vector<std::string> words(const std::string& platform, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--protocols", "csfi,mdof", "--port", "csfi=0", "--port", "mdof=0",
                               "--platform", platform, "--state", state.string(), "--speed", "10"});
    return more;
  }
  Said tool(const DaemonProcess& board, std::vector<std::string> what) const {
    what.insert(what.begin(), "calibrate");
    what.insert(what.end(), {"--board", "127.0.0.1:" + std::to_string(board.port_of("csfi")), "--state",
                             state.string(), "--timeout", "5"});
    return run_program(what);
  }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream{state / name} << text;
    return (state / name).string();
  }

  fs::path state;
};

std::string ask(const HostSocket& socket, const DaemonProcess& board, const std::string& frame) {
  socket.send(board.port_of("csfi"), frame);
  return socket.receive().value_or("no answer");
}

TEST_F(Calibration, TheGoldenBytesOverARealSocket) {
  DaemonProcess board{words("allcontroller-1200")};
  ASSERT_TRUE(board.wait_until_ready()) << board.log();
  const HostSocket socket;
  const std::string six = golden("board answer: group 1, six-leg defaults (188 bytes)");
  EXPECT_EQ(ask(socket, board, golden("read group 1")), six);
  EXPECT_EQ(ask(socket, board, golden("read group 2")), golden("board answer: group 2 defaults (156 bytes)"));
  for (const std::string refused : {"refused: checksum", "refused: length", "refused: not finite"}) {
    socket.send(board.port_of("csfi"), golden(refused));
    EXPECT_EQ(ask(socket, board, golden("read group 1")), six) << refused;
  }
  for (const auto& [group, meaning] :
       {std::pair<char, std::string>{1, "write group 1, six-leg defaults"},
        {1, "write group 1, three-leg + rotary defaults"},
        {2, "write group 2 defaults"},
        {3, "write group 3: 192.168.0.15:20000 -> 192.168.0.100:8080, both serial ports 115200"},
        {4, "write group 4, zero frame (76 bytes)"}}) {
    const std::string frame = golden(meaning);
    socket.send(board.port_of("csfi"), frame);
    std::string answer = frame;
    answer[2] = group;
    EXPECT_EQ(ask(socket, board, golden("read group " + std::to_string(group))), answer) << meaning;
  }
  const nlohmann::json status = OperatorAt{board}.status();
  EXPECT_EQ(status["state"], "powered_up") << "a new geometry";
  EXPECT_EQ(status["legs"].size(), 3U);
  EXPECT_TRUE(says(board.log(), "legs 1-3 and rotary: four freedoms"));
}

TEST_F(Calibration, TheToolChangesOneJointAndARestartKeepsIt) {
  const std::string joint =
      file("joint.toml",
           "[mechanics]\nbase = [[-362.2983, 266.9081, 0], [362.2983, 266.9081, 0], [412.2983, 180.9, 0],\n"
           "  [50, -447.2136, 0], [-50, -447.2136, 0], [-412.2983, 180.3055, 0]]\n");
  std::string port;  // what the tool keeps of a board, it keeps by its address
  {
    DaemonProcess board{words("allcontroller-1200")};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    port = "csfi=" + std::to_string(board.port_of("csfi"));
    const Said written = tool(board, {"write", "--file", joint});
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_TRUE(says(written.out, "base joint 3 y           180.3055 -> 180.9 mm")) << written.out;
    board.signal(SIGTERM);
    EXPECT_EQ(board.wait_for_exit(), 0);
  }
  DaemonProcess again{words("allcontroller-1200", {"--port", port})};
  ASSERT_TRUE(again.wait_until_ready()) << again.log();
  EXPECT_EQ(tool(again, {"diff", "--file", joint}).code, 0);
  const Said diff = tool(again, {"diff", "--factory", "allcontroller-1200"});
  EXPECT_EQ(diff.code, 1);
  EXPECT_TRUE(says(diff.out, "base joint 3 y           board 180.9 mm, factory 180.3055 mm")) << diff.out;
  EXPECT_EQ(tool(again, {"restore", "--yes"}).code, 0);
  EXPECT_EQ(tool(again, {"diff", "--factory", "allcontroller-1200"}).code, 0);
}

TEST_F(Calibration, Decision3_InMotionAWriteIsRefusedAndTheStatusSaysWhy) {
  DaemonProcess board{words("standard-400", {"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(board.wait_until_ready()) << board.log();
  const Said written = tool(board, {"write", "--factory", "standard-400", "--group", "2"});
  EXPECT_EQ(written.code, 0) << "the same values: nobody can tell";
  const Said changed = tool(board, {"write", "--file", file("slow.toml", "[control]\nspeed = 20\n")});
  EXPECT_EQ(changed.code, 1);
  EXPECT_TRUE(says(changed.err, "platform speed: wanted 20, the board has 50")) << changed.err;
  const OperatorAt at{board};
  bool counted = false;
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       !counted && std::chrono::steady_clock::now() < end;) {
    const nlohmann::json status = at.status();
    for (const auto& host : status["hosts"])
      counted = counted || host["dropped"].contains("calibration_in_motion");
  }
  EXPECT_TRUE(counted);
  EXPECT_TRUE(says(board.log(), "a write is taken only while the platform stands at the bottom"));
}

/// Killed while it writes, again and again: what it finds afterwards is one of the two sets, whole.
TEST_F(Calibration, Decision3_KilledWhileItWritesItStartsWithTheOldSetOrTheNewOne) {
  const std::string one = golden("write group 2 defaults");
  std::string two = one;
  for (const auto& [place, byte] : {std::pair<std::size_t, char>{148, 7}, {149, 20}, {152, 40}})
    two[place] = byte;
  unsigned sum = 0;
  for (std::size_t i = 4; i < two.size(); ++i) sum += static_cast<unsigned char>(two[i]);
  two[3] = static_cast<char>(sum & 0xFFU);
  const auto answer_to = [](std::string frame) {
    frame[2] = 2;
    return frame;
  };
  for (int round = 0; round < 6; ++round) {
    DaemonProcess board{words("allcontroller-1200")};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    const HostSocket socket;
    const std::string found = ask(socket, board, golden("read group 2"));
    EXPECT_TRUE(found == answer_to(one) || found == answer_to(two)) << "round " << round;
    EXPECT_FALSE(says(board.log(), "not used")) << board.log();
    const auto end = std::chrono::steady_clock::now() + 60ms + 17ms * round;
    for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
      socket.send(board.port_of("csfi"), i % 2 == 0 ? two : one);
      std::this_thread::sleep_for(1ms);
    }
    board.signal(SIGKILL);
    (void)board.wait_for_exit();
  }
}

TEST_F(Calibration, Decision4_AChangedPlatformFileIsReportedAndNothingMovesUntilSomebodyDecides) {
  const std::string platform = file("mine.toml", run_program({"platforms", "standard-400"}).out);
  {
    DaemonProcess board{words(platform)};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    const Said written = tool(board, {"write", "--file", file("s.toml", "[mechanics]\nstroke = 380\n")});
    ASSERT_EQ(written.code, 0) << written.err;
    board.signal(SIGTERM);
    EXPECT_EQ(board.wait_for_exit(), 0);
  }
  std::string text = run_program({"platforms", "standard-400"}).out;
  text.replace(text.find("stroke = 400"), 12, "stroke = 410");
  file("mine.toml", text);
  DaemonProcess board{words(platform)};
  ASSERT_TRUE(board.wait_until_ready()) << board.log();
  EXPECT_TRUE(says(board.log(), "made with another platform file")) << board.log();
  const OperatorAt at{board};
  EXPECT_TRUE(says(at.status()["why_not"], "the stored calibration cannot be used"));
  EXPECT_NE(at.ctl({"zero"}).code, 0) << "nothing moves";
  const MdofHost host{board.port_of("mdof")};
  EXPECT_EQ(host.ask("1"), "1#193");
  EXPECT_EQ(tool(board, {"restore", "--factory", platform, "--yes"}).code, 0);
  EXPECT_EQ(host.ask("1"), "1#0");
}

TEST_F(Calibration, Decision4_Group3CountsFromTheNextStartIfItMay) {
  std::uint16_t port = 0;
  {
    const HostSocket free;
    port = free.port();
  }
  const std::string network =
      file("n.toml", "[network]\nlocal_ip = \"127.0.0.1\"\nlocal_port = " + std::to_string(port) + "\n");
  {
    DaemonProcess board{words("standard-400")};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    ASSERT_EQ(tool(board, {"write", "--file", network}).code, 0);
    board.signal(SIGTERM);
    EXPECT_EQ(board.wait_for_exit(), 0);
  }
  {
    DaemonProcess board{words("standard-400")};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    EXPECT_NE(board.port_of("csfi"), port) << "not without being allowed to";
  }
  DaemonProcess board{words("standard-400", {"--set", "csfi.use_network_group=true"})};
  ASSERT_TRUE(board.wait_until_ready()) << board.log();
  EXPECT_EQ(board.port_of("csfi"), port);
}

}  // namespace
}  // namespace hexad::system_test
