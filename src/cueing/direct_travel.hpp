#pragma once
// The part of an acceleration that a platform can follow as it is: through a high-pass with a corner far
// below what is to be felt, so that waves and bends come out with the right phase. Such a filter has no
// useful bound of its own: how much of the input it takes is what its travel and speed are, against what the
// whole input would have needed of late. And wherever it is, it can stop in time: its input is held so that
// position and speed never leave their bounds, x ≤ X and |v| ≤ V, and the end is approached ever slower (v ≤
// b·(X − x)).

#include "cueing/linear_stage.hpp"
#include "cueing/settings.hpp"

namespace hexad::cueing {

class DirectTravel {
 public:
  void tune(const Direct& settings, double step) noexcept;
  void step(double acceleration) noexcept;
  void reset() noexcept;

  /// What of the acceleration it took.
  double taken() const noexcept { return input_; }
  double position() const noexcept { return state_[0]; }
  double velocity() const noexcept { return state_[1]; }
  double acceleration() const noexcept { return acceleration_; }

 private:
  double held(double wanted) const noexcept;

  Direct settings_;
  double kept_ = 1.0;
  LinearStage<2> stage_;
  LinearStage<2>::State whole_ = LinearStage<2>::State::Zero();  ///< if all of it were taken
  double whole_input_ = 0.0;
  double farthest_ = 0.0;  ///< of late, if all of it were taken
  double fastest_ = 0.0;
  LinearStage<2>::State state_ = LinearStage<2>::State::Zero();
  double input_ = 0.0;
  double acceleration_ = 0.0;
};

}  // namespace hexad::cueing
