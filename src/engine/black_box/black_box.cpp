#include "engine/black_box/black_box.hpp"

#include <variant>

namespace hexad::inline engine {
namespace {

std::size_t ticks_of(Duration period) noexcept {
  const Duration before = BlackBox::kBefore;
  return static_cast<std::size_t>((before + period - Duration{1}) / period) + 1 + BlackBox::kAfter;
}

/// A tick that brings both is the fault's: it knows leg, value and bound.
Recording::Cause cause_in(std::span<const Event> events, const Telemetry& telemetry) noexcept {
  Recording::Cause cause{{}, false, telemetry.time, telemetry.tick, telemetry.revision};
  for (const Event& event : events) {
    if (const auto* raised = std::get_if<FaultRaised>(&event.news); raised != nullptr && !cause.fault)
      cause.fault = raised->fault;
    const auto* moved = std::get_if<Transition>(&event.news);
    cause.emergency = cause.emergency || (moved != nullptr && moved->to == State::emergency);
  }
  return cause;
}

}  // namespace

void Recording::clear() noexcept {
  cause = {};
  samples.clear();
  requests.clear();
  frames.clear();
  events.clear();
}

BlackBox::BlackBox(Duration period) : recordings_{Recording{ticks_of(period)}, Recording{ticks_of(period)}} {}

void BlackBox::record(const Telemetry& telemetry, std::span<const Request> requests,
                      std::span<const Event> events) noexcept {
  reclaim();
  const Sample sample = sample_of(telemetry);
  for (int i = 0; i < 2; ++i) {
    if (i == gone_) continue;
    Recording& recording = recordings_[static_cast<std::size_t>(i)];
    recording.samples.push(sample);
    for (const Request& request : requests)
      (std::holds_alternative<StreamTarget>(request.what) ? recording.frames : recording.requests)
          .push({telemetry.tick, request});
    for (const Event& event : events) recording.events.push(event);
  }
  if (cause_) {
    if (--left_ == 0) lend();
  } else if (const Recording::Cause cause = cause_in(events, telemetry)) {
    cause_ = cause;
    left_ = kAfter;
  }
}

void BlackBox::finish() noexcept {
  reclaim();
  if (cause_) lend();
}

/// What the reader has given back begins anew: it was not there meanwhile.
void BlackBox::reclaim() noexcept {
  if (gone_ == kNone || lent_.load(std::memory_order_acquire) != kNone) return;
  recordings_[static_cast<std::size_t>(gone_)].clear();
  gone_ = kNone;
}

/// The one that knows more.
void BlackBox::lend() noexcept {
  const Recording::Cause cause = cause_;
  cause_ = {};
  if (gone_ != kNone) {
    missed_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  gone_ = recordings_[1].samples.size() > recordings_[0].samples.size() ? 1 : 0;
  recordings_[static_cast<std::size_t>(gone_)].cause = cause;
  lent_.store(gone_, std::memory_order_release);
}

const Recording* BlackBox::take() const noexcept {
  const int lent = lent_.load(std::memory_order_acquire);
  return lent == kNone ? nullptr : &recordings_[static_cast<std::size_t>(lent)];
}

}  // namespace hexad::inline engine
