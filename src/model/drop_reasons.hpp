#pragma once
// Reasons that more than one place must know by the same words.

#include <string_view>

namespace hexad::inline model {

/// A frame that never came, by the sequence of its neighbours: counted with the drops, shown as lost.
inline constexpr std::string_view kLostOnTheWay = "lost on the way";

}  // namespace hexad::inline model
