// The gateway as two processes: one program is the machine, the other moves it as its host. States, never
// milliseconds: a machine that is busy may let the far watchdog stop it, which is then reset as an operator
// would. What is promised in time is in tests/gateway.

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <string>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

class Gateway : public ::testing::TestWithParam<const char*> {
 protected:
  static std::vector<std::string> any_ports(std::vector<std::string> more, int fixed = 0) {
    more.insert(more.end(), {"--protocols", "mdof,darren,motus", "--port", "mdof=0"});
    for (const std::string protocol : {"darren", "motus"}) {
      more.emplace_back("--port");
      more.emplace_back(protocol + "=" + std::to_string(protocol == GetParam() ? fixed : 0));
    }
    return more;
  }
  static std::vector<std::string> near(const DaemonProcess& far, std::vector<std::string> more = {}) {
    const std::string dialect = GetParam();
    for (const std::string& set :
         {"drives.port=" + dialect,
          "drives.address=\"127.0.0.1:" + std::to_string(far.port_of(dialect)) + "\"",
          std::string{"drives.timeout_ms=5000"}}) {
      more.emplace_back("--set");
      more.emplace_back(set);
    }
    return any_ports(std::move(more));
  }
  /// Resets what a stall of this machine has stopped, enables, and asks for it again.
  static bool brought_up(const OperatorAt& desk, const OperatorAt& far) {
    return comes_true([&] {
      const std::string state = desk.status().value("state", "");
      if (state == "ready" && desk.status().at("drives").at("far_follows").get<bool>()) return true;
      if (state == "fault" || state == "emergency") {
        // Paused for the host it lost, the machine takes no other's command.
        if (far.status().value("state", "") == "holding") far.ctl({"stop"});
        far.ctl({"reset"});
        desk.ctl({"reset"});
      }
      if (state == "powered_up" || state == "origin" || state == "ready" || state == "holding") {
        far.ctl({"give"});
        desk.ctl({"enable"});
        desk.ctl({state == "powered_up" ? "home" : "raise"});
      }
      return false;
    });
  }
};

TEST_P(Gateway, BringsTheMachineUpMovesItAndTakesItDown) {
  DaemonProcess far{any_ports({})};
  ASSERT_TRUE(far.wait_until_ready()) << far.log();
  const OperatorAt machine{far};
  // A stall of either program, 0.2 s long, on the last way down: the far watchdog stops the machine, and the
  // program ends where it stands, as it should. Then all of it is begun anew.
  bool stalled = true;
  for (int tries = 0; stalled; ++tries) {
    ASSERT_LT(tries, 5) << far.log();
    DaemonProcess hexad{near(far)};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    const OperatorAt desk{hexad};
    if (tries == 0) {
      ASSERT_TRUE(desk.status_becomes("state", "powered_up")) << hexad.log();
      EXPECT_EQ(desk.status().at("simulated"), false);
      EXPECT_EQ(desk.status().at("why_code"), "not_enabled") << "real drives need the local enable";
      EXPECT_TRUE(says(hexad.log(), std::string{GetParam()} + " 127.0.0.1:")) << hexad.log();
    }
    ASSERT_TRUE(brought_up(desk, machine)) << hexad.log() << far.log();
    ASSERT_TRUE(comes_true([&] {
      if (desk.status().value("state", "") != "ready") return brought_up(desk, machine) && false;
      desk.ctl({"go", "0", "20", "30", "3", "0", "0"});
      const auto pose = machine.status().at("pose");
      const auto drives = desk.status().at("drives");
      return std::abs(pose.at(1).get<double>() - 20.0) < 0.5 &&
             std::abs(pose.at(2).get<double>() - 30.0) < 0.5 &&
             std::abs(pose.at(3).get<double>() - 3.0) < 0.1 && machine.status().at("state") == "running" &&
             drives.at("far_state") == "running" && drives.at("link") == true;
    })) << machine.status().at("pose").dump()
        << hexad.log();
    hexad.signal(SIGTERM);
    EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
    stalled = says(far.log(), "host lost: " + std::string{GetParam()}) &&
              says(hexad.log(), "the platform is NOT at the bottom");
  }
  EXPECT_TRUE(machine.status_becomes("state", "origin")) << far.log();
}

TEST_P(Gateway, AnEmergencyOnEitherSideIsOneOnBoth) {
  DaemonProcess far{any_ports({})};
  ASSERT_TRUE(far.wait_until_ready()) << far.log();
  DaemonProcess hexad{near(far)};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  const OperatorAt machine{far};
  ASSERT_TRUE(brought_up(desk, machine)) << hexad.log() << far.log();
  desk.ctl({"estop"});
  ASSERT_TRUE(machine.status_becomes("state", "emergency")) << far.log();
  desk.ctl({"release"});
  ASSERT_TRUE(brought_up(desk, machine)) << hexad.log() << far.log();
  machine.ctl({"estop"});
  ASSERT_TRUE(desk.status_becomes("state", "emergency")) << hexad.log();
  machine.ctl({"release"});
  ASSERT_TRUE(brought_up(desk, machine)) << hexad.log() << far.log();
}

