#include "engine/preparation/worker_thread.hpp"

#include <poll.h>
#include <pthread.h>

namespace hexad::inline engine {
namespace {

constexpr int kOpenPeriod = 1;  // ms between two looks while an order is open
constexpr int kIdlePeriod =
    20;  // ms: answers are taken before their box is full, programs that came back freed

}  // namespace

void WorkerThread::start() {
  thread_ = std::thread{[this] { run(); }};
  ::pthread_setname_np(thread_.native_handle(), "hexad-worker");
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
    pollfd ready{wake_.get(), POLLIN, 0};
    ::poll(&ready, 1, open ? kOpenPeriod : kIdlePeriod);
    (void)wake_.take();
  }
}

}  // namespace hexad::inline engine
