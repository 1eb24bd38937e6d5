#include "runtime/recent_log.hpp"

#include <algorithm>

namespace hexad::runtime {

void RecentLog::write(Level level, std::string_view text) {
  {
    LogLine line{std::chrono::system_clock::now(), level, std::string{text}};
    const std::lock_guard lock{mutex_};
    if (lines_.size() == kMost) lines_.pop_front();
    lines_.push_back(std::move(line));
  }
  next_.write(level, text);
}

std::vector<LogLine> RecentLog::newest(std::size_t count) const {
  const std::lock_guard lock{mutex_};
  const auto first = lines_.end() - static_cast<std::ptrdiff_t>(std::min(count, lines_.size()));
  return {first, lines_.end()};
}

}  // namespace hexad::runtime
