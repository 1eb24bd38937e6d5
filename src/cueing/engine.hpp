#pragma once
// The engine a platform is cued by: the classical one, or the predictive one with the classical beside it.
// Which of them may change at any time: what they want is gone over within two seconds, by a ramp. The tilt
// is one for both all the time, made of their rate commands, so no change makes it faster than its setting.
//
// Predictive falls back to classical in the same way when its plans do not converge, counts that, and comes
// back later. Chosen classical, nothing else is worked out.

#include "cueing/classical.hpp"
#include "cueing/predictive.hpp"

namespace hexad::cueing {

class Engine {
 public:
  /// At rest at neutral, with the engine the settings name. `machine` must live on.
  Engine(const Machine& machine, const Settings& settings, double step) noexcept;

  /// What the predictive engine needs made anew for other settings (matrices, response tables) is more than a
  /// tick has time for: it is made at once by whoever has the time, or later, by who calls take().
  enum class Make : std::uint8_t { now, later };
  /// Other settings, another engine, or both.
  void change(const Settings& settings, Make make = Make::now) noexcept;
  /// The same at once, for another machine also: at rest at neutral.
  void restart(const Machine& machine, const Settings& settings, Make make) noexcept;
  /// Predictive::tune() was called for the machine, the settings and the step this engine has now.
  void take(const Predictive& made) noexcept;
  /// take() is waited for; until then it is classical.
  bool waits() const noexcept {
    return settings().engine == EngineKind::predictive && stale_ && !next_ready_;
  }
  const Settings& settings() const noexcept { return classical_.settings(); }

  /// As Classical.
  void fade(bool in, double seconds) noexcept { classical_.fade(in, seconds); }
  bool faded_out() const noexcept { return classical_.faded_out(); }
  void reset() noexcept;

  const Motion& step(const VehicleMotion& vehicle) noexcept;

  /// Pitch and roll together, by tilt alone, rad/s.
  double tilt_rate() const noexcept { return classical_.tilt().rate().norm(); }
  /// How much of what comes out is predictive, 0…1.
  double predictive_share() const noexcept { return share_.at(clock_).value; }
  /// How often it fell back to classical.
  std::int64_t fallbacks() const noexcept { return fallbacks_; }
  const Predictive& predictive() const noexcept { return predictive_; }

 private:
  bool wants_predictive() const noexcept;
  void make() noexcept;
  bool renew() noexcept;
  void go_over() noexcept;
  void predict() noexcept;
  void share_tilt(double share) noexcept;

  const Machine* machine_;
  double step_;
  Classical classical_;
  Predictive predictive_;
  Predictive next_;  ///< in its place, as soon as that is not felt
  bool next_ready_ = false;
  bool stale_ = true;  ///< the predictive one was not made for these settings
  double clock_ = 0.0;
  Ramp share_;    ///< of the predictive one
  int rest_ = 0;  ///< ticks until predictive is tried again
  std::int64_t fallbacks_ = 0;
  Motion motion_;
};

}  // namespace hexad::cueing
