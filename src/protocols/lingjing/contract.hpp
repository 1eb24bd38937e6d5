#pragma once
// What lingjing hosts were promised (decisions 6, 8, 9): limits clamp, silence keeps the target, the lease
// ends after a second of it, and only silence makes a pose a new act (lifecycle rule 3).

#include "model/contract.hpp"

namespace hexad::protocols::lingjing {

constexpr Contract contract_with(BringUp bring_up, OnLimit on_limit) noexcept {
  return {.lease = LeaseRule::after_silence,
          .bring_up = bring_up,
          .on_limit = on_limit,
          .rearm_by_silence = true,
          .rearm_by_change = false,
          .idle_return = IdleReturn::always};
}

inline constexpr Contract kFollow = contract_with(BringUp::zero_and_follow, OnLimit::clamp);
inline constexpr Contract kFilm = contract_with(BringUp::zero_and_raise, OnLimit::refuse);
/// A film that ends while it is brought up raises nothing.
inline constexpr Contract kReturn = contract_with(BringUp::refuse, OnLimit::clamp);

}  // namespace hexad::protocols::lingjing
