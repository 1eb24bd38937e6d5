// Effects on top of programs: felt while one runs, gone to the last bit when it ends, never in the way of a
// limit or a stop.

#include <cmath>

#include "core/bench.hpp"
#include "core/test_programs.hpp"
#include "cueing/effect_kinds.hpp"
#include "drill/observer.hpp"
#include "kinematics/reachable.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

EffectSettings vibration(double millimetres = 0.3, double hertz = 5.0) {
  EffectSettings settings = cueing::usual_effect(EffectKind::vibration);
  settings.amplitude = millimetres * kMillimetre;
  settings.frequency = hertz;
  return settings;
}

/// With the observer of the drill looking on at every tick.
struct Watched : Bench {
  drill::Observer observer;
  Duration length = std::chrono::milliseconds{1};

  explicit Watched(const std::string& platform = "standard-400")
      : Bench{Initial::neutral, platform}, observer{machine, std::chrono::milliseconds{1}, {}} {
    tick();
  }
  void step() {
    const std::vector<Request> requests = queued;
    const Feedback seen = feedback;
    tick();
    observer.observe({now - length, requests, &seen, out, &plant->true_extension(), true, 0, false});
  }
  void pass(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 1000 + 0.5); ++i) step();
  }
  bool pass_until(const std::function<bool()>& done, double most) {
    for (int i = 0; i < static_cast<int>(most * 1000); ++i) {
      step();
      if (done()) return true;
    }
    return false;
  }
  Tag set(std::size_t place, const EffectSettings& settings) {
    const Tag tag = ask(kDesk, kOperator, SetEffect{static_cast<std::uint8_t>(place), settings});
    step();
    return tag;
  }
  /// `but`: an invariant that is not of this test.
  std::string broken(int but = 0) const {
    for (const drill::Violation& violation : observer.violations())
      if (violation.invariant != but) return violation.text;
    return "";
  }
  bool limited() const {
    for (const Event& event : events)
      if (std::holds_alternative<LimitChange>(event.news)) return true;
    return false;
  }
};

struct Following : Watched {
  StreamTarget target;
  explicit Following(const std::string& platform = "standard-400") : Watched{platform} {
    target.kind = StreamTarget::Kind::pose;
    ask(kStreamHost, kStreaming, Go{Step::run}, 2);
    each_tick = [this] {
      if (telemetry().tick % 10 == 0) ask({0, kStreamHost, now, &kStreaming, 2, target});
    };
    pass_until([&] { return state() == State::running; }, 1);
  }
};

TEST(Effects, AVibrationIsFeltWithItsAmplitudeAndItsFrequencyAfterASecond) {
  Following host;
  host.set(0, vibration(0.3, 5));
  EXPECT_EQ(host.telemetry().cue.effects[0], EffectKind::vibration);
  EXPECT_EQ(host.telemetry().cue.tuned, 1u);
  host.pass(1.5);
  double highest = 0.0;
  int crossings = 0;
  double before = host.telemetry().commanded.pose.position.z();
  for (int i = 0; i < 2000; ++i) {
    host.step();
    const double z = host.telemetry().commanded.pose.position.z();
    highest = std::max(highest, std::abs(z));
    crossings += (z > 0) != (before > 0) ? 1 : 0;
    before = z;
  }
  EXPECT_NEAR(highest, 0.3e-3, 0.01e-3);
  EXPECT_NEAR(crossings, 20, 1);
  EXPECT_NEAR(host.telemetry().cue.effect_share, 1.0, 0.01);
  EXPECT_FALSE(host.limited());
  EXPECT_EQ(host.broken(), "");
}

TEST(Effects, OnlyTheOperatorMayAndWhatIsTooLargeIsRefusedWithTheNumber) {
  Following host;
  const Tag stranger = host.ask(kStreamHost, kStreaming, SetEffect{0, vibration()}, 2);
  host.step();
  EXPECT_EQ(host.last_answer(stranger)->refusal, Refusal::operators_only);
  const Tag large = host.set(0, vibration(0.5, 12));
  EXPECT_EQ(host.last_answer(large)->refusal, Refusal::out_of_reach);
  EXPECT_EQ(host.last_answer(large)->hit.limit, Limit::axis_jerk);
  EXPECT_NEAR(host.last_answer(large)->hit.bound, 50.0 / 3, 1e-9);
  const double most = 0.5 * host.last_answer(large)->hit.bound / host.last_answer(large)->hit.value;
  EXPECT_EQ(host.last_answer(host.set(0, vibration(most * 0.999, 12)))->outcome, Outcome::done);
  EXPECT_EQ(host.last_answer(host.set(0, vibration(0.3, std::nan(""))))->refusal, Refusal::bad_program);
  EXPECT_EQ(host.last_answer(host.set(7, vibration()))->refusal, Refusal::bad_program);
  EXPECT_EQ(host.telemetry().cue.effects[0], EffectKind::vibration) << "as it was";
}

