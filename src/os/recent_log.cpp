#include "os/recent_log.hpp"

#include <algorithm>
#include <utility>

namespace hexad::inline os {

void RecentLog::keep(LogLine line) {
  line.time = std::chrono::system_clock::now();
  if (heard_) heard_(line);
  const std::lock_guard lock{mutex_};
  if (lines_.size() == kMost) lines_.pop_front();
  lines_.push_back(std::move(line));
  ++written_;
}

void RecentLog::tell(std::function<void(const LogLine&)> heard) {
  heard_ = std::move(heard);
  if (heard_)
    for (const LogLine& line : newest(kMost)) heard_(line);
}

void RecentLog::pass(Level level, const messages::Message& message, bool event) {
  keep({.level = level, .text = messages::english(message), .message = message, .event = event});
  next_.say(level, message);
}

std::vector<LogLine> RecentLog::since(std::uint64_t& seen) const {
  const std::lock_guard lock{mutex_};
  const std::uint64_t missed = written_ - std::min(seen, written_);
  seen = written_;
  const auto count = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(missed, lines_.size()));
  return {lines_.end() - count, lines_.end()};
}

std::vector<LogLine> RecentLog::newest(std::size_t count) const {
  const std::lock_guard lock{mutex_};
  const auto first = lines_.end() - static_cast<std::ptrdiff_t>(std::min(count, lines_.size()));
  return {first, lines_.end()};
}

}  // namespace hexad::inline os
