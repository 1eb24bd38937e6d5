#pragma once
// The thread that drives a PreparationQueue: asleep until somebody sends an order, then at it until none is
// open.

#include <atomic>
#include <functional>
#include <thread>

#include "engine/preparation/preparation_queue.hpp"
#include "os/file_descriptor.hpp"

namespace hexad::inline engine {

class WorkerThread {
 public:
  explicit WorkerThread(PreparationQueue& preparation) noexcept : preparation_{preparation} {}
  ~WorkerThread() { stop(); }

  /// Work of another kind, done by the same thread; true while it has to be looked at again soon. Before
  /// start().
  void also(std::function<bool()> work) { also_ = std::move(work); }
  /// Signalled by whoever has sent an order.
  net::WakeUp& wake() noexcept { return wake_; }
  void start();
  void stop();

 private:
  void run();

  PreparationQueue& preparation_;
  std::function<bool()> also_;
  net::WakeUp wake_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace hexad::inline engine
