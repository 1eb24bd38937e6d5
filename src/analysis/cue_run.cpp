#include "analysis/cue_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/state.hpp"

namespace hexad::analysis {
namespace {

constexpr int kKeepEvery = 10;       // ticks
constexpr double kNearEnd = 0.01;    // of the stroke counts as its end
constexpr double kNearSpeed = 0.99;  // of the speed limit counts as being at it

/// What a person in the vehicle feels: without gravity in the input the vehicle counts as level.
cueing::Felt felt_in_vehicle(cueing::InputKind kind, const VehicleInput& input) {
  const double gravity = kind == cueing::InputKind::acceleration ? kGravity : 0.0;
  return {input.linear + Vec3{0.0, 0.0, gravity}, input.rate};
}

/// Felt motion of one kind against the last cue that was large enough to be noticed.
class CueWatch {
 public:
  CueWatch(const std::array<double, 3>& threshold) : threshold_{threshold} {}
  void look(const Vec3& cue, const Vec3& felt, double time, Against& worst) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = static_cast<Eigen::Index>(i);
      if (std::abs(cue[axis]) > threshold_[i]) direction_[i] = std::copysign(1.0, cue[axis]);
      const double against = -direction_[i] * felt[axis];
      if (against > worst.value) worst = {against, i, time};
    }
  }

 private:
  const std::array<double, 3>& threshold_;
  std::array<double, 3> direction_{};
};

/// First-order high-pass of the difference of two forces, squared and summed.
class FastForce {
 public:
  double add(const Vec3& difference) {
    constexpr double kCorner = 2.0;  // rad/s
    const double share = 1.0 - std::exp(-kCorner * kCueStep);
    slow_ += share * (difference - slow_);
    return (difference - slow_).squaredNorm();
  }

 private:
  Vec3 slow_ = Vec3::Zero();
};

/// From the first noticeable force of the vehicle: when the cabin has it too, and how much is left between
/// the travel and the tilt. Only while the vehicle's own force lasts.
class OnsetWatch {
 public:
  void look(double time, const Vec3& vehicle, const Vec3& cabin, CueResult& result) {
    if (!began_) {
      for (Eigen::Index i = 0; i < 3; ++i) {
        if (began_ || !(std::abs(vehicle[i]) > threshold(i))) continue;
        began_ = time;
        axis_ = i;
        sign_ = std::copysign(1.0, vehicle[i]);
      }
      if (!began_) return;
    }
    const double after = time - *began_;
    lasts_ = lasts_ && sign_ * vehicle[axis_] > threshold(axis_);
    if (!lasts_) {
      if (after < kHoleEnds) result.tilt_hole.reset();
      return;
    }
    const double felt = sign_ * cabin[axis_];
    if (!result.onset_delay && felt >= threshold(axis_)) result.onset_delay = after;
    if (after < kHoleBegins || after > kHoleEnds || axis_ == 2) return;
    result.tilt_hole = std::min(result.tilt_hole.value_or(felt), felt);
  }

 private:
  static constexpr double kHoleBegins = 0.3;  // s
  static constexpr double kHoleEnds = 1.5;
  static double threshold(Eigen::Index axis) {
    return cueing::kForceThreshold[static_cast<std::size_t>(axis)];
  }

  std::optional<double> began_;
  Eigen::Index axis_ = 0;
  double sign_ = 1.0;
  bool lasts_ = true;
};

/// How far a rate is beyond all shares, none to all, of the vehicle's own.
double beyond(double rate, double own) {
  return std::max({0.0, rate - std::max(0.0, own), std::min(0.0, own) - rate});
}

bool at_limit(const Machine& machine, const Extensions& extension, const Feedback& feedback) {
  const double margin = machine.limits.stroke_margin + kNearEnd * machine.geometry.stroke;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const double at = extension[static_cast<Eigen::Index>(i)];
    if (!(at > margin && at < machine.geometry.stroke - margin)) return true;
    if (!(std::abs(feedback.legs[i].velocity) < kNearSpeed * machine.limits.leg.velocity)) return true;
  }
  return false;
}

void widen(AxisValues& largest, const Pose& pose) {
  const AxisValues now = kXyzConvention.from_pose(pose, 0.0);
  for (std::size_t i = 0; i < kAxes; ++i) largest[i] = std::max(largest[i], std::abs(now[i]));
}

/// Follows a run tick by tick.
class Judge {
 public:
  Judge(const Machine& machine, CueResult& result) : machine_{machine}, result_{result} {}

