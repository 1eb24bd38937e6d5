// Floods on every port while a host drives, and everybody at once for a while: no status is lost, and what
// the program holds of memory, descriptors and threads stays what it was. Seconds; with HEXAD_LONG ten
// minutes, and late ticks are compared with those of the same run without a flood.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <thread>

#include "process/raw_console.hpp"
#include "system/flood.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

bool long_run() { return std::getenv("HEXAD_LONG") != nullptr; }

std::vector<std::string> traffic_words(std::vector<std::string> more) {
  for (const char* protocol : {"mdof", "darren", "lingjing", "motus", "csfi"})
    more.insert(more.end(), {"--port", std::string{protocol} + "=0", "--set",
                             std::string{protocol} + ".allow=[\"127.0.0.1\"]"});
  more.insert(more.end(), {"--set", "plant.initial=neutral"});
  return more;
}

/// A darren host that drives: a frame every 10 ms of the platform's time, every status looked at.
class Driver {
 public:
  Driver(std::uint16_t port, std::chrono::milliseconds pace)
      : thread_{[this, port, pace] { run(port, pace); }} {}
  ~Driver() { end(); }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  void end() {
    ending_ = true;
    if (thread_.joinable()) thread_.join();
  }
  std::uint64_t received() const { return received_; }
  std::uint64_t lost() const { return lost_; }  ///< numbers that were left out
  std::uint64_t not_running() const { return not_running_; }
  bool runs() const { return runs_; }

 private:
  void run(std::uint16_t port, std::chrono::milliseconds pace) {
    const HostSocket socket;
    std::optional<std::uint32_t> last;
    std::uint32_t sequence = 0;
    for (auto due = std::chrono::steady_clock::now(); !ending_; due += pace) {
      std::this_thread::sleep_until(due);
      socket.send(
          port,
          FieldFrame{.sequence = ++sequence, .id = 100, .word = 2, .values = {0, 0, 0, 0, 0, 20.0f}}.bytes());
      while (const auto bytes = socket.receive(0ms)) {
        const auto status = parse_status(*bytes);
        if (!status || status->id != 200) continue;
        ++received_;
        if (last && status->sequence != *last + 1) ++lost_;
        last = status->sequence;
        if (runs_ && status->state != 6) ++not_running_;
        if (status->state == 6) runs_ = true;
      }
    }
  }

  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> received_{0};
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<std::uint64_t> not_running_{0};
  std::atomic<bool> runs_{false};
  std::thread thread_;
};

/// Wakes of the loop so far, and those that were more than a period late.
std::pair<double, double> wakes(const DaemonProcess& hexad) {
  const Json status = Json::parse(ask_console(hexad.console(), {}).body);
  const Json& loop = status.at("loop");
  double all = 0.0;
  double late = 0.0;
  const Json& counts = loop.at("histogram");
  const Json& edges = loop.at("histogram_us");
  for (std::size_t i = 0; i < counts.size(); ++i) {  // the first is below the first edge
    all += counts.at(i).get<double>();
    if (i > 0 && edges.at(i - 1).get<double>() >= 1000.0) late += counts.at(i).get<double>();
  }
  return {all, late};
}

