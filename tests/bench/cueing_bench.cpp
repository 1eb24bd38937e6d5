// What a step of the cueing engine costs.
//   hexad_bench --benchmark_filter=CueStep

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "config/build_machine.hpp"
#include "cueing/engine.hpp"
#include "cueing/presets.hpp"

namespace hexad::bench {
namespace {

/// Ten seconds of a drive on all six axes, made before anything is timed.
std::vector<VehicleMotion> drive() {
  std::vector<VehicleMotion> all;
  for (int i = 0; i < 10'000; ++i) {
    const double t = 1e-3 * i;
    all.push_back({{0.1 * std::sin(3 * t), 0.1 * std::sin(2 * t), 0.2 * std::cos(t)},
                   {2.0 * std::sin(1.1 * t), 1.5 * std::sin(0.7 * t), std::sin(6 * t)}});
  }
  return all;
}

// One iteration is one tick; `changing`: with a new preset every second, so that it is always on the way to
// another. `engine` 1 is the predictive one; its plan, every twentieth tick, is in the mean.
void CueStep(benchmark::State& state) {
  const bool changing = state.range(0) != 0;
  const auto kind = state.range(1) != 0 ? cueing::EngineKind::predictive : cueing::EngineKind::classical;
  const LoadedPlatform platform = hexad::load_platform({.platform = "standard-400"});
  const std::vector<VehicleMotion> vehicle = drive();
  std::vector<cueing::Settings> settings;
  for (const cueing::PresetInfo& info : cueing::presets())
    settings.push_back(cueing::derive(*platform.machine, info.preset, kind));
  cueing::Engine engine{*platform.machine, settings[1], 1e-3};
  std::size_t tick = 0;
  double total = 0.0;
  for (auto _ : state) {
    if (changing && tick % 1000 == 0) engine.change(settings[tick / 1000 % settings.size()]);
    total += engine.step(vehicle[tick % vehicle.size()]).pose.position.x();
    ++tick;
  }
  benchmark::DoNotOptimize(total);
}
BENCHMARK(CueStep)
    ->ArgNames({"changing", "predictive"})
    ->Args({0, 0})
    ->Args({1, 0})
    ->Args({0, 1})
    ->Args({1, 1});

// One plan over the legs' next seconds alone, with no limit near (0) and with a drive that is far too much
// (1).
void CuePlan(benchmark::State& state) {
  const LoadedPlatform platform = hexad::load_platform({.platform = "standard-400"});
  const double much = state.range(0) != 0 ? 4.0 : 0.2;
  cueing::Engine engine{
      *platform.machine,
      cueing::derive(*platform.machine, cueing::Preset::normal, cueing::EngineKind::predictive),
      0.02};  // a plan every step
  std::vector<VehicleMotion> vehicle = drive();
  for (VehicleMotion& one : vehicle) one.acceleration *= much;
  std::size_t tick = 0;
  double total = 0.0;
  for (auto _ : state) {
    total += engine.step(vehicle[tick % vehicle.size()]).pose.position.x();
    tick += 20;
  }
  benchmark::DoNotOptimize(total);
  state.counters["most_iterations"] = engine.predictive().most_iterations();
}
BENCHMARK(CuePlan)->ArgName("at_limits")->Arg(0)->Arg(1);

}  // namespace
}  // namespace hexad::bench
