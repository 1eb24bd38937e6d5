#pragma once
// What is remembered of each host beside what it asks for: its sequence, the frames sent to it, the motion it
// started.

#include <array>
#include <cstdint>

#include "protocols/level_client.hpp"

namespace hexad::protocols::darren {

struct Peer : LevelClient {
  std::uint32_t frames_sent = 0;  ///< the sequence number of the last one

  bool has_sequence = false;
  std::uint32_t newest_sequence = 0;
  TimePoint newest_arrival{};
  bool reordered = false;
  TimePoint reordered_at{};

  Tag program = 0;          ///< of the file, move or sine it started; 0 = none that is known to go on
  bool plays_file = false;  ///< … a file: at its end back to neutral
  /// Message ID, sub command and values of the move or sine that was passed on last.
  std::uint32_t asked_id = 0;
  std::array<float, 24> asked_values{};

  /// How many frames between the newest and this one have not come; a jump beyond 32 says nothing.
  std::uint32_t missing_before(std::uint32_t sequence, TimePoint arrival) const noexcept;
  /// True for a frame that a newer one has overtaken (decision 6); otherwise it is the newest now.
  bool note_sequence(std::uint32_t sequence, TimePoint arrival) noexcept;
};

/// Whether frames come at 50 Hz or more over the last second.
class FrameRate {
 public:
  void restart(TimePoint now) noexcept;
  void count(TimePoint arrival) noexcept;
  bool is_slow(TimePoint now) const noexcept;

 private:
  static constexpr std::size_t kFramesASecond = 50;
  std::array<TimePoint, kFramesASecond> arrivals_{};  ///< the newest fifty, as a ring
  std::size_t next_ = 0;
  std::size_t counted_ = 0;
  TimePoint since_{};
};

}  // namespace hexad::protocols::darren
