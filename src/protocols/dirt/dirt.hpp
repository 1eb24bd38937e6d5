#pragma once
// DiRT says nothing of up and down: heave stays 0. In menus and pauses the game is silent, or its clock
// stands.

#include "protocols/dirt/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::dirt {

class DirtSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "dirt"; }
  std::string_view mapping() const noexcept override {
    return "sway surge = -gforce_lateral gforce_longitudinal; heave = 0; pitch roll yaw = how the forward "
           "and "
           "right directions change";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::dirt
