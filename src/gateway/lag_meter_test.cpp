#include "gateway/lag_meter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hexad::gateway {
namespace {

using namespace std::chrono_literals;

/// A motion that is told every millisecond and measured `lag` later, at 100 Hz.
class Measurement {
 public:
  explicit Measurement(double first) : meter{first} {}

  void run(double seconds, double lag, double share = 1.0) {
    for (const TimePoint end = now_ + from_seconds(seconds); now_ < end;) {
      now_ += 1ms;
      Setpoint setpoint;
      setpoint.extension = at(now_);
      setpoint.velocity = rate_of(at(now_) - at(now_ - 1ms), 1e-3);
      meter.sent(setpoint, now_);
      if (++ticks_ % 10 == 0) meter.measured(Extensions{at(now_ - from_seconds(lag)).values() * share}, now_);
    }
  }
  Extensions at(TimePoint time) const {
    Extensions legs = Extensions::Zero();
    for (Eigen::Index i = 0; i < 6; ++i)
      legs[i] = 0.2 + amplitude * std::sin(2.0 * std::numbers::pi * (0.3 + 0.1 * static_cast<double>(i)) *
                                           to_seconds(time.time_since_epoch()));
    return legs;
  }
  LagMeter meter;
  double amplitude = 0.05;

 private:
  TimePoint now_{10s};
  int ticks_ = 0;
};

TEST(LagMeter, FindsADelayWithinTheFirstQuarterOfASecondOfMotion) {
  for (const double lag : {0.0, 0.013, 0.045, 0.120}) {
    Measurement measurement{0.030};
    measurement.run(0.25, lag);
    EXPECT_NEAR(measurement.meter.lag(), lag, 0.004) << lag;
    measurement.run(3.0, lag);
    EXPECT_NEAR(measurement.meter.lag(), lag, 0.001) << lag;
  }
}

TEST(LagMeter, ALongerOneIsNotBelieved) {
  Measurement measurement{0.030};
  measurement.run(3.0, 0.400);
  EXPECT_LE(measurement.meter.lag(), LagMeter::kMost);
}

TEST(LagMeter, StandingTeachesNothing) {
  Measurement measurement{0.030};
  measurement.amplitude = 0.0;
  measurement.run(2.0, 0.100);
  EXPECT_EQ(measurement.meter.lag(), 0.030);
}

TEST(LagMeter, LegsThatStandAreNotTakenForADelay) {
  Measurement measurement{0.030};
  measurement.run(3.0, 0.040);
  measurement.run(0.2, 0.040, 0.0);  // they report nothing any more
  EXPECT_LT(measurement.meter.lag(), 0.050);
}

/// A leg that is followed by a controller with a life of its own: 40 ms late, and past every quick stop, as a
/// spring that takes half a second to come to rest.
class Swinging {
 public:
  /// Quick strokes of 80 mm, up and down, with rests between them; the largest error of the delay.
  double worst_after(double from, double seconds) {
    double worst = 0.0;
    for (int tick = 1; tick <= static_cast<int>(seconds * 1000.0); ++tick) {
      const double now = 1e-3 * tick;
      const double phase = std::fmod(now, 1.6);
      const double wanted =
          phase < 0.8 ? 0.10 * std::sin(std::numbers::pi * 0.5 * std::min(phase / 0.3, 1.0))
                      : 0.10 * std::cos(std::numbers::pi * 0.5 * std::min((phase - 0.8) / 0.3, 1.0));
      Setpoint setpoint;
      setpoint.extension = Extensions::Constant(0.2 + wanted, 6);
      setpoint.velocity = LegSpeeds::Constant((wanted - last_) / 1e-3, 6);
      last_ = wanted;
      const double spring = 2.0 * std::numbers::pi * 4.0;
      speed_ += 1e-3 * (spring * spring * (wanted - place_) - 2.0 * 0.5 * spring * speed_);
      place_ += 1e-3 * speed_;
      const TimePoint at{std::chrono::seconds{10} + from_seconds(now)};
      meter.sent(setpoint, at);
      if (tick % 10 == 0) meter.measured(Extensions::Constant(0.2 + place_, 6), at);
      if (now >= from) worst = std::max(worst, std::abs(meter.lag() - 0.040));
    }
    return worst;
  }
  LagMeter meter{0.0};

 private:
  double last_ = 0.0;
  double place_ = 0.0;
  double speed_ = 0.0;
};

TEST(LagMeter, IsUnknownAtFirstAndTakesNoSwingForADelay) {
  Swinging swinging;
  EXPECT_LT(swinging.worst_after(0.15, 6.0), 0.025);
}

}  // namespace
}  // namespace hexad::gateway
