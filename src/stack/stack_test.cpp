#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ctime>

#include "stack/catalogue.hpp"
#include "stack/life.hpp"
#include "stack/testing/zoo.hpp"

namespace hexad::stack {
namespace {

constexpr double kSeconds = 8.0;

const LoadedPlatform& standard() {
  static const LoadedPlatform platform = load_platform({});
  return platform;
}

Plan plan(std::uint64_t seed) { return plan_of(seed, *standard().machine, kSeconds); }

bool breaks(const Life& life, int invariant) {
  return std::any_of(life.violations.begin(), life.violations.end(),
                     [&](const drill::Violation& each) { return each.invariant == invariant; });
}

TEST(Stack, TheSameSeedIsTheSameLife) {
  const Life life = live(plan(5), standard()), again = live(plan(5), standard()),
             other = live(plan(6), standard());
  EXPECT_EQ(life.setpoints_hash, again.setpoints_hash);
  EXPECT_EQ(life.events_hash, again.events_hash);
  EXPECT_EQ(life.network_hash, again.network_hash);
  EXPECT_NE(life.network_hash, other.network_hash);
}

TEST(Stack, LivesAreEventful) {
  Life all;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Life life = live(plan(seed), standard());
    all.moves += life.moves;
    all.finals += life.finals;
    all.faults += life.faults;
    all.restarts += life.restarts;
    all.datagrams += life.datagrams;
  }
  EXPECT_GT(all.moves, 150u);
  EXPECT_GT(all.finals, 20u);
  EXPECT_GT(all.faults, 1u);
  EXPECT_GT(all.restarts, 1u);
  EXPECT_GT(all.datagrams, 20'000u);
}

const Bug& bug_named(std::string_view name) {
  static const std::vector<Bug> bugs = all_bugs();
  return *std::find_if(bugs.begin(), bugs.end(), [&](const Bug& bug) { return bug.name == name; });
}

TEST(Stack, WhatIsShrunkIsLittleAndStillBreaks) {
  const Bug& bug = bug_named("the end of a motion is not answered");
  Options options;
  bug.plant(options.seams);
  const Plan whole = plan(3);
  ASSERT_TRUE(breaks(live(whole, standard(), options), bug.invariant));
  options.only = shrink(whole, standard(), bug.invariant, options);
  EXPECT_LE(options.only.size(), 2u);
  EXPECT_TRUE(breaks(live(whole, standard(), options), bug.invariant));
}

class PlantedInTheStack : public ::testing::TestWithParam<Bug> {};

/// 200 random lives, then every hardship where it stands and where it runs.
std::vector<Plan> plans() {
  std::vector<Plan> all;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) all.push_back(plan(seed));
  for (const char* state : {"ready", "running"})
    for (const Hardship& hardship : hardships()) all.push_back(plan_of(hardship, *find_setting(state)));
  return all;
}

/// What it takes to find each stands in docs/testing.md: these lines.
TEST_P(PlantedInTheStack, IsFoundByItsInvariant) {
  static const std::vector<Plan> all = plans();
  const Bug& bug = GetParam();
  Options options;
  bug.plant(options.seams);
  double lived = 0.0;
  const std::clock_t begun = std::clock();
  for (const Plan& tried : all) {
    const Life life = live(tried, standard(), options);
    lived += 1e-3 * static_cast<double>(life.ticks);
    if (!breaks(life, bug.invariant)) continue;
    // What is found without the bug does not count.
    if (breaks(live(tried, standard()), bug.invariant)) continue;
    const auto first =
        std::find_if(life.violations.begin(), life.violations.end(),
                     [&](const drill::Violation& each) { return each.invariant == bug.invariant; });
    std::printf("| %s | %s | I%d | %.0f | %.1f | %s (seed %d)\n", bug.part.c_str(), bug.name.c_str(),
                bug.invariant, lived, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC,
                first->text.c_str(), static_cast<int>(&tried - all.data()) + 1);
    return;
  }
  FAIL() << "no life and no hardship showed I" << bug.invariant << " for: " << bug.name;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedInTheStack, ::testing::ValuesIn(all_bugs()),
                         [](const ::testing::TestParamInfo<Bug>& row) {
                           std::string name = row.param.part + "_" + row.param.name;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(Catalogue, EveryNameIsThereOnce) {
  for (const Hardship& hardship : hardships()) {
    EXPECT_EQ(find_hardship(hardship.name), &hardship);
    EXPECT_FALSE(hardship.acts().empty()) << hardship.name;
  }
  EXPECT_GE(hardships().size(), 30u);
  EXPECT_GE(settings().size(), 13u);
}

}  // namespace
}  // namespace hexad::stack
