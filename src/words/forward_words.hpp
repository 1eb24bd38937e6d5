#pragma once
// Legs that people ask for by name, and what became of a forward solution in words.

#include <optional>
#include <string>
#include <string_view>

#include "kinematics/forward.hpp"

namespace hexad::runtime::verify {

/// zero, mid, top for every leg; 1236: legs 1 2 3 6 at full stroke, 4 5 at zero (six legs only).
std::optional<Extensions> preset_extensions(const Geometry& geometry, std::string_view name);

/// "ok", "no_convergence", …
std::string_view name_of(kinematics::ForwardStatus status);
/// Why it is no pose to work with; empty when it is.
std::string reason(const kinematics::Forward& solution);

}  // namespace hexad::runtime::verify
