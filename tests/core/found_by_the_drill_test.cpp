// What random lives met, each as short as it can be told: ways that had no end, legs, and first ways after a
// reset.

#include <random>

#include "core/bench.hpp"
#include "core/test_programs.hpp"
#include "kinematics/reachable.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// Stopped on the way to a pose that is pitched and rolled: the yaw that the guide makes of both is not the
/// one of the coordinates in which the way is straight.
void stop_half_way(Bench& bench) {
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0.06, 0.06, 0}));
  ASSERT_TRUE(bench.run_until(
      [&] { return rotation_vector(bench.telemetry().commanded.pose.rotation).x() > 0.03; }, 3));
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 8, Control::stop});
  ASSERT_TRUE(bench.run_until(State::ready, 2));
  bench.run(0.2);
}

/// The move between what the coordinates say and what the guide makes of it is one all the same, and ends.
TEST(Rule17, AMoveToWhereAGuidedPlatformStandsEnds) {
  for (const char* platform : {"pitch-roll-2", "allcontroller-3dof-rotary", "rectangle-4"}) {
    Bench bench{Initial::neutral, platform};
    stop_half_way(bench);
    const Pose& stands = bench.telemetry().commanded.pose;
    const Tag tag = bench.ask(kTextHost, kOneAtATime, to(kXyzConvention.from_pose(stands, 0.0)));
    bench.run(0.5);
    ASSERT_TRUE(bench.last_answer(tag)) << platform;
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << platform;
    EXPECT_EQ(bench.state(), State::ready) << platform;
  }
}

/// … and so is a program that begins there: it was broken off on its first tick, as a jump of the yaw that
/// the guide had dropped.
TEST(Programs, OneThatBeginsWhereAGuidedPlatformStandsIsPlayed) {
  for (const char* platform : {"allcontroller-3dof-rotary", "rectangle-4"}) {
    Bench bench{Initial::neutral, platform};
    stop_half_way(bench);
    const Hill hill{0.01, 4.0, bench.telemetry().commanded.pose};
    const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{hill.kind()});
    bench.tick();
    bench.ask(
        Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&hill, bench.machine.revision}});
    bench.run(8.0);
    ASSERT_TRUE(bench.last_answer(tag)) << platform;
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << platform;
  }
}

/// Going on after a hold, a path that takes all of the jerk there is met the limit between two samples of how
/// it gets up to speed, and was broken off.
TEST(Programs, AHeldPathIsGoneOnWithFromAnyMoment) {
  std::mt19937 random{20260115};
  std::uniform_real_distribution<double> part{-1.0, 1.0};
  for (int run = 0; run < 40; ++run) {
    Bench bench{Initial::neutral};
    bench.tick();
    std::vector<AxisValues> points(2);
    for (AxisValues& point : points)
      for (std::size_t i = 0; i < kAxes; ++i) point[i] = part(random) * (i < 3 ? 0.08 : 6.0 * kDegree);
    const auto made = motion::prepare(PathOrder{points, {}, kXyzConvention}, Pose{}, bench.machine);
    ASSERT_TRUE(made) << run;
    const Prepared& path = *made->program;
    const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{path.kind()});
    bench.tick();
    bench.ask(
        Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&path, bench.machine.revision}});
    bench.run(path.duration() * (0.02 + 0.0235 * run));
    bench.ask({0, kTextHost, bench.now, &kOneAtATime, 1, Control::hold});
    if (!bench.run_until(State::holding, 2)) continue;
    bench.ask(kTextHost, kOneAtATime, Control::resume);
    bench.run(path.duration() + 3.0);
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << run;
  }
}

