#pragma once
// What each leg has done since its counters were last set to zero, over restarts: in the platform's folder,
// written every minute and at the end. reset() and text() are anybody's but the real-time thread's; work() is
// the worker's, which alone touches the disk.

#include <filesystem>
#include <mutex>
#include <optional>

#include "engine/mailbox/outbox.hpp"
#include "os/log.hpp"

namespace hexad::inline recorder {

class Maintenance {
 public:
  static constexpr Duration kEvery = std::chrono::minutes{1};

  /// `legs`: how many there are; empty folder = nothing is kept.
  Maintenance(std::filesystem::path folder, std::size_t legs, Outbox& outbox, Log& log);

  struct Leg {
    LegUse use{};
    double since = 0.0;  ///< s since 1970: when it was set to zero
  };
  std::array<Leg, kMaxLegs> legs() const;
  /// Leg from 0; nothing = all.
  void reset(std::optional<std::size_t> leg);

  /// `now`: of the clock. `end`: the program ends.
  void work(TimePoint now, bool end = false);

 private:
  void read();
  void write();

  std::filesystem::path folder_;
  std::size_t count_;
  Outbox& outbox_;  ///< of the worker
  Log& log_;
  mutable std::mutex mutex_;
  std::array<Leg, kMaxLegs> before_{};  ///< less what was counted since the start, when it was set to zero
  LegUses present_{};                   ///< since the start
  LegUses written_{};
  TimePoint due_{};
  bool changed_ = false;
  bool told_ = false;
};

/// {"legs": [{"travel_m", "starts", "hours", "since"}]}
std::string maintenance_text(const Maintenance& maintenance, std::size_t legs);

}  // namespace hexad::inline recorder
