#pragma once
// What libpcap says of a file, which it says in English only, as a message.

#include <string_view>

#include "messages/message.hpp"

namespace hexad::capture {

/// By the row whose English it is, numbers apart; as it came where there is none.
messages::Message pcap_words(std::string_view text);

}  // namespace hexad::capture
