#include "protocols/mdof/session.hpp"

#include <gtest/gtest.h>

#include "protocols/mdof/testing/bench.hpp"

namespace hexad::protocols::mdof {
namespace {

const MoveTo& target_of(const hexad::Request& request) { return std::get<MoveTo>(request.what); }

TEST(Mdof, AMoveIsAskedOfTheCoreInMetresAndRadiansAndAnsweredWhenItIsThere) {
  Bench bench;
  EXPECT_EQ(bench.ask("9 10.5 -20 30 5 -10 15"), "") << "the answer comes at the end";
  ASSERT_EQ(bench.port.requests.size(), 1U);
  const MoveTo& move = target_of(bench.port.requests[0]);
  const AxisValues expected{0.0105, -0.02, 0.03, 5 * kDegree, -10 * kDegree, 15 * kDegree};
  for (std::size_t i = 0; i < kAxes; ++i) EXPECT_NEAR(move.target[i], expected[i], 1e-15) << i;
  EXPECT_EQ(bench.core(Outcome::accepted), "");
  EXPECT_EQ(bench.core(Outcome::done), "9#0");
}

TEST(Mdof, WhatTheCoreIsPromised) {
  Bench bench;
  bench.send("9 0 0 0 0 0 0");
  bench.send("7");
  bench.send("1");
  ASSERT_EQ(bench.port.requests.size(), 3U);
  EXPECT_EQ(bench.port.requests[0].contract->bring_up, BringUp::raise);
  EXPECT_EQ(bench.port.requests[1].contract->bring_up, BringUp::zero_and_raise);
  EXPECT_EQ(bench.port.requests[2].contract->bring_up, BringUp::zero_and_raise);
  for (const hexad::Request& request : bench.port.requests) {
    EXPECT_EQ(request.driver, (Endpoint{kId, 0, 0})) << "all mdof endpoints share one lease";
    EXPECT_EQ(request.contract->lease, LeaseRule::after_answer);
    EXPECT_EQ(request.contract->on_limit, OnLimit::refuse);
    EXPECT_EQ(request.contract->silence, Duration{});
    EXPECT_TRUE(request.contract->one_at_a_time);
    EXPECT_EQ(request.arrival, bench.port.now.time);
  }
  EXPECT_EQ(std::get<Go>(bench.port.requests[1].what).step, Step::neutral);
  EXPECT_EQ(std::get<Go>(bench.port.requests[2].what).step, Step::neutral);
  EXPECT_NE(bench.port.requests[0].act, bench.port.requests[1].act) << "every command is a new act";
}

TEST(Mdof, TheWorkPlaneIsAHeightFromTheSettings) {
  Settings settings;
  settings.work_height = 0.08;
  Bench bench{State::ready, settings};
  bench.send("8");
  ASSERT_EQ(bench.port.requests.size(), 1U);
  EXPECT_EQ(target_of(bench.port.requests[0]).target, (AxisValues{0, 0, 0.08, 0, 0, 0}));
  EXPECT_EQ(Settings{}.work_height, 0.05);
  EXPECT_EQ(bench.core(Outcome::done), "8#0");
}

TEST(Mdof, TheRotationOrderIsASetting) {
  Settings settings;
  settings.rotation_order = RotationOrder::xyz;
  Bench bench{State::ready, settings};
  bench.send("9 0 0 0 10 10 10");
  EXPECT_EQ(target_of(bench.port.requests[0]).convention.order, RotationOrder::xyz);
  bench.port.now.actual.rotation = rotation_from_angles(Vec3{10, 10, 10} * kDegree, RotationOrder::xyz);
  EXPECT_EQ(bench.ask("24"), "24#0.000 0.000 0.000 10.000 10.000 10.000");
}

TEST(Mdof, ResetGoesBackToPowerUpAndTellsWhatRemains) {
  Bench bench{State::running};
  EXPECT_EQ(bench.ask("2"), "");
  ASSERT_EQ(bench.port.requests.size(), 1U);
  EXPECT_EQ(std::get<Go>(bench.port.requests[0].what).step, Step::power_up);
  EXPECT_EQ(bench.core(Outcome::done), "2#0");
  bench.send("2");
  EXPECT_EQ(bench.refuse(Refusal::emergency), "2#195");
}

TEST(Mdof, ClearErrorTellsTheCodeThatRemains) {
  Bench bench{State::fault};
  EXPECT_EQ(bench.ask("3"), "");
  EXPECT_EQ(std::get<Control>(bench.port.requests.at(0).what), Control::reset);
  EXPECT_EQ(bench.core(refused(Refusal::fault, {}, HardwareCode::servo_error)), "3#192");
  bench.send("3");
  EXPECT_EQ(bench.refuse(Refusal::nothing_to_do), "3#0") << "nothing to clear is no error";
  bench.send("3");
  EXPECT_EQ(bench.core(Outcome::done), "3#0");
}

TEST(Mdof, StopAndPauseAreLatchedAndAnsweredAtOnce) {
  Bench bench;
  EXPECT_EQ(bench.ask("4"), "4#0");
  EXPECT_EQ(bench.ask("5"), "5#0");
  ASSERT_EQ(bench.port.latches.size(), 2U);
  EXPECT_EQ(bench.port.latches[0].control, Control::stop);
  EXPECT_EQ(bench.port.latches[1].control, Control::hold);
  EXPECT_EQ(bench.port.latches[0].from, (Endpoint{kId, 0, 0}));
  bench.port.queue_full = true;
  EXPECT_EQ(bench.ask("4"), "4#0") << "a full queue stops nobody from stopping";
}

// The dialogues of the manual, with 9 for the motion.
TEST(Mdof, PausedByAnotherAndResumedTheOwnerIsTold) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0", kA);
  const Tag motion = bench.port.last_tag;
  EXPECT_EQ(bench.core(Outcome::accepted, motion), "");
  EXPECT_EQ(bench.ask("5", kB), "5#0");
  EXPECT_EQ(bench.core(Outcome::paused, motion), "9#-5");
  bench.port.now.state = State::holding;
  bench.send("7", kC);
  EXPECT_EQ(bench.core(refused(Refusal::paused), 0, kC), "7#-7");
  bench.send("6", kB);
  const Tag resume = bench.port.last_tag;
  EXPECT_EQ(bench.core(Outcome::resumed, motion), "9#-6");
  EXPECT_EQ(bench.core(Outcome::done, resume, kB), "6#0");
  EXPECT_EQ(bench.core(Outcome::done, motion), "9#0");
}

TEST(Mdof, StoppedByAnotherTheOwnerGetsMinus4) {
  Bench bench{State::running};
  bench.send("9 0 0 10 0 0 0", kA);
  const Tag motion = bench.port.last_tag;
  EXPECT_EQ(bench.ask("4", kB), "4#0");
  EXPECT_EQ(bench.core(Outcome::stopped, motion), "9#-4");
}

TEST(Mdof, ASecondMotionIsRefusedToWhoAskedForIt) {
  Bench bench{State::running};
  bench.send("9 0 0 10 0 0 0", kA);
  const Tag motion = bench.port.last_tag;
  bench.send("7", kB);
  EXPECT_EQ(bench.core(refused(Refusal::moving), 0, kB), "7#-2");
  EXPECT_EQ(bench.core(Outcome::done, motion, kA), "9#0");
}

TEST(Mdof, Decision5_FormatErrorsAreFoundFirstInAnyState) {
  for (const State state :
       {State::init, State::powered_up, State::running, State::holding, State::emergency}) {
    Bench bench{state};
    EXPECT_EQ(bench.ask("9 1 2 3"), "9#-1") << to_string(state);
    EXPECT_EQ(bench.ask("33 77"), "33#-1") << to_string(state);
    EXPECT_TRUE(bench.port.requests.empty());
  }
}

TEST(Mdof, Decision5_RefusalsOfTheCoreInTheManualsCodes) {
  Bench bench;
  const std::pair<Refusal, const char*> rows[] = {
      {Refusal::emergency, "9#195"},         {Refusal::paused, "9#-7"},      {Refusal::moving, "9#-2"},
      {Refusal::other_driver, "9#-2"},       {Refusal::not_zeroed, "9#194"}, {Refusal::barred, "9#193"},
      {Refusal::other_driver_paused, "9#-7"}};
  for (const auto& row : rows) {
    bench.send("9 0 0 10 0 0 0");
    EXPECT_EQ(bench.refuse(row.first), row.second);
  }
}

TEST(Mdof, Decision2And4_OutOfReachNamesAxisAndSide) {
  Bench bench;
  bench.send("9 999 0 0 0 0 0");
  EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(Limit::axis_upper, 0))), "9#161");
  bench.send("9 -999 0 0 0 0 0");
  EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(Limit::axis_lower, 0))), "9#162");
  bench.send("9 0 0 999 0 0 0");
  EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(Limit::axis_upper, 2))), "9#165");
  bench.send("9 0 0 0 0 0 -170");
  EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(Limit::axis_lower, 5))), "9#172");
  bench.send("9 200 200 200 0 0 0");
  EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(Limit::leg_upper, 3))), "9#179");
}

