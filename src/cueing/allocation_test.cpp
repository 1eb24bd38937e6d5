// What the tick calls of an engine asks for no memory, nor does another preset or another engine.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <vector>

#include "cueing/engine.hpp"
#include "cueing/presets.hpp"
#include "cueing/testing/platform.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: g++ would see the free() of a pointer from new, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hexad::cueing {
namespace {

TEST(Allocation, TheCounterCounts) {
  const std::size_t before = allocations;
  std::vector<int> some(100);
  EXPECT_GT(allocations, before) << some.size();
}

TEST(Allocation, NeitherEngineAsksForMemoryNorDoesAChange) {
  const Machine machine = testing::standard();
  const std::size_t before = allocations;
  Engine engine{machine, derive(machine, Preset::normal, EngineKind::predictive), 1e-3};
  double sum = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    const double t = 1e-3 * i;
    if (i == 5000) engine.change(derive(machine, Preset::normal, EngineKind::classical));
    if (i == 9000) engine.change(derive(machine, Preset::car, EngineKind::predictive));
    const VehicleMotion vehicle{{0.3 * std::sin(t), 0, 0.2},
                                {5.0 * std::sin(t), 4.0 * std::cos(0.7 * t), 2.0}};
    sum += engine.step(vehicle).pose.position.x();
  }
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_TRUE(std::isfinite(sum));
  EXPECT_GT(engine.predictive().most_iterations(), 0) << "the plans had something to do";
}

}  // namespace
}  // namespace hexad::cueing
