#include "console_api/telemetry_history.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;

/// One tick a call, all numbers of it known.
Telemetry tick(std::uint64_t number, Duration period = 10ms) {
  Telemetry t;
  t.tick = number;
  t.time = TimePoint{period * number};
  t.zeroed = t.actual_valid = true;
  t.actual.position.z() = 0.001 * static_cast<double>(number);
  t.commanded.pose.position.z() = 0.002 * static_cast<double>(number);
  t.feedback.legs[2].extension = 0.3;
  t.feedback.legs[2].velocity = -0.1;
  t.feedback.legs[2].torque = 1.25;
  return t;
}

TEST(TelemetryHistory, KeepsTwentyASecondOfTheLastTenMinutesAndNoMore) {
  TelemetryHistory history;
  const std::uint64_t ticks = 11 * 60 * 100;
  for (std::uint64_t i = 1; i <= ticks; ++i) history.take(tick(i), 0.0, TimePoint{10ms * i});
  const auto all = history.last(1e9);
  ASSERT_EQ(all.size(), 12'000u);
  EXPECT_NEAR(all.back().time - all.front().time, 600.0, 0.1);
  for (std::size_t i = 1; i < all.size(); ++i) ASSERT_NEAR(all[i].time - all[i - 1].time, 0.05, 1e-9) << i;
  EXPECT_EQ(history.last(1.0).size(), 21u);
}

TEST(TelemetryHistory, AStandingClockIsNoNewSample) {
  TelemetryHistory history;
  for (int i = 0; i < 100; ++i) history.take(tick(7), 0.0, TimePoint{100ms * i});
  EXPECT_EQ(history.last(1e9).size(), 1u);
}

TEST(TelemetryHistory, IsATableWithUnitsOfTheLegsThereAre) {
  TelemetryHistory history;
  Telemetry first = tick(1, 1s);
  first.zeroed = false;
  history.take(first, 0.0, TimePoint{1s});
  history.take(tick(2, 1s), 0.0, TimePoint{2s});
  EXPECT_EQ(csv_text(history.last(10), 3),
            "time_s,X_mm,Y_mm,Z_mm,RX_deg,RY_deg,RZ_deg,X_commanded_mm,Y_commanded_mm,Z_commanded_mm,"
            "RX_commanded_deg,RY_commanded_deg,RZ_commanded_deg,leg1_mm,leg2_mm,leg3_mm,speed1_mm_per_s,"
            "speed2_mm_per_s,speed3_mm_per_s,torque1_Nm,torque2_Nm,torque3_Nm\n"
            "1,,,,,,,0,0,2,0,0,0,0,0,300,0,0,-100,0,0,1.25\n"
            "2,0,0,2,0,0,0,0,0,4,0,0,0,0,0,300,0,0,-100,0,0,1.25\n");
}

}  // namespace
}  // namespace hexad::inline console_api
