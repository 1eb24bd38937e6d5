// Acts that lead the legs one by one: seeking the bottom, lifting and lowering, jogging.

#include <algorithm>
#include <cmath>

#include "controller/mover.hpp"
#include "controller/mover_limits.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::controller {
namespace {

constexpr double kFoundTime = 0.3;     // s, lifecycle.md
constexpr double kBlockedTime = 1.0;   // s
constexpr double kBackOffShare = 0.1;  // of the zeroing speed, up to where a switch opens
constexpr double kMostBackOff = 20.0 * kMillimetre;
constexpr double kPressedStill = 0.2 * kMillimetre;
constexpr double kSeekLead = 5.0 * kMillimetre;  // how far the setpoint may run ahead of a pressed leg
constexpr double kProofLift = 4.0 * kMillimetre;
constexpr double kMostJogTwist = 0.6 * kMillimetre;  // 1 mm measured is a fault
constexpr double kTogether = 1e-12;                  // m

Eigen::Index at(std::size_t leg) noexcept { return static_cast<Eigen::Index>(leg); }

}  // namespace

/// The pose the legs make; kept as it was while the legs are not trusted.
void Mover::take_pose_from_legs() noexcept {
  if (!zeroed_) return;
  const kinematics::Forward here = kinematics::forward(*machine_, legs_.extension, motion_.pose);
  const kinematics::Forward found = here.ok() ? here : kinematics::forward(*machine_, legs_.extension);
  if (!found.ok()) return;
  motion_.pose = found.pose;
  goal_ = found.pose;  // legs that are led one by one have no other
  motion_.velocity = kinematics::twist_from_leg_rates(*machine_, found.pose, legs_.velocity);
  motion_.acceleration = {};
}

/// From now on each leg by itself.
void Mover::lead_legs() noexcept {
  leave_joining();
  effects_.drop();
  leg_mode_ = true;
  hit_ = {};
}

void Mover::enter_legs(const Rates& limits) noexcept {
  lead_legs();
  drive_.start(legs_, machine_->geometry.legs, limits);
}

void Mover::seek_bottom() noexcept {
  act_ = Act::seek_bottom;
  zeroed_ = false;
  enter_legs(leg_rates(machine_->limits.zeroing_speed));
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    drive_.set_velocity(leg, -machine_->limits.zeroing_speed);
  }
  pressed_.fill({});
}

/// A leg that is jammed presses as one at its end stop does: before its place counts as zero, every leg must
/// show that it moves. Up a little and down again, watched for following errors.
void Mover::prove_zero(const Extensions& from) noexcept {
  stand_at(from, false);
  act_ = Act::prove_zero;
  proof_ = 0;
  start_lift(kProofLift);
}

void Mover::lift_to(double extension) noexcept {
  act_ = Act::lift;
  start_lift(extension);
}

void Mover::lift_each(const Extensions& extension) noexcept {
  lead_legs();
  act_ = Act::lift;
  lift_.start(legs_.extension, extension, leg_rates(machine_->limits.jog_speed_unzeroed));
}

void Mover::start_lift(double extension) noexcept {
  lead_legs();
  const Extensions target = Extensions::Constant(extension, machine_->geometry.legs);
  const bool down = extension < legs_.extension[0];
  const double speed = down ? machine_->limits.lowering_speed() : machine_->limits.raise_speed;
  lift_.start(legs_.extension, target, leg_rates(speed));
}

void Mover::jog(std::uint8_t legs, double speed, std::optional<double> to) noexcept {
  if (act_ != Act::jog) {
    leave_joining();
    if (!leg_mode_) take_governed();
    act_ = Act::jog;
    enter_legs(leg_rates(machine_->limits.jog_speed));
  }
  const double most = zeroed_ ? machine_->limits.jog_speed : machine_->limits.jog_speed_unzeroed;
  jog_legs_ = legs;
  jog_to_ = to;
  jog_speed_ = std::clamp(speed, -most, most);
}

