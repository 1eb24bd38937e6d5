// What is ordered: poses, paths, formulas and files, and the ones that make no way at all.

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "drill/facts.hpp"
#include "drill/scenario.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::drill {

/// Six axis values inside `share` of a box that is larger than the reach.
AxisValues Scenario::anywhere(double share) {
  AxisValues v{};
  const double travel = 1.2 * machine_.geometry.stroke;
  for (std::size_t i = 0; i < 3; ++i) v[i] = uniform(-1, 1) * travel * share;
  for (std::size_t i = 3; i < 6; ++i) v[i] = uniform(-1, 1) * 35 * kDegree * share;
  for (double& value : v) {
    if (chance(0.3)) value = 0.0;
  }
  return v;
}

AxisValues Scenario::here() const {
  if (seen_ == nullptr) return {};
  return kXyzConvention.from_pose(telemetry().commanded.pose, machine_.heights.neutral_above_bottom());
}

/// Somewhere, where it stands, a hair beside that, or neutral.
AxisValues Scenario::target() {
  if (chance(0.75)) return anywhere(uniform(0.05, 0.7));
  AxisValues at = chance(0.3) ? AxisValues{} : here();
  if (chance(0.4)) at[static_cast<std::size_t>(pick(6))] += chance(0.5) ? 1e-9 : -1e-9;
  return at;
}

/// Mostly the default: 0.
AxisValues Scenario::speeds() {
  AxisValues speed{};
  if (!chance(0.3)) return speed;
  for (std::size_t i = 0; i < 6; ++i)
    if (chance(0.9)) speed[i] = i < 3 ? uniform(0.01, 0.5) : uniform(1, 50) * kDegree;
  return speed;
}

/// As at a test bench: it begins at neutral or at its turning point.
Sine Scenario::sine_of_one_axis() {
  Sine sine;
  sine.convention = kXyzConvention;
  const auto axis = static_cast<std::size_t>(pick(6));
  sine.amplitude[axis] = axis < 3 ? uniform(0.005, 0.05) : uniform(0.5, 5.0) * kDegree;
  sine.frequency[axis] = log_uniform(0.1, 2.0);
  sine.phase[axis] = chance(0.5) ? 0.25 * kRevolution : 0.0;
  return sine;
}

Sine Scenario::any_sine() {
  Sine sine;
  sine.convention = kXyzConvention;
  const double share = chance(0.15) ? 0.0 : chance(0.2) ? 0.001 : uniform(0.0, 0.6);
  sine.amplitude = anywhere(share);
  for (double& f : sine.frequency) f = log_uniform(0.05, share < 0.01 ? 0.5 : 4.0);
  for (double& phase : sine.phase) phase = uniform(-4, 4);
  if (chance(0.1)) sine.frequency = {};
  return chance(0.3) ? sine_of_one_axis() : sine;
}

