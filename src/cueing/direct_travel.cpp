#include "cueing/direct_travel.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kRemembered = 20.0;  // s, of how far and how fast it would have been
constexpr double kHomeCorner = 2.0;   // rad/s
constexpr double kLeast = 0.05;       // m/s², below which a force counts as none

/// Scaled so that the sum of its shares is no more than `most`.
Vec3 inside(const Vec3& value, const Vec3& per, double most) noexcept {
  const double sum = value.cwiseAbs().dot(per);
  return sum > most ? Vec3{value * (most / sum)} : value;
}

}  // namespace

void ToAndFro::tune(double step) noexcept { kept_ = std::exp(-step / kRemembered); }

double ToAndFro::step(double force) noexcept {
  up_ = std::max(kept_ * up_, force);
  down_ = std::max(kept_ * down_, -force);
  return std::min(up_, down_) / std::max({up_, down_, kLeast});
}

void DirectTravel::tune(const std::array<Translation, 3>& settings, double step) noexcept {
  step_ = step;
  kept_ = std::exp(-step / kRemembered);
  upward_.tune(step);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Direct& direct = settings[i].direct;
    const double w = direct.corner;
    LinearStage<2>::Matrix a;
    a << 0.0, 1.0, -w * w, -2.0 * w;
    stage_[i] = {a, LinearStage<2>::State{0.0, 1.0}, step};
    corner_[axis] = w;
    expected_[axis] = std::max(direct.expected, 1.0);
    moves_[axis] = direct.travel > 0.0 && direct.speed > 0.0 ? 1.0 : 0.0;
    per_travel_[axis] = moves_[axis] > 0.0 ? 1.0 / direct.travel : 0.0;
    per_speed_[axis] = moves_[axis] > 0.0 ? 1.0 / direct.speed : 0.0;
  }
}

/// The acceleration asked for, less where travel or speed would not be kept.
Vec3 DirectTravel::held(const Vec3& asked, double room) const noexcept {
  const Vec3 y = position_ + velocity_ / kNearEnd;
  const Vec3 z = inside(y + (velocity_ + asked / kNearEnd) / kHoldingPace, per_travel_, room);
  const Vec3 fits = kNearEnd * (kHoldingPace * (z - y) - velocity_);
  const Vec3 speed = inside(velocity_ + fits / kHoldingPace, per_speed_, 1.0);
  return kHoldingPace * (speed - velocity_);
}

void DirectTravel::step(const Vec3& acceleration, double room, double home) noexcept {
  const Vec3 part = acceleration.cwiseProduct(moves_);
  const Vec3 begun{1.0, 1.0, upward_.step(part.z())};
  double far = 0.0;
  double fast = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    whole_[i] = stage_[i].next(whole_[i], whole_input_[axis], part[axis]);
    far += begun[axis] * std::abs(whole_[i][0]) * per_travel_[axis];
    fast += begun[axis] * std::abs(whole_[i][1]) * per_speed_[axis];
  }
  whole_input_ = part;
  most_ = std::max({far, fast, kept_ * most_, 1.0});
  const Vec3 corner = corner_ + home * (Vec3::Constant(kHomeCorner) - corner_);
  const Vec3 back = corner.cwiseProduct(2.0 * velocity_ + corner.cwiseProduct(position_));
  const Vec3 next = held(part.cwiseProduct(begun).cwiseQuotient(expected_.cwiseMax(most_)) - back, room);
  position_ += step_ * (velocity_ + step_ * (acceleration_ / 3.0 + next / 6.0));
  velocity_ += 0.5 * step_ * (acceleration_ + next);
  acceleration_ = next;
  taken_ = (next + back).cwiseProduct(moves_);
}

void DirectTravel::reset() noexcept {
  for (LinearStage<2>::State& state : whole_) state.setZero();
  whole_input_ = position_ = velocity_ = acceleration_ = taken_ = Vec3::Zero();
  most_ = 1.0;
  upward_.reset();
}

}  // namespace hexad::cueing
