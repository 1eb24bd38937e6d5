// `hexad bench`: what this computer makes of the calculations a control period is filled with, and how
// punctually it wakes a thread. Numbers of one run are to be compared with each other and with the period,
// not with another machine's.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <thread>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "kinematics/dynamics.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/say.hpp"
#include "verification/sine_rows.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using BenchClock = std::chrono::steady_clock;

constexpr int kBatches = 21;
constexpr double kBatchSeconds = 0.01;
constexpr int kWakes = 1000;

double seconds_since(BenchClock::time_point begin) {
  return std::chrono::duration<double>(BenchClock::now() - begin).count();
}

/// Of this thread: what the computer does beside it does not count.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Timing {
  messages::Id what;
  const char* key;
  double median = 0.0;  ///< s a call
  double worst = 0.0;   ///< of the batches, s a call
};

/// In batches long enough for the clock; the median is that of the batches, so a disturbance does not show in
/// it.
template <class Work>
Timing timed(messages::Id what, const char* key, Work&& work) {
  long calls = 1;
  for (;; calls *= 2) {
    const double begin = cpu_seconds();
    for (long i = 0; i < calls; ++i) work(i);
    if (cpu_seconds() - begin >= kBatchSeconds) break;
  }
  std::vector<double> batches;
  for (int batch = 0; batch < kBatches; ++batch) {
    const double begin = cpu_seconds();
    for (long i = 0; i < calls; ++i) work(i);
    batches.push_back((cpu_seconds() - begin) / static_cast<double>(calls));
  }
  std::sort(batches.begin(), batches.end());
  return {what, key, batches[kBatches / 2], batches.back()};
}

/// How late a thread is that wants to wake every millisecond, s, in rising order.
std::vector<double> lateness() {
  std::vector<double> late;
  auto next = BenchClock::now();
  for (int i = 0; i < kWakes; ++i) {
    next += std::chrono::milliseconds{1};
    std::this_thread::sleep_until(next);
    late.push_back(std::max(0.0, seconds_since(next)));
  }
  std::sort(late.begin(), late.end());
  return late;
}

std::vector<Timing> calculations(const Machine& machine) {
  std::vector<Pose> poses;
  for (int i = 0; i < 64; ++i) {
    const double turn = kRevolution * i / 64.0;
    poses.push_back({Vec3{0.01 * std::cos(turn), 0.01 * std::sin(turn), 0.02 * std::sin(2.0 * turn)},
                     from_rotation_vector(0.05 * Vec3{std::sin(turn), std::cos(turn), 0.3})});
  }
  const auto at = [&](long i) -> const Pose& { return poses[static_cast<std::size_t>(i) % poses.size()]; };
  std::vector<Extensions> legs;
  for (const Pose& pose : poses) legs.push_back(kinematics::extensions(machine, pose));
  double sink = 0.0;  // so that nothing is left out
  std::vector<Timing> timings;
  timings.push_back(timed(Id::bench_inverse, "inverse",
                          [&](long i) { sink += kinematics::extensions(machine, at(i))[0]; }));
  timings.push_back(timed(Id::bench_forward, "forward", [&](long i) {
    sink += kinematics::forward(machine, legs[static_cast<std::size_t>(i) % legs.size()], at(i + 1)).residual;
  }));
  timings.push_back(timed(Id::bench_singular, "singular",
                          [&](long i) { sink += kinematics::smallest_singular(machine, at(i)); }));
  timings.push_back(timed(Id::bench_forces, "forces", [&](long i) {
    sink += kinematics::leg_forces(machine, {at(i), {}, {}})[0];
  }));
  timings.push_back(timed(Id::bench_judge, "judge", [&](long) {
    sink += verification::judge_sine(machine, {2, 10.0, 0.5}).scale;
  }));
  [[maybe_unused]] static volatile double kept;
  kept = sink;
  return timings;
}

}  // namespace

int bench(const BenchOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  if (machine->geometry.legs == 0) {
    print_error(messages::say<messages::Id::no_legs_here>(machine->name));
    return kFailed;
  }
  const std::vector<Timing> timings = calculations(*machine);
  const std::vector<double> late = lateness();
  const auto share = [&](double part) {
    return 1e6 * late[static_cast<std::size_t>(part * static_cast<double>(late.size() - 1))];
  };
  if (options.json) {
    nlohmann::ordered_json json{{"platform", machine->name}};
    for (const Timing& one : timings)
      json["calls"][one.key] = {{"median_us", 1e6 * one.median}, {"worst_us", 1e6 * one.worst}};
    json["wake_us"] = {{"p50", share(0.5)}, {"p99", share(0.99)}, {"max", share(1.0)}};
    print(json.dump() + '\n');
    return kDone;
  }
  Table table{headings(Id::head_bench)};
  for (const Timing& one : timings)
    table.add({messages::to_text(one.what), fixed(1e6 * one.median, 3), fixed(1e6 * one.worst, 3)});
  print(labelled(Id::label_platform, machine->name) + '\n' + table.text() + '\n');
  print(labelled(Id::label_wake_up,
                 messages::say<Id::bench_late>(kWakes, fixed(share(0.5), 1), fixed(share(0.99), 1),
                                               fixed(share(1.0), 1))));
  return kDone;
}

}  // namespace hexad::cli
