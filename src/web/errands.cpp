#include "web/errands.hpp"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <exception>

namespace hexad::runtime::console {
namespace {

constexpr int kNiceness = 10;

thread_local const std::atomic<bool>* ends_here = nullptr;

}  // namespace

Errands::~Errands() {
  stop();
  Errand* errand = nullptr;
  while (sent_.pop(errand)) delete errand;
  while (done_.pop(errand)) delete errand;
}

bool Errands::ending() noexcept { return ends_here != nullptr && ends_here->load(std::memory_order_relaxed); }

void Errands::start(const char* name, std::size_t most) {
  most_ = std::min(most, kMost);
  thread_ = std::thread{[this] { run(); }};
  ::pthread_setname_np(thread_.native_handle(), name);
}

void Errands::stop() {
  if (!thread_.joinable()) return;
  ends_.store(true, std::memory_order_relaxed);
  wake_.signal();
  thread_.join();
}

bool Errands::send(web::ExchangeId exchange, Work work) {
  if (open_ >= most_) return false;
  auto errand = std::make_unique<Errand>(Errand{exchange, std::move(work)});
  if (!sent_.push(errand.get())) return false;
  static_cast<void>(errand.release());
  ++open_;
  wake_.signal();
  return true;
}

void Errands::answer(web::Server& server) {
  for (Errand* errand = nullptr; done_.pop(errand);) {
    const std::unique_ptr<Errand> owned{errand};
    --open_;
    server.answer(owned->exchange, std::move(owned->response));
  }
}

void Errands::run() {
  ends_here = &ends_;
  [[maybe_unused]] const int niceness = ::nice(kNiceness);  // of this thread alone
  while (!ends_.load(std::memory_order_relaxed)) {
    for (Errand* errand = nullptr; !ends_.load(std::memory_order_relaxed) && sent_.pop(errand);) {
      try {
        errand->response = errand->work();
      } catch (const std::exception& problem) {
        errand->response = web::error(500, problem.what());
      }
      errand->work = nullptr;
      if (!done_.push(errand)) delete errand;
    }
    pollfd ready{wake_.get(), POLLIN, 0};
    ::poll(&ready, 1, -1);
    (void)wake_.take();
  }
}

}  // namespace hexad::runtime::console
