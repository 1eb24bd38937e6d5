// A game on the real core and simulated drives, in virtual time: who lets it drive, what it makes the
// platform do, and everything that must end that.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/beamng/beamng.hpp"
#include "protocols/dirt/dirt.hpp"
#include "protocols/f1/f1.hpp"
#include "protocols/flightgear/flightgear.hpp"
#include "protocols/forza/forza.hpp"
#include "protocols/outsim/outsim.hpp"
#include "protocols/telemetry/session.hpp"
#include "protocols/xplane/xplane.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::game_tests {
namespace {

using namespace std::chrono_literals;
using protocols::TelemetrySource;
using protocols::VehicleSample;
using protocols::forza::ForzaSource;

constexpr net::Address kPort{0x0A000001, 9750};
constexpr net::Address kGame{0x0A000002, 4000};
constexpr ProtocolId kId = 6;
constexpr Endpoint kForza{kId, kGame.ip, kGame.port};

class Bench {
 public:
  explicit Bench(plant::Initial initial = plant::Initial::neutral,
                 std::unique_ptr<const TelemetrySource> source = std::make_unique<ForzaSource>(),
                 const Endpoint& ask = {})
      : truth_{load()}, network_{1, {}}, platform{load(), core_of(initial), drives(initial), network_} {
    platform.open(
        kId,
        std::make_unique<protocols::telemetry::TelemetrySession>(
            std::move(source), protocols::telemetry::Settings{.silence = 200ms, .reverse = {}, .ask = ask}),
        kPort);
    platform.run(20ms);
  }

  State state() const { return platform.telemetry().state; }
  const Telemetry& telemetry() const { return platform.telemetry(); }
  bool drives() const { return state() == State::running && telemetry().driver == kForza; }
  void ask(const What& what) {
    Request request;
    request.driver = kOperatorEndpoint;
    request.arrival = platform.now();
    request.contract = &kOperatorContract;
    request.what = what;
    ASSERT_TRUE(desk_.request(request));
    platform.run(5ms);
  }
  void give() { ask(Give{kForza}); }

  /// At 60 Hz. The values tremble a little, as a game's do.
  void play(Duration time, const VehicleSample& sample) {
    for (Duration passed{}; passed < time; passed += kFrame) {
      send(sample);
      platform.run(kFrame);
    }
  }
  void send(const VehicleSample& sample) {
    VehicleSample now = sample;
    now.time = clock_ += clock_step;
    if (trembles) now.acceleration.x() += 1e-3 * std::sin(7.0 * clock_);
    attitude_ = (attitude_ * from_rotation_vector(now.rate * clock_step)).normalized();
    now.attitude = attitude_;
    std::array<std::byte, TelemetrySource::kLargest> bytes{};
    const std::size_t size = game->encode(now, bytes);
    game_.send(kPort, std::span{bytes}.first(size));
  }
  /// Given control and driving.
  void drive(const VehicleSample& sample = {}) {
    play(200ms, sample);
    give();
    play(1s, sample);
    ASSERT_TRUE(drives());
  }

  double clock_step = 1.0 / 60.0;
  bool trembles = true;
  const TelemetrySource* game = &forza_;  ///< what is sent

 private:
  static constexpr Duration kFrame = 16ms;

  static std::unique_ptr<const Machine> load() {
    LoadedPlatform loaded = load_platform(Sources{});
    return std::make_unique<const Machine>(std::move(*loaded.machine));
  }
  static controller::Settings core_of(plant::Initial initial) {
    controller::Settings core;
    if (initial == plant::Initial::neutral) core.initial = controller::Initial::neutral;
    if (initial == plant::Initial::origin) core.initial = controller::Initial::origin;
    return core;
  }
  std::unique_ptr<DrivePort> drives(plant::Initial initial) const {
    plant::Settings settings;
    settings.initial = initial;
    return std::make_unique<plant::SimulatedDrives>(*truth_, settings);
  }

  std::unique_ptr<const Machine> truth_;
  SimulatedNetwork network_;
  ForzaSource forza_;
  double clock_ = 0.0;
  Quat attitude_ = Quat::Identity();

 public:
  SimulatedPlatform platform;

