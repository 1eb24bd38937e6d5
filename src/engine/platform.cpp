#include "engine/platform.hpp"

#include <cassert>

namespace hexad::inline engine {

Platform::Platform(std::unique_ptr<const Machine> machine, const controller::Settings& settings,
                   std::unique_ptr<DrivePort> drives)
    : machine_{std::move(machine)},
      machines_{machine_},
      period_{settings.period},
      controller_{*machine_, settings},
      drives_{std::move(drives)},
      black_box_{settings.period} {}

Platform::~Platform() = default;

Inbox& Platform::add_inbox() {
  assert(inboxes_.size() < kMaxInboxes);
  return *inboxes_.emplace_back(std::make_unique<Inbox>());
}

Outbox& Platform::add_outbox(Outbox::Wants wants) {
  return *outboxes_.emplace_back(std::make_unique<Outbox>(wants));
}

void Platform::step(TimePoint now, std::uint64_t slipped, Wake wake) noexcept {
  // Drives that have not been asked yet are asked with the power off.
  if (feedback_ == nullptr) feedback_ = &drives_->exchange(Setpoint{}, now - period_, period_);
  drives_->refresh(now);
  batch_.clear();
  for (const auto& inbox : inboxes_) inbox->collect_latches(batch_);
  if (wake == Wake::in_time)
    for (const auto& inbox : inboxes_) inbox->collect_requests(batch_);
  const Outputs& outputs = controller_.step(now, std::span{batch_.begin(), batch_.size()}, *feedback_);
  tell_drives(outputs.telemetry.revision);
  const Feedback seen = watcher_ != nullptr ? *feedback_ : Feedback{};
  feedback_ = &drives_->exchange(outputs.setpoint, now, period_);
  if (watcher_ != nullptr) watcher_->saw({now, std::span{batch_.begin(), batch_.size()}, seen, outputs});
  telemetry_ = outputs.telemetry;
  telemetry_.slipped_ticks = slipped;  // the core knows the time, not what it missed
  leg_use_.add(feedback_->legs, period_);
  black_box_.record(telemetry_, std::span{batch_.begin(), batch_.size()}, outputs.events);
  lost_in_tick_.store(outputs.lost_events, std::memory_order_relaxed);
  for (const auto& outbox : outboxes_) outbox->publish(telemetry_, outputs.events);
}

void Platform::tell_drives(std::uint32_t revision) noexcept {
  if (revision == telemetry_.revision) return;
  for (const Request& request : batch_) {
    const auto* adopt = std::get_if<AdoptMachine>(&request.what);
    if (adopt != nullptr && adopt->machine != nullptr && adopt->machine->revision == revision)
      drives_->adopted(*adopt->machine);
  }
}

std::uint64_t Platform::lost_events() const noexcept {
  std::uint64_t lost = lost_in_tick_.load(std::memory_order_relaxed);
  for (const auto& outbox : outboxes_) lost += outbox->lost();
  return lost;
}

void Platform::publish(const LoopStatistics& statistics) noexcept {
  for (const auto& outbox : outboxes_) outbox->publish(statistics, leg_use_.uses());
}

void Platform::switch_off(TimePoint now) noexcept { drives_->exchange(Setpoint{}, now, period_); }

}  // namespace hexad::inline engine
