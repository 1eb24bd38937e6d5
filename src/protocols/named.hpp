#pragma once
// Numbers of the wire with their row of the table: English at compile time, so that a host's library carries
// no row that it does not name. For sources: what includes it is compiled again with every row.

#include "messages/say.hpp"
#include "protocols/words.hpp"

namespace hexad::protocols {

template <messages::Id id, class Number>
constexpr Named named(Number value) noexcept {
  return {static_cast<std::uint32_t>(value), messages::row_of(id).english, id};
}

}  // namespace hexad::protocols
