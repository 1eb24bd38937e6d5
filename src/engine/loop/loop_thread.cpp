#include "engine/loop/loop_thread.hpp"

#include "os/threads.hpp"

namespace hexad::inline engine {
namespace {

/// The last stretch is watched, not slept: waking up a thread takes longer than the tick may be late.
void watch_until(std::chrono::steady_clock::time_point time) noexcept {
  while (std::chrono::steady_clock::now() < time) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

}  // namespace

LoopThread::LoopThread(Loop& loop, const SteadyClock& clock, net::WakeUp& wake,
                       const RealTimeSettings& real_time)
    : loop_{loop}, clock_{clock}, wake_{wake}, real_time_{real_time} {}

LoopThread::~LoopThread() { stop(); }

void LoopThread::start() {
  thread_ = std::thread{[this] { run(); }};
  name_thread(thread_, "hexad-rt");
}

RealTimeGrant LoopThread::grant() { return granted_.get_future().get(); }

void LoopThread::stop() {
  stopping_.store(true, std::memory_order_relaxed);
  if (thread_.joinable()) thread_.join();
}

/// A tick of theirs that is two periods late is not waited for.
void LoopThread::run_by_drives() noexcept {
  using std::chrono::steady_clock;
  while (!stopping_.load(std::memory_order_relaxed)) {
    const steady_clock::time_point due = clock_.wall_time_of(loop_.next_wake());
    const steady_clock::time_point latest = due + loop_.period();
    const bool woken_by_drives = ticks_->wait(latest - steady_clock::now());
    const steady_clock::time_point woken = steady_clock::now();
    if (woken_by_drives) {
      loop_.advance_by_drives(clock_.now());
    } else if (loop_.advance(clock_.now()) == 0) {
      continue;
    }
    const steady_clock::time_point done = steady_clock::now();
    wake_.signal();
    loop_.record(woken - due, done - woken, TimePoint{done.time_since_epoch()});
  }
}

void LoopThread::run() noexcept {
  using std::chrono::steady_clock;
  ask_for_exact_timers();
  if (real_time_.enabled) granted_.set_value(ask_for_real_time(real_time_));
  const std::chrono::nanoseconds spin{real_time_.enabled ? static_cast<std::int64_t>(1e3 * real_time_.spin_us)
                                                         : 0};
  if (ticks_ != nullptr) run_by_drives();
  while (!stopping_.load(std::memory_order_relaxed)) {
    loop_.set_speed(clock_.speed());
    const steady_clock::time_point due = clock_.wall_time_of(loop_.next_wake());
    sleep_until(due - spin);
    if (spin.count() > 0) watch_until(due);
    const steady_clock::time_point woken = steady_clock::now();
    if (loop_.advance(clock_.now()) == 0) continue;
    const steady_clock::time_point done = steady_clock::now();
    wake_.signal();
    loop_.record(woken - due, done - woken, TimePoint{done.time_since_epoch()});
  }
  loop_.switch_off(clock_.now());
}

}  // namespace hexad::inline engine
