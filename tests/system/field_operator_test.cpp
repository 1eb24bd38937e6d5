// The operator's stop while each kind of host goes on sending: it wins, and `give` brings the host back. In
// slow time, so that a busy machine loses no host.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "field_bench.hpp"
#include "status_program.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

/// Sends what `next` makes every 10 ms until it goes out of scope.
class Sender {
 public:
  template <class Send>
  explicit Sender(Send send)
      : thread_{[this, send] {
          while (!ending_) {
            send();
            std::this_thread::sleep_for(10ms);
          }
        }} {}
  ~Sender() {
    ending_ = true;
    thread_.join();
  }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

 private:
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

/// Stopped by the operator, the platform stands however the host goes on; given back, it runs.
void expect_the_stop_to_win(const FieldBench& bench, const std::string& host) {
  const OperatorAt at{bench.hexad};
  ASSERT_TRUE(at.status_becomes("state", "running")) << bench.hexad.log();
  ASSERT_EQ(at.ctl({"stop"}).code, 0);
  ASSERT_TRUE(at.status_becomes("state", "ready")) << bench.hexad.log();
  const auto before = at.status();
  EXPECT_TRUE(before["barred"]);
  EXPECT_EQ(before["driver"], nullptr);
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(50ms);
    ASSERT_EQ(at.status()["state"], "ready") << "the stream flows on: " << bench.hexad.log();
  }
  ASSERT_EQ(at.ctl({"give", host}).code, 0);
  EXPECT_TRUE(at.status_becomes("state", "running")) << bench.hexad.log();
  EXPECT_EQ(at.status()["driver"].get<std::string>().substr(0, host.size()), host);
  ASSERT_EQ(at.ctl({"stop"}).code, 0);
  EXPECT_TRUE(at.status_becomes("state", "ready"));
}

TEST(FieldOperator, TheStopWinsOverALingjingStream) {
  const FieldBench bench{"neutral", {"--speed", "0.5"}};
  const HostSocket host;
  int frames = 0;
  const Sender sender{[&] {
    host.send(bench.lingjing(), ++frames % 200 < 100 ? "@A6:0,0,0,0,0,240#" : "@A6:2,0,0,0,0,225#");
  }};
  expect_the_stop_to_win(bench, "lingjing");
}

TEST(FieldOperator, TheStopWinsOverAMotusStream) {
  const FieldBench bench{"neutral", {"--speed", "0.2"}};
  const MotusHost host{bench.motus()};
  int frames = 0;
  const Sender sender{[&] {
    host.send({.cmd = 9, .dofs = {0, 0, 0, 0, 0, ++frames % 200 < 100 ? 0.01F : -0.01F}});
  }};
  expect_the_stop_to_win(bench, "motus");
}

TEST(FieldOperator, TheStopWinsOverAMotusSineThatIsRepeated) {
  const FieldBench bench{"neutral", {"--speed", "0.5"}};
  const MotusHost host{bench.motus()};
  const Sender sender{[&] {
    host.send(
        {.cmd = 11, .sub_cmd = 2, .amplitude = {0, 0, 0, 0, 0, 0.01F}, .frequency = {0, 0, 0, 0, 0, 0.5F}});
  }};
  expect_the_stop_to_win(bench, "motus");
}

TEST(FieldOperator, TheStopWinsOverADarrenStreamOfActuators) {
  const FieldBench bench{"neutral", {"--speed", "0.2"}};
  FieldHost host{bench.darren()};
  std::uint32_t sequence = 0;
  const Sender sender{[&] {
    host.send({.sequence = ++sequence, .id = 101, .word = 2, .values = {5, 5, 5, 5, 5, 5}});
  }};
  expect_the_stop_to_win(bench, "darren");
}

TEST(FieldOperator, TheStopEndsASingleCommandOfEachKindAndBarsTheNext) {
  const FieldBench bench{"neutral", {"--speed", "0.5"}};
  const OperatorAt at{bench.hexad};
  const MdofHost mdof{bench.mdof()};
  const MotusHost motus{bench.motus()};
  const HostSocket lingjing;
  struct Kind {
    const char* name;
    std::function<void()> start;
  };
  const Kind kinds[]{
      {"mdof path", [&] { mdof.send("9 0 0 100 0 0 0"); }},
      {"motus sine",
       [&] {
         motus.send({.cmd = 0});
         motus.send(
             {.cmd = 11, .sub_cmd = 2, .amplitude = {2, 0, 0, 0, 0, 0}, .frequency = {0.3F, 0, 0, 0, 0, 0}});
       }},
      {"lingjing A6T", [&] { lingjing.send(bench.lingjing(), "@A6T:0,0,0,0,0,300,8000#"); }},
      {"lingjing film", [&] { lingjing.send(bench.lingjing(), "@MV:play#"); }}};
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.name);
    // The lease of the one before may last a second yet.
    bool runs = false;
    for (int i = 0; i < 100 && !runs; ++i) {
      kind.start();
      for (int k = 0; k < 20 && !runs; ++k) {
        std::this_thread::sleep_for(10ms);
        runs = at.status()["state"] == "running";
      }
      if (!runs) std::this_thread::sleep_for(2s);
    }
    ASSERT_TRUE(runs) << bench.hexad.log();
    ASSERT_EQ(at.ctl({"stop"}).code, 0);
    ASSERT_TRUE(at.status_becomes("state", "ready"));
    EXPECT_TRUE(at.status()["barred"]);
    kind.start();
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(at.status()["state"], "ready") << "barred";
    ASSERT_EQ(at.ctl({"give"}).code, 0);
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(at.status()["state"], "ready") << "what came meanwhile does not start by itself";
  }
}

}  // namespace
}  // namespace hexad::system_test
