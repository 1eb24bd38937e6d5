// Leg balance: do the legs share the load, and do they follow alike?

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acceptance/moves.hpp"
#include "acceptance/signals.hpp"
#include "acceptance/tests.hpp"
#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

constexpr std::size_t kHeave = 2;
constexpr double kFrequency = 0.5;  // Hz
constexpr double kWindow = 2.0;     // s
constexpr double kStand = 1.0;      // s

/// An axis for platforms that cannot heave.
std::size_t axis_of(const Facts& facts) {
  if (facts.moves(kHeave)) return kHeave;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (facts.moves(axis)) return axis;
  return kHeave;
}

struct Spread {
  double low = 1e300, high = -1e300;
  bool whole = true;
  void take(double value) {
    whole = whole && std::isfinite(value);
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double width() const { return whole && low <= high ? high - low : std::nan(""); }
};

}  // namespace

TestResult test_balance(TestedPlatform& platform, const Plan& /*plan*/) {
  const Facts& facts = platform.facts();
  const std::size_t axis = axis_of(facts);
  TestResult result{"balance", messages::Id::accept_test_balance};
  result.note = messages::say<messages::Id::accept_note_balance>(id_of(axis), kFrequency);
  platform.say(messages::Id::accept_balance_torques);
  platform.go({}, 0.5);
  const Record standing = platform.stand(kStand);
  platform.say(messages::say<messages::Id::accept_balance_sine>(id_of(axis)));
  const SineRecord seen = sine(platform, axis, kFrequency, kWindow);
  Spread torques;
  Spread followings;
  Chart chart{messages::Id::accept_chart_extension, "mm", {}, {}};
  const std::vector<double> times = times_of(seen.steady);
  for (const double time : times) chart.x.push_back(time - times.front());
  for (std::size_t leg = 0; leg < facts.legs; ++leg) {
    const double torque = mean(column(standing, [leg](const Sample& s) { return s.torque[leg]; }));
    Line line{messages::say<messages::Id::accept_line_leg>(leg + 1), {}};
    double most = seen.steady.empty() ? std::nan("") : 0.0;
    for (const Sample& sample : seen.steady) {
      line.y.push_back(commanded_extensions(facts, sample.commanded)[leg] - sample.extension[leg]);
      if (!(std::abs(line.y.back()) <= most)) most = std::abs(line.y.back());
    }
    result.add(fmt::format("balance.leg{}.torque_Nm", leg + 1), torque, "Nm");
    result.add(fmt::format("balance.leg{}.following_mm", leg + 1), most, "mm");
    torques.take(torque);
    followings.take(most);
    chart.lines.push_back(std::move(line));
  }
  result.add("balance.torque_difference_Nm", torques.width(), "Nm");
  result.add("balance.following_difference_mm", followings.width(), "mm");
  result.charts.push_back(std::move(chart));
  return result;
}

}  // namespace hexad::acceptance
