// `hexad drill --stack`: lives of the whole program, and the named hardships of `--scenario`.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>

#include "config/presets.hpp"
#include "hexad/drill.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"
#include "stack/catalogue.hpp"
#include "stack/life.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr double kRandomShare = 0.4;  // of --seconds; the rest is about what the way back takes

struct Job {
  std::string platform;
  const LoadedPlatform* loaded = nullptr;
  stack::Plan plan;
  std::string again;  ///< the command that lives it once more
};

void tell_broken(const Job& job, const stack::Life& life, const std::string& only) {
  for (const drill::Violation& violation : life.violations)
    print_hint(messages::say<Id::drill_stack_broken>(job.again, violation.invariant, violation.tick,
                                                     violation_text(violation)));
  print_hint(messages::say<Id::drill_replay>(job.again));
  if (!only.empty()) return;
  const std::vector<std::size_t> kept =
      stack::shrink(job.plan, *job.loaded, life.violations.front().invariant);
  print_hint(messages::say<Id::drill_least>(job.again, fmt::format("{}", fmt::join(kept, ","))));
  for (const std::size_t act : kept) fmt::print(stderr, "    {}\n", describe(job.plan.acts[act]));
}

std::vector<std::size_t> numbers_of(const std::string& text) {
  std::vector<std::size_t> numbers;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    if (error != std::errc{}) return {};
    numbers.push_back(number);
    at = end + 1;
  }
  return numbers;
}

int list() {
  for (const stack::Hardship& hardship : stack::hardships())
    fmt::print("{:18} {}\n", hardship.name, messages::to_text(hardship.text));
  fmt::print("\n{}", messages::to_text(Id::drill_states));
  for (const stack::Setting& setting : stack::settings()) fmt::print(" {}", setting.name);
  fmt::print("\n");
  return kDone;
}

/// Every life of a run, or nothing when something it names does not exist.
std::optional<std::vector<Job>> jobs_of(const DrillOptions& options, const std::vector<Job>& platforms,
                                        std::uint64_t first, std::uint64_t seeds) {
  std::vector<Job> jobs;
  const bool named = !options.scenario.empty();
  if (named && options.scenario != "all" && stack::find_hardship(options.scenario) == nullptr) {
    print_error(messages::say<messages::Id::drill_no_such>("--scenario", options.scenario));
    return {};
  }
  if (!options.state.empty() && stack::find_setting(options.state) == nullptr) {
    print_error(messages::say<messages::Id::drill_no_such>("--state", options.state));
    return {};
  }
  for (const Job& platform : platforms) {
    for (std::uint64_t seed = first; !named && seed < first + seeds; ++seed) {
      Job& job = jobs.emplace_back(platform);
      job.plan = stack::plan_of(seed, *platform.loaded->machine, options.seconds * kRandomShare);
      job.again = fmt::format("hexad drill --stack --platform {} --seconds {} --seed {}", platform.platform,
                              options.seconds, seed);
    }
    for (const stack::Hardship& hardship : stack::hardships()) {
      if (!named || (options.scenario != "all" && hardship.name != options.scenario)) continue;
      for (const stack::Setting& setting : stack::settings()) {
        if (!options.state.empty() && setting.name != options.state) continue;
        Job& job = jobs.emplace_back(platform);
        job.plan = plan_of(hardship, setting);
        job.again = fmt::format("hexad drill --platform {} --scenario {} --state {}", platform.platform,
                                hardship.name, setting.name);
      }
    }
  }
  return jobs;
}

int replay(const Job& job, const DrillOptions& options) {
  stack::Options run;
  run.only = numbers_of(options.only);
  TimePoint now{};
  if (!options.json) {
    run.look = [&now](const drill::Tick& tick) {
      now = tick.now;
      print_tick(tick);
    };
    run.tell = [&now](const std::string& line) {
      fmt::print("{:9.3f} s  >> {}\n", to_seconds(now.time_since_epoch()), line);
    };
  }
  const stack::Life life = stack::live(job.plan, *job.loaded, run);
  if (!life.violations.empty()) tell_broken(job, life, options.only);
  print_replayed(life.seed, life.ticks, life.violations.size(), life.setpoints_hash ^ life.network_hash,
                 options.json);
  return life.violations.empty() ? kDone : kFailed;
}

