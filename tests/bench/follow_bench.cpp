// The follower: what a tick and a packet cost, and how it compares with the usual ways to follow a stream.
//   hexad_bench --benchmark_filter=Follow
//   hexad_bench --benchmark_filter=Streams

#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "bench/field_streams.hpp"
#include "motion/program/follow.hpp"
#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::bench {
namespace {

using motion::Follow;
using motion::State6;

struct Limits {
  double v, a, j;
};
constexpr Limits kLimits{0.25, 2.0, 50.0};

TimePoint at(double seconds) { return TimePoint{from_seconds(seconds)}; }

Follow started(const Limits& l) {
  Follow follow;
  follow.start({}, Vec6::Constant(l.v), Vec6::Constant(l.a), Vec6::Constant(l.j));
  return follow;
}

// Ten seconds of six different sines, replayed: one iteration is one tick; the packets are not timed.
void FollowAdvance(benchmark::State& state) {
  const double rate = static_cast<double>(state.range(0));
  const bool steps = state.range(1) != 0;
  Follow follow = started(kLimits);
  double now = 0.0;
  double next = 0.0;
  int count = 0;
  double total = 0.0;
  for (auto _ : state) {
    now += 1e-3;
    if (now >= next) {
      state.PauseTiming();
      Vec6 x;
      for (int i = 0; i < 6; ++i) {
        x[i] = steps ? ((count / 50 + i) % 2 == 0 ? 0.05 : -0.05) : 0.05 * std::sin(kPi * next + i);
      }
      follow.target(x, at(next));
      ++count;
      next += 1.0 / rate;
      state.ResumeTiming();
    }
    total += follow.advance(at(now), from_seconds(1e-3)).position[0];
  }
  benchmark::DoNotOptimize(total);
}

// As above with the packets in the time: the whole cost of following, per tick.
void FollowAll(benchmark::State& state) {
  const double rate = static_cast<double>(state.range(0));
  const bool steps = state.range(1) != 0;
  std::vector<Vec6> values(2000);
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (int i = 0; i < 6; ++i) {
      const double t = static_cast<double>(k) / rate;
      values[k][i] =
          steps ? ((static_cast<int>(k) / 50 + i) % 2 == 0 ? 0.05 : -0.05) : 0.05 * std::sin(kPi * t + i);
    }
  }
  Follow follow = started(kLimits);
  const Duration period = from_seconds(1.0 / rate);
  const Duration tick = from_seconds(1e-3);
  TimePoint now{};
  TimePoint next{};
  std::size_t k = 0;
  double total = 0.0;
  for (auto _ : state) {
    now += tick;
    while (next <= now) {
      follow.target(values[k++ % values.size()], next);
      next += period;
    }
    total += follow.advance(now, tick).position[0];
  }
  benchmark::DoNotOptimize(total);
}

Follower hold() {
  auto last = std::make_shared<double>(0.0);
  return {[=](const Packet& p) { *last = p.value; }, [=](double, double) { return *last; }};
}

// One period behind, straight from packet to packet by their arrival.
Follower linear(double period) {
  struct Ends {
    double t0 = 0.0, x0 = 0.0, t1 = 0.0, x1 = 0.0;
  };
  auto e = std::make_shared<Ends>();
  return {[=](const Packet& p) {
            *e = {e->t1, e->x1, p.arrival, p.value};
          },
          [=](double now, double) {
            const double span = std::max(1e-6, e->t1 - e->t0);
            return e->x0 + (e->x1 - e->x0) * std::clamp((now - period - e->t0) / span, 0.0, 1.0);
          }};
}

// Each packet is a new end of a time-optimal motion, to rest.
Follower retarget(const Limits& l) {
  struct Plan {
    motion::AxisState state;
    motion::JerkProfile profile;
    double at = 0.0;
    double target = 0.0;
    bool fresh = false;
  };
  auto plan = std::make_shared<Plan>();
  return {[=](const Packet& p) {
            plan->target = p.value;
            plan->fresh = true;
          },
          [=](double, double dt) {
            if (plan->fresh) {
              plan->profile = motion::fastest_to(plan->state, plan->target, Rates{l.v, l.a, l.j});
              plan->at = 0.0;
              plan->fresh = false;
            }
            plan->at += dt;
            plan->state = plan->profile.at(plan->at);
            return plan->state.position;
          }};
}

