#include "os/memory_reserve.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace hexad::inline os {
namespace {

std::atomic<void*> kept{nullptr};
std::atomic<bool> gone{false};

void use_reserve() {
  void* const block = kept.exchange(nullptr);
  if (block == nullptr) throw std::bad_alloc{};
  std::free(block);
  gone.store(true);
}

}  // namespace

MemoryReserve::MemoryReserve(std::size_t bytes) {
  kept.store(std::malloc(bytes));
  gone.store(false);
  std::set_new_handler(use_reserve);
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(nullptr);
  std::free(kept.exchange(nullptr));
}

bool MemoryReserve::used() const noexcept { return gone.load(); }

}  // namespace hexad::inline os
