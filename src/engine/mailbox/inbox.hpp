#pragma once
// From one producing thread to the core: latches and newest stream targets of its sessions, and a queue of
// one-off requests. Neither side waits, neither allocates.

#include <array>

#include "base/fixed_vector.hpp"
#include "base/latest_value.hpp"
#include "base/spsc_queue.hpp"
#include "engine/mailbox/latches.hpp"

namespace hexad::inline engine {

inline constexpr std::size_t kMaxSessions = 8;  ///< a producing thread
inline constexpr std::size_t kMaxInboxes = 5;   ///< a platform: network, web, worker (two), main thread

/// Every request has at least one answer, and a tick's events have their bound (kMaxEventsPerTick): more
/// one-off requests than this wait for the next tick.
inline constexpr std::size_t kQueuedPerTick = 12;

/// Latches and streams of every session, repeats included, fit beside them.
using RequestBatch =
    FixedVector<Request, kMaxInboxes*(kMaxSessions*(2 * Latches::kCount + 1) + kQueuedPerTick)>;

class Inbox {
 public:
  // ---- the producing thread's side

  /// False when the queue is full; the session answers "busy".
  [[nodiscard]] bool request(const Request& request) noexcept;
  void stream(std::size_t session, const Request& request) noexcept;
  /// `from` drives at present (as far as the producer knows), or is somebody else.
  void latch(std::size_t session, Control control, bool by_driver, const Latch::Taken& latched) noexcept;
  std::uint64_t busy() const noexcept { return busy_; }

  // ---- the real-time thread's side

  /// First of each tick. The core takes a stop before all other requests of a tick; one that was sent after a
  /// request would thus be overtaken by what it should have stopped. So it is repeated in the tick after, and
  /// what was sent later waits for that.
  void collect_latches(RequestBatch& batch) noexcept;
  /// One-off requests in their order, the newest target of each stream in its place among them.
  void collect_requests(RequestBatch& batch) noexcept;

 private:
  struct SessionBox {
    Latches latches;
    LatestValue<Request> stream;
  };
  struct Repeat {
    Control control = Control::stop;
    Latch::Taken latched;
  };

  void collect_streams(RequestBatch& batch, std::size_t first_request) noexcept;

  std::array<SessionBox, kMaxSessions> sessions_;
  SpscQueue<Request, 256> requests_;
  alignas(64) std::uint64_t pushed_ = 0;  // producer's
  std::uint64_t busy_ = 0;
  alignas(64) std::uint64_t popped_ = 0;  // consumer's
  FixedVector<Repeat, kMaxSessions * Latches::kCount> repeats_;
};

}  // namespace hexad::inline engine
