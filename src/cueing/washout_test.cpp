// The filters against their closed forms.

#include "cueing/washout.hpp"

#include "cueing/tilt.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::cueing {
namespace {

using kinematics::testing::number;
using kinematics::testing::Row;
using kinematics::testing::table;

// Inputs are straight over every step of the filter, a constant one too: the discretisation error is rounding
// alone.
class Rates : public ::testing::TestWithParam<double> {};

TEST_P(Rates, AStepOfAccelerationFollowsTheClosedForm) {
  const double step = GetParam();
  std::size_t rows = 0;
  for (const Row& row : table("washout_step.csv")) {
    TranslationWashout filter;
    filter.tune({1.0, 1e9, number(row, "hp_wn_zeta1"), 1.0, 0.0}, step);
    const double gain = number(row, "gain");
    filter.reset(gain);
    const auto steps = static_cast<int>(std::lround(number(row, "t_s") / step));
    if (std::abs(steps * step - number(row, "t_s")) > 1e-9) continue;
    for (int i = 0; i < steps; ++i) filter.step(gain);
    if (steps == 0) continue;
    ++rows;
    EXPECT_NEAR(filter.position(), number(row, "platform_pos_m"), 1e-10)
        << row.at("set") << number(row, "t_s");
    EXPECT_NEAR(filter.velocity(), number(row, "platform_vel_m_s"), 1e-10);
    EXPECT_NEAR(filter.acceleration(), number(row, "hp_acc_m_s2"), 1e-10);
    LowPass low;
    low.tune(number(row, "lp_wn_zeta1"), step);
    low.reset(gain);
    for (int i = 0; i < steps; ++i) low.step(gain);
    EXPECT_NEAR(std::asin(low.value() / kGravity) / kDegree, number(row, "tilt_deg"), 1e-8);
  }
  EXPECT_GE(rows, 10u);
}
INSTANTIATE_TEST_SUITE_P(All, Rates, ::testing::Values(1e-3, 2.5e-4, 1e-2, 5e-3));

TEST(TranslationWashout, TravelIsBoundedByLimitOverCornerSquaredWhateverComes) {
  std::mt19937 random{7};
  std::uniform_real_distribution<double> any{0.0, 1.0};
  TranslationWashout filter;
  filter.tune({1.0, 1e9, 2.0, 1.0, 0.0}, 1e-3);
  double sign = 1.0;
  double most = 0.0;
  for (int i = 0; i < 200'000; ++i) {
    if (any(random) < 0.001) sign = -sign;
    filter.step(3.0 * sign);
    most = std::max(most, std::abs(filter.position()));
  }
  EXPECT_LE(most, 3.0 / 4.0 + 1e-12);
  EXPECT_GE(most, 0.74) << "and the bound is met by a sustained input";
}

TEST(TranslationWashout, TheExtraPoleGivesTheTravelBack) {
  TranslationWashout filter;
  filter.tune({1.0, 1e9, 2.0, 1.0, 0.4}, 1e-3);
  for (int i = 0; i < 30'000; ++i) filter.step(3.0);
  EXPECT_NEAR(filter.position(), 0.0, 1e-3);
}

TEST(RotationWashout, OrderOneReturnsWithoutSwingingOverOrderTwoSwings) {
  double lowest[3] = {0, 0, 0};
  for (const int order : {1, 2}) {
    RotationWashout filter;
    filter.tune({1.0, 1e9, 1.0, static_cast<double>(order)}, 1e-3);
    for (int i = 0; i < 20'000; ++i) {
      filter.step(i < 5 ? 40.0 : i >= 500 && i < 505 ? -40.0 : 0.0);  // 0.2 rad/s for half a second
      lowest[order] = std::min(lowest[order], filter.angle());
    }
    EXPECT_NEAR(filter.angle(), 0.0, 1e-4);
  }
  EXPECT_GT(lowest[1], -1e-9);
  EXPECT_LT(lowest[2], -0.005);
}

TEST(TiltCoordination, NoSampleIsEverAboveTheRate) {
  std::mt19937 random{11};
  std::normal_distribution<double> wild{0.0, 6.0};
  TiltCoordination tilt;
  const Tilt settings{1.0, 3.0, 3 * kDegree, 12 * kDegree};
  tilt.tune(settings, 1e-3);
  double right = 0.0;
  double forward = 0.0;
  double fastest = 0.0;
  TiltCoordination::Angles before = tilt.angle();
  for (int i = 0; i < 100'000; ++i) {
    if (i % 400 == 0) right = wild(random);
    if (i % 700 == 0) forward = wild(random);
    tilt.step(right, forward);
    fastest = std::max(fastest, (tilt.angle() - before).norm() / 1e-3);
    before = tilt.angle();
  }
  EXPECT_LE(fastest, 3 * kDegree * (1 + 1e-9));
  EXPECT_GE(fastest, 2.9 * kDegree) << "it is used";
}

TEST(TiltCoordination, ForceAlongTheCabinIsTheInputExactlyWithBothAxesTilted) {
  TiltCoordination tilt;
  tilt.tune({1.0, 3.0, 30 * kDegree, 25 * kDegree}, 1e-3);
  for (int i = 0; i < 60'000; ++i) tilt.step(1.5, 2.0);
  const double pitch = tilt.angle()[0];
  const double roll = tilt.angle()[1];
  EXPECT_NEAR(-kGravity * std::sin(roll), 1.5, 1e-6);
  EXPECT_NEAR(kGravity * std::sin(pitch) * std::cos(roll), 2.0, 1e-6);
}

}  // namespace
}  // namespace hexad::cueing
