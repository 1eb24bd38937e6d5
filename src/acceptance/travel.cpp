// Reach and speed: how far and how fast each axis goes, alone.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acceptance/moves.hpp"
#include "acceptance/signals.hpp"
#include "acceptance/tests.hpp"
#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

constexpr double kReachShare = 0.9;
constexpr double kReachSpeed = 1.0;
constexpr double kSpeedTravel = 0.7;  // of the reach, on both sides: room to gather speed
constexpr double kEndLook = 0.3;      // s at a standstill

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values)
    if (!(std::abs(value) <= most)) most = std::abs(value);
  return most;
}

}  // namespace

TestResult test_reach(TestedPlatform& platform, const Plan& /*plan*/) {
  TestResult result{"reach", messages::Id::accept_test_reach};
  result.note = messages::say<messages::Id::accept_note_reach>(kReachShare);
  const Facts& facts = platform.facts();
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!facts.moves(axis)) continue;
    for (const bool high : {false, true}) {
      const double end = kReachShare * (high ? facts.ranges[axis].high : facts.ranges[axis].low);
      platform.say(
          messages::say<messages::Id::accept_reach>(id_of(axis), shown(axis, std::round(10.0 * end) / 10.0)));
      const AxisValues asked = alone(axis, end);
      platform.go(asked, kReachSpeed);
      const AxisValues stands = standing_pose(platform, kEndLook);
      const std::string head = fmt::format("reach.{}.{}", name_of(axis), high ? "high" : "low");
      result.add(fmt::format("{}.asked_{}", head, unit_word(axis)), end, unit_of(axis));
      result.add(fmt::format("{}.reached_{}", head, unit_word(axis)), stands[axis], unit_of(axis));
      double lengths = 0.0;
      double angles = 0.0;
      for (std::size_t i = 0; i < kAxes; ++i) {
        double& error = i < 3 ? lengths : angles;
        if (!(std::abs(stands[i] - asked[i]) <= error)) error = std::abs(stands[i] - asked[i]);
      }
      result.add(head + ".error_mm", lengths, "mm");
      result.add(head + ".error_deg", angles, "°");
    }
    platform.go({}, kReachSpeed);
  }
  return result;
}

TestResult test_speed(TestedPlatform& platform, const Plan& /*plan*/) {
  TestResult result{"speed", messages::Id::accept_test_speed};
  result.note = messages::say<messages::Id::accept_note_speed>(kSpeedTravel);
  const Facts& facts = platform.facts();
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!facts.moves(axis)) continue;
    platform.say(messages::say<messages::Id::accept_speed>(
        id_of(axis), messages::Number{std::round(facts.velocity[axis]),
                                      axis < 3 ? messages::Unit::mm_s : messages::Unit::deg_s}));
    platform.go(alone(axis, kSpeedTravel * facts.ranges[axis].low), kReachSpeed);
    const Move move = platform.go(alone(axis, kSpeedTravel * facts.ranges[axis].high), 1.0);
    platform.go({}, kReachSpeed);
    const double commanded = largest(derivative(
        times_of(move.seen), column(move.seen, [axis](const Sample& s) { return s.commanded[axis]; })));
    const double measured = largest(column(move.seen, [axis](const Sample& s) { return s.velocity[axis]; }));
    const std::string head = fmt::format("speed.{}", name_of(axis));
    const std::string unit = fmt::format("{}/s", unit_of(axis));
    result.add(fmt::format("{}.limit_{}_s", head, unit_word(axis)), facts.velocity[axis], unit);
    result.add(fmt::format("{}.commanded_{}_s", head, unit_word(axis)), commanded, unit);
    result.add(fmt::format("{}.measured_{}_s", head, unit_word(axis)), measured, unit);
    result.add(head + ".followed", commanded > 0.0 ? measured / commanded : std::nan(""), "");
    const double start = move.seen.empty() ? 0.0 : move.seen.front().time;
    Chart chart{messages::say<messages::Id::accept_chart_speed>(id_of(axis)),
                unit,
                {},
                {{messages::Id::accept_line_measured, {}}}};
    for (const Sample& sample : move.seen) {
      chart.x.push_back(sample.time - start);
      chart.lines[0].y.push_back(sample.velocity[axis]);
    }
    result.charts.push_back(std::move(chart));
  }
  return result;
}

}  // namespace hexad::acceptance
