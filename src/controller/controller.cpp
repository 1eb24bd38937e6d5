#include "controller/controller.hpp"

#include <algorithm>

#include "controller/core.hpp"

namespace hexad::controller {
namespace {

using lifecycle::Goal;
using lifecycle::Trigger;

constexpr Duration kLimitMemory = std::chrono::milliseconds{250};
constexpr Duration kSelfTest = std::chrono::milliseconds{500};  // what is wrong for longer is named

}  // namespace

Controller::Controller(const Machine& machine, const Settings& settings)
    : core_{std::make_unique<Core>(machine, settings)} {}
Controller::~Controller() = default;

const Outputs& Controller::step(TimePoint now, std::span<const Request> requests,
                                const Feedback& feedback) noexcept {
  return core_->step(now, requests, feedback);
}

Controller::Core::Core(const Machine& machine, const Settings& settings) noexcept
    : machine_{&machine},
      settings_{settings},
      period_{to_seconds(settings.period)},
      cue_{settings.cueing},
      enabled_{settings.auto_enable} {
  mover_.adopt(machine, period_);
  rotary_.adopt(machine, period_);
  cue_.adopt(machine, period_);
  check_.adopt(machine, period_);
}

const Outputs& Controller::Core::step(TimePoint now, std::span<const Request> requests,
                                      const Feedback& feedback) noexcept {
  now_ = now;
  feedback_ = &feedback;
  ++tick_;
  out_.events.clear();
  reset_drives_ = false;
  set_zero_ = false;

  perceive();
  for (const Request& request : requests) urgent(request);
  for (const Request& request : requests) take(request);
  keep_time();
  select_motion();
  move();
  conclude();
  release_programs();
  last_word();
  report();
  return out_;
}

/// Where the platform is, and whether something is wrong: emergency first, then faults.
void Controller::Core::perceive() noexcept {
  const Feedback& feedback = *feedback_;
  if (life_.state == State::init && feedback.waiting) {  // nobody there is no fault
    init_fault_since_ = now_;
    return watch_.reset();
  }
  emergency_.see(feedback.emergency_button || feedback.torque_off);
  if (!settings_.auto_enable && feedback.simulated) enabled_ = true;  // lifecycle rule 13
  const bool was_held = holding_legs_;
  take_hold();
  const Watch::Expectation expected{&out_.setpoint, was_held,      life_.zeroed,
                                    seeking(),      just_adopted_, recovering_};
  Fault present = watch_.look(*machine_, feedback, expected, period_);
  look_at_following(present);
  const bool clears = present.kind == FaultKind::drive_error || present.kind == FaultKind::controller_fault;
  clearing_ = clears && now_ < clearing_until_;
  if (clearing_)
    present = {};
  else
    clearing_until_ = {};  // gone once: another one is news
  just_adopted_ = false;
  drives_lost_ = life_.zeroed && (drives_lost_ || !feedback.link || !feedback.supply);

  look_at_enable_input();
  if (life_.state == State::init) test_itself(present);
  adopt_legs();
  if (life_.state == State::powered_up && !life_.zeroed && !present && knows_place()) fire(Trigger::homed);
  if (emergency_.asserted(now_) && !settling()) fire(Trigger::emergency);
  if (present && !lifecycle::is_locked(life_.state)) raise_fault(present);
  // Locked as it is, people must hear that the platform sinks, whatever else is wrong; and what the far
  // controller says is the cause of what was seen of it first.
  const Fault& slipped = watch_.slipped();
  const bool sinks = slipped && lifecycle::is_locked(life_.state) &&
                     fault_.kind != FaultKind::brake_slipped && life_.state != State::init;
  const bool cause =
      present.kind == FaultKind::controller_fault &&
      (fault_.kind == FaultKind::following_error || fault_.kind == FaultKind::controller_stopped);
  if (sinks || cause) {
    fault_ = sinks ? slipped : present;
    fault_tick_ = tick_;
    emit(0, lease_.driver(), FaultRaised{fault_});
  }
}

/// Real drives that have just come: what is wrong with them, or their chain, may still come right.
bool Controller::Core::settling() const noexcept {
  return life_.state == State::init && !feedback_->simulated && now_ - init_fault_since_ <= kSelfTest;
}

void Controller::Core::test_itself(const Fault& present) noexcept {
  mover_.stand_at(measured_extension(), false);
  rotary_.stand_at(feedback_->rotary);
  if (present) {
    if (!settling() && !feedback_->simulated) raise_fault(present);
  } else if (!(settling() && emergency_.asserted(now_))) {
    fire(Trigger::self_test_passed);
  }
  // Simulation only: begin zeroed, as if somebody had done it before.
  if (life_.state == State::powered_up && settings_.initial != Initial::powered_up)
    fire(settings_.initial == Initial::origin ? Trigger::begin_zeroed : Trigger::begin_raised);
}

/// Where the legs are when the drives take hold of them is where they stand; so it is until every drive
/// works, and while the drives seek by themselves.
void Controller::Core::adopt_legs() noexcept {
  if (standby_.adopting()) {
    if (life_.state == State::powered_up) stand_where_measured();
    watch_.reset();
    standby_.count_adoption();
  }
  const bool all_on = every_leg([](const LegFeedback& leg) { return leg.enabled; });
  if ((out_.setpoint.enable && !holding_legs_ && !all_on) || led()) stand_where_measured();
  if (homing_by_drives()) watch_.reset();  // they may count anew from where they find their zero
  if (led()) watch_.forget_motion();
}

/// Lifecycle rule 13: a press of the button, not one that stays in.
void Controller::Core::look_at_enable_input() noexcept {
  const int input = settings_.enable_input;
  const bool pressed = input != 0 && ((feedback_->inputs >> (input - 1)) & 1) != 0;
  if (pressed && !enable_input_ && !lifecycle::is_locked(life_.state)) enable();
  enable_input_ = pressed;
}

/// Nothing moves before every leg reports that it is on and its brake open.
void Controller::Core::take_hold() noexcept {
  const auto works = [](const LegFeedback& leg) { return leg.enabled && !leg.brake_closed; };
  holding_legs_ = out_.setpoint.enable && (holding_legs_ || every_leg(works));
}

/// One step towards what was asked for and is still to come.
void Controller::Core::select_motion() noexcept {
  if (hold_.resume_asked() && life_.state == State::holding) resume();
  if (standby_.wakes() || !holding_legs_) return;
  if (goal_ == Goal::none || !enabled_ || standby_.adopting() || now_ < dwell_until_) return;
  const auto trigger = lifecycle::toward(life_, goal_, place());
  if (!trigger) return;
  if (*trigger == Trigger::zero && goal_ == Goal::zero) goal_ = Goal::origin;
  // Nobody is there any more who would be followed: resumed by somebody else, long after its host had gone.
  const bool follows = *trigger == Trigger::run || *trigger == Trigger::follow_from_bottom;
  if (follows && !lease_.held()) {
    forget_plans();
    return finish(Outcome::stopped);
  }
  fire(*trigger);
}

void Controller::Core::move() noexcept {
  if (cue_.active()) cue();
  if (life_.state == State::running && stream_fresh_) {
    const bool legs = stream_.kind == StreamTarget::Kind::legs;
    const Mover::Act wanted = legs ? Mover::Act::follow_legs : Mover::Act::follow_pose;
    if (mover_.act() != wanted) legs ? mover_.follow_legs() : mover_.follow_pose();
    legs ? mover_.target(stream_.legs, stream_arrival_, stream_.number)
         : mover_.target(stream_.pose, stream_arrival_, stream_.number);
  }
  stream_fresh_ = false;
  const bool reconciling = mover_.act() == Mover::Act::lift && jog_legs_ == 0;
  if (life_.state == State::manual && !reconciling)
    mover_.jog(jog_legs_, jog_legs_ != 0 && holding_legs_ ? jog_speed_ : 0.0, jog_to_);
  mover_.let_effects(effects_wanted());
  mover_.advance(now_, *feedback_);
  tell_score();
  tell_sine();
  if (life_.state != State::running) rotary_.stop();
  rotary_.advance();
}

/// What has come to its end.
void Controller::Core::conclude() noexcept {
  switch (life_.state) {
    case State::zeroing:
      if (homing_by_drives()) {
        begin_homing();
      } else if (mover_.act() == Mover::Act::seek_bottom && mover_.found_bottom()) {
        set_zero_ = true;
        mover_.prove_zero(Extensions::Zero());
        proving_zero_ = true;
        watch_.reset();
        just_adopted_ = true;
      } else if (mover_.act() == Mover::Act::seek_bottom && mover_.blocked_leg() < kMaxLegs) {
        raise_fault({FaultKind::homing_failed, static_cast<std::uint8_t>(mover_.blocked_leg()), 0, 0});
      } else if (mover_.act() == Mover::Act::prove_zero && mover_.finished()) {
        fire(Trigger::found_bottom);
      }
      break;
    case State::stopping:
      if (mover_.standing() && !check_.braking() && feedback_->far.life != OwnLife::moves &&
          !feedback_->far.plays)
        fire(Trigger::standstill);
      break;
    case State::to_neutral:
      // A kept zero whose legs had to be brought inside first.
      if (mover_.act() == Mover::Act::lift && mover_.finished()) return start_return();
      if (led()) {
        if (begins_to_follow()) start_return();
        break;
      }
      [[fallthrough]];
    case State::ascending:
    case State::descending:
      if (machine_->drive.own_life && life_.state != State::to_neutral) {
        const bool down = life_.state == State::descending;
        if (down ? feedback_->far.life == OwnLife::down : begins_to_follow()) fire(Trigger::arrived);
        break;
      }
      if (mover_.finished() && arrived()) fire(Trigger::arrived);
      break;
    case State::manual:
      if (jog_legs_ == 0 && now_ >= jog_until_ && mover_.standing() && !mover_.reconcile_legs())
        fire(Trigger::arrived);
      break;
    case State::running:
      conclude_running();
      break;
    default:
      break;
  }
  // A goal that is reached; those of a program are when `running` begins. To run while it runs is one, too,
  // when it took back what was asked for on the same tick.
  const State state = life_.state;
  const bool down = state == State::origin || (state == State::powered_up && (!life_.zeroed || at_bottom()));
  const bool reached = (goal_ == Goal::origin && state == State::origin) ||
                       (goal_ == Goal::descend && down) ||
                       (goal_ == Goal::neutral && state == State::ready && at_neutral()) ||
                       ((goal_ == Goal::run || goal_ == Goal::follow) && state == State::running);
  if (!reached) return;
  goal_ = Goal::none;
  if (!slot_.ending()) finish(Outcome::done);
}

/// Nothing goes to the drives that was not looked at here.
void Controller::Core::last_word() noexcept {
  legs_out_ = mover_.legs();
  if (settings_.tamper != nullptr) settings_.tamper(legs_out_);
  out_.setpoint.restart = set_zero_ || just_adopted_;
  if (check_.failed()) off_until_reset_ = true;
  if (!drives_on()) {
    legs_out_ = {};
    legs_out_.extension = measured_extension();
    return check_.restart(legs_out_.extension);
  }
  if (out_.setpoint.restart)
    check_.restart(mover_.legs().extension);  // by the drives' new zero, or measurement
  if (const Fault rejected = check_.pass(legs_out_, life_.zeroed)) raise_fault(rejected);
  if (check_.braking() && check_.standing() && life_.state == State::stopping) {
    mover_.stand_at(legs_out_.extension, life_.zeroed);
    check_.restart(legs_out_.extension);
  }
}

/// Of legs moved by hand with less; kept until another motion is accepted, or the drives are off.
void Controller::Core::report_torque_limit(Setpoint& setpoint) noexcept {
  if (!drives_on()) limited_legs_ = 0;
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg)
    setpoint.torque_limit[static_cast<Eigen::Index>(leg)] =
        ((limited_legs_ >> leg) & 1U) != 0 ? most_torque_ : 0.0;
}

