#pragma once
// How the clients of streaming protocols listen: between two frames of their own, and when they only look.

#include <cstdint>

#include "host/link.hpp"

namespace hexad::host {

/// Everything that comes until `due`; a call that is late takes all that waits, too: the newest counts. True
/// when the controller was unreachable meanwhile.
template <class Take>
bool receive_until(Link& link, Clock::time_point due, Take take) {
  bool unreachable = false;
  do {
    if (const auto bytes = link.receive(due)) take(*bytes);
    if (link.take_unreachable()) unreachable = true;
  } while (Clock::now() < due);
  while (const auto bytes = link.receive(Clock::time_point{})) take(*bytes);
  return unreachable;
}

/// Waits until `take` has raised `received`, then takes what has queued up behind it, which is newer. False
/// when nothing came in time.
template <class Take>
bool receive_newest(Link& link, Duration timeout, const std::uint64_t& received, Take take) {
  const std::uint64_t before = received;
  const Clock::time_point until = Clock::now() + timeout;
  while (const auto bytes = link.receive(until)) {
    take(*bytes);
    if (received != before) break;
  }
  while (const auto bytes = link.receive(Clock::time_point{})) take(*bytes);
  return received != before;
}

}  // namespace hexad::host