  void look(double time, const VehicleInput& input, const cueing::Engine& engine, const Motion& alone,
            const CueChain& chain) {
    const Telemetry& telemetry = chain.telemetry();
    CueSample sample;
    sample.time = time;
    sample.input = input;
    sample.vehicle = felt_in_vehicle(result_.setting.tuning.input, input);
    sample.cabin = cueing::felt_at(telemetry.commanded, result_.settings.head);
    sample.vehicle_perceived = vehicle_vestibular_.step(sample.vehicle);
    sample.cabin_perceived = cabin_vestibular_.step(sample.cabin);
    const cueing::Felt still = still_vestibular_.step({{0.0, 0.0, kGravity}, Vec3::Zero()});
    sample.tilt_rate = engine.tilt_rate();
    sample.governed = chain.governed();
    sample.legs = chain.drives().true_extension();
    add(force_error_, sample.vehicle_perceived.force - sample.cabin_perceived.force);
    add(rate_error_, sample.vehicle_perceived.rate - sample.cabin_perceived.rate);
    add(force_still_, sample.vehicle_perceived.force - still.force);
    add(rate_still_, sample.vehicle_perceived.rate - still.rate);
    const Vec3 rest{0.0, 0.0, kGravity};
    forces_.look(sample.vehicle.force - rest, sample.cabin.force - rest, time, result_.force_against);
    rates_.look(sample.vehicle.rate, sample.cabin.rate, time, result_.rate_against);
    fast_error_ += fast_.add(sample.vehicle.force - sample.cabin.force);
    fast_still_ += fast_of_still_.add(sample.vehicle.force - rest);
    onset_.look(time, sample.vehicle.force - rest, sample.cabin.force - rest, result_);
    bool noticed = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = static_cast<Eigen::Index>(i);
      const double extra = beyond(sample.cabin.rate[axis], sample.vehicle.rate[axis]);
      result_.false_rate = std::max(result_.false_rate, extra);
      noticed = noticed || extra > cueing::kRateThreshold[i];
    }
    if (noticed) result_.false_rotation += kCueStep;
    widen(result_.travel, telemetry.actual);
    widen(result_.engine_travel, alone.pose);
    result_.tilt_rate = std::max(result_.tilt_rate, sample.tilt_rate);
    if (sample.governed && ++result_.governed_ticks == 1) {
      result_.first_limit = telemetry.limit;
      result_.first_limit_time = time;
    }
    if (at_limit(machine_, sample.legs, telemetry.feedback)) result_.at_limits += kCueStep;
    const double middle = 0.5 * machine_.geometry.stroke;
    for (std::size_t i = 0; i < machine_.geometry.legs; ++i)
      result_.stroke_used =
          std::max(result_.stroke_used, std::abs(sample.legs[static_cast<Eigen::Index>(i)] - middle) /
                                            (middle - machine_.limits.stroke_margin));
    const Extensions off = sample.legs - telemetry.setpoint.extension;
    for (std::size_t i = 0; i < machine_.geometry.legs; ++i)
      result_.lag_error = std::max(result_.lag_error, std::abs(off[static_cast<Eigen::Index>(i)]));
    if (result_.ticks++ % kKeepEvery == 0) {
      sample.pose = kXyzConvention.from_pose(telemetry.actual, 0.0);
      result_.samples.push_back(sample);
    }
  }

  void finish() {
    const double count = static_cast<double>(std::max<std::int64_t>(result_.ticks, 1));
    result_.force_error = std::sqrt(force_error_ / count);
    result_.rate_error = std::sqrt(rate_error_ / count);
    result_.force_still = std::sqrt(force_still_ / count);
    result_.rate_still = std::sqrt(rate_still_ / count);
    result_.fast_error = std::sqrt(fast_error_ / count);
    result_.fast_still = std::sqrt(fast_still_ / count);
  }

 private:
  static void add(double& sum, const Vec3& difference) { sum += difference.squaredNorm(); }

  const Machine& machine_;
  CueResult& result_;
  cueing::VestibularModel vehicle_vestibular_{kCueStep};
  cueing::VestibularModel cabin_vestibular_{kCueStep};
  cueing::VestibularModel still_vestibular_{kCueStep};
  CueWatch forces_{cueing::kForceThreshold};
  CueWatch rates_{cueing::kRateThreshold};
  double force_error_ = 0.0;
  double rate_error_ = 0.0;
  double force_still_ = 0.0;
  double rate_still_ = 0.0;
  FastForce fast_;
  FastForce fast_of_still_;
  double fast_error_ = 0.0;
  double fast_still_ = 0.0;
  OnsetWatch onset_;
};

}  // namespace

std::optional<double> share_reached(const CueResult& result) noexcept {
  if (!result.possible) return std::nullopt;
  return share_of_possible(result.force_still, result.force_error, result.possible->error);
}

PossibleSettings possible_settings(const CueResult& result) {
  PossibleSettings settings;
  settings.input = result.setting.tuning.input;
  settings.head = result.settings.head;
  settings.tilt_rate = result.settings.tilt.rate;
  return settings;
}

CueResult run_cue(const Machine& machine, const CueSetting& setting, const Manoeuvre& manoeuvre,
                  bool (*gives_up)() noexcept) {
  CueResult result;
  result.setting = setting;
  result.settings = cueing::derive(machine, setting.tuning);
  CueChain chain{machine, setting};
  if (!chain.start()) {
    result.failure = "the platform did not come to run";
    return result;
  }
  cueing::Engine engine{machine, result.settings, kCueStep};
  Judge judge{machine, result};
  const auto ticks = static_cast<std::int64_t>((manoeuvre.end() - manoeuvre.begin()) / kCueStep + 0.5);
  for (std::int64_t i = 0; i <= ticks; ++i) {
    if (gives_up != nullptr && i % 1000 == 0 && gives_up()) break;
    const double time = manoeuvre.begin() + static_cast<double>(i) * kCueStep;
    const VehicleInput input = manoeuvre.at(time);
    const Motion& alone = engine.step(cueing::from_input(setting.tuning.input, input));
    chain.tick(input);
    judge.look(time, input, engine, alone, chain);
    if (chain.telemetry().state != State::running) {
      result.failure = fmt::format("at {:.3f} s the platform left the state \"running\"", time);
      break;
    }
  }
  result.fallbacks = engine.fallbacks();
  judge.finish();
  return result;
}

}  // namespace hexad::analysis
