#pragma once
// What a thread may ask of the system to be punctual, and what it was given.

#include <string>

#include "config/config.hpp"
#include "messages/message.hpp"
#include "os/threads.hpp"

namespace hexad::inline engine {

/// For the calling thread (the memory lock is the whole program's).
RealTimeGrant ask_for_real_time(const RealTimeSettings& settings) noexcept;

messages::Message message_of(const RealTimeSettings& settings, const RealTimeGrant& grant);

}  // namespace hexad::inline engine