TEST_P(Gateway, EitherSideKilledAndStartedAgainIsBroughtUpAgain) {
  auto far = std::make_unique<DaemonProcess>(any_ports({}));
  ASSERT_TRUE(far->wait_until_ready()) << far->log();
  const int port = far->port_of(GetParam());
  auto hexad = std::make_unique<DaemonProcess>(near(*far));
  ASSERT_TRUE(hexad->wait_until_ready()) << hexad->log();
  ASSERT_TRUE(brought_up(OperatorAt{*hexad}, OperatorAt{*far})) << hexad->log() << far->log();
  hexad->signal(SIGKILL);
  EXPECT_NE(hexad->wait_for_exit(), 0);
  hexad = std::make_unique<DaemonProcess>(near(*far, {"--set", "drives.timeout_ms=500"}));
  ASSERT_TRUE(hexad->wait_until_ready()) << hexad->log();
  const OperatorAt desk{*hexad};
  ASSERT_TRUE(brought_up(desk, OperatorAt{*far})) << hexad->log() << far->log();
  far->signal(SIGKILL);
  EXPECT_NE(far->wait_for_exit(), 0);
  ASSERT_TRUE(desk.status_becomes("state", "fault")) << hexad->log();
  far = std::make_unique<DaemonProcess>(any_ports({}, port));
  ASSERT_TRUE(far->wait_until_ready()) << far->log();
  ASSERT_TRUE(brought_up(desk, OperatorAt{*far})) << hexad->log() << far->log();
}

INSTANTIATE_TEST_SUITE_P(To, Gateway, ::testing::Values("darren", "motus"),
                         [](const auto& each) { return std::string{each.param}; });

/// The board's frame of a group, as bytes: what was read, with one number changed.
std::string with_number(std::string frame, std::size_t at, float value) {
  frame[2] = static_cast<char>(frame[2] | '\x80');
  std::memcpy(frame.data() + at, &value, sizeof value);
  unsigned sum = 0;
  for (std::size_t i = 4; i < frame.size(); ++i) sum += static_cast<unsigned char>(frame[i]);
  frame[3] = static_cast<char>(sum);
  return frame;
}

/// The fifth dialect moves nothing itself; what it sets of this platform holds for the machine behind it.
TEST_P(Gateway, ACsfiHostsScaleHoldsForTheMachineBehindIt) {
  DaemonProcess far{any_ports({})};
  ASSERT_TRUE(far.wait_until_ready()) << far.log();
  std::vector<std::string> words = near(far, {"--port", "csfi=0"});
  for (std::string& word : words)
    if (word == "mdof,darren,motus") word += ",csfi";
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const OperatorAt desk{hexad};
  const OperatorAt machine{far};
  ASSERT_TRUE(desk.status_becomes("state", "powered_up")) << hexad.log();
  const HostSocket board;
  const std::string read{"\xEB\x90\x02\x03", 4};
  const auto ask = [&] {
    board.send(hexad.port_of("csfi"), read);
    return board.receive().value_or("no answer");
  };
  constexpr std::size_t kScaleOfZ = 28 + 2 * sizeof(float);
  const std::string before = ask();
  ASSERT_EQ(before.size(), 156U) << before;
  std::string half = with_number(before, kScaleOfZ, 0.5F);
  board.send(hexad.port_of("csfi"), half);
  half[2] = 2;
  EXPECT_EQ(ask(), half);
  ASSERT_TRUE(brought_up(desk, machine)) << hexad.log() << far.log();
  ASSERT_TRUE(comes_true([&] {
    if (desk.status().value("state", "") != "ready") return brought_up(desk, machine) && false;
    desk.ctl({"go", "0", "0", "40", "0", "0", "0"});
    return std::abs(machine.status().at("pose").at(2).get<double>() - 20.0) < 0.5;
  })) << machine.status().at("pose").dump()
      << hexad.log();
  board.send(hexad.port_of("csfi"), with_number(before, kScaleOfZ, 0.9F));
  EXPECT_EQ(ask(), half) << "not while it stands raised";
}

std::vector<std::string> behind(const DaemonProcess& far, const std::string& dialect,
                                const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"--protocols", "mdof,darren", "--port", "mdof=0", "--port", "darren=0"};
  std::vector<std::string> sets{"drives.port=" + dialect,
                                "drives.address=\"127.0.0.1:" + std::to_string(far.port_of(dialect)) + "\"",
                                "lifecycle.enable=auto", "drives.timeout_ms=5000"};
  sets.insert(sets.end(), more.begin(), more.end());
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  return words;
}
double height_of(const OperatorAt& of) { return of.status().at("pose").at(2).get<double>(); }

