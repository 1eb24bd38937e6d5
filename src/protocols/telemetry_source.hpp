#pragma once
// A game or simulator that sends what its vehicle does, and takes no orders. A source is a codec, a function
// of bytes: what is remembered of a sender is the session's (protocols/telemetry).

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "base/vec.hpp"

namespace hexad::messages {
enum class Id : std::uint16_t;
}

namespace hexad::protocols {

/// As packets have them.
inline std::array<float, 3> floats_of(const Vec3& v) noexcept {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// In the vehicle's body axes: X right, Y forward, Z up, right-handed.
struct VehicleSample {
  Vec3 rate = Vec3::Zero();          ///< rad/s
  Vec3 acceleration = Vec3::Zero();  ///< m/s², without gravity; where the source sends specific force: less g
                                     ///< along Z
  std::optional<Quat> attitude{};  ///< body to world: of senders whose rate is how it changes
  std::optional<double> time{};    ///< s by the sender's own clock
  bool active = true;              ///< false: a menu, a pause
};

inline bool is_finite(const VehicleSample& sample) noexcept {
  return sample.rate.allFinite() && sample.acceleration.allFinite() &&
         (!sample.attitude || sample.attitude->coeffs().allFinite());
}

class TelemetrySource {
 public:
  static constexpr std::size_t kLargest = 1500;  ///< bytes of a datagram, either way

  virtual ~TelemetrySource() = default;
  virtual std::string_view name() const noexcept = 0;
  /// Which of its fields is which axis, for people.
  virtual std::string_view mapping() const noexcept = 0;
  /// Or the reason it is counted under (messages/table/drops.inc). What is no number comes through: the
  /// session looks for it.
  virtual Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept = 0;
  /// What such a game would send, with an attitude that agrees with the rates; how many bytes. 0 = nothing:
  /// no room, or it is silent in menus.
  virtual std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept = 0;
  /// A simulator that sends only what it was asked for: the datagrams that ask it, from 0 on; 0 bytes = no
  /// more.
  virtual std::size_t ask(std::size_t /*number*/, std::span<std::byte> /*bytes*/) const noexcept { return 0; }
};

}  // namespace hexad::protocols
