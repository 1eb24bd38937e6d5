// The operator beside hosts, on the very platform of the daemon, tick by tick.

#include "runtime/operator.hpp"

#include <gtest/gtest.h>

#include "runtime/config/build_machine.hpp"
#include "runtime/platform.hpp"

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;
using Result = OperatorReply::Result;

struct Bench {
  LoadedPlatform loaded = load_platform({});
  SimulatedMachine* drives = nullptr;
  std::unique_ptr<Platform> platform;
  ManualClock clock;
  std::unique_ptr<Operator> desk;
  HostsReport hosts;
  ProtocolNames names;
  std::vector<OperatorReply> replies;

  explicit Bench(controller::Initial initial) {
    controller::Settings settings;
    settings.initial = initial;
    plant::Settings plant;
    plant.initial = initial == controller::Initial::neutral  ? plant::Initial::neutral
                    : initial == controller::Initial::origin ? plant::Initial::origin
                                                             : plant::Initial::powered_up;
    auto machine = std::make_unique<SimulatedMachine>(*loaded.machine, plant);
    drives = machine.get();
    platform = std::make_unique<Platform>(std::make_unique<const Machine>(*loaded.machine), settings,
                                          std::move(machine));
    desk = std::make_unique<Operator>(platform->add_inbox(), platform->add_outbox(), &drives->injections(),
                                      loaded.machine->geometry.legs, clock, clock);
    names.set(2, "darren");
    run(100);
  }

  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      clock.advance(1ms);
      platform->step(clock.now());
      desk->poll();
    }
  }
  /// Sent; the answer comes with the ticks.
  void ask(std::string_view action, std::string_view argument = "", bool wait = false) {
    OperatorOrder order = *parse_order(action, argument);
    order.wait = wait;
    desk->ask(order, hosts, names, [this](const OperatorReply& reply) { replies.push_back(reply); });
  }
  OperatorReply answer(std::string_view action, std::string_view argument = "") {
    const std::size_t before = replies.size();
    ask(action, argument);
    for (int i = 0; i < 200 && replies.size() == before; ++i) run(1);
    return replies.size() > before ? replies.back() : OperatorReply{Result::failed, "no answer"};
  }
  State state() const { return desk->telemetry().state; }
};

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
  EXPECT_EQ(raise.reason, to_string(Refusal::not_zeroed));
}

TEST(Operator, AfterAResetTheOperatorMayMoveAtOnce) {
  Bench bench{controller::Initial::neutral};
  bench.answer("estop");
  bench.answer("release");
  EXPECT_EQ(bench.answer("reset").result, Result::done);
  bench.run(100);
  EXPECT_EQ(bench.answer("zero").result, Result::accepted) << bench.replies.back().reason;
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
    EXPECT_EQ(reply.reason, "the control loop does not answer");
  }
  EXPECT_FALSE(bench.desk->waiting());
}

}  // namespace
}  // namespace hexad::runtime
