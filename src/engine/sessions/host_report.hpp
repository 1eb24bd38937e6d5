#pragma once
// What the network thread knows of its hosts, as a value that crosses to the web thread: copied into a
// LatestValue a few times a second, so neither waits for the other.

#include "base/fixed_vector.hpp"
#include "base/latest_value.hpp"
#include "engine/sessions/session_router.hpp"

namespace hexad::inline engine {

struct HostReport {
  Endpoint endpoint;
  double rate_hz = 0.0;
  Duration jitter{};
  std::uint64_t received = 0;
  std::uint64_t lost = 0;  ///< by their sequence numbers, where a session says so
  TimePoint last_seen{};   ///< clock time
  DropCounters dropped;
  GapCounts gaps{};
  std::shared_ptr<const Told> told{};
};

/// What came to a protocol's port and was not acted on, all hosts together.
struct PortReport {
  ProtocolId protocol = 0;
  DropCounters dropped;
};

struct HostsReport {
  TimePoint time{};                     ///< clock time
  FixedVector<HostReport, 32> hosts{};  ///< those heard last, newest first
  FixedVector<PortReport, kMaxSessions> ports{};
  std::uint64_t busy = 0;  ///< requests that found the queue to the core full
};

using HostsBox = LatestValue<HostsReport>;

void gather(const SessionRouter& board, TimePoint wall, HostsReport& report);

}  // namespace hexad::inline engine
