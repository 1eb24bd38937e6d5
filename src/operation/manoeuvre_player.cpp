#include "operation/manoeuvre_player.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/units.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::inline operation {
namespace {

using namespace std::chrono_literals;

constexpr Duration kFrame = 10ms;
constexpr double kRest = 2.0;  // s behind the last row

/// It runs, is held so that it can go on, or has not come to run yet.
bool may_still_run(const Telemetry& t, bool begun) noexcept {
  switch (t.state) {
    case State::running:
    case State::holding:
      return true;
    case State::stopping:
      return !begun || t.after == After::holding;
    case State::init:
    case State::fault:
    case State::emergency:
      return false;
    default:
      return !begun;
  }
}

}  // namespace

void ManoeuvrePlayer::begin(const ManoeuvrePlan& plan) {
  plan_ = plan;
  begun_ = cued_ = false;
  time_ = 0.0;
  sent_ = {};
}

ManoeuvrePlayer::Step ManoeuvrePlayer::advance(TimePoint now, const Telemetry& t, bool waits) noexcept {
  const Duration passed = now - std::exchange(last_, now);
  if (!plan_) return Step::nothing;
  if (!may_still_run(t, begun_)) return Step::broken;
  if (t.state != State::running) cued_ = false;
  if (t.state != State::running || !begun_ || waits) return Step::nothing;
  if (t.driver && t.driver != kOperatorEndpoint) return Step::broken;
  if (cued_ && t.program != ProgramKind::cueing) return Step::broken;
  cued_ = t.program == ProgramKind::cueing;
  if (cued_) time_ += to_seconds(passed);
  if (time_ >= plan_->script->duration + kRest) {
    if (!plan_->repeat) return Step::over;
    time_ = 0.0;
  }
  if (now - sent_ < kFrame) return Step::nothing;
  sent_ = now;
  return Step::frame;
}

VehicleInput ManoeuvrePlayer::frame(CueInput input) const {
  const VehicleScript& script = *plan_->script;
  const CueInput own = script.input.value_or(input);
  VehicleInput now;
  if (time_ <= script.duration)
    now = script.at(time_);
  else if (own == CueInput::specific_force)
    now.linear.z() = kGravity;
  // Gravity is part of one and not of the other; the engine takes it off again.
  if (own != input) now.linear.z() += input == CueInput::specific_force ? kGravity : -kGravity;
  return now;
}

std::optional<PlayedManoeuvre> ManoeuvrePlayer::shown() const {
  if (!plan_) return std::nullopt;
  const double duration = plan_->script->duration;
  return PlayedManoeuvre{plan_->name, std::min(time_, duration), duration, plan_->repeat};
}

}  // namespace hexad::inline operation
