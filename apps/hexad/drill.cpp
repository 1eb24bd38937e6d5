#include "hexad/drill.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "config/presets.hpp"
#include "drill/drill.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr std::uint64_t kSeeds = 200;

struct Platform {
  std::string name;
  Machine machine;
};

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

/// The first of each invariant.
std::vector<drill::Violation> kinds_of(const drill::Life& life) {
  std::vector<drill::Violation> kinds;
  for (const drill::Violation& violation : life.violations) {
    const bool told = std::any_of(kinds.begin(), kinds.end(), [&](const drill::Violation& kind) {
      return kind.invariant == violation.invariant;
    });
    if (!told) kinds.push_back(violation);
  }
  return kinds;
}

/// How many lives broke an invariant, and one of them.
struct Broken {
  std::uint64_t lives = 0;
  std::string example;
};

std::vector<Platform> platforms_of(const DrillOptions& options) {
  std::vector<Platform> platforms;
  const bool all = options.platform == "all";
  for (const std::string& name : all ? hexad::preset_names() : std::vector{options.platform}) {
    std::optional<Machine> machine = open_machine(name);
    if (!machine) return {};
    platforms.push_back({name, std::move(*machine)});
  }
  return platforms;
}

/// The day's first seed: readable, and a thousand lives a day without meeting tomorrow's.
std::uint64_t seed_of_today() {
  const std::tm day = fmt::localtime(std::time(nullptr));
  const int date = (day.tm_year + 1900) * 10'000 + (day.tm_mon + 1) * 100 + day.tm_mday;
  return static_cast<std::uint64_t>(date) * 1'000;
}

/// None when it is neither a number nor "today".
std::optional<std::uint64_t> first_seed(const std::string& text) {
  if (text.empty()) return std::random_device{}();
  if (text == "today") return seed_of_today();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return seed;
}

double seconds_of(const drill::Violation& violation) { return static_cast<double>(violation.tick) * 1e-3; }

void print_broken(const drill::Life& life, const std::string& platform, const DrillOptions& options) {
  for (const drill::Violation& kind : kinds_of(life))
    print_hint(messages::say<Id::drill_broken>(platform, std::to_string(life.seed), kind.invariant,
                                               fixed(seconds_of(kind), 3), kind.text));
  print_hint(messages::say<Id::drill_replay>(
      fmt::format("hexad drill --platform {} --seconds {} --seed {}", platform, options.seconds, life.seed)));
}

void print_hashes(const drill::Life& life, const std::string& platform, bool json) {
  const char* form =
      json ? "{{\"platform\":\"{}\",\"seed\":{},\"events\":\"{:016x}\",\"setpoints\":\"{:016x}\"}}\n"
           : "{} {} {:016x} {:016x}\n";
  fmt::print(fmt::runtime(form), platform, life.seed, life.events_hash, life.setpoints_hash);
}

int replay(const Platform& platform, std::uint64_t seed, const DrillOptions& options) {
  drill::Options run;
  run.seconds = options.seconds;
  if (!options.json) run.look = print_tick;
  const drill::Life life = drill::live(seed, platform.machine, run);
  for (const drill::Violation& violation : life.violations) {
    const std::string time = fmt::format("{:9.3f}", seconds_of(violation));
    fmt::print(options.json ? stderr : stdout, "{}\n",
               spoken<Id::drill_violation>(time, violation.invariant, violation_text(violation)));
  }
  print_replayed(life.seed, life.ticks, life.violations.size(), life.setpoints_hash, options.json);
  return life.violations.empty() ? kDone : kFailed;
}

class Run {
 public:
  Run(const DrillOptions& options, const std::vector<Platform>& platforms, std::uint64_t first,
      std::uint64_t seeds)
      : options_{options},
        platforms_{platforms},
        first_{first},
        seeds_{seeds},
        lives_(count()),
        lived_(count()) {}