/// The drives are adopted for three ticks after a reset: a jog that begins meanwhile left them so for ever,
/// and every later motion was accepted and never begun.
TEST(Jog, RightAfterAResetLeavesNothingBehind) {
  Bench bench{Initial::neutral, "pitch-roll-2"};
  bench.run(0.1);
  bench.plant->inject(plant::Injection::following_error, 0, 0.02);
  bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0.1, 0, 0}));
  ASSERT_TRUE(bench.run_until(State::fault, 5));
  bench.plant->clear(plant::Injection::following_error);
  bench.run(0.5);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.tick();
  ASSERT_TRUE(bench.telemetry().zeroed);
  bench.ask(kDesk, kOperator, Jog{1, 0.02, std::chrono::milliseconds{50}});
  ASSERT_TRUE(bench.run_until(State::manual, 0.01));
  ASSERT_TRUE(bench.run_until(State::ready, 3))
      << to_string(bench.state()) << " " << to_string(bench.telemetry().fault.kind);
  const Tag tag = bench.ask(kDesk, kOperator, to({0, 0, 0, 0.05, 0, 0}));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 10));
}

/// A leg that needs all of the seek's torque to come down – its load pulls it out, or it rubs – presses as
/// one on its end stop does. It is not at the bottom before it stands.
TEST(Zeroing, ALegThatStillMovesIsNotTakenForTheBottom) {
  Machine machine = machine_named("standard-400");
  machine.drive.seek_threshold = 0.02;  // less than friction takes
  machine.payload.mass = 1.0;
  plant::Settings drives;
  drives.initial = plant::Initial::neutral;
  plant::SimulatedDrives plant{machine, drives};
  controller::Controller core{machine, {}};
  Feedback feedback = plant.feedback();
  TimePoint now{};
  const Contract contract = kOperator;
  State state = State::init;
  for (int i = 0; i < 60'000 && state != State::origin && state != State::fault; ++i) {
    std::vector<Request> requests;
    if (i == 5) requests.push_back({1, kDesk, now, &contract, 1, Go{Step::zero}});
    const Outputs& out = core.step(now, requests, feedback);
    feedback = plant.exchange(out.setpoint, now, std::chrono::milliseconds{1});
    now += std::chrono::milliseconds{1};
    state = out.telemetry.state;
  }
  EXPECT_EQ(state, State::origin);
  EXPECT_LE(plant.true_extension().cwiseAbs().maxCoeff(), 0.5e-3);
}

/// Tilted far, the platform's weight pulls its high legs out, and a seek has a third of a motor's torque: one
/// ran up at 700 mm/s, through the operator's stop too, until it was too fast.
TEST(Zeroing, ALegThatItsLoadPullsOutIsBrakedAndNamed) {
  const Machine machine = machine_named("standard-400");
  plant::Settings drives;
  drives.extension = Extensions{Vec6{0.0472, 0.2733, 0.0184, 0.0218, 0.3035, 0.0884}};
  plant::SimulatedDrives plant{machine, drives};
  controller::Controller core{machine, {}};
  Feedback feedback = plant.feedback();
  TimePoint now{};
  Fault fault;
  double highest = 0.0;
  for (int i = 0; i < 5'000; ++i) {
    std::vector<Request> requests;
    if (i == 5) requests.push_back({1, kDesk, now, &kOperator, 1, Go{Step::zero}});
    const Outputs& out = core.step(now, requests, feedback);
    feedback = plant.exchange(out.setpoint, now, std::chrono::milliseconds{1});
    now += std::chrono::milliseconds{1};
    fault = out.telemetry.fault;
    highest = std::max(highest, plant.true_extension()[4]);
  }
  EXPECT_EQ(fault.kind, FaultKind::following_error);
  EXPECT_EQ(fault.leg, 4);
  EXPECT_LT(highest, 0.3035 + 0.006);
}

