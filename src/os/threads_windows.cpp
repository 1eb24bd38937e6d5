#include "os/threads.hpp"

#include <pthread.h>
#include <windows.h>

#include <cerrno>

namespace hexad::inline os {
namespace {

// How exact the timer is at its best; the rest of the time is watched.
constexpr std::chrono::microseconds kWatched{200};

/// One a thread, as exact as Windows has them (since version 1803; before, a millisecond).
HANDLE exact_timer() noexcept {
  struct Timer {
    HANDLE handle = ::CreateWaitableTimerExW(
        nullptr, nullptr, 0x2 /* CREATE_WAITABLE_TIMER_HIGH_RESOLUTION */, TIMER_ALL_ACCESS);
    Timer() noexcept {
      if (handle == nullptr) handle = ::CreateWaitableTimerW(nullptr, FALSE, nullptr);
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() { ::CloseHandle(handle); }
  };
  thread_local const Timer timer;
  return timer.handle;
}

}  // namespace

void name_thread(std::thread& thread, const char* name) noexcept {
  ::pthread_setname_np(thread.native_handle(), name);
}

void give_way() noexcept { ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL); }

RealTimeGrant ask_for_real_time(int, int cpu) noexcept {
  RealTimeGrant grant;
  grant.priority = ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL) != 0 ? 0 : EPERM;
  grant.memory = ENOSYS;  // Windows locks no whole program into memory
  grant.cpu = cpu >= 0 ? cpu : static_cast<int>(std::thread::hardware_concurrency()) - 1;
  const bool known = grant.cpu >= 0 && grant.cpu < 64;
  const DWORD_PTR mask = known ? DWORD_PTR{1} << grant.cpu : 0;
  grant.pinned = known && ::SetThreadAffinityMask(::GetCurrentThread(), mask) != 0 ? 0 : EINVAL;
  return grant;
}

void ask_for_exact_timers() noexcept { ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_HIGHEST); }

void sleep_until(std::chrono::steady_clock::time_point time) noexcept {
  using std::chrono::steady_clock;
  using HundredNanoseconds = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
  const auto left = std::chrono::duration_cast<HundredNanoseconds>(time - kWatched - steady_clock::now());
  if (left.count() > 0) {
    LARGE_INTEGER wait{};
    wait.QuadPart = -left.count();  // below 0: from now
    if (::SetWaitableTimer(exact_timer(), &wait, 0, nullptr, nullptr, FALSE) != 0)
      ::WaitForSingleObject(exact_timer(), INFINITE);
  }
  while (steady_clock::now() < time) ::YieldProcessor();
}

}  // namespace hexad::inline os
