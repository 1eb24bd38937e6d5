#pragma once
// What is remembered of each host: its last word (beyond its connection: no length of silence makes a repeated
// word new), its sequence, the frames sent to it.

#include <array>
#include <cstdint>

#include "base/fixed_vector.hpp"
#include "base/time.hpp"
#include "model/endpoint.hpp"
#include "model/request.hpp"

namespace hexad::protocols::darren {

/// What became of the word that a host repeats with every frame.
enum class Standing : std::uint8_t {
  fresh,  ///< changed, not yet passed on
  asked,  ///< the core has not answered
  taken,  ///< done with: repeating it does nothing
  retry,  ///< refused: passed on again with the next frame
  spent   ///< flowed through a reset where the core could not see it: only another word acts
};

struct Peer {
  Endpoint endpoint;
  TimePoint last_frame{};
  bool spoke = false;
  bool held_slot = false;
  std::uint32_t frames_sent = 0;  ///< the sequence number of the last one

  bool has_sequence = false;
  std::uint32_t newest_sequence = 0;
  TimePoint newest_arrival{};
  bool reordered = false;
  TimePoint reordered_at{};

  bool has_word = false;
  std::uint16_t word = 0;
  Standing standing = Standing::taken;
  Tag tag = 0;              ///< of the request that carries the word
  bool disarmed = false;    ///< its stream flowed through a stop or reset
  Tag program = 0;          ///< of the file, move or sine it started; 0 = none that is known to go on
  bool plays_file = false;  ///< … a file: at its end back to neutral
  /// Message ID, sub command and values of the move or sine that was passed on last.
  std::uint32_t asked_id = 0;
  std::array<float, 24> asked_values{};
  bool watched = false;  ///< streamed while running with this word: no silence makes the word new

  /// True when the word is another one than before.
  bool note_word(std::uint16_t value) noexcept;
  /// How many frames between the newest and this one have not come; a jump beyond 32 says nothing.
  std::uint32_t missing_before(std::uint32_t sequence, TimePoint arrival) const noexcept;
  /// True for a frame that a newer one has overtaken (decision 6); otherwise it is the newest now.
  bool note_sequence(std::uint32_t sequence, TimePoint arrival) noexcept;
};

class Peers {
 public:
  static constexpr std::size_t kMax = 64;

  Peer* find(const Endpoint& endpoint) noexcept;
  Peer* find(Tag tag) noexcept;
  /// Makes room if it must: who never held the slot goes first, then who has been silent longest; never `kept`.
  Peer& find_or_add(const Endpoint& endpoint, const Endpoint& kept) noexcept;
  Peer* begin() noexcept { return peers_.begin(); }
  Peer* end() noexcept { return peers_.end(); }

 private:
  FixedVector<Peer, kMax> peers_;
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
