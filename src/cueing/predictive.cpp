#include "cueing/predictive.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kPlanEvery = 0.02;  // s
constexpr double kCoarse = 0.02;     // s, a step of prediction; the looks are whole numbers of it
constexpr int kAnswerEvery = 5;      // of them the forecasts are answered anew
// s, of what the vehicle is taken to do next: by the regulator as in a forecast of which nothing was learned,
// by the plan, which would otherwise hold back for what hardly ever comes, and its rotations.
constexpr double kPlanFades = 1.5;
constexpr double kTurnFades = 1.0;

// What counts as much as a perceived error of 1 m/s²: found on the shipped manoeuvres, on two platforms
// (docs/cueing.md). Travel by the reach of the axis, speed by its limit: far above 1, because the plan keeps
// the legs inside and not these.
constexpr RegulatorWeights kForward{8.0, 4.4, 3.0, 12.0, 1.0, Forecast::kFading, 0.45};
constexpr RegulatorWeights kUpward{11.0, 30.0, 5.5, 0.0, 1.0, Forecast::kFading, 0.45};
constexpr double kTiltShare = 1.7;            // of the angle the classical engine tilts by at most
constexpr double kMostTilt = 0.5;             // of the reach in pitch and roll
constexpr double kOnsetUpward = 12.0;         // rad/s
constexpr double kGravityCompensation = 1.0;  // of the force a rotation brings

RegulatorWeights weights_of(const Machine& machine, const Settings& settings, std::size_t axis,
                            bool tilts) noexcept {
  RegulatorWeights weights = axis < 2 ? kForward : kUpward;
  weights.travel *= settings.translation[axis].gain > 0.0 ? machine.reach[axis] : 0.0;
  weights.speed *= machine.limits.translation.velocity;
  if (!tilts) weights.tilt = 0.0;
  return weights;
}

}  // namespace

void Predictive::tune(const Machine& machine, const Settings& settings, double step) noexcept {
  machine_ = &machine;
  step_ = step;
  const double reach = std::min(machine.reach[3], machine.reach[4]);
  const double most_tilt =
      settings.tilt.gain > 0.0 ? std::min(kTiltShare * settings.tilt.most, kMostTilt * reach) : 0.0;
  std::array<bool, 6> moves{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Translation& move = settings.translation[i];
    const bool tilts = i < 2 && most_tilt > 0.0;
    settings_.gains[i] = regulate(weights_of(machine, settings, i, tilts));
    gain_[axis] = move.planned;
    most_[axis] = std::max(move.limit, tilts ? kGravity * std::sin(most_tilt) : 0.0);
    settings_.turn_corner[i] = settings.rotation[i].high_pass;
    moves[i] = move.gain > 0.0;
    moves[3 + i] = settings.rotation[i].gain > 0.0 || tilts;
  }
  settings_.tilt_rate = settings.tilt.rate;
  settings_.tilt_most = most_tilt;
  settings_.flat = settings.tilt.flat;
  settings_.gravity_compensation = most_tilt > 0.0 ? kGravityCompensation : 0.0;
  rotation_point_ = settings.rotation_point;
  slew_ = settings.slew;
  lag_ = 1.0 - std::exp(-step / std::max(settings.input_lag, 1e-6));
  upward_.tune(step);
  onset_lag_ = 1.0 - std::exp(-kOnsetUpward * step);
  learn_every_ = std::max(1, static_cast<int>(std::lround(Forecast::kSpacing / step)));
  plan_every_ = std::max(1, static_cast<int>(std::lround(kPlanEvery / step)));
  model_.tune(settings_, step);
  coarse_.tune(settings_, kCoarse);
  usable_ = legs_.set(moves, step);
  reset();
}

void Predictive::reset() noexcept {
  reference_ = {};
  demand_ = {};
  upward_.reset();
  slow_upward_ = 0.0;
  for (Forecast& one : forecast_) one.reset();
  gathered_.setZero();
  gathered_ticks_ = 0;
  answered_ = answer_ = {};
  axes_ = {};
  legs_.reset();
  ticks_ = 0;
  failures_ = 0;
  finite_ = true;
}

