#include "engine/mailbox/inbox.hpp"

#include <algorithm>
#include <limits>

namespace hexad::inline engine {
namespace {

Request to_request(Control control, const Latch::Taken& latched) noexcept {
  return {.tag = 0,
          .driver = latched.from,
          .arrival = latched.arrival,
          .contract = latched.contract,
          .what = control};
}

}  // namespace

bool Inbox::request(const Request& request) noexcept {
  if (!requests_.push(request)) {
    ++busy_;
    return false;
  }
  ++pushed_;
  return true;
}

void Inbox::stream(std::size_t session, const Request& request) noexcept {
  sessions_[session].stream.publish(request);
}

void Inbox::latch(std::size_t session, Control control, bool by_driver,
                  const Latch::Taken& latched) noexcept {
  Latch* const latch = sessions_[session].latches.find(control, by_driver);
  if (latch == nullptr) return;
  Latch::Taken marked = latched;
  marked.mark = pushed_;
  latch->set(marked);
}

void Inbox::collect_latches(RequestBatch& batch) noexcept {
  for (std::size_t i = 0; i < repeats_.size();) {
    if (repeats_[i].latched.mark > popped_) {
      ++i;
      continue;
    }
    static_cast<void>(batch.push_back(to_request(repeats_[i].control, repeats_[i].latched)));
    repeats_[i] = repeats_.back();
    repeats_.pop_back();
  }
  for (std::size_t slot = 0; slot < Latches::kCount; ++slot) {
    for (SessionBox& session : sessions_) {
      const Latch::Taken latched = session.latches.slots[slot].take();
      if (!latched) continue;
      const Control control = Latches::control_of(slot);
      static_cast<void>(batch.push_back(to_request(control, latched)));
      if (latched.mark > popped_) static_cast<void>(repeats_.push_back({control, latched}));
    }
  }
}

void Inbox::collect_requests(RequestBatch& batch) noexcept {
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  for (const Repeat& repeat : repeats_) limit = std::min(limit, repeat.latched.mark);
  const std::size_t first = batch.size();
  Request request;
  while (popped_ < limit && batch.size() - first < kQueuedPerTick && requests_.pop(request)) {
    static_cast<void>(batch.push_back(request));
    ++popped_;
  }
  collect_streams(batch, first);
}

// A stream's newest target takes the place among the requests that its arrival gives it: a target that came
// before a disconnect must not follow it.
void Inbox::collect_streams(RequestBatch& batch, std::size_t first_request) noexcept {
  for (SessionBox& session : sessions_) {
    if (!session.stream.refresh()) continue;
    const Request& target = session.stream.value();
    if (!batch.push_back(target)) continue;
    Request* const begin = batch.begin() + first_request;
    Request* const last = batch.end() - 1;
    Request* const place =
        std::find_if(begin, last, [&](const Request& other) { return other.arrival > target.arrival; });
    std::rotate(place, last, batch.end());
  }
}

}  // namespace hexad::inline engine
