// What a change of state does: which act the mover begins, who is told, what is cleared.

#include <algorithm>
#include <cmath>
#include <utility>

#include "controller/core.hpp"
#include "kinematics/jacobian.hpp"
#include "motion/coordinates.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr double kEncoderNoise = 0.05 * kMillimetre;
constexpr Duration kDwell = std::chrono::milliseconds{20};  // lifecycle rule 22
constexpr int kResetTicks = 10;                             // until what a reset did shows in the feedback
constexpr int kPartsOfWay = 20;
constexpr double kInside = 1.0 * kMillimetre;       // beyond the margin, for legs brought back
constexpr double kNearNeutral = 1.0 * kMillimetre;  // measured, of one that says it is at neutral
constexpr int kReturnSamples = 16;
constexpr double kPromptReset = 0.020;  // s: simulated drives have no errors left after a reset
constexpr Duration kLongestHoming = std::chrono::seconds{120};

}  // namespace

/// The controller behind the drives can follow now: from neutral, where it says it is, or from where it is.
bool Controller::Core::begins_to_follow() noexcept {
  if (feedback_->far.life != OwnLife::follows) return false;
  const Extensions neutral = Extensions::Constant(0.5 * machine_->geometry.stroke, machine_->geometry.legs);
  const bool there = (measured_extension() - neutral).cwiseAbs().maxCoeff() <= kNearNeutral;
  // One that plays prepared motions stood ready for the next before it was told to go there.
  if (machine_->drive.prepared_only && life_.state == State::to_neutral && !there) return false;
  following_ = true;
  if (there) mover_.stand_at(neutral, life_.zeroed);
  return true;
}

/// One that stopped following by itself, or was stopped over there, stops everything here.
void Controller::Core::look_at_following(Fault& present) noexcept {
  if (!following_ || !feedback_->link || feedback_->far.life == OwnLife::follows) return;
  following_ = false;
  if (!present) present = {FaultKind::controller_stopped, 0xFF, 0, 0};
}

/// Drives that know their place, or find it when told; then every leg shows that it moves, and goes down.
void Controller::Core::begin_homing() noexcept {
  if (machine_->drive.own_life && knows_place()) {  // it has proved its zero itself, and goes down
    if (feedback_->far.life == OwnLife::down) fire(Trigger::found_bottom);
    return;
  }
  if (knows_place()) {
    mover_.prove_zero(measured_extension());
    proving_zero_ = true;
    watch_.reset();
    just_adopted_ = true;
    return;
  }
  const bool waits = machine_->drive.homing == Homing::by_drive && now_ - homing_since_ < kLongestHoming;
  if (waits) return;
  const auto& legs = feedback_->legs;
  const auto lost = std::find_if(legs.begin(), legs.end(), [](const LegFeedback& leg) { return !leg.homed; });
  raise_fault({FaultKind::homing_failed, static_cast<std::uint8_t>(lost - legs.begin()), 0, 0});
}

/// Lifecycle rule 13: by the operator, or an input at the machine.
void Controller::Core::enable() noexcept {
  if (!enabled_ || switched_off_) standby_.adopt();  // a leg may have moved since it was last looked at
  enabled_ = true;
  switched_off_ = false;
}

void Controller::Core::stand_where_measured() noexcept {
  Extensions extension = measured_extension();
  // A leg at its end is measured a hair beside it.
  for (double& place : extension) {
    const double inside = std::clamp(place, 0.0, machine_->geometry.stroke);
    if (life_.zeroed && std::abs(inside - place) <= kEncoderNoise) place = inside;
  }
  mover_.stand_at(extension, life_.zeroed);
  rotary_.stand_at(feedback_->rotary);
  just_adopted_ = true;
}

bool Controller::Core::fire(Trigger trigger) noexcept {
  const auto after = lifecycle::next(life_, trigger);
  if (!after) return false;
  const State from = life_.state;
  const bool was_paused = paused();
  life_ = *after;
  if (life_.state != State::running && !paused()) score_ = {};
  // Lifecycle rule 28: what takes an operator's hold away without the operator leaves the hosts barred.
  const bool takes_away =
      trigger == Trigger::fault || trigger == Trigger::emergency || trigger == Trigger::power_up;
  if (was_paused && !paused() && hold_.by() == HoldBy::by_operator && takes_away) lease_.bar();
  enter(from, trigger);
  if (was_paused && !paused()) hold_.clear();
  if (from == State::running && life_.state != State::running) {
    halting_ = false;
    clamped_ = false;
  }
  last_motion_ = now_;
  if (life_.state != from) emit(0, {}, Transition{from, life_.state, lifecycle::to_string(trigger)});
  return true;
}

