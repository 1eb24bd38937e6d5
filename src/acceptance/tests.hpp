#pragma once
// The tests of an acceptance, after the motion tests of 14 CFR part 60, appendix A, table A2A, section 3:
// each moves the platform and returns figures. All are measured by what the drives report: what no drive sees
// (a frame that bends, joints that are not where the file says) no figure here shows.

#include <span>
#include <string_view>
#include <vector>

#include "acceptance/figure.hpp"
#include "acceptance/tested_platform.hpp"

namespace hexad::acceptance {

struct Plan {
  std::vector<double> frequencies{0.3, 1.0, 2.0, 5.0};  ///< Hz, of the response
  double window = 1.0;                                  ///< s a sine is looked at, and a period at least
  int approaches = 6;                                   ///< of the repeatability
  int orders = 5;                                       ///< of the latency
  std::vector<std::size_t> turn_axes{0, 1, 2};          ///< of the turn-around

  static Plan quick() { return {{0.5, 2.0}, 1.0, 4, 3, {2}}; }
};

struct TestInfo {
  std::string_view name;
  messages::Id title;
  TestResult (*run)(TestedPlatform& platform, const Plan& plan);
  double seconds = 0.0;        ///< of platform time it takes about, for telling how much is left
  double quick_seconds = 0.0;  ///< by the quick plan
};
/// In the order in which they run.
std::span<const TestInfo> tests() noexcept;

TestResult test_reach(TestedPlatform& platform, const Plan& plan);
TestResult test_speed(TestedPlatform& platform, const Plan& plan);
TestResult test_response(TestedPlatform& platform, const Plan& plan);
TestResult test_balance(TestedPlatform& platform, const Plan& plan);
TestResult test_turnaround(TestedPlatform& platform, const Plan& plan);
TestResult test_repeatability(TestedPlatform& platform, const Plan& plan);
TestResult test_latency(TestedPlatform& platform, const Plan& plan);

}  // namespace hexad::acceptance
