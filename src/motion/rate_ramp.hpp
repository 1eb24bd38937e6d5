#pragma once
// How path time starts and ends where a motion itself does not rest: its rate r goes from 0 to 1 by a ramp
// (base/ramp.hpp) of `ramp` seconds, and back alike at the end. Both ramps cover half their time of the path,
// so a program of `duration` is played in duration + ramp. Too short for both: the rate rises to what the
// half of it allows. Along path(clock): q' = r·dq/dp, q'' = r²·d²q/dp² + r'·dq/dp.

#include "base/ramp.hpp"
#include "model/prepared.hpp"

namespace hexad::motion {

struct RateState {
  double path = 0.0;  ///< s of path time
  double rate = 0.0;
  double change = 0.0;  ///< of the rate, 1/s
};

class RateRamp {
 public:
  explicit RateRamp(const Prepared& program) noexcept : RateRamp{program.duration(), program.ramp()} {}
  RateRamp(double duration, double ramp) noexcept;

  /// Clock time the whole program takes; kEndless stays endless.
  double play_time() const noexcept { return play_time_; }
  /// `clock` from the beginning of the program.
  RateState at(double clock) const noexcept;

 private:
  double duration_;
  double ramp_;
  double top_ = 1.0;  ///< the rate between the ramps
  Ramp up_;
  double play_time_;
};

/// What the platform does when path time runs like this.
Motion along(const Motion& with_path_time, const RateState& rate) noexcept;

}  // namespace hexad::motion
