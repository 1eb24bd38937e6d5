#pragma once
// Short names of what the core knows as enumerators. The console makes its own words from them, in its own language.

#include <array>
#include <span>
#include <string_view>

#include "model/fault.hpp"
#include "model/limits.hpp"
#include "model/refusal.hpp"

namespace hexad::runtime::console {

/// "not_zeroed"; empty for none.
std::string_view name_of(Refusal refusal) noexcept;
/// "leg_upper"
std::string_view name_of(Limit limit) noexcept;
/// "following_error"
std::string_view name_of(FaultKind kind) noexcept;

inline constexpr std::string_view kEmergencyStop = "emergency_stop";  ///< where a fault would be named

inline constexpr std::size_t kLimits = 21;
inline constexpr std::size_t kFaultKinds = 17;

/// Every cause a transition may have.
std::span<const std::string_view> transition_causes() noexcept;

}  // namespace hexad::runtime::console
