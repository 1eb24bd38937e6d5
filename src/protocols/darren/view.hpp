#pragma once
// What a controller says of its platform in this protocol.

#include "model/telemetry.hpp"
#include "protocols/darren/status.hpp"

namespace hexad::protocols::darren {

/// The platform's one life in the words of this protocol.
StatusWord status_word(const Telemetry& telemetry) noexcept;
/// All but sequence and warnings.
StatusFrame status_of(const Telemetry& telemetry, const Machine& machine,
                      const AxisConvention& convention) noexcept;

}  // namespace hexad::protocols::darren
