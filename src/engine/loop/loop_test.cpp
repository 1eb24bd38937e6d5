#include "engine/loop/loop.hpp"

#include <gtest/gtest.h>

#include "engine/loop/loop_thread.hpp"
#include "os/file_descriptor.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

/// Writes down when it was stepped.
class CountingDrives final : public DrivePort {
 public:
  explicit CountingDrives(std::vector<TimePoint>& times) : times_{times} {}
  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration) noexcept override {
    if (times_.size() < times_.capacity()) times_.push_back(now);
    enabled = setpoint.enable;
    return feedback_;
  }
  bool enabled = true;

 private:
  std::vector<TimePoint>& times_;
  Feedback feedback_;
};

struct Stepped {
  std::vector<TimePoint> times = [] {
    std::vector<TimePoint> room;
    room.reserve(100'000);
    return room;
  }();
  Platform platform{std::make_unique<Machine>(), {}, std::make_unique<CountingDrives>(times)};
};

TEST(Loop, StepsEveryPlatformOnceATick) {
  Stepped one;
  Stepped two;
  Loop loop{std::array{&one.platform, &two.platform}, TimePoint{1s}};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(loop.advance(loop.next_wake()), 1);
  // The first exchange asks the drives where they are.
  ASSERT_EQ(one.times.size(), 11u);
  ASSERT_EQ(two.times.size(), 11u);
  EXPECT_EQ(one.times.front(), TimePoint{999ms});
  EXPECT_EQ(one.times.back(), TimePoint{1009ms});
}

TEST(Loop, AfterAHoleTicksAreFewAndTimeIsRight) {
  Stepped one;
  Outbox& outbox = one.platform.add_outbox();
  Loop loop{std::array{&one.platform}, TimePoint{0s}};
  loop.advance(TimePoint{0s});
  EXPECT_EQ(loop.advance(TimePoint{50ms}), 6);
  EXPECT_EQ(one.times.back(), TimePoint{50ms});
  EXPECT_EQ(loop.statistics().slipped, 44u);
  EXPECT_EQ(loop.statistics().overruns, 1u);
  ASSERT_TRUE(outbox.refresh());
  EXPECT_EQ(outbox.telemetry().slipped_ticks, 44u);
}

/// Drives that tick at half the rate, by mistake or under load: what is asked for is heard all the same.
TEST(Loop, SlowDrivesDoNotMakeItDeaf) {
  static constexpr Contract kOperator{.is_operator = true};
  Stepped one;
  Inbox& inbox = one.platform.add_inbox();
  Outbox& outbox = one.platform.add_outbox();
  Loop loop{std::array{&one.platform}, TimePoint{0s}};
  loop.advance_by_drives(TimePoint{0s});
  ASSERT_TRUE(inbox.request({7, Endpoint{9, 0, 0}, TimePoint{0s}, &kOperator, 1, Control::take}));
  bool answered = false;
  for (int i = 1; i <= 10 && !answered; ++i) {
    loop.advance_by_drives(TimePoint{i * 2ms});
    outbox.refresh();
    for (Event event; outbox.next(event);)
      answered = answered || (event.tag == 7 && std::holds_alternative<Answer>(event.news));
  }
  EXPECT_TRUE(answered);
  EXPECT_GE(loop.statistics().slipped, 1u);
}

TEST(Loop, AFasterTimeRunsMoreTicksAWakeAndASlowerOneFewerAgain) {
  Stepped one;
  Loop loop{std::array{&one.platform}, TimePoint{1s}};
  EXPECT_EQ(loop.advance(loop.next_wake()), 1);
  loop.set_speed(40.0);  // 40,000 ticks a second in 4,000 wakes
  EXPECT_EQ(loop.advance(loop.next_wake()), 10);
  loop.set_speed(0.5);
  EXPECT_EQ(loop.advance(loop.next_wake()), 1);
  EXPECT_EQ(one.times.back(), TimePoint{1s + 11ms}) << "no tick was left out, none made twice";
}

TEST(Loop, NumbersGoOutOnceASecond) {
  Stepped one;
  Outbox& outbox = one.platform.add_outbox();
  Loop loop{std::array{&one.platform}, TimePoint{0s}};
  for (int i = 0; i <= 3000; ++i) {
    loop.advance(TimePoint{i * 1ms});
    loop.record(i % 200 == 0 ? 300us : 50us, 20us, TimePoint{100s + i * 1ms});
  }
  const LoopStatistics& statistics = outbox.loop();
  EXPECT_NEAR(statistics.rate_hz, 1000.0, 1.0);
  EXPECT_EQ(statistics.lateness_max, 300us);
  EXPECT_NEAR(to_seconds(statistics.lateness_p99), 50e-6, 7e-6);
  EXPECT_EQ(statistics.step_max, 20us);
  EXPECT_EQ(statistics.overruns, 0u);
}

// On real threads nothing is promised about speed here, only that it runs, wakes and ends.
TEST(LoopThread, RunsWakesAndEnds) {
  Stepped one;
  SteadyClock clock;
  net::WakeUp wake;
  Loop loop{std::array{&one.platform}, clock.now()};
  {
    LoopThread thread{loop, clock, wake, RealTimeSettings{}};
    thread.start();
    for (std::uint64_t woken = 0; woken < 20;) {
      woken += wake.take();
      std::this_thread::sleep_for(1ms);
    }
  }
  EXPECT_GE(one.times.size(), 20u);
  for (std::size_t i = 1; i + 1 < one.times.size(); ++i) ASSERT_GT(one.times[i], one.times[i - 1]);
}

}  // namespace
}  // namespace hexad::inline engine