TEST(Effects, AnAxisThePlatformDoesNotHaveIsRefused) {
  Watched bench{"allcontroller-3dof-rotary"};
  EffectSettings sideways = vibration();
  sideways.axis = Axis::sway;
  EXPECT_EQ(bench.last_answer(bench.set(0, sideways))->refusal, Refusal::no_such_axis);
  EXPECT_EQ(bench.last_answer(bench.set(0, cueing::usual_effect(EffectKind::turbulence)))->outcome,
            Outcome::done)
      << "heave and roll are left of it";
}

TEST(Effects, NothingMovesWhereNoProgramRuns) {
  Watched bench;
  bench.set(0, vibration());
  bench.pass(2);
  EXPECT_EQ(bench.telemetry().commanded.pose.position.norm(), 0.0);
  EXPECT_EQ(bench.telemetry().cue.effect_share, 0.0);
  EXPECT_EQ(bench.telemetry().cue.effects[0], EffectKind::vibration);
}

TEST(Effects, AfterAMoveThePlatformStandsExactlyWhereItWasSent) {
  Watched bench;
  bench.set(0, vibration(0.3, 5));
  bench.set(1, cueing::usual_effect(EffectKind::sea));
  MoveTo move;
  move.target = {0.02, -0.03, 0.05, 3 * kDegree, 0, 0};
  move.speed.fill(0.02);
  const Tag tag = bench.ask(kTextHost, kOneAtATime, move);
  double felt = 0.0;
  ASSERT_TRUE(bench.pass_until(
      [&] {
        felt = std::max(felt, bench.telemetry().cue.effect_share);
        return bench.last_answer(tag) && bench.last_answer(tag)->outcome == Outcome::done;
      },
      20));
  const Pose sent = kXyzConvention.to_pose(move.target, 0.0);
  EXPECT_LT((bench.telemetry().commanded.pose.position - sent.position).norm(), 1e-12);
  EXPECT_LT(angle_between(bench.telemetry().commanded.pose.rotation, sent.rotation), 1e-7);
  EXPECT_GT(felt, 0.3);
  EXPECT_EQ(bench.broken(), "");
}

TEST(Effects, OneTakesThePlaceOfAnotherWithoutAJump) {
  Following host;
  for (int i = 0; i < 12; ++i) {
    const auto& kinds = cueing::effect_kinds();
    host.set(
        0, i % 4 == 3 ? EffectSettings{} : cueing::usual_effect(kinds[static_cast<std::size_t>(i) % 7].kind));
    host.pass(i % 3 == 0 ? 0.3 : 1.7);
  }
  EXPECT_EQ(host.broken(), "");
  EXPECT_FALSE(host.limited());
}

TEST(Effects, AStopTakesNoLongerAndStandsStill) {
  for (const bool hold : {false, true}) {
    Following host;
    host.set(0, vibration(0.3, 5));
    host.set(1, cueing::usual_effect(EffectKind::sea));
    host.pass(2.5);
    ASSERT_GT(host.telemetry().cue.effect_share, 0.5);
    const TimePoint asked = host.now;
    host.ask(kDesk, kOperator, hold ? Control::hold : Control::stop);
    host.step();
    EXPECT_EQ(host.state(), State::stopping);
    ASSERT_TRUE(host.pass_until([&] { return host.state() != State::stopping; }, 1.0));
    EXPECT_LT(to_seconds(host.now - asked), 0.45);
    const Vec3 stood = host.telemetry().commanded.pose.position;
    host.pass(1);
    EXPECT_EQ(host.telemetry().commanded.pose.position, stood);
    EXPECT_EQ(host.broken(), "");
  }
}

