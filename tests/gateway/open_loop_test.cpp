// A machine that speaks lingjing: nothing comes back. What is shown is what was sent, and is marked so.

#include "hosts.hpp"

namespace hexad::gateway {
namespace {

class OpenLoop : public ::testing::TestWithParam<FarForm::Send> {
 protected:
  OpenLoop() {
    PairSetup setup;
    setup.dialect = Dialect::lingjing;
    setup.send = GetParam();
    pair_ = std::make_unique<Pair>(setup);
  }
  Pair& pair() { return *pair_; }
  void both_are_at(const SixValues& pose) {
    ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() < 1e-4; }, 3.0)) << pair().both();
    pair().run(0.5);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(pair().far_pose()[i], pose[i], 0.1) << i << pair().both();
      EXPECT_NEAR(pair().near_pose()[i], pose[i], 0.1) << i << pair().both();
    }
  }

 private:
  std::unique_ptr<Pair> pair_;
};

TEST_P(OpenLoop, NothingIsSentBeforeItIsHomedAndTheStatusSaysThatNobodyReports) {
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(5.0);
  EXPECT_EQ(pair().frames, 0u) << "the first frame would zero it";
  EXPECT_TRUE(pair().telemetry().feedback.open_loop);
  EXPECT_FALSE(pair().telemetry().feedback.simulated);
  Jog jog;
  jog.legs = 1;
  jog.speed = 0.01;
  pair().operate(jog);
  pair().run(0.2);
  EXPECT_NE(pair().near_state(), State::manual) << "nobody knows where a leg is";
}

TEST_P(OpenLoop, IsHomedRaisedMovedEveryAxisTheRightWayAndTakenDown) {
  pair().bring_up();
  both_are_at({0, 0, 0, 0, 0, 0});
  const SixValues poses[]{
      {40, 0, 0, 5, 0, 0}, {0, -60, 0, 0, -6, 0}, {0, 0, 50, 0, 0, 7}, {-30, 0, -40, 3, 4, 5}};
  for (const SixValues& pose : poses) {
    std::string text = "9";
    for (const double value : pose) text += " " + std::to_string(value);
    EXPECT_EQ(pair().mdof(text), "9#0") << pair().both();
    both_are_at(pose);
  }
  pair().run(1.2);
  pair().operate(Go{Step::descend});
  ASSERT_TRUE(pair().near_reaches(State::origin)) << pair().both();
  ASSERT_TRUE(pair().run_until([&] { return pair().far_state() == State::origin; }, 20.0)) << pair().both();
}

TEST_P(OpenLoop, AStopIsThePresentPoseAndItStaysThere) {
  pair().bring_up();
  pair().run(1.2);
  Sine sine;
  sine.amplitude = {0, 0, 0.06, 0.05, 0, 0};
  sine.frequency = {0, 0, 0.4, 0.3, 0, 0};
  pair().operate(sine);
  ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() > 0.05; }, 5.0)) << pair().both();
  pair().operate(Control::stop);
  ASSERT_TRUE(pair().near_reaches(State::ready, 1.0)) << pair().both();
  both_are_at(pair().near_pose());
}

/// What takes the power is the chain; from here it is sent the pose of that tick, and then nothing.
TEST_P(OpenLoop, AnEmergencySendsThePresentPoseThenNothingAndIsHomedAnew) {
  pair().bring_up();
  pair().run(1.2);
  Sine sine;
  sine.amplitude = {0, 0, 0, 0, 0, 0.06};
  sine.frequency = {0, 0, 0, 0, 0, 0.4};
  pair().operate(sine);
  ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() > 0.05; }, 5.0)) << pair().both();
  pair().operate(Control::emergency);
  ASSERT_TRUE(pair().near_reaches(State::emergency, 0.1));
  const auto at = pair().near_pose();
  ASSERT_TRUE(pair().run_until([&] { return pair().far_speed() < 1e-3; }, 1.5)) << pair().both();
  pair().run(1.0);
  EXPECT_NEAR(pair().far_pose()[2], at[2], 0.5);
  const auto sent = pair().frames;
  pair().run(3.0);
  EXPECT_EQ(pair().frames, sent);
  pair().operate(Control::reset);
  ASSERT_TRUE(pair().near_reaches(State::powered_up, 3.0)) << pair().both();
  pair().run(1.0);
  EXPECT_FALSE(pair().telemetry().zeroed) << "with its power its zero may be gone";
  EXPECT_EQ(pair().frames, sent) << "a reset moves nothing";
  double fastest = 0.0;
  pair().operate(Go{Step::zero});
  ASSERT_TRUE(pair().run_until(
      [&] {
        fastest = std::max(fastest, pair().far_speed());
        return pair().near_state() == State::origin;
      },
      60.0))
      << pair().both();
  EXPECT_LT(fastest, 0.2) << "slowly down, from where it was sent last";
}

INSTANTIATE_TEST_SUITE_P(Gateway, OpenLoop, ::testing::Values(FarForm::Send::pose, FarForm::Send::legs),
                         [](const auto& each) {
                           return each.param == FarForm::Send::legs ? "Legs" : "Pose";
                         });

}  // namespace
}  // namespace hexad::gateway