 private:
  Inbox& desk_{platform.platform().add_inbox()};
  SimulatedHost game_{platform, kGame};
};

VehicleSample braking(double deceleration = 4.0) {
  VehicleSample sample;
  sample.acceleration.y() = -deceleration;
  return sample;
}

VehicleSample menu() {
  VehicleSample sample;
  sample.active = false;
  return sample;
}

double pitch(const Bench& bench) { return rotation_vector(bench.telemetry().commanded.pose.rotation).x(); }

TEST(TelemetryPlatform, NothingMovesBeforeTheOperatorGivesControl) {
  Bench bench;
  bench.play(3s, braking());
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_TRUE(bench.telemetry().at_neutral);
  EXPECT_TRUE(bench.platform.log().contains("hexad ctl give forza"));
  bench.ask(Give{});
  bench.play(2s, braking());
  EXPECT_EQ(bench.state(), State::ready) << "given to anybody is not given to a game";
  bench.give();
  bench.play(1s, braking());
  EXPECT_TRUE(bench.drives());
}

TEST(TelemetryPlatform, ItNeitherZeroesNorRaises) {
  for (const plant::Initial initial : {plant::Initial::powered_up, plant::Initial::origin}) {
    Bench bench{initial};
    const State before = bench.state();
    bench.play(200ms, braking());
    bench.give();
    bench.play(3s, braking());
    EXPECT_EQ(bench.state(), before);
  }
}

TEST(TelemetryPlatform, GivenAtTheBottomItDrivesOnceRaisedAndGoingDownTakesItBack) {
  Bench bench{plant::Initial::origin};
  bench.play(200ms, {});
  bench.give();
  bench.ask(Go{Step::raise});
  for (int i = 0; i < 600 && !bench.drives(); ++i) bench.play(100ms, {});
  ASSERT_TRUE(bench.drives());
  bench.ask(Control::take);
  for (int i = 0; i < 100 && bench.state() != State::ready; ++i) bench.play(100ms, {});
  bench.give();
  bench.play(1s, {});
  ASSERT_TRUE(bench.drives());
  bench.ask(Control::take);
  bench.ask(Go{Step::descend});
  for (int i = 0; i < 600 && bench.state() != State::origin; ++i) bench.play(100ms, {});
  ASSERT_EQ(bench.state(), State::origin);
  bench.ask(Go{Step::raise});
  for (int i = 0; i < 600 && bench.state() != State::ready; ++i) bench.play(100ms, {});
  bench.ask(Give{});
  bench.play(3s, braking());
  EXPECT_EQ(bench.state(), State::ready) << "what was given before it went down";
}

/// The sign of every axis, from a game's packet to the platform: by what the platform does within a second.
template <class Source>
void every_axis_moves_the_platform(bool sends_heave = true) {
  const Source game;
  const auto moved = [&game](const VehicleSample& sample) {
    Bench bench{plant::Initial::neutral, std::make_unique<Source>()};
    bench.game = &game;
    bench.drive();
    bench.play(400ms, sample);
    const Motion& motion = bench.telemetry().commanded;
    return std::pair<Vec3, Vec3>{motion.pose.position, rotation_vector(motion.pose.rotation)};
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      VehicleSample linear;
      linear.acceleration[axis] = 2.0 * sign;
      const double way = sign * moved(linear).first[axis];
      if (axis == 2 && !sends_heave)
        EXPECT_LT(std::abs(way), 1e-3) << game.name();
      else
        EXPECT_GT(way, 1e-3) << game.name() << " acceleration " << axis;
      VehicleSample turn;
      turn.rate[axis] = 0.2 * sign;
      EXPECT_GT(sign * moved(turn).second[axis], 1e-3) << game.name() << " rate " << axis;
    }
  }
}

TEST(TelemetryPlatform, EveryAxisMovesThePlatformTheRightWay) {
  every_axis_moves_the_platform<ForzaSource>();
  every_axis_moves_the_platform<protocols::outsim::OutsimSource>();
  every_axis_moves_the_platform<protocols::flightgear::FlightgearSource>();
  every_axis_moves_the_platform<protocols::xplane::XplaneSource>();
  every_axis_moves_the_platform<protocols::beamng::BeamngSource>();
  every_axis_moves_the_platform<protocols::f1::F1Source>();
  every_axis_moves_the_platform<protocols::dirt::DirtSource>(false);
}

