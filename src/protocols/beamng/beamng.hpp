#pragma once
// BeamNG's acceleration is that of the body, X right, Y forward, Z up, and nothing at rest. Positive rates
// turn the right side down, the nose up, the nose to the right. It is sent by the steps of the physics, which
// stand still in a pause: then it is silent.

#include "protocols/beamng/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::beamng {

class BeamngSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "beamng"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = accX Y Z; pitch roll yaw = pitchVel rollVel -yawVel";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::beamng
