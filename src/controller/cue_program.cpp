#include "controller/cue_program.hpp"

namespace hexad::controller {
namespace {

constexpr double kFade = 0.5;  // s, darren decision 9

}  // namespace

void CueProgram::adopt(const Machine& machine, const Settings& settings, double period) noexcept {
  engine_.emplace(machine, cueing::derive(machine, settings.cueing.preset, settings.cueing.engine), period);
  input_ = settings.cueing.input;
  end();
}

void CueProgram::take(const Twist& cue) noexcept {
  if (losing_) return;
  vehicle_ = cueing::from_input(input_, cue.angular, cue.linear);
  if (active_) return;
  active_ = true;
  now_ = {};
  engine_->reset();
  engine_->fade(false, 0.0);
  engine_->fade(true, kFade);
}

const Motion& CueProgram::step() noexcept {
  before_ = now_;
  now_ = engine_->step(vehicle_);
  return now_;
}

void CueProgram::lose() noexcept {
  losing_ = true;
  engine_->fade(false, kFade);
}

}  // namespace hexad::controller
