// Acts that follow a stream: targets in, one governed step a tick out, and the way round what stands in
// between.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "controller/mover.hpp"
#include "controller/mover_limits.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::controller {
namespace {

constexpr double kThere = 2e-4;  // m, rad
constexpr double kCreeps = 0.01;
constexpr int kPatience = 25;  // ticks
constexpr int kLookAgain = 10;
constexpr int kWaySamples = 16;
constexpr double kMostHeldBack = 0.25;  // s
constexpr double kSooner = 0.01;        // s: worth another plan

motion::Ease comfort_of(const MotionLimits& limits) noexcept {
  const Rates& move = limits.translation;
  const Rates& turn = limits.rotation;
  return {axis_vector(limits.comfort.acceleration_within(move.acceleration),
                      limits.comfort_turn.acceleration_within(turn.acceleration)),
          axis_vector(limits.comfort.jerk_within(move.jerk), limits.comfort_turn.jerk_within(turn.jerk))};
}

}  // namespace

void Mover::follow_pose(bool gently) noexcept {
  enter_pose();
  act_ = Act::follow_pose;
  const Rates& move = machine_->limits.translation;
  const Rates& turn = machine_->limits.rotation;
  follow_.start(base(), kVelocityShare * axis_vector(move.velocity, turn.velocity),
                axis_vector(move.acceleration, turn.acceleration), axis_vector(move.jerk, turn.jerk));
  follow_.buffer(machine_->follow_buffer);
  if (gently) follow_.join_gently(comfort_of(machine_->limits));
  stops_gently_ = gently && !governor_.standing();
  waits_ = detours_ = 0;
  gliding_ = false;
  glide_to_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void Mover::hand_over() noexcept {
  if (act_ != Act::follow_pose && act_ != Act::follow_legs) return;
  follow_.join_gently(comfort_of(machine_->limits));
  follow_.hand_over();
  stops_gently_ = !governor_.standing();
}

/// Legs are followed as the pose they make: what the platform's axes may do is then planned with, and the
/// legs come out of it. Planned leg by leg, a step could ask the axes for more than there is and never
/// settle.
void Mover::follow_legs() noexcept {
  follow_pose();
  act_ = Act::follow_legs;
  goal_ = motion_.pose;
}

void Mover::target(const Pose& pose, TimePoint arrival, std::optional<std::uint32_t> number) noexcept {
  goal_ = pose;
  if (act_ == Act::follow_pose) follow_.target(motion::coordinates_of(pose), arrival, number);
}

void Mover::target(const Extensions& extension, TimePoint arrival,
                   std::optional<std::uint32_t> number) noexcept {
  if (act_ != Act::follow_legs) return;
  const kinematics::Forward near = kinematics::forward(*machine_, extension, goal_);
  const kinematics::Forward there = near.ok() ? near : kinematics::forward(*machine_, extension);
  if (!there.ok()) return;  // limited to the reach before, so only a machine at the edge of its sense
  goal_ = there.pose;
  follow_.target(motion::coordinates_of(there.pose), arrival, number);
}

void Mover::advance_follow(TimePoint now) noexcept {
  if (follow_.far()) {
    follow_.share_legs(kinematics::jacobian(*machine_, motion_.pose), machine_->geometry.legs,
                       machine_->limits.leg);
  }
  motion::State6 wanted = follow_.advance(now, from_seconds(period_));
  stops_gently_ = stops_gently_ && follow_.joining();
  if (glides()) wanted = glide_.at(glide_time_);
  const motion::Governor::Step result = govern(wanted, false);
  hit_ = result.hit;
  take_governed();
  const bool whole = result.share >= 1.0;
  if (gliding_ || !whole) follow_.resync(base());
  if (gliding_ && !whole) {
    glide_held_back_ += period_;
    start_glide();
  }
  if (gliding_ && glide_time_ >= glide_.duration()) gliding_ = false;
  go_round(!whole);
}

/// A target that is held is gone to with all coordinates on one plan. Each by itself, they would count on
/// braking that the legs have not for all of them at once, and go beyond it. Where something is in the way
/// each goes as far as it can, until a way round is taken.
bool Mover::glides() noexcept {
  if (!follow_.held() || follow_.last_target() != glide_to_) {
    gliding_ = false;
    glide_held_back_ = 0.0;
    if (!follow_.held() || !follow_.far()) return false;
    glide_to_ = follow_.last_target();
    if (!free_way(base().position, glide_to_)) glide_held_back_ = kMostHeldBack;
  }
  if (!gliding_ && follow_.far()) start_glide();
  if (gliding_ && glide_.turns(glide_time_)) glide_sooner();
  if (gliding_) glide_time_ += period_;
  return gliding_;
}

void Mover::start_glide() noexcept {
  gliding_ = false;
  if (glide_held_back_ >= kMostHeldBack) return;
  glide_time_ = 0.0;
  glide_ticks_ = 0;
  glide_ = glide_from_here();
  gliding_ = glide_.valid();
}

/// A stop of all of the motion knows nothing of where to: once a part of it is made, less may do.
void Mover::glide_sooner() noexcept {
  if (++glide_ticks_ % kLookAgain != 0) return;
  const motion::Glide other = glide_from_here();
  if (!other.valid() || !(other.duration() < glide_.duration() - glide_time_ - kSooner)) return;
  glide_ = other;
  glide_time_ = 0.0;
}

motion::Glide Mover::glide_from_here() const noexcept {
  const Vec6 fastest =
      kVelocityShare * axis_vector(machine_->limits.translation.velocity, machine_->limits.rotation.velocity);
  const motion::Glide::Gently gently{follow_.ease(), stops_gently_};
  motion::Glide glide;
  glide.start(*machine_, base(), glide_to_, fastest, follow_.joining() ? &gently : nullptr);
  return glide;
}

/// The reach is star-shaped about neutral (lifecycle rule 7), not convex: between a pose at its edge and a
/// target the straight way may lie outside. A follower that stands before it goes nearer to neutral, until
/// the way is free; when that was not enough, nearer still, at last to neutral itself, from where every
/// target's way is free.
void Mover::go_round(bool held_back) noexcept {
  if (!held_back && !follow_.detouring() && waits_ == 0 && detours_ == 0) return;
  const Vec6 here = base().position;
  const Vec6 there = motion::coordinates_of(goal_);
  if (follow_.detouring()) {
    const bool arrived = follow_.at_rest();
    const bool look = ++detour_ticks_ % kLookAgain == 0;
    if (arrived || (look && free_way(here, there))) follow_.straight_on();
    return;
  }
  const motion::State6& now = governor_.state();
  const double left = (there - here).cwiseAbs().maxCoeff();
  if (left < kThere) detours_ = 0;
  const bool creeps =
      now.velocity.head<3>().cwiseAbs().maxCoeff() < kCreeps * machine_->limits.translation.velocity &&
      now.velocity.tail<3>().cwiseAbs().maxCoeff() < kCreeps * machine_->limits.rotation.velocity;
  waits_ = held_back && creeps && left > kThere ? waits_ + 1 : std::max(0, waits_ - 1);
  if (waits_ < kPatience) return;
  waits_ = 0;
  constexpr std::array kNearer{0.85, 0.6, 0.3, 0.0};
  follow_.detour(kNearer[std::min(static_cast<std::size_t>(detours_++), kNearer.size() - 1)] * here);
  detour_ticks_ = 0;
}

/// Every pose on the straight line can be had, with the margins.
bool Mover::free_way(const Vec6& from, const Vec6& to) const noexcept {
  for (int k = 1; k <= kWaySamples; ++k) {
    const Vec6 place = from + (to - from) * (static_cast<double>(k) / (kWaySamples + 1));
    const Pose pose = kinematics::project(*machine_, motion::pose_of(place));
    if (kinematics::first_hit(*machine_, pose, kinematics::StrokeUse::less_margin)) return false;
  }
  return true;
}

}  // namespace hexad::controller
