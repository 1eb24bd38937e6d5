#pragma once
// The player's car of an F1 game. What is sent besides motion (lap times, tyres, …) comes to the same port
// and is left alone. In menus and pauses the game is silent, or its clock stands.

#include "protocols/f1/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::f1 {

class F1Source final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "f1"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = -gForceLateral gForceLongitudinal gForceVertical; pitch roll yaw = how "
           "worldForwardDir and worldRightDir change";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  /// In the format of 2023 and later.
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::f1
