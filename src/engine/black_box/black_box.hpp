#pragma once
// What a fault leaves behind: the last second before it, tick by tick, with what was asked and what was said,
// and a little of what came after.
//
// The real-time thread writes each tick into two recordings of the same kind; both ask for their memory at
// the start. With a fault or an emergency the clock of the last kAfter ticks runs down; then one recording is
// lent to the reader, and the other, which knows the same past, goes on. What comes while one is lent is
// counted and not kept: the first fault is the one that explains the others. One atomic word says who owns
// what; nobody waits, nothing large is copied.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>

#include "base/ring.hpp"
#include "model/sample.hpp"

namespace hexad::inline engine {

struct Recording {
  struct Asked {
    std::uint64_t tick = 0;  ///< in which the core was told
    Request request;         ///< its pointers are names, no longer to be followed
  };
  /// What it is about.
  struct Cause {
    Fault fault;  ///< none: the emergency stop alone
    bool emergency = false;
    TimePoint time{};
    std::uint64_t tick = 0;
    std::uint32_t revision = 0;  ///< of the machine
    explicit operator bool() const noexcept { return fault || emergency; }
  };

  explicit Recording(std::size_t ticks) : samples{ticks} {}
  void clear() noexcept;

  Cause cause;
  Ring<Sample> samples;
  Ring<Asked> requests{256};  ///< all but streamed targets, which would push them out
  Ring<Asked> frames{256};    ///< streamed targets
  Ring<Event> events{128};
};

class BlackBox {
 public:
  static constexpr std::chrono::seconds kBefore{1};
  static constexpr std::size_t kAfter = 50;  ///< ticks

  explicit BlackBox(Duration period);

  // ---- the real-time thread's side

  /// One tick: what the core was asked, what came of it.
  void record(const Telemetry& telemetry, std::span<const Request> requests,
              std::span<const Event> events) noexcept;
  /// After the last tick: a recording that waits for more of them has none to come.
  void finish() noexcept;

  // ---- the reader's side: one thread

  /// What is lent and not given back yet; nullptr = nothing.
  const Recording* take() const noexcept;
  void release() noexcept { lent_.store(kNone, std::memory_order_release); }
  /// Faults and emergencies that came while an older one had not been read. From any thread.
  std::uint64_t missed() const noexcept { return missed_.load(std::memory_order_relaxed); }

 private:
  static constexpr int kNone = -1;

  void reclaim() noexcept;
  void lend() noexcept;

  std::array<Recording, 2> recordings_;
  Recording::Cause cause_;        ///< of the one that is to be lent
  std::size_t left_ = 0;          ///< ticks until then
  int gone_ = kNone;              ///< the recording the reader has, as far as the writer has noticed
  std::atomic<int> lent_{kNone};  ///< the reader's, until it writes kNone
  std::atomic<std::uint64_t> missed_{0};
};

}  // namespace hexad::inline engine
