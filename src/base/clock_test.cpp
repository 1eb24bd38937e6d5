#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace hexad {
namespace {

using namespace std::chrono_literals;

TEST(SteadyClock, WallTimeOfIsTheInverseAtAnySpeed) {
  SteadyClock clock{4.0};
  for (const double speed : {4.0, 0.1, 10.0, 1.0}) {
    clock.set_speed(speed);
    EXPECT_EQ(clock.speed(), speed);
    const TimePoint now = clock.now();
    const auto in_two_seconds = clock.wall_time_of(now + 2s) - clock.wall_time_of(now);
    EXPECT_NEAR(std::chrono::duration<double>(in_two_seconds).count(), 2.0 / speed, 1e-6);
    EXPECT_LE(clock.wall_time_of(now), SteadyClock::Wall::now() + 1us);
  }
}

TEST(SteadyClock, AnotherSpeedGoesOnFromWhereTimeIs) {
  SteadyClock clock{1000.0};
  std::this_thread::sleep_for(2ms);
  const TimePoint before = clock.now();
  ASSERT_GE(before, TimePoint{2s});
  clock.set_speed(0.01);
  const TimePoint after = clock.now();
  EXPECT_GE(after, before);
  clock.set_speed(1000.0);
  std::this_thread::sleep_for(2ms);
  EXPECT_GE(clock.now(), after + 2s);
}

TEST(SteadyClock, NobodySeesTimeGoBackWhileTheSpeedChanges) {
  SteadyClock clock;
  std::atomic<bool> ending{false};
  std::atomic<int> backward{0};
  std::atomic<std::int64_t> newest{0};
  const auto read = [&] {
    while (!ending) {
      const std::int64_t seen = newest.load();
      const std::int64_t now = clock.now().time_since_epoch().count();
      if (now < seen) ++backward;
      for (std::int64_t before = newest.load(); before < now && !newest.compare_exchange_weak(before, now);) {
      }
    }
  };
  std::thread one{read};
  std::thread two{read};
  for (int i = 0; i < 20'000; ++i) clock.set_speed(i % 2 == 0 ? 500.0 : 0.01);
  ending = true;
  one.join();
  two.join();
  EXPECT_EQ(backward, 0);
}

}  // namespace
}  // namespace hexad
