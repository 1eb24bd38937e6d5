// Poses and legs: what a frame asks of the core, and who may ask.

#include <gtest/gtest.h>

#include <cmath>

#include "protocols/lingjing/testing/bench.hpp"

namespace hexad::protocols::lingjing {
namespace {

using namespace std::chrono_literals;

/// Inside rotation vector of a frame's target, in degrees, and its position in millimetres.
std::array<double, 6> inside(std::string_view frame, const Settings& settings = {}) {
  Bench bench{State::ready, settings};
  bench.following();
  bench.send(frame);
  const Pose pose = bench.target().pose;
  const Vec3 turn = rotation_vector(pose.rotation) / kDegree;
  const Vec3 at = pose.position / kMillimetre;
  return {at.x(), at.y(), at.z(), turn.x(), turn.y(), turn.z()};
}

void expect_near(const std::array<double, 6>& found, const std::array<double, 6>& expected) {
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << "inside axis " << i;
}

TEST(LingjingSession, Decision4_SignAndScaleOfEveryAxis) {
  // Inside: sway surge heave pitch roll yaw. X is forward, Y right, the hand is the left one.
  expect_near(inside("@A6:5,0,0,0,0,232.5#"), {0, 0, 0, 0, -5, 0});
  expect_near(inside("@A6:0,5,0,0,0,232.5#"), {0, 0, 0, -5, 0, 0});
  expect_near(inside("@A6:0,0,5,0,0,232.5#"), {0, 0, 0, 0, 0, -5});
  expect_near(inside("@A6:0,0,0,10,0,232.5#"), {0, 10, 0, 0, 0, 0});
  expect_near(inside("@A6:0,0,0,0,10,232.5#"), {10, 0, 0, 0, 0, 0});
  expect_near(inside("@A6:0,0,0,0,0,242.5#"), {0, 0, 10, 0, 0, 0});
  expect_near(inside("@A3:5,3,232.5#"), inside("@A6:5,3,0,0,0,232.5#"));
}

TEST(LingjingSession, Decision4_AircraftSignsTurnRollAndPitchTheOtherWay) {
  Settings settings;
  settings.signs = Signs::aircraft;
  expect_near(inside("@A6:5,0,0,0,0,232.5#", settings), {0, 0, 0, 0, 5, 0});
  expect_near(inside("@A6:0,5,0,0,0,232.5#", settings), {0, 0, 0, 5, 0, 0});
  expect_near(inside("@A6:0,0,5,0,0,232.5#", settings), {0, 0, 0, 0, 0, -5});
}

TEST(LingjingSession, Decision4_CombinedAnglesTurnAboutTheOwnXFirst) {
  // R = Rz(-yaw)·Rx(-pitch)·Ry(-roll)
  Bench bench;
  bench.following();
  bench.send("@A6:10,20,30,0,0,232.5#");
  const Quat expected = Quat{Eigen::AngleAxisd{-30 * kDegree, Vec3::UnitZ()}} *
                        Quat{Eigen::AngleAxisd{-20 * kDegree, Vec3::UnitX()}} *
                        Quat{Eigen::AngleAxisd{-10 * kDegree, Vec3::UnitY()}};
  EXPECT_NEAR(angle_between(bench.target().pose.rotation, expected), 0.0, 1e-12);
  Settings settings;
  settings.rotation_order = RotationOrder::xyz;  // own frame: R = Rx·Ry·Rz
  Bench other{State::ready, settings};
  other.following();
  other.send("@A6:10,20,30,0,0,232.5#");
  const Quat turned = Quat{Eigen::AngleAxisd{-10 * kDegree, Vec3::UnitY()}} *
                      Quat{Eigen::AngleAxisd{-20 * kDegree, Vec3::UnitX()}} *
                      Quat{Eigen::AngleAxisd{-30 * kDegree, Vec3::UnitZ()}};
  EXPECT_NEAR(angle_between(other.target().pose.rotation, turned), 0.0, 1e-12);
}

TEST(LingjingSession, Decision5_ZIsHeightAboveTheBottomOrFromNeutral) {
  EXPECT_NEAR(inside("@A6:0,0,0,0,0,100#")[2], -132.5, 1e-9);
  EXPECT_NEAR(inside("@A6T:0,0,0,0,0,-15,10#")[2], -247.5, 1e-9)
      << "negative Z is passed on, the core clamps it";
  Settings settings;
  settings.z_reference = ZeroReference::neutral;
  EXPECT_NEAR(inside("@A6:0,0,0,0,0,100#", settings)[2], 100.0, 1e-9);
}

TEST(LingjingSession, Decision6_LimitsClamp) {
  EXPECT_EQ(kFollow.on_limit, OnLimit::clamp);
  EXPECT_EQ(kFilm.on_limit, OnLimit::refuse) << "a track is checked as a whole";
}

TEST(LingjingSession, Decision7_EveryFrameReachesTheCoreWhateverTheRate) {
  for (const Duration period : {500000us, 20000us, 1000us}) {
    Bench bench;
    bench.following();
    for (int i = 0; i < 50; ++i) {
      bench.send("@A6:0,0,0,0,0,232.5#");
      bench.pass(period);
    }
    EXPECT_EQ(bench.port.streams.size(), 50U);
    EXPECT_TRUE(bench.port.requests.empty()) << "a platform that follows is not asked again";
  }
}

TEST(LingjingSession, Decision7_A6TSentAsAStreamIsFollowed) {
  Bench bench;
  bench.following();
  for (int i = 0; i < 5; ++i) {
    bench.send("@A6T:0,0,0,0,0,232,10#");
    EXPECT_EQ(bench.target().travel, i == 0 ? Duration{10ms} : Duration{}) << i;
    bench.pass(i == 2 ? 14ms : 10ms);
  }
  bench.pass(50ms);
  bench.send("@A6T:0,0,0,0,0,232,10#");
  EXPECT_EQ(bench.target().travel, 10ms) << "after a pause it is a motion of its own";
  bench.pass(10ms);
  bench.send("@A6T:0,0,0,0,0,100,1000#");
  EXPECT_EQ(bench.target().travel, 1000ms) << "a long one always";
}

TEST(LingjingSession, Decision8_TheFirstFrameAsksToFollowFromTheBottom) {
  for (const State state : {State::powered_up, State::origin, State::ready, State::descending}) {
    Bench bench{state};
    bench.send("@A6:1,2,3,0,0,100#");
    EXPECT_EQ(bench.steps(), std::vector{Step::run});
    ASSERT_EQ(bench.port.requests.size(), 1U);
    EXPECT_EQ(bench.port.requests[0].contract->bring_up, BringUp::zero_and_follow);
    EXPECT_NE(bench.port.requests[0].tag, 0U);
    EXPECT_EQ(bench.port.streams.size(), 1U) << "the core hears every frame";
  }
}

TEST(LingjingSession, Decision8_ASingleFrameActsOnceThePlatformFollows) {
  Bench bench{State::powered_up};
  bench.send("@A6T:0,0,0,0,0,100,1000#");
  bench.answer(Outcome::accepted);
  bench.port.now.state = State::zeroing;
  bench.port.now.driver = kA;
  bench.pass(8s);
  EXPECT_EQ(bench.port.streams.size(), 1U);
  bench.port.now.state = State::running;
  bench.answer(Outcome::done);
  bench.pass(1ms);
  ASSERT_EQ(bench.port.streams.size(), 2U);
  EXPECT_EQ(bench.target().travel, 1000ms);
  EXPECT_NEAR(bench.target().pose.position.z(), 0.1 - kNeutralHeight, 1e-12);
  bench.pass(1s);
  EXPECT_EQ(bench.port.streams.size(), 2U) << "once";
}

TEST(LingjingSession, Decision8_ATargetThatWasStoppedOnTheWayNeverActsLater) {
  for (const Outcome outcome : {Outcome::stopped, Outcome::refused, Outcome::faulted, Outcome::emergency}) {
    Bench bench{State::zeroing};
    bench.send("@A6:0,0,0,0,0,100,1#");
    bench.answer(Outcome::accepted);
    bench.answer(outcome, Refusal::moving);
    bench.port.clear();
    bench.port.now.driver = kA;
    bench.port.now.state = State::running;
    bench.pass(1ms);
    EXPECT_TRUE(bench.port.streams.empty());
    EXPECT_TRUE(bench.relays().empty());
  }
}

TEST(LingjingSession, Decision8_SilenceKeepsAndOnlySilenceRearms) {
  const Contract& contract = kFollow;
  EXPECT_EQ(contract.on_silence, OnSilence::keep);
  EXPECT_EQ(contract.lease, LeaseRule::after_silence);
  EXPECT_EQ(contract.lease_time, 1s);
  EXPECT_TRUE(contract.rearm_by_silence);
  EXPECT_FALSE(contract.rearm_by_change);
  EXPECT_EQ(contract.idle_return, IdleReturn::always);
}

TEST(LingjingSession, Decision8_TheNextFrameAfterSilenceFollowsAgain) {
  Bench bench;
  bench.following();
  bench.port.now.state = State::ready;
  bench.port.now.driver = {};
  bench.pass(5s);
  bench.send("@A6:0,0,0,0,0,240#");
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(LingjingSession, ARefusalIsTriedAgainWithLaterFramesButNotWithEach) {
  Bench bench{State::powered_up};
  bench.send("@A6:0,0,0,0,0,100#");
  bench.answer(Outcome::refused, Refusal::barred);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  bench.stream(200ms, "@A6:0,0,0,0,0,100#");
  EXPECT_EQ(bench.steps().size(), 2U) << "the second is unanswered";
  bench.answer(Outcome::refused, Refusal::barred);
  bench.stream(200ms, "@A6:0,0,0,0,0,100#");
  EXPECT_EQ(bench.steps().size(), 3U);
}

TEST(LingjingSession, Decision9_FramesOfASecondHostAreDroppedAndCounted) {
  Bench bench;
  bench.following();
  bench.send("@A6:0,0,0,0,0,100#", kB);
  EXPECT_TRUE(bench.port.streams.empty() && bench.port.requests.empty());
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].to, kB);
  EXPECT_EQ(bench.port.drops[0].text, "another host drives");
  bench.port.now.driver = {};
  bench.pass(1s);
  bench.send("@A6:0,0,0,0,0,100#", kB);
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
  EXPECT_EQ(bench.port.requests[0].driver, kB);
}

TEST(LingjingSession, Decision9_AnotherProtocolsDriverCountsToo) {
  Bench bench;
  bench.port.now.driver = kOther;
  bench.send("@A6:0,0,0,0,0,100#");
  EXPECT_TRUE(bench.port.requests.empty());
  EXPECT_EQ(bench.port.drops.size(), 1U);
}

TEST(LingjingSession, Rule3_AWithheldStreamThatFlowsThroughAStopStartsNothing) {
  struct Case {
    const char* name;
    void (*happens)(Bench&);
  };
  const Case cases[]{{"emergency", [](Bench& bench) { bench.port.now.state = State::emergency; }},
                     {"fault", [](Bench& bench) { bench.port.now.state = State::fault; }},
                     {"reset", [](Bench& bench) { bench.port.now.state = State::powered_up; }},
                     {"operator's stop", [](Bench& bench) { bench.port.now.barred = true; }},
                     {"somebody's stop", [](Bench& bench) { bench.port.now.state = State::ready; }}};
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    Bench bench;
    bench.following();
    bench.stream(100ms, "@A6:0,0,0,0,0,100#", kB);
    bench.send("@A6:0,0,0,0,0,232.5#");
    test.happens(bench);
    ++bench.port.now.disarms;
    bench.port.now.driver = {};
    bench.pass(1ms);
    bench.port.now.state = State::powered_up;
    bench.port.now.barred = false;
    bench.port.clear();
    bench.stream(3s, "@A6:0,0,0,0,0,100#", kB);
    EXPECT_TRUE(bench.port.requests.empty() && bench.port.streams.empty());
    bench.pass(1s);
    bench.send("@A6:0,0,0,0,0,100#", kB);
    EXPECT_EQ(bench.steps(), std::vector{Step::run}) << "after a second of silence";
  }
}

