#include "drill/drill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/testing/counting_new.hpp"
#include "core/bench.hpp"
#include "drill/testing/planted_bugs.hpp"

namespace hexad::drill {
namespace {

using hexad::testing::machine_named;

Life life_of(std::uint64_t seed, const Options& options = {}, const std::string& platform = "standard-400") {
  return live(seed, machine_named(platform), options);
}

Options counting() {
  Options options;
  options.seconds = 10;
  options.allocations = allocation_count;
  return options;
}

TEST(Drill, TheSameSeedIsTheSameLife) {
  Options options;
  options.seconds = 10;
  const Life life = life_of(5, options), again = life_of(5, options), other = life_of(6, options);
  EXPECT_EQ(life.setpoints_hash, again.setpoints_hash);
  EXPECT_EQ(life.events_hash, again.events_hash);
  EXPECT_NE(life.setpoints_hash, other.setpoints_hash);
  EXPECT_NE(life.events_hash, other.events_hash);
}

TEST(Drill, StepNeverAllocates) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Life life = life_of(seed, counting());
    for (const Violation& violation : life.violations) EXPECT_NE(violation.invariant, 30) << violation.text;
  }
}

TEST(Drill, LivesAreEventful) {
  std::uint64_t moves = 0, finals = 0, faults = 0, running = 0, limited = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Life life = life_of(seed);
    moves += life.moves;
    finals += life.finals;
    faults += life.faults;
    running += life.running_ticks;
    limited += life.limited;
  }
  EXPECT_GT(moves, 800u);
  EXPECT_GT(finals, 600u);
  EXPECT_GT(faults, 30u);
  EXPECT_GT(running, 100'000u);
  EXPECT_GT(limited, 20u);
}

/// Each of these lives broke an invariant once; what it was stands in docs/testing.md. A generator that draws
/// otherwise makes other lives of them.
TEST(Drill, LivesThatOnceBrokeAnInvariantAreClean) {
  struct Seed {
    const char* platform;
    std::uint64_t seed;
  };
  constexpr Seed kSeeds[]{
      {"allcontroller-1200", 900'000'572},
      {"allcontroller-1200", 900'001'429},
      {"allcontroller-1200", 970'001'013},
      {"allcontroller-3dof-rotary", 870'000'580},
      {"allcontroller-3dof-rotary", 900'000'595},
      {"rectangle-4", 900'000'782},
      {"rectangle-4", 900'002'241},
      {"standard-400", 900'000'779},
      {"standard-400", 1'000'001'095},
      {"standard-400", 1'100'002'025},
      {"standard-400", 1'000'390},
      {"standard-400", 760'001'078},
      {"standard-400", 760'002'455},
      {"standard-400", 760'003'177},
      {"standard-400", 780'000'059},
      {"standard-400", 800'001'554},
      {"standard-400", 20'261'118'002},
      {"rectangle-4", 264},
      {"rectangle-4", 760'000'507},
      {"rectangle-4", 760'001'763},
      {"rectangle-4", 760'002'168},
      {"rectangle-4", 800'001'221},
      {"rectangle-4", 800'001'441},
      {"rectangle-4", 800'002'056},
      {"rectangle-4", 800'002'961},
      {"pitch-roll-2", 277},
      {"pitch-roll-2", 760'001'641},
      {"pitch-roll-2", 760'002'488},
      {"pitch-roll-2", 760'002'844},
      {"pitch-roll-2", 800'000'530},
      {"pitch-roll-2", 800'000'621},
      {"pitch-roll-2", 800'003'102},
      {"allcontroller-3dof-rotary", 168},
      {"allcontroller-3dof-rotary", 1'000'152},
      {"allcontroller-3dof-rotary", 1'000'288},
      {"allcontroller-3dof-rotary", 760'001'334},
      {"allcontroller-3dof-rotary", 760'002'268},
      {"allcontroller-3dof-rotary", 760'002'618},
      {"allcontroller-3dof-rotary", 800'001'966},
      {"allcontroller-3dof-rotary", 800'003'088},
      {"allcontroller-3dof-rotary", 800'003'137},
      {"allcontroller-3dof-rotary", 800'003'283},
      {"allcontroller-1200", 741'000'143},
      {"allcontroller-1200", 742'000'199},
      {"allcontroller-1200", 760'000'182},
      {"allcontroller-1200", 760'000'400},
      {"allcontroller-1200", 760'000'980},
      {"allcontroller-1200", 760'001'372},
      {"allcontroller-1200", 770'000'193},
      {"allcontroller-1200", 810'000'659},
      {"allcontroller-1200", 850'000'073},
  };
  for (const Seed& each : kSeeds) {
    for (const Violation& violation : life_of(each.seed, {}, each.platform).violations)
      ADD_FAILURE() << each.platform << ' ' << each.seed << ": I" << violation.invariant << ' '
                    << violation.text;
  }
}

std::vector<Bug> all_bugs() {
  std::vector<Bug> bugs = bugs_of_motion();
  for (Bug& bug : bugs_of_life()) bugs.push_back(std::move(bug));
  return bugs;
}

class PlantedBug : public ::testing::TestWithParam<Bug> {};

bool contains(const std::vector<Violation>& violations, const Violation& wanted) {
  return std::any_of(violations.begin(), violations.end(), [&](const Violation& each) {
    return each.invariant == wanted.invariant && each.tick == wanted.tick && each.text == wanted.text;
  });
}

/// What it takes to find each stands in docs/testing.md: these lines.
TEST_P(PlantedBug, IsFoundByItsInvariant) {
  const Bug& bug = GetParam();
  double lived = 0.0, wall = 0.0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Options sane, planted;
    sane.seconds = planted.seconds = 20;
    bug.plant(planted);
    const auto start = std::chrono::steady_clock::now();
    const Life life = life_of(seed, planted);
    wall += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool found = std::any_of(life.violations.begin(), life.violations.end(),
                                   [&](const Violation& each) { return each.invariant == bug.invariant; });
    // What is found without the bug does not count.
    const std::vector<Violation> known = found ? life_of(seed, sane).violations : std::vector<Violation>{};
    for (const Violation& violation : life.violations) {
      if (violation.invariant != bug.invariant || contains(known, violation)) continue;
      lived += 1e-3 * static_cast<double>(violation.tick);
      std::printf("| %s | I%d | %.1f | %.2f | %s |\n", bug.name, bug.invariant, lived, wall,
                  violation.text.c_str());
      return;
    }
    lived += 1e-3 * static_cast<double>(life.ticks);
  }
  FAIL() << "no life of 400 showed I" << bug.invariant;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBug, ::testing::ValuesIn(all_bugs()));

TEST(PlantedAllocation, IsFound) {
  Options options = counting();
  options.allocations = [] {
    static std::size_t calls = 0;
    return ++calls;  // as if step() had allocated once
  };
  bool found = false;
  for (const Violation& violation : life_of(1, options).violations)
    found = found || violation.invariant == 30;
  EXPECT_TRUE(found);
  const std::size_t before = allocation_count();
  std::vector<int>(100).shrink_to_fit();
  EXPECT_GT(allocation_count(), before) << "the counter does not count";
}

}  // namespace
}  // namespace hexad::drill
