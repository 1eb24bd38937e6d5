#include "cueing/classical.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hexad::cueing {
namespace {

constexpr double kChangeTime = 1.0;  // s from one setting to another
constexpr double kEase = 0.7;        // of the fastest way there, so that it does not swing over
constexpr double kTuneEvery =
    1e-3;  // s between two sets of coefficients on the way: coarser steps would be felt

/// Toward `goal`, by a first-order lag and never faster than `most` a step.
double approach(double value, double goal, double share, double most) noexcept {
  return value + std::clamp(share * (goal - value), -most, most);
}

}  // namespace

Classical::Classical(const Settings& settings, double step) noexcept
    : step_{step},
      from_{settings},
      to_{settings},
      now_{settings},
      point_from_{settings.rotation_point},
      point_to_{settings.rotation_point},
      point_{settings.rotation_point, Vec3::Zero(), Vec3::Zero()} {
  tune(settings);
}

void Classical::tune(const Settings& settings) noexcept {
  now_ = settings;
  lag_ = 1.0 - std::exp(-step_ / std::max(settings.input_lag, 1e-6));
  direct_.tune(settings.translation, step_);
  for (std::size_t i = 0; i < 3; ++i) {
    travel_[i].tune(settings.translation[i], step_);
    turn_[i].tune(settings.rotation[i], step_);
  }
  tilt_.tune(settings.tilt, step_);
}

void Classical::change(const Settings& settings) noexcept {
  from_ = now_;
  to_ = settings;
  changed_ = {{}, 1.0, clock_, kChangeTime};
  ticks_to_tune_ = 0;
}

void Classical::fade(bool in, double seconds) noexcept { fade_.go(in ? 1.0 : 0.0, clock_, seconds); }

void Classical::reset() noexcept {
  direct_.reset();
  for (TranslationWashout& axis : travel_) axis.reset();
  for (RotationWashout& axis : turn_) axis.reset();
  tilt_.reset();
  last_ = {};
  conditioned_ = {};
  rate_change_.setZero();
  axes_ = {};
  motion_ = {};
}

void Classical::go_over(double before) noexcept {
  if (changed_.arrived(before) || (--ticks_to_tune_ > 0 && !changed_.arrived(clock_))) return;
  ticks_to_tune_ = std::max(1, static_cast<int>(std::lround(kTuneEvery / step_)));
  tune(blend(from_, to_, changed_.at(clock_).value));
}

/// A way once begun is gone to its end: turning round half-way would be a jerk.
void Classical::move_point(double before) noexcept {
  if (point_moved_.arrived(before)) {
    if (point_to_ == to_.rotation_point) return;
    point_from_ = point_to_;
    point_to_ = to_.rotation_point;
    point_moved_ = {{}, 1.0, before, kChangeTime};
  }
  const Jet share = point_moved_.at(clock_);
  const Vec3 way = point_to_ - point_from_;
  point_ = {point_from_ + share.value * way, share.rate * way, share.acceleration * way};
  if (point_moved_.arrived(clock_)) point_ = {point_to_, Vec3::Zero(), Vec3::Zero()};
}

/// Scaled, limited, faded; no faster than the platform could follow.
void Classical::condition(const VehicleMotion& vehicle) noexcept {
  if (vehicle.rate.allFinite() && vehicle.acceleration.allFinite()) last_ = vehicle;
  Vec3 acceleration;
  Vec3 rate;
  double demand = 0.0;  // of one axis's limit, all axes together
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Translation& move = now_.translation[i];
    const Rotation& turn = now_.rotation[i];
    acceleration[axis] = soft_limit(move.gain * last_.acceleration[axis], move.limit);
    rate[axis] = soft_limit(turn.gain * last_.rate[axis], turn.limit);
    if (move.limit > 0.0) demand += std::abs(acceleration[axis]) / move.limit;
    if (turn.limit > 0.0) demand += std::abs(rate[axis]) / turn.limit;
  }
  const double part = share() / std::max(1.0, demand);
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    double& a = conditioned_.acceleration[axis];
    double& w = conditioned_.rate[axis];
    a = approach(a, part * acceleration[axis], lag_, now_.slew * step_);
    double& faster = rate_change_[axis];
    const double missing = part * rate[axis] - w;
    // As fast as can still be ended in time: v = √(2·j·x) far away, a lag near by.
    const double most =
        std::min({now_.angular_slew, kEase * std::sqrt(2.0 * now_.angular_jerk * std::abs(missing)),
                  lag_ / step_ * std::abs(missing)});
    const double before = faster;
    faster += std::clamp(std::copysign(most, missing) - faster, -now_.angular_jerk * step_,
                         now_.angular_jerk * step_);
    w += 0.5 * (before + faster) * step_;
  }
}

/// What rotations and tilt leave for travel.
double Classical::room() const noexcept {
  const Vec3 soon = axes_.angle + DirectTravel::kLate * axes_.rate;
  double used = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    if (now_.rotation[i].reach > 0.0)
      used += std::abs(soon[static_cast<Eigen::Index>(i)]) / now_.rotation[i].reach;
  return std::clamp(now_.together - used, 0.0, 1.0);
}

const Motion& Classical::step(const VehicleMotion& vehicle) noexcept {
  const double before = std::exchange(clock_, clock_ + step_);
  go_over(before);
  move_point(before);
  condition(vehicle);
  // Tilt wants the vehicle's own acceleration, not what the high-pass axes were scaled to.
  const Vec3 sustained = share() * last_.acceleration;
  tilt_.step(sustained.x(), sustained.y(), {turn_[kPitch].angle(), turn_[kRoll].angle()});
  // The cabin is turned: what the head feels as forward is forward of the cabin.
  const Vec3 along = motion_.pose.rotation * conditioned_.acceleration;
  Vec3 asked;
  for (Eigen::Index i = 0; i < 3; ++i)
    asked[i] = soft_limit(along[i], now_.translation[static_cast<std::size_t>(i)].limit);
  direct_.step(asked, room(), 1.0 - share());
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    travel_[i].step(soft_limit(asked[axis] - direct_.taken()[axis], now_.translation[i].washed_out_up_to()));
    turn_[i].step(rate_change_[axis]);
  }
  put_together();
  return motion_;
}

void Classical::take_tilt(const TiltState& state) noexcept {
  tilt_.take(state);
  put_together();
}

void Classical::put_together() noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    axes_.position[axis] = direct_.position()[axis] + travel_[i].position();
    axes_.velocity[axis] = direct_.velocity()[axis] + travel_[i].velocity();
    axes_.acceleration[axis] = direct_.acceleration()[axis] + travel_[i].acceleration();
  }
  axes_.angle = {tilt_.angle()[0] + turn_[kPitch].angle(), tilt_.angle()[1] + turn_[kRoll].angle(),
                 turn_[kYaw].angle()};
  axes_.rate = {tilt_.rate()[0] + turn_[kPitch].rate(), tilt_.rate()[1] + turn_[kRoll].rate(),
                turn_[kYaw].rate()};
  axes_.change = {tilt_.acceleration()[0] + turn_[kPitch].acceleration(),
                  tilt_.acceleration()[1] + turn_[kRoll].acceleration(), turn_[kYaw].acceleration()};
  motion_ = motion_of(axes_, point_);
}

}  // namespace hexad::cueing