void Controller::Core::report() noexcept {
  if (lifecycle::is_locked(life_.state)) outputs_.drop();
  report_limit(mover_.hit() ? mover_.hit() : mover_.effects().hit());
  if (lease_.driver() != out_.telemetry.driver) emit(0, {}, DriverChange{lease_.driver()});

  Setpoint& setpoint = out_.setpoint;
  setpoint.extension = legs_out_.extension;
  setpoint.velocity = legs_out_.velocity;
  setpoint.acceleration = legs_out_.acceleration;
  report_torque_limit(setpoint);
  setpoint.rotary = rotary_.angle();
  setpoint.rotary_velocity = rotary_.velocity();
  setpoint.enable = drives_on();
  setpoint.off_now = off_now();
  // While the zero is proved the ends hold already: a stall must not press a leg into its bottom.
  setpoint.zeroed = (life_.zeroed || (homes() && proving_zero_)) && !seeking();
  setpoint.home = homing_by_drives() && life_.state == State::zeroing;
  following_ = following_ && setpoint.enable;
  const bool own = machine_->drive.own_life;
  setpoint.raise = own && (life_.state == State::ascending || (life_.state == State::to_neutral && led()));
  setpoint.lower = own && life_.state == State::descending;
  setpoint.follow = following_;
  setpoint.score = score_;
  setpoint.score.held = paused();
  setpoint.seek_bottom = seeking();
  setpoint.set_zero = set_zero_;
  setpoint.reset = reset_drives_;
  setpoint.relays = outputs_.relays();
  setpoint.outputs = outputs_.digital();
  watch_.sent(setpoint, now_ + settings_.period);

  Telemetry& t = out_.telemetry;
  static_cast<Situation&>(t) = situation();
  t.time = now_;
  t.tick = tick_;
  t.revision = machine_->revision;
  t.arrived_by = arrived_by_;
  t.program = program_;
  t.moving = t.busy || lifecycle::is_moving(life_.state) || life_.state == State::holding;
  t.clamped = clamped_;
  t.host_lost = silence_.host_lost();
  t.exit_over = exit_is_over();
  t.stale_frames = stale_frames_;
  t.disarms = lease_.disarms();
  t.why_not = lifecycle::why_not(t);
  t.code = life_.state == State::emergency ? HardwareCode::emergency_stop : code_of(fault_);
  t.limit = mover_.hit();
  t.target = life_.zeroed ? mover_.goal() : Pose{};
  t.commanded = mover_.motion();
  t.actual = watch_.actual();
  t.actual_velocity = watch_.velocity();
  t.actual_valid = watch_.valid();
  t.setpoint = setpoint;
  t.feedback = *feedback_;
  cue_.report(t.commanded, t.cue);
  t.cue.tuned += mover_.effects().changes();
  t.cue.effect_share = mover_.effects().let_through();
  t.cue.effects = mover_.effects().kinds();
  t.progress = mover_.progress();
  t.path_time = mover_.playback().loaded() ? mover_.playback().path_time() : 0.0;
  t.override_share = mover_.speed();
}

/// What runs was limited to the reach by this, or fits.
void Controller::Core::report_clamped(const LimitHit& hit) noexcept {
  clamped_ = static_cast<bool>(hit);
  if (hit) report_limit(hit);
}

/// A limit that begins or ends to act is said once, not on every tick it acts.
void Controller::Core::report_limit(const LimitHit& hit) noexcept {
  if (hit) {
    limit_seen_ = now_;
    last_hit_ = hit;
    if (acting_limit_ == Limit::none) {
      acting_limit_ = hit.limit;
      emit(0, lease_.driver(), LimitChange{hit, true});
    }
  } else if (acting_limit_ != Limit::none && now_ - limit_seen_ >= kLimitMemory) {
    acting_limit_ = Limit::none;
    emit(0, lease_.driver(), LimitChange{last_hit_, false});
  }
}

}  // namespace hexad::controller