TEST(LingjingSession, Decision9_ALeaseThatRanOutDisarmsNobodyHoweverLateTheNewsIs) {
  Bench bench;
  bench.following();
  bench.stream(990ms, "@A6:0,0,0,0,0,100#", kB);
  // The core is ahead of the datagrams: its snapshot shows the end of the lease to one that came before it.
  bench.port.now.state = State::ready;
  bench.port.now.driver = {};
  bench.port.clear();
  bench.send("@A6:0,0,0,0,0,100#", kB);
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(LingjingSession, Rule3_AStreamTheCoreHearsIsLeftToTheCore) {
  Bench bench;
  bench.following();
  bench.port.now.state = State::emergency;
  bench.port.now.driver = {};
  bench.pass(1ms);
  bench.stream(500ms, "@A6:0,0,0,0,0,232.5#");
  EXPECT_EQ(bench.port.streams.size(), 50U) << "the core must hear that it goes on";
}

TEST(LingjingSession, Decision10_AnglesWithoutARotaryAxisAreIgnoredWithOneWarning) {
  Bench bench;
  bench.following();
  bench.send("@A7:1,2,3,0,0,232.5,70#");
  EXPECT_FALSE(bench.target().has_rotary);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_NE(bench.port.explanations[0].text.find("no rotary axis"), std::string::npos);
  bench.port.platform.rotary = Rotary{};
  bench.send("@A7:1,2,3,0,0,232.5,-30#");
  EXPECT_TRUE(bench.target().has_rotary);
  EXPECT_NEAR(bench.target().rotary, -30 * kDegree, 1e-12);
  bench.send("@C7:100,100,100,100,100,100,25.5#");
  EXPECT_NEAR(bench.target().rotary, 25.5 * kDegree, 1e-12);
}

TEST(LingjingSession, Decision10_LegsThatDoNotExistAreIgnored) {
  Bench bench;
  bench.port.platform.geometry.mechanism = Mechanism::three_legs;
  bench.port.platform.geometry.legs = 3;
  bench.following();
  bench.send("@C6:55,33,25,20,20,50#");
  EXPECT_EQ(bench.target().legs, (Extensions{Vec6{0.055, 0.033, 0.025, 0, 0, 0}}));
  EXPECT_EQ(bench.port.explanations.size(), 1U);
  bench.port.clear();
  bench.send("@C3:55,33,25#");
  EXPECT_NEAR(bench.target().legs[2], 0.025, 1e-12);
  bench.send("@A6:1,2,0,0,0,100#");
  EXPECT_TRUE(bench.port.explanations.empty());
  bench.send("@A6:1,2,3,0,0,100#");
  EXPECT_EQ(bench.port.explanations.size(), 1U) << "yaw";
}

TEST(LingjingSession, C3OnSixLegsIsRefused) {
  Bench bench;
  bench.send("@C3:55,33,25#");
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "C3 needs three legs");
  EXPECT_TRUE(bench.port.requests.empty() && bench.port.streams.empty());
}

