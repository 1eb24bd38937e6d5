#include "core/bench.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

TEST(Life, RunFromPowerUpDoesWhatIsMissing) {
  Bench bench;
  bench.run(0.01);
  EXPECT_EQ(bench.state(), State::powered_up);
  const Tag tag = bench.ask(kStreamHost, kStreaming, Go{Step::run});
  ASSERT_TRUE(bench.run_until(State::zeroing, 0.1));
  ASSERT_TRUE(bench.run_until(State::origin, 10)) << to_string(bench.state());
  ASSERT_TRUE(bench.run_until(State::ascending, 1));
  ASSERT_TRUE(bench.run_until(State::running, 10)) << to_string(bench.state());
  EXPECT_LT(bench.actual().position.norm(), 0.05e-3);
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done);
}

TEST(Life, MoveToArrivesAndAnswersOnce) {
  Bench bench{Initial::neutral};
  bench.run(0.01);
  ASSERT_EQ(bench.state(), State::ready);
  const MoveTo move{{0.0105, 0.020, 0.030, 5 * kDegree, 10 * kDegree, 15 * kDegree}, {}, kXyzConvention};
  const Tag tag = bench.ask(kTextHost, kOneAtATime, move);
  ASSERT_TRUE(bench.run_until([&] { return bench.answers(tag).size() == 2; }, 10));
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done);
  EXPECT_EQ(bench.state(), State::ready);
  const AxisValues there = kXyzConvention.from_pose(bench.actual(), 0);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(there[i], move.target[i], i < 3 ? 5e-6 : 1e-4) << i;
  bench.run(1);
  EXPECT_EQ(bench.answers(tag).size(), 2u);
}

TEST(Rule3, WhoeverStopsTheDriverIsSeenByHostsThatWait) {
  struct Case {
    const char* name;
    Endpoint by;
    const Contract& contract;
    What what;
    bool disarms;
  };
  const Case cases[]{{"emergency", kTextHost, kOneAtATime, Control::emergency, true},
                     {"reset of the drives", kTextHost, kOneAtATime, Go{Step::power_up}, true},
                     {"somebody's stop", kTextHost, kOneAtATime, Control::stop, true},
                     {"somebody's hold", kTextHost, kOneAtATime, Control::hold, true},
                     {"operator's stop", kDesk, kOperator, Control::stop, true},
                     {"operator's taking", kDesk, kOperator, Control::take, true},
                     {"its own stop", kStreamHost, kStreaming, Control::stop, false},
                     {"its own end", kStreamHost, kStreaming, Control::disconnect, false}};
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    Bench bench{Initial::neutral};
    bench.run(0.01);
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 1);
    ASSERT_TRUE(bench.run_until(State::running, 1));
    ASSERT_EQ(bench.telemetry().disarms, 0u);
    bench.ask(test.by, test.contract, test.what);
    bench.run(0.002);
    EXPECT_EQ(bench.telemetry().disarms > 0, test.disarms);
  }
}

}  // namespace
}  // namespace hexad::testing
