#pragma once
// A test program that links counting_new.cpp has its operator new counted.

#include <cstddef>

namespace hexad::drill {

std::size_t allocation_count() noexcept;

}  // namespace hexad::drill
