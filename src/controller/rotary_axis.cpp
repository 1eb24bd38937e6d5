#include "controller/rotary_axis.hpp"

namespace hexad::controller {
namespace {

// The documents give it a speed alone: it gets there in half a second, and to that acceleration in a fifth.
constexpr double kRiseTime = 0.5;
constexpr double kJerkTime = 0.2;
constexpr double kBandwidth = 25.0;  // 1/s

}  // namespace

void RotaryAxis::adopt(const Machine& machine, double period) noexcept {
  exists_ = machine.rotary.has_value() && machine.rotary->speed() > 0.0;
  if (!exists_) return;
  const Rotary& rotary = *machine.rotary;
  const double speed = rotary.speed();
  tracker_.set_limits(
      {rotary.speed_share * speed, speed / kRiseTime, rotary.jerk_share * speed / kRiseTime / kJerkTime});
  scale_ = rotary.scale;
  tracker_.set_pace(period, kBandwidth);
}

void RotaryAxis::stand_at(double angle) noexcept {
  state_ = {exists_ ? angle : 0.0, 0.0, 0.0};
  goal_ = state_.position;
  stopped_ = true;
}

void RotaryAxis::advance() noexcept {
  if (exists_) state_ = tracker_.step(state_, {goal_, 0.0, 0.0});
}

}  // namespace hexad::controller