/// After a reset a leg may still settle on its brake; drives that are then enabled begin where it is.
TEST(Rule13, DrivesThatAreEnabledBeginWhereTheLegsAre) {
  const Machine machine = machine_named("standard-400");
  plant::Settings drives;
  drives.extension = Extensions::Constant(0.1);
  plant::SimulatedDrives plant{machine, drives};
  controller::Settings settings;
  settings.auto_enable = false;
  controller::Controller core{machine, settings};
  Feedback feedback = plant.feedback();
  feedback.simulated = false;
  TimePoint now{};
  for (int i = 0; i < 106; ++i) {
    std::vector<Request> requests;
    if (i == 100) requests.push_back({1, kDesk, now, &kOperator, 1, Control::enable});
    if (i >= 20 && i < 60) feedback.legs[3].extension += 1e-5 * (i - 19);  // it gives way by 0.4 mm
    if (i >= 60) feedback.legs[3].extension += 4e-4;
    const Outputs& out = core.step(now, requests, feedback);
    EXPECT_FALSE(out.telemetry.fault) << i << ' ' << to_string(out.telemetry.fault.kind);
    EXPECT_LT(std::abs(out.setpoint.extension[3] - feedback.legs[3].extension), 1e-4) << i;
    EXPECT_EQ(out.setpoint.enable, i >= 103) << i;
    plant.exchange(out.setpoint, now, std::chrono::milliseconds{1});
    feedback = plant.feedback();
    feedback.simulated = false;
    now += std::chrono::milliseconds{1};
  }
}

/// Nobody had enabled the drives: the way down of an idle platform was due all the same, and began with the
/// enable.
TEST(Rule11, AnEnableBeginsNoIdleReturnThatWasDueBeforeIt) {
  const Machine& machine = machine_named("standard-400");
  plant::Settings drives;
  drives.initial = Initial::neutral;
  controller::Settings settings;
  settings.initial = Initial::neutral;
  settings.auto_enable = false;
  settings.idle_return = std::chrono::milliseconds{800};
  settings.idle_return_all = true;
  Bench bench{machine, drives, settings};
  bench.feedback.simulated = false;
  bench.report = [](Feedback& feedback) { feedback.simulated = false; };
  bench.run(3.0);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.telemetry().moving);
  bench.ask(kDesk, kOperator, Control::enable);
  bench.run(0.7);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_TRUE(bench.run_until(State::descending, 0.5));
}

/// Reachable on standard-400, and a little way only from where a joint's angle ends.
Pose at_a_joint_limit() {
  Pose pose;
  pose.position = {-0.3186, 0.18396, -0.18045};
  pose.rotation = Quat{0.9936, 0.0564, 0.0977, 0.0}.normalized();
  return pose;
}

/// Legs by hand that had come to a limit of the pose they make – a joint's angle – stood beyond it by a
/// tick's way: there the governor grants nothing, and nothing moved any more, neither by hand nor otherwise.
TEST(Jog, FromALimitOfThePoseItGoesOn) {
  Bench bench{Initial::neutral};
  bench.tick();
  const Tag there = bench.ask(kTextHost, kOneAtATime, to(kXyzConvention.from_pose(at_a_joint_limit(), 0.0)));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(there)->outcome == Outcome::done; }, 20));
  bench.run(1.2);  // until nobody drives
  const auto jog = [&bench](double speed, double seconds) {
    for (double t = 0.0; t < seconds; t += 0.02) {
      bench.ask(kDesk, kOperator, Jog{0b110001, speed, std::chrono::milliseconds{50}});
      bench.run(0.02);
    }
  };
  const auto limit = [&bench] {
    return kinematics::first_hit(bench.machine, bench.telemetry().commanded.pose, kinematics::StrokeUse::full)
        .limit;
  };
  const double from = bench.telemetry().setpoint.extension[4];
  jog(0.02, 1.0);
  const double reached = bench.telemetry().setpoint.extension[4];
  EXPECT_GT(reached, from + 1e-5) << "it went there";
  EXPECT_LT(reached, from + 5e-3) << "and was limited";
  EXPECT_EQ(limit(), Limit::none);
  jog(-0.02, 0.2);
  EXPECT_LT(bench.telemetry().setpoint.extension[4], reached - 1e-3) << "back by hand";
  jog(0.02, 1.0);
  ASSERT_TRUE(bench.run_until(State::ready, 3));
  EXPECT_EQ(limit(), Limit::none);
  bench.ask(kDesk, kOperator, Give{});
  const Tag home = bench.ask(kTextHost, kOneAtATime, to({0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(bench.run_until([&] { return bench.last_answer(home)->outcome == Outcome::done; }, 20));
}

/// After a reset that kept the zero the drives may stand beyond a joint's angle, where a fault left them: the
/// governor grants nothing there, and the way to neutral was never begun.
TEST(Rule18, FromBeyondALimitOfThePoseLegsLeadBackByThemselves) {
  int beyond = 0;
  for (const std::uint8_t leg : {std::uint8_t{1}, std::uint8_t{4}}) {
    for (const double off : {-0.02, 0.02}) {
      Bench bench{Initial::neutral};
      bench.tick();
      const Tag there =
          bench.ask(kTextHost, kOneAtATime, to(kXyzConvention.from_pose(at_a_joint_limit(), 0.0)));
      ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(there)->outcome == Outcome::done; }, 20));
      bench.plant->inject(plant::Injection::following_error, leg, off);
      ASSERT_TRUE(bench.run_until(State::fault, 5));
      bench.plant->clear(plant::Injection::following_error);
      bench.run(0.5);
      bench.ask(kDesk, kOperator, Control::reset);
      bench.run(0.1);
      ASSERT_TRUE(bench.telemetry().zeroed);
      const auto full = kinematics::StrokeUse::full;
      if (kinematics::first_hit(bench.machine, bench.actual(), full)) ++beyond;
      bench.ask(kDesk, kOperator, Give{});
      bench.ask(kDesk, kOperator, Go{Step::raise});
      EXPECT_TRUE(bench.run_until(State::ready, 60))
          << int{leg} << ' ' << off << ' ' << to_string(bench.state());
    }
  }
  EXPECT_EQ(beyond, 2);
}

