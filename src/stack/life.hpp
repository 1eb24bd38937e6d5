#pragma once
// One life of the whole program in virtual time, by a plan: what its people say and what happens to it. The
// same plan gives the same datagrams, ticks and files, bit for bit.

#include <functional>
#include <string>
#include <vector>

#include "config/build_machine.hpp"
#include "drill/facts.hpp"
#include "drill/report.hpp"
#include "stack/act.hpp"
#include "stack/seams.hpp"

namespace hexad::stack {

struct Options {
  /// Which of the plan's acts take place; empty = all of them.
  std::vector<std::size_t> only;
  Seams seams;
  /// Sees every tick, act and datagram of interest.
  std::function<void(const drill::Tick&)> look;
  std::function<void(const std::string&)> tell;
};

struct Life {
  std::uint64_t seed = 0;
  std::uint64_t ticks = 0;
  std::uint64_t events_hash = 0;     ///< of every event and state
  std::uint64_t setpoints_hash = 0;  ///< of everything sent to the drives, to the last bit
  std::uint64_t network_hash = 0;    ///< of every datagram that was delivered
  std::uint64_t datagrams = 0;
  std::uint64_t moves = 0;   ///< changes of state
  std::uint64_t finals = 0;  ///< motions that were finally answered on the wire
  std::uint64_t faults = 0;
  std::uint64_t restarts = 0;
  std::vector<drill::Violation> violations;
};

Life live(const Plan& plan, const LoadedPlatform& platform, const Options& options = {});

/// The least that still breaks the invariant: acts are left out as long as it does. Indices into the plan.
std::vector<std::size_t> shrink(const Plan& plan, const LoadedPlatform& platform, int invariant,
                                const Options& options = {});

}  // namespace hexad::stack