TEST(Mdof, Decision6_ExactlyOneFinalAnswerToTheEndpointThatAsked) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0", kB);
  EXPECT_EQ(bench.core(Outcome::done, 0, kB), "9#0");
  EXPECT_EQ(bench.core(Outcome::done, 0, kB), "") << "the same event again";
}

TEST(Mdof, Decision6_EndedByEmergencyOrFaultItGetsTheCode) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0");
  EXPECT_EQ(bench.core(Outcome::emergency), "9#195");
  bench.send("9 0 0 10 0 0 0");
  EXPECT_EQ(bench.core(answered(Outcome::faulted, {}, HardwareCode::actuator_speed)), "9#181");
}

TEST(Mdof, Decision6_RefusalsNeverChange23) {
  Bench bench;
  bench.send("9 999 0 0 0 0 0");
  (void)bench.core(refused(Refusal::out_of_reach, hit(Limit::axis_upper, 0)));
  EXPECT_EQ(bench.ask("23"), "23#0");
}

TEST(Mdof, Decision11_UnknownCommandsAreEchoedWithMinus1) {
  Bench bench;
  EXPECT_EQ(bench.ask("999"), "999#-1");
  EXPECT_EQ(bench.ask("abc"), "abc#-1");
  EXPECT_EQ(bench.ask(""), "#-1");
  EXPECT_EQ(bench.ask("32"), "32#-1");
  EXPECT_EQ(bench.ask("0123456789abcdefXYZ"), "0123456789abcdef#-1");
}

