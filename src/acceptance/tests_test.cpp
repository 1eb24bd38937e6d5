// The tests of an acceptance on a platform whose faults are known.

#include "acceptance/tests.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "acceptance/moves.hpp"
#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

/// Moves in straight lines and by sines, with faults of one's choice.
struct FakeRig final : TestedPlatform {
  Facts machine;
  double rate = 120.0;        // samples a second
  double delay = 0.0;         // s, commanded to pose
  double gain = 1.0;          // of sines
  double order_delay = 0.05;  // s until an order becomes motion
  double backlash = 0.0;      // mm: it stands short of where it goes, from either side
  double slow = 1.0;          // share of the speed that it makes
  double lag = 0.0;           // mm, of leg 3
  int refusals = 0;           // of formulas, before one is taken
  double now = 100.0;
  AxisValues at{}, true_at{};
  std::vector<std::string> said;

  FakeRig() {
    machine.legs = 6;
    machine.ranges.fill({-200.0, 200.0});
    for (std::size_t i = 3; i < kAxes; ++i) machine.ranges[i] = {-20.0, 20.0};
    machine.velocity = {400, 400, 400, 40, 40, 40};
    machine.acceleration = {4000, 4000, 4000, 250, 250, 250};
    machine.jerk = {50000, 50000, 50000, 3000, 3000, 3000};
    machine.neutral = {0.0, 0.0, 900.0};
    for (std::size_t leg = 0; leg < 6; ++leg) {
      const double angle = 60.0 * kDegree * static_cast<double>(leg);
      machine.base[leg] = {600.0 * std::cos(angle), 600.0 * std::sin(angle), 0.0};
      machine.joint[leg] = {450.0 * std::cos(angle + 0.5), 450.0 * std::sin(angle + 0.5), 0.0};
      machine.neutral_extension[leg] = 200.0;
    }
  }
  const Facts& facts() const override { return machine; }
  void say(const messages::Message& line) override { said.push_back(messages::english(line)); }

  Sample sample(const AxisValues& commanded, const AxisValues& pose, const AxisValues& velocity,
                double path) const {
    Sample s{.time = now, .path_time = path, .pose = pose, .commanded = commanded, .velocity = velocity};
    s.extension = commanded_extensions(machine, pose);
    s.extension[2] -= lag;
    for (std::size_t leg = 0; leg < 6; ++leg) s.torque[leg] = 1.0 + 0.1 * static_cast<double>(leg);
    return s;
  }
  Move go(const AxisValues& pose, double share) override {
    const AxisValues from = at;
    double seconds = 0.0;
    for (std::size_t i = 0; i < kAxes; ++i)
      seconds = std::max(seconds, std::abs(pose[i] - from[i]) / (machine.velocity[i] * share));
    Move move{now, {sample(from, true_at, {}, 0.0)}};
    const double begin = now + order_delay;
    while (now < begin + seconds) {
      now += 1.0 / rate;
      const double part = seconds > 0.0 ? std::clamp((now - begin) / seconds, 0.0, 1.0) : 1.0;
      AxisValues here{}, speed{};
      for (std::size_t i = 0; i < kAxes; ++i) {
        here[i] = from[i] + part * (pose[i] - from[i]);
        speed[i] = part > 0.0 && part < 1.0 ? slow * (pose[i] - from[i]) / seconds : 0.0;
      }
      move.seen.push_back(sample(here, here, speed, 0.0));
    }
    at = true_at = pose;
    for (std::size_t i = 0; i < 3; ++i)
      if (pose[i] != from[i]) true_at[i] += pose[i] > from[i] ? -backlash : backlash;
    return move;
  }
  Record play(const std::array<std::string, kAxes>& formulas, double seconds) override {
    if (refusals-- > 0) throw Refused{messages::say<messages::Id::as_told>("leg 1 too fast")};
    Record record{sample(at, true_at, {}, 99.0)};  // of the program before
    std::size_t axis = 0;
    double amplitude = 0.0, omega = 0.0;
    for (std::size_t i = 0; i < kAxes; ++i)
      if (std::sscanf(formulas[i].c_str(), "%lf*sin(%lf*t)", &amplitude, &omega) == 2) axis = i;
    std::sscanf(formulas[axis].c_str(), "%lf*sin(%lf*t)", &amplitude, &omega);
    for (double path = 0.0; path <= seconds; path += 1.0 / rate) {
      now += 1.0 / rate;
      AxisValues commanded{}, pose{}, velocity{};
      commanded[axis] = amplitude * std::sin(omega * path);
      pose[axis] = gain * amplitude * std::sin(omega * (path - delay));
      velocity[axis] = gain * amplitude * omega * std::cos(omega * (path - delay));
      record.push_back(sample(commanded, pose, velocity, path));
    }
    return record;
  }
  Record stand(double seconds) override {
    Record record;
    for (double end = now + seconds; now < end;) {
      now += 1.0 / rate;
      record.push_back(sample(at, true_at, {}, 0.0));
    }
    return record;
  }
};

