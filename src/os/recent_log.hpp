#pragma once
// The last lines of the log, for who looks at the running program. Hands every line on.

#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "os/log.hpp"

namespace hexad::runtime {

struct LogLine {
  std::chrono::system_clock::time_point time{};
  Level level = Level::info;
  std::string text;
  bool event = false;  ///< of the core
};

class RecentLog final : public Log {
 public:
  explicit RecentLog(Log& next) : next_{next} {}

  void write(Level level, std::string_view text) override { keep(level, text, false); }
  void write_event(Level level, std::string_view text) override { keep(level, text, true); }
  /// At most `count`, oldest first. Like every line of the log: never from the real-time thread.
  std::vector<LogLine> newest(std::size_t count) const;
  /// What came after the first `seen` lines of all, oldest first, as far as it is still kept; `seen` is then all.
  std::vector<LogLine> since(std::uint64_t& seen) const;

 private:
  static constexpr std::size_t kMost = 200;

  void keep(Level level, std::string_view text, bool event);

  Log& next_;
  mutable std::mutex mutex_;
  std::deque<LogLine> lines_;
  std::uint64_t written_ = 0;
};

}  // namespace hexad::runtime