TEST(Effects, AStreamThatFallsSilentAndIsKeptEndsInReady) {
  Watched bench;
  Contract keeps;
  keeps.on_silence = OnSilence::keep;
  keeps.lease = LeaseRule::after_silence;
  keeps.lease_time = std::chrono::seconds{1};
  keeps.on_limit = OnLimit::clamp;
  keeps.bring_up = BringUp::zero_and_raise;
  bench.set(0, vibration());
  bench.ask(kStreamHost, keeps, Go{Step::run}, 2);
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose.position.z() = 0.02;
  bool on = true;
  bench.each_tick = [&] {
    if (on && bench.telemetry().tick % 10 == 0) bench.ask({0, kStreamHost, bench.now, &keeps, 2, target});
  };
  ASSERT_TRUE(bench.pass_until([&] { return bench.state() == State::running; }, 1));
  bench.pass(3);
  ASSERT_GT(bench.telemetry().cue.effect_share, 0.9);
  on = false;
  ASSERT_TRUE(bench.pass_until([&] { return bench.state() == State::ready; }, 3));
  EXPECT_NEAR(bench.telemetry().commanded.pose.position.z(), 0.02, 1e-9);
  constexpr int kDeadStream = 15;  // its hosts are lost by silence, this one's silence is meant
  EXPECT_EQ(bench.broken(kDeadStream), "");
}

struct Played {
  bool done = false;
  double least_share = 1.0;
  double most_share = 0.0;
  std::string broken;
  double height = 0.0;
};

/// `until`: s of the path after which the effects are taken away.
Played play(const Prepared& program, std::span<const EffectSettings> effects, double until = 1e9) {
  Watched bench;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const Tag set = bench.set(i, effects[i]);
    EXPECT_EQ(bench.last_answer(set)->outcome, Outcome::done);
  }
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{program.kind()});
  bench.step();
  bench.ask(
      Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&program, bench.machine.revision}});
  Played played;
  bench.pass_until(
      [&] {
        const double at = bench.telemetry().path_time;
        for (std::size_t i = 0; i < effects.size() && at > until; ++i)
          bench.ask(kDesk, kOperator, SetEffect{static_cast<std::uint8_t>(i), {}});
        if (at > until) until = 1e9;
        const double share = bench.telemetry().cue.effect_share;
        if (at > 2.0 && at < program.duration() - 0.1)
          played.least_share = std::min(played.least_share, share);
        played.most_share = std::max(played.most_share, share);
        const auto answer = bench.last_answer(tag);
        played.done = answer && answer->outcome == Outcome::done;
        return answer && answer->outcome != Outcome::accepted;
      },
      program.duration() + 5);
  played.broken = bench.broken();
  played.height = bench.telemetry().commanded.pose.position.z();
  return played;
}

TEST(Effects, GiveWayToAPathThatNeedsAllThereIsAndIsPlayedToItsEnd) {
  const EffectSettings effects[] = {vibration(0.3, 5), cueing::usual_effect(EffectKind::sea)};
  // 98 % of the way up to the margin, slowly; and 98 % of the fastest heave.
  const Machine& machine = machine_named("standard-400");
  double top = 0.0;
  for (double z = 0.15; z < 0.25; z += 1e-4) {
    Pose pose;
    pose.position.z() = z;
    if (kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin)) break;
    top = z;
  }
  const Hill high{0.98 * top, 12.0};
  const Played up = play(high, effects);
  EXPECT_TRUE(up.done);
  EXPECT_EQ(up.broken, "");
  EXPECT_LT(up.least_share, 0.3) << "there is no room at the top";
  EXPECT_GT(up.most_share, 0.8);
  EXPECT_EQ(up.height, 0.0) << "it ends where the path ends";

  // Taken away while it is still on its way back to the path.
  for (const double until : {4.0, 4.5, 5.0, 5.5, 6.0, 7.0}) {
    const Played bare = play(high, effects, until);
    EXPECT_TRUE(bare.done) << until << ' ' << bare.broken;
  }

  // 64·3·x²y²(y−x) is at most 2.86.
  const double speed = 0.98 * machine.limits.translation.velocity;
  const Hill fast{0.2, 0.2 * 2.862 / speed};
  const Played quick = play(fast, effects);
  EXPECT_TRUE(quick.done) << quick.broken;
  EXPECT_EQ(quick.broken, "");
  EXPECT_EQ(quick.height, 0.0);
}

