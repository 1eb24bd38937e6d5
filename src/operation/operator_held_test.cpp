// What lasts while a button is held: beats, the silence that ends it, and the press that is over then.

#include "operation/testing/operator_bench.hpp"

namespace hexad::inline operation {
namespace {

using namespace testing;

/// A button that is held: a beat every 50 ms, the target a step further with each.
struct HeldButton {
  Bench& bench;
  OperatorOrder order = follow_to(0.0);
  double speed = 0.05;  ///< m/s
  double target = 0.0;

  OperatorReply beat(std::uint64_t press) {
    target += 0.05 * speed;
    std::get<Follow>(order.wanted).pose[2] = target;
    order.press = press;
    bench.ask(order);
    return bench.replies.empty() ? OperatorReply{} : bench.replies.back();
  }
  void hold(std::uint64_t press, int beats) {
    for (int i = 0; i < beats; ++i) {
      beat(press);
      bench.run(50);
    }
  }
};

TEST(Operator, AStalledLineStopsWhatAButtonHoldsWithin150MillisecondsAndOnlyANewPressGoesOn) {
  Bench bench{controller::Initial::neutral};
  HeldButton button{bench};
  button.hold(1, 20);  // a second at 50 mm/s
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GT(bench.desk->telemetry().commanded.velocity.linear.z(), 0.03);
  // The line stalls: nobody says anything more. The last beat was 50 ms ago.
  bench.run(95);
  EXPECT_EQ(bench.state(), State::running) << "145 ms after the last beat";
  bench.run(10);
  EXPECT_NE(bench.state(), State::running) << "155 ms: decided in the core, without a word from the page";
  const double then = bench.desk->telemetry().commanded.pose.position.z();
  bench.run(1000);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.desk->telemetry().driver);
  EXPECT_LT(bench.desk->telemetry().commanded.pose.position.z() - then, 0.005)
      << "within its braking distance";
  // What was stuck in the line arrives, of the same press: for ever in vain.
  const double stood = bench.desk->telemetry().commanded.pose.position.z();
  for (const int pause : {1, 50, 200, 1500, 5000}) {
    EXPECT_EQ(button.beat(1).result, Result::refused) << pause;
    bench.run(pause);
  }
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_EQ(bench.desk->telemetry().commanded.pose.position.z(), stood);
  button.target = stood;
  button.hold(2, 10);
  EXPECT_EQ(bench.state(), State::running) << "let go and pressed again";
}

TEST(Operator, AButtonWhoseTargetWasFarAwayStopsOnTheWayWhenItsBeatsEnd) {
  Bench bench{controller::Initial::neutral};
  HeldButton button{bench, follow_to(0.0), 2.0};  // as no page would ask: 100 mm with each beat
  button.hold(1, 2);
  EXPECT_EQ(bench.state(), State::running);
  bench.run(1500);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_LT(bench.desk->telemetry().commanded.pose.position.z(), 0.12) << "of the 200 mm it was sent to";
  EXPECT_FALSE(bench.desk->telemetry().host_lost);
}

TEST(Operator, AHeldJogThatWasSilentDoesNotGoOnThoughItStillSlowsDown) {
  Bench bench{controller::Initial::origin};
  OperatorOrder order = jog(0.03);
  order.press = 7;
  for (int i = 0; i < 10; ++i) {
    bench.ask(order);
    bench.run(50);
  }
  EXPECT_GT(bench.desk->telemetry().feedback.legs[0].velocity, 0.02);
  bench.run(105);  // 155 ms of silence: it slows down
  bench.ask(order);
  EXPECT_EQ(bench.replies.back().result, Result::refused);
  bench.run(400);
  EXPECT_LT(bench.desk->telemetry().feedback.legs[0].velocity, 0.001);
  bench.run(3000);
  bench.ask(order);
  EXPECT_EQ(bench.replies.back().result, Result::refused) << "the same press, much later";
  order.press = 8;
  bench.ask(order);
  bench.run(100);
  EXPECT_EQ(bench.state(), State::manual);
}

TEST(Operator, AStopEndsWhatAButtonHoldsAndItsBeatsBeginNothing) {
  Bench bench{controller::Initial::neutral};
  HeldButton button{bench};
  button.hold(3, 10);
  bench.ask("stop");
  button.hold(3, 40);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_TRUE(bench.desk->telemetry().barred);
}

}  // namespace
}  // namespace hexad::inline operation
