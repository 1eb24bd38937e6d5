// What the running program says of itself, and to whom.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

TEST(Status, HasWhatTheCommandLineSpecificationNames) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("9 10 0 0 0 0 0"), "9#0");
  const HostSocket stranger;
  stranger.send(hexad.port_of("darren"), "not 128 bytes");
  const OperatorAt at{hexad};
  nlohmann::json status = at.status();
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       status["hosts"].size() < 2 && std::chrono::steady_clock::now() < end;)
    status = at.status();
  ASSERT_EQ(status["hosts"].size(), 2u) << "those heard last come first";
  for (const char* key :
       {"state", "program", "driver", "pose", "target", "legs", "limits", "fault", "hosts", "loop"})
    EXPECT_TRUE(status.contains(key)) << key;
  EXPECT_EQ(status["state"], "ready");
  EXPECT_EQ(status["platform"], "standard-400");
  EXPECT_EQ(status["simulated"], true);
  ASSERT_EQ(status["pose"].size(), 6u);
  EXPECT_NEAR(status["pose"][0], 10.0, 0.01);
  EXPECT_NEAR(status["pose"][1], 0.0, 0.01);
  ASSERT_EQ(status["legs"].size(), 6u);
  for (const char* key : {"extension_mm", "velocity_mm_s", "torque_Nm", "current_A", "voltage_V"})
    EXPECT_TRUE(status["legs"][5].contains(key)) << key;
  EXPECT_EQ(status["hosts"][0]["protocol"], "darren");
  EXPECT_EQ(status["hosts"][0]["address"], "127.0.0.1:" + std::to_string(stranger.port()));
  EXPECT_EQ(status["hosts"][0]["dropped"], (nlohmann::json{{"wrong size", 1}}));
  EXPECT_EQ(status["hosts"][1]["protocol"], "mdof");
  for (const char* key : {"rate_hz", "jitter_ms", "lost", "dropped"})
    EXPECT_TRUE(status["hosts"][0].contains(key)) << key;
  for (const char* key : {"rate_hz", "p99_us", "max_us", "overruns"})
    EXPECT_TRUE(status["loop"].contains(key)) << key;
  ASSERT_EQ(status["listening"].size(), 3u);
  EXPECT_EQ(status["listening"][0]["address"], "127.0.0.1:" + std::to_string(hexad.port_of("mdof")));
  EXPECT_FALSE(status["log"].empty());
}

TEST(Status, IsReadableAndOneScreen) {
  DaemonProcess hexad{with_any_ports({})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const Said said = run_program({"status", "--to", hexad.console()});
  EXPECT_EQ(said.code, 0);
  EXPECT_TRUE(says(said.out, "state     powered_up: drives on, position not trusted\n")) << said.out;
  EXPECT_TRUE(says(said.out, "motion    the platform is not homed: home it first\n")) << said.out;
  EXPECT_TRUE(says(said.out, "fault     none\n")) << said.out;
  EXPECT_TRUE(says(said.out, "no host has been heard\n")) << said.out;
  EXPECT_LE(std::count(said.out.begin(), said.out.end(), '\n'), 40);
}

TEST(Status, TheLastFaultHasItsBlackBox) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const Said none = run_program({"status", "--fault", "--to", hexad.console()});
  EXPECT_EQ(none.code, 1);
  EXPECT_TRUE(says(none.err, "no fault and no emergency stop since the program started")) << none.err;
  EXPECT_EQ(run_program({"status", "--fault", "--watch", "--to", hexad.console()}).code, 2);

  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("9 10 0 0 0 0 0"), "9#0");
  EXPECT_EQ(OperatorAt{hexad}.ctl({"inject", "drive_fault:3"}).code, 0);
  Said whole;
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       whole.code != 0 && std::chrono::steady_clock::now() < end;)
    whole = run_program({"status", "--fault", "--json", "--to", hexad.console()});
  ASSERT_EQ(whole.code, 0) << whole.err;
  const nlohmann::json box = nlohmann::json::parse(whole.out);
  EXPECT_EQ(box["what"], "drive_error");
  EXPECT_EQ(box["leg"], 3);
  EXPECT_TRUE(std::any_of(box["requests"].begin(), box["requests"].end(),
                          [](const nlohmann::json& request) { return request["what"] == "move_to"; }));
  EXPECT_EQ(box["rows"].back()[1].get<std::int64_t>(), box["tick"].get<std::int64_t>() + 50);

  const Said said = run_program({"status", "--fault", "--to", hexad.console()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(says(said.out, "fault     drive error, leg 3: the drive reports 0x")) << said.out;
  EXPECT_TRUE(says(said.out, "before    state ready, ")) << said.out;
  EXPECT_TRUE(says(said.out, "move_to pose=[10.0,0.0,0.0,0.0,0.0,0.0]")) << said.out;
  EXPECT_TRUE(says(said.out, "+0.000 s  error fault drive error, leg 3")) << said.out;
  EXPECT_LE(std::count(said.out.begin(), said.out.end(), '\n'), 50);
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0);
  EXPECT_TRUE(says(hexad.log(), "-drive_error.json")) << "the log names the file: " << hexad.log();
}

