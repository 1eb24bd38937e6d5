// Random vehicles (a thousand with HEXAD_LONG) on every preset and both engines: the tilt is never faster
// than its setting in any sample, the first second begins without a kick, and the motion is continuous
// through every change of preset and engine.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "cueing/engine.hpp"
#include "cueing/presets.hpp"
#include "cueing/testing/platform.hpp"

namespace hexad::cueing {
namespace {

constexpr double kTick = 1e-3;
constexpr double kKick = 20e-6;  // m and rad, on the first tick after a step of the vehicle from rest

/// Steps, ramps and waves of random size and length on any of the six inputs, at times all at once.
class AnyVehicle {
 public:
  explicit AnyVehicle(unsigned seed) : random_{seed} {}

  VehicleMotion next() {
    std::uniform_real_distribution<double> any{-1.0, 1.0};
    if (--left_ <= 0) {
      left_ = static_cast<int>(100 + 1500 * std::abs(any(random_)));
      frequency_ = 6.0 * std::abs(any(random_));
      waves_ = any(random_) > 0.4;
      for (int i = 0; i < 3; ++i) {
        size_.acceleration[i] = any(random_) > 0.0 ? 8.0 * any(random_) : 0.0;
        size_.rate[i] = any(random_) > 0.0 ? 1.2 * any(random_) : 0.0;
      }
    }
    time_ += kTick;
    const double share = waves_ ? std::sin(frequency_ * time_) : 1.0;
    return {share * size_.rate, share * size_.acceleration};
  }

 private:
  std::mt19937 random_;
  VehicleMotion size_;
  double frequency_ = 1.0;
  double time_ = 0.0;
  bool waves_ = false;
  int left_ = 0;
};

struct Drive {
  Preset preset;
  EngineKind engine;
};
class RandomDrives : public ::testing::TestWithParam<Drive> {
 protected:
  /// Every day a part of them; the predictive engine costs twenty times as much.
  unsigned vehicles() const {
    if (std::getenv("HEXAD_LONG") != nullptr) return 1000;
    return GetParam().engine == EngineKind::classical ? 150 : 15;
  }
  const Machine machine_ = testing::standard();
};

TEST_P(RandomDrives, TheTiltKeepsItsRateAndNothingKicksOrJumps) {
  const Settings settings = derive(machine_, GetParam().preset, GetParam().engine);
  const Rates& translation = machine_.limits.translation;
  for (unsigned seed = 1; seed <= vehicles(); ++seed) {
    Engine engine{machine_, settings, kTick};
    AnyVehicle vehicle{seed};
    Motion before;
    for (int i = 0; i < 2000; ++i) {
      if (i == 1500) {  // another preset, and at times the other engine
        const auto next = presets()[seed % presets().size()].preset;
        engine.change(derive(machine_, next, seed % 3 == 0 ? EngineKind::classical : GetParam().engine));
      }
      const Motion now = engine.step(vehicle.next());
      const double allowed = std::max(settings.tilt.rate, engine.settings().tilt.rate);
      ASSERT_LE(engine.tilt_rate(), allowed * (1.0 + 1e-12)) << "seed " << seed << " tick " << i;
      const double step = (now.pose.position - before.pose.position).norm();
      const double turn = angle_between(now.pose.rotation, before.pose.rotation);
      if (i == 0) {
        ASSERT_LT(std::max(step, turn), kKick) << "seed " << seed << ": a kick at the start";
      } else {
        // What moved in a tick is what the velocities at its two ends say: nothing jumped.
        const Vec3 mean = 0.5 * (now.velocity.linear + before.velocity.linear);
        ASSERT_NEAR((now.pose.position - before.pose.position - kTick * mean).norm(), 0.0, 2e-6)
            << "seed " << seed << " tick " << i;
        ASSERT_LE((now.velocity.linear - before.velocity.linear).norm(),
                  3.0 * translation.acceleration * kTick)
            << "seed " << seed << " tick " << i;
      }
      before = now;
    }
  }
}

std::vector<Drive> all_drives() {
  std::vector<Drive> all;
  for (const PresetInfo& info : presets())
    for (const EngineKind engine : {EngineKind::classical, EngineKind::predictive})
      all.push_back({info.preset, engine});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Presets, RandomDrives, ::testing::ValuesIn(all_drives()), [](const auto& one) {
  return std::string{presets()[static_cast<std::size_t>(one.param.preset)].name} + '_' +
         std::string{name_of(one.param.engine)};
});

}  // namespace
}  // namespace hexad::cueing
