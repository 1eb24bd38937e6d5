// Each mistake of who built the legs is planted, and the check that is to find it does; and what the button
// means: nothing moves without it, let go it stops, nothing but the one leg moves.

#include "commission/findings.hpp"
#include "core/bench.hpp"
#include "hexad/held_key.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "plant/mistakes.hpp"

namespace hexad::testing {
namespace {

using commission::LegResult;
using commission::Plan;
using commission::Procedure;
using commission::Seen;
using messages::Id;
using Stage = Procedure::Stage;

class Commissioned : public Bench {
 public:
  explicit Commissioned(std::vector<std::string> mistakes = {}, std::vector<std::size_t> legs = {0},
                        const Machine& given = machine_named("standard-400"))
      : Bench{given, drives_with(given, mistakes), {}} {
    plan.legs = std::move(legs);
    run_until(State::powered_up, 1.0);
    run(0.1);
    procedure.emplace(machine, plan, 1e-3);
    each_tick = [this] { look(); };
  }

  static plant::Settings drives_with(const Machine& machine, const std::vector<std::string>& mistakes) {
    plant::Settings settings = plant::settings_for(machine);
    settings.enable_delay = 0.010;
    settings.brake_delay = 0.005;
    for (const std::string& text : mistakes)
      EXPECT_TRUE(plant::parse_mistake(text, settings.mistakes)) << text;
    return settings;
  }

  /// What the daemon does: a look at every snapshot, orders, and beats of the button every 50 ms.
  void look() {
    Telemetry seen = telemetry();
    if (busy) busy(seen);
    procedure->look(seen, held);
    if (telemetry().tick % 100 == 0) {
      if (procedure->order() == Procedure::Order::take) ask(kDesk, kOperator, Control::take);
      if (procedure->order() == Procedure::Order::enable) ask(kDesk, kOperator, Control::enable);
      if (procedure->order() == Procedure::Order::disable) ask(kDesk, kOperator, Control::disable);
      if (procedure->order() == Procedure::Order::reset) ask(kDesk, kOperator, Control::reset);
    }
    if (!held || telemetry().tick % 50 != 0 || !procedure->jog()) return;
    Jog jog = *procedure->jog();
    jog.hold_time = std::chrono::milliseconds{150};
    ask(kDesk, kOperator, jog);
  }
  bool hold_until(Stage stage, double seconds) {
    held = false;
    run(0.3);
    held = true;
    const bool came = run_until(
        [&] { return procedure->stage() == stage || procedure->stage() == Stage::faulted; }, seconds);
    held = false;
    return came && procedure->stage() == stage;
  }
  /// A whole leg; whoever looks sees what is really there.
  void go(const Seen& seen = {1, true, 0.0}) {
    const std::size_t legs = procedure->records().size();
    if (!hold_until(Stage::asking, 10.0)) return;
    ASSERT_TRUE(procedure->answer(seen));
    if (!hold_until(Stage::brake, 15.0)) return;
    if (!run_until([&] { return procedure->stage() != Stage::brake; }, 5.0)) return;
    if (procedure->stage() == Stage::faulted) return;
    held = false;
    run(0.3);
    held = true;
    run_until([&] { return procedure->stage() == Stage::done || procedure->records().size() > legs; }, 10.0);
    held = false;
  }
  LegResult result(std::size_t of = 0) const {
    return commission::judge(machine, plan, procedure->records().at(of));
  }
  bool found(Id id) const {
    for (std::size_t i = 0; i < procedure->records().size(); ++i)
      for (const commission::Finding& one : result(i).findings)
        if (one.what.id == id) return true;
    return false;
  }
  std::string told() const {
    std::string text;
    for (const commission::Finding& one : result().findings) text += messages::english(one.what) + "\n";
    return text + to_string(procedure->stage()) + std::string{to_string(telemetry().state)};
  }