Follower ours(const Limits& l, bool numbered = false) {
  auto follow = std::make_shared<Follow>(started(l));
  return {[=](const Packet& p) {
            const std::optional<std::uint32_t> number{p.number};
            follow->target(Vec6::Constant(p.value), at(p.arrival), numbered ? number : std::nullopt);
          },
          [=](double now, double dt) { return follow->advance(at(now), from_seconds(dt)).position[0]; }};
}

void print_row(const char* name, double rate, const StreamSettings& settings, const Follower& follower) {
  const Signal signal = sine(0.05, 0.5);
  const std::vector<double> out = run(stream(signal, settings), follower, settings.duration);
  const Comparison c = compare(out, 1e-3, signal, 2.0);
  const Extremes e = extremes(out, 1e-3, 2.0);
  std::printf("| %-22s | %5.0f | %8.3f | %8.2f | %8.3f | %10.3f | %12.1f |\n", name, rate, 1e3 * c.rms,
              1e3 * c.lag, 1e3 * c.residual, e.acceleration, e.jerk);
}

void FollowComparison(benchmark::State& state) {
  for (auto _ : state) {
    std::printf(
        "\n50 mm, 0.5 Hz sine (ideal 0.493 m/s²), ±2 ms jitter (±0.3 periods above 100 Hz), 1 %% loss, "
        "limits "
        "0.25 m/s, 2 m/s², 50 m/s³\n");
    std::printf(
        "| method                 |    Hz |   rms mm |   lag ms | resid mm | acc. m/s²  | jerk m/s³    |\n");
    std::printf(
        "|------------------------|-------|----------|----------|----------|------------|--------------|\n");
    for (const double rate : {100.0, 1000.0, 500.0, 250.0, 60.0, 50.0, 30.0, 20.0, 10.0, 2.0}) {
      StreamSettings settings;
      settings.rate = rate;
      if (rate > 100.0) settings.jitter = 0.3 / rate;
      if (rate == 100.0) {
        print_row("hold", rate, settings, hold());
        print_row("linear, by arrival", rate, settings, linear(1.0 / rate));
        print_row("re-target, time-optimal", rate, settings, retarget(kLimits));
      }
      print_row("follow", rate, settings, ours(kLimits));
    }
  }
}

// Both signals through every kind of stream, three seeds each; lag ms / residual mm / peak acceleration m/s².
void Streams(benchmark::State& state) {
  constexpr Limits kGame{0.4, 4.0, 50.0};
  constexpr double kDuration = 20.0;
  const Signal slow = sine(0.05, 0.5);
  const Signal game = [](double t) { return sine(0.03, 0.3)(t) + sine(0.01, 0.9)(t) + sine(0.002, 2.3)(t); };
  for (auto _ : state) {
    std::printf(
        "\nA: 50 mm, 0.5 Hz (ideal 0.49 m/s²); B: 30 mm 0.3 Hz + 10 mm 0.9 Hz + 2 mm 2.3 Hz (0.80 m/s²)\n");
    std::printf("| stream | | hold | linear, 1 period | re-target | follow | numbered |\n");
    std::printf("|---|---|---|---|---|---|---|\n");
    for (const FieldStream& kind : kFieldStreams) {
      for (const bool fast : {false, true}) {
        const Signal& signal = fast ? game : slow;
        std::printf("| %s | %c |", kind.name, fast ? 'B' : 'A');
        for (int method = 0; method < 5; ++method) {
          double lag = 0.0, residual = 0.0, peak = 0.0;
          for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Follower follower = method == 0   ? hold()
                                      : method == 1 ? linear(1.0 / kind.rate)
                                      : method == 2 ? retarget(kGame)
                                                    : ours(kGame, method == 4);
            const std::vector<double> out =
                run(field_stream(signal, kind, kDuration, seed), follower, kDuration);
            const Comparison c = compare(out, 1e-3, signal, 3.0);
            lag += c.lag / 3.0;
            residual += c.residual / 3.0;
            peak = std::max(peak, extremes(out, 1e-3, 3.0).acceleration);
          }
          std::printf(" %.1f / %.3f / %.*f |", 1e3 * lag, 1e3 * residual, peak > 100.0 ? 0 : 2, peak);
        }
        std::printf("\n");
      }
    }
  }
}

BENCHMARK(Streams)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(FollowComparison)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(FollowAdvance)->Args({2, 0})->Args({100, 0})->Args({100, 1});
BENCHMARK(FollowAll)->Args({100, 0})->Args({100, 1})->Args({1000, 0})->Args({1000, 1});

}  // namespace
}  // namespace hexad::bench
