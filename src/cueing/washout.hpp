#pragma once
// The high-pass filters of classical washout, an axis each.

#include "cueing/linear_stage.hpp"
#include "cueing/settings.hpp"

namespace hexad::cueing {

/// Acceleration in, position with its two derivatives out: x'' = (u − z) − 2ζω·x' − ω²·x, z' = p·(u − z).
/// With ζ = 1 the kernel from u to x is nowhere negative: |x| ≤ max|u|/ω², whatever comes.
class TranslationWashout {
 public:
  void tune(const Translation& settings, double step) noexcept;
  void step(double acceleration) noexcept;
  /// At rest, with an input that has been `acceleration` for no time yet.
  void reset(double acceleration = 0.0) noexcept;

  double position() const noexcept { return state_[0]; }
  double velocity() const noexcept { return state_[1]; }
  double acceleration() const noexcept { return acceleration_; }

 private:
  LinearStage<3> stage_;
  LinearStage<3>::State state_ = LinearStage<3>::State::Zero();
  double stiffness_ = 0.0;
  double friction_ = 0.0;
  double extra_pole_ = 0.0;
  double input_ = 0.0;
  double acceleration_ = 0.0;
};

/// Angular acceleration in, angle out: the rate is its integral w, θ' = w − a·θ − b·q, q' = θ. Order 1: a =
/// ω, b = 0; order 2: a = 2ω, b = ω².
class RotationWashout {
 public:
  void tune(const Rotation& settings, double step) noexcept;
  void step(double acceleration) noexcept;
  void reset() noexcept;

  double angle() const noexcept { return state_[1]; }
  double rate() const noexcept { return rate_; }
  double acceleration() const noexcept { return acceleration_; }

 private:
  LinearStage<3> stage_;
  LinearStage<3>::State state_ = LinearStage<3>::State::Zero();
  double a_ = 0.0;
  double b_ = 0.0;
  double leak_ = 0.0;
  double input_ = 0.0;
  double rate_ = 0.0;
  double acceleration_ = 0.0;
};

/// Second order, damping 1.
class LowPass {
 public:
  void tune(double corner, double step) noexcept;
  void step(double input) noexcept;
  void reset(double input = 0.0) noexcept;
  double value() const noexcept { return state_[0]; }
  double rate() const noexcept { return state_[1]; }

 private:
  LinearStage<2> stage_;
  LinearStage<2>::State state_ = LinearStage<2>::State::Zero();
  double input_ = 0.0;
};

}  // namespace hexad::cueing