void Controller::Core::enter(State from, Trigger trigger) noexcept {
  switch (life_.state) {
    case State::init:
      break;
    case State::powered_up:
      enter_powered_up(from, trigger);
      break;
    case State::zeroing:
      proving_zero_ = false;
      following_ = false;
      homing_since_ = now_;
      homing_by_drives() ? mover_.stand_at(measured_extension(), false) : mover_.seek_bottom();
      break;
    case State::origin:
      recovering_ = false;
      lease_.lowered();
      if (trigger == Trigger::begin_zeroed) {
        stand_where_measured();
        arrived_by_ = ArrivedBy::zeroing;
      } else if (trigger == Trigger::found_bottom) {
        mover_.stand_at(Extensions::Zero(), true);
        arrived_by_ = ArrivedBy::zeroing;
      } else {
        if (machine_->drive.own_life) mover_.stand_at(Extensions::Zero(), true);
        mover_.stand();
        arrived_by_ = ArrivedBy::descending;
      }
      if (slot_.ending()) finish(slot_.ends());
      break;
    case State::ascending:
      following_ = false;
      machine_->drive.own_life ? mover_.stand() : mover_.lift_to(0.5 * machine_->geometry.stroke);
      break;
    case State::descending:
      following_ = false;
      machine_->drive.own_life ? mover_.stand() : mover_.lift_to(0.0);
      break;
    case State::to_neutral:
      program_ = ProgramKind::none;
      following_ = following_ && !machine_->drive.prepared_only;
      start_return();
      break;
    case State::ready:
      enter_ready(from, trigger);
      break;
    case State::running:
      silence_.found();
      if (goal_ == Goal::run || goal_ == Goal::follow) finish(Outcome::done);
      goal_ = Goal::none;
      start_program();
      break;
    case State::stopping:
      mover_.stop();
      break;
    case State::holding:
      // Legs that pressed on their end stops are where the drives say.
      if (life_.before == State::zeroing) {
        stand_where_measured();
        watch_.reset();
      } else {
        mover_.stand();
      }
      if (slot_.ending()) finish(slot_.ends());
      break;
    case State::manual:
      program_ = ProgramKind::jog;
      break;
    case State::fault:
    case State::emergency:
      enter_locked();
      break;
  }
  const bool passes = life_.state == State::origin || life_.state == State::ready;
  if (passes && (lifecycle::is_moving(from) || from == State::holding)) dwell_until_ = now_ + kDwell;
  if (trigger == Trigger::resume) tell_owner(Outcome::resumed);
}

void Controller::Core::enter_powered_up(State from, Trigger trigger) noexcept {
  if (trigger == Trigger::homed) {  // found somewhere: slowly, until neutral or the bottom is reached
    stand_where_measured();
    recovering_ = true;
    return;
  }
  // Legs that were switched off, or pressed on their end stops, are where the drives say; others where they
  // were told to be.
  const bool locked = from == State::fault || from == State::emergency;
  const bool pressed = from == State::stopping && life_.before == State::zeroing;
  if (locked || pressed) {
    stand_where_measured();
  } else if (from != State::init) {
    mover_.stand_at(mover_.legs().extension, life_.zeroed);
  }
  watch_.reset();
  just_adopted_ = true;
  arrived_by_ = locked ? ArrivedBy::reset : ArrivedBy::power_up;
  // Until the first arrival, whatever is held, stopped or asked for meanwhile.
  recovering_ = life_.zeroed && (recovering_ || trigger == Trigger::reset_zeroed);
  lease_.lowered();
  silence_.disarm();
  silence_.found();
  locked ? standby_.adopt() : standby_.adopted();
  reset_ticks_ = kResetTicks;
  if (locked || trigger == Trigger::standstill) {
    fault_ = {};
    reset_drives_ = true;
    off_until_reset_ = false;
    clearing_until_ = now_ + from_seconds(std::max(machine_->drive.enable_time - kPromptReset, 0.0));
    // Real drives need the local enable again (rule 13).
    if (locked) enabled_ = settings_.auto_enable || feedback_->simulated;
  }
  if (from == State::stopping || from == State::holding) outputs_.drop();  // also of who drives since then
  if (locked) goal_ = Goal::none;  // nothing that was accepted before a reset survives it (rule 27)
  if (slot_.ending()) finish(slot_.ends());
}

void Controller::Core::enter_ready(State from, Trigger trigger) noexcept {
  if (trigger == Trigger::begin_raised) stand_where_measured();
  mover_.stand();
  silence_.disarm();
  if (at_neutral()) recovering_ = false;
  if (led()) recovering_ = true;  // stopped on its way by itself: no place to run from
  if (trigger == Trigger::resume) return;
  arrived_by_ = from == State::ascending || trigger == Trigger::begin_raised ? ArrivedBy::ascending
                : from == State::to_neutral                                  ? ArrivedBy::to_neutral
                : from == State::running                                     ? ArrivedBy::program_end
                                                                             : ArrivedBy::stop;
  if (slot_.ending()) finish(slot_.ends());
  if (from == State::stopping || from == State::holding) outputs_.drop();
}

