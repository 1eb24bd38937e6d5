#pragma once
// `hexad drill`: random lives of a platform in virtual time, watched by an independent observer.

#include <cstdint>
#include <optional>
#include <string>

#include "drill/facts.hpp"

namespace hexad::cli {

struct DrillOptions {
  std::string platform = "standard-400";  ///< "all": every preset
  std::optional<std::uint64_t> seeds;     ///< lives on each platform; none: one seed, or 200 fresh ones
  double seconds = 30.0;
  std::string seed;     ///< the first one, or "today"; empty: drawn
  int jobs = 0;         ///< lives at the same time; 0 = one a core
  bool hashes = false;  ///< a line a life instead of a summary
  bool json = false;
};
int drill(const DrillOptions& options);

/// What was asked, answered and done on one tick.
void print_tick(const drill::Tick& tick);

}  // namespace hexad::cli