TEST(Effects, AHeldPathStopsAtOnceAndIsGoneOnWithToItsEnd) {
  const Hill hill{0.05, 8.0};
  Watched bench;
  bench.set(0, vibration(0.3, 5));
  bench.set(1, cueing::usual_effect(EffectKind::sea));
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{hill.kind()});
  bench.step();
  bench.ask(Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&hill, bench.machine.revision}});
  bench.pass(3.0);
  ASSERT_GT(bench.telemetry().cue.effect_share, 0.9);
  const TimePoint asked = bench.now;
  bench.ask(kTextHost, kOneAtATime, Control::hold);
  ASSERT_TRUE(bench.pass_until([&] { return bench.state() == State::holding; }, 2.0));
  EXPECT_LT(to_seconds(bench.now - asked), 0.45) << "no stop waits for an effect";
  const Vec3 stood = bench.telemetry().commanded.pose.position;
  bench.pass(0.5);
  EXPECT_EQ(bench.telemetry().commanded.pose.position, stood);
  bench.ask(kTextHost, kOneAtATime, Control::resume);
  ASSERT_TRUE(bench.pass_until([&] { return bench.last_answer(tag)->outcome == Outcome::done; }, 12.0));
  EXPECT_EQ(bench.telemetry().commanded.pose.position.z(), 0.0);
  EXPECT_EQ(bench.broken(), "");
}

TEST(Effects, APathWithRoomNeedsNothingOfThat) {
  const EffectSettings effects[] = {vibration(0.3, 5)};
  const Played played = play(Hill{0.05, 12.0}, effects);
  EXPECT_TRUE(played.done);
  EXPECT_GT(played.least_share, 0.99);
  EXPECT_EQ(played.broken, "");
}

TEST(Effects, ARunawayIsStillBrokenOff) {
  const Runaway runaway;
  Watched bench;
  bench.set(0, vibration(0.3, 5));
  const Tag tag = bench.ask(kTextHost, kOneAtATime, Reserve{runaway.kind()});
  bench.step();
  bench.ask(
      Request{tag, kTextHost, bench.now, &kOneAtATime, 0, RunPrepared{&runaway, bench.machine.revision}});
  ASSERT_TRUE(bench.pass_until(
      [&] { return bench.last_answer(tag) && bench.last_answer(tag)->outcome == Outcome::limit_reached; },
      8));
  EXPECT_EQ(bench.broken(), "");
}

/// Each kind with its usual numbers on each way of moving and each preset, under the observer.
class EveryEffect : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryEffect, OnEveryKindOfProgramNoLimitIsBroken) {
  const EffectSettings effect = cueing::usual_effect(cueing::effect_kinds()[GetParam()].kind);
  for (const char* platform : {"standard-400", "allcontroller-1200"}) {
    Following host{platform};
    ASSERT_EQ(host.last_answer(host.set(0, effect))->outcome, Outcome::done) << platform;
    double felt = 0.0;
    const auto look = [&] {
      felt = std::max(felt, host.telemetry().cue.effect_share);
      return false;
    };
    for (int i = 0; i < 300; ++i) {
      host.target.pose.position = {0.02 * std::sin(0.02 * i), 0.02 * std::cos(0.02 * i), 0.01};
      host.pass(0.01);
      look();
    }
    host.target.kind = StreamTarget::Kind::cue;
    for (int preset = 0; preset < 6; ++preset) {
      CueTuning tuning;
      tuning.preset = static_cast<CuePreset>(preset);
      host.ask(kDesk, kOperator, TuneCueing{tuning});
      const double way = preset % 2 == 0 ? 1.0 : -1.0;
      host.target.cue.linear = way * Vec3{1.5, 3.0, 1.0};
      host.target.cue.rate = way * Vec3{0.2, 0.2, 0.3};
      host.pass_until(look, 1.5);
    }
    host.target.kind = StreamTarget::Kind::legs;
    host.target.legs.setConstant(0.5 * host.machine.geometry.stroke);
    host.pass_until(look, 2);
    host.each_tick = nullptr;
    Sine sine;
    sine.convention = kXyzConvention;
    sine.amplitude = {0.0, 0.0, 0.02, 0.02, 0, 0};
    sine.frequency = {0, 0, 0.5, 0.3, 0, 0};
    host.ask(kStreamHost, kStreaming, sine, 2);
    host.pass_until(look, 4);
    host.ask(kStreamHost, kStreaming, Control::halt, 2);
    host.pass(1);
    host.ask(kStreamHost, kStreaming, MoveTo{{0.01, 0.02, 0.01, 0, 0, 0}, {}, kXyzConvention}, 2);
    host.pass_until(look, 4);
    EXPECT_EQ(host.broken(), "") << platform;
    EXPECT_GT(felt, 0.5) << platform;
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, EveryEffect, ::testing::Range<std::size_t>(0, 7),
                         [](const auto& one) { return std::string{cueing::effect_kinds()[one.param].name}; });

}  // namespace
}  // namespace hexad::testing