TEST(Mdof, Decision12_LegacyErrors) {
  Settings settings;
  settings.legacy_errors = true;
  Bench bench{State::running, settings};
  EXPECT_EQ(bench.ask("99"), "99#AAAA");
  EXPECT_EQ(bench.ask("9 abc"), "9#AAAA");
  bench.send("7");
  EXPECT_EQ(bench.refuse(Refusal::moving), "7#BBBB");
  bench.send("7");
  EXPECT_EQ(bench.refuse(Refusal::paused), "7#-7");
}

TEST(Mdof, Decision13_APastedManualLineWorks) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0 # up");
  EXPECT_EQ(bench.core(Outcome::done), "9#0");
}

TEST(Mdof, Decision14_ANewSocketForEveryCommandDisturbsNobody) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0", kA);
  const Tag motion = bench.port.last_tag;
  for (std::uint16_t port = 20000; port < 20300; ++port) {
    const Endpoint once{kId, 0x7F000001, port};
    EXPECT_EQ(bench.ask("22", once), "22#1");
    bench.send("7", once);
    EXPECT_EQ(bench.core(refused(Refusal::moving), 0, once), "7#-2");
  }
  EXPECT_EQ(bench.core(Outcome::done, motion, kA), "9#0");
}

TEST(Mdof, Decision15_AfterAStopTheNextMotionIsAskedAgain) {
  Bench bench;
  bench.send("9 0 0 10 0 0 0");
  EXPECT_EQ(bench.core(Outcome::stopped), "9#-4");
  const std::uint32_t stopped_act = bench.port.requests.back().act;
  bench.send("9 0 0 10 0 0 0");
  EXPECT_EQ(bench.port.requests.size(), 2U);
  EXPECT_NE(bench.port.requests.back().act, stopped_act);
  EXPECT_EQ(bench.core(Outcome::done), "9#0");
}

