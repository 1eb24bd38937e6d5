#include "cueing/tilt.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kAngleGain = 4.0;  // 1/s, of the angle still missing
constexpr double kLevelling = 5.0;  // 1/s, of a slope by rotations
constexpr double kSwings = 8.0;     // s a swing is remembered
constexpr double kFollows = 1.0;    // times its rate a tilt may be asked to swing at

TiltCoordination::Angles in_circle(const TiltCoordination::Angles& rate, double limit) noexcept {
  const double size = rate.norm();
  if (!(size > limit)) return rate;
  return rate * (limit / size);
}

}  // namespace

void TiltCoordination::tune(const Tilt& settings, double step) noexcept {
  settings_ = settings;
  step_ = step;
  LinearStage<3>::Matrix a;
  a << -1.0 / kTiltAverage, 0.0, 0.0,                //
      1.0 / kTiltAverage, -1.0 / kTiltAverage, 0.0,  //
      0.0, 1.0, 0.0;
  average_ = {a, LinearStage<3>::State{1.0 / kTiltAverage, 0.0, 0.0}, step};
  right_.tune(settings.low_pass, step);
  forward_.tune(settings.low_pass, step);
  levelling_ = 1.0 - std::exp(-kLevelling * step);
  kept_ = std::exp(-step / kSwings);
}

TiltCoordination::Angles TiltCoordination::goal() const noexcept {
  const double x = std::clamp(settings_.gain * right_.value() / kGravity, -0.95, 0.95);
  const double roll = soft_limit(-std::asin(x), settings_.most);
  const double y = std::clamp(settings_.gain * forward_.value() / (kGravity * std::cos(roll)), -0.95, 0.95);
  return {soft_limit(std::asin(y), settings_.most), roll};
}

/// What goes to and fro faster than the tilt may would be late and against it: less of it is in time.
TiltCoordination::Angles TiltCoordination::swung(const Angles& asked) noexcept {
  const Angles rate = (asked - asked_) / step_;
  asked_ = asked;
  up_ = (kept_ * up_).cwiseMax(rate);
  down_ = (kept_ * down_).cwiseMax(-rate);
  const double most = kFollows * settings_.rate;
  Angles part;
  for (Eigen::Index i = 0; i < 2; ++i) part[i] = asked[i] * most / std::max(most, std::min(up_[i], down_[i]));
  return part;
}

void TiltCoordination::step(double right, double forward, const Angles& turned) noexcept {
  right_.step(right);
  forward_.step(forward);
  const Angles felt = settings_.levels * Angles{slope_beyond(settings_.flat, turned[0]),
                                                slope_beyond(settings_.flat, turned[1])};
  turned_ += levelling_ * (felt - turned_);
  const Angles to = swung(goal()) - turned_;
  const Angles toward = (to - before_) / step_ + kAngleGain * (to - angle_);
  before_ = to;
  // Averages of rates inside the circle are inside it; a lowered limit is reached smoothly.
  const Angles rate_command = in_circle(toward, settings_.rate);
  for (Eigen::Index i = 0; i < 2; ++i)
    state_.col(i) = average_.next(state_.col(i), rate_command_[i], rate_command[i]);
  rate_command_ = rate_command;
  show();
}

void TiltCoordination::show() noexcept {
  for (Eigen::Index i = 0; i < 2; ++i) {
    rate_[i] = state_(1, i);
    angle_[i] = state_(2, i);
    acceleration_[i] = (state_(0, i) - state_(1, i)) / kTiltAverage;
  }
}

void TiltCoordination::take(const TiltState& state) noexcept {
  state_ = state.states;
  rate_command_ = state.rate_command;
  show();
}

void TiltCoordination::reset() noexcept {
  right_.reset();
  forward_.reset();
  asked_ = up_ = down_ = turned_ = before_ = rate_command_ = rate_ = angle_ = acceleration_ = Angles::Zero();
  state_.setZero();
}

}  // namespace hexad::cueing
