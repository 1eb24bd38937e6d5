#pragma once
// One platform as the loop sees it: the core, the line to its drives, and the mailboxes in which other
// threads leave requests and find events. step() is the real-time thread's; everything else is done before
// the loop starts or after it has ended.

#include <atomic>
#include <memory>
#include <vector>

#include "controller/controller.hpp"
#include "engine/black_box/black_box.hpp"
#include "engine/machine_repository.hpp"
#include "engine/mailbox/inbox.hpp"
#include "engine/mailbox/leg_use.hpp"
#include "engine/mailbox/outbox.hpp"

namespace hexad::inline engine {

/// Everything of one tick, as it was handed over.
struct SeenTick {
  TimePoint now{};
  std::span<const Request> requests;
  const Feedback& feedback;  ///< what the core saw
  const Outputs& outputs;
};

/// Looks at every tick, on the thread that runs it: for who checks the platform in virtual time.
class TickWatcher {
 public:
  virtual ~TickWatcher() = default;
  virtual void saw(const SeenTick& tick) noexcept = 0;
};

class Platform {
 public:
  /// `machine` is derived.
  Platform(std::unique_ptr<const Machine> machine, const controller::Settings& settings,
           std::unique_ptr<DrivePort> drives);
  ~Platform();

  /// One for each thread that sends requests, at most kMaxInboxes.
  Inbox& add_inbox();
  /// One for each thread that wants to know.
  Outbox& add_outbox(Outbox::Wants wants = Outbox::Wants::events);

  /// Before the first tick.
  void watch_by(TickWatcher& watcher) noexcept { watcher_ = &watcher; }

  /// As it was at start.
  const Machine& machine() const noexcept { return *machine_; }
  /// That one, and those a calibration has put in its place.
  MachineRepository& machines() noexcept { return machines_; }
  Duration period() const noexcept { return period_; }
  /// What the last fault left behind; take() and release() are one thread's.
  BlackBox& black_box() noexcept { return black_box_; }

  /// Events that found no room, in a tick or in an outbox. From any thread.
  std::uint64_t lost_events() const noexcept;

  /// The first tick after a hole in time takes stops, but nothing that asks for motion: the core finds that
  /// its driver has been silent for as long before it hears from it again (lifecycle rule 26).
  enum class Wake : std::uint8_t { in_time, after_hole };
  /// `slipped`: ticks that were left out so far (lifecycle rule 14).
  void step(TimePoint now, std::uint64_t slipped = 0, Wake wake = Wake::in_time) noexcept;
  void publish(const LoopStatistics& statistics) noexcept;
  /// After the loop: drives off.
  void switch_off(TimePoint now) noexcept;

 private:
  void tell_drives(std::uint32_t revision) noexcept;

  std::shared_ptr<const Machine> machine_;
  MachineRepository machines_;
  Duration period_;
  controller::Controller controller_;
  std::unique_ptr<DrivePort> drives_;
  const Feedback* feedback_ = nullptr;  ///< of the tick before
  std::vector<std::unique_ptr<Inbox>> inboxes_;
  std::vector<std::unique_ptr<Outbox>> outboxes_;
  RequestBatch batch_;
  BlackBox black_box_;
  LegUseCounter leg_use_;
  Telemetry telemetry_;
  TickWatcher* watcher_ = nullptr;
  std::atomic<std::uint64_t> lost_in_tick_{0};
};

}  // namespace hexad::inline engine