/// Four legs by hand may contradict each other; what brings them together took a leg that stood outside the
/// margin into it.
TEST(Jog, LegsThatAreBroughtTogetherStayOutOfTheMargin) {
  Bench bench{Initial::neutral, "rectangle-4"};
  const double margin = bench.machine.limits.stroke_margin;
  const auto jog_until = [&bench](std::uint8_t legs, double speed, const std::function<bool()>& done) {
    ASSERT_TRUE(bench.run_until(
        [&] {
          bench.ask(kDesk, kOperator, Jog{legs, speed, std::chrono::milliseconds{50}});
          return done();
        },
        60));
    bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::stop});
    ASSERT_TRUE(bench.run_until(State::ready, 2));
  };
  const auto leg = [&bench](int i) { return bench.telemetry().setpoint.extension[i]; };
  bench.tick();
  jog_until(0b1111, -0.02, [&] { return leg(0) < margin + 3e-3; });
  jog_until(0b1111, -0.002, [&] { return leg(0) < margin + 0.05e-3; });
  jog_until(0b0001, 0.002, [&] { return leg(0) > margin + 0.5e-3; });
  ASSERT_GT(leg(2), margin) << "else it may go deeper";
  ASSERT_LT(leg(2), margin + 0.05e-3) << "else it is not taken into the margin";
  bench.ask(kDesk, kOperator, Give{});
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose.position.z() = bench.telemetry().commanded.pose.position.z() + 1e-3;
  double lowest = 1.0;
  for (int i = 0; i < 500; ++i) {
    if (i % 10 == 5) bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, target});
    bench.tick();
    for (int k = 0; k < 4; ++k) lowest = std::min(lowest, leg(k));
  }
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GE(lowest, margin - 1e-9);
}

/// A plan at the last of a limit was refused, and the one made from what was let through again: the platform
/// swung round its target, wider and wider.
TEST(Moves, AShortOneArrivesInsteadOfSwingingRoundItsTarget) {
  Bench bench{Initial::neutral, "allcontroller-1200"};
  bench.tick();
  const Pose from{Vec3{7.442276e-3, -11.202352e-3, -5.258506e-3},
                  from_rotation_vector(Vec3{-1.900826, -0.622426, -0.676194} * kDegree)};
  const Tag there = bench.ask(kTextHost, kOneAtATime, to(kXyzConvention.from_pose(from, 0.0)));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(there)->outcome == Outcome::done; }, 5));
  const Tag back = bench.ask(kTextHost, kOneAtATime, to({0, 0, 2e-3, 0.2 * kDegree, 0, 0}));
  EXPECT_TRUE(bench.run_until([&] { return bench.last_answer(back)->outcome == Outcome::done; }, 1));
}

