#include "controller/reach_code.hpp"

#include "controller/frame.hpp"

namespace hexad::controller {

LimitHit reach_code(const Machine& machine, const AxisValues& values,
                    const AxisConvention& convention) noexcept {
  const double above = machine.heights.neutral_above_bottom();
  const auto first = [&](const AxisValues& command) {
    const Pose pose = apply_frame(machine.frame, convention.to_pose(command, above)).value;
    return kinematics::first_hit(machine, kinematics::project(machine, pose),
                                 kinematics::StrokeUse::less_margin);
  };
  const LimitHit whole = first(values);
  if (!whole) return {};
  const AxisValues zero = convention.from_pose(Pose{}, above);
  for (std::size_t i = 0; i < kAxes; ++i) {
    AxisValues alone = zero;
    alone[i] = values[i];
    if (!first(alone)) continue;
    // How far this axis would have gone, for the words of the refusal.
    double inside = zero[i];
    double outside = values[i];
    for (int step = 0; step < 30; ++step) {
      alone[i] = 0.5 * (inside + outside);
      (first(alone) ? outside : inside) = alone[i];
    }
    const Limit side = values[i] > zero[i] ? Limit::axis_upper : Limit::axis_lower;
    return {side, static_cast<std::uint8_t>(i), values[i], inside};
  }
  return whole;
}

}  // namespace hexad::controller
