#pragma once
// Who somebody at the console is. Each may do what those before it may.

#include <cstdint>
#include <string_view>

namespace hexad::inline model {

enum class Role : std::uint8_t {
  watch,    ///< a viewer: looks, and may stop
  operate,  ///< an operator: drives
  engineer  ///< changes the machine: calibration, configuration, acceptance, injected faults
};

constexpr std::string_view to_string(Role role) noexcept {
  return role == Role::watch ? "viewer" : role == Role::operate ? "operator" : "engineer";
}

}  // namespace hexad::inline model
