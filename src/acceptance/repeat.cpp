// Repeatability, and how long an order takes to become motion.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acceptance/moves.hpp"
#include "acceptance/signals.hpp"
#include "acceptance/tests.hpp"
#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

constexpr double kTargetShare = 0.2;  // of each axis' reach
constexpr double kAsideShare = 0.15;  // from where the target is approached
constexpr double kSpeed = 0.75;
constexpr double kLook = 0.4;           // s at a standstill
constexpr double kSameFrequency = 1.0;  // Hz
constexpr double kSameWindow = 2.0;     // s
constexpr double kSameRate = 60.0;      // samples a second

constexpr double kMoved = 0.02;          // mm or °: more than what a standing platform shows
constexpr double kStepShare = 0.03;      // of the reach
constexpr double kDelayFrequency = 2.0;  // Hz
constexpr double kLatencyRate = 60.0;

double reach_of(const Facts& facts, std::size_t axis) {
  return facts.moves(axis) ? std::min(-facts.ranges[axis].low, facts.ranges[axis].high) : 0.0;
}

std::size_t first_axis(const Facts& facts) {
  if (facts.moves(2)) return 2;
  std::size_t axis = 0;
  while (axis + 1 < kAxes && !facts.moves(axis)) ++axis;
  return axis;
}

/// Two recordings of one sine, their accelerations along the path.
struct Accelerations {
  std::vector<double> path;
  std::vector<double> values;
};

Accelerations accelerations_of(const Record& record, std::size_t axis) {
  return {path_times_of(record),
          rate_over(times_of(record), column(record, [axis](const Sample& s) { return s.velocity[axis]; }),
                    kAccelerationSpan)};
}

void add_same_motion(TestedPlatform& platform, TestResult& result) {
  const std::size_t axis = first_axis(platform.facts());
  if (axis >= 3) return;  // a figure in g is one of a translation
  std::array<Accelerations, 2> runs;
  for (Accelerations& run : runs) {
    platform.say(messages::say<messages::Id::accept_same_sine>(id_of(axis)));
    const SineRecord seen = sine(platform, axis, kSameFrequency, kSameWindow);
    if (const messages::Message coarse = too_coarse(seen.steady, kSameRate)) {
      result.not_measured = messages::say<messages::Id::accept_coarse_acceleration>(coarse);
      return;
    }
    run = accelerations_of(seen.steady, axis);
  }
  const auto difference = largest_difference(runs[0].path, runs[0].values, runs[1].path, runs[1].values);
  result.add("repeatability.acceleration_g", difference ? *difference / kMillimetresPerG : std::nan(""), "g");
}

/// The moment between the last sample that stands and the first that has moved; none: it did not.
std::optional<double> first_moved(const Move& move, std::size_t axis, bool commanded) {
  const auto value = [axis, commanded](const Sample& sample) {
    return commanded ? sample.commanded[axis] : sample.pose[axis];
  };
  if (move.seen.empty()) return std::nullopt;
  const double rest = value(move.seen.front());
  for (std::size_t k = 1; k < move.seen.size(); ++k)
    if (std::abs(value(move.seen[k]) - rest) > kMoved)
      return 0.5 * (move.seen[k - 1].time + move.seen[k].time);
  return std::nullopt;
}

}  // namespace

TestResult test_repeatability(TestedPlatform& platform, const Plan& plan) {
  TestResult result{"repeatability", messages::Id::accept_test_repeatability};
  result.note = messages::say<messages::Id::accept_note_repeatability>(plan.approaches, kAccelerationSpan);
  const Facts& facts = platform.facts();
  AxisValues target{};
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < kAxes; ++i)
    if (facts.moves(i)) axes.push_back(i);
  for (const std::size_t i : axes) target[i] = kTargetShare * reach_of(facts, i) * (i < 3 ? 1.0 : 0.5);
  AxisValues low{};
  AxisValues high{};
  low.fill(1e300);
  high.fill(-1e300);
  for (int k = 0; k < plan.approaches && !axes.empty(); ++k) {
    platform.say(messages::say<messages::Id::accept_approach>(k + 1, plan.approaches));
    const std::size_t axis = axes[static_cast<std::size_t>(k / 2) % axes.size()];
    AxisValues from = target;
    from[axis] += (k % 2 == 0 ? 1.0 : -1.0) * kAsideShare * reach_of(facts, axis);
    platform.go(from, kSpeed);
    platform.go(target, kSpeed);
    const AxisValues stands = standing_pose(platform, kLook);
    for (const std::size_t i : axes) {
      low[i] = std::min(low[i], stands[i]);
      high[i] = std::max(high[i], stands[i]);
    }
  }
  for (const std::size_t i : axes)
    result.add(fmt::format("repeatability.{}.spread_{}", name_of(i), unit_word(i)), high[i] - low[i],
               unit_of(i));
  platform.go({}, kSpeed);
  add_same_motion(platform, result);
  return result;
}

TestResult test_latency(TestedPlatform& platform, const Plan& plan) {
  const Facts& facts = platform.facts();
  const std::size_t axis = first_axis(facts);
  TestResult result{"latency", messages::Id::accept_test_latency};
  result.note = messages::say<messages::Id::accept_note_latency>(id_of(axis), shown(axis, kMoved));
  const double step = kStepShare * reach_of(facts, axis);
  std::vector<double> commanded;
  std::vector<double> moved;
  double frame = 0.0;
  platform.go({}, 0.5);
  for (int k = 0; k < plan.orders; ++k) {
    platform.say(messages::say<messages::Id::accept_order>(k + 1, plan.orders));
    platform.stand(0.3);
    const Move move = platform.go(alone(axis, k % 2 == 0 ? step : 0.0), 1.0);
    if (const messages::Message coarse = too_coarse(move.seen, kLatencyRate)) {
      result.not_measured = coarse;
      platform.go({}, 0.5);
      return result;
    }
    frame = std::max(frame, 1.0 / sample_rate(times_of(move.seen)));
    commanded.push_back(1e3 * (first_moved(move, axis, true).value_or(std::nan("")) - move.ordered));
    moved.push_back(1e3 * (first_moved(move, axis, false).value_or(std::nan("")) - move.ordered));
  }
  result.add("latency.order_to_command_ms", mean(commanded), "ms");
  result.add("latency.order_to_motion_ms", mean(moved), "ms");
  double most = 0.0;
  for (const double value : moved)
    if (!(value <= most)) most = value;
  result.add("latency.order_to_motion_largest_ms", most, "ms");
  result.add("latency.resolution_ms", 0.5e3 * frame, "ms");
  platform.say(messages::say<messages::Id::accept_latency_sine>(id_of(axis), kDelayFrequency));
  const SineRecord seen = sine(platform, axis, kDelayFrequency, plan.window);
  const auto found = transfer(
      times_of(seen.steady), column(seen.steady, [axis](const Sample& s) { return s.commanded[axis]; }),
      column(seen.steady, [axis](const Sample& s) { return s.pose[axis]; }), kDelayFrequency);
  result.add("latency.drives_ms", found ? 1e3 * found->delay : std::nan(""), "ms");
  platform.go({}, 0.5);
  return result;
}

}  // namespace hexad::acceptance
