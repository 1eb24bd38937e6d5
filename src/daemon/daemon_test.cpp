// The whole program inside the test, threads and all: what the thread sanitizer is to look at.

#include "daemon/daemon.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "store/state_folder.hpp"

namespace hexad::inline daemon {
namespace {

using namespace std::chrono_literals;

/// Of this program alone: somebody may run a platform of their own beside the tests.
struct StateFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("hexad-daemon-tests-" + std::to_string(::getpid()));
  ~StateFolder() { std::filesystem::remove_all(path); }
};

LoadedPlatform neutral_platform() {
  static const StateFolder state;
  Sources sources;
  for (const char* text : {"mdof.port=0", "darren.port=0", "lingjing.port=0", "motus.port=0", "csfi.port=0",
                           "console.listen=127.0.0.1:0", "plant.initial=neutral", "loop.speed=4"})
    sources.set.emplace_back(text);
  LoadedPlatform loaded = load_platform(sources);
  loaded.config.state = state.path.string();
  return loaded;
}

std::string ask(net::UdpSocket& host, const net::Address& to, std::string_view text) {
  host.send(to, std::as_bytes(std::span{text}));
  host.flush();
  pollfd ready{host.get(), POLLIN, 0};
  net::ReceiveBatch batch;
  if (::poll(&ready, 1, 30'000) <= 0 || host.receive(batch) == 0) return "no answer";
  std::string answer;
  for (const std::byte byte : batch.arrivals()[0].bytes) answer += static_cast<char>(byte);
  return answer;
}

TEST(Daemon, ServesHostsAndGoesDownWithASignal) {
  Signals signals;
  MemoryLog log;  // only after the threads have ended is it read
  const LoadedPlatform loaded = neutral_platform();
  ASSERT_TRUE(loaded.machine);
  auto daemon = Daemon::build(loaded.config, *loaded.machine, {}, log);
  ASSERT_TRUE(daemon.has_value());
  ASSERT_EQ((*daemon)->listening().size(), 5u);
  EXPECT_EQ((*daemon)->listening()[0].protocol, "mdof");
  (*daemon)->start();

  auto host = net::UdpSocket::open({});
  ASSERT_TRUE(host.has_value());
  const net::Address mdof = (*daemon)->listening()[0].address;
  EXPECT_EQ(ask(*host, mdof, "20"), "20#1");
  EXPECT_EQ(ask(*host, mdof, "9 0 0 5 0 0 0"), "9#0");
  ::kill(::getpid(), SIGTERM);
  (*daemon)->run(signals);
  EXPECT_TRUE(log.contains("exit in state origin"));
}

TEST(Daemon, WithoutAConsoleAlarmsAreKeptAllTheSame) {
  namespace fs = std::filesystem;
  const fs::path state = fs::temp_directory_path() / ("hexad-daemon-" + std::to_string(::getpid()));
  Signals signals;
  MemoryLog log;
  LoadedPlatform loaded = neutral_platform();
  ASSERT_TRUE(loaded.machine);
  loaded.config.console.listen = "off";
  loaded.config.state = state.string();
  {
    auto daemon = Daemon::build(loaded.config, *loaded.machine, {}, log);
    ASSERT_TRUE(daemon.has_value());
    ASSERT_TRUE((*daemon)->console().empty());
    (*daemon)->start();
    auto host = net::UdpSocket::open({});
    ASSERT_TRUE(host.has_value());
    const auto motus = std::ranges::find((*daemon)->listening(), "motus", &Listening::protocol);
    std::string emergency(180, '\0');  // the second byte is the command
    emergency[0] = 55;
    emergency[1] = 3;
    EXPECT_NE(ask(*host, motus->address, emergency), "no answer");
    ::kill(::getpid(), SIGTERM);
    (*daemon)->run(signals);
  }
  const AlarmBook book{store::state_folder(state.string(), loaded.machine->name), log};
  const auto is_kept = [&](std::string_view kind) {
    return std::ranges::count(book.alarms(), kind, &Alarm::kind) == 1;
  };
  EXPECT_TRUE(is_kept("emergency")) << "what the core told";
  EXPECT_TRUE(is_kept("program")) << "and what the program says of itself: it ends raised";
  fs::remove_all(state);
}

TEST(Daemon, EveryPortThatIsInUseIsNamedAtOnce) {
  MemoryLog log;
  const auto first = net::UdpSocket::open({});
  const auto second = net::UdpSocket::open({});
  ASSERT_TRUE(first.has_value() && second.has_value());
  LoadedPlatform loaded = neutral_platform();
  ASSERT_TRUE(loaded.machine);
  loaded.config.mdof.link.port = first->address().port;
  loaded.config.darren.link.port = second->address().port;
  const auto daemon = Daemon::build(loaded.config, *loaded.machine, {}, log);
  if (daemon) FAIL() << "two programs on one port";
  const std::string text = daemon.error();
  for (const std::string& expected :
       {"port " + std::to_string(first->address().port) + " of mdof is in use",
        "port " + std::to_string(second->address().port) + " of darren is in use",
        std::string{"--port mdof=N"}, std::string{"--port darren=N"}})
    EXPECT_NE(text.find(expected), std::string::npos) << text;
}

TEST(Daemon, AListOfHostsThatCannotBeReadOpensNothing) {
  MemoryLog log;
  LoadedPlatform loaded = neutral_platform();
  ASSERT_TRUE(loaded.machine);
  loaded.config.mdof.link.allow = {"192.168.1.0/24", "192.168.1.5/24"};
  const auto daemon = Daemon::build(loaded.config, *loaded.machine, {}, log);
  if (daemon) FAIL() << "a list that nobody understands was taken";
  const std::string text = daemon.error();
  EXPECT_NE(text.find("mdof.allow: \"192.168.1.5/24\""), std::string::npos) << text;
}

}  // namespace
}  // namespace hexad::inline daemon