TEST(Status, ConsoleOffIsOff) {
  DaemonProcess hexad{with_any_ports({"--console", "off"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  for (const std::string& line : hexad.lines()) EXPECT_FALSE(says(line, "console")) << line;
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
}

TEST(Status, APortInUseIsNamedWithWhatToDo) {
  DaemonProcess first{with_any_ports({})};
  ASSERT_TRUE(first.wait_until_ready()) << first.log();
  DaemonProcess second{with_any_ports({"--console", first.console()})};
  EXPECT_FALSE(second.wait_until_ready());
  EXPECT_EQ(second.wait_for_exit(), 1);
  const std::string port = first.console().substr(first.console().find(':') + 1);
  EXPECT_TRUE(says(second.log(), "port " + port + " of console is in use")) << second.log();
  EXPECT_TRUE(says(second.log(), "--console ADDR:PORT")) << second.log();
}

TEST(Status, BeyondThisMachineATokenIsMadeKeptAndAskedFor) {
  const std::filesystem::path state =
      std::filesystem::temp_directory_path() / ("hexad-state-" + std::to_string(::getpid()));
  std::string token;
  for (const bool again : {false, true}) {
    DaemonProcess hexad{with_any_ports({"--console", "0.0.0.0:0", "--state", state.string()})};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    std::string to = hexad.console();
    to.replace(0, to.find(':'), "127.0.0.1");
    const Said without = run_program({"status", "--to", to});
    EXPECT_EQ(without.code, 1);
    EXPECT_TRUE(says(without.err, "401")) << without.err;
    const std::size_t at = hexad.log().find("console token: ");
    ASSERT_NE(at, std::string::npos) << hexad.log();
    const std::string printed = hexad.log().substr(at + 15, 32);
    EXPECT_TRUE(!again || printed == token) << "kept over a restart";
    token = printed;
    const Said with_token = run_program({"status", "--json", "--to", to, "--token", token});
    EXPECT_EQ(with_token.code, 0) << with_token.err;
    EXPECT_FALSE(says(with_token.out, token)) << "never shown";
    EXPECT_EQ(run_program({"ctl", "stop", "--to", to}).code, 1);
    EXPECT_EQ(run_program({"ctl", "stop", "--to", to, "--token", token}).code, 0);
  }
  const auto file = state / "standard-400" / "console-token";
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(std::filesystem::status(state / "standard-400").permissions(), std::filesystem::perms::owner_all);
  std::filesystem::remove_all(state);
}

/// What stands behind `words` on stderr, up to the next blank.
std::string behind(const std::string& log, const std::string& words) {
  const std::size_t at = log.find(words);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + words.size();
  return log.substr(begin, log.find_first_of(" \n", begin) - begin);
}

TEST(Status, EachRoleHasItsTokenAndWhoSeesMayStop) {
  const std::filesystem::path state =
      std::filesystem::temp_directory_path() / ("hexad-roles-" + std::to_string(::getpid()));
  DaemonProcess hexad{with_any_ports({"--console", "0.0.0.0:0", "--state", state.string(), "--speed", "10"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  std::string to = hexad.console();
  to.replace(0, to.find(':'), "127.0.0.1");
  const std::string viewer = behind(hexad.log(), "console token of a viewer: ");
  const std::string oper = behind(hexad.log(), "console token of an operator: ");
  const std::string engineer = behind(hexad.log(), "console token: ");
  ASSERT_EQ(viewer.size() + oper.size() + engineer.size(), 96u) << hexad.log();
  const auto ctl = [&](const std::string& token, std::vector<std::string> words) {
    words.insert(words.begin(), "ctl");
    for (const std::string& word : {std::string{"--to"}, to, std::string{"--token"}, token})
      words.push_back(word);
    return run_program(words);
  };
  EXPECT_EQ(run_program({"status", "--to", to, "--token", viewer}).code, 0);
  const Said refused = ctl(viewer, {"zero"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(says(refused.err, "viewer")) << refused.err;
  EXPECT_EQ(ctl(oper, {"zero"}).code, 0);
  const Said injected = ctl(oper, {"inject", "drive_fault:3"});
  EXPECT_EQ(injected.code, 1);
  EXPECT_TRUE(says(injected.err, "reserved to engineers")) << injected.err;
  EXPECT_EQ(ctl(viewer, {"stop"}).code, 0) << "who sees may stop";
  EXPECT_EQ(ctl(viewer, {"estop"}).code, 0);
  EXPECT_EQ(ctl(viewer, {"release"}).code, 1) << "but not let go again";
  EXPECT_EQ(ctl(engineer, {"release"}).code, 0);
  EXPECT_TRUE(says(hexad.log(), "operator 127.0.0.1 (viewer): estop: done")) << hexad.log();
  std::filesystem::remove_all(state);
}

TEST(Status, ByTlsToWhomHasTheFingerprint) {
  const std::filesystem::path state =
      std::filesystem::temp_directory_path() / ("hexad-tls-state-" + std::to_string(::getpid()));
  std::string fingerprint;
  for (const bool again : {false, true}) {
    DaemonProcess hexad{with_any_ports({"--state", state.string(), "--set", "console.tls=self_signed"})};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    const std::string printed = behind(hexad.log(), "console certificate: SHA-256 ");
    ASSERT_EQ(printed.size(), 95u) << hexad.log();
    EXPECT_TRUE(!again || printed == fingerprint) << "kept over a restart";
    fingerprint = printed;
    const std::string to = hexad.console();
    EXPECT_TRUE(to.starts_with("https://")) << to;
    EXPECT_EQ(run_program({"status", "--to", to, "--fingerprint", printed}).code, 0);
    EXPECT_EQ(run_program({"ctl", "stop", "--to", to, "--fingerprint", printed}).code, 0);
    const Said unknown = run_program({"status", "--to", to});
    EXPECT_EQ(unknown.code, 1);
    EXPECT_TRUE(says(unknown.err, "--fingerprint " + printed)) << unknown.err;
    const Said plain = run_program({"status", "--to", to.substr(8)});
    EXPECT_EQ(plain.code, 1);
    EXPECT_TRUE(says(plain.err, "https://")) << plain.err;
  }
  const Said shown = run_program({"certificate", "--state", state.string()});
  EXPECT_TRUE(says(shown.out, fingerprint)) << shown.out;
  EXPECT_FALSE(says(run_program({"certificate", "--new", "--state", state.string()}).out, fingerprint));
  EXPECT_EQ(std::filesystem::status(state / "standard-400" / "console-key.pem").permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  DaemonProcess wrong{
      with_any_ports({"--set", "console.tls=files", "--set", "console.certificate=/nonexistent.pem", "--set",
                      "console.key=/nonexistent.key"})};
  EXPECT_FALSE(wrong.wait_until_ready());
  EXPECT_TRUE(says(wrong.log(), "/nonexistent.pem cannot be read")) << wrong.log();
  std::filesystem::remove_all(state);
}

TEST(Status, OnLoopbackNothingIsKept) {
  const std::filesystem::path state =
      std::filesystem::temp_directory_path() / ("hexad-no-state-" + std::to_string(::getpid()));
  DaemonProcess hexad{with_any_ports({"--state", state.string()})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_FALSE(std::filesystem::exists(state));
}

TEST(Status, ClientsThatDoNotReadDoNotHoldUpAHost) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(hexad.console().substr(10))));
  std::vector<int> sockets;
  const std::string request = "GET /api/status HTTP/1.1\r\nHost: " + hexad.console() + "\r\n\r\n";
  for (int i = 0; i < 20; ++i) {
    sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::connect(sockets.back(), static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address),
              0);
    for (int k = 0; k < 100; ++k)
      ::send(sockets.back(), request.data(), request.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("9 0 0 5 0 0 0"), "9#0");
  EXPECT_EQ(OperatorAt{hexad}.ctl({"stop"}).code, 0) << "nor the operator";
  for (const int socket : sockets) ::close(socket);
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
}

TEST(Status, RealTimeSaysWhatWasGranted) {
  DaemonProcess hexad{with_any_ports({"--rt", "--rt-priority", "20", "--rt-spin", "10"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0);  // all of the log is written then
  EXPECT_TRUE(says(hexad.log(), "real time: SCHED_FIFO 20 ")) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "10 µs before each tick")) << hexad.log();
  DaemonProcess wrong{with_any_ports({"--rt-priority", "20"})};
  EXPECT_EQ(wrong.wait_for_exit(), 2) << wrong.log();
}

}  // namespace
}  // namespace hexad::system_test