TEST(TelemetryPlatform, XplaneIsAskedUntilItIsHeardAndAgainWhenItWasRestarted) {
  using namespace protocols::xplane;
  constexpr Endpoint kXplane{kId, 0x0A000003, 49000};
  Bench bench{plant::Initial::neutral, std::make_unique<XplaneSource>(), kXplane};
  SimulatedHost xplane{bench.platform, {kXplane.address, kXplane.port}};
  const auto asked = [&](Duration time) {
    bench.platform.run(time);
    return xplane.receive().size();
  };
  EXPECT_EQ(asked(2500ms), 2U * kDatarefs) << "once a second while it is silent";
  const auto flies = [&](Duration time) {
    std::array<std::byte, kSize> bytes{};
    for (Duration passed{}; passed < time; passed += 16ms) {
      ASSERT_EQ(XplaneSource{}.encode(braking(2.0 + 0.001 * to_seconds(passed)), bytes), kSize);
      xplane.send(kPort, bytes);
      bench.platform.run(16ms);
    }
  };
  flies(1s);
  (void)asked(0ms);
  flies(3s);
  EXPECT_EQ(asked(0ms), 0u) << "while it is heard";
  bench.ask(Give{kXplane});
  flies(3s);
  EXPECT_EQ(bench.state(), State::running);
  EXPECT_LT(pitch(bench), -0.5 * kDegree) << "braking";
  EXPECT_EQ(asked(2500ms), 2U * kDatarefs) << "silent: it may have been restarted";
}

TEST(TelemetryPlatform, BrakingThrowsThePlatformBackFirstAndThenTiltsTheNoseDown) {
  Bench bench;
  bench.drive();
  bench.play(300ms, braking());
  EXPECT_LT(bench.telemetry().commanded.pose.position.y(), -1e-3);
  bench.play(5s, braking());
  EXPECT_LT(pitch(bench), -5 * kDegree) << "gravity pulls forward in the seat";
}

TEST(TelemetryPlatform, AMenuFadesHoldsAtNeutralAndGoesOnByItself) {
  Bench bench;
  bench.drive();
  bench.play(3s, braking());
  ASSERT_LT(pitch(bench), -3 * kDegree);
  bench.play(600ms, menu());
  EXPECT_LT(bench.telemetry().cue.vehicle.acceleration.norm(), 1e-6) << "faded out";
  bench.play(12s, menu());
  EXPECT_EQ(bench.state(), State::holding);
  EXPECT_LT(std::abs(pitch(bench)), 0.5 * kDegree);
  EXPECT_TRUE(bench.platform.log().contains("menu"));
  bench.play(30s, menu());
  EXPECT_EQ(bench.state(), State::holding) << "however long it takes";
  bench.play(2s, braking());
  EXPECT_TRUE(bench.drives());
  EXPECT_LT(pitch(bench), -1 * kDegree);
}

TEST(TelemetryPlatform, AMenuOfAMomentIsNoHold) {
  Bench bench;
  bench.drive();
  bench.play(200ms, menu());
  bench.play(2s, braking());
  EXPECT_TRUE(bench.drives());
  EXPECT_LT(bench.telemetry().cue.vehicle.acceleration.y(), -3.9);
}

TEST(TelemetryPlatform, SilenceHoldsAndOnlyTheOperatorLetsItGoOn) {
  for (const bool by_give : {true, false}) {
    Bench bench;
    bench.drive();
    bench.play(2s, braking());
    bench.platform.run(300ms);
    EXPECT_TRUE(bench.platform.log().contains("silent")) << "noticed after 200 ms";
    bench.platform.run(500ms);
    bench.play(3s, braking());
    EXPECT_EQ(bench.state(), State::holding);
    if (by_give)
      bench.give();
    else
      bench.ask(Control::resume);
    bench.play(1s, braking());
    EXPECT_TRUE(bench.drives()) << by_give;
  }
}

