#pragma once
// `hexad drill`: random lives of a platform in virtual time, watched by an independent observer.

#include <cstdint>
#include <optional>
#include <string>

#include "drill/facts.hpp"
#include "drill/report.hpp"

namespace hexad::cli {

struct DrillOptions {
  std::string platform = "standard-400";  ///< "all": every preset
  std::optional<std::uint64_t> seeds;     ///< lives on each platform; none: one seed, or 200 fresh ones
  double seconds = 30.0;
  std::string seed;     ///< the first one, or "today"; empty: drawn
  int jobs = 0;         ///< lives at the same time; 0 = one a core
  bool hashes = false;  ///< a line a life instead of a summary
  bool json = false;
  bool stack = false;    ///< lives of the whole program, not of its core alone
  std::string scenario;  ///< a named one, or "all", instead of seeds
  std::string state;     ///< … in this state; empty: in every one
  bool list = false;     ///< print what scenarios there are
  std::string only;      ///< which acts of one life take place: "0,3,7"
};
int drill(const DrillOptions& options);
int drill_stack(const DrillOptions& options, std::uint64_t first, std::uint64_t seeds);

/// What was asked, answered and done on one tick.
void print_tick(const drill::Tick& tick);
/// What was seen, number by number; in Chinese after the rule that it breaks.
std::string violation_text(const drill::Violation& violation);

/// How a life that was lived again ended.
void print_replayed(std::uint64_t seed, std::uint64_t ticks, std::size_t violations, std::uint64_t hash,
                    bool json);

}  // namespace hexad::cli
