#pragma once
// What is known of the hosts that spoke to one session: how often, how regularly, what of theirs was not
// acted on and why, and what they have been told. Bounded: when it is full, the host that has been silent
// longest makes room.

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fixed_vector.hpp"
#include "base/time.hpp"
#include "messages/message.hpp"
#include "model/endpoint.hpp"

namespace hexad::inline engine {

struct DropCount {
  std::string_view reason;  ///< static text
  std::uint64_t count = 0;
};

/// Counted by reason. Reasons are few and written in the sources; one too many is counted as "other".
class DropCounters {
 public:
  void add(std::string_view reason) noexcept;
  std::uint64_t total() const noexcept;
  std::uint64_t of(std::string_view reason) const noexcept;
  std::span<const DropCount> counts() const noexcept { return counts_; }

 private:
  FixedVector<DropCount, 24> counts_;
};

/// Where the counts of a host's gaps begin anew (s): the first is of those shorter than 0.5 ms, the last of
/// those of a second or more.
inline constexpr std::array kGapEdges{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0};
using GapCounts = std::array<std::uint32_t, kGapEdges.size() + 1>;

/// What a host has been told; never changed, so that it may be looked at on any thread.
using Told = std::vector<messages::Message>;

class Host {
 public:
  explicit Host(const Endpoint& endpoint) : endpoint_{endpoint} {}

  const Endpoint& endpoint() const noexcept { return endpoint_; }
  TimePoint last_seen() const noexcept { return last_; }
  std::uint64_t received() const noexcept { return received_; }
  const DropCounters& drops() const noexcept { return drops_; }
  /// Frames a second, over the last whole second; 0 when it has fallen silent.
  double rate_hz(TimePoint now) const noexcept;
  /// Mean deviation of the time between two frames from its own mean, over some thirty frames.
  Duration jitter() const noexcept { return from_seconds(jitter_); }

  /// Times between two frames, counted by length.
  const GapCounts& gaps() const noexcept { return gaps_; }

  void heard(TimePoint arrival) noexcept;
  void dropped(std::string_view reason) noexcept { drops_.add(reason); }
  /// What it sends is another protocol's.
  bool is_stray() const noexcept { return stray_; }
  void set_stray(bool stray) noexcept { stray_ = stray; }
  /// True the first time.
  bool tell(const messages::Message& message);
  /// Oldest first.
  const std::shared_ptr<const Told>& told() const noexcept { return told_; }

 private:
  Endpoint endpoint_;
  TimePoint first_{};
  TimePoint last_{};
  std::uint64_t received_ = 0;
  TimePoint window_{};  ///< the second that is being counted
  std::uint64_t in_window_ = 0;
  double rate_hz_ = 0.0;
  double mean_gap_ = 0.0;
  double jitter_ = 0.0;
  GapCounts gaps_{};
  DropCounters drops_;
  bool stray_ = false;
  std::shared_ptr<const Told> told_ = std::make_shared<const Told>();
};

class HostTable {
 public:
  static constexpr std::size_t kMost = 64;

  Host& at(const Endpoint& endpoint);
  const Host* find(const Endpoint& endpoint) const noexcept;
  std::span<const Host> hosts() const noexcept { return hosts_; }

 private:
  std::vector<Host> hosts_;
};

}  // namespace hexad::inline engine