TEST(Mdof, Decision16_MovingIsOneFromAcceptanceToTheFinalAnswerAlsoWhilePaused) {
  Bench bench;
  EXPECT_EQ(bench.ask("22"), "22#0");
  bench.send("9 0 0 10 0 0 0");
  const Tag motion = bench.port.last_tag;
  EXPECT_EQ(bench.ask("22", kB), "22#1");
  (void)bench.core(Outcome::accepted, motion);
  EXPECT_EQ(bench.ask("22", kB), "22#1");
  (void)bench.core(Outcome::paused, motion);
  bench.port.now.state = State::holding;
  EXPECT_EQ(bench.ask("22", kB), "22#1");
  (void)bench.core(Outcome::resumed, motion);
  bench.port.now.state = State::ready;
  EXPECT_EQ(bench.ask("22", kB), "22#1") << "it stands, but its answer has not been sent";
  (void)bench.core(Outcome::done, motion);
  EXPECT_EQ(bench.ask("22", kB), "22#0");
}

TEST(Mdof, Decision16_ASnapshotOlderThanTheFinalAnswerDoesNotShowTheMotionAgain) {
  Bench bench{State::running};
  bench.send("9 0 0 10 0 0 0");
  bench.port.now.time += std::chrono::milliseconds{5};
  (void)bench.core(Outcome::done);
  bench.port.now.time -= std::chrono::milliseconds{1};
  EXPECT_EQ(bench.ask("22"), "22#0");
  bench.port.now.time += std::chrono::milliseconds{2};
  EXPECT_EQ(bench.ask("22"), "22#1") << "a new snapshot: somebody else moves it";
}

TEST(Mdof, AFullQueueIsAnsweredBusy) {
  Bench bench;
  bench.port.queue_full = true;
  EXPECT_EQ(bench.ask("9 0 0 10 0 0 0"), "9#-2");
  EXPECT_EQ(bench.ask("2"), "2#-2");
  EXPECT_EQ(bench.ask("3"), "3#-2");
  EXPECT_EQ(bench.ask("6"), "6#-2");
}

TEST(Mdof, MoreUnansweredRequestsThanAreRememberedAreAnsweredBusy) {
  Bench bench;
  std::string last;
  for (int i = 0; i < 65; ++i) last = bench.ask("7");
  EXPECT_EQ(last, "7#-2");
  EXPECT_EQ(bench.port.requests.size(), 64U) << "what cannot be answered is not asked";
}

TEST(Mdof, EveryDatagramIsAnsweredAtOnceOrAsksTheCore) {
  Bench bench;
  for (int id = 0; id <= 40; ++id) {
    const std::size_t asked = bench.port.requests.size() + bench.port.prepared.size();
    const std::string answer = bench.ask(std::to_string(id));
    EXPECT_TRUE(!answer.empty() || bench.port.requests.size() + bench.port.prepared.size() > asked) << id;
  }
}

TEST(Mdof, APathIsOrderedInMetresAndRadiansAndAnsweredByTheCore) {
  Bench bench;
  EXPECT_EQ(bench.ask("10 2 0 0 30 0 0 0 100 -50 10 0 9 0"), "");
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  const auto& path = std::get<PathOrder>(bench.port.prepared[0].order);
  ASSERT_EQ(path.points.size(), 2U);
  EXPECT_TRUE(path.speeds.empty());
  EXPECT_DOUBLE_EQ(path.points[0][2], 0.030);
  EXPECT_DOUBLE_EQ(path.points[1][0], 0.100);
  EXPECT_DOUBLE_EQ(path.points[1][1], -0.050);
  EXPECT_DOUBLE_EQ(path.points[1][4], 9.0 * kDegree);
  EXPECT_EQ(bench.port.prepared[0].request.contract->bring_up, BringUp::raise)
      << "decision 5: from the origin it rises";
  EXPECT_EQ(bench.core(Outcome::done), "10#0");
}

