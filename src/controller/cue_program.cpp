#include "controller/cue_program.hpp"

#include "base/units.hpp"
#include "cueing/perception.hpp"
#include "cueing/presets.hpp"

namespace hexad::controller {
namespace {

constexpr double kFade = 0.5;         // s, darren decision 9
constexpr double kMostReturn = 10.0;  // s
constexpr double kNear = 3.0 * kMillimetre;
constexpr double kNearAngle = 0.3 * kDegree;
constexpr double kNearSpeed = 3.0 * kMillimetre;  // m/s
constexpr double kNearTurn = 0.3 * kDegree;       // rad/s

}  // namespace

void CueProgram::adopt(const Machine& machine, double period) noexcept {
  machine_ = &machine;
  period_ = period;
  const cueing::Settings settings = cueing::derive(machine, tuning_);
  if (!engine_) {
    engine_.emplace(machine, settings, period);
  } else {
    ++wanted_;
    engine_->restart(machine, settings, cueing::Engine::Make::later);
  }
  end();
}

void CueProgram::tune(const CueTuning& tuning) noexcept {
  if (tuning == tuning_) return;
  tuning_ = tuning;
  ++tuned_;
  ++wanted_;
  const cueing::Settings settings = cueing::derive(*machine_, tuning_);
  if (active_) {
    engine_->change(settings, cueing::Engine::Make::later);
  } else {
    engine_->restart(*machine_, settings, cueing::Engine::Make::later);
  }
}

void CueProgram::take(const VehicleInput& cue) noexcept {
  if (losing_) return;
  vehicle_ = cueing::from_input(tuning_.input, cue);
  if (active_) return;
  active_ = true;
  now_ = {};
  engine_->reset();
  engine_->fade(false, 0.0);
  engine_->fade(true, kFade);
}

const Motion& CueProgram::step() noexcept {
  before_ = now_;
  if (losing_) lost_for_ += period_;
  now_ = engine_->step(vehicle_);
  return now_;
}

void CueProgram::lose() noexcept {
  losing_ = true;
  lost_for_ = 0.0;
  engine_->fade(false, kFade);
}

bool CueProgram::returned() const noexcept {
  const bool near = now_.pose.position.norm() <= kNear &&
                    angle_between(now_.pose.rotation, Quat::Identity()) <= kNearAngle &&
                    now_.velocity.linear.norm() <= kNearSpeed && now_.velocity.angular.norm() <= kNearTurn;
  return near || lost_for_ >= kMostReturn;
}

void CueProgram::report(const Motion& commanded, CueReport& cue) const noexcept {
  const cueing::Felt felt = cueing::felt_at(commanded, tuning_.head);
  cue.active = active_;
  cue.vehicle = active_ ? vehicle_ : VehicleMotion{};
  cue.felt_force = felt.force - kGravity * Vec3::UnitZ();
  cue.felt_rate = felt.rate;
  cue.tilt_rate = active_ ? engine_->tilt_rate() : 0.0;
  cue.predictive_share = active_ ? engine_->predictive_share() : 0.0;
  cue.fallbacks = static_cast<std::uint32_t>(engine_->fallbacks());
  cue.tuned = tuned_;
  cue.tuning = tuning_;
  cue.wanted = engine_->waits() ? wanted_ : 0;
}

}  // namespace hexad::controller
