// SIGSTOP in motion, for a tenth of a second to ten, while the drives, a process of their own, go on as real
// ones do. A witness reads what the legs do from the block, tick by tick of the drives.

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <thread>

#include "drives/link/attach.h"
#include "process/raw_console.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

/// Looks at every leg until it is destroyed: how far one went between two ticks, beyond what its speed
/// allows.
class LegWitness {
 public:
  explicit LegWitness(const std::string& block) {
    if (hexad_look(block.c_str(), &line_) != HEXAD_ATTACHED) throw std::runtime_error{"no block"};
    thread_ = std::thread{[this] { look(); }};
  }
  ~LegWitness() {
    ending_ = true;
    thread_.join();
    hexad_detach(&line_);
  }
  LegWitness(const LegWitness&) = delete;
  LegWitness& operator=(const LegWitness&) = delete;

  double worst() const { return worst_; }  ///< m beyond what is allowed; at most 0
  std::uint64_t samples() const { return samples_; }
  bool stands() const { return stands_; }

 private:
  void look() {
    hexad_feedback before{};
    for (; !ending_; std::this_thread::sleep_for(1ms)) {
      hexad_feedback now{};
      hexad_command command{};
      if (hexad_read_feedback(line_.block, &now) == 0 || hexad_read_command(line_.block, &command) == 0)
        continue;
      if (now.count == before.count) continue;
      const double period = before.count == 0 ? 0.0 : kPeriod * static_cast<double>(now.count - before.count);
      bool stands = true;
      for (std::size_t i = 0; i < 6; ++i) {
        const double way = std::abs(now.leg[i].position - before.leg[i].position);
        const double most = kMost * period + 1e-4;
        if (before.count != 0) worst_ = std::max<double>(worst_, way - most);
        stands = stands && std::abs(now.leg[i].velocity) < 1e-3;
      }
      stands_ = stands;
      before = now;
      ++samples_;
    }
  }

  static constexpr double kPeriod = 0.01;  ///< --rate 100
  static constexpr double kMost = 0.55;    ///< m/s: what a leg of the platform does at most, and a tenth
  hexad_attachment line_{};
  std::atomic<bool> ending_{false};
  std::atomic<double> worst_{-1.0};
  std::atomic<std::uint64_t> samples_{0};
  std::atomic<bool> stands_{false};
  std::thread thread_;
};

class Stall : public testing::TestWithParam<int> {};  // ms

/// A host streams, and goes on for half of the stall: what it sent is old when the program wakes up.
TEST_P(Stall, NoLegJumpsNoOldFrameIsFollowedAndTheSilenceCounts) {
  const auto length = std::chrono::milliseconds{GetParam()};
  const std::string block = "/dev/shm/hexad-stall-" + std::to_string(::getpid());
  std::filesystem::remove(block);
  DaemonProcess hexad{with_any_ports(
      {"--set", "drives.port=shared", "--set", "drives.block=\"" + block + "\"", "--set",
       "drives.timeout_ms=1000", "--set", "loop.rate_hz=100", "--set", "drive.homing=absolute", "--set",
       "drive.following=8", "--set", "drive.enable_time=20", "--set", "lifecycle.enable=auto"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  DaemonProcess drives{DaemonProcess::Words{
      {"drives", "simulate", "--block", block, "--rate", "100", "--set", "drive.homing=absolute"}}};
  const auto state = [&] {
    return Json::parse(ask_console(hexad.console(), {}).body).at("state").get<std::string>();
  };
  ASSERT_TRUE(comes_true([&] { return state() == "powered_up"; })) << hexad.log();
  ASSERT_EQ(order(hexad, {{"action", "raise"}, {"wait", true}}).code, 200) << hexad.log();
  const LegWitness witness{block};
  DarrenHost host;
  host.call(hexad.port_of("darren"));
  const MdofHost asks{hexad.port_of("mdof")};
  const auto stream = [&](float heave) {
    host.send(100, 2, {0, 0, 0, 0, 0, heave});
    std::this_thread::sleep_for(10ms);
  };
  float heave = 0.0f;
  ASSERT_TRUE(comes_true([&] {
    stream(heave += 0.2f);
    return asks.pose()[2] > 5.0;
  })) << hexad.log();
  const double before = asks.pose()[2];
  hexad.signal(SIGSTOP);
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < length / 2) stream(150.0f);
  std::this_thread::sleep_until(begin + length);
  hexad.signal(SIGCONT);
  // Nobody sends any more: whatever it makes of the stall, it comes to a stand, and not where the old frames
  // led.
  ASSERT_TRUE(comes_true([&] {
    const std::string now = state();
    return (now == "holding" || now == "fault") && witness.stands();
  })) << hexad.log();
  // What is younger than a host may be silent is followed as ever.
  if (length >= 1s) {
    EXPECT_LT(asks.pose()[2], before + 40.0) << hexad.log();
  }
  EXPECT_TRUE(says(hexad.log(), "host lost: darren") || says(hexad.log(), "-> fault")) << hexad.log();
  EXPECT_LE(witness.worst(), 0.0) << "a leg went further than its speed allows";
  EXPECT_GT(witness.samples(), 10u);
  std::filesystem::remove(block);
}

std::string stall_name(const testing::TestParamInfo<int>& info) {
  return "For" + std::to_string(info.param) + "ms";
}
INSTANTIATE_TEST_SUITE_P(InMotion, Stall, testing::Values(100, 300, 1000, 3000, 10000), stall_name);

}  // namespace
}  // namespace hexad::system_test
