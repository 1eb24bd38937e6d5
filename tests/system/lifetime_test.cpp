#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <regex>
#include <string>
#include <vector>

#include "host_socket.hpp"

namespace hexad::system_test {
namespace {

TEST(Lifetime, SaysWhereItListensThenReady) {
  DaemonProcess hexad{with_any_ports()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  ASSERT_EQ(hexad.lines().size(), 4u);
  EXPECT_TRUE(std::regex_match(hexad.lines()[0], std::regex{R"(listening mdof 127\.0\.0\.1:\d+)"}));
  EXPECT_TRUE(std::regex_match(hexad.lines()[1], std::regex{R"(listening darren 127\.0\.0\.1:\d+)"}));
  EXPECT_TRUE(std::regex_match(hexad.lines()[2], std::regex{R"(listening console http://127\.0\.0\.1:\d+)"}));
  EXPECT_EQ(hexad.lines()[3], "ready");
  EXPECT_NE(hexad.port_of("mdof"), hexad.port_of("darren"));
}

TEST(Lifetime, OpensOnlyTheProtocolsAskedFor) {
  DaemonProcess hexad{{"--protocols", "mdof", "--port", "mdof=0", "--console", "off"}};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_EQ(hexad.lines().size(), 2u);
}

TEST(Lifetime, ASignalEndsItAtOnceAtTheBottom) {
  for (const int number : {SIGTERM, SIGINT}) {
    DaemonProcess hexad{with_any_ports()};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    hexad.signal(number);
    EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
    EXPECT_EQ(hexad.log().find("descending"), std::string::npos) << hexad.log();
  }
}

TEST(Lifetime, ARaisedPlatformGoesDownBeforeTheProgramEnds) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral", "--speed", "4"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  EXPECT_NE(hexad.log().find("descending -> origin"), std::string::npos) << hexad.log();
  EXPECT_NE(hexad.log().find("exit in state origin"), std::string::npos) << hexad.log();
}

TEST(Lifetime, AMotionThatTheEndCutsShortIsAnsweredWithMinus4) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral", "--speed", "2"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  host.send("9 0 0 150 0 0 0");
  for (const MdofHost other{hexad.port_of("mdof")}; other.pose()[2] < 1.0;) {
  }
  hexad.signal(SIGTERM);
  EXPECT_EQ(host.receive(), "9#-4");
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
}

TEST(Lifetime, ASecondSignalOnlyStops) {
  DaemonProcess hexad{with_any_ports({"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  hexad.signal(SIGTERM);
  ASSERT_TRUE(comes_true([&] { return hexad.log().find("-> descending") != std::string::npos; }));
  hexad.signal(SIGINT);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  EXPECT_EQ(hexad.log().find("exit in state origin"), std::string::npos) << hexad.log();
}

TEST(Lifetime, APortInUseIsNamedWithItsProtocolAndWhatToDo) {
  const HostSocket taken;
  const std::string port = std::to_string(taken.port());
  DaemonProcess hexad{{"--protocols", "mdof", "--port", "mdof=" + port}};
  EXPECT_FALSE(hexad.wait_until_ready());
  EXPECT_EQ(hexad.wait_for_exit(), 1);
  const std::string log = hexad.log();
  EXPECT_NE(log.find("port " + port + " of mdof is in use"), std::string::npos) << log;
  EXPECT_NE(log.find("--port mdof=N"), std::string::npos) << log;
}

TEST(Lifetime, AnAddressThisMachineDoesNotHaveIsNamed) {
  DaemonProcess hexad{{"--protocols", "mdof", "--port", "mdof=0", "--listen", "203.0.113.1"}};
  EXPECT_FALSE(hexad.wait_until_ready());
  EXPECT_EQ(hexad.wait_for_exit(), 1);
  EXPECT_NE(hexad.log().find("no such address"), std::string::npos) << hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