TEST(LingjingSession, LegFramesAreExtensionsInOrder) {
  Bench bench;
  bench.following();
  bench.send("@C6:55,33,25,20,21,50#");
  EXPECT_EQ(bench.target().kind, StreamTarget::Kind::legs);
  EXPECT_TRUE(bench.target().legs.values().isApprox(Vec6{0.055, 0.033, 0.025, 0.020, 0.021, 0.050}));
}

TEST(LingjingSession, RelaysAreSetOnceByTheDriverAndStayWithoutAnEffectWord) {
  Bench bench;
  bench.send("@A6:0,0,0,0,0,232.5,F0#");
  EXPECT_TRUE(bench.relays().empty()) << "not before it drives";
  bench.taken();
  EXPECT_EQ(bench.relays(), std::vector<std::uint16_t>{0x0F0});
  bench.port.now.setpoint.relays = 0x0F0;
  bench.stream(50ms, "@A6:0,0,0,0,0,232.5,F0#");
  bench.stream(50ms, "@A6:0,0,0,0,0,232.5#");
  EXPECT_EQ(bench.relays().size(), 1U);
  bench.send("@A6:0,0,0,0,0,232.5,0#");
  EXPECT_EQ(bench.relays(), (std::vector<std::uint16_t>{0x0F0, 0}));
}

