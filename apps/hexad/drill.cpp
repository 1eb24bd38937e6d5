#include "hexad/drill.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "faults/drill.hpp"
#include "hexad/exit_code.hpp"
#include "runtime/config/build_machine.hpp"

namespace hexad::cli {
namespace {

struct Totals {
  std::uint64_t lives = 0;
  std::uint64_t ticks = 0;
  std::uint64_t moves = 0;
  std::uint64_t finals = 0;
  std::uint64_t faults = 0;
  std::uint64_t limited = 0;
  std::uint64_t broken = 0;

  void add(const drill::Life& life) {
    ++lives;
    ticks += life.ticks;
    moves += life.moves;
    finals += life.finals;
    faults += life.faults;
    limited += life.limited;
    if (!life.violations.empty()) ++broken;
  }
};

void print_broken(const drill::Life& life, const DrillOptions& options) {
  const drill::Violation& first = life.violations.front();
  fmt::print(stderr,
             "seed {}: I{} at {:.3f} s: {}\n  replay: hexad drill --platform {} --seconds {} --seed {}\n",
             life.seed, first.invariant, static_cast<double>(first.tick) * 1e-3, first.text, options.platform,
             options.seconds, life.seed);
}

int replay(const Machine& machine, const DrillOptions& options) {
  drill::Options run;
  run.seconds = options.seconds;
  if (!options.json) {
    run.look = [](const Outputs& out) {
      for (const Event& event : out.events) {
        const double time = to_seconds(event.time.time_since_epoch());
        if (const Transition* move = std::get_if<Transition>(&event.news)) {
          fmt::print("{:9.3f} s  {} -> {} ({})\n", time, to_string(move->from), to_string(move->to),
                     move->cause);
        }
        if (const FaultRaised* raised = std::get_if<FaultRaised>(&event.news)) {
          fmt::print("{:9.3f} s  fault: {}\n", time, to_string(raised->fault.kind));
        }
      }
    };
  }
  const drill::Life life = drill::live(*options.seed, machine, run);
  for (const drill::Violation& violation : life.violations) {
    fmt::print(options.json ? stderr : stdout, "{:9.3f} s  VIOLATION I{}: {}\n",
               static_cast<double>(violation.tick) * 1e-3, violation.invariant, violation.text);
  }
  const char* form = options.json ? "{{\"seed\":{},\"ticks\":{},\"violations\":{},\"hash\":\"{:016x}\"}}\n"
                                  : "seed {}: {} ticks, {} violations, hash {:016x}\n";
  fmt::print(fmt::runtime(form), life.seed, life.ticks, life.violations.size(), life.hash);
  return life.violations.empty() ? kDone : kFailed;
}

}  // namespace

int drill(const DrillOptions& options) {
  const runtime::LoadedPlatform platform =
      runtime::load_platform({.platform = options.platform, .config = {}, .set = {}, .joints_only = false});
  if (!platform.machine) {
    for (const runtime::Problem& problem : platform.problems)
      fmt::print(stderr, "hexad: {}\n", runtime::in_words(problem));
    return kFailed;
  }
  if (options.seed) return replay(*platform.machine, options);

  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = options.threads > 0 ? options.threads : std::max(1, cores);
  std::atomic<std::uint64_t> next{1};
  std::mutex mutex;
  Totals totals;
  const bool progress = isatty(STDERR_FILENO) != 0;
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&] {
    drill::Options run;
    run.seconds = options.seconds;
    for (std::uint64_t seed = next++; seed <= options.seeds; seed = next++) {
      const drill::Life life = drill::live(seed, *platform.machine, run);
      const std::lock_guard lock{mutex};
      totals.add(life);
      if (!life.violations.empty()) print_broken(life, options);
      if (progress)
        fmt::print(stderr, "\r{} of {} seeds, {} violated", totals.lives, options.seeds, totals.broken);
    }
  };
  std::vector<std::thread> pool;
  for (int i = 0; i < threads; ++i) pool.emplace_back(work);
  for (std::thread& thread : pool) thread.join();
  if (progress) fmt::print(stderr, "\n");

  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double lived = static_cast<double>(totals.ticks) * 1e-3;
  const double factor = lived / wall / threads;
  if (options.json) {
    fmt::print(
        "{{\"seeds\":{},\"seconds\":{},\"violated\":{},\"moves\":{},\"answers\":{},\"faults\":{},\"limited\":"
        "{},\"real_time_per_core\":{:.1f}}}\n",
        totals.lives, lived, totals.broken, totals.moves, totals.finals, totals.faults, totals.limited,
        factor);
  } else {
    fmt::print(
        "{} seeds of {} s on {}: {} violated\n{} changes of state, {} motions answered, {} faults, limits "
        "began to act {} times\n{:.0f} times real time per core\n",
        totals.lives, options.seconds, options.platform, totals.broken, totals.moves, totals.finals,
        totals.faults, totals.limited, factor);
  }
  return totals.broken == 0 ? kDone : kFailed;
}

}  // namespace hexad::cli
