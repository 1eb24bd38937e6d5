#include "engine/preparation/worker_thread.hpp"

#include "os/threads.hpp"
#include "os/wait.hpp"

namespace hexad::inline engine {
namespace {

// Between two looks while an order is open.
constexpr std::chrono::milliseconds kOpenPeriod{1};
// Answers are taken before their box is full, programs that came back freed.
constexpr std::chrono::milliseconds kIdlePeriod{20};

}  // namespace

void WorkerThread::start() {
  thread_ = std::thread{[this] { run(); }};
  name_thread(thread_, "hexad-worker");
}

void WorkerThread::stop() {
  if (!thread_.joinable()) return;
  ends_.store(true, std::memory_order_relaxed);
  wake_.signal();
  thread_.join();
}

void WorkerThread::run() {
  while (!ends_.load(std::memory_order_relaxed)) {
    bool open = preparation_.work();
    if (also_ && also_()) open = true;
    wait_readable(wake_.get(), open ? kOpenPeriod : kIdlePeriod);
    (void)wake_.take();
  }
}

}  // namespace hexad::inline engine