TEST(TelemetryPlatform, WhatCannotBeTrueHoldsUntilTheOperatorResumes) {
  struct Row {
    const char* told;
    void (*play)(Bench&, Duration);
  };
  const Row rows[]{{"5 g", [](Bench& bench, Duration time) { bench.play(time, braking(60.0)); }},
                   {"finite",
                    [](Bench& bench, Duration time) {
                      VehicleSample sample = braking();
                      sample.rate.z() = std::numeric_limits<double>::quiet_NaN();
                      bench.play(time, sample);
                    }},
                   {"573",
                    [](Bench& bench, Duration time) {
                      VehicleSample sample;
                      sample.rate.z() = 11.0;
                      bench.play(time, sample);
                    }},
                   {"clock",
                    [](Bench& bench, Duration time) {
                      bench.clock_step = 0.0;
                      bench.play(time, braking());
                      bench.clock_step = 1.0 / 60.0;
                    }},
                   {"not changed", [](Bench& bench, Duration time) {
                      bench.trembles = false;
                      bench.play(time, braking());
                      bench.trembles = true;
                    }}};
  for (const Row& row : rows) {
    Bench bench;
    bench.drive();
    bench.play(1s, braking());
    row.play(bench, 1700ms);
    EXPECT_TRUE(bench.platform.log().contains(row.told)) << row.told;
    EXPECT_LT(bench.telemetry().cue.vehicle.acceleration.norm(), 1e-6) << row.told << " is faded out";
    bench.play(15s, braking());
    EXPECT_EQ(bench.state(), State::holding) << row.told << ": good data again do not end it";
    EXPECT_LT(std::abs(pitch(bench)), 0.5 * kDegree) << row.told;
    bench.give();
    bench.play(1s, braking());
    EXPECT_EQ(bench.state(), State::holding) << "a hold is resumed, not given away";
    bench.ask(Control::resume);
    bench.play(1s, braking());
    EXPECT_TRUE(bench.drives()) << row.told;
  }
}

TEST(TelemetryPlatform, AVehicleThatStandsMayRepeatItself) {
  Bench bench;
  bench.trembles = false;
  bench.drive();
  bench.play(10s, {});
  EXPECT_TRUE(bench.drives());
}

TEST(TelemetryPlatform, NeitherAHoldNorAStopOfTheOperatorIsUndoneByTheGame) {
  Bench bench;
  bench.drive();
  bench.ask(Control::hold);
  bench.play(2s, braking());
  bench.play(2s, menu());
  bench.play(2s, braking());
  EXPECT_EQ(bench.state(), State::holding);
  EXPECT_EQ(bench.telemetry().hold, HoldBy::by_operator);
  bench.ask(Control::resume);
  bench.play(1s, braking());
  EXPECT_TRUE(bench.drives());
  bench.ask(Control::stop);
  bench.play(2s, braking());
  bench.play(2s, menu());
  bench.platform.run(3s);
  bench.play(2s, braking());
  EXPECT_EQ(bench.state(), State::ready);
  EXPECT_TRUE(bench.telemetry().barred);
  bench.ask(Give{});
  bench.play(2s, braking());
  EXPECT_EQ(bench.state(), State::ready);
  bench.give();
  bench.play(1s, braking());
  EXPECT_TRUE(bench.drives());
}

TEST(TelemetryPlatform, AGameThatFallsSilentInItsMenuDoesNotGoOnByItself) {
  Bench bench;
  bench.drive();
  bench.play(15s, menu());
  ASSERT_EQ(bench.state(), State::holding);
  bench.platform.run(2s);
  bench.play(3s, braking());
  EXPECT_EQ(bench.state(), State::holding) << "another game may have taken its place";
}

TEST(TelemetryPlatform, ItIsGivenToWhoSendsNotToWhoSentOnce) {
  Bench bench;
  bench.play(200ms, {});
  bench.platform.run(5s);
  bench.give();
  bench.platform.run(5s);
  bench.play(3s, braking());
  EXPECT_EQ(bench.state(), State::ready);
}

TEST(TelemetryPlatform, AnEmergencyEndsWhatWasGiven) {
  Bench bench;
  bench.drive();
  bench.ask(Control::press_button);
  bench.play(1s, braking());
  EXPECT_EQ(bench.state(), State::emergency);
  bench.ask(Control::free_button);
  bench.ask(Control::reset);
  bench.play(2s, braking());
  EXPECT_EQ(bench.state(), State::powered_up);
}

}  // namespace
}  // namespace hexad::game_tests
