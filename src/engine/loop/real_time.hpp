#pragma once
// What a thread may ask of the system to be punctual, and what it was given.

#include <string>

#include "config/config.hpp"
#include "messages/message.hpp"

namespace hexad::inline engine {

/// errno of each wish; 0 = granted.
struct RealTimeGrant {
  int priority = 0;
  int memory = 0;
  int pinned = 0;
  int cpu = -1;
};

/// For the calling thread (the memory lock is the whole program's).
RealTimeGrant ask_for_real_time(const RealTimeSettings& settings) noexcept;

/// Short timer slack: without it the kernel may add 50 µs to every sleep of an ordinary thread.
void ask_for_exact_timers() noexcept;

messages::Message message_of(const RealTimeSettings& settings, const RealTimeGrant& grant);

}  // namespace hexad::inline engine
