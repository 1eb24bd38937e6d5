#pragma once
// Words for people, on stderr: one line each, `2026-01-01T12:00:00.123 info state origin -> ascending
// (raise)`. A thread of its own writes them, so that a terminal or pipe that does not take them holds up
// nobody. Never called from the real-time thread.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "messages/print.hpp"

namespace hexad::inline os {

enum class Level : std::uint8_t { info, warn, error };
std::string_view to_string(Level level) noexcept;

class Log {
 public:
  virtual ~Log() = default;
  virtual void write(Level level, std::string_view text) = 0;
  /// In the language of the program.
  virtual void say(Level level, const messages::Message& message) {
    write(level, messages::to_text(message));
  }
  /// What the core said: who shows events by themselves leaves these lines out.
  virtual void say_event(Level level, const messages::Message& message) { say(level, message); }
  void info(const messages::Message& message) { say(Level::info, message); }
  void warn(const messages::Message& message) { say(Level::warn, message); }
  void error(const messages::Message& message) { say(Level::error, message); }
};

class StreamLog final : public Log {
 public:
  /// Writes to an open file descriptor that stays the caller's.
  explicit StreamLog(int fd);
  /// Writes what is left, if the reader takes it within a second.
  ~StreamLog() override;
  StreamLog(const StreamLog&) = delete;
  StreamLog& operator=(const StreamLog&) = delete;

  /// A line too many (nobody reads stderr) is left out and counted. Control characters, which a host may have
  /// sent, are written as '?'.
  void write(Level level, std::string_view text) override;

 private:
  void run();
  bool put(std::string_view line, bool last_chance);

  int fd_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  std::uint64_t left_out_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace hexad::inline os
