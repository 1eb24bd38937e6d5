#pragma once
// The last lines of the log, for who looks at the running program. Hands every line on.

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "os/log.hpp"

namespace hexad::inline os {

struct LogLine {
  std::chrono::system_clock::time_point time{};
  Level level = Level::info;
  std::string text;  ///< English where there is a message
  messages::Message message{};
  bool event = false;  ///< of the core
};

class RecentLog final : public Log {
 public:
  explicit RecentLog(Log& next) : next_{next} {}

  void write(Level level, std::string_view text) override {
    keep({.level = level, .text = std::string{text}});
    next_.write(level, text);
  }
  void say(Level level, const messages::Message& message) override { pass(level, message, false); }
  void say_event(Level level, const messages::Message& message) override { pass(level, message, true); }
  /// At most `count`, oldest first. Like every line of the log: never from the real-time thread.
  std::vector<LogLine> newest(std::size_t count) const;
  /// What came after the first `seen` lines of all, oldest first, as far as it is still kept; `seen` is then
  /// all.
  std::vector<LogLine> since(std::uint64_t& seen) const;
  /// Who hears every line, those that are kept already first; on the thread that writes it. Nobody else may
  /// write meanwhile.
  void tell(std::function<void(const LogLine&)> heard);

 private:
  static constexpr std::size_t kMost = 200;

  void keep(LogLine line);
  void pass(Level level, const messages::Message& message, bool event);

  Log& next_;
  std::function<void(const LogLine&)> heard_;
  mutable std::mutex mutex_;
  std::deque<LogLine> lines_;
  std::uint64_t written_ = 0;
};

}  // namespace hexad::inline os
