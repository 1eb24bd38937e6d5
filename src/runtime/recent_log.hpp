#pragma once
// The last lines of the log, for who looks at the running program. Hands every line on.

#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/log.hpp"

namespace hexad::runtime {

struct LogLine {
  std::chrono::system_clock::time_point time{};
  Level level = Level::info;
  std::string text;
};

class RecentLog final : public Log {
 public:
  explicit RecentLog(Log& next) : next_{next} {}

  void write(Level level, std::string_view text) override;
  /// At most `count`, oldest first. Like every line of the log: never from the real-time thread.
  std::vector<LogLine> newest(std::size_t count) const;

 private:
  static constexpr std::size_t kMost = 200;

  Log& next_;
  mutable std::mutex mutex_;
  std::deque<LogLine> lines_;
};

}  // namespace hexad::runtime