/// The share of late ones while `during` lasts.
double late_share(const DaemonProcess& hexad, const std::function<void()>& during) {
  const auto before = wakes(hexad);
  during();
  const auto after = wakes(hexad);
  return (after.second - before.second) / std::max(1.0, after.first - before.first);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void drives_through(const char* who, const char* from, std::size_t a_millisecond,
                    const std::vector<std::string>& junk) {
  // Four times as slow as the clock: a host's 200 ms are most of a second, whatever else the machine does.
  DaemonProcess hexad{traffic_words({"--speed", "0.25"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  Driver driver{hexad.port_of("darren"), 40ms};
  ASSERT_TRUE(comes_true([&] { return driver.runs(); })) << hexad.log();
  const std::uint64_t statuses = long_run() ? 200 : 15;
  std::vector<double> quiet;
  std::vector<double> flooded;
  for (const char* protocol : {"mdof", "darren", "lingjing", "motus", "csfi"}) {
    const auto wait = [&] {
      const std::uint64_t enough = driver.received() + statuses;
      ASSERT_TRUE(comes_true([&] {
        std::this_thread::sleep_for(5ms);
        return driver.received() >= enough;
      })) << hexad.log();
    };
    if (long_run()) quiet.push_back(late_share(hexad, wait));
    const Flood flood{from, {hexad.port_of(protocol)}, junk, a_millisecond};
    flood.wait_until_sent(1000 * a_millisecond / 4);
    flooded.push_back(late_share(hexad, wait));
    std::cout << who << ", " << protocol << ": " << flood.sent() << " sent, late ticks " << flooded.back()
              << '\n';
  }
  driver.end();
  EXPECT_EQ(driver.lost(), 0u) << "statuses of the host that drives\n" << hexad.log();
  EXPECT_EQ(driver.not_running(), 0u) << hexad.log();
  if (long_run()) {
    std::cout << who << ": late ticks without a flood " << median(quiet) << ", with " << median(flooded)
              << '\n';
    EXPECT_LE(median(flooded), 2.0 * median(quiet) + 0.005);
  }
  EXPECT_EQ(Json::parse(ask_console(hexad.console(), {}).body).at("queues").at("lost_events"), 0);
}

TEST(Traffic, FiftyThousandASecondOfAStrangerOnAnyPortLoseTheDriverNoStatus) {
  drives_through("stranger", "127.0.0.2", 50, garbage());
}

TEST(Traffic, TwentyThousandASecondOfSomebodyAllowedLoseTheDriverNoStatus) {
  drives_through("allowed", "127.0.0.1", 20, harmless_garbage());
}

struct Holds {
  std::size_t memory = 0;  ///< kB
  std::size_t descriptors = 0;
  std::size_t threads = 0;
};

Holds held_by(pid_t pid) {
  namespace fs = std::filesystem;
  Holds now;
  std::ifstream file{"/proc/" + std::to_string(pid) + "/status"};
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) now.memory = std::stoul(line.substr(6));
    if (line.starts_with("Threads:")) now.threads = std::stoul(line.substr(8));
  }
  const fs::directory_iterator folder{"/proc/" + std::to_string(pid) + "/fd"};
  now.descriptors = static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
  return now;
}

/// Everybody at once, each as it likes, until told to end.
class Crowd {
 public:
  explicit Crowd(const DaemonProcess& hexad) : hexad_{hexad} {
    talk([this](auto& dice) { mdof(dice); });
    talk([this](auto& dice) { frames(dice); });
    talk([this](auto& dice) { orders(dice); });
    talk([this](auto& dice) { pages(dice); });
  }
  ~Crowd() { end(); }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  void end() {
    ending_ = true;
    for (std::thread& one : threads_)
      if (one.joinable()) one.join();
  }
  std::uint64_t done() const { return done_; }

 private:
  using Dice = std::mt19937;
  template <class Act>
  void talk(Act act) {
    threads_.emplace_back([this, act, seed = static_cast<unsigned>(threads_.size())] {
      for (Dice dice{seed}; !ending_; ++done_) {
        act(dice);
        std::this_thread::sleep_for(2ms);
      }
    });
  }
  void mdof(Dice& dice) const {
    static const std::vector<std::string> texts{"9 0 0 20 0 0 0",
                                                "9 5 0 -20 1 0 0",
                                                "4",
                                                "5",
                                                "6",
                                                "2",
                                                "3",
                                                "1",
                                                "22",
                                                "23",
                                                "24",
                                                "31",
                                                "12 0 0 5*sin(3*t) 0 0 0 1",
                                                "nonsense",
                                                "",
                                                "9 0 0 1e9 0 0 0"};
    const MdofHost host{hexad_.port_of("mdof")};  // a socket of its own each time
    host.send(texts[dice() % texts.size()]);
  }
  void frames(Dice& dice) {
    const HostSocket socket;
    const auto number = static_cast<float>(dice() % 40);
    socket.send(hexad_.port_of("darren"), FieldFrame{.sequence = ++sequence_,
                                                     .id = 100,
                                                     .word = static_cast<std::uint16_t>(dice() % 11),
                                                     .values = {0, 0, 0, 0, 0, number}}
                                              .bytes());
    socket.send(hexad_.port_of("motus"),
                MotusFrame{.cmd = static_cast<std::uint8_t>(dice() % 13), .dofs = {number}}.bytes());
    socket.send(hexad_.port_of("lingjing"), "@A6T:0,0,0,0,0," + std::to_string(number) + ",10#");
    socket.send(hexad_.port_of("csfi"),
                std::string{"\xEB\x90", 2} + static_cast<char>(1 + dice() % 4) + '\x03');
    socket.send(hexad_.port_of("darren"), std::string(dice() % 300, '\xAA'));
  }
  void orders(Dice& dice) const {
    static const std::vector<Json> all{{{"action", "stop"}},
                                       {{"action", "give"}},
                                       {{"action", "hold"}},
                                       {{"action", "resume"}},
                                       {{"action", "estop"}},
                                       {{"action", "release"}},
                                       {{"action", "reset"}},
                                       {{"action", "zero"}},
                                       {{"action", "raise"}},
                                       {{"action", "lower"}},
                                       {{"action", "take"}},
                                       {{"action", "go"}, {"pose", {0, 0, 15, 0, 0, 0}}},
                                       {{"action", "inject"}, {"fault", "over_temperature:2"}},
                                       {{"action", "inject"}, {"fault", "clear"}}};
    (void)order(hexad_, all[dice() % all.size()]);
  }
  void pages(Dice& dice) const {
    static const std::vector<std::string> paths{"/",
                                                "/api/status",
                                                "/api/files",
                                                "/api/machine",
                                                "/api/history",
                                                "/api/alarms",
                                                "/api/",
                                                "/nothing",
                                                "/api/preflight?file=pos01.txt",
                                                "/api/fault"};
    (void)ask_console(hexad_.console(), {.path = paths[dice() % paths.size()]});
    const RawConnection noise{hexad_.console()};
    (void)noise.send(std::string(dice() % 500, static_cast<char>(dice() % 256)));
  }

  const DaemonProcess& hexad_;
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> done_{0};
  std::uint32_t sequence_ = 0;
  std::vector<std::thread> threads_;
};

TEST(Traffic, EverybodyAtOnceLeavesMemoryDescriptorsAndThreadsAsTheyWere) {
  std::vector<std::string> words = traffic_words({"--speed", "10"});
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const Holds idle = held_by(hexad.pid());
  const auto pause = long_run() ? 1000ms : 50ms;
  constexpr int kSamples = 600;
  std::vector<double> memory;
  std::vector<double> threads;
  std::size_t most_descriptors = 0;
  std::uint64_t done = 0;
  {
    Crowd crowd{hexad};
    const int samples = long_run() ? kSamples : kSamples / 5;
    for (int i = 0; i < samples; ++i) {
      std::this_thread::sleep_for(pause);
      const Holds now = held_by(hexad.pid());
      ASSERT_GT(now.threads, 0u) << "it has ended\n" << hexad.log();
      memory.push_back(static_cast<double>(now.memory));
      threads.push_back(static_cast<double>(now.threads));
      most_descriptors = std::max(most_descriptors, now.descriptors);
    }
    crowd.end();
    done = crowd.done();
  }
  const auto third = static_cast<std::ptrdiff_t>(memory.size() / 3);
  const double middle = median({memory.begin() + third, memory.begin() + 2 * third});
  const double last = median({memory.begin() + 2 * third, memory.end()});
  std::cout << done << " acts; kB " << idle.memory << " idle, " << middle << " in the middle third, " << last
            << " in the last; descriptors " << idle.descriptors << " idle, " << most_descriptors
            << " at most; threads " << idle.threads << " idle, " << median(threads) << '\n';
  EXPECT_LT(last - middle, long_run() ? 512.0 : 1024.0) << "kB";
  EXPECT_TRUE(comes_true([&] { return held_by(hexad.pid()).descriptors <= idle.descriptors + 2; }));
  EXPECT_EQ(held_by(hexad.pid()).threads, idle.threads);
  const Json status = Json::parse(ask_console(hexad.console(), {}).body);
  EXPECT_EQ(status.at("queues").at("lost_events"), 0) << status.at("queues");
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log().substr(0, 4000);
}

}  // namespace
}  // namespace hexad::system_test
