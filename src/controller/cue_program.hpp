#pragma once
// The program of darren 102: what the vehicle does comes in, the engine turns it into a pose, tick by tick.
// After the host fell silent the input is faded out before the platform is held (darren decision 9).

#include <optional>

#include "cueing/engine.hpp"
#include "model/cue_tuning.hpp"
#include "model/machine.hpp"

namespace hexad::controller {

class CueProgram {
 public:
  /// How it is tuned, before the first adopt() and ever after by tune().
  explicit CueProgram(const CueTuning& tuning) noexcept : tuning_{tuning} {}

  /// Made anew for a machine; the tuning stays. The first time, before any tick, nothing is left to be made.
  void adopt(const Machine& machine, double period) noexcept;

  /// Goes over to another tuning, smoothly while it is active; what is so already changes nothing.
  void tune(const CueTuning& tuning) noexcept;
  /// What `wanted` in the report stands for was made aside.
  void complete(std::uint32_t number, const cueing::Predictive& made) noexcept {
    if (number == wanted_) engine_->take(made);
  }

  /// Begins from rest at neutral when it was not active.
  void take(const VehicleInput& cue) noexcept;
  void end() noexcept { active_ = losing_ = false; }
  bool active() const noexcept { return active_; }

  void lose() noexcept;
  bool losing() const noexcept { return losing_; }
  bool faded() const noexcept { return losing_ && engine_->faded_out(); }
  /// The washout has brought it back to neutral since, or had time enough to.
  bool returned() const noexcept;

  /// What it wants on this tick, from neutral, and what it wanted on the one before.
  const Motion& step() noexcept;
  const Motion& before() const noexcept { return before_; }

  /// What it makes of the vehicle now, with what `commanded` lets a head feel.
  void report(const Motion& commanded, CueReport& cue) const noexcept;

 private:
  const Machine* machine_ = nullptr;
  CueTuning tuning_;
  std::uint32_t tuned_ = 0;               ///< how often
  std::uint32_t wanted_ = 0;              ///< how often it was left to others to make the predictive engine
  std::optional<cueing::Engine> engine_;  ///< made by adopt()
  VehicleMotion vehicle_;
  Motion before_;
  Motion now_;
  bool active_ = false;
  bool losing_ = false;
  double period_ = 0.0;
  double lost_for_ = 0.0;  ///< s
};

}  // namespace hexad::controller
