#pragma once
// The part of an acceleration that a platform can follow as it is: through a high-pass with a corner far
// below what is to be felt, so that waves and bends come out with the right phase. Such a filter has no
// useful bound of its own: how much of the input it takes is what travel and speed there are, against what
// the whole input would have needed of late.
//
// Nothing takes over from travel upward: what goes only one way there is not begun, what goes to and fro is.
//
// And wherever it is, it can stop in time. With z an average's input (x' = b·(y − x), y' = p·(z − y)), z is
// kept inside Σ|zᵢ|/travelᵢ ≤ room: so y is, and x. The same for the speed. All axes together have what one
// alone may have; `room` is what rotations and tilt leave of it.

#include <array>

#include "base/vec.hpp"
#include "cueing/linear_stage.hpp"
#include "cueing/settings.hpp"

namespace hexad::cueing {

/// How much of a force comes back of late, 0…1: what goes only one way is 0.
class ToAndFro {
 public:
  void tune(double step) noexcept;
  double step(double force) noexcept;
  void reset() noexcept { up_ = down_ = 0.0; }

 private:
  double kept_ = 1.0;
  double up_ = 0.0;    ///< m/s², the most of late,
  double down_ = 0.0;  ///< and the other way
};

class DirectTravel {
 public:
  DirectTravel() noexcept { reset(); }
  static constexpr double kNearEnd = 2.5;      ///< b, 1/s: how fast the last of the travel is taken,
  static constexpr double kHoldingPace = 4.0;  ///< p, and that bound approached
  /// s: what takes room takes it as if it were where it will be then.
  static constexpr double kLate = 1.0 / kNearEnd + 1.0 / kHoldingPace;

  void tune(const std::array<Translation, 3>& settings, double step) noexcept;
  /// `room` 0…1.
  void step(const Vec3& acceleration, double room) noexcept;
  void reset() noexcept;

  /// What of the acceleration it took.
  const Vec3& taken() const noexcept { return input_; }
  const Vec3& position() const noexcept { return position_; }
  const Vec3& velocity() const noexcept { return velocity_; }
  const Vec3& acceleration() const noexcept { return acceleration_; }

 private:
  Vec3 held(const Vec3& wanted, double room) const noexcept;

  std::array<LinearStage<2>, 3> stage_;
  std::array<LinearStage<2>::State, 3> whole_{};  ///< if all of it were taken
  Vec3 corner_ = Vec3::Zero();
  Vec3 per_travel_ = Vec3::Zero();  ///< 1/m; 0 where there is none
  Vec3 per_speed_ = Vec3::Zero();
  Vec3 moves_ = Vec3::Zero();  ///< 1 or 0
  Vec3 expected_ = Vec3::Ones();
  double step_ = 1e-3;
  double kept_ = 1.0;
  Vec3 whole_input_ = Vec3::Zero();
  ToAndFro upward_;
  double most_ = 1.0;  ///< of travel and speed, all axes together, that all of it would have needed of late
  Vec3 position_ = Vec3::Zero();
  Vec3 velocity_ = Vec3::Zero();
  Vec3 acceleration_ = Vec3::Zero();
  Vec3 input_ = Vec3::Zero();
};

}  // namespace hexad::cueing
