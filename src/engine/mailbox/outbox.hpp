#pragma once
// From the core to one consuming thread: the newest snapshot, every event, how the loop runs, what the legs
// have done.

#include <atomic>
#include <span>

#include "base/latest_value.hpp"
#include "base/spsc_queue.hpp"
#include "engine/mailbox/leg_use.hpp"
#include "engine/mailbox/statistics.hpp"
#include "model/telemetry.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::inline engine {

class Outbox {
 public:
  /// Who takes events seldom is given only those it has use for: a flood of answers must not push them out.
  enum class Wants : std::uint8_t {
    events,    ///< all
    news,      ///< what a console shows; answers to hosts only while there is plenty of room
    programs,  ///< answers, and prepared motions that come back
    machines,  ///< answers to the calibration board, and machines that come back
    snapshots_only
  };
  static constexpr std::size_t kRoom = 4096;
  explicit Outbox(Wants wants = Wants::events) noexcept : wants_{wants} {}

  // ---- the real-time thread's side

  /// Events go in before the snapshot that knows of them.
  void publish(const Telemetry& telemetry, std::span<const Event> events) noexcept {
    for (const Event& event : events)
      if (is_wanted(event) && !events_.push(event)) lost_.fetch_add(1, std::memory_order_relaxed);
    telemetry_.publish(telemetry);
  }
  void publish(const LoopStatistics& statistics, const LegUses& legs = {}) noexcept {
    loop_.publish(statistics);
    legs_.publish(legs);
  }

  // ---- the consuming thread's side

  bool refresh() noexcept { return telemetry_.refresh(); }
  const Telemetry& telemetry() const noexcept { return telemetry_.value(); }

  /// The next event that is not newer than the snapshot in use. An answer is thus never ahead of the snapshot
  /// that says the motion has ended, and, taken before queries are served, never behind it either.
  bool next(Event& event) noexcept {
    if (!held_back_ && !events_.pop(next_)) return false;
    held_back_ = next_.time > telemetry().time;
    if (held_back_) return false;
    event = next_;
    return true;
  }

  const LoopStatistics& loop() noexcept {
    loop_.refresh();
    return loop_.value();
  }
  const LegUses& leg_uses() noexcept {
    legs_.refresh();
    return legs_.value();
  }
  /// Events that found the queue full: the consumer has been asleep for long.
  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  bool is_wanted(const Event& event) const noexcept {
    const bool answer = std::holds_alternative<Answer>(event.news);
    const bool machine = std::holds_alternative<MachineReleased>(event.news);
    const bool program = std::holds_alternative<ProgramReleased>(event.news);
    switch (wants_) {
      case Wants::events:
        return true;
      case Wants::news:
        if (machine || program) return false;
        return !answer || event.driver == kOperatorEndpoint || events_.size() < kRoom / 2;
      case Wants::programs:
        return program || (answer && event.tag != 0);
      case Wants::machines:
        return machine || (answer && event.driver == kBoardEndpoint);
      case Wants::snapshots_only:
        break;
    }
    return false;
  }

  Wants wants_;
  LatestValue<Telemetry> telemetry_;
  SpscQueue<Event, kRoom> events_;
  LatestValue<LoopStatistics> loop_;
  LatestValue<LegUses> legs_;
  std::atomic<std::uint64_t> lost_{0};
  alignas(64) Event next_;  // consumer's
  bool held_back_ = false;
};

}  // namespace hexad::inline engine
