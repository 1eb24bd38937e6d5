#pragma once
// The part of an acceleration that a platform can follow as it is, all axes together, so that waves and bends
// come out smaller but at the right moment.
//
// What is followed. The acceleration u of an axis goes through a high-pass with a corner w far below what is
// to be felt, x'' = g·u − 2w·x' − w²·x: hardly any phase is left. Such a filter has no useful bound of its
// own: g is what there is of travel and speed over what g = 1 would have needed in the last 20 s, and never
// above 1. It is one for all axes, so that a direction stays one.
//
// Why it stays inside, whatever comes. Let K be all x with Σ|xᵢ|/travelᵢ ≤ 1, and with b < p
//   y = x + x'/b,  z = y + (x' + x''/b)/p,  which is  x' = b·(y − x),  y' = p·(z − y).
// z is chosen by choosing x''. It is kept inside room·K, room ≤ 1 being what rotations and tilt leave; as y
// is an average of what z was and x of what y was, both stay in K, and follow when room shrinks. The speed in
// the same way: x'' = p·(s − x') with Σ|sᵢ|/speedᵢ ≤ 1 keeps x' inside. Where s has to be made smaller by a
// factor μ, z becomes μ·z + (1 − μ)·(x + x'/p); the second is between x and y, as b < p, so z stays in K as
// well.
//
// Nothing takes over from travel upward: what goes only one way there is not begun, what goes to and fro is.

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
  static_assert(kNearEnd < kHoldingPace);
  /// s: what takes room takes it as if it were where it will be then.
  static constexpr double kLate = 1.0 / kNearEnd + 1.0 / kHoldingPace;

  void tune(const std::array<Translation, 3>& settings, double step) noexcept;
  /// `room` 0…1. `home` 0…1: nothing comes any more, and it need not come back as slowly as while it is felt.
  void step(const Vec3& acceleration, double room, double home = 0.0) noexcept;
  void reset() noexcept;

  /// What of the acceleration it took.
  const Vec3& taken() const noexcept { return taken_; }
  const Vec3& position() const noexcept { return position_; }
  const Vec3& velocity() const noexcept { return velocity_; }
  const Vec3& acceleration() const noexcept { return acceleration_; }

 private:
  Vec3 held(const Vec3& asked, double room) const noexcept;

  std::array<LinearStage<2>, 3> stage_;
  std::array<LinearStage<2>::State, 3> whole_{};  ///< with g = 1
  Vec3 whole_input_ = Vec3::Zero();
  double most_ = 1.0;  ///< of travel and speed, all axes together, that g = 1 would have needed of late
  Vec3 corner_ = Vec3::Zero();
  Vec3 per_travel_ = Vec3::Zero();  ///< 1/m; 0 where there is none
  Vec3 per_speed_ = Vec3::Zero();
  Vec3 moves_ = Vec3::Zero();  ///< 1 or 0
  Vec3 expected_ = Vec3::Ones();
  double step_ = 1e-3;
  double kept_ = 1.0;
  ToAndFro upward_;
  Vec3 position_ = Vec3::Zero();
  Vec3 velocity_ = Vec3::Zero();
  Vec3 acceleration_ = Vec3::Zero();
  Vec3 taken_ = Vec3::Zero();
};

}  // namespace hexad::cueing
