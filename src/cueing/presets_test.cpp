// Presets are made for the machine: they fit its reach, its speed, its legs.

#include "cueing/presets.hpp"

#include "cueing/classical.hpp"
#include "cueing/testing/platform.hpp"
#include "cueing/testing/vehicle.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/reachable.hpp"
#include "model/event.hpp"

namespace hexad::cueing {
namespace {

using testing::kStep;
using testing::RandomDrive;

TEST(Presets, HaveNamesThatAreFoundAgain) {
  EXPECT_EQ(presets().size(), 6u);
  for (const PresetInfo& info : presets()) EXPECT_EQ(preset_of(info.name), info.preset);
  EXPECT_FALSE(preset_of("brutal"));
}

TEST(Presets, AStifferPlatformGetsHigherCornersNotMoreTravel) {
  Machine small = testing::standard();
  small.geometry.stroke *= 0.5;
  small = testing::with_rates(kinematics::testing::derived(small));
  const Settings wide = derive(testing::standard(), Preset::normal);
  const Settings narrow = derive(small, Preset::normal);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_GE(narrow.translation[i].high_pass, wide.translation[i].high_pass);
  EXPECT_GT(narrow.rotation[0].high_pass, wide.rotation[0].high_pass);
  EXPECT_LT(narrow.tilt.most, wide.tilt.most);
}

TEST(Presets, Decision4_WashoutAAndBOfTheBoardReplaceTheCorners) {
  Machine machine = testing::standard();
  machine.washout.high_pass = {1.5, 0, 0, 0, 2.5, 0};
  machine.washout.tilt_low_pass = {0, 1.25, 0, 0, 0, 0};
  const Settings settings = derive(machine, Preset::normal);
  const Settings plain = derive(testing::standard(), Preset::normal);
  EXPECT_EQ(settings.translation[0].high_pass, 1.5);
  EXPECT_EQ(settings.translation[1].high_pass, plain.translation[1].high_pass);
  EXPECT_EQ(settings.rotation[1].high_pass, 2.5);
  EXPECT_EQ(settings.tilt.low_pass, 1.25);
}

class InsideLimits : public ::testing::TestWithParam<Machine> {};

TEST_P(InsideLimits, NormalNeverReachesALimitOfThePlatformWhateverTheVehicleDoes) {
  const Machine& machine = GetParam();
  const Settings settings = derive(machine, Preset::normal);
  for (unsigned seed = 1; seed <= 25; ++seed) {
    Classical engine{settings, kStep};
    RandomDrive drive{seed};
    for (int i = 0; i < 20'000; ++i) {
      const Motion& m = engine.step(drive.next());
      if (i % 5 != 0) continue;
      const LimitHit hit = kinematics::first_hit(machine, m.pose, kinematics::StrokeUse::less_margin);
      ASSERT_FALSE(hit) << machine.name << " seed " << seed << " tick " << i << ' ' << to_string(hit.limit);
      ASSERT_LE(m.velocity.linear.cwiseAbs().maxCoeff(), machine.limits.translation.velocity);
      ASSERT_LE(m.velocity.angular.cwiseAbs().maxCoeff(), machine.limits.rotation.velocity);
      ASSERT_LE(m.acceleration.linear.cwiseAbs().maxCoeff(), machine.limits.translation.acceleration);
      ASSERT_LE(m.acceleration.angular.cwiseAbs().maxCoeff(), machine.limits.rotation.acceleration);
      Vec6 twist;
      twist << m.velocity.linear, m.velocity.angular;
      const Vec6 legs = kinematics::jacobian(machine, m.pose) * twist;
      ASSERT_LE(legs.cwiseAbs().maxCoeff(), machine.limits.leg.velocity);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(All, InsideLimits, ::testing::Values(testing::standard()),
                         [](const auto&) { return std::string{"standard_400"}; });

TEST(Presets, EveryPresetUsesTheReachItIsGiven) {
  const Machine machine = testing::standard();
  for (const PresetInfo& info : presets()) {
    const Settings settings = derive(machine, info.preset);
    for (std::size_t i = 0; i < 3; ++i) {
      const Translation& t = settings.translation[i];
      const double travel = t.limit / (t.high_pass * t.high_pass);
      EXPECT_GT(travel, 0.02) << info.name << ' ' << i;
      EXPECT_LT(travel, 0.35) << info.name << ' ' << i;
    }
    EXPECT_EQ(settings.tilt.rate, 3 * kDegree);
  }
}

}  // namespace
}  // namespace hexad::cueing
