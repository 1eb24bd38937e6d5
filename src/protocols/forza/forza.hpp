#pragma once
// Forza's axes are X right, Y up, Z forward: a left hand, so positive angular velocities turn the nose down,
// to the right, and the right side up. IsRaceOn is 0 in menus.

#include "protocols/forza/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::forza {

class ForzaSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "forza"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = AccelerationX Z Y; pitch roll yaw = -AngularVelocityX Z Y; drives while "
           "IsRaceOn = 1";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  /// The Sled format.
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::forza
