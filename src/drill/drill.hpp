#pragma once
// Random lives of a platform in virtual time: hosts that stream, command, fall silent and get in each other's
// way, operators that stop and resume, drives that fail; an observer watches every tick. A seed is a whole
// life: the same seed gives the same ticks.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "drill/observer.hpp"

namespace hexad::drill {

struct Options {
  double seconds = 30.0;  ///< about: the last part is as long as the way back to `ready` or the exit
  bool faults = true;
  /// Changes what the observer sees into what a faulty core would have put out. For tests of the observer.
  std::function<void(Outputs&)> sabotage;
  /// Changes what the core hears, so that it acts as a faulty one would; the observer hears what was said.
  /// For the same.
  std::function<void(std::vector<Request>&, const Telemetry&)> mishear;
  /// Sees every tick as the observer does.
  std::function<void(const Tick&)> look;
  /// The number of allocations so far, when somebody counts them.
  std::size_t (*allocations)() = nullptr;
};

struct Life {
  std::uint64_t seed = 0;
  std::string platform;
  std::uint64_t ticks = 0;
  // Two runs of a seed must agree in both; so must two builds between which nothing was to change.
  std::uint64_t events_hash = 0;     ///< of every event and state; not of texts and floating point numbers
  std::uint64_t setpoints_hash = 0;  ///< of everything sent to the drives, to the last bit
  std::vector<Violation> violations;
  Observer::Strain strain;
  std::uint64_t moves = 0;    ///< changes of state
  std::uint64_t finals = 0;   ///< finally answered motions
  std::uint64_t limited = 0;  ///< times a limit began to act
  std::uint64_t faults = 0;
  std::uint64_t running_ticks = 0;
};

/// `machine` as loaded from a preset.
Life live(std::uint64_t seed, const Machine& machine, const Options& options);

}  // namespace hexad::drill
