#pragma once
// What mdof hosts were promised.

#include "model/contract.hpp"

namespace hexad::protocols::mdof {

/// 1 and 7 do whatever is missing; 8 and 9 rise from the origin, but demand a zeroed platform (decision 5).
inline constexpr Contract kBringsUp{.bring_up = BringUp::zero_and_raise, .one_at_a_time = true};
inline constexpr Contract kRises{.bring_up = BringUp::raise, .one_at_a_time = true};

}  // namespace hexad::protocols::mdof