double figure(const TestResult& result, const std::string& name) {
  for (const Figure& one : result.figures)
    if (one.name == name) return one.value;
  ADD_FAILURE() << "no figure " << name;
  return std::nan("");
}

TEST(Acceptance, APlatformWithoutFaultsShowsNone) {
  FakeRig platform;
  EXPECT_EQ(figure(test_reach(platform, {}), "reach.yaw.high.asked_deg"), 18.0);
  EXPECT_LT(figure(test_reach(platform, {}), "reach.heave.low.error_mm"), 1e-9);
  EXPECT_NEAR(figure(test_response(platform, {}), "response.roll.5Hz.gain"), 1.0, 1e-9);
  EXPECT_NEAR(figure(test_balance(platform, {}), "balance.following_difference_mm"), 0.0, 1e-9);
  EXPECT_NEAR(figure(test_repeatability(platform, {}), "repeatability.acceleration_g"), 0.0, 1e-6);
  for (const TestInfo& test : tests())
    EXPECT_FALSE(test.run(platform, Plan::quick()).not_measured) << test.name;
}

TEST(Acceptance, ADelayAndAGainAreTheResponseOfEveryAxisAndTheLatencyOfTheDrives) {
  FakeRig platform;
  platform.delay = 0.015;
  platform.gain = 0.8;
  const TestResult response = test_response(platform, {});
  for (const char* axis : {"sway", "surge", "heave", "pitch", "roll", "yaw"}) {
    for (const char* frequency : {"0.3Hz", "1Hz", "5Hz"}) {
      const std::string head = std::string{"response."} + axis + '.' + frequency;
      EXPECT_NEAR(figure(response, head + ".gain"), 0.8, 1e-6) << head;
      EXPECT_NEAR(figure(response, head + ".delay_ms"), 15.0, 1e-3) << head;
    }
  }
  EXPECT_NEAR(figure(test_latency(platform, {}), "latency.drives_ms"), 15.0, 1e-3);
}

TEST(Acceptance, AStandShortOfTheTargetIsSeenInReachAndFromBothSidesInRepeatability) {
  FakeRig platform;
  platform.backlash = 0.3;
  const TestResult reach = test_reach(platform, {});
  EXPECT_NEAR(figure(reach, "reach.surge.low.error_mm"), 0.3, 1e-9);
  EXPECT_NEAR(figure(reach, "reach.surge.low.reached_mm"), -179.7, 1e-9);
  const TestResult repeat = test_repeatability(platform, {});
  EXPECT_NEAR(figure(repeat, "repeatability.sway.spread_mm"), 0.6, 1e-9);
  EXPECT_NEAR(figure(repeat, "repeatability.yaw.spread_deg"), 0.0, 1e-9);
}

TEST(Acceptance, DrivesThatAreTooSlowDoNotFollow) {
  FakeRig platform;
  platform.slow = 0.9;
  const TestResult speed = test_speed(platform, {});
  EXPECT_NEAR(figure(speed, "speed.sway.commanded_mm_s"), 400.0, 1.0);
  EXPECT_NEAR(figure(speed, "speed.sway.followed"), 0.9, 0.01);
}

