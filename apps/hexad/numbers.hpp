#pragma once
// Numbers as people type them: lists, and poses by place or by name.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "model/axes.hpp"
#include "text/shown.hpp"

namespace hexad::cli {

/// A finite decimal number and nothing else.
Result<double, messages::Message> parse_number(std::string_view text);

/// Separated by commas or blanks; an empty field is an error.
Result<std::vector<double>, messages::Message> parse_numbers(std::string_view text);

/// Six numbers X Y Z RX RY RZ, or some of them by name: `heave=30,pitch=5`.
Result<AxisValues, messages::Message> parse_axes(std::string_view text);

// mm and degrees (or their rates) to SI and back.

}  // namespace hexad::cli
