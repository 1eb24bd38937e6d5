#pragma once

#include <cstddef>
#include <span>

namespace hexad::inline os {

/// With what nobody can guess, from the system. Throws when it has none.
void fill_random(std::span<std::byte> bytes);

}  // namespace hexad::inline os
