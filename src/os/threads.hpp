#pragma once
// What threads ask of the system: a name, to be punctual, or to stay behind others.

#include <chrono>
#include <thread>

namespace hexad::inline os {

void name_thread(std::thread& thread, const char* name) noexcept;
/// The calling thread alone gives way to others.
void give_way() noexcept;

/// errno of each wish; 0 = granted.
struct RealTimeGrant {
  int priority = 0;
  int memory = 0;
  int pinned = 0;
  int cpu = -1;
};
/// For the calling thread (the memory lock is the whole program's). `cpu` below 0: the last one.
RealTimeGrant ask_for_real_time(int priority, int cpu) noexcept;
/// Short timer slack: without it the kernel may add 50 µs to every sleep of an ordinary thread.
void ask_for_exact_timers() noexcept;

/// As exactly as the system can.
void sleep_until(std::chrono::steady_clock::time_point time) noexcept;

}  // namespace hexad::inline os
