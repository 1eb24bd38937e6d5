// What a change of state does: which act the mover begins, who is told, what is cleared.

#include <algorithm>
#include <cmath>

#include "controller/core.hpp"
#include "motion/coordinates.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr Duration kEmergencyMemory = std::chrono::seconds{1};  // lifecycle rule 2
constexpr double kLevelAngle = 0.01 * kDegree;
constexpr double kCentred = 0.05 * kMillimetre;
constexpr double kSettled = 0.002 * kMillimetre;
constexpr Duration kSettleTime = std::chrono::milliseconds{19};

}  // namespace

bool Controller::Core::emergency_asserted() const noexcept {
  return button_ || feedback_button_ || (emergency_frame_seen_ && now_ - emergency_frame_ < kEmergencyMemory);
}

/// Standing level, centred, not above neutral: a descent may start from here.
bool Controller::Core::is_level() const noexcept {
  const Pose& pose = mover_.motion().pose;
  return mover_.standing() && angle_between(pose.rotation, Quat::Identity()) <= kLevelAngle &&
         pose.position.head<2>().norm() <= kCentred && pose.position.z() <= kCentred;
}

bool Controller::Core::at_neutral() const noexcept {
  return is_level() && std::abs(mover_.motion().pose.position.z()) <= kCentred;
}

/// Pressing on the end stops is meant.
bool Controller::Core::seeking() const noexcept {
  const bool zeroing =
      life_.state == State::zeroing || (life_.state == State::stopping && life_.before == State::zeroing);
  return zeroing && !proving_zero_;
}

bool Controller::Core::paused() const noexcept {
  return life_.state == State::holding ||
         (life_.state == State::stopping && life_.after == lifecycle::After::holding);
}

/// Standing where it was sent, by what the drives report: within the contract's tolerance, and then as near as the
/// drives get within the time that mdof decision 6 leaves for the answer.
bool Controller::Core::arrived() noexcept {
  const bool near = near_goal();
  if (!near) settling_since_ = now_;
  const Legs error = mover_.legs().extension - measured_extension();
  const double worst = error.head(static_cast<Eigen::Index>(machine_->geometry.legs)).cwiseAbs().maxCoeff();
  return near && (worst <= kSettled || now_ - settling_since_ >= kSettleTime);
}

Legs Controller::Core::measured_extension() const noexcept {
  Legs extension = Legs::Zero();
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    extension[static_cast<Eigen::Index>(leg)] = feedback_->legs[leg].extension;
  }
  return extension;
}

bool Controller::Core::near_goal() const noexcept {
  const Contract fallback;
  const Contract& contract = lease_.contract() != nullptr ? *lease_.contract() : fallback;
  const Pose& sent = mover_.motion().pose;
  if (!watch_.valid()) return false;
  const Pose& actual = watch_.actual();
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    if (!(std::abs(feedback_->legs[leg].velocity) <= contract.arrival_leg_speed)) return false;
  }
  return (actual.position - sent.position).norm() <= contract.arrival_position &&
         angle_between(actual.rotation, sent.rotation) <= contract.arrival_angle;
}

/// Levelling for a descent never raises the platform.
Pose Controller::Core::place_to_descend_from() const noexcept {
  Pose place;
  const double bottom = -machine_->heights.neutral_above_bottom() + machine_->limits.stroke_margin * 2.0;
  place.position.z() = std::clamp(mover_.motion().pose.position.z(), bottom, 0.0);
  return place;
}

bool Controller::Core::fire(Trigger trigger) noexcept {
  const auto after = lifecycle::next(life_, trigger);
  if (!after) return false;
  const State from = life_.state;
  life_ = *after;
  enter(from, trigger);
  if (life_.state != from) {
    emit(0, {}, Transition{from, life_.state, lifecycle::to_string(trigger)});
  }
  return true;
}

