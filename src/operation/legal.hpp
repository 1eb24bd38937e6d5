#pragma once
// What an operator may do now, and of the rest why not: lifecycle::admit() asked beforehand, action by
// action, with the newest snapshot; the core asks the same function when the order comes. An action that
// would be taken and change nothing is not offered either.

#include <vector>

#include "model/messages.hpp"
#include "model/telemetry.hpp"
#include "operation/operator_order.hpp"

namespace hexad::inline operation {

struct Reason {
  hexad::messages::Id words{};  ///< nothing = it may be done
  Refusal code = Refusal::none;

  bool allowed() const noexcept { return words == hexad::messages::Id{}; }
  friend bool operator==(const Reason&, const Reason&) = default;
};

/// In the order of actions().
using Legal = std::vector<Reason>;

/// What the snapshot does not know.
struct OperatorInputs {
  bool button = false;     ///< the operator's e-stop button is in
  bool simulation = true;  ///< this program simulates the drives: faults, payload, speed of time
  std::size_t films = 0;
};

Reason why_not(const Action& action, const Telemetry& telemetry, const OperatorInputs& desk) noexcept;
Legal legal(const Telemetry& telemetry, const OperatorInputs& desk);

}  // namespace hexad::inline operation