/// Held before it had begun, and stopped: the way after a reset was then made at full speed.
TEST(Rule18, TheFirstWayIsSlowWhateverWasHeldAndStoppedBefore) {
  Bench bench{Initial::neutral};
  bench.tick();
  const Tag up = bench.ask(kDesk, kOperator, to({0.1, 0, 0.1, 0, 0, 0}));
  ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(up)->outcome == Outcome::done; }, 5));
  bench.ask(kDesk, kOperator, to({0, 0, 0.05, 0, 0, 0}));
  bench.plant->inject(plant::Injection::following_error, 0, 0.02);
  ASSERT_TRUE(bench.run_until(State::fault, 5));
  bench.plant->clear(plant::Injection::following_error);
  bench.run(0.5);
  bench.ask(kDesk, kOperator, Control::reset);
  ASSERT_TRUE(bench.run_until(State::powered_up, 1));
  ASSERT_TRUE(bench.telemetry().zeroed);
  bench.run(0.1);
  bench.ask(kDesk, kOperator, Reserve{ProgramKind::path});
  bench.run(0.01);
  bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
  ASSERT_TRUE(bench.run_until(State::holding, 1));
  bench.ask({0, kDesk, bench.now, &kOperator, 2, Control::stop});
  ASSERT_TRUE(bench.run_until(State::powered_up, 1));
  double fastest = 0.0;
  bench.each_tick = [&] { fastest = std::max(fastest, bench.out->setpoint.velocity.cwiseAbs().maxCoeff()); };
  bench.ask(kDesk, kOperator, Go{Step::raise});
  ASSERT_TRUE(bench.run_until(State::ready, 20));
  EXPECT_GT(fastest, 0.5 * bench.machine.limits.raise_speed);
  EXPECT_LE(fastest, bench.machine.limits.raise_speed);
}

/// The last step of the way in was not looked at: the jerk there, 0.5 % too large, broke it off.
TEST(Programs, ASineWhoseWayInEndsWithItsLargestJerkIsPlayed) {
  Bench bench{Initial::neutral, "allcontroller-1200"};
  bench.tick();
  Sine sine;
  sine.amplitude = {-0.028998271987150968, 0, -0.016109031457797494, 0, -0.017825236789239762,
                    0.18577498349011407};
  sine.frequency = {0.35021381379821603,  2.437137838084666,   0.13123155261853225,
                    0.072335282593754421, 0.44713367425419037, 0.058978865535925844};
  sine.phase = {2.5585425801098731, -3.926855927152038, -0.58020101212549413,
                1.8403174101847686, 1.1028942939191477, 0.24335482403958952};
  const Tag tag = bench.ask(kStreamHost, kStreaming, sine);
  bench.run(3.0);
  ASSERT_EQ(bench.answers(tag).size(), 1u);
  EXPECT_EQ(bench.answers(tag).back().outcome, Outcome::accepted);
  EXPECT_EQ(bench.state(), State::running);
}

/// Let go while it still came in: no way over fitted, the longest was taken, and broken off at a limit.
TEST(Programs, ASineLetGoWhileItComesInFadesOutAndIsNotBrokenOff) {
  for (const int moment : {560, 800, 890, 980}) {
    Bench bench{Initial::neutral};
    bench.tick();
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
    bench.run(0.1);
    Sine sine;
    sine.amplitude[0] = 10 * kDegree;
    sine.frequency[0] = 1.2;
    const Tag tag = bench.ask(kStreamHost, kStreaming, sine, 8);
    bench.run(1e-3 * moment);
    bench.ask(kStreamHost, kStreaming, Sine{}, 9);
    bench.run(6.0);
    EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::done) << moment;
    EXPECT_EQ(bench.state(), State::running) << moment;
  }
}

}  // namespace
}  // namespace hexad::testing
