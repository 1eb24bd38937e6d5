#pragma once
// What an operator may do now, and of the rest why not: computed from the newest snapshot by the rules the core itself
// refuses with (controller/requests.cpp, lifecycle's table); a test compares the two in every state. An action that
// would be taken and do nothing is not offered either. Information for a screen: the core decides.

#include <array>

#include "model/telemetry.hpp"
#include "runtime/operator_order.hpp"

namespace hexad::runtime::console {

struct Reason {
  std::string_view text{};  ///< empty = it may be done
  Refusal code = Refusal::none;

  bool allowed() const noexcept { return text.empty(); }
  friend bool operator==(const Reason&, const Reason&) = default;
};

/// By action.
using Legal = std::array<Reason, kActions>;

/// What the snapshot does not know.
struct Desk {
  bool button = false;  ///< the operator's e-stop button is in
  bool taken = false;   ///< control was taken, and not given back
  bool simulated = true;
  bool trusted = true;  ///< the calibration may be used
  std::size_t films = 0;
};

Reason why_not(Action action, const Telemetry& telemetry, const Desk& desk) noexcept;
Legal legal(const Telemetry& telemetry, const Desk& desk) noexcept;

}  // namespace hexad::runtime::console
