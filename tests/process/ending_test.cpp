// SIGTERM and SIGINT in every state of the life, and once more while it goes down. The platform's time is
// slow until the signal is there, so that each state is really met, and fast behind it.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <ostream>

#include "process/raw_console.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

constexpr double kSlow = 0.05;
constexpr double kFast = 50.0;

using Json = nlohmann::json;

struct Bench {
  explicit Bench(const std::string& initial, std::vector<std::string> more = {})
      : hexad{words(initial, more)} {
    if (!hexad.wait_until_ready()) throw std::runtime_error{hexad.log()};
  }
  static std::vector<std::string> words(const std::string& initial, std::vector<std::string>& more) {
    if (!initial.empty()) more.insert(more.end(), {"--set", "plant.initial=" + initial});
    // Only simulated drives have a time that can be slow.
    if (std::find(more.begin(), more.end(), "drives.port=shared") == more.end())
      more.insert(more.end(), {"--speed", std::to_string(kSlow)});
    return with_any_ports(more);
  }
  bool logs(const std::string& part) const {
    return comes_true([&] { return says(hexad.log(), part); });
  }
  void orders(const Json& what) const {
    const Answer answer = order(hexad, what);
    EXPECT_EQ(answer.code, 200) << what << answer.body;
  }
  /// To a pose and there, quickly.
  void goes(double heave) const {
    set_speed(hexad, kFast);
    orders({{"action", "go"}, {"pose", {0, 0, heave, 0, 0, 0}}, {"wait", true}});
    set_speed(hexad, kSlow);
  }

  DaemonProcess hexad;
};

struct Case {
  const char* state;
  const char* initial;                      ///< plant.initial; empty = as shipped
  std::function<void(const Bench&)> reach;  ///< leads there
  const char* ends;                         ///< what the log says of the end
  std::vector<std::string> more{};
};

void moves(const Bench& bench) { bench.orders({{"action", "go"}, {"pose", {0, 0, 100, 0, 0, 0}}}); }

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"init",
       "",
       [](const Bench&) {},
       "exit in state init",
       {"--set", "drives.port=shared", "--set", "drives.block=\"/dev/shm/hexad-nobody\""}},
      {"powered_up", "", [](const Bench&) {}, "exit in state powered_up"},
      {"zeroing", "",
       [](const Bench& b) {
         b.orders({{"action", "zero"}});
       },
       "exit in state powered_up"},
      {"origin", "origin", [](const Bench&) {}, "exit in state origin"},
      {"ascending", "origin",
       [](const Bench& b) {
         b.orders({{"action", "raise"}});
       },
       "exit in state origin"},
      {"ready", "neutral", [](const Bench&) {}, "exit in state origin"},
      {"running", "neutral", moves, "exit in state origin"},
      {"to_neutral", "neutral",
       [](const Bench& b) {
         b.goes(100);
         b.orders({{"action", "neutral"}});
       },
       "exit in state origin"},
      {"stopping", "neutral",
       [](const Bench& b) {
         moves(b);
         const MdofHost witness{b.hexad.port_of("mdof")};
         ASSERT_TRUE(comes_true([&] { return witness.pose()[2] > 5.0; }));
         b.orders({{"action", "stop"}});
       },
       "exit in state origin"},
      {"holding", "neutral",
       [](const Bench& b) {
         moves(b);
         b.orders({{"action", "hold"}});
         set_speed(b.hexad, kFast);
       },
       "exit in state origin"},
      {"descending", "neutral",
       [](const Bench& b) {
         b.orders({{"action", "lower"}});
       },
       "exit in state origin"},
      {"manual", "neutral",
       [](const Bench& b) {
         b.orders({{"action", "jog"}, {"legs", {1}}, {"speed", 10}});
       },
       "exit in state origin"},
      {"fault", "neutral",
       [](const Bench& b) {
         b.orders({{"action", "inject"}, {"fault", "over_temperature:2"}});
         set_speed(b.hexad, kFast);
       },
       "exit in state fault: the platform is NOT at the bottom"},
      {"emergency", "neutral",
       [](const Bench& b) {
         b.orders({{"action", "estop"}});
       },
       "exit in state emergency: the platform is NOT at the bottom"}};
  return all;
}

class Ending : public testing::TestWithParam<std::size_t> {
 protected:
  const Case& what() const { return cases()[GetParam()]; }
  /// In the state that is meant, by the log, and still in it.
  void reach(const Bench& bench) const {
    what().reach(bench);
    const std::string state = std::string{what().state};
    const bool begins_there = std::string_view{what().initial} == (state == "ready" ? "neutral" : state) ||
                              state == "init" || state == "powered_up";
    if (!begins_there) {
      ASSERT_TRUE(bench.logs("-> " + state)) << bench.hexad.log();
    }
    const Json status = Json::parse(ask_console(bench.hexad.console(), {}).body);
    ASSERT_EQ(status.at("state"), state) << bench.hexad.log();
  }
};

TEST_P(Ending, ASignalStopsLowersAndEndsItInEveryState) {
  for (const int number : {SIGTERM, SIGINT}) {
    Bench bench{what().initial, what().more};
    reach(bench);
    bench.hexad.signal(number);
    ASSERT_TRUE(bench.logs(number == SIGTERM ? "signal TERM" : "signal INT")) << bench.hexad.log();
    // Where nothing is left to do it has ended already, and answers nobody.
    (void)order(bench.hexad, {{"action", "speed_of_time"}, {"factor", kFast}});
    EXPECT_EQ(bench.hexad.wait_for_exit(), 0) << bench.hexad.log();
    const std::string log = bench.hexad.log();
    EXPECT_TRUE(says(log, what().ends)) << log;
    const std::string behind = log.substr(log.find("signal "));
    for (const char* up : {"-> ascending", "-> running", "-> zeroing", "-> manual"})
      EXPECT_FALSE(says(behind, up)) << behind;
  }
}

TEST_P(Ending, ASecondSignalOnlyStopsAndEndsItInEveryState) {
  Bench bench{what().initial, what().more};
  reach(bench);
  bench.hexad.signal(SIGTERM);
  ASSERT_TRUE(bench.logs("signal TERM")) << bench.hexad.log();
  bench.hexad.signal(SIGINT);
  ASSERT_TRUE(comes_true([&] {  // unless the first was enough
    return says(bench.hexad.log(), "signal INT") || says(bench.hexad.log(), "exit in state");
  })) << bench.hexad.log();
  (void)order(bench.hexad, {{"action", "speed_of_time"}, {"factor", kFast}});
  EXPECT_EQ(bench.hexad.wait_for_exit(), 0) << bench.hexad.log();
  EXPECT_TRUE(says(bench.hexad.log(), "exit in state")) << bench.hexad.log();
}

std::string name_of(const testing::TestParamInfo<std::size_t>& info) { return cases()[info.param].state; }

INSTANTIATE_TEST_SUITE_P(Life, Ending, testing::Range<std::size_t>(0, 14), name_of);

}  // namespace
}  // namespace hexad::system_test
