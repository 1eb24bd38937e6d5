// What the gateway adds in time, what it measures, and that a healthy platform is not blamed for it: in
// virtual time, ticks are exact.

#include <cstdio>

#include "hosts.hpp"
#include "kinematics/forward.hpp"
#include "protocols/darren/request.hpp"

namespace hexad::gateway {
namespace {

/// What fits, at the limits of the machine: all legs, both ways.
Sine lively() {
  Sine sine;
  sine.amplitude = {0.05, 0.05, 0.06, 0.06, 0.06, 0.05};
  sine.frequency = {0.5, 0.7, 0.9, 0.6, 0.5, 0.8};
  return sine;
}

struct Line {
  double near_rate;
  double frames_hz;
  double delay;
  double jitter;
  Dialect dialect;
  FarForm::Send send;
};

class Delay : public ::testing::TestWithParam<Line> {};

TEST_P(Delay, IsMeasuredAndALivelyPlatformIsNotBlamedForIt) {
  const Line& line = GetParam();
  PairSetup setup;
  setup.near_rate = line.near_rate;
  setup.frames_hz = line.frames_hz;
  setup.delay = line.delay;
  setup.jitter = line.jitter;
  setup.dialect = line.dialect;
  setup.send = line.send;
  Pair pair{setup};
  pair.bring_up();
  pair.run(1.2);
  pair.operate(lively());
  pair.run(2.0);
  double fastest = 0.0;
  for (int i = 0; i < 1000; ++i) {
    pair.run(0.01);
    fastest = std::max(fastest, pair.far_speed());
    ASSERT_EQ(pair.near_state(), State::running)
        << pair.both() << " after " << i << ", delay " << pair.telemetry().feedback.far.delay;
  }
  EXPECT_GT(fastest, 0.25) << "it was no test";
  // What it is: where the setpoint was when the far legs were where they are now, by trying.
  const double measured = pair.telemetry().feedback.far.delay;
  EXPECT_GT(measured, 2.0 * line.delay);
  EXPECT_LT(measured, 2.0 * line.delay + line.jitter + 0.12);
  pair.operate(Control::stop);
  ASSERT_TRUE(pair.near_reaches(State::ready, 3.0)) << pair.both();
  RecordProperty("delay_ms", static_cast<int>(1e3 * measured));
  std::printf("%s, %g Hz, frames %g Hz, line %g ms: delay %.1f ms, fastest leg %.0f mm/s\n",
              line.dialect == Dialect::darren ? "darren" : "motus", line.near_rate, line.frames_hz,
              1e3 * line.delay, 1e3 * measured, 1e3 * fastest);
}

INSTANTIATE_TEST_SUITE_P(
    Gateway, Delay,
    ::testing::Values(Line{100, 100, 0.001, 0.0, Dialect::darren, FarForm::Send::pose},
                      Line{400, 100, 0.001, 0.0, Dialect::darren, FarForm::Send::legs},
                      Line{400, 100, 0.001, 0.0, Dialect::motus, FarForm::Send::pose},
                      Line{1000, 100, 0.020, 0.005, Dialect::darren, FarForm::Send::pose},
                      Line{1000, 200, 0.002, 0.003, Dialect::motus, FarForm::Send::pose}));

/// docs/drives.md: too uneven for motus, whose frames have no number. Both stop; nothing goes on by itself.
TEST(UnevenLine, ThatIsTooMuchForMotusIsAFaultThatStopsBoth) {
  PairSetup setup;
  setup.frames_hz = 200.0;
  setup.delay = 0.002;
  setup.jitter = 0.008;
  setup.dialect = Dialect::motus;
  Pair pair{setup};
  pair.bring_up();
  pair.run(1.2);
  pair.operate(lively());
  ASSERT_TRUE(pair.near_reaches(State::fault, 20.0)) << pair.both();
  pair.run(2.0);
  EXPECT_LT(pair.far_speed(), 1e-3) << pair.both();
  EXPECT_EQ(pair.near_state(), State::fault);
}

/// From the tick that makes a setpoint to the frame that has it, and from a status to the tick that sees it.
TEST(Latency, AddedByTheGatewayIsAtMostTwoTicks) {
  PairSetup setup;
  setup.frames_hz = 1000.0;
  setup.delay = 0.0;
  Pair pair{setup};
  pair.bring_up();
  pair.run(1.2);
  pair.operate(lively());
  pair.run(1.0);
  for (int i = 0; i < 200; ++i) {
    pair.tick();
    const auto frame = protocols::darren::decode(pair.newest.span());
    ASSERT_TRUE(frame);
    const Pose sent =
        kinematics::forward(pair.near->platform.platform().machine(), pair.telemetry().setpoint.extension)
            .pose;
    EXPECT_NEAR(frame->values[5], sent.position.z() / kMillimetre, 1e-3) << "the setpoint of this very tick";
  }
  // A status that is there before a tick is what that very tick acts on.
  int came = 0;
  for (int i = 0; i < 400; ++i) {
    pair.tick();
    if (!pair.status_came) continue;
    ++came;
    EXPECT_LE(pair.telemetry().feedback.quality.feedback_age, 1.0 / setup.near_rate);
  }
  EXPECT_GT(came, 30);
}

TEST(Legs, ThatDoNotFollowAreFoundThoughTheDelayIsMeasured) {
  PairSetup setup;
  Pair pair{setup};
  pair.bring_up();
  pair.run(1.2);
  pair.operate(lively());
  pair.run(4.0);
  ASSERT_EQ(pair.near_state(), State::running) << pair.both();
  // A far controller that goes on saying "running", and stands.
  pair.far_drives->apply({.kind = plant::Injection::stuck, .leg = 1});
  ASSERT_TRUE(pair.run_until([&] { return pair.telemetry().fault.kind != FaultKind::none; }, 0.5))
      << pair.both();
}

TEST(Statuses, ThatAreOldOrDoubledAreNoNews) {
  PairSetup setup;
  Pair pair{setup};
  pair.bring_up();
  ASSERT_EQ(pair.mdof("9 0 0 40 0 0 0"), "9#0");
  // One from before, again and again: the age of what is known must not become younger by it.
  Datagram old;
  pair.run_until([&] { return pair.back.receive(pair.time + std::chrono::seconds{1}, old); }, 1.0);
  (void)pair.port->mail().in.push(old);
  pair.tick();
  pair.back.cut = true;
  for (int i = 0; i < 300; ++i) {
    Datagram again = old;
    again.time = pair.time;
    (void)pair.port->mail().in.push(again);
    pair.tick();
    if (pair.telemetry().fault.kind == FaultKind::drive_link) return;
  }
  FAIL() << "a doubled status kept the link alive: " << pair.both();
}

TEST(LossyLine, OfAFifthOfAllDatagramsStillMovesAndIsCounted) {
  PairSetup setup;
  setup.loss = 0.2;
  setup.jitter = 0.004;
  Pair pair{setup};
  pair.bring_up();
  for (const char* text : {"9 20 0 40 3 0 0", "9 -20 30 -40 0 4 0", "9 0 0 0 0 0 6"})
    EXPECT_EQ(pair.mdof(text), std::string{"9#0"}) << pair.both();
  EXPECT_GT(pair.telemetry().feedback.far.lost, 100u);
}

}  // namespace
}  // namespace hexad::gateway
