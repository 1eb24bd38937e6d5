#pragma once
// The program of darren 102: what the vehicle does comes in, the engine turns it into a pose, tick by tick. After the
// host fell silent the input is faded out before the platform is held (darren decision 9).

#include <optional>

#include "controller/controller.hpp"
#include "cueing/engine.hpp"
#include "model/machine.hpp"

namespace hexad::controller {

class CueProgram {
 public:
  void adopt(const Machine& machine, const Settings& settings, double period) noexcept;

  /// Begins from rest at neutral when it was not active.
  void take(const Twist& cue) noexcept;
  void end() noexcept { active_ = losing_ = false; }
  bool active() const noexcept { return active_; }

  void lose() noexcept;
  bool losing() const noexcept { return losing_; }
  bool faded() const noexcept { return losing_ && engine_->faded_out(); }

  /// What it wants on this tick, from neutral, and what it wanted on the one before.
  const Motion& step() noexcept;
  const Motion& before() const noexcept { return before_; }

 private:
  std::optional<cueing::Engine> engine_;  ///< made by adopt()
  cueing::InputKind input_ = cueing::InputKind::acceleration;
  cueing::VehicleMotion vehicle_;
  Motion before_;
  Motion now_;
  bool active_ = false;
  bool losing_ = false;
};

}  // namespace hexad::controller