TEST(GatewayToMdof, PlaysWhatIsPreparedAndRefusesTheRestInWords) {
  DaemonProcess far{{"--protocols", "mdof", "--port", "mdof=0"}};
  ASSERT_TRUE(far.wait_until_ready()) << far.log();
  DaemonProcess hexad{behind(far, "mdof")};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "mdof has no emergency stop")) << hexad.log();
  const OperatorAt desk{hexad};
  const OperatorAt machine{far};
  ASSERT_TRUE(desk.status_becomes("state", "powered_up")) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("1"), "1#0") << hexad.log() << far.log();
  EXPECT_EQ(host.ask("13 1 0 0 30 0 0 0 0 20 40 3 0 0"), "13#0") << hexad.log() << far.log();
  EXPECT_NEAR(height_of(machine), 40.0, 0.2);
  EXPECT_NEAR(height_of(desk), 40.0, 0.2);
  EXPECT_EQ(host.ask("33 1"), "33#0") << "a file" << hexad.log() << far.log();
  EXPECT_EQ(host.ask("12 0,0,20*sin(t),0,0,0"), "12#193") << "without an end";
  EXPECT_TRUE(says(run_program({"status", "--to", desk.to()}).out, "motions that are known whole"));
  // Killed it is stopped by nobody: mdof has no watchdog. Started again it stands where it stands.
  hexad.signal(SIGKILL);
  EXPECT_NE(hexad.wait_for_exit(), 0);
  DaemonProcess again{behind(far, "mdof")};
  ASSERT_TRUE(again.wait_until_ready()) << again.log();
  const OperatorAt second{again};
  ASSERT_TRUE(second.status_becomes("zeroed", true)) << again.log();
  EXPECT_NEAR(height_of(second), height_of(machine), 0.2);
  const MdofHost anew{again.port_of("mdof")};
  EXPECT_EQ(anew.ask("7"), "7#0") << again.log() << far.log();
  EXPECT_NEAR(height_of(machine), 0.0, 0.2);
}

TEST(GatewayToLingjing, IsOpenLoopAndSaysSo) {
  DaemonProcess far{{"--protocols", "lingjing", "--port", "lingjing=0"}};
  ASSERT_TRUE(far.wait_until_ready()) << far.log();
  DaemonProcess hexad{behind(far, "lingjing", {"drives.open_loop=true"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "open loop: nobody reports where the machine is")) << hexad.log();
  const OperatorAt desk{hexad};
  const OperatorAt machine{far};
  ASSERT_TRUE(desk.status_becomes("state", "powered_up")) << hexad.log();
  EXPECT_EQ(desk.status().at("drives").at("open_loop"), true);
  EXPECT_TRUE(says(run_program({"status", "--to", desk.to()}).out, "OPEN LOOP"));
  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("1"), "1#0") << hexad.log() << far.log();
  EXPECT_EQ(host.ask("9 0 0 40 3 0 0"), "9#0") << hexad.log();
  EXPECT_TRUE(comes_true([&] { return std::abs(height_of(machine) - 40.0) < 0.3; })) << height_of(machine);
}

TEST(GatewaySettings, ThatCannotWorkAreRefusedInWords) {
  const auto refused = [](const std::vector<std::string>& sets) {
    std::vector<std::string> words;
    for (const std::string& set : sets) {
      words.emplace_back("--set");
      words.emplace_back(set);
    }
    DaemonProcess program{with_any_ports(words)};
    EXPECT_FALSE(program.wait_until_ready());
    EXPECT_NE(program.wait_for_exit(), 0);
    return program.log();
  };
  EXPECT_TRUE(says(refused({"drives.port=darren"}), "drives.address: missing"));
  EXPECT_TRUE(says(refused({"drives.port=motus", "drives.address=127.0.0.1", "drives.send=legs"}),
                   "motus has no frame for single legs"));
  EXPECT_TRUE(
      says(refused({"drives.port=darren", "drives.address=127.0.0.1", "loop.speed=2"}), "loop.speed"));
  EXPECT_TRUE(says(refused({"drives.port=mdof", "drives.address=127.0.0.1", "drives.send=legs"}),
                   "mdof has no frame for single legs"));
  const std::string open = refused({"drives.port=lingjing", "drives.address=127.0.0.1"});
  EXPECT_TRUE(says(open, "drives.open_loop")) << open;
  EXPECT_TRUE(says(open, "lingjing reports nothing")) << open;
  const std::string unknown = refused({"drives.port=modbus"});
  EXPECT_TRUE(says(unknown, "simulated, shared, darren, motus, mdof, lingjing")) << unknown;
}

}  // namespace
}  // namespace hexad::system_test