void Predictive::step(const Vec3& force, const Vec3& rate, const Vec3& change) noexcept {
  if (force.allFinite() && rate.allFinite() && change.allFinite()) {
    slow_upward_ += onset_lag_ * (force.z() - slow_upward_);
    const Vec3 asked{force.x(), force.y(), force.z() - (1.0 - upward_.step(force.z())) * slow_upward_};
    for (Eigen::Index i = 0; i < 3; ++i) {
      const double missing = soft_limit(gain_[i] * asked[i], most_[i]) - demand_.force[i];
      demand_.force[i] += std::clamp(lag_ * missing, -slew_ * step_, slew_ * step_);
    }
    demand_.rate = rate;
    demand_.change = change;
  }
  gathered_ += demand_.force;
  if (++gathered_ticks_ >= learn_every_) learn();
  const double part = static_cast<double>(gathered_ticks_) / learn_every_;
  demand_.ahead.force = answered_.force + part * (answer_.force - answered_.force);
  demand_.ahead.tilt = answered_.tilt + part * (answer_.tilt - answered_.tilt);
  reference_.step(settings_, model_, demand_);
  legs_.advance(*machine_, reference_.axes());
  if (ticks_-- <= 0) {
    ticks_ = plan_every_ - 1;
    plan();
  }
  put_together();
}

void Predictive::learn() noexcept {
  for (std::size_t i = 0; i < 3; ++i)
    forecast_[i].learn(gathered_[static_cast<Eigen::Index>(i)] / gathered_ticks_);
  gathered_.setZero();
  gathered_ticks_ = 0;
  answered_ = demand_.ahead;  // gone over from what is answered now until it learns again
  answer_ = answer_ahead(0.0);
}

/// What the regulator makes of the forecasts, `seconds` from when they last learned.
Ahead Predictive::answer_ahead(double seconds) const noexcept {
  const double fade = std::exp(-Forecast::kSpacing / Forecast::kFading);
  Ahead answer;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(forecast_[i].trust() > 0.0)) continue;
    const auto axis = static_cast<Eigen::Index>(i);
    const Gains& gains = settings_.gains[i];
    double fades = forecast_[i].beyond(seconds);
    answer.force[axis] -=
        gains.run_up * (std::exp(-seconds / Forecast::kFading) * forecast_[i].now() + fades);
    // From then on beyond fading is what is less what fades of what there is then.
    double at = seconds;
    for (int k = 0; k < Forecast::kAhead && at < Forecast::kSpacing * Forecast::kAhead; ++k) {
      at += Forecast::kSpacing;
      fades *= fade;
      const double beyond = forecast_[i].beyond(at) - fades;
      answer.force[axis] -= gains.ahead_acceleration[k] * beyond;
      answer.tilt[axis] -= gains.ahead_rate_command[k] * beyond;
    }
  }
  return answer;
}

/// What will be asked for, `seconds` from now.
Vec3 Predictive::force_ahead(double seconds) const noexcept {
  const double learned = seconds + gathered_ticks_ * step_;
  Vec3 force;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const double trust = forecast_[i].trust();
    const double share =
        (1.0 - trust) * std::exp(-seconds / kPlanFades) + trust * std::exp(-seconds / Forecast::kFading);
    force[axis] = share * demand_.force[axis] + forecast_[i].beyond(learned);
  }
  return force;
}

void Predictive::take_tilt(const TiltState& state) noexcept {
  reference_.take_tilt(state);
  put_together();
}

void Predictive::put_together() noexcept {
  finite_ = finite_ && reference_.finite();
  if (!finite_) {
    axes_.velocity = axes_.acceleration = axes_.rate = axes_.change = Vec3::Zero();
    return;
  }
  const AxisMotion reference = reference_.axes();
  const AxisMotion off = legs_.correction();
  axes_ = {reference.position + off.position,
           reference.velocity + off.velocity,
           reference.acceleration + off.acceleration,
           reference.angle + off.angle,
           reference.rate + off.rate,
           reference.change + off.change};
}

void Predictive::plan() noexcept {
  legs_.hand_over(reference_, settings_);
  MotionReference ahead = reference_;
  Demand demand = demand_;
  const double turn_fade = std::exp(-kCoarse / kTurnFades);
  std::array<AxisMotion, LegPlan::kLooks> looks;
  std::size_t next = 0;
  for (int k = 1; next < looks.size(); ++k) {
    demand.force = force_ahead(k * kCoarse);
    if (k % kAnswerEvery == 1) demand.ahead = answer_ahead(k * kCoarse + gathered_ticks_ * step_);
    demand.rate *= turn_fade;
    ahead.step(settings_, coarse_, demand);
    if (k * kCoarse + 1e-9 >= LegPlan::kLookTimes[next]) looks[next++] = ahead.axes();
  }
  const DenseQp::Outcome outcome = legs_.renew(*machine_, looks, rotation_point_);
  ++plans_;
  most_iterations_ = std::max(most_iterations_, outcome.iterations);
  failures_ = outcome.converged ? 0 : failures_ + 1;
}

}  // namespace hexad::cueing