  Plan plan;
  std::optional<Procedure> procedure;
  bool held = false;
  std::function<void(Telemetry&)> busy;  ///< what a busy computer makes of a snapshot
};

TEST(Commission, AGoodLegHasNothingWrongAndItsNumbersAreTheMachines) {
  Commissioned bench;
  bench.go();
  ASSERT_EQ(bench.procedure->stage(), Stage::done) << bench.told();
  const LegResult result = bench.result();
  EXPECT_FALSE(result.wrong()) << bench.told();
  EXPECT_TRUE(result.complete);
  EXPECT_NEAR(result.figures.scale, 1.0, 0.005);
  EXPECT_NEAR(result.figures.friction, bench.machine.drive.friction, 0.15 * bench.machine.drive.friction);
  EXPECT_LT(result.figures.backlash, 0.02 * kMillimetre);
  EXPECT_LT(result.figures.delay, 1.5e-3);
  EXPECT_LT(result.figures.slip, 0.01 * kMillimetre);
  EXPECT_GT(result.figures.load, 0.1);
}

struct Mistaken {
  std::string mistake;
  Seen seen;
  Id found;
};
class EachMistake : public ::testing::TestWithParam<Mistaken> {};

TEST_P(EachMistake, IsFoundAndAGoodLegBesideItIsNot) {
  Commissioned wrong{{GetParam().mistake}};
  wrong.go(GetParam().seen);
  EXPECT_TRUE(wrong.found(GetParam().found)) << wrong.told();
  EXPECT_TRUE(wrong.result().wrong());
  Commissioned right;
  right.go();
  EXPECT_FALSE(right.found(GetParam().found));
}

INSTANTIATE_TEST_SUITE_P(
    Commission, EachMistake,
    ::testing::Values(Mistaken{"cross:1:2", {1, true, 0.0}, Id::commission_found_other_leg},
                      Mistaken{"swap:1:4", {4, true, 0.0}, Id::commission_found_other_seen},
                      Mistaken{"encoder:1:-1", {1, true, 0.0}, Id::commission_found_encoder_sign},
                      Mistaken{"encoder:1:1.05", {1, true, 0.0}, Id::commission_found_scale},
                      Mistaken{"scale:1:1.3", {1, true, 6.5 * kMillimetre}, Id::commission_found_distance},
                      Mistaken{"friction:1:300", {1, true, 0.0}, Id::commission_found_friction},
                      Mistaken{"backlash:1:0.3", {1, true, 0.0}, Id::commission_found_backlash},
                      Mistaken{"weak_brake:1", {1, true, 0.0}, Id::commission_found_brake},
                      Mistaken{"upper_switch:1", {1, true, 0.0}, Id::commission_found_upper},
                      Mistaken{"lower_switch:1", {1, true, 0.0}, Id::commission_found_lower}),
    [](const auto& planted) {
      std::string name = planted.param.mistake;
      std::replace_if(
          name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

/// Off the end stop, so that it can go the wrong way at all.
TEST(Commission, ALegThatGoesTheOtherWayIsFoundByWhoLooksAndByItsLoad) {
  Commissioned bench{{"reverse:1"}};
  bench.held = false;
  // In the middle of its stroke.
  plant::Settings drives = Commissioned::drives_with(bench.machine, {"reverse:1"});
  drives.extension = Extensions::Constant(0.05);
  bench.plant.emplace(bench.machine, drives);
  bench.core.emplace(bench.machine, controller::Settings{});
  bench.feedback = bench.plant->feedback();
  bench.each_tick = nullptr;
  bench.run_until(State::powered_up, 1.0);
  bench.run(0.1);
  bench.procedure.emplace(bench.machine, bench.plan, 1e-3);
  bench.each_tick = [&bench] { bench.look(); };
  bench.go({1, false, 0.0});
  EXPECT_TRUE(bench.found(Id::commission_found_sign)) << bench.told();
  EXPECT_LT(bench.result().figures.load, -0.1);
  EXPECT_EQ(bench.result().correction, -1.0);
}

TEST(Commission, BacklashAndFrictionAreTheNumbersThatWerePlanted) {
  Commissioned bench{{"backlash:1:0.3", "friction:1:300"}};
  bench.go();
  const LegResult result = bench.result();
  EXPECT_NEAR(result.figures.backlash, 0.3 * kMillimetre, 0.03 * kMillimetre) << bench.told();
  EXPECT_NEAR(result.figures.friction, 300.0 + bench.machine.drive.friction, 40.0);
}

/// Drives that go tick by tick with the program: on a busy computer a tick comes late and the next one soon
/// after, the later the faster the leg. The path knows nothing of it, the clock's times do.
TEST(Commission, ABusyComputerIsNoLostMotionAndLostMotionIsFoundOnOne) {
  for (const double planted : {0.0, 0.3}) {
    Commissioned bench{planted > 0.0 ? std::vector<std::string>{"backlash:1:0.3"}
                                     : std::vector<std::string>{}};
    std::uint64_t slipped = 0;
    bench.busy = [&](Telemetry& seen) {
      const auto late = static_cast<int>(1e3 * std::abs(seen.setpoint.velocity[0]));  // 5 to 10 ms
      if (seen.tick % 80 >= 20) slipped += static_cast<std::uint64_t>(late);
      seen.slipped_ticks = slipped;
      seen.time += std::chrono::milliseconds{slipped};
      seen.feedback.time = seen.time - std::chrono::milliseconds{seen.tick % 80 >= 20 ? 1 + late : 1};
    };
    bench.go();
    ASSERT_EQ(bench.procedure->stage(), Stage::done) << bench.told();
    const LegResult result = bench.result();
    EXPECT_NEAR(result.figures.backlash, planted * kMillimetre, 0.02 * kMillimetre) << bench.told();
    EXPECT_EQ(bench.found(Id::commission_found_backlash), planted > 0.0);
    EXPECT_EQ(result.wrong(), planted > 0.0) << bench.told();
    EXPECT_NEAR(result.figures.scale, 1.0, 0.002);
    EXPECT_FALSE(result.figures.delay > 3e-3) << result.figures.delay;
    EXPECT_FALSE(bench.found(Id::commission_found_following)) << bench.told();
  }
}

TEST(Commission, ADriveThatGoesTooFarByRulerIsToldLess) {
  Commissioned bench{{"scale:1:1.3"}};
  bench.go({1, true, 6.5 * kMillimetre});
  EXPECT_NEAR(bench.result().correction, 1.0 / 1.3, 1e-9) << bench.told();
}

TEST(Commission, NothingMovesWithoutTheButtonAndLetGoItStopsWithin150MsAndItsBraking) {
  Commissioned bench;
  bench.run(2.0);
  const Extensions before = bench.telemetry().setpoint.extension;
  bench.run(2.0);
  EXPECT_EQ(bench.telemetry().setpoint.extension, before);
  bench.held = true;
  ASSERT_TRUE(
      bench.run_until([&] { return bench.telemetry().setpoint.velocity[0] > 0.99 * bench.plan.speed; }, 3.0));
  bench.held = false;
  bench.run(0.15 + 0.05 + 0.02);
  EXPECT_EQ(bench.telemetry().setpoint.velocity.cwiseAbs().maxCoeff(), 0.0);
  const Extensions stopped = bench.telemetry().setpoint.extension;
  bench.run(1.0);
  EXPECT_EQ(bench.telemetry().setpoint.extension, stopped);
}

TEST(Commission, OnlyTheOneLegMovesItGoesNoFurtherAndNoFasterThanPlannedWithLimitedTorque) {
  Commissioned bench{{}, {2}};
  Extensions low = Extensions::Constant(1e9);
  Extensions high = Extensions::Constant(-1e9);
  double fastest = 0.0;
  double most_limit = 0.0;
  bench.each_tick = [&] {
    bench.look();
    const Setpoint& setpoint = bench.telemetry().setpoint;
    low = Extensions{low.values().cwiseMin(setpoint.extension.values())};
    high = Extensions{high.values().cwiseMax(setpoint.extension.values())};
    fastest = std::max(fastest, setpoint.velocity.cwiseAbs().maxCoeff());
    if (std::abs(setpoint.velocity[2]) > 0.0) {
      EXPECT_GT(setpoint.torque_limit[2], 0.0);
      most_limit = std::max(most_limit, setpoint.torque_limit[2]);
    }
    EXPECT_EQ(setpoint.torque_limit[0], 0.0);
  };
  bench.go({3, true, 0.0});
  ASSERT_EQ(bench.procedure->stage(), Stage::done) << bench.told();
  for (int leg = 0; leg < 6; ++leg) {
    const double way = high[leg] - low[leg];
    if (leg == 2)
      EXPECT_NEAR(way, bench.plan.distance, 0.1 * kMillimetre);
    else
      EXPECT_LT(way, 0.02 * kMillimetre);
  }
  EXPECT_LE(fastest, 2.0 * bench.plan.speed * 1.0001);
  EXPECT_DOUBLE_EQ(most_limit, bench.machine.drive.motor_torque);
}

TEST(Commission, APartThatWasBrokenOffBeginsAnewFromWhereTheLegStood) {
  Commissioned bench;
  bench.held = true;
  ASSERT_TRUE(
      bench.run_until([&] { return bench.telemetry().setpoint.velocity[0] > 0.99 * bench.plan.speed; }, 3.0));
  bench.run(0.4);
  bench.held = false;
  bench.run(1.0);
  EXPECT_EQ(bench.procedure->stage(), Stage::first);
  EXPECT_TRUE(bench.procedure->records().back().samples.empty());
  bench.go();
  ASSERT_EQ(bench.procedure->stage(), Stage::done) << bench.told();
  EXPECT_FALSE(bench.result().wrong()) << bench.told();
}

TEST(Commission, TheSameHoldDoesNotBeginTheNextPart) {
  Commissioned bench;
  bench.held = true;
  ASSERT_TRUE(bench.run_until([&] { return bench.procedure->stage() == Stage::asking; }, 10.0));
  ASSERT_TRUE(bench.procedure->answer({1, true, 0.0}));
  bench.run(1.0);
  EXPECT_TRUE(bench.procedure->must_let_go());
  EXPECT_FALSE(bench.procedure->jog().has_value());
}

/// Two presses with less than a beat's time-out between them are two.
TEST(Commission, AnotherPressBeginsTheNextPartHoweverQuicklyItCame) {
  Commissioned bench;
  bench.held = true;
  ASSERT_TRUE(bench.run_until([&] { return bench.procedure->stage() == Stage::asking; }, 10.0));
  ASSERT_TRUE(bench.procedure->answer({1, true, 0.0}));
  bench.run(0.1);
  ASSERT_TRUE(bench.procedure->must_let_go());
  bench.procedure->pressed_anew();
  EXPECT_TRUE(bench.run_until([&] { return bench.procedure->jog().has_value(); }, 2.0));
}

TEST(Commission, AHostIsKeptOutMeanwhile) {
  Commissioned bench;
  bench.run(0.5);
  const Tag tag = bench.ask(kTextHost, kBringUpAll, Go{Step::zero});
  bench.run(0.1);
  ASSERT_TRUE(bench.last_answer(tag));
  EXPECT_EQ(bench.last_answer(tag)->outcome, Outcome::refused);
  EXPECT_EQ(bench.last_answer(tag)->refusal, Refusal::other_driver);
}

TEST(Commission, AFaultEndsTheLegAndGoOnResetsItAndTakesTheNext) {
  Commissioned bench{{}, {0, 4}};
  bench.plant->inject(plant::Injection::stuck, 0, 0);
  bench.go();
  ASSERT_EQ(bench.procedure->stage(), Stage::faulted);
  EXPECT_TRUE(bench.found(Id::commission_found_still)) << bench.told();
  bench.plant->clear(plant::Injection::stuck);
  bench.run(0.5);
  EXPECT_EQ(bench.state(), State::fault);
  bench.procedure->go_on();
  ASSERT_TRUE(bench.run_until([&] { return bench.procedure->stage() == Stage::first; }, 3.0));
  EXPECT_EQ(bench.procedure->leg(), 4u);
  bench.go({5, true, 0.0});
  EXPECT_EQ(bench.procedure->stage(), Stage::done) << to_string(bench.procedure->stage());
  EXPECT_FALSE(bench.result(1).wrong());
}

TEST(Commission, TheTorqueLimitStaysUntilAnotherMotionIsAccepted) {
  Commissioned bench;
  bench.hold_until(Stage::asking, 10.0);
  bench.run(1.0);
  EXPECT_GT(bench.telemetry().setpoint.torque_limit[0], 0.0);
  bench.each_tick = nullptr;
  bench.ask(kDesk, kOperator, Go{Step::zero});
  bench.run(0.1);
  EXPECT_EQ(bench.telemetry().setpoint.torque_limit[0], 0.0);
}

TEST(Commission, ALegWithTooLittleTorqueIsNotForced) {
  Commissioned bench;
  bench.plan.torque = 0.2;
  bench.procedure.emplace(bench.machine, bench.plan, 1e-3);
  bench.go();
  EXPECT_EQ(bench.procedure->stage(), Stage::faulted);
  EXPECT_TRUE(bench.found(Id::commission_found_still)) << bench.told();
}

TEST(Commission, SwitchesThatWorkAreSeenAndMakeTheHoming) {
  Machine machine = machine_named("standard-400");
  machine.drive.homing = Homing::by_switch;
  Commissioned bench{{}, {0}, machine};
  bench.go();
  ASSERT_EQ(bench.procedure->stage(), Stage::done) << bench.told();
  EXPECT_NEAR(bench.result().figures.switched, 1.0 * kMillimetre, 0.3 * kMillimetre);
  const std::string text =
      commission::suggestion(bench.machine, {}, {bench.result()}, bench.procedure->records());
  EXPECT_NE(text.find("homing = \"switch\""), std::string::npos) << text;
}

TEST(Commission, WhatIsSuggestedIsWhatWasFound) {
  const Machine& machine = machine_named("standard-400");
  const std::vector<commission::LegRecord> records{{.leg = 0}, {.leg = 3}, {.leg = 1}};
  LegResult swapped{.leg = 0, .other = 3, .complete = true};
  LegResult back{.leg = 3, .other = 0, .complete = true};
  LegResult reversed{.leg = 1, .other = 1, .correction = -1.0 / 1.05, .complete = true};
  reversed.figures = {.following = 0.31 * kMillimetre, .friction = 90.0};
  const std::string text = commission::suggestion(machine, {}, {swapped, back, reversed}, records);
  EXPECT_NE(text.find("order = [4, 2, 3, 1, 5, 6]"), std::string::npos) << text;
  EXPECT_NE(text.find("scale = [1, -0.95238, 1, 1, 1, 1]"), std::string::npos) << text;
  EXPECT_NE(text.find("following = 0.7"), std::string::npos) << text;
  // On top of what is set already.
  EXPECT_NE(commission::suggestion(machine, {{4, 2, 3, 1, 5, 6}, {2.0}}, {reversed}, {{.leg = 1}})
                .find("scale = [2, -1.9048, 2, 2, 2, 2]"),
            std::string::npos);
}

TEST(Mistakes, AreReadOrNot) {
  plant::Mistakes mistakes;
  for (const char* text : {"", "reverse", "reverse:0", "reverse:7", "reverse:1:2", "scale:1", "scale:1:0",
                           "scale:1:x", "swap:1:7", "swap:1:1.5", "backlash:1:-1", "nothing:1"})
    EXPECT_FALSE(plant::parse_mistake(text, mistakes)) << text;
  EXPECT_FALSE(mistakes.any());
  EXPECT_TRUE(plant::parse_mistake("backlash:6:0.25", mistakes));
  EXPECT_DOUBLE_EQ(mistakes.backlash[5], 0.25e-3);
}

/// A keyboard that repeats 500 ms after the first letter, then 30 times a second.
TEST(HeldKey, BeginsWithTheRepetitionAndEndsWithIt) {
  using namespace std::chrono_literals;
  cli::HeldKey key;
  cli::HeldKey::Clock::time_point now{100s};
  EXPECT_FALSE(key.read(now)) << "one touch is no hold";
  EXPECT_FALSE(key.held(now));
  now += 500ms;
  const auto press = key.read(now);
  ASSERT_TRUE(press);
  for (int i = 0; i < 30; ++i) {
    now += 33ms;
    EXPECT_EQ(key.read(now), press);
  }
  EXPECT_TRUE(key.held(now));
  now += 151ms;
  EXPECT_FALSE(key.held(now));
  EXPECT_FALSE(key.read(now)) << "what comes after a gap is the first letter of another press";
  now += 500ms;
  EXPECT_NE(key.read(now), press);
  EXPECT_TRUE(key.held(now));
}

TEST(HeldKey, TouchesASecondApartAreNoHold) {
  using namespace std::chrono_literals;
  cli::HeldKey key;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(key.read(cli::HeldKey::Clock::time_point{100s + i * 1s}));
}

}  // namespace
}  // namespace hexad::testing
