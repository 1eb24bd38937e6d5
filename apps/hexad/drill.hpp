#pragma once
// `hexad drill`: random lives of a platform in virtual time, watched by an independent observer.

#include <cstdint>
#include <optional>
#include <string>

namespace hexad::cli {

struct DrillOptions {
  std::string platform = "standard-400";
  std::uint64_t seeds = 200;
  double seconds = 30.0;
  std::optional<std::uint64_t> seed;  ///< only this one, with what happened
  int threads = 0;                    ///< 0 = all cores
  bool json = false;
};
int drill(const DrillOptions& options);

}  // namespace hexad::cli