TEST(Mdof, SpeedsOf11BelongToThePointsInOrder) {
  Bench bench;
  EXPECT_EQ(bench.ask("11 2 1 2 3 4 5 6 7 8 9 10 11 12 20 0 30 0 0 4 0 0 0 0 0 8"), "");
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  const auto& path = std::get<PathOrder>(bench.port.prepared[0].order);
  ASSERT_EQ(path.speeds.size(), 2U);
  EXPECT_DOUBLE_EQ(path.points[1][0], 0.007);
  EXPECT_DOUBLE_EQ(path.speeds[0][0], 0.020);
  EXPECT_DOUBLE_EQ(path.speeds[0][5], 4.0 * kDegree);
  EXPECT_DOUBLE_EQ(path.speeds[1][5], 8.0 * kDegree);
}

TEST(Mdof, Decision7_FormulasAndTheirDurationAreHandedOverAsText) {
  Bench bench;
  EXPECT_EQ(bench.ask("12,10*sin(t),pow(t,2),0,0,0,2*sin(t),3.5"), "");
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  const auto& formula = std::get<FormulaOrder>(bench.port.prepared[0].order);
  EXPECT_EQ(formula.axes[0], "10*sin(t)");
  EXPECT_EQ(formula.axes[1], "pow(t,2)");
  EXPECT_EQ(formula.axes[5], "2*sin(t)");
  EXPECT_DOUBLE_EQ(formula.duration, 3.5);
}

TEST(Mdof, Decision8_OnePeriodOrATimeInFrontOfEachPose) {
  Bench bench;
  EXPECT_EQ(bench.ask("13 0.5 0 0 10 0 0 0 0 0 20 0 0 0"), "");
  EXPECT_EQ(bench.ask("13 0 0 0 10 0 0 0 2 0 0 20 0 0 0"), "");
  ASSERT_EQ(bench.port.prepared.size(), 2U);
  // Both orders view the session's own memory, so only the last one's numbers are still there.
  const auto& rows = std::get<TimedPathOrder>(bench.port.prepared[1].order);
  ASSERT_EQ(rows.times.size(), 2U);
  EXPECT_DOUBLE_EQ(rows.times[0], 0.0);
  EXPECT_DOUBLE_EQ(rows.times[1], 2.0);
  EXPECT_DOUBLE_EQ(rows.points[1][2], 0.020);
  bench.port.prepared.clear();
  EXPECT_EQ(bench.ask("13 0.5 0 0 10 0 0 0 0 0 20 0 0 0"), "");
  const auto& period = std::get<TimedPathOrder>(bench.port.prepared[0].order);
  EXPECT_DOUBLE_EQ(period.times[0], 0.5);
  EXPECT_DOUBLE_EQ(period.times[1], 1.0);
}

TEST(Mdof, Decision10_AFileIsOrderedByItsNumberAndOneThatCannotBeReadIsMinus1) {
  Bench bench;
  EXPECT_EQ(bench.ask("33 2"), "");
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  const auto& file = std::get<FileOrder>(bench.port.prepared[0].order);
  EXPECT_EQ(file.list, FileOrder::List::mdof);
  EXPECT_EQ(file.number, 2);
  EXPECT_EQ(bench.refuse(Refusal::bad_program), "33#-1");
  EXPECT_EQ(bench.ask("33 4"), "33#-1") << "not listed";
}

TEST(Mdof, AnOrderThatFindsNoRoomIsAnsweredBusy) {
  Bench bench;
  bench.port.queue_full = true;
  EXPECT_EQ(bench.ask("33 2"), "33#-2");
}

TEST(Mdof, MotionBeforeZeroingIsExplained) {
  Bench bench{State::powered_up};
  bench.send("9 0 0 10 0 0 0", kB);
  (void)bench.core(refused(Refusal::not_zeroed), 0, kB);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_EQ(bench.port.explanations[0].to, kB);
  EXPECT_EQ(bench.port.explanations[0].text,
            "9 (move) was refused with 194: the platform is not homed: home it first. The manual: "
            "initialise before "
            "motion. Send 1, wait for 1#0, then send it again");
}

TEST(Mdof, EventsOfOthersAndNewsWithoutATagAreNotAnswered) {
  Bench bench;
  bench.send("7");
  EXPECT_EQ(bench.core(Outcome::done, bench.port.last_tag + 5), "");
  Event event;
  event.news = Transition{State::ready, State::running, "test"};
  bench.session().event(event, bench.port);
  EXPECT_TRUE(bench.port.sent.empty());
}

}  // namespace
}  // namespace hexad::protocols::mdof
