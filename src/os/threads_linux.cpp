#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "os/threads.hpp"

namespace hexad::inline os {
namespace {

constexpr int kNiceness = 10;

}  // namespace

void name_thread(std::thread& thread, const char* name) noexcept {
  ::pthread_setname_np(thread.native_handle(), name);
}

void give_way() noexcept { [[maybe_unused]] const int niceness = ::nice(kNiceness); }

RealTimeGrant ask_for_real_time(int priority, int cpu) noexcept {
  RealTimeGrant grant;
  sched_param parameters{};
  parameters.sched_priority = priority;
  grant.priority = ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameters);
  grant.memory = ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno;

  const int cpus = static_cast<int>(std::thread::hardware_concurrency());
  grant.cpu = cpu >= 0 ? cpu : cpus - 1;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (grant.cpu >= 0 && grant.cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(grant.cpu), &set);
  grant.pinned = ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
  return grant;
}

void ask_for_exact_timers() noexcept { ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void sleep_until(std::chrono::steady_clock::time_point time) noexcept {
  const auto since = time.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
  const timespec wake{seconds.count(), (since - seconds).count()};
  while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr) == EINTR) {
  }
}

}  // namespace hexad::inline os
