// A host of any dialect at the near platform moves the far one: every axis, its sign and its size, whatever
// is spoken between the two.

#include "hosts.hpp"

namespace hexad::gateway {
namespace {

struct Case {
  const char* in;
  Dialect out;
  FarForm::Send send;
};

class AnyDialect : public ::testing::TestWithParam<Case> {};

TEST_P(AnyDialect, MovesTheFarPlatformEachAxisTheRightWay) {
  PairSetup setup;
  setup.dialect = GetParam().out;
  setup.send = GetParam().send;
  Pair pair{setup};
  const auto host = host_of(GetParam().in, pair);
  ASSERT_TRUE(pair.near_reaches(State::powered_up, 3.0)) << pair.both();
  // One translation and one rotation at a time: all six, both signs.
  const SixValues poses[]{
      {40, 0, 0, 5, 0, 0}, {0, -60, 0, 0, -6, 0}, {0, 0, 50, 0, 0, 7}, {-30, 0, -40, 0, 4, 0}};
  for (const SixValues& pose : poses) {
    EXPECT_TRUE(host->drive_to(pose))
        << pair.both() << " at " << pair.far_pose()[0] << " " << pair.far_pose()[1] << " "
        << pair.far_pose()[2] << " " << pair.far_pose()[3] << " " << pair.far_pose()[4] << " "
        << pair.far_pose()[5];
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pair.near_pose()[i], pair.far_pose()[i], 0.1) << i;
    if (GetParam().in == std::string{"motus"}) break;  // its host begins with zeroing each time
  }
}

INSTANTIATE_TEST_SUITE_P(Gateway, AnyDialect,
                         ::testing::Values(Case{"mdof", Dialect::darren, FarForm::Send::pose},
                                           Case{"mdof", Dialect::darren, FarForm::Send::legs},
                                           Case{"mdof", Dialect::motus, FarForm::Send::pose},
                                           Case{"darren", Dialect::darren, FarForm::Send::pose},
                                           Case{"darren", Dialect::darren, FarForm::Send::legs},
                                           Case{"darren", Dialect::motus, FarForm::Send::pose},
                                           Case{"motus", Dialect::darren, FarForm::Send::pose},
                                           Case{"motus", Dialect::darren, FarForm::Send::legs},
                                           Case{"motus", Dialect::motus, FarForm::Send::pose},
                                           Case{"lingjing", Dialect::darren, FarForm::Send::pose},
                                           Case{"lingjing", Dialect::darren, FarForm::Send::legs},
                                           Case{"lingjing", Dialect::motus, FarForm::Send::pose}),
                         [](const auto& each) {
                           return std::string{each.param.in} +
                                  (each.param.out == Dialect::darren ? "ToDarren" : "ToMotus") +
                                  (each.param.send == FarForm::Send::legs ? "Legs" : "");
                         });

TEST(FarGeometry, OfAnotherShapeIsMovedByPosesAndNeitherKnowsTheOther) {
  PairSetup setup;
  setup.far_platform = "allcontroller-1200";
  Pair pair{setup};
  pair.bring_up();
  EXPECT_EQ(pair.mdof("9 30 -20 40 4 -3 5"), "9#0") << pair.both();
  pair.run(0.5);
  const auto pose = pair.far_pose();
  const SixValues wanted{30, -20, 40, 4, -3, 5};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(pose[i], wanted[i], 0.1) << i;
  // Down is down, whatever the heights are.
  pair.near->platform.platform();
  DarrenHost host{pair};
  host.word_ = 3;
  EXPECT_TRUE(host.stream([&] { return pair.near_state() == State::origin; }, 60.0)) << pair.both();
  EXPECT_EQ(pair.far_state(), State::origin);
  EXPECT_TRUE(pair.telemetry().at_bottom);
}

TEST(FarMotus, ThatCountsInMillimetresIsMovedInMillimetres) {
  PairSetup setup;
  setup.dialect = Dialect::motus;
  setup.millimetres = true;
  Pair pair{setup};
  pair.bring_up();
  EXPECT_EQ(pair.mdof("9 0 25 0 0 0 0"), "9#0") << pair.both();
  pair.run(0.5);
  EXPECT_NEAR(pair.far_pose()[1], 25.0, 0.1);
}

}  // namespace
}  // namespace hexad::gateway
