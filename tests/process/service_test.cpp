// What a service manager hears, by a socket of the test's own: ready, the state, that the control loop gets
// on, the end. With systemd itself: tests/systemd.

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>

#include "process/raw_console.hpp"
#include "process/traced_thread.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

class NotifySocket {
 public:
  NotifySocket() {
    sockaddr_un own{};
    own.sun_family = AF_UNIX;
    path_.copy(own.sun_path, path_.size());
    if (::bind(fd_, static_cast<sockaddr*>(static_cast<void*>(&own)), sizeof own) != 0)
      throw std::runtime_error{"cannot bind " + path_};
  }
  ~NotifySocket() {
    ::close(fd_);
    std::filesystem::remove(path_);
  }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  /// `hexad run` as its service.
  DaemonProcess::Words service(std::vector<std::string> more, const char* patience_us) const {
    DaemonProcess::Words words = DaemonProcess::run_words(with_any_ports(std::move(more)));
    words.in_child = [this, patience_us] {
      ::setenv("NOTIFY_SOCKET", path_.c_str(), 1);
      ::setenv("WATCHDOG_USEC", patience_us, 1);
      ::setenv("WATCHDOG_PID", std::to_string(::getpid()).c_str(), 1);
    };
    return words;
  }
  std::optional<std::string> next(std::chrono::milliseconds patience = kPatience) const {
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return std::nullopt;
    std::array<char, 512> bytes{};
    const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
    return std::string{bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }
  bool hears(const std::string& wanted) const {
    for (auto said = next(); said; said = next())
      if (*said == wanted) return true;
    return false;
  }
  /// What has come is forgotten.
  void forget() const {
    while (next(0ms)) {
    }
  }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("hexad-manager-" + std::to_string(::getpid()))).string();
  int fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

TEST(Service, IsToldWhenItIsReadyWhatItDoesAndThatItEnds) {
  const NotifySocket manager;
  DaemonProcess hexad{manager.service({"--set", "plant.initial=neutral", "--speed", "20"}, "0")};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_EQ(manager.next(), "READY=1\nSTATUS=ready") << "after the self-test, and nothing before it";
  EXPECT_EQ(order(hexad, {{"action", "lower"}, {"wait", true}}).code, 200);
  EXPECT_TRUE(manager.hears("STATUS=origin"));
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0);
  const std::string last = manager.next().value_or("nothing");
  EXPECT_TRUE(last.starts_with("STOPPING=1\nEXTEND_TIMEOUT_USEC=")) << last;
}

TEST(Service, TheWatchdogIsFedByTheControlLoopAndByNothingElse) {
  const NotifySocket manager;
  DaemonProcess hexad{manager.service({"--set", "plant.initial=neutral"}, "400000")};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(manager.hears("WATCHDOG=1"));
  const auto loop = thread_of(hexad.pid(), "hexad-rt");
  ASSERT_TRUE(loop);
  {
    const TracedThread frozen{*loop};
    // The tick that was seen last may still be told of: what comes after the log has noticed does not count
    // as life.
    ASSERT_TRUE(comes_true([&] { return says(hexad.log(), "the control loop does not get on"); }))
        << hexad.log();
    manager.forget();
    EXPECT_EQ(ask_console(hexad.console(), {}).code, 200) << "everything else goes on";
    EXPECT_EQ(MdofHost{hexad.port_of("mdof")}.ask("20"), "20#1");
    EXPECT_EQ(manager.next(1500ms), std::nullopt) << "nearly four times its patience";
  }
  EXPECT_TRUE(manager.hears("WATCHDOG=1")) << "and again when the loop does";
}

TEST(Service, WithoutAManagerNothingIsToldAndOneThatIsGoneIsSaid) {
  DaemonProcess::Words words = DaemonProcess::run_words(with_any_ports());
  words.in_child = [] { ::setenv("NOTIFY_SOCKET", "/nowhere/notify", 1); };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  EXPECT_TRUE(comes_true([&] { return says(hexad.log(), "NOTIFY_SOCKET=/nowhere/notify: No such file"); }))
      << hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
