#pragma once
// A pose as most of these protocols order it, from neutral, in the units people read. What stands on the wire
// is the client's to know.

namespace hexad::host {

struct PitchFirstPose {
  double pitch = 0.0;  ///< °, + nose up
  double roll = 0.0;   ///< °, + right side down
  double yaw = 0.0;    ///< °, + nose left
  double sway = 0.0;   ///< mm, + right
  double surge = 0.0;  ///< mm, + forward
  double heave = 0.0;  ///< mm, + up
};

}  // namespace hexad::host
