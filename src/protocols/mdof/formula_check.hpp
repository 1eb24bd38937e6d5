#pragma once
// A first look at a formula: known names, known characters, parentheses that close. What it computes is not
// looked at.

#include <string_view>

namespace hexad::protocols::mdof {

bool looks_like_formula(std::string_view text) noexcept;

}  // namespace hexad::protocols::mdof