/// Null, and why, when it cannot be done.
std::unique_ptr<const Prepared> Scenario::any_program(Abandon& why_not) {
  const Telemetry& seen = telemetry();
  const bool raised =
      seen.zeroed && !one_of(seen.state, {State::origin, State::ascending, State::powered_up});
  const Pose start = raised ? seen.commanded.pose : Pose{};
  auto made = [&]() -> Result<motion::Preparation, motion::Rejection> {
    std::vector<AxisValues> points(static_cast<std::size_t>(1 + pick(4)));
    const double share = uniform(0.02, 0.5);
    const bool equal = chance(0.15);
    const AxisValues same = target();
    for (AxisValues& point : points) point = equal ? same : anywhere(share);
    const int kind = pick(9);
    if (kind <= 2) {
      std::vector<AxisValues> speed(points.size());
      for (AxisValues& each : speed) each = speeds();
      return motion::prepare(
          PathOrder{points, chance(0.5) ? speed : std::vector<AxisValues>{}, kXyzConvention}, start,
          machine_);
    }
    if (kind <= 5) {
      std::vector<double> times;
      for (std::size_t i = 0; i < points.size(); ++i)
        times.push_back((times.empty() ? 0.0 : times.back()) + (chance(0.1) ? 1e-3 : uniform(0.5, 4.0)));
      if (chance(0.3)) times[0] = 0.0;
      return motion::prepare(TimedPathOrder{times, points, kXyzConvention}, start, machine_);
    }
    if (kind == 6) {
      motion::files::MotionText file;
      file.name = "drill";
      const int rows = chance(0.5) ? 1 : 1 + pick(4);
      for (int i = 0; i < rows; ++i)
        file.text += fmt::format("{} 0 0 {} 0 0 0\n", i * 2.0, i == 0 ? 0.0 : uniform(-10, 10));
      return motion::prepare(file, start, machine_);
    }
    FormulaOrder formula;
    std::array<std::string, kAxes> axes;
    for (std::size_t i = 0; i < kAxes; ++i) {
      // One after the other: arguments are drawn in an order that each compiler chooses.
      const double phase = uniform(-3, 3), rate = uniform(0.1, 4), size = uniform(0, 40);
      axes[i] = fmt::format("{}*sin({}*t+{})", size, rate, phase);
      if (kind == 8 || chance(0.2)) axes[i].assign(1, '0');
      formula.axes[i] = axes[i];
    }
    if (kind == 8) {
      // Ends at a limit, or stops being finite.
      const auto at = static_cast<std::size_t>(pick(6));
      const double end = uniform(0.2, 3.0);
      switch (pick(5)) {
        case 0:
          axes[at] = fmt::format("{}*t", uniform(-90, 90));
          break;
        case 1:
          axes[at] = fmt::format("{}*sqrt({}-t)", uniform(0.1, 10), end);
          break;
        case 2:
          axes[at] = fmt::format("ln({}-t)", end);
          break;
        case 3:
          axes[at] = fmt::format("10*tan({}*t)", uniform(0.3, 2.0));
          break;
        default:
          axes[at] = fmt::format("asin(t/{})", end);
          break;
      }
      formula.axes[at] = axes[at];
    }
    if (chance(kind == 8 ? 0.2 : 0.97)) formula.duration = uniform(0.2, 5);
    return motion::prepare(formula, machine_);
  }();
  if (made) return std::move(made->program);
  const bool limit = made.error().problem == motion::Problem::none;
  why_not = {limit ? Refusal::out_of_reach : Refusal::bad_program, limit ? made.error().hit : LimitHit{}};
  return nullptr;
}

void Scenario::order_program(const Endpoint& from, const Contract& contract, std::uint32_t number) {
  ask(from, contract, Reserve{}, number);
  reserved_.push_back(requests_.back());
}

/// The worker's part: once it is accepted the motion is made, and handed over a little later.
void Scenario::prepare(const Request& reserve) {
  Abandon why_not;
  std::unique_ptr<const Prepared> program = any_program(why_not);
  Request reply = reserve;
  reply.what = why_not;
  if (program) {
    reply.what = RunPrepared{program.get(), machine_.revision};
    programs_.push_back(std::move(program));
  }
  replies_.push_back({seconds() + (chance(0.3) ? 0.0 : uniform(0.0, 0.05)), reply});
}

void Scenario::act_mdof() {
  if (chance(0.08)) return order_program(kMdof, kMdofRises);
  switch (pick(12)) {
    case 0:
      return ask(kMdof, kMdofBringsUp, Go{Step::neutral});
    case 1:
      return latch(kMdof, kMdofRises, Control::stop);
    case 2:
      return latch(kMdof, kMdofRises, Control::hold);
    case 3:
    case 4:
      return latch(kMdof, kMdofRises, Control::resume);
    case 5: {
      const bool slows = telemetry().state == State::stopping && telemetry().fault;
      if (plan_.faults && chance(slows ? 0.8 : 0.05)) ask(kMdof, kMdofRises, Go{Step::power_up});
      return;
    }
    case 6:
      return ask(kMdof, kMdofRises, Control::reset);
    case 7:  // the same again
      ask(kMdof, kMdofRises, MoveTo{here(), {}, kXyzConvention});
      return;
    default:
      return ask(kMdof, kMdofRises, MoveTo{target(), speeds(), kXyzConvention});
  }
}

}  // namespace hexad::drill
