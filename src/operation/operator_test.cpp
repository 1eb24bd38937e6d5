// The operator beside hosts, on the very platform of the daemon, tick by tick.

#include "operation/operator.hpp"

#include <gtest/gtest.h>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/testing/operator_bench.hpp"

namespace hexad::inline operation {
namespace {

using namespace testing;
using namespace std::chrono_literals;

TEST(Operator, AMotionIsAnsweredWhenItBeginsOrWhenItEnds) {
  Bench bench{controller::Initial::origin};
  EXPECT_EQ(bench.answer("raise").result, Result::accepted);
  bench.ask("neutral", "", true);  // replaces what follows; ends when the platform is up
  bench.run(1000);
  EXPECT_EQ(bench.replies.size(), 1u) << "not before it has ended";
  for (int i = 0; i < 20000 && bench.replies.size() < 2; ++i) bench.run(1);
  ASSERT_EQ(bench.replies.size(), 2u);
  EXPECT_EQ(bench.replies[1].result, Result::done);
  EXPECT_EQ(bench.replies[1].state, State::ready);
}

TEST(Operator, StopHoldAndTheButtonAreTakenWithinTwoTicksThoughTheQueueIsFull) {
  for (const char* action : {"stop", "hold", "estop"}) {
    Bench bench{controller::Initial::neutral};
    for (int i = 0; i < 400; ++i) bench.ask("resume");  // no tick runs: the queue fills
    EXPECT_GT(bench.replies.size(), 100u) << "the rest is refused at once";
    EXPECT_EQ(bench.replies.back().result, Result::refused);
    const std::size_t before = bench.replies.size();
    bench.ask(action);
    bench.run(1);
    EXPECT_EQ(bench.state() == State::emergency, std::string_view{action} == "estop");
    EXPECT_EQ(bench.desk->telemetry().barred, std::string_view{action} == "stop");
    bench.run(2);
    EXPECT_GT(bench.replies.size(), before) << action;
  }
}

TEST(Operator, Rule2_AReleaseThatIsFollowedByAPressInTheSameTickLeavesTheButtonIn) {
  Bench bench{controller::Initial::neutral};
  EXPECT_EQ(bench.answer("estop").state, State::emergency);
  bench.ask("release");
  bench.ask("estop");
  bench.run(5);
  const OperatorReply reset = bench.answer("reset");
  EXPECT_EQ(reset.result, Result::refused);
  EXPECT_EQ(bench.state(), State::emergency);
}

TEST(Operator, ARefusalIsTheOneTextEverybodyGets) {
  Bench bench{controller::Initial::powered_up};
  const OperatorReply raise = bench.answer("raise");
  EXPECT_EQ(raise.result, Result::refused);
  EXPECT_EQ(raise.reason.id, messages::Id::refusal_not_zeroed);
}

TEST(Operator, AfterAResetTheOperatorMayMoveAtOnce) {
  Bench bench{controller::Initial::neutral};
  bench.answer("estop");
  bench.answer("release");
  EXPECT_EQ(bench.answer("reset").result, Result::done);
  bench.run(100);
  EXPECT_EQ(bench.answer("zero").result, Result::accepted) << messages::english(bench.replies.back().reason);
}

TEST(Operator, GiveNamesAHostByProtocolOrAddress) {
  Bench bench{controller::Initial::neutral};
  HostReport host;
  host.endpoint = {2, 0x7F000001, 10010};
  ASSERT_TRUE(bench.hosts.hosts.push_back(host));
  for (const char* name : {"", "darren", "127.0.0.1:10010", "darren 127.0.0.1:10010"})
    EXPECT_EQ(bench.answer("give", name).result, Result::done) << name;
  for (const char* name : {"mdof", "127.0.0.1:10011", "darren 127.0.0.1", "127.0.0.1"})
    EXPECT_EQ(bench.answer("give", name).result, Result::refused) << name;
}

TEST(Operator, GiveToAGameThatIsSilentIsRefusedBecauseItWouldNotCount) {
  Bench bench{controller::Initial::neutral};
  HostReport game;
  game.endpoint = {6, 0x7F000001, 9751};  // telemetry
  game.last_seen = TimePoint{5s};
  ASSERT_TRUE(bench.hosts.hosts.push_back(game));
  bench.hosts.time = TimePoint{5999ms};
  EXPECT_EQ(bench.answer("give", "127.0.0.1:9751").result, Result::done);
  bench.hosts.time = TimePoint{6s};
  EXPECT_EQ(bench.answer("give", "127.0.0.1:9751").result, Result::refused);
  EXPECT_EQ(bench.replies.back().reason.id, messages::Id::host_lost);
  EXPECT_EQ(bench.answer("give", "").result, Result::done);
}

TEST(Operator, AnInjectionReachesTheDrivesBetweenTicks) {
  Bench bench{controller::Initial::neutral};
  EXPECT_EQ(bench.answer("inject", "drive_fault:3").result, Result::done);
  bench.run(5);
  EXPECT_EQ(bench.desk->telemetry().fault.kind, FaultKind::drive_error);
  EXPECT_EQ(bench.desk->telemetry().fault.leg, 2);
  EXPECT_TRUE(bench.desk->injected().on(plant::Injection::drive_fault, 2));
  EXPECT_EQ(bench.answer("inject", "clear").result, Result::done);
  EXPECT_FALSE(bench.desk->injected().any(plant::Injection::drive_fault));
}

// ------------------------------------------------------------------------------------------ follow and jog

/// Steps of what went to the drives, in a tick: a jump shows.
struct Smoothness {
  Pose before;
  double largest = 0.0;
  void look(const Telemetry& t) {
    largest = std::max(largest, (t.commanded.pose.position - before.position).norm());
    before = t.commanded.pose;
  }
};

TEST(Operator, AFollowGoesToItsTargetAndEndsReadyASecondAfterTheLast) {
  Bench bench{controller::Initial::neutral};
  Smoothness smooth;
  smooth.before = bench.desk->telemetry().commanded.pose;
  for (int i = 0; i < 40; ++i) {  // 20 a second, two seconds
    bench.ask(follow_to(0.03));
    for (int k = 0; k < 50; ++k) {
      bench.run(1);
      smooth.look(bench.desk->telemetry());
    }
  }
  EXPECT_EQ(bench.replies.size(), 40u) << "each is answered";
  for (const OperatorReply& reply : bench.replies)
    EXPECT_EQ(reply.result, Result::done) << messages::english(reply.reason);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_EQ(bench.desk->telemetry().driver, kOperatorEndpoint);
  EXPECT_NEAR(bench.desk->telemetry().actual.position.z(), 0.03, 0.0005);
  bench.run(940);
  EXPECT_EQ(bench.state(), State::running) << "not yet";
  bench.run(200);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_FALSE(bench.desk->telemetry().driver) << "rule 4: nobody drives any more";
  EXPECT_NEAR(bench.desk->telemetry().actual.position.z(), 0.03, 0.0005) << "it stays there";
  EXPECT_LT(smooth.largest, 0.5e-3) << "400 mm/s are 0.4 mm a tick: no jump";
}

TEST(Operator, AFollowTurnsTheRotaryAxisToWhereItIsAskedAndWithoutItLeavesItThere) {
  Bench bench{controller::Initial::neutral, nullptr, "standard-400-rotary"};
  OperatorOrder order = follow_to(0.0);
  const auto follow_for = [&](std::optional<double> rotary, int seconds) {
    std::get<Follow>(order.wanted).rotary = rotary;
    for (int i = 0; i < 20 * seconds; ++i) {
      bench.ask(order);
      bench.run(50);
    }
    return bench.desk->telemetry().feedback.rotary;
  };
  EXPECT_NEAR(follow_for(0.5, 20), 0.5, 0.01) << "positive as asked";
  EXPECT_NEAR(follow_for({}, 2), 0.5, 0.01);
  EXPECT_NEAR(follow_for(-0.2, 20), -0.2, 0.01);
}

TEST(Operator, ASingleFollowIsEnough) {
  Bench bench{controller::Initial::neutral};
  bench.ask(follow_to(0.01));
  bench.run(3000);
  EXPECT_NEAR(bench.desk->telemetry().actual.position.z(), 0.01, 0.0005);
  EXPECT_EQ(bench.state(), State::ready);
}

TEST(Operator, AFollowOutOfReachIsClampedAndSaid) {
  Bench bench{controller::Initial::neutral};
  for (int i = 0; i < 60; ++i) {
    bench.ask(follow_to(5.0));
    bench.run(50);
  }
  EXPECT_TRUE(bench.desk->telemetry().clamped);
  EXPECT_NEAR(bench.desk->telemetry().actual.position.z(), 0.218, 0.003);
}

TEST(Operator, Rule3_AStreamThatFlowsThroughAStopMovesNothingUntilItWasSilent) {
  for (const char* action : {"stop", "hold", "estop"}) {
    Bench bench{controller::Initial::neutral};
    for (int i = 0; i < 10; ++i) {
      bench.ask(follow_to(0.1));
      bench.run(50);
    }
    ASSERT_EQ(bench.state(), State::running);
    bench.ask(action);
    bench.run(500);
    const State after = bench.state();
    EXPECT_NE(after, State::running);
    if (std::string_view{action} == "estop") {
      bench.ask("release");
      bench.run(20);
      bench.ask("reset");
      bench.run(50);
    }
    const double height = bench.desk->telemetry().actual.position.z();
    for (int i = 0; i < 100; ++i) {  // five seconds of dragging on
      bench.ask(follow_to(0.1));
      bench.run(50);
      ASSERT_EQ(bench.replies.back().result, Result::refused) << action << i;
    }
    EXPECT_NEAR(bench.desk->telemetry().actual.position.z(), height, 1e-4) << action;
    EXPECT_NE(bench.state(), State::running) << action;
    if (std::string_view{action} == "estop") continue;
    bench.run(1001);
    bench.ask(follow_to(0.1));
    bench.run(100);
    if (std::string_view{action} == "hold") {
      EXPECT_EQ(bench.replies.back().code, Refusal::paused) << "a slider does not end a hold";
      EXPECT_EQ(bench.state(), State::holding);
    } else {
      EXPECT_EQ(bench.state(), State::running) << action << ": let go and begun again";
    }
  }
}

TEST(Operator, AFollowIsRefusedAtTheBottomAndDoesNotBeginWhenThePlatformIsRaisedMeanwhile) {
  Bench bench{controller::Initial::origin};
  bench.ask(follow_to(0.01));
  bench.run(5);
  ASSERT_EQ(bench.replies.size(), 1u);
  EXPECT_EQ(bench.replies[0].result, Result::refused);
  EXPECT_EQ(bench.replies[0].code, Refusal::at_bottom);
  bench.ask("raise");
  for (int i = 0; i < 200; ++i) {
    bench.ask(follow_to(0.05));
    bench.run(50);
  }
  EXPECT_EQ(bench.state(), State::ready) << "the raise was not replaced by it";
}

TEST(Operator, ControlThatWasTakenIsKeptAfterAFollow) {
  Bench bench{controller::Initial::neutral};
  bench.answer("take");
  bench.ask(follow_to(0.01));
  bench.run(4000);
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_EQ(bench.desk->telemetry().driver, kOperatorEndpoint);
  EXPECT_TRUE(bench.desk->has_taken());
}

TEST(Operator, AJogLastsAsLongAsItIsRepeatedAndEndsAtOnceWithSpeedZero) {
  Bench bench{controller::Initial::origin};
  for (int i = 0; i < 10; ++i) {
    bench.ask(jog(0.01));
    bench.run(100);
    EXPECT_EQ(bench.state(), State::manual) << i;
  }
  EXPECT_EQ(bench.replies.size(), 10u);
  const double extension = bench.desk->telemetry().feedback.legs[0].extension;
  EXPECT_GT(extension, 0.005);
  bench.ask(jog(0.0));
  bench.run(200);
  EXPECT_LT(bench.desk->telemetry().feedback.legs[0].velocity, 0.001);
  const double stopped = bench.desk->telemetry().feedback.legs[0].extension;
  EXPECT_NEAR(stopped, extension, 0.003);
}

TEST(Operator, AJogEnds150MillisecondsAfterTheLast) {
  Bench bench{controller::Initial::origin};
  bench.ask(jog(0.01));
  bench.run(145);
  EXPECT_GT(bench.desk->telemetry().feedback.legs[0].velocity, 0.005);
  bench.run(200);
  EXPECT_LT(bench.desk->telemetry().feedback.legs[0].velocity, 0.001);
}

TEST(Operator, Rule3_AJogThatIsHeldThroughAStopDoesNotGoOn) {
  Bench bench{controller::Initial::origin};
  for (int i = 0; i < 5; ++i) {
    bench.ask(jog(0.01));
    bench.run(100);
  }
  bench.ask("stop");
  bench.run(300);
  const double stopped = bench.desk->telemetry().feedback.legs[0].extension;
  for (int i = 0; i < 30; ++i) {
    bench.ask(jog(0.01));
    bench.run(100);
    EXPECT_EQ(bench.replies.back().result, Result::refused);
  }
  EXPECT_NE(bench.state(), State::manual);
  EXPECT_LT(bench.desk->telemetry().feedback.legs[0].velocity, 0.001);
  EXPECT_NEAR(bench.desk->telemetry().feedback.legs[0].extension, stopped, 0.01);
}

TEST(Operator, InputsAndPayloadReachTheSimulatedDrives) {
  Bench bench{controller::Initial::neutral};
  const double before = bench.desk->telemetry().feedback.legs[0].torque;
  EXPECT_EQ(bench.answer("inputs", "0x81").result, Result::done);
  EXPECT_EQ(bench.answer("payload", "100").result, Result::done);
  bench.run(200);
  EXPECT_EQ(bench.desk->telemetry().feedback.inputs, 0x81);
  EXPECT_LT(bench.desk->telemetry().feedback.legs[0].torque, 0.6 * before) << "of 500 kg 400 were taken off";
  EXPECT_EQ(bench.state(), State::ready) << "and nothing else happened";
}

TEST(Operator, TheSpeedOfTimeIsForSimulatedDrivesAndKeepsWhatIsRepeatedByTheClock) {
  const OperatorOrder four = *parse_order_json(R"({"action":"speed_of_time","factor":4})");
  Bench unpaced{controller::Initial::neutral};
  unpaced.ask(four);
  EXPECT_EQ(unpaced.replies.back().result, Result::refused) << "a clock that nobody can pace";
  SteadyClock pace;
  Bench bench{controller::Initial::neutral, &pace};
  bench.ask(four);
  bench.run(5);
  EXPECT_EQ(bench.replies.back().result, Result::done) << messages::english(bench.replies.back().reason);
  EXPECT_EQ(pace.speed(), 4.0);
  // The bench's own clock does not run faster: here four seconds pass where a page's second passes.
  const auto follow = [&] { bench.ask(*parse_order_json(R"({"action":"follow","pose":[0,0,5,0,0,0]})")); };
  follow();
  bench.run(900);
  follow();
  bench.run(3900);
  EXPECT_EQ(bench.state(), State::running) << "kept for a second of the wall's clock";
  bench.run(300);
  EXPECT_EQ(bench.state(), State::ready);
  bench.ask(*parse_order_json(R"({"action":"speed_of_time","factor":1})"));
  bench.run(5);
  follow();
  bench.run(900);
  follow();
  bench.run(1300);
  EXPECT_EQ(bench.state(), State::ready);
}

TEST(Operator, RelaysAndOutputsAreSetAndOverrideIsTaken) {
  Bench bench{controller::Initial::neutral};
  EXPECT_EQ(bench.answer("relays", "0x801").result, Result::done);
  EXPECT_EQ(bench.answer("outputs", "3").result, Result::done);
  EXPECT_EQ(bench.answer("override", "50").result, Result::done);
  bench.run(2);
  EXPECT_EQ(bench.desk->telemetry().setpoint.relays, 0x801);
  EXPECT_EQ(bench.desk->telemetry().setpoint.outputs, 3);
  EXPECT_DOUBLE_EQ(bench.desk->telemetry().override_share, 0.5);
}

TEST(Operator, AGoOutOfReachIsRefusedWithTheLimit) {
  Bench bench{controller::Initial::neutral};
  const OperatorReply reply = bench.answer("go", "0 0 900 0 0 0");
  EXPECT_EQ(reply.result, Result::refused);
  EXPECT_EQ(reply.code, Refusal::out_of_reach);
  EXPECT_NE(messages::english(reply.reason).find("heave"), std::string::npos)
      << messages::english(reply.reason);
  EXPECT_EQ(bench.answer("go", "0 0 30 0 0 0").result, Result::accepted);
}

TEST(Operator, TheButtonIsKnownToBeInUntilItIsReleased) {
  Bench bench{controller::Initial::neutral};
  EXPECT_FALSE(bench.desk->button());
  bench.answer("estop");
  EXPECT_TRUE(bench.desk->button());
  bench.ask("release");
  bench.ask("estop");
  bench.run(10);
  EXPECT_TRUE(bench.desk->button()) << "pressed again before the release was taken";
  bench.answer("release");
  EXPECT_FALSE(bench.desk->button());
}

TEST(Operator, ALoopThatStandsIsToldAfterThreeSeconds) {
  Bench bench{controller::Initial::neutral};
  bench.ask("stop");
  bench.ask("reset");
  bench.desk->poll();
  EXPECT_TRUE(bench.replies.empty());
  bench.clock.advance(3s);
  bench.desk->poll();
  ASSERT_EQ(bench.replies.size(), 2u);
  for (const OperatorReply& reply : bench.replies) {
    EXPECT_EQ(reply.result, Result::refused);
    EXPECT_EQ(reply.reason.id, messages::Id::loop_silent);
  }
  EXPECT_FALSE(bench.desk->waiting());
}

}  // namespace
}  // namespace hexad::inline operation
