// SIGKILL in every system call by which the program writes what it keeps: whatever was half done, the next
// start finds the old or the new, whole, and says nothing of damage.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "process/raw_console.hpp"
#include "process/traced_thread.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Json = nlohmann::json;

/// So many calls of the worker in a row without a write: it has nothing left to do (it looks every 20 ms).
constexpr int kIdleCalls = 25;

class KilledInAWrite : public testing::Test {
 protected:
  KilledInAWrite() {
    std::string pattern = (fs::temp_directory_path() / "hexad-kill-XXXXXX").string();
    state_ = ::mkdtemp(pattern.data());
  }
  ~KilledInAWrite() override { fs::remove_all(state_); }

  std::vector<std::string> words() const {
    return {"--protocols", "csfi,mdof",          "--port",  "csfi=0",        "--port",  "mdof=0",
            "--platform",  "allcontroller-1200", "--state", state_.string(), "--speed", "10"};
  }
  /// Lets `trigger` happen and kills the program as its worker begins the `nth` call that writes; false when
  /// there are fewer.
  template <class Trigger>
  static bool killed_at(DaemonProcess& program, int nth, Trigger trigger) {
    const auto worker = thread_of(program.pid(), "hexad-worker");
    if (!worker) throw std::runtime_error{"no worker"};
    TracedThread thread{*worker};
    trigger();
    int written = 0;
    for (int idle = 0; idle < kIdleCalls || written == 0;) {
      const auto call = thread.next_call();
      if (!call) throw std::runtime_error{"the worker has ended: " + program.log()};
      if (!writes(*call)) {
        ++idle;
        continue;
      }
      idle = 0;
      if (++written != nth) continue;
      program.signal(SIGKILL);
      return true;
    }
    return false;
  }
  static void expect_clean(const DaemonProcess& program) {
    for (const char* word : {"damaged", "not used", "cannot", " error "})
      EXPECT_FALSE(says(program.log(), word)) << program.log();
    const Json status = Json::parse(ask_console(program.console(), {}).body);
    EXPECT_EQ(status.at("state"), "powered_up");
    EXPECT_FALSE(status.at("zeroed").get<bool>());
  }

  fs::path state_;
};

std::string csfi_golden(const std::string& meaning) {
  std::ifstream file{fs::path{HEXAD_TEST_SOURCE} / "src/protocols/csfi/golden/csfi.tsv"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.substr(tab + 1) != meaning) continue;
    std::string bytes;
    for (std::size_t i = 0; i + 1 < tab; i += 2)
      bytes += static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16));
    return bytes;
  }
  throw std::runtime_error{meaning};
}

/// The control group with another speed of return.
std::string changed(std::string frame, char value) {
  frame[148] = value;
  unsigned sum = 0;
  for (std::size_t i = 4; i < frame.size(); ++i) sum += static_cast<unsigned char>(frame[i]);
  frame[3] = static_cast<char>(sum & 0xFFU);
  return frame;
}

TEST_F(KilledInAWrite, TheCalibrationIsTheOldOneOrTheNewOne) {
  const std::string group = csfi_golden("write group 2 defaults");
  const auto answer_to = [](std::string frame) {
    frame[2] = 2;
    return frame;
  };
  std::vector<std::string> possible{answer_to(group), answer_to(changed(group, 5))};
  int nth = 1;
  for (bool more = true; more; ++nth) {
    DaemonProcess board{words()};
    ASSERT_TRUE(board.wait_until_ready()) << board.log();
    const HostSocket socket;
    socket.send(board.port_of("csfi"), csfi_golden("read group 2"));
    const std::string found = socket.receive().value_or("no answer");
    if (nth > 1) {
      EXPECT_TRUE(found == possible[0] || found == possible[1]) << "killed at " << nth - 1;
    }
    expect_clean(board);
    possible = {found, answer_to(changed(group, static_cast<char>(5 + nth % 2)))};
    more = killed_at(board, nth, [&] {
      socket.send(board.port_of("csfi"), changed(group, static_cast<char>(5 + nth % 2)));
    });
    if (more) {
      EXPECT_EQ(board.wait_for_exit(), 128 + SIGKILL);
    }
  }
  EXPECT_GT(nth, 8) << "a write has more steps than that";
  RecordProperty("killed", nth - 2);
}

/// What a fault leaves: its black box, the alarms, the counters of the legs.
TEST_F(KilledInAWrite, WhatAFaultLeavesIsWholeOrNotThere) {
  const int step = std::getenv("HEXAD_LONG") != nullptr ? 1 : 4;
  int nth = 1;
  for (bool more = true; more; nth += step) {
    DaemonProcess hexad{words()};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    expect_clean(hexad);
    for (const char* path : {"/api/alarms", "/api/maintenance", "/api/status"})
      EXPECT_EQ(ask_console(hexad.console(), {.path = path}).code, 200)
          << path << " killed at " << nth - step;
    for (const auto& file : fs::recursive_directory_iterator{state_})
      if (file.path().extension() == ".json") {
        std::ifstream text{file.path()};
        EXPECT_FALSE(Json::parse(text, nullptr, false).is_discarded()) << file.path();
      }
    more = killed_at(hexad, nth, [&] {
      (void)order(hexad, {{"action", "inject"}, {"fault", "over_temperature:2"}});
    });
    if (more) {
      EXPECT_EQ(hexad.wait_for_exit(), 128 + SIGKILL);
    }
  }
  EXPECT_GT(nth, 8);
  RecordProperty("killed", (nth - 2) / step);
}

TEST_F(KilledInAWrite, InMotionTheNextStartTrustsNothingAndMovesNothing) {
  {
    std::vector<std::string> raised = words();
    raised.back() = "0.1";  // the speed: it moves for long
    raised.insert(raised.end(), {"--set", "plant.initial=neutral"});
    DaemonProcess hexad{raised};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    const MdofHost host{hexad.port_of("mdof")};
    host.send("9 0 0 20 0 0 0");
    ASSERT_TRUE(comes_true([&] { return host.ask("22") == "22#1"; })) << hexad.log();
    hexad.signal(SIGKILL);
    EXPECT_EQ(hexad.wait_for_exit(), 128 + SIGKILL);
  }
  DaemonProcess hexad{words()};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  expect_clean(hexad);
  const MdofHost host{hexad.port_of("mdof")};
  EXPECT_EQ(host.ask("21"), "21#0");
  EXPECT_EQ(host.ask("9 0 0 10 0 0 0"), "9#194");
}

}  // namespace
}  // namespace hexad::system_test