TEST(Acceptance, ALegThatLagsIsTheOneOutOfBalance) {
  FakeRig platform;
  platform.lag = 0.7;
  const TestResult balance = test_balance(platform, {});
  EXPECT_NEAR(figure(balance, "balance.leg3.following_mm"), 0.7, 1e-9);
  EXPECT_NEAR(figure(balance, "balance.leg4.following_mm"), 0.0, 1e-9);
  EXPECT_NEAR(figure(balance, "balance.following_difference_mm"), 0.7, 1e-9);
  EXPECT_NEAR(figure(balance, "balance.torque_difference_Nm"), 0.5, 1e-9);
}

TEST(Acceptance, TheTimeFromOrderToMotionIsFoundWithinAFrame) {
  FakeRig platform;
  platform.order_delay = 0.12;
  const TestResult latency = test_latency(platform, {});
  EXPECT_NEAR(figure(latency, "latency.order_to_motion_ms"), 120.0,
              figure(latency, "latency.resolution_ms") + 0.1);
}

TEST(Acceptance, FramesThatAreTooRareAreNoMeasurementAndThatIsSaid) {
  FakeRig platform;
  platform.rate = 30.0;
  for (const auto test : {&test_turnaround, &test_latency}) {
    const TestResult result = (*test)(platform, {});
    const std::string why = messages::english(result.not_measured);
    EXPECT_NE(why.find("30 samples a second"), std::string::npos) << why;
    EXPECT_TRUE(result.figures.empty());
  }
}

TEST(Acceptance, AnAmplitudeThatIsRefusedIsHalvedAFewTimesAndNoMore) {
  FakeRig platform;
  const double whole = sine(platform, 0, 1.0, 1.0).amplitude;
  platform.refusals = 2;
  EXPECT_DOUBLE_EQ(sine(platform, 0, 1.0, 1.0).amplitude, 0.25 * whole);
  platform.refusals = 100;
  EXPECT_THROW(sine(platform, 0, 1.0, 1.0), Refused);
}

TEST(Acceptance, NoSineAsksForMoreThanAThirdOfALimit) {
  const FakeRig platform;
  for (const double f : {0.1, 0.5, 1.0, 5.0, 10.0}) {
    const double w = kRevolution * f;
    const double a = amplitude_of(platform.machine, 3, f);
    EXPECT_GT(a, 0.0);
    EXPECT_LE(a, 0.15 * 20.0);
    EXPECT_LE(a * w, 40.0 / 3.0);
    EXPECT_LE(a * w * w, 250.0 / 3.0);
    EXPECT_LE(a * w * w * w, 3000.0 / 3.0);
  }
}

TEST(Acceptance, AnAxisThatDoesNotMoveIsLeftOut) {
  FakeRig platform;
  for (const std::size_t axis : {0U, 1U, 5U}) platform.machine.ranges[axis] = {0.0, 0.0};
  for (const TestInfo& test : tests())
    for (const Figure& one : test.run(platform, Plan::quick()).figures)
      EXPECT_EQ(one.name.find("sway"), std::string::npos) << one.name;
}

TEST(Commanded, ExtensionsOfOneAxisLengthenTheRightLegs) {
  const FakeRig platform;
  const auto up = commanded_extensions(platform.machine, {0, 0, 10, 0, 0, 0});
  for (std::size_t leg = 0; leg < 6; ++leg) EXPECT_GT(up[leg], 208.0);
  const auto pitched = commanded_extensions(platform.machine, {0, 0, 0, 2, 0, 0});  // about X: +Y goes up
  for (std::size_t leg = 0; leg < 6; ++leg)
    EXPECT_EQ(pitched[leg] > 200.0, platform.machine.joint[leg].y() > 0.0) << leg;
}

}  // namespace
}  // namespace hexad::acceptance