TEST(LingjingSession, FeedbackIsOffByDefaultAndOtherwiseTellsTheActualPose) {
  Bench quiet;
  quiet.stream(1s, "@A6:0,0,0,0,0,232.5#");
  EXPECT_TRUE(quiet.port.sent.empty()) << "the server never answers";

  Settings settings;
  settings.feedback = true;
  Bench bench{State::running, settings};
  bench.port.now.actual.position = Vec3{0.005, 0.01, -0.1325};
  bench.port.now.actual.rotation = Quat{Eigen::AngleAxisd{-3 * kDegree, Vec3::UnitY()}};
  bench.pass(1s);
  EXPECT_TRUE(bench.port.sent.empty()) << "nobody has spoken";
  bench.send("@A6:0,0,0,0,0,232.5#");
  for (int i = 0; i < 1000; ++i) bench.pass(1ms);
  EXPECT_EQ(bench.port.sent.size(), 20U) << "every 50 ms";
  EXPECT_EQ(bench.port.sent.back().bytes, "@A6:3,0,0,10,5,100#");
  EXPECT_EQ(bench.port.sent.back().to, kA);
}

TEST(LingjingSession, Decision7_TimedFramesThatComeLateButEvenlyAreAStreamOfTheirRealPeriod) {
  Bench bench;
  bench.following();
  const auto send_after = [&bench](Duration gap) {
    bench.pass(gap);
    bench.send("@A6T:1,0,0,0,0,232.5,10#");
    return bench.target().travel == Duration{};
  };
  (void)send_after(109ms);
  (void)send_after(109ms);
  for (const Duration gap : {120ms, 155ms, 100ms, 130ms}) EXPECT_TRUE(send_after(gap)) << to_seconds(gap);
  EXPECT_FALSE(send_after(800ms)) << "a pause: a motion of its own";
  EXPECT_FALSE(send_after(120ms)) << "nothing is known of its period";
  EXPECT_TRUE(send_after(120ms));
}

