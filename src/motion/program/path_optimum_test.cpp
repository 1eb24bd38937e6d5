// How long paths take, against the shortest times that velocity, acceleration and jerk of axes and legs allow
// along the same curves: tests/data/path_optimum.csv, by another method (tests/oracle/path_optimum.py, which
// says how exact they are).

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "motion/prepare/prepare.hpp"
#include "motion/program/path.hpp"
#include "motion/program/testing/path_cases.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

using namespace testing_support;

Result<Preparation, Rejection> plan(const Machine& machine, const PathCase& path) {
  std::vector<AxisValues> speeds;
  if (path.full_speed) speeds.assign(path.points.size(), AxisValues{9, 9, 9, 9, 9, 9});
  return prepare(PathOrder{path.points, speeds, kXyzConvention}, Pose{}, machine);
}

std::map<std::string, double> optimum() {
  std::ifstream file{HEXAD_TEST_DATA "/path_optimum.csv"};
  std::map<std::string, double> seconds;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t comma = line.find(',');
    seconds[line.substr(0, comma)] = std::stod(line.substr(comma + 1));
  }
  return seconds;
}

/// What the other method reads (HEXAD_PRINT_CURVES=1): the curves, and the planned times as where its search
/// begins.
void print_curves(const Machine& machine) {
  const auto row = [](const char* name, const auto& values) {
    fmt::print("{}", name);
    for (Eigen::Index i = 0; i < values.size(); ++i) fmt::print(" {:.17g}", values[i]);
    fmt::print("\n");
  };
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    row("base", machine.geometry.base[leg]);
    row("platform", machine.geometry.platform[leg]);
  }
  row("neutral", machine.heights.neutral.position);
  for (const Rates& r : {machine.limits.translation, machine.limits.rotation, machine.limits.leg})
    row("limits", Vec3{r.velocity, r.acceleration, r.jerk});
  for (const PathCase& path : path_cases(machine)) {
    const auto made = plan(machine, path);
    if (!made) {
      fmt::print("refused {}\n", path.name);
      continue;
    }
    const auto& program = static_cast<const Path&>(*made->program);
    fmt::print("case {} {} {:.17g}\n", path.name, path.full_speed ? 1.0 : 0.5, program.timing().interval);
    for (const PathCurve::Knot& knot : program.curve().knots()) {
      Eigen::Matrix<double, 13, 1> all;
      all << knot.s, knot.position, knot.second;
      row("knot", all);
    }
    for (const double control : program.timing().controls) fmt::print("control {:.17g}\n", control);
  }
}

TEST(PathOptimum, APathTakesAtMostAFewPercentLongerThanTheShortestTimeAlongItsCurve) {
  const Machine machine = standard_platform();
  if (std::getenv("HEXAD_PRINT_CURVES") != nullptr) return print_curves(machine);
  const std::map<std::string, double> shortest = optimum();
  const std::vector<PathCase> cases = path_cases(machine);
  EXPECT_EQ(shortest.size(), cases.size());
  for (const PathCase& path : cases) {
    const auto made = plan(machine, path);
    ASSERT_TRUE(made) << path.name;
    ASSERT_TRUE(shortest.contains(path.name)) << path.name;
    const double ratio = made->program->duration() / shortest.at(path.name);
    fmt::print("  {:24} {:7.3f} s, {:.3f} of the shortest\n", path.name, made->program->duration(), ratio);
    EXPECT_LE(ratio, 1.05) << path.name;
    EXPECT_GE(ratio, 1.0) << path.name;  // else the table is not what it says
    EXPECT_EQ(governor_acts(machine, *made->program), 0) << path.name;
    EXPECT_LE(measure(machine, *made->program).share(machine.limits), 1.0) << path.name;
  }
}

}  // namespace
}  // namespace hexad::motion
