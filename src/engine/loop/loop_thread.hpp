#pragma once
// The real-time thread: sleeps until the next tick is due, lets the loop run it, wakes the network thread.

#include <atomic>
#include <future>
#include <thread>

#include "base/clock.hpp"
#include "engine/loop/loop.hpp"
#include "engine/loop/real_time.hpp"
#include "os/file_descriptor.hpp"

namespace hexad::inline engine {

class LoopThread {
 public:
  /// `wake` is signalled once after each pass.
  LoopThread(Loop& loop, const SteadyClock& clock, net::WakeUp& wake, const RealTimeSettings& real_time);
  ~LoopThread();

  /// The drives' own ticks wake the loop; when they stay away, the clock does. Before start().
  void pace_by(TickSource& ticks) noexcept { ticks_ = &ticks; }

  void start();
  /// What the system granted; waits until the thread has asked. After start(), with real time enabled.
  RealTimeGrant grant();
  /// Ends after the pass that is running; drives off, thread joined.
  void stop();

 private:
  void run() noexcept;
  void run_by_drives() noexcept;

  Loop& loop_;
  const SteadyClock& clock_;
  net::WakeUp& wake_;
  TickSource* ticks_ = nullptr;
  RealTimeSettings real_time_;
  std::promise<RealTimeGrant> granted_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace hexad::inline engine
