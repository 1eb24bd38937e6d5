#include "engine/mailbox/leg_use.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

struct Legs {
  LegUseCounter counter;
  std::array<LegFeedback, kMaxLegs> legs{};

  /// Leg 1 along a course of time, a tick a millisecond.
  template <class Course>
  void run(double seconds, Course&& course) {
    for (int i = 0; i < static_cast<int>(seconds * 1000.0); ++i) {
      legs[0].extension = course(i * 1e-3);
      counter.add(legs, 1ms);
    }
  }
  const LegUse& first() const { return counter.uses()[0]; }
};

TEST(LegUse, ASineGoesFourAmplitudesAPeriodAndSetsOutOnce) {
  Legs legs;
  legs.run(1.0, [](double) { return 0.2; });
  legs.run(10.0, [](double t) { return 0.2 + 0.05 * std::sin(2.0 * std::numbers::pi * t); });
  EXPECT_NEAR(legs.first().travel, 10 * 4 * 0.05, 10 * 4 * 20e-6 * 2);
  EXPECT_EQ(legs.first().starts, 1u);
  EXPECT_NEAR(legs.first().moving, 10.0, 0.05);
  EXPECT_EQ(legs.counter.uses()[1].travel, 0.0) << "the others stood";
}

TEST(LegUse, TremblingIsNoTravelAndAFoundZeroIsNone) {
  Legs legs;
  legs.run(5.0, [](double t) { return 0.1 + 5e-6 * std::sin(900.0 * t); });
  legs.run(1.0, [](double) { return 0.0; });  // the same place by another name
  EXPECT_EQ(legs.first().travel, 0.0);
  EXPECT_EQ(legs.first().starts, 0u);
  legs.run(0.1, [](double) { return std::nan(""); });
  legs.run(0.1, [](double) { return 0.0; });
  EXPECT_EQ(legs.first().travel, 0.0) << "what is no number is not counted, nor the way back";
}

TEST(LegUse, AStandOfHalfASecondMakesAnotherStart) {
  Legs legs;
  double at = 0.0;
  const auto move = [&](double seconds) { legs.run(seconds, [&](double) { return at += 1e-4; }); };
  const auto stand = [&](double seconds) { legs.run(seconds, [&](double) { return at; }); };
  stand(1.0);
  move(1.0);
  stand(0.3);
  move(1.0);
  EXPECT_EQ(legs.first().starts, 1u) << "it had hardly stood";
  stand(0.7);
  move(1.0);
  EXPECT_EQ(legs.first().starts, 2u);
  EXPECT_NEAR(legs.first().travel, 0.3, 1e-3);
}

}  // namespace
}  // namespace hexad::inline engine
