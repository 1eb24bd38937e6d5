#pragma once
// A limit in words, the same everywhere: command line, log, console.

#include <string>
#include <string_view>

#include "model/axes.hpp"
#include "model/limits.hpp"

namespace hexad::runtime {

/// "sway", "surge", …
std::string_view name_of(Axis axis);

/// "leg 3 extension -13.6 mm below 0". Legs count from 1; axes are those of the X Y Z RX RY RZ order.
std::string in_words(const LimitHit& hit);

}  // namespace hexad::runtime