void Controller::Core::enter(State from, Trigger trigger) noexcept {
  switch (life_.state) {
    case State::init:
      break;
    case State::powered_up: {
      // Legs that were switched off, or pressed on their end stops, are where the drives say; others where
      // they were told to be.
      const bool measured = from == State::fault || from == State::emergency ||
                            (from == State::stopping && life_.before == State::zeroing);
      if (from != State::init)
        mover_.stand_at(measured ? measured_extension() : mover_.legs().extension, false);
      arrived_by_ = trigger == Trigger::reset ? ArrivedBy::reset : ArrivedBy::power_up;
      just_adopted_ = true;
      adopting_ = from == State::fault || from == State::emergency ? kAdoptTicks : 0;
      watch_.reset();
      if (trigger == Trigger::reset || trigger == Trigger::standstill) {
        fault_ = {};
        reset_drives_ = true;
      }
      finish(Outcome::stopped);
      break;
    }
    case State::zeroing:
      proving_zero_ = false;
      mover_.seek_bottom();
      break;
    case State::origin:
      if (trigger == Trigger::found_bottom) {
        mover_.stand_at(Legs::Zero(), true);
        arrived_by_ = ArrivedBy::zeroing;
      } else {
        mover_.stand();
        arrived_by_ = ArrivedBy::descending;
      }
      break;
    case State::ascending:
      mover_.lift_to(0.5 * machine_->geometry.stroke);
      break;
    case State::descending:
      mover_.lift_to(0.0);
      break;
    case State::to_neutral: {
      const bool down = goal_ == Goal::descend || goal_ == Goal::zero;
      program_ = ProgramKind::none;
      mover_.move_to(down ? place_to_descend_from() : Pose{}, Vec6::Zero());
      break;
    }
    case State::ready:
      mover_.stand();
      watchdog_armed_ = false;
      arrived_by_ = from == State::ascending    ? ArrivedBy::ascending
                    : from == State::to_neutral ? ArrivedBy::to_neutral
                    : from == State::running    ? ArrivedBy::program_end
                                                : ArrivedBy::stop;
      if (from == State::stopping || from == State::holding) {
        if (goal_ == Goal::none || owner_.stopped) finish(owner_.ends);
        drop_outputs();
      }
      break;
    case State::running:
      host_lost_ = false;
      start_program();
      break;
    case State::stopping:
      mover_.stop();
      break;
    case State::holding:
      mover_.stand();
      break;
    case State::manual:
      program_ = ProgramKind::jog;
      break;
    case State::fault:
    case State::emergency:
      mover_.stand_at(mover_.legs().extension, false);
      rotary_.stand_at(feedback_->rotary);
      goal_ = Goal::none;
      pending_ = Pending::none;
      watchdog_armed_ = false;
      finish(life_.state == State::fault ? Outcome::faulted : Outcome::emergency);
      lease_.disarm_all();
      break;
  }
  if (trigger == Trigger::resume) {
    if (frozen_driver_) lease_.arm(frozen_driver_);
    if (owner_.waiting)
      answer(owner_.tag, owner_.driver, {Outcome::resumed, Refusal::none, {}, HardwareCode::none});
  }
}

void Controller::Core::raise_fault(const Fault& fault) noexcept {
  if (fault_) return;
  fault_ = fault;
  emit(0, lease_.driver(), FaultRaised{fault});
  goal_ = Goal::none;
  pending_ = Pending::none;
  lease_.disarm_all();
  fire(Trigger::fault);
}

Refusal Controller::Core::why_not() const noexcept {
  switch (life_.state) {
    case State::init:
      return Refusal::initialising;
    case State::emergency:
      return Refusal::emergency;
    case State::fault:
      return Refusal::fault;
    default:
      break;
  }
  if (fault_) return Refusal::fault;
  if (shutting_down_) return Refusal::shutting_down;
  if (!machine_->trusted) return Refusal::calibration;
  if (!enabled_) return Refusal::not_enabled;
  if (lease_.barred()) return Refusal::barred;
  if (paused()) return Refusal::paused;
  if (lifecycle::is_moving(life_.state) || goal_ != Goal::none) return Refusal::moving;
  if (!life_.zeroed) return Refusal::not_zeroed;
  if (life_.state == State::origin) return Refusal::at_bottom;
  return Refusal::none;
}

}  // namespace hexad::controller
