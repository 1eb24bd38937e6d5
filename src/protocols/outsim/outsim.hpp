#pragma once
// The car's axes are X right, Y forward, Z up. Heading, pitch and roll are anticlockwise seen from above,
// from the right and from the front: right-handed, as inside. In which axes the angular velocity stands the
// document does not say, so the rate is how the attitude changes.

#include "protocols/outsim/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::outsim {

class OutsimSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "outsim"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = Accel turned from the world into the car; pitch roll yaw = how Pitch, Roll "
           "and "
           "Heading change";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::outsim
