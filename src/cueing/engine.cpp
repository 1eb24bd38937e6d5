#include "cueing/engine.hpp"

#include <utility>

namespace hexad::cueing {
namespace {

constexpr double kGoOver = 2.0;   // s from one engine to the other
constexpr double kRest = 5.0;     // s after a fallback
constexpr int kMostFailures = 5;  // plans in a row that do not converge

}  // namespace

Engine::Engine(const Machine& machine, const Settings& settings, double step) noexcept
    : machine_{&machine}, step_{step}, classical_{settings, step} {
  make();
  reset();
}

void Engine::restart(const Machine& machine, const Settings& settings, Make when) noexcept {
  machine_ = &machine;
  classical_ = Classical{settings, step_};
  stale_ = true;
  next_ready_ = false;
  if (when == Make::now) make();
  reset();
}

void Engine::make() noexcept {
  if (classical_.settings().engine != EngineKind::predictive) return;
  next_.tune(*machine_, classical_.settings(), step_);
  next_ready_ = true;
}

void Engine::take(const Predictive& made) noexcept {
  if (!waits()) return;
  next_ = made;
  next_ready_ = true;
}

/// False: there is none for these settings yet.
bool Engine::renew() noexcept {
  if (stale_ && next_ready_) {
    predictive_ = next_;
    stale_ = next_ready_ = false;
  }
  return !stale_;
}

void Engine::reset() noexcept {
  classical_.reset();
  rest_ = 0;
  share_ = Ramp{};
  if (classical_.settings().engine == EngineKind::predictive && renew()) {
    predictive_.reset();
    if (wants_predictive()) share_ = Ramp{1.0};  // both stand at neutral
  }
  motion_ = {};
}

void Engine::change(const Settings& settings, Make when) noexcept {
  classical_.change(settings);
  stale_ = true;
  next_ready_ = false;
  if (when == Make::now) make();
}

bool Engine::wants_predictive() const noexcept {
  return classical_.settings().engine == EngineKind::predictive && !stale_ && rest_ == 0 &&
         predictive_.usable();
}

/// Where it is between the two; what is not to be seen is made anew.
void Engine::go_over() noexcept {
  const double before = std::exchange(clock_, clock_ + step_);
  if (!share_.arrived(before)) return;  // once begun, a change is ended before it is taken back
  if (share_.goal() > 0.0) {
    if (!wants_predictive()) share_.go(0.0, before, kGoOver);
    return;
  }
  if (classical_.settings().engine == EngineKind::classical) return;
  if (rest_ > 0) --rest_;
  if (stale_) {
    (void)renew();
  } else if (rest_ == 0 && predictive_.usable()) {
    predictive_.reset();
    share_.go(1.0, before, kGoOver);
  }
}

void Engine::share_tilt(double share) noexcept {
  const TiltState own = classical_.tilt().state();
  const TiltState other = predictive_.tilt();
  const TiltState both = {own.states + share * (other.states - own.states),
                          own.rate_command + share * (other.rate_command - own.rate_command)};
  classical_.take_tilt(both);
  predictive_.take_tilt(both);
}

void Engine::predict() noexcept {
  predictive_.step(classical_.taken().acceleration, classical_.conditioned().rate, classical_.rate_change());
  share_tilt(predictive_share());
  const bool failed = predictive_.failures() >= kMostFailures || !predictive_.finite();
  if (failed && rest_ == 0) {
    ++fallbacks_;
    rest_ = static_cast<int>(kRest / step_);
  }
}

const Motion& Engine::step(const VehicleMotion& vehicle) noexcept {
  const Motion& plain = classical_.step(vehicle);
  go_over();
  if (share_.goal() == 0.0 && share_.arrived(clock_)) return motion_ = plain;
  predict();
  const AxisMotion both = between(classical_.axes(), predictive_.axes(), share_.at(clock_));
  motion_ = motion_of(both, classical_.turning_point());
  return motion_;
}

}  // namespace hexad::cueing
