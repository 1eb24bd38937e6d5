// What the tick calls of a prepared motion or a sine asks for no memory.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

#include "motion/prepare/prepare.hpp"
#include "motion/program/sine.hpp"
#include "motion/program/testing/platform.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: g++ would see the free() of a pointer from new, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hexad::motion {
namespace {

using testing_support::standard_platform;

std::size_t allocations_of(const Prepared& program) {
  const std::size_t before = allocations;
  double sum = 0.0;
  for (int k = -10; k < 10'000; ++k) sum += program.at(0.001 * k).pose.position.x();
  EXPECT_TRUE(std::isfinite(sum));
  return allocations - before;
}

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  std::vector<int> some(100);
  EXPECT_GT(allocations, before) << some.size();
}

TEST(Allocation, PreparedMotionsDoNotAllocateWhenPlayed) {
  const Machine machine = standard_platform();
  const std::vector<AxisValues> points{{0.05, 0, 0, 0, 0, 0}, {0, 0.05, 0.02, 0, 0.05, 0}};
  const std::vector<double> times{1.0, 2.0};
  const auto path = prepare(PathOrder{points, {}, kXyzConvention}, Pose{}, machine);
  const auto timed = prepare(TimedPathOrder{times, points, kXyzConvention}, Pose{}, machine);
  FormulaOrder order;
  order.axes = {"10*sin(t)*cos(2*t)", "pow(t,2)/(1+t)", "min(t,5)+max(t,1)",
                "abs(t-2)",           "mod(t,3)",       "ln(t+1)"};
  const auto formula = prepare(order, machine);
  ASSERT_TRUE(path && timed && formula);
  EXPECT_EQ(allocations_of(*path->program), 0U);
  EXPECT_EQ(allocations_of(*timed->program), 0U);
  EXPECT_EQ(allocations_of(*formula->program), 0U);
}

TEST(Allocation, ASineNeverAllocates) {
  const Machine machine = standard_platform();
  model::Sine wanted;
  wanted.amplitude = {0.05, 0.05, 0.05, 0.02, 0.02, 0.02};
  wanted.frequency = {0.3, 0.7, 0.45, 1.1, 0.2, 0.9};
  const std::size_t before = allocations;
  Sine sine;
  ASSERT_TRUE(sine.plan(wanted, &machine));
  for (int k = 0; k < 9000; ++k) {
    if (k % 500 == 499 && k < 5000) {
      wanted.amplitude[5] = 1e-5 * k;
      (void)sine.plan(wanted);
    }
    if (k == 5000) (void)sine.plan({});
    if (sine.plans()) (void)sine.think(0.001 * k, Sine::kLooks);
    (void)sine.at(0.001 * k);
  }
  EXPECT_TRUE(sine.finished(20.0));
  EXPECT_EQ(allocations - before, 0U);
}

}  // namespace
}  // namespace hexad::motion
