#include "cueing/motion_reference.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kEndGain = 4.0;  // 1/s: how fast the last of the allowed angle is taken

}  // namespace

void ReferenceModel::tune(const ReferenceSettings& settings, double length) noexcept {
  step = length;
  LinearStage<3>::Matrix a;
  a << -1.0 / kTiltAverage, 0.0, 0.0,                //
      1.0 / kTiltAverage, -1.0 / kTiltAverage, 0.0,  //
      0.0, 1.0, 0.0;
  average = {a, LinearStage<3>::State{1.0 / kTiltAverage, 0.0, 0.0}, length};
  const OtolithModel otolith = otolith_model();
  missing_force = {otolith.a, otolith.b, length};
  for (std::size_t i = 0; i < 3; ++i)
    turn[i] = {LinearStage<1>::Matrix{-settings.turn_corner[i]}, LinearStage<1>::State{1.0}, length};
}

Eigen::Matrix<double, 8, 1> MotionReference::Force::state() const noexcept {
  Eigen::Matrix<double, 8, 1> all;
  all << position, velocity, tilt[2], tilt[0], tilt[1], otolith, needed;
  return all;
}

double MotionReference::take_travel(const ReferenceSettings& settings, std::size_t axis, double position,
                                    double velocity, double acceleration) noexcept {
  Force& now = force_[axis];
  const double whole = now.acceleration + acceleration;
  now.position += position;
  now.velocity += velocity;
  now.acceleration = now.ahead - settings.gains[axis].acceleration.dot(now.state());
  return whole - now.acceleration;
}

void MotionReference::take_turn(const ReferenceSettings& settings, std::size_t axis, double angle) noexcept {
  const double corner = settings.turn_corner[axis];
  turn_[axis].angle += angle;
  turn_[axis].rate -= corner * angle;
  turn_[axis].change += corner * corner * angle;
}

void MotionReference::step(const ReferenceSettings& settings, const ReferenceModel& model,
                           const Demand& demand) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    Turn& turn = turn_[i];
    turn.angle = model.turn[i].next(LinearStage<1>::State{turn.angle}, turn.input, demand.rate[axis])[0];
    turn.input = demand.rate[axis];
    turn.rate = turn.input - settings.turn_corner[i] * turn.angle;
    turn.change = demand.change[axis] - settings.turn_corner[i] * turn.rate;
  }
  // f_x = −g·sin(roll), f_y = g·sin(pitch).
  const double gravity = settings.gravity_compensation * kGravity;
  const std::array<double, 3> needed{
      demand.force.x() + gravity * std::sin(slope_beyond(settings.flat, turn_[kRoll].angle)),
      demand.force.y() - gravity * std::sin(slope_beyond(settings.flat, turn_[kPitch].angle)),
      demand.force.z()};
  std::array<double, 3> acceleration{};
  Eigen::Vector2d rate_command = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    Force& now = force_[i];
    now.needed = needed[i];
    const Eigen::Matrix<double, 8, 1> state = now.state();
    now.ahead = demand.ahead.force[static_cast<Eigen::Index>(i)];
    acceleration[i] = now.ahead - settings.gains[i].acceleration.dot(state);
    if (i == kHeave) continue;
    const double wants =
        demand.ahead.tilt[static_cast<Eigen::Index>(i)] - settings.gains[i].rate_command.dot(state);
    rate_command[static_cast<Eigen::Index>(i)] = std::clamp(
        wants, -kEndGain * (settings.tilt_most + now.tilt[2]), kEndGain * (settings.tilt_most - now.tilt[2]));
  }
  const double size = rate_command.norm();
  if (size > settings.tilt_rate) rate_command *= settings.tilt_rate / size;
  const double h = model.step;
  for (std::size_t i = 0; i < 3; ++i) {
    Force& now = force_[i];
    now.position += h * (now.velocity + h * (now.acceleration / 3.0 + acceleration[i] / 6.0));
    now.velocity += 0.5 * h * (now.acceleration + acceleration[i]);
    now.acceleration = acceleration[i];
    if (i != kHeave) {
      const double toward = rate_command[static_cast<Eigen::Index>(i)];
      now.tilt = model.average.next(now.tilt, now.rate_command, toward);
      now.rate_command = toward;
    }
    const double missing = needed[i] - now.acceleration - kGravity * now.tilt[2];
    now.otolith = model.missing_force.next(now.otolith, now.missing, missing);
    now.missing = missing;
  }
}

AxisMotion MotionReference::axes() const noexcept {
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

TiltState MotionReference::tilt() const noexcept {
  TiltState state;
  state.states << force_[kSurge].tilt, -force_[kSway].tilt;
  state.rate_command << force_[kSurge].rate_command, -force_[kSway].rate_command;
  return state;
}

void MotionReference::take_tilt(const TiltState& state) noexcept {
  force_[kSurge].tilt = state.states.col(0);
  force_[kSway].tilt = -state.states.col(1);
  force_[kSurge].rate_command = state.rate_command[0];
  force_[kSway].rate_command = -state.rate_command[1];
}

bool MotionReference::finite() const noexcept {
  const AxisMotion now = axes();
  return now.position.allFinite() && now.velocity.allFinite() && now.acceleration.allFinite() &&
         now.angle.allFinite() && now.rate.allFinite() && now.change.allFinite();
}

}  // namespace hexad::cueing
