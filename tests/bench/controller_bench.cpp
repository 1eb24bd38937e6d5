// What a tick costs: core and simulated drives together, standing and following six axes at once.

#include <benchmark/benchmark.h>

#include <cmath>

#include "config/build_machine.hpp"
#include "controller/controller.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad {
namespace {

const Machine& machine() {
  static const Machine built = *hexad::load_platform({}).machine;
  return built;
}

const Contract kStreaming = [] {
  Contract contract;
  contract.bring_up = BringUp::zero_and_raise;
  contract.on_limit = OnLimit::clamp;
  contract.running_is_mode = true;
  contract.lease = LeaseRule::after_silence;
  return contract;
}();
constexpr Endpoint kHost{2, 1, 1};

struct Rig {
  plant::SimulatedDrives drives{machine(), [] {
                                  plant::Settings settings;
                                  settings.initial = plant::Initial::neutral;
                                  return settings;
                                }()};
  controller::Controller core{machine(), [] {
                                controller::Settings settings;
                                settings.initial = controller::Initial::neutral;
                                return settings;
                              }()};
  Feedback feedback = drives.feedback();
  TimePoint now{};

  const Outputs& tick(std::span<const Request> requests) {
    const Outputs& out = core.step(now, requests, feedback);
    feedback = drives.exchange(out.setpoint, now, std::chrono::milliseconds{1});
    now += std::chrono::milliseconds{1};
    return out;
  }
};

void tick_standing(benchmark::State& state) {
  Rig rig;
  for (int i = 0; i < 100; ++i) rig.tick({});
  for (auto _ : state) benchmark::DoNotOptimize(&rig.tick({}));
}
BENCHMARK(tick_standing)->Name("Tick/standing");

/// 100 Hz poses, all six axes at once. `scale` 1 stays well inside the reach, 3 rides its border.
void tick_following(benchmark::State& state) {
  Rig rig;
  const double scale = static_cast<double>(state.range(0));
  rig.tick({});
  const Request run{1, kHost, rig.now, &kStreaming, 2, Go{Step::run}};
  rig.tick({&run, 1});
  std::uint64_t ticks = 0;
  const auto next = [&] {
    if (++ticks % 10 != 0) return &rig.tick({});
    const double t = to_seconds(rig.now.time_since_epoch());
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double size = i < 3 ? 0.03 : 3.0 * kDegree;
      values[i] = scale * size * std::sin(kRevolution * (0.3 + 0.07 * static_cast<double>(i)) * t);
    }
    StreamTarget target;
    target.kind = StreamTarget::Kind::pose;
    target.pose = kXyzConvention.to_pose(values, 0.0);
    const Request stream{0, kHost, rig.now, &kStreaming, 2, target};
    return &rig.tick({&stream, 1});
  };
  for (int i = 0; i < 2000; ++i) next();
  for (auto _ : state) benchmark::DoNotOptimize(next());
}
BENCHMARK(tick_following)->Name("Tick/following")->Arg(1)->Arg(3);

}  // namespace
}  // namespace hexad
