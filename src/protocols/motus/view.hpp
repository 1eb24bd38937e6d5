#pragma once
// What a controller says of its platform in this protocol, of either generation.

#include "model/telemetry.hpp"
#include "protocols/motus/generation1.hpp"

namespace hexad::protocols::motus {

/// The platform's one life in the words of this protocol. Standing after a script or a step shows that until
/// another command comes, which is the session's to know.
DofStatus dof_status(const Telemetry& telemetry, const StatusForm& form = {}) noexcept;
/// All but the version.
StatusFrame status_of(const Telemetry& telemetry, const Machine& machine, const AxisConvention& convention,
                      const StatusForm& form) noexcept;
StatusFrame1 status1_of(const Telemetry& telemetry, const Machine& machine, const AxisConvention& convention,
                        const StatusForm& form, const Generation1& generation) noexcept;

}  // namespace hexad::protocols::motus
