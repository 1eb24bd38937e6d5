#pragma once
// Whoever tells a relay that runs what to do: `hexad relay --tell`, the console.

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "net/address.hpp"

namespace hexad::inline relay {

/// The relay's JSON document (relay.hpp); waits for it at most a second.
Result<std::string, messages::Message> ask_relay(const net::Address& control, std::string_view request);

}  // namespace hexad::inline relay
