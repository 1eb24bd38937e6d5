#pragma once
// Body axes of the wire are X forward, Y right, Z down; A_pilot is specific force (−32 ft/s² along Z in level
// flight); phidot, thetadot, psidot are rates of Euler angles, not of the body:
//
//   p = φ' − ψ'·sin θ     q = θ'·cos φ + ψ'·sin φ·cos θ     r = −θ'·sin φ + ψ'·cos φ·cos θ
//
// Its clock counts whole seconds and says nothing of a pause: a paused simulator is frozen, or silent.

#include "protocols/flightgear/layout.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::flightgear {

class FlightgearSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "flightgear"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = A_Y A_X -A_Z_pilot less 1 g; pitch roll yaw = q p -r of phi, theta, psi and "
           "their rates";
  }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::flightgear