TEST(LingjingHints, ZThatSwingsAboutZeroNamesTheReference) {
  for (const auto reference : {ZeroReference::bottom, ZeroReference::neutral}) {
    Settings settings;
    settings.z_reference = reference;
    Bench bench{State::ready, settings};
    bench.following("@A6:0,0,0,0,0,0#");
    for (int i = 0; i < 200; ++i) {
      const double z = 15.0 * std::sin(0.0628 * i);
      bench.send("@A6:0,0,0,0,0," + std::to_string(z) + "#");
      bench.pass(10ms);
    }
    const bool told = !bench.port.explanations.empty();
    EXPECT_EQ(told, reference == ZeroReference::bottom);
    if (told) {
      EXPECT_NE(bench.port.explanations[0].text.find("lingjing.z_reference=neutral"), std::string::npos);
    }
  }
  Bench parks;
  parks.following();
  for (const char* frame : {"@A6:0,0,0,0,0,100#", "@A6:0,0,0,0,0,0#", "@A6:0,0,0,0,0,-15#"})
    parks.send(frame);
  EXPECT_TRUE(parks.port.explanations.empty()) << "down is not about 0";
}

TEST(LingjingSession, Decision5_WhoGoesOnAskingForTheBottomIsLetDownOnceThePlatformStands) {
  Bench bench;
  bench.following("@A6:0,0,0,0,0,100#");
  bench.port.now.commanded.velocity.linear.z() = -0.1;
  bench.stream(1s, "@A6:0,0,0,0,0,0#");
  EXPECT_TRUE(bench.steps().empty()) << "it still moves";
  bench.port.now.commanded.velocity.linear.z() = 0.0;
  bench.pass(10ms);
  EXPECT_EQ(bench.steps(), std::vector{Step::descend});
  bench.port.clear();
  bench.port.now.state = State::origin;
  bench.stream(2s, "@A6:0,0,0,0,0,0#");
  EXPECT_TRUE(bench.steps().empty()) << "it is down and shall be there";
  bench.send("@A6:0,0,0,0,0,20#");
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

/// A timed target that ends there: the platform stands and its host still drives, until its silence counts.
TEST(LingjingSession, Decision5_WhoWasMovedToTheBottomIsLetDownWhileItStillDrives) {
  Bench bench;
  bench.following("@A6T:0,0,0,0,0,0,1000#");
  bench.pass(300ms);
  bench.port.now.state = State::ready;
  bench.pass(100ms);
  EXPECT_TRUE(bench.steps().empty()) << "it has not settled";
  bench.pass(200ms);
  EXPECT_EQ(bench.steps(), std::vector{Step::descend});
}

TEST(LingjingSession, Decision5_APlatformThatSomebodyElseRaisedIsNotLetDown) {
  Bench bench{State::origin};
  bench.send("@A6:0,0,0,0,0,0#");
  bench.pass(10s);
  bench.port.now.state = State::ascending;  // the operator's
  bench.pass(10ms);
  bench.port.now.state = State::ready;
  bench.pass(10s);
  EXPECT_TRUE(bench.steps().empty());
  Bench left;
  left.following("@A6:0,0,0,0,0,0#");
  left.pass(10ms);
  left.port.now.state = State::ready;  // its silence has freed the lease
  left.port.now.driver = {};
  left.pass(1s);
  EXPECT_EQ(left.steps(), std::vector{Step::descend});
  left.port.now.state = State::ready;  // raised again by the operator
  left.pass(10s);
  EXPECT_EQ(left.steps().size(), 1U);
}

}  // namespace
}  // namespace hexad::protocols::lingjing