  int work() {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    const int jobs = options_.jobs > 0 ? options_.jobs : std::max(1, cores);
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t worked = std::clock();
    std::vector<std::thread> pool;
    for (int i = 0; i < jobs; ++i) pool.emplace_back([this] { live(); });
    for (std::thread& thread : pool) thread.join();
    if (progress_) fmt::print(stderr, "\n");
    const double lived = static_cast<double>(totals_.ticks) * 1e-3;
    const double cpu = static_cast<double>(std::clock() - worked) / CLOCKS_PER_SEC;
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!options_.hashes) summarise(lived / cpu, lived / wall);
    return totals_.broken == 0 ? kDone : kFailed;
  }

 private:
  std::uint64_t count() const { return seeds_ * platforms_.size(); }
  const Platform& platform(std::uint64_t life) const { return platforms_[life / seeds_]; }

  void live() {
    drill::Options run;
    run.seconds = options_.seconds;
    for (std::uint64_t i = next_++; i < count(); i = next_++) {
      drill::Life life = drill::live(first_ + i % seeds_, platform(i).machine, run);
      const std::lock_guard lock{mutex_};
      lives_[i] = std::move(life);
      lived_[i] = true;
      for (; told_ < count() && lived_[told_]; ++told_) tell(lives_[told_], platform(told_).name);
    }
  }

  /// In the order of the seeds, whoever lived first.
  void tell(const drill::Life& life, const std::string& name) {
    totals_.add(life);
    for (const drill::Violation& kind : kinds_of(life)) {
      Broken& broken = broken_[kind.invariant];
      if (++broken.lives == 1)
        broken.example = fmt::format("--platform {} --seed {}: {}", name, life.seed, kind.text);
    }
    if (options_.hashes) print_hashes(life, name, options_.json);
    if (!life.violations.empty()) print_broken(life, name, options_);
    if (progress_)
      fmt::print(stderr, "\r{}", spoken<Id::drill_progress>(totals_.lives, count(), totals_.broken));
  }

  void summarise(double per_core, double in_all) const {
    const std::string again = fmt::format("hexad drill --platform {} --seconds {} --seed {} --seeds {}",
                                          options_.platform, options_.seconds, first_, seeds_);
    if (options_.json) {
      fmt::print(
          "{{\"first_seed\":{},\"seeds\":{},\"seconds\":{},\"violated\":{},\"moves\":{},\"answers\":{},"
          "\"faults\":{},\"limited\":{},\"real_time_per_core\":{:.1f}}}\n",
          first_, totals_.lives, static_cast<double>(totals_.ticks) * 1e-3, totals_.broken, totals_.moves,
          totals_.finals, totals_.faults, totals_.limited, per_core);
      return;
    }
    for (const auto& [invariant, broken] : broken_)
      print(spoken<Id::drill_invariant>(invariant, broken.lives, broken.example) + '\n');
    print(spoken<Id::drill_seeds>(std::to_string(first_), std::to_string(first_ + seeds_ - 1),
                                  exact(options_.seconds), options_.platform, totals_.lives, totals_.broken) +
          '\n');
    print(spoken<Id::drill_counts>(totals_.moves, totals_.finals, totals_.faults, totals_.limited) + '\n');
    print(spoken<Id::drill_speed>(fixed(per_core, 0), fixed(in_all, 0)) + '\n');
    print(spoken<Id::drill_again>(again) + '\n');
  }

  const DrillOptions& options_;
  const std::vector<Platform>& platforms_;
  const std::uint64_t first_;
  const std::uint64_t seeds_;
  std::vector<drill::Life> lives_;
  std::vector<bool> lived_;
  std::uint64_t told_ = 0;  ///< of them, from the first on
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;
  Totals totals_;
  std::map<int, Broken> broken_;
  const bool progress_ = is_terminal(Stream::error);
};

}  // namespace

void print_replayed(std::uint64_t seed, std::uint64_t ticks, std::size_t violations, std::uint64_t hash,
                    bool json) {
  if (json)
    fmt::print("{{\"seed\":{},\"ticks\":{},\"violations\":{},\"hash\":\"{:016x}\"}}\n", seed, ticks,
               violations, hash);
  else
    print(spoken<Id::drill_replayed>(std::to_string(seed), ticks, violations, fmt::format("{:016x}", hash)) +
          '\n');
}

int drill(const DrillOptions& options) {
  const std::optional<std::uint64_t> seed = first_seed(options.seed);
  if (!seed) {
    print_error(messages::say<messages::Id::typed_seed>(options.seed));
    return kUsage;
  }
  if (options.stack || options.list || !options.scenario.empty())
    return drill_stack(options, *seed, options.seeds.value_or(options.seed.empty() ? kSeeds : 1));
  const std::vector<Platform> platforms = platforms_of(options);
  if (platforms.empty()) return kFailed;
  const bool one = !options.seed.empty() && !options.seeds && !options.hashes && platforms.size() == 1;
  if (one) return replay(platforms.front(), *seed, options);
  const std::uint64_t seeds = options.seeds.value_or(options.seed.empty() ? kSeeds : 1);
  if (seeds == 0) return kDone;
  if (options.seed.empty()) print_hint(messages::say<Id::drill_fresh>(std::to_string(*seed)));
  return Run{options, platforms, *seed, seeds}.work();
}

}  // namespace hexad::cli
