// Frequency response of each axis, and the turn-around of slow sines.

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

constexpr double kTurnFrequency = 0.5;  // Hz
constexpr double kTurnWindow = 3.0;     // s: three reversals
constexpr double kTurnRate = 60.0;      // samples a second that an acceleration needs

void add_response(TestResult& result, std::size_t axis, double frequency,
                  const std::optional<Transfer>& found) {
  const std::string head = fmt::format("response.{}.{}", name_of(axis), frequency_word(frequency));
  const double none = std::nan("");
  result.add(fmt::format("{}.amplitude_{}", head, unit_word(axis)), found ? found->amplitude : none,
             unit_of(axis));
  result.add(head + ".gain", found ? found->gain : none, "");
  result.add(head + ".phase_deg", found ? found->phase : none, "°");
  result.add(head + ".delay_ms", found ? 1e3 * found->delay : none, "ms");
}

/// Frames may be lost for a while on a busy computer: once more, then.
std::optional<Transfer> measured(TestedPlatform& platform, std::size_t axis, double frequency,
                                 double window) {
  std::optional<Transfer> found;
  for (int tries = 0; tries < 2 && !found; ++tries) {
    const Record seen = sine(platform, axis, frequency, window).steady;
    found = transfer(times_of(seen), column(seen, [axis](const Sample& s) { return s.commanded[axis]; }),
                     column(seen, [axis](const Sample& s) { return s.pose[axis]; }), frequency);
  }
  return found;
}

}  // namespace

TestResult test_response(TestedPlatform& platform, const Plan& plan) {
  TestResult result{"response", messages::Id::accept_test_response};
  result.note = messages::Id::accept_note_response;
  const std::vector<double>& f = plan.frequencies;
  Chart gain{messages::Id::accept_chart_gain, "", f, {}, true, 0.02};
  Chart phase{messages::Id::accept_chart_phase, "°", f, {}, true, 5.0};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!platform.facts().moves(axis)) continue;
    Line gains{id_of(axis), {}};
    Line phases{id_of(axis), {}};
    for (const double frequency : f) {
      platform.say(messages::say<messages::Id::accept_response>(id_of(axis), frequency));
      const std::optional<Transfer> found = measured(platform, axis, frequency, plan.window);
      if (!found && !result.not_measured)
        result.not_measured = messages::say<messages::Id::accept_too_few_frames>(id_of(axis), frequency);
      add_response(result, axis, frequency, found);
      gains.y.push_back(found ? found->gain : std::nan(""));
      phases.y.push_back(found ? found->phase : std::nan(""));
    }
    gain.lines.push_back(std::move(gains));
    phase.lines.push_back(std::move(phases));
  }
  if (f.size() > 1) result.charts = {std::move(gain), std::move(phase)};
  return result;
}

TestResult test_turnaround(TestedPlatform& platform, const Plan& plan) {
  TestResult result{"turnaround", messages::Id::accept_test_turnaround};
  result.note = messages::say<messages::Id::accept_note_turnaround>(kTurnFrequency, kAccelerationSpan);
  for (const std::size_t axis : plan.turn_axes) {
    if (!platform.facts().moves(axis)) continue;
    platform.say(messages::say<messages::Id::accept_turn_around>(id_of(axis), kTurnFrequency));
    const SineRecord seen = sine(platform, axis, kTurnFrequency, kTurnWindow);
    if (const messages::Message coarse = too_coarse(seen.steady, kTurnRate)) {
      result.not_measured = coarse;
      return result;
    }
    const std::vector<double> times = times_of(seen.steady);
    const std::vector<double> velocity =
        column(seen.steady, [axis](const Sample& s) { return s.velocity[axis]; });
    const auto bump = turn_around(times, velocity, kTurnFrequency);
    const std::string head = fmt::format("turnaround.{}", name_of(axis));
    const double none = std::nan("");
    result.add(head + ".bump_g", bump ? bump->peak / kMillimetresPerG : none, "g");
    result.add(head + ".elsewhere_rms_g", bump ? bump->elsewhere / kMillimetresPerG : none, "g");
    result.add(head + ".ideal_g", bump ? bump->ideal / kMillimetresPerG : none, "g");
    Chart chart{messages::say<messages::Id::accept_chart_acceleration>(id_of(axis)),
                "g",
                {},
                {{messages::Id::accept_line_measured, {}}}};
    const std::vector<double> acceleration = rate_over(times, velocity, kAccelerationSpan);
    for (std::size_t k = 0; k < acceleration.size(); ++k) {
      chart.x.push_back(times[k] - times.front());
      chart.lines[0].y.push_back(acceleration[k] / kMillimetresPerG);
    }
    result.charts.push_back(std::move(chart));
  }
  return result;
}

}  // namespace hexad::acceptance