/// Four legs, each by itself, may stand where no pose of the platform has them.
bool Mover::contradict_each_other() const noexcept {
  if (!zeroed_ || machine_->geometry.mechanism != Mechanism::four_legs) return false;
  Pose pose = motion_.pose;
  return !((legs_together(pose) - legs_.extension).cwiseAbs().maxCoeff() < kTogether);
}

/// The extensions of the plane nearest to four legs, as high or as low as it must be for all of them to be
/// outside the margins, or no deeper in one than they are: one leg lifted from the bottom leaves the opposite
/// one below it. `pose`: the nearest plane; then the one that was found.
Extensions Mover::legs_together(Pose& pose) const noexcept {
  constexpr int kRounds = 8;
  const double stroke = machine_->geometry.stroke;
  const double margin = machine_->limits.stroke_margin;
  const auto legs = at(machine_->geometry.legs);
  const Vec6 low = legs_.extension.values().cwiseMin(margin).cwiseMax(0.0);
  const Vec6 high = legs_.extension.values().cwiseMax(stroke - margin).cwiseMin(stroke);
  Extensions together = kinematics::extensions(*machine_, pose);
  for (int i = 0; i < kRounds; ++i) {
    const double below = (low - together.values()).head(legs).maxCoeff();
    const double above = (together.values() - high).head(legs).maxCoeff();
    if (!(below > 0.0) && !(above > 0.0)) break;
    pose.position.z() += below > 0.0 ? below + 1e-9 : -above - 1e-9;
    together = kinematics::extensions(*machine_, pose);
  }
  return together.clamped(0.0, stroke, machine_->geometry.legs);
}

bool Mover::reconcile_legs() noexcept {
  if (act_ == Act::lift) return !lift_.finished();
  take_pose_from_legs();
  if (!contradict_each_other()) return false;
  act_ = Act::lift;
  Pose pose = motion_.pose;
  lift_.start(legs_.extension, legs_together(pose), leg_rates(machine_->limits.jog_speed_unzeroed));
  return true;
}

bool Mover::found_bottom() const noexcept {
  return std::all_of(pressed_.begin(), pressed_.begin() + machine_->geometry.legs,
                     [](const Pressed& pressed) noexcept { return pressed.time >= kFoundTime; });
}

std::size_t Mover::blocked_leg() const noexcept {
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg)
    if (pressed_[leg].blocked >= kBlockedTime) return leg;
  return kMaxLegs;
}

void Mover::advance_seek(const Feedback& feedback) noexcept {
  drive_.advance(period_);
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    const LegFeedback& back = feedback.legs[leg];
    const bool pressing = back.torque <= -machine_->drive.seek_threshold * machine_->drive.motor_torque;
    // One that still moves is pulled down against a load that is hardly less than the seek: not the end stop.
    Pressed& pressed = pressed_[leg];
    if (!(std::abs(back.extension - pressed.at) <= kPressedStill)) {
      pressed.time = pressed.blocked = 0.0;
      pressed.at = back.extension;
    }
    if (machine_->drive.homing == Homing::by_switch) {
      advance_to_switch(leg, back, pressing);
      continue;
    }
    if (pressed.time < kFoundTime) pressed.time = pressing ? pressed.time + period_ : 0.0;
    // A leg on its stop goes no further; its setpoint must not run away from it.
    const double lead = back.extension - drive_.stop_position_of(leg);
    const bool wait = lead >= kSeekLead;
    if (wait || lead <= 0.8 * kSeekLead)
      drive_.set_velocity(leg, wait ? 0.0 : -machine_->limits.zeroing_speed);
  }
}

