#include "os/service_notice.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace hexad::inline os {
namespace {

using namespace std::chrono_literals;

TimePoint at(Duration time) { return TimePoint{time}; }

/// The other end of NOTIFY_SOCKET.
class Listener {
 public:
  explicit Listener(bool in_a_file) {
    sockaddr_un own{};
    own.sun_family = AF_UNIX;
    const std::string name = in_a_file ? path_ : "@hexad-notify-" + std::to_string(::getpid());
    name.copy(own.sun_path, name.size());
    if (!in_a_file) own.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(fd_, static_cast<sockaddr*>(static_cast<void*>(&own)), length), 0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
  }
  ~Listener() {
    ::close(fd_);
    std::filesystem::remove(path_);
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) ::unsetenv(name);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::string heard() const {
    std::array<char, 512> bytes{};
    const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    return count < 0 ? "nothing" : std::string{bytes.data(), static_cast<std::size_t>(count)};
  }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("hexad-notify-" + std::to_string(::getpid()))).string();
  int fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

TEST(ServiceNotice, WithoutOneNobodyIsToldAndNothingIsWrong) {
  ::unsetenv("NOTIFY_SOCKET");
  ServiceNotice manager;
  manager.ready("origin");
  manager.lives(at(1s));
  EXPECT_EQ(manager.problem(), "");
  EXPECT_EQ(manager.patience(), Duration{});
}

TEST(ServiceNotice, HearsThatItIsReadyWhatItDoesAndThatItEnds) {
  for (const bool in_a_file : {true, false}) {
    const Listener listener{in_a_file};
    ServiceNotice manager;
    manager.ready("origin");
    EXPECT_EQ(listener.heard(), "READY=1\nSTATUS=origin");
    manager.show("origin");
    EXPECT_EQ(listener.heard(), "nothing");
    manager.show("ready");
    EXPECT_EQ(listener.heard(), "STATUS=ready");
    manager.stopping(35s);
    EXPECT_EQ(listener.heard(), "STOPPING=1\nEXTEND_TIMEOUT_USEC=35000000");
  }
}

TEST(ServiceNotice, IsToldThatItLivesFourTimesInItsPatience) {
  const Listener listener{true};
  ::setenv("WATCHDOG_USEC", "2000000", 1);
  ServiceNotice manager;
  EXPECT_EQ(manager.patience(), 2s);
  for (int tick = 0; tick < 30; ++tick) manager.lives(at(tick * 100ms));
  for (int told = 0; told < 6; ++told) EXPECT_EQ(listener.heard(), "WATCHDOG=1");
  EXPECT_EQ(listener.heard(), "nothing");
}

TEST(ServiceNotice, WatchesOnlyWhomItNames) {
  const Listener listener{true};
  ::setenv("WATCHDOG_USEC", "2000000", 1);
  ::setenv("WATCHDOG_PID", "1", 1);
  EXPECT_EQ(ServiceNotice{}.patience(), Duration{});
  ::setenv("WATCHDOG_PID", std::to_string(::getpid()).c_str(), 1);
  EXPECT_EQ(ServiceNotice{}.patience(), 2s);
  for (const char* nonsense : {"", "soon", "2000000x", "-5"}) {
    ::setenv("WATCHDOG_USEC", nonsense, 1);
    EXPECT_EQ(ServiceNotice{}.patience(), Duration{}) << nonsense;
  }
}

TEST(ServiceNotice, OneThatIsNotThereIsSaid) {
  const Listener listener{true};
  for (const std::string& name :
       {std::string{"/nowhere/notify"}, std::string{"no path"}, '/' + std::string(200, 'x')}) {
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
    ServiceNotice manager;
    EXPECT_EQ(manager.problem().find(name + ": "), 0u) << manager.problem();
    manager.ready("origin");  // and it goes on
  }
}

}  // namespace
}  // namespace hexad::inline os
