#include "verification/sine_rows.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
#include "motion/command_motion.hpp"
#include "motion/program/sine.hpp"

namespace hexad::verification {
namespace {

constexpr double kMostHertz = 1000.0;     // a tool may ask what a host may not
constexpr double kShortestLook = 2e-5;    // s: below, differences of lengths are rounding
constexpr double kMostSineScale = 100.0;  // of a tool that is typed into

double unit_of(const AxisSine& sine) { return sine.axis < 3 ? kMillimetre : kDegree; }

/// Settled: it was running before and goes on.
class SteadySine final : public Prepared {
 public:
  SteadySine(const Machine& machine, const AxisSine& sine)
      : Prepared{ProgramKind::sine, kEndless, 0.0}, machine_{machine}, sine_{sine} {}

  Motion at(double time) const noexcept override {
    const double omega = kRevolution * sine_.frequency;
    const double amplitude = unit_of(sine_) * sine_.amplitude;
    motion::AxisMotion motion;
    motion.value[sine_.axis] = amplitude * std::sin(omega * time);
    motion.rate[sine_.axis] = amplitude * omega * std::cos(omega * time);
    motion.acceleration[sine_.axis] = -amplitude * omega * omega * std::sin(omega * time);
    return motion::command_motion(machine_, kXyzConvention, motion);
  }

 private:
  const Machine& machine_;
  AxisSine sine_;
};

}  // namespace

std::vector<SineRow> sine_rows(const Machine& machine, const AxisSine& sine) {
  const SteadySine program{machine, sine};
  std::vector<SineRow> rows;
  for (int k = 0; k <= kSineRows; ++k) {
    const double time = k / (kSineRows * sine.frequency);
    const motion::Moment moment = motion::moment_of(machine, program.at(time));
    rows.push_back({time, sine.amplitude * std::sin(kRevolution * sine.frequency * time), moment.legs,
                    motion::load_of(machine, moment)});
  }
  return rows;
}

motion::PreflightReport judge_sine(const Machine& machine, const AxisSine& sine) {
  motion::PreflightSettings settings;
  settings.horizon = 1.0 / sine.frequency;
  settings.period = std::max(settings.horizon / kSineRows, kShortestLook);
  settings.steady = true;
  settings.seldom = 1;
  settings.most_scale = kMostSineScale;
  return motion::preflight(SteadySine{machine, sine}, machine, settings);
}

Limited<double> played_scale(const Machine& machine, const AxisSine& sine) {
  model::Sine wanted;
  wanted.convention = kXyzConvention;
  wanted.amplitude[sine.axis] = sine.amplitude * unit_of(sine);
  wanted.frequency[sine.axis] = sine.frequency;
  return motion::reachable_scale(machine, wanted, kMostHertz);
}

std::vector<Worst> worst_of(const motion::PreflightReport& report) {
  using messages::Id;
  return {{Id::worst_longest, "longest_mm", kMillimetre, "mm", report.highest},
          {Id::worst_shortest, "shortest_mm", kMillimetre, "mm", report.lowest},
          {Id::worst_fastest, "velocity_mm_s", kMillimetre, "mm/s", report.leg[0]},
          {Id::worst_acceleration, "acceleration_mm_s2", kMillimetre, "mm/s²", report.leg[1]},
          {Id::worst_jerk, "jerk_mm_s3", kMillimetre, "mm/s³", report.leg[2]},
          {Id::worst_force, "force_kN", kKilonewton, "kN", report.force},
          {Id::worst_torque, "torque_Nm", 1.0, "Nm", report.torque},
          {Id::worst_torque_rms, "torque_rms_Nm", 1.0, "Nm", report.torque_rms}};
}

}  // namespace hexad::verification
