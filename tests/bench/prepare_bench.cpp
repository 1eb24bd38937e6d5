// What programs cost: to prepare, on a worker; to ask for the next moment, in every tick.

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "config/build_machine.hpp"
#include "kinematics/geometry.hpp"
#include "motion/prepare/preflight.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/program/sine.hpp"

namespace hexad {
namespace {

const Machine& platform() {
  static const Machine machine = *hexad::load_platform({.platform = "standard-400"}).machine;
  return machine;
}

/// A winding way with all axes, about 3 mm from point to point.
std::vector<AxisValues> points(long count) {
  std::vector<AxisValues> result;
  for (long i = 0; i < count; ++i) {
    const double a = 0.03 * static_cast<double>(i);
    result.push_back({0.1 * std::sin(a), 0.1 * std::cos(1.3 * a), 0.05 * std::sin(0.7 * a),
                      0.09 * std::sin(a), 0.09 * std::sin(2.0 * a), 0.14 * std::sin(0.1 * a)});
  }
  return result;
}

void PreparePath(benchmark::State& state) {
  const auto way = points(state.range(0));
  double seconds = 0.0;
  for (auto _ : state) {
    const auto path = motion::prepare(PathOrder{way, {}, kXyzConvention}, Pose{}, platform());
    if (!path) return state.SkipWithError("rejected");
    seconds = path->program->duration();
  }
  state.counters["motion_s"] = seconds;
}
BENCHMARK(PreparePath)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

FormulaOrder formulas() {
  FormulaOrder order;
  order.axes = {"10*sin(t)", "20*cos(t)-20", "5*sin(2*t)", "sin(t)", "2*sin(0.5*t)", "0"};
  order.duration = 20.0;
  return order;
}

void PrepareFormulaOf20Seconds(benchmark::State& state) {
  for (auto _ : state) {
    if (!motion::prepare(formulas(), platform())) return state.SkipWithError("rejected");
  }
}
BENCHMARK(PrepareFormulaOf20Seconds)->Unit(benchmark::kMillisecond);

void play(benchmark::State& state, const Prepared& program) {
  double t = 0.0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(program.at(t));
    t += 1e-3;
    if (t > program.duration()) t = 0.0;
  }
}

void PathAt(benchmark::State& state) {
  const auto way = points(10000);
  const auto path = motion::prepare(PathOrder{way, {}, kXyzConvention}, Pose{}, platform());
  if (!path) return state.SkipWithError("rejected");
  play(state, *path->program);
}
BENCHMARK(PathAt);

void FormulaAt(benchmark::State& state) {
  const auto formula = motion::prepare(formulas(), platform());
  if (!formula) return state.SkipWithError("rejected");
  play(state, *formula->program);
}
BENCHMARK(FormulaAt);

model::Sine six_sines() {
  model::Sine sine;
  sine.amplitude = {0.05, 0.05, 0.05, 0.05, 0.05, 0.05};
  sine.frequency = {0.31, 0.47, 0.59, 0.71, 0.83, 0.97};
  return sine;
}

void SineAt(benchmark::State& state) {
  motion::Sine sine;
  if (!sine.plan(six_sines(), &platform())) return state.SkipWithError("not a sine");
  while (!sine.think(0.0, 1 << 20)) continue;
  double t = 0.0;
  for (auto _ : state) benchmark::DoNotOptimize(sine.at(t += 1e-3));
}
BENCHMARK(SineAt);

/// What it takes until a sine begins, six axes of different frequencies; a tick does a part of it.
void SineStart(benchmark::State& state) {
  for (auto _ : state) {
    motion::Sine sine;
    benchmark::DoNotOptimize(sine.plan(six_sines(), &platform()) && sine.think(0.0, 1 << 20));
  }
}
BENCHMARK(SineStart)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace hexad
