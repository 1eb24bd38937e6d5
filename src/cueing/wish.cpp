#include "cueing/wish.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kEndPull = 4.0;  // 1/s: how fast the last of the allowed angle is taken
constexpr std::size_t kSway = 0, kSurge = 1, kHeave = 2;
constexpr std::size_t kPitch = 0, kRoll = 1;

}  // namespace

void WishModel::tune(const WishSettings& settings, double length) noexcept {
  step = length;
  LinearStage<3>::Matrix a;
  a << -1.0 / kTiltAverage, 0.0, 0.0,                //
      1.0 / kTiltAverage, -1.0 / kTiltAverage, 0.0,  //
      0.0, 1.0, 0.0;
  average = {a, LinearStage<3>::State{1.0 / kTiltAverage, 0.0, 0.0}, length};
  const OtolithModel otolith = otolith_model();
  ear = {otolith.a, otolith.b, length};
  for (std::size_t i = 0; i < 3; ++i)
    turn[i] = {LinearStage<1>::Matrix{-settings.turn_corner[i]}, LinearStage<1>::State{1.0}, length};
}

Eigen::Matrix<double, 8, 1> Wish::Force::state() const noexcept {
  Eigen::Matrix<double, 8, 1> all;
  all << position, velocity, tilt[2], tilt[0], tilt[1], ear, needed;
  return all;
}

double Wish::take_travel(const WishSettings& settings, std::size_t axis, double position, double velocity,
                         double acceleration) noexcept {
  Force& now = force_[axis];
  const double whole = now.acceleration + acceleration;
  now.position += position;
  now.velocity += velocity;
  now.acceleration = -settings.gains[axis].acceleration.dot(now.state());
  return whole - now.acceleration;
}

void Wish::take_turn(const WishSettings& settings, std::size_t axis, double angle) noexcept {
  const double corner = settings.turn_corner[axis];
  turn_[axis].angle += angle;
  turn_[axis].rate -= corner * angle;
  turn_[axis].change += corner * corner * angle;
}

void Wish::step(const WishSettings& settings, const WishModel& model, const Wanted& wanted) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    Turn& turn = turn_[i];
    turn.angle = model.turn[i].next(LinearStage<1>::State{turn.angle}, turn.input, wanted.rate[axis])[0];
    turn.input = wanted.rate[axis];
    turn.rate = turn.input - settings.turn_corner[i] * turn.angle;
    turn.change = wanted.change[axis] - settings.turn_corner[i] * turn.rate;
  }
  // f_x = −g·sin(roll), f_y = g·sin(pitch).
  const double undo = settings.undo * kGravity;
  const std::array<double, 3> needed{wanted.force.x() + undo * std::sin(turn_[kRoll].angle),
                                     wanted.force.y() - undo * std::sin(turn_[kPitch].angle),
                                     wanted.force.z()};
  std::array<double, 3> acceleration{};
  Eigen::Vector2d pull = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    Force& now = force_[i];
    now.needed = needed[i];
    const Eigen::Matrix<double, 8, 1> state = now.state();
    acceleration[i] = -settings.gains[i].acceleration.dot(state);
    if (i == kHeave) continue;
    const double wants = -settings.gains[i].pull.dot(state);
    pull[static_cast<Eigen::Index>(i)] = std::clamp(wants, -kEndPull * (settings.tilt_most + now.tilt[2]),
                                                    kEndPull * (settings.tilt_most - now.tilt[2]));
  }
  const double size = pull.norm();
  if (size > settings.tilt_rate) pull *= settings.tilt_rate / size;
  const double h = model.step;
  for (std::size_t i = 0; i < 3; ++i) {
    Force& now = force_[i];
    now.position += h * (now.velocity + h * (now.acceleration / 3.0 + acceleration[i] / 6.0));
    now.velocity += 0.5 * h * (now.acceleration + acceleration[i]);
    now.acceleration = acceleration[i];
    if (i != kHeave) {
      const double toward = pull[static_cast<Eigen::Index>(i)];
      now.tilt = model.average.next(now.tilt, now.pull, toward);
      now.pull = toward;
    }
    const double missing = needed[i] - now.acceleration - kGravity * now.tilt[2];
    now.ear = model.ear.next(now.ear, now.missing, missing);
    now.missing = missing;
  }
}

AxisMotion Wish::axes() const noexcept {
  AxisMotion axes;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    axes.position[axis] = force_[i].position;
    axes.velocity[axis] = force_[i].velocity;
    axes.acceleration[axis] = force_[i].acceleration;
    axes.angle[axis] = turn_[i].angle;
    axes.rate[axis] = turn_[i].rate;
    axes.change[axis] = turn_[i].change;
  }
  const auto add = [&axes](Eigen::Index axis, const Force& force, double sign) {
    axes.angle[axis] += sign * force.tilt[2];
    axes.rate[axis] += sign * force.tilt[1];
    axes.change[axis] += sign * (force.tilt[0] - force.tilt[1]) / kTiltAverage;
  };
  add(kPitch, force_[kSurge], 1.0);
  add(kRoll, force_[kSway], -1.0);
  return axes;
}

TiltState Wish::tilt() const noexcept {
  TiltState state;
  state.states << force_[kSurge].tilt, -force_[kSway].tilt;
  state.pull << force_[kSurge].pull, -force_[kSway].pull;
  return state;
}

void Wish::take_tilt(const TiltState& state) noexcept {
  force_[kSurge].tilt = state.states.col(0);
  force_[kSway].tilt = -state.states.col(1);
  force_[kSurge].pull = state.pull[0];
  force_[kSway].pull = -state.pull[1];
}

bool Wish::finite() const noexcept {
  const AxisMotion now = axes();
  return now.position.allFinite() && now.velocity.allFinite() && now.acceleration.allFinite() &&
         now.angle.allFinite() && now.rate.allFinite() && now.change.allFinite();
}

}  // namespace hexad::cueing
