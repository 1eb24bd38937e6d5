#pragma once
// What went wrong, over restarts, until somebody has acknowledged it: faults, emergency stops, hosts that
// fell silent, errors of the program itself. The newest 500, in the platform's folder; with or without a
// console.
//
// heard() and the questions are anybody's but the real-time thread's; work() is the worker's, which alone
// touches the disk.

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>

#include "os/log.hpp"
#include "os/recent_log.hpp"
#include "words/event_text.hpp"

namespace hexad::inline recorder {

struct Alarm {
  std::uint64_t number = 0;  ///< rises by one, over restarts
  double first = 0.0;        ///< s since 1970
  double last = 0.0;
  std::uint64_t count = 1;  ///< the same again and again, before it was acknowledged
  std::string kind{};       ///< fault, emergency, host_lost, program
  Level level = Level::error;
  messages::Message what{};
  std::string text{};  ///< English: an older program may have said what this one has no words for
  struct Acknowledged {
    double time = 0.0;
    std::string who{};
    std::string role{};
  };
  std::optional<Acknowledged> acknowledged{};
};

class AlarmBook {
 public:
  static constexpr std::size_t kMost = 500;

  /// Reads what is kept in `folder`; empty = nothing is kept. What cannot be read is set aside.
  AlarmBook(std::filesystem::path folder, Log& log);

  void heard(const Event& event, const ProtocolNames& names);
  void heard(const LogLine& line);
  /// One, or all that wait for it: how many.
  std::size_t acknowledge(std::optional<std::uint64_t> number, const Alarm::Acknowledged& by);
  /// Newest first.
  std::deque<Alarm> alarms() const;
  /// Rises with every change.
  std::uint64_t changes() const;
  std::size_t waiting() const;

  /// Writes what has changed. What could not be written is tried again, after a while or at the end.
  void work(bool end = false);

 private:
  void add(Alarm alarm);
  void read();

  std::filesystem::path folder_;
  Log& log_;
  mutable std::mutex mutex_;
  std::deque<Alarm> alarms_;  ///< newest first
  std::uint64_t last_number_ = 0;
  std::uint64_t changes_ = 0;
  std::uint64_t written_ = 0;                      ///< of changes_
  bool told_ = false;                              ///< that it cannot be kept
  std::chrono::steady_clock::time_point again_{};  ///< after a failure: when it is tried again
};

/// {"alarms": […], "waiting": 2}
std::string alarms_text(const AlarmBook& book);

}  // namespace hexad::inline recorder
