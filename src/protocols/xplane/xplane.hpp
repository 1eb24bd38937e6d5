#pragma once
// The acceleration is that of the aircraft in axes of the world (X east, Y up, Z south): nothing at rest.
// With gravity, and turned into the aircraft by heading, pitch and roll, it is what the crew feels: nothing
// to the side in a coordinated turn. P, Q and R are read as rates of the body.

#include "protocols/telemetry_source.hpp"
#include "protocols/xplane/layout.hpp"

namespace hexad::protocols::xplane {

class XplaneSource final : public TelemetrySource {
 public:
  std::string_view name() const noexcept override { return "xplane"; }
  std::string_view mapping() const noexcept override {
    return "sway surge heave = local_ax, ay, az and gravity turned by psi, theta, phi, less 1 g; pitch roll "
           "yaw = Q P -R; drives while paused = 0";
  }
  /// An answer that has all that was asked for; other numbers beside them are somebody else's.
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;
  std::size_t ask(std::size_t number, std::span<std::byte> bytes) const noexcept override;
};

}  // namespace hexad::protocols::xplane
