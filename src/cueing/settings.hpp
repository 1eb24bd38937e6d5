#pragma once
// What a cueing engine is tuned by. All of it are numbers between which one can go smoothly: a change is a
// blend, never a jump. Axes inside: X right, Y forward, Z up; rotations pitch (X), roll (Y), yaw (Z). SI.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/units.hpp"
#include "base/vec.hpp"
#include "model/cue_tuning.hpp"

namespace hexad::cueing {

/// What of an acceleration is followed as it is (direct_travel.hpp); the washout gets the rest of it.
struct Direct {
  double corner = 0.5;    ///< rad/s
  double travel = 0.0;    ///< m that it has; 0 = the axis has none, and all is washed out
  double speed = 0.0;     ///< m/s
  double expected = 1.0;  ///< times travel or speed that an input is taken to need, before it is known
  double rest = 0.0;      ///< m/s² that the washout is given of the rest, at most
};

/// Acceleration of the vehicle → position of the platform: what can be followed directly, and a second-order
/// high-pass of the rest, or a third-order one.
struct Translation {
  double gain = 0.0;
  double limit = 0.0;       ///< m/s² of scaled input that pass unchanged up to 70 %, and never more
  double high_pass = 1.0;   ///< rad/s
  double damping = 1.0;     ///< 1 = the position never swings over
  double extra_pole = 0.0;  ///< rad/s, takes back what a sustained input leaves as travel; 0 = none
  Direct direct{};
  double planned = 0.0;  ///< gain of the predictive engine, whose plan keeps the legs inside

  double washed_out_up_to() const noexcept { return direct.travel > 0.0 ? direct.rest : limit; }
};

/// Rate of rotation of the vehicle → angle of the platform.
struct Rotation {
  double gain = 0.0;
  double limit = 0.0;      ///< rad/s, as above
  double high_pass = 1.0;  ///< rad/s
  double order = 1.0;      ///< 1: returns without swinging over; 2: also takes back a sustained rate
  double reach = 0.0;      ///< rad that the axis has alone; 0 = it has none
};

/// Sustained acceleration as a tilt of the cabin, slow enough not to be felt as one.
struct Tilt {
  double gain = 0.0;
  double low_pass = 2.0;        ///< rad/s, second order, damping 1
  double rate = 3.0 * kDegree;  ///< of the tilt, pitch and roll together; no sample is ever above it
  double most = 0.0;            ///< rad, of either angle
  double levels = 0.0;          ///< share of a slope by rotations, if it is noticed, that is taken back
  double flat = 0.0;            ///< rad, of a slope that is not
};

using EngineKind = CueEngine;
using InputKind = CueInput;

struct Settings {
  EngineKind engine = EngineKind::classical;
  std::array<Translation, 3> translation{};
  std::array<Rotation, 3> rotation{};
  Tilt tilt;
  Vec3 rotation_point =
      Vec3::Zero();            ///< rotations turn about it: it stands still; from the joint-plane centre
  Vec3 head = Vec3::Zero();    ///< where the felt motion is judged
  double slew = 30.0;          ///< m/s³: how fast the scaled acceleration may change
  double angular_slew = 2.0;   ///< rad/s²: how fast the scaled rate of rotation may change, and
  double angular_jerk = 20.0;  ///< rad/s³: how fast that change may change
  double together = 1.0;       ///< shares of their reach that axes may use together
  double input_lag = 8e-3;     ///< s, takes the stairs of a 100 Hz stream away
};

VehicleMotion from_input(InputKind kind, const VehicleInput& input) noexcept;

/// Between two settings, 0 = `from`, 1 = `to`.
Settings blend(const Settings& from, const Settings& to, double share) noexcept;

/// Up to 70 % of `limit` as it is, then ever slower towards it, never past it. Rising everywhere.
double soft_limit(double value, double limit) noexcept;

}  // namespace hexad::cueing
