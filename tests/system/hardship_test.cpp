// The program under what nobody wishes for: signals that are not meant for it, a stall in motion, a host that
// stops the descent of the exit, too few descriptors.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <deque>
#include <filesystem>
#include <thread>

#include "host_socket.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kPose = 100;
constexpr std::uint16_t kRun = 2;

std::vector<std::string> raised(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--set", "plant.initial=neutral"});
  return with_any_ports(std::move(more));
}

TEST(Hardship, AStraySignalDoesNotEndAMotion) {
  DaemonProcess hexad{raised()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  host.send("9 0 0 40 0 0 0");
  for (const int number : {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPIPE, SIGTSTP, SIGRTMIN})
    hexad.signal(number);
  EXPECT_EQ(host.receive(), "9#0") << hexad.log();
  hexad.signal(SIGQUIT);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "exit in state origin")) << hexad.log();
}

TEST(Hardship, AStallInMotionIsSilenceAndIsToldOf) {
  DaemonProcess hexad{raised()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  DarrenHost host;
  host.call(hexad.port_of("darren"));
  const auto run = [&](float heave) {
    host.send(kPose, kRun, {0, 0, 0, 0, 0, heave});
    std::this_thread::sleep_for(5ms);
  };
  ASSERT_TRUE(comes_true([&] {
    run(10.0f);
    return says(hexad.log(), "-> running");
  })) << hexad.log();
  for (int i = 0; i < 50; ++i) run(10.0f + static_cast<float>(i));
  hexad.signal(SIGSTOP);
  for (int i = 0; i < 100; ++i) run(60.0f + static_cast<float>(i));  // the host is alive all the time
  hexad.signal(SIGCONT);
  EXPECT_TRUE(comes_true([&] {
    run(160.0f);
    return says(hexad.log(), "host lost: darren") && says(hexad.log(), "the control loop stood still for");
  })) << hexad.log();
}

TEST(Hardship, AnExitThatIsStoppedOnItsWayDownEndsAllTheSame) {
  for (const char* word : {"4", "2"}) {
    DaemonProcess hexad{raised()};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    const MdofHost host{hexad.port_of("mdof")};
    hexad.signal(SIGTERM);
    ASSERT_TRUE(comes_true([&] { return says(hexad.log(), "-> descending"); })) << hexad.log();
    host.send(word);
    EXPECT_EQ(hexad.wait_for_exit(), 0) << word << '\n' << hexad.log();
  }
}

TEST(Hardship, TheExitSaysThatItStaysRaised) {
  DaemonProcess hexad{raised()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  hexad.signal(SIGTERM);
  ASSERT_TRUE(comes_true([&] { return says(hexad.log(), "-> descending"); })) << hexad.log();
  host.send("4");
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "NOT at the bottom")) << hexad.log();
}

/// A connection that says nothing.
class Idler {
 public:
  explicit Idler(std::uint16_t port) : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    connected_ =
        ::connect(fd_, static_cast<const sockaddr*>(static_cast<const void*>(&address)), sizeof address) == 0;
  }
  ~Idler() { ::close(fd_); }
  Idler(const Idler&) = delete;
  Idler& operator=(const Idler&) = delete;
  bool connected() const { return connected_; }

 private:
  int fd_;
  bool connected_ = false;
};

std::size_t descriptors_of(pid_t pid) {
  const std::filesystem::directory_iterator folder{"/proc/" + std::to_string(pid) + "/fd"};
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

TEST(Hardship, AStopIsHeardWithoutAFreeDescriptorAndAmongFortyWhoSayNothing) {
  DaemonProcess hexad{raised({"--set", "console.token=0123456789abcdef"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const rlimit few{descriptors_of(hexad.pid()) + 2, 1024};
  ASSERT_EQ(::prlimit(hexad.pid(), RLIMIT_NOFILE, &few, nullptr), 0);
  const std::string console = hexad.console();
  std::deque<Idler> idlers;
  for (int i = 0; i < 40; ++i)
    EXPECT_TRUE(
        idlers.emplace_back(static_cast<std::uint16_t>(std::stoi(console.substr(console.find(':') + 1))))
            .connected());
  for (int i = 0; i < 3; ++i) {
    const Said said = OperatorAt{hexad}.ctl({"stop", "--token", "0123456789abcdef"});
    EXPECT_EQ(said.code, 0) << said.err << hexad.log();
  }
  EXPECT_TRUE(says(hexad.log(), "no file descriptor for a client")) << hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