void Mover::advance_to_switch(std::size_t leg, const LegFeedback& back, bool pressing) noexcept {
  using enum SwitchStage;
  Pressed& pressed = pressed_[leg];
  const double speed = machine_->limits.zeroing_speed;
  const bool stands = std::abs(drive_.legs().velocity[at(leg)]) < kTogether;
  if (pressed.stage == down && back.lower_switch) pressed.stage = closed;
  if (pressed.stage == closed && stands) {
    pressed.stage = back.lower_switch ? up : down;  // it closed for a moment only: on it goes
    pressed.up_from = drive_.legs().extension[at(leg)];
  }
  if (pressed.stage == up && !back.lower_switch) pressed.stage = open;
  pressed.time = pressed.stage == open ? pressed.time + period_ : 0.0;
  const bool stuck = pressed.stage == up && drive_.legs().extension[at(leg)] - pressed.up_from > kMostBackOff;
  pressed.blocked = stuck                               ? kBlockedTime
                    : pressed.stage == down && pressing ? pressed.blocked + period_
                                                        : 0.0;
  // A leg on its stop goes no further; its setpoint must not run away from it.
  const bool waits = back.extension - drive_.stop_position_of(leg) >= kSeekLead;
  drive_.set_velocity(leg, pressed.stage == down && !waits ? -speed
                           : pressed.stage == up           ? kBackOffShare * speed
                                                           : 0.0);
}

LimitHit Mover::limit_of_pose(const Extensions& legs) const noexcept {
  const kinematics::Forward there = kinematics::forward(*machine_, legs, motion_.pose);
  if (!there.ok()) return {Limit::singularity, 0, 0.0, machine_->limits.singular_margin};
  const LimitHit hit = kinematics::first_hit(*machine_, there.pose, kinematics::StrokeUse::full);
  return hit.limit == Limit::leg_lower || hit.limit == Limit::leg_upper ? LimitHit{} : hit;
}

/// Rule 6: by hand, too, legs go as far as the pose they make may go. Looked at is what comes after the place
/// where they would stop now, so that none comes to rest beyond; from beyond, they go where it gets less.
bool Mover::may_go_by_hand(const Extensions& end, const Extensions& further) noexcept {
  hit_ = limit_of_pose(further);
  if (!hit_) return true;
  const LimitHit here = limit_of_pose(end);
  return here.limit == hit_.limit && here.index == hit_.index &&
         std::abs(hit_.value - hit_.bound) < std::abs(here.value - here.bound);
}

/// Four legs hold one plane: by hand they are taken out of it as far as is harmless, and back always.
bool Mover::twists_more(const Extensions& end) const noexcept {
  if (machine_->geometry.mechanism != Mechanism::four_legs) return false;
  Extensions further = end;
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    if (((jog_legs_ >> leg) & 1U) != 0) further[at(leg)] += 2.0 * period_ * jog_speed_;
  }
  const double there = std::abs(kinematics::forward(*machine_, further, motion_.pose).warp);
  const double here = std::abs(kinematics::forward(*machine_, legs_.extension, motion_.pose).warp);
  return there > kMostJogTwist && there >= here;
}

void Mover::advance_jog() noexcept {
  Extensions end = Extensions::Zero();
  Extensions further = end;
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    const bool chosen = ((jog_legs_ >> leg) & 1U) != 0;
    double speed = chosen ? jog_speed_ : 0.0;
    end[at(leg)] = drive_.stop_position_of(leg);
    const double next = end[at(leg)] + speed * 2.0 * period_;
    if (jog_to_ && !(speed > 0.0 ? next < *jog_to_ : next > *jog_to_)) speed = 0.0;
    if (zeroed_) {
      if (speed > 0.0 && !(next < machine_->geometry.stroke - 0.2 * kMillimetre)) speed = 0.0;
      if (speed < 0.0 && !(next > 0.2 * kMillimetre)) speed = 0.0;
    }
    further[at(leg)] = speed != 0.0 ? next : end[at(leg)];
    drive_.set_velocity(leg, speed);
  }
  if (zeroed_ && (!may_go_by_hand(end, further) || twists_more(end))) drive_.stop();
  drive_.advance(period_);
}

}  // namespace hexad::controller
