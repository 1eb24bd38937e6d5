#pragma once
// What `hexad host PROTOCOL run` streams: a pose, sines about it, or legs.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "hexad/host.hpp"
#include "host/pose.hpp"
#include "messages/message.hpp"

namespace hexad::cli {

inline constexpr double kDefaultPatience = 60.0;  ///< s, for a state to be reached
inline constexpr Duration kFirstStatus =
    std::chrono::seconds{2};  ///< after which a controller counts as silent

/// Statuses beyond those that answer a frame, after which a controller is known to send them by itself.
inline constexpr std::uint64_t kUnasked = 5;
inline constexpr int kBlindFrames = 20;  ///< of a stop that nobody confirms

struct StreamSine {
  Axis axis = Axis::heave;
  double amplitude = 0.0;  ///< mm or degrees
  double hertz = 0.0;
};

struct StreamShape {
  AxisValues pose{};  ///< X Y Z RX RY RZ, mm and degrees
  bool has_pose = false;
  std::vector<StreamSine> sines;
  std::optional<std::array<double, 6>> legs;  ///< mm from neutral

  bool any() const noexcept { return has_pose || !sines.empty() || legs.has_value(); }
  bool moves() const noexcept { return !sines.empty(); }
  /// `t` seconds after its beginning, sway surge heave pitch roll yaw in mm and degrees. The amplitude grows
  /// over the first half second; `share` of it is left.
  AxisValues axes_at(double t, double share = 1.0) const;
  host::PitchFirstPose pose_at(double t) const;
  /// Whether the constant target is where the platform stands: 0.5 mm, 0.05°.
  bool is_at(const std::array<float, 6>& pose, const std::array<float, 6>& actuators) const;
};

/// From --pose, --sine and --legs.
Result<StreamShape, messages::Message> stream_shape(const HostOptions& options);

}  // namespace hexad::cli
