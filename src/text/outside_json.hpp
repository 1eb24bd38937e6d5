#pragma once
// JSON that somebody else wrote: a request, a file, the answer of another program.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace hexad::inline text {

/// Nothing that is read here is nested half as deep. What is, costs a stack frame a level wherever it is
/// copied or printed: a body of some megabytes of brackets would end the program.
inline constexpr int kDeepestJson = 64;

/// Discarded (is_discarded()) when it is no JSON, or nested deeper.
nlohmann::json outside_json(std::string_view text);
nlohmann::ordered_json outside_ordered_json(std::string_view text);

}  // namespace hexad::inline text
