#pragma once
// One number a leg. Legs a machine does not have stay zero; `Geometry::legs` says how many count.

#include <cstddef>

#include "base/vec.hpp"

namespace hexad::inline model {

inline constexpr std::size_t kMaxLegs = 6;

using Legs = Vec6;

}  // namespace hexad::inline model
