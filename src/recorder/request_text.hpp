#pragma once
// A request of a recording, as JSON: who asked, when, for what.

#include <string>

#include "model/request.hpp"
#include "words/event_text.hpp"

namespace hexad::inline recorder {

/// `{"t","tick","who","what", …}`: `t` is the arrival, from `zero` on. Pointers in it are not followed.
std::string request_json(const Request& request, std::uint64_t tick, TimePoint zero,
                         const ProtocolNames& names, double neutral_above_bottom);

}  // namespace hexad::inline recorder