class StackRun {
 public:
  StackRun(const DrillOptions& options, std::vector<Job> jobs)
      : options_{options}, jobs_{std::move(jobs)}, lives_(jobs_.size()), lived_(jobs_.size()) {}

  int work() {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    const int count = options_.jobs > 0 ? options_.jobs : std::max(1, cores);
    const std::clock_t begun = std::clock();
    std::vector<std::thread> pool;
    for (int i = 0; i < count; ++i) pool.emplace_back([this] { live(); });
    for (std::thread& thread : pool) thread.join();
    const double cpu = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    if (!options_.hashes) summarise(cpu);
    return broken_ == 0 ? kDone : kFailed;
  }

 private:
  void live() {
    for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
      stack::Life life = stack::live(jobs_[i].plan, *jobs_[i].loaded);
      const std::lock_guard lock{mutex_};
      lives_[i] = std::move(life);
      lived_[i] = true;
      for (; told_ < jobs_.size() && lived_[told_]; ++told_) tell(jobs_[told_], lives_[told_]);
    }
  }
  void tell(const Job& job, const stack::Life& life) {
    seconds_ += 1e-3 * static_cast<double>(life.ticks);
    datagrams_ += life.datagrams;
    moves_ += life.moves;
    finals_ += life.finals;
    faults_ += life.faults;
    restarts_ += life.restarts;
    if (options_.hashes)
      fmt::print("{} {} {:016x} {:016x} {:016x}\n", job.platform, life.seed, life.events_hash,
                 life.setpoints_hash, life.network_hash);
    if (life.violations.empty()) return;
    ++broken_;
    tell_broken(job, life, broken_ <= 3 ? "" : "no");  // what is least is looked for a few times
  }
  void summarise(double cpu) const {
    if (options_.json) {
      fmt::print(
          "{{\"lives\":{},\"violated\":{},\"seconds\":{:.0f},\"moves\":{},\"answers\":{},"
          "\"faults\":{},\"starts\":{},\"datagrams\":{},\"real_time_per_core\":{:.1f}}}\n",
          jobs_.size(), broken_, seconds_, moves_, finals_, faults_, restarts_, datagrams_, seconds_ / cpu);
      return;
    }
    print(spoken<Id::drill_stack_lives>(jobs_.size(), broken_) + '\n');
    print(
        spoken<Id::drill_stack_counts>(fixed(seconds_, 0), moves_, finals_, faults_, restarts_, datagrams_) +
        '\n');
    print(spoken<Id::drill_stack_speed>(fixed(seconds_ / cpu, 0)) + '\n');
  }

  const DrillOptions& options_;
  std::vector<Job> jobs_;
  std::vector<stack::Life> lives_;
  std::vector<bool> lived_;
  std::size_t told_ = 0;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::uint64_t broken_ = 0, datagrams_ = 0, moves_ = 0, finals_ = 0, faults_ = 0, restarts_ = 0;
  double seconds_ = 0.0;
};

}  // namespace

int drill_stack(const DrillOptions& options, std::uint64_t first, std::uint64_t seeds) {
  if (options.list) return list();
  std::vector<std::unique_ptr<LoadedPlatform>> loaded;
  std::vector<Job> platforms;
  for (const std::string& name :
       options.platform == "all" ? hexad::preset_names() : std::vector{options.platform}) {
    loaded.push_back(std::make_unique<LoadedPlatform>(load_platform({.platform = name})));
    if (!loaded.back()->machine) {
      (void)open_machine(name);  // says why
      return kFailed;
    }
    platforms.push_back({name, loaded.back().get(), {}, {}});
  }
  auto jobs = jobs_of(options, platforms, first, seeds);
  if (!jobs) return kUsage;
  const bool one = jobs->size() == 1 && !options.seeds && !options.hashes;
  return one ? replay(jobs->front(), options) : StackRun{options, std::move(*jobs)}.work();
}

}  // namespace hexad::cli
