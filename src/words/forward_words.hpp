#pragma once
// Legs that people ask for by name, and what became of a forward solution.

#include <optional>
#include <string_view>

#include "kinematics/forward.hpp"
#include "messages/message.hpp"

namespace hexad::inline words {

/// zero, mid, top for every leg; 1236: legs 1 2 3 6 at full stroke, 4 5 at zero (six legs only).
std::optional<Extensions> preset_extensions(const Geometry& geometry, std::string_view name);

/// "ok", "no_convergence", …
std::string_view name_of(kinematics::ForwardStatus status);
/// Why it is no pose to work with; nothing when it is.
messages::Message reason(const kinematics::Forward& solution);

}  // namespace hexad::inline words
