// What random lives met, each as short as it can be told: two things on one tick, and ways that had no end.

#include <random>

#include "core/bench.hpp"
#include "core/test_programs.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// The yaw that a guide makes of pitch and roll is no yaw anybody asked for: coordinates that were followed
/// have none, those of a pose that is held have. The move between the two is a move all the same.
TEST(Rule17, AMoveToWhereAGuidedPlatformStandsAfterAStreamEnds) {
  for (const char* platform : {"pitch-roll-2", "allcontroller-3dof-rotary", "rectangle-4"}) {
    Bench bench{Initial::neutral, platform};
    const AxisValues place{0, 0, 0, -0.07, 0.03, 0};
    bench.tick();
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
    for (int i = 0; i < 3000; ++i) {
      if (i % 10 == 0) bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target(place)});
      bench.tick();
    }
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 8, Control::stop});
    ASSERT_TRUE(bench.run_until(State::ready, 2)) << platform;
    bench.run(1.2);
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
TEST(Programs, OneThatBeginsWhereAStreamLeftAGuidedPlatformIsPlayed) {
  for (const char* platform : {"allcontroller-3dof-rotary", "rectangle-4"}) {
    Bench bench{Initial::neutral, platform};
    bench.tick();
    bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
    for (int i = 0; i < 3000; ++i) {
      const AxisValues turned{0, 0, 0, 0, 0, 0.1};
      if (i % 10 == 0) bench.ask({0, kStreamHost, bench.now, &kStreaming, 7, pose_target(turned)});
      bench.tick();
    }
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 8, Control::stop});
    ASSERT_TRUE(bench.run_until(State::ready, 2)) << platform;
    bench.run(1.2);
    const Hill hill{0.01};
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

/// The descent had not begun: what took it back had nothing to do, and was never answered.
TEST(Rule16, ARunThatTakesBackADescendOfTheSameTickIsAnswered) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  bench.run(0.1);
  ASSERT_EQ(bench.state(), State::running);
  const Tag down = bench.ask(kStreamHost, kStreaming, Go{Step::descend}, 8);
  const Tag run = bench.ask(kStreamHost, kStreaming, Go{Step::run}, 9);
  bench.run(0.1);
  EXPECT_EQ(bench.last_answer(down)->outcome, Outcome::stopped);
  EXPECT_EQ(bench.last_answer(run)->outcome, Outcome::done);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_FALSE(bench.telemetry().busy);
}

TEST(Rule27, AFaultIsShownBeforeItCanBeReset) {
  for (const What& reset : {What{Control::reset}, What{Go{Step::power_up}}}) {
    Bench bench{Initial::neutral};
    bench.run(0.1);
    bench.plant->inject(plant::Injection::drive_fault, 2, 0.0);
    bench.feedback = bench.plant->exchange(bench.out->setpoint, bench.now, bench.period);
    const Tag tag = bench.ask(kTextHost, kOneAtATime, reset);
    bench.tick();
    EXPECT_EQ(bench.state(), State::fault);
    EXPECT_TRUE(bench.telemetry().fault);
    ASSERT_TRUE(bench.last_answer(tag));
    EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::fault);
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

TEST(Rule15, AHoldThatIsRepeatedHoldsWhatWasAcceptedSinceAndIsStillBeingPrepared) {
  Bench bench{Initial::neutral};
  bench.tick();
  bench.ask(kTextHost, kOneAtATime, to({0.1, 0, 0.05, 0, 0, 0}));
  bench.run(0.3);
  bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
  ASSERT_TRUE(bench.run_until(State::holding, 2));
  bench.ask({0, kTextHost, bench.now, &kOneAtATime, 2, Control::disconnect});
  bench.run(1.5);
  const Tag tag = bench.ask(kDesk, kOperator, Reserve{ProgramKind::path});
  bench.tick();
  ASSERT_EQ(bench.last_answer(tag)->outcome, Outcome::accepted);
  bench.ask({0, kDesk, bench.now, &kOperator, 3, Control::hold});
  bench.tick();
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::paused);
  EXPECT_EQ(bench.state(), State::holding);
}

TEST(Rule2, AButtonThatIsPressedAndFreedOnOneTickIsAnEmergency) {
  Bench bench{Initial::neutral};
  bench.run(0.1);
  bench.ask(kDesk, kOperator, Control::free_button);
  bench.ask(kDesk, kOperator, Control::reset);
  bench.ask(kDesk, kOperator, Control::press_button);
  bench.tick();
  EXPECT_EQ(bench.state(), State::emergency);
  EXPECT_FALSE(bench.out->setpoint.enable);
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
  jog_until(0b1111, -0.002, [&] { return leg(0) < margin + 0.1e-3; });
  jog_until(0b0001, 0.002, [&] { return leg(0) > margin + 0.5e-3; });
  ASSERT_GT(leg(2), margin) << "else it may go deeper";
  ASSERT_LT(leg(2), margin + 0.1e-3) << "else it is not taken into the margin";
  bench.ask(kDesk, kOperator, Give{});
  bench.ask(kStreamHost, kStreaming, Go{Step::run}, 7);
  double lowest = 1.0;
  for (int i = 0; i < 500; ++i) {
    bench.tick();
    for (int k = 0; k < 4; ++k) lowest = std::min(lowest, leg(k));
  }
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_GE(lowest, margin - 1e-9);
}

/// Held, ordered to zero, held again before that began: the resume went back to what had been frozen first,
/// and the order was never done nor answered.
TEST(Rule15, AnOrderThatIsHeldBeforeItBeginsBeginsWithTheResume) {
  for (const What& order : {What{Go{Step::zero}}, What{Go{Step::descend}}, What{to({0, 0, 0.02, 0, 0, 0})}}) {
    Bench bench{Initial::neutral};
    bench.tick();
    const Tag first = bench.ask(kDesk, kOperator, to({0, 0, 0.1, 0, 0, 0}));
    bench.run(0.5);
    bench.ask({0, kDesk, bench.now, &kOperator, 1, Control::hold});
    bench.run(0.02);
    ASSERT_EQ(bench.state(), State::stopping);
    const Tag second = bench.ask(kDesk, kOperator, order);
    bench.tick();
    bench.ask({0, kStreamHost, bench.now, &kStreaming, 1, Control::hold});
    bench.run(1.0);
    ASSERT_EQ(bench.state(), State::holding);
    EXPECT_EQ(bench.last_answer(first)->outcome, Outcome::stopped);
    EXPECT_EQ(bench.last_answer(second)->outcome, Outcome::paused);
    bench.ask(kDesk, kOperator, Control::resume);
    bench.tick();
    bench.tick();
    EXPECT_EQ(bench.last_answer(second)->outcome, Outcome::resumed);
    ASSERT_TRUE(bench.run_until([&] { return bench.last_answer(second)->outcome == Outcome::done; }, 30))
        << to_string(bench.state());
  }
}

}  // namespace
}  // namespace hexad::testing