void Controller::Core::enter_locked() noexcept {
  mover_.stand_at(mover_.legs().extension, false);
  rotary_.stand_at(feedback_->rotary);
  forget_plans();
  recovering_ = false;
  silence_.disarm();
  silence_.found();
  finish(life_.state == State::fault ? Outcome::faulted : Outcome::emergency);
  lease_.disarm_all();
}

/// To neutral, or to where a descent may begin. With a kept zero slowly, legs past their ends first inside
/// (rule 18).
void Controller::Core::start_return() noexcept {
  if (led() || machine_->drive.prepared_only)
    return mover_.stand();  // it comes to where it can follow by itself
  const bool down = goal_ == Goal::descend || goal_ == Goal::zero;
  const Pose target = down ? place_to_descend_from() : Pose{};
  if (!recovering_) return mover_.move_to(target, Vec6::Zero());
  const std::size_t legs = machine_->geometry.legs;
  const double margin = machine_->limits.stroke_margin + kInside;
  const double stroke = machine_->geometry.stroke;
  const Extensions& at = mover_.legs().extension;
  // From beyond a limit of the pose, too, leg by leg: as far towards their middle as it takes.
  const Extensions from = at.clamped(0.0, stroke - margin, legs);
  const Extensions middle = Extensions::Constant(0.5 * stroke, legs);
  Extensions inside = from;
  for (int part = 1; part <= kPartsOfWay && mover_.limit_of_pose(inside); ++part)
    inside = from + (1.0 * part / kPartsOfWay) * (middle - from);
  if ((inside - at).cwiseAbs().maxCoeff() > 0.0) return mover_.lift_each(inside);
  return_slowly(target);
}

/// No leg faster than raising: by how far legs go for a step along the straight way.
void Controller::Core::return_slowly(const Pose& target) noexcept {
  const Vec6 from = motion::coordinates_of(mover_.motion().pose);
  const Vec6 way = motion::coordinates_of(target) - from;
  double steepest = 1e-9;
  for (int k = 0; k < kReturnSamples; ++k) {
    const Extensions a = kinematics::extensions(*machine_, motion::pose_of(from + way * k / kReturnSamples));
    const Extensions b =
        kinematics::extensions(*machine_, motion::pose_of(from + way * (k + 1) / kReturnSamples));
    steepest = std::max(steepest, (b - a).cwiseAbs().maxCoeff() * kReturnSamples);
  }
  const double raise = machine_->limits.raise_speed;
  const double rate = 0.9 * raise / steepest;
  // What a guide or rounding adds to an axis that hardly moves must not hold up the others: m/s, rad/s.
  const double least = 0.01 * raise;
  mover_.move_to(target, (way.cwiseAbs() * rate).cwiseMax(least));
}

/// The motion is frozen, with what was to follow it.
void Controller::Core::freeze(HoldBy by, const Endpoint& held_by, const Endpoint& driver) noexcept {
  std::optional<std::uint32_t> word;
  if (driver != held_by) word = lease_.act_of(driver);
  hold_.freeze(by, held_by, driver, std::exchange(goal_, Goal::none), word, now_);
  if (!slot_.ending()) tell_owner(Outcome::paused);
}

/// Whose motion it is hears that it is paused, or goes on.
void Controller::Core::tell_owner(Outcome outcome) noexcept {
  if (slot_.busy()) answer(slot_.tag(), slot_.driver(), {outcome, Refusal::none, {}, HardwareCode::none});
}

/// The driver fell silent, went, or may drive no more: what moves is held for whoever drives next, what it
/// asked for and has not begun, as a stop lasts, never begins.
void Controller::Core::lose_host(const Endpoint& driver) noexcept {
  silence_.disarm();
  if (paused()) return;
  if (fire(Trigger::host_lost) && paused()) return freeze(HoldBy::lost, driver, driver);
  forget_plans();
  slot_.end_at_standstill(Outcome::stopped);
  if (!lifecycle::is_moving(life_.state)) finish(Outcome::stopped);
}

/// What was frozen goes on; when there is nothing left of it – a stop ended it, its host has gone – the
/// platform is ready.
void Controller::Core::resume() noexcept {
  const Endpoint driver = hold_.frozen_driver();
  if (driver) lease_.arm(driver);
  const bool drives = driver && lease_.regain(driver, now_);
  if (drives) outputs_.driven_by(driver);
  const bool goes_on = life_.before != State::running || slot_.busy() || drives;
  if (!hold_.has_motion() || !goes_on) {
    fire(Trigger::stop);
    return;
  }
  goal_ = hold_.goal();
  if (hold_.begun()) {
    fire(Trigger::resume);
  } else {
    hold_.begins();
    tell_owner(Outcome::resumed);
  }
}

void Controller::Core::raise_fault(const Fault& fault) noexcept {
  if (fault_) return;
  fault_ = fault;
  fault_tick_ = tick_;
  emit(0, lease_.driver(), FaultRaised{fault});
  forget_plans();
  lease_.disarm_all();
  fire(Trigger::fault);
}

}  // namespace hexad::controller
