#include "cueing/effect_kinds.hpp"

#include "cueing/testing/platform.hpp"

namespace hexad::cueing {
namespace {

TEST(EffectKinds, HaveNamesAndUsualNumbersThatAreValidAndSmallEnough) {
  EXPECT_EQ(effect_kinds().size(), 7u);
  for (const EffectInfo& info : effect_kinds()) {
    EXPECT_EQ(find_effect(info.name), &info);
    EXPECT_NE(find_number(info, info.size), nullptr) << info.name;
    const EffectSettings usual = usual_effect(info.kind);
    EXPECT_TRUE(is_valid(usual)) << info.name;
    const EffectFit fit = fit_of(testing::standard(), load_of(make_effect(testing::standard(), usual)));
    EXPECT_EQ(fit.largest, 1.0) << info.name << ": at most " << fit.largest;
    EXPECT_FALSE(fit.hit) << info.name;
    std::printf("%s: %zu sines\n", std::string{info.name}.c_str(),
                make_effect(testing::standard(), usual).components().size());
  }
  EXPECT_EQ(find_effect("earthquake"), nullptr);
  EXPECT_EQ(info_of(EffectKind::none), nullptr);
  EXPECT_TRUE(is_valid(EffectSettings{}));
}

/// What is random stays below 4.5 times its rms for ten minutes.
TEST(EffectKinds, TheLoadIsTrue) {
  for (const EffectInfo& info : effect_kinds()) {
    const Effect effect = make_effect(testing::standard(), usual_effect(info.kind));
    const EffectLoad load = load_of(effect);
    Vec6 travel = Vec6::Zero();
    Vec6 acceleration = Vec6::Zero();
    for (double t = 0; t < 600; t += 0.0137) {
      const Effect::Added now = effect.at(t);
      travel = travel.cwiseMax(now.value.cwiseAbs());
      acceleration = acceleration.cwiseMax(now.acceleration.cwiseAbs());
    }
    for (int axis = 0; axis < 6; ++axis) {
      EXPECT_LE(travel[axis], load.travel[axis] * (1 + 1e-9)) << info.name << ' ' << axis;
      EXPECT_LE(acceleration[axis], load.acceleration[axis] * (1 + 1e-9)) << info.name << ' ' << axis;
      EXPECT_GE(travel[axis], 0.4 * load.travel[axis]) << info.name << ' ' << axis;
    }
  }
}

TEST(EffectKinds, EveryNumberChangesTheEffect) {
  for (const EffectInfo& info : effect_kinds()) {
    const EffectSettings usual = usual_effect(info.kind);
    for (const EffectNumber& number : info.numbers) {
      EffectSettings other = usual;
      const double shown = number.usual + 1 <= number.high ? number.usual + 1 : number.usual - 1;
      number.set(other, shown * number.scale(other));
      // A sea from ahead has no roll; another heading has.
      const Vec6 a = make_effect(testing::standard(), usual).at(0.77).value;
      const Vec6 b = make_effect(testing::standard(), other).at(0.77).value;
      EXPECT_NE(a, b) << info.name << ' ' << number.name;
    }
  }
}

TEST(EffectKinds, NumbersOutOfTheirRangeAndNaNAreNotValid) {
  for (const EffectInfo& info : effect_kinds()) {
    for (const EffectNumber& number : info.numbers) {
      if (number.whole) continue;
      for (const double wrong : {number.low - 1.0, number.high * 1.01 + 1.0, std::nan("")}) {
        EffectSettings settings = usual_effect(info.kind);
        number.set(settings, wrong * number.scale(settings));
        EXPECT_FALSE(is_valid(settings)) << info.name << ' ' << number.name << ' ' << wrong;
      }
    }
  }
}

TEST(EffectKinds, WhatIsTooLargeSaysWhatItIsTooLargeForAndHowMuchWouldDo) {
  EffectSettings settings = usual_effect(EffectKind::vibration);
  settings.frequency = 1.0;
  settings.amplitude = 0.1;
  const auto fit = [&] {
    return fit_of(testing::standard(), load_of(make_effect(testing::standard(), settings)));
  };
  EXPECT_EQ(fit().hit.limit, Limit::axis_velocity) << "2π·0.1 m/s of a third of 0.4";
  EXPECT_NEAR(fit().largest, 0.4 / 3 / (kRevolution * 0.1), 1e-9);
  settings.amplitude *= 0.999 * fit().largest;
  EXPECT_FALSE(fit().hit);
  settings.frequency = 0.1;
  settings.amplitude = 0.08;
  EXPECT_EQ(fit().hit.limit, Limit::axis_upper) << "a third of what heave has is 73 mm";
}

TEST(Effects, BumpsAreHighAndShortWithNothingBetween) {
  const Effect train = bumps(2, 0.01, 2.0);
  double highest = -1.0;
  double lowest = 1.0;
  double sum = 0.0;
  int above = 0;
  for (int i = 0; i < 5000; ++i) {
    const double z = train.at(i * 1e-3).value[2];
    highest = std::max(highest, z);
    lowest = std::min(lowest, z);
    sum += z;
    above += z > 0.5 * (highest + lowest) ? 1 : 0;
  }
  EXPECT_NEAR(highest - lowest, 0.01, 1e-6);
  EXPECT_NEAR(sum / 5000, 0.0, 1e-6) << "the mean is taken off";
  EXPECT_LT(above, 2000);
  EXPECT_NEAR(train.at(0.25).value[2], highest, 1e-9) << "half a period after the beginning";
}

}  // namespace
}  // namespace hexad::cueing
