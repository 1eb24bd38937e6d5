#pragma once

#include <string>
#include <string_view>

namespace hexad::inline text {

/// A text with its quotes as JSON has it; what is no UTF-8 is replaced.
std::string quoted(std::string_view text);

}  // namespace hexad::inline text
