#include "faults/drill.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/bench.hpp"

namespace hexad::drill {
namespace {

using hexad::testing::machine_named;

TEST(Drill, ManySeedsWithoutAViolation) {
  const char* asked = std::getenv("HEXAD_DRILL_SEEDS");
  const std::uint64_t seeds = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 20;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Options options;
    options.seconds = 30;
    const Life life = live(seed, machine_named("standard-400"), options);
    for (const Violation& v : life.violations) {
      ADD_FAILURE() << "seed " << seed << " tick " << v.tick << " I" << v.invariant << ": " << v.text;
      break;
    }
  }
}

}  // namespace
}  // namespace hexad::drill
