#include "cueing/direct_travel.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kRemembered = 20.0;  // s, of how far and how fast it would have been
constexpr double kNearEnd = 2.5;      // 1/s: how fast the last of the travel is taken,
constexpr double kHoldingPace = 4.0;  // and that bound approached

}  // namespace

void DirectTravel::tune(const Direct& settings, double step) noexcept {
  settings_ = settings;
  kept_ = std::exp(-step / kRemembered);
  const double w = settings.corner;
  LinearStage<2>::Matrix a;
  a << 0.0, 1.0, -w * w, -2.0 * w;
  stage_ = {a, LinearStage<2>::State{0.0, 1.0}, step};
}

/// With h ≥ 0 the bound, h' ≥ −pace·h keeps it: that is a bound on the input.
double DirectTravel::held(double wanted) const noexcept {
  const double w = settings_.corner;
  const double back = w * (2.0 * state_[1] + w * state_[0]);  // what the filter takes off by itself
  const double speed = kHoldingPace * settings_.speed;
  const double slower = (kNearEnd + kHoldingPace) * state_[1];
  const double end = kHoldingPace * kNearEnd * settings_.travel;
  const double here = kHoldingPace * kNearEnd * state_[0];
  const double most = back + std::min(speed - kHoldingPace * state_[1], end - here - slower);
  const double least = back - std::min(speed + kHoldingPace * state_[1], end + here + slower);
  return std::clamp(wanted, std::min(least, most), std::max(least, most));
}

void DirectTravel::step(double acceleration) noexcept {
  if (!(settings_.travel > 0.0 && settings_.speed > 0.0)) return reset();
  whole_ = stage_.next(whole_, whole_input_, acceleration);
  whole_input_ = acceleration;
  farthest_ = std::max({std::abs(whole_[0]), kept_ * farthest_, settings_.travel});
  fastest_ = std::max({std::abs(whole_[1]), kept_ * fastest_, settings_.speed});
  const double share = std::min(settings_.travel / farthest_, settings_.speed / fastest_);
  const double next = held(share * acceleration);
  state_ = stage_.next(state_, input_, next);
  input_ = next;
  acceleration_ = next - settings_.corner * (2.0 * state_[1] + settings_.corner * state_[0]);
}

void DirectTravel::reset() noexcept {
  whole_.setZero();
  state_.setZero();
  whole_input_ = input_ = acceleration_ = farthest_ = fastest_ = 0.0;
}

}  // namespace hexad::cueing
