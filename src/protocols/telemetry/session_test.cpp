// What a game's packets become: a cueing stream, turned and signed as configured. Its life on a platform is
// tried in engine/sessions/telemetry_platform_test.cpp.

#include "protocols/telemetry/session.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"
#include "model/pose.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols::telemetry {
namespace {

using namespace std::chrono_literals;

constexpr Endpoint kGame{6, 0x7F000001, 5000};
constexpr Endpoint kOtherGame{6, 0x7F000001, 5001};
constexpr Endpoint kHost{2, 0x7F000001, 10010};

/// Hands out what the test wants, whatever the bytes.
class Scripted final : public TelemetrySource {
 public:
  explicit Scripted(const VehicleSample& sample) : sample_{sample} {}
  std::string_view name() const noexcept override { return "scripted"; }
  std::string_view mapping() const noexcept override { return "as told"; }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte>) const noexcept override {
    return sample_;
  }
  std::size_t encode(const VehicleSample&, std::span<std::byte>) const noexcept override { return 0; }

 private:
  const VehicleSample& sample_;
};

struct Bench {
  explicit Bench(const Settings& settings = {}) : session{std::make_unique<Scripted>(sample), settings} {
    port.now.state = State::ready;
    port.now.zeroed = port.now.enabled = true;
  }
  void frame(Duration later = 16ms, const Endpoint& from = kGame) {
    now += later;
    port.now.time = now;
    if (sample.time) *sample.time += to_seconds(later);
    session.receive({from, now, {}}, port);
  }
  void driving() {
    port.now.state = State::running;
    port.now.driver = kGame;
    for (int i = 0; i < 60; ++i) frame();  // faded in
    port.clear();
  }
  const StreamTarget& target() { return std::get<StreamTarget>(port.streams.back().what); }

  VehicleSample sample;
  ScriptedPort port;
  TelemetrySession session;
  TimePoint now{};
};

TEST(TelemetrySession, AsksToRunOnlyOnARaisedPlatformThatNobodyDrives) {
  for (const State state :
       {State::init, State::powered_up, State::zeroing, State::origin, State::ascending, State::descending,
        State::to_neutral, State::manual, State::fault, State::emergency, State::stopping, State::holding}) {
    Bench bench;
    bench.port.now.state = state;
    for (int i = 0; i < 100; ++i) bench.frame();
    EXPECT_TRUE(bench.port.requests.empty()) << static_cast<int>(state);
  }
  Bench driven;
  driven.port.now.driver = kHost;
  driven.frame();
  EXPECT_TRUE(driven.port.requests.empty());
  Bench barred;
  barred.port.now.barred = true;
  barred.frame();
  EXPECT_TRUE(barred.port.requests.empty());
  Bench free;
  free.frame();
  ASSERT_EQ(free.port.requests.size(), 1u);
  EXPECT_EQ(std::get<Go>(free.port.requests[0].what).step, Step::run);
  EXPECT_EQ(free.port.requests[0].contract->bring_up, BringUp::refuse);
  EXPECT_EQ(free.target().kind, StreamTarget::Kind::none) << "nothing is followed yet";
}

TEST(TelemetrySession, IsFadedInAndThenPassedOnAsItIs) {
  Bench bench;
  bench.sample.acceleration = {1, 2, 3};
  bench.sample.rate = {0.1, 0.2, 0.3};
  bench.port.now.state = State::running;
  bench.port.now.driver = kGame;
  bench.frame();
  EXPECT_LT(bench.target().cue.linear.norm(), 1e-9);
  bench.driving();
  bench.frame();
  EXPECT_EQ(bench.target().kind, StreamTarget::Kind::cue);
  EXPECT_EQ(bench.target().cue.linear, Vec3(1, 2, 3));
  EXPECT_EQ(bench.target().cue.rate, Vec3(0.1, 0.2, 0.3));
  bench.port.now.cue.tuning.input = CueInput::specific_force;
  bench.frame();
  EXPECT_NEAR(bench.target().cue.linear.z(), 3 + kGravity, 1e-12) << "what the tuning takes it for";
}

TEST(TelemetrySession, AxesAreTurnedRoundAsConfigured) {
  Settings settings;
  settings.reverse = {true, false, false, false, true, false};
  Bench bench{settings};
  bench.sample.acceleration = {1, 2, 3};
  bench.sample.rate = {0.1, 0.2, 0.3};
  bench.driving();
  bench.frame();
  EXPECT_EQ(bench.target().cue.linear, Vec3(-1, 2, 3));
  EXPECT_EQ(bench.target().cue.rate, Vec3(0.1, -0.2, 0.3));
}

TEST(TelemetrySession, TheRateIsHowTheAttitudeChangesWhereThatIsSent) {
  Bench bench;
  const Vec3 rate{0.3, -0.2, 0.1};
  Quat attitude = from_rotation_vector({0.2, 0.4, 1.0});
  bench.sample.attitude = attitude;
  bench.sample.time = 10.0;
  bench.driving();
  for (int i = 0; i < 3; ++i) {
    attitude = attitude * from_rotation_vector(0.016 * rate);
    bench.sample.attitude = attitude;
    bench.frame();
  }
  EXPECT_LT((bench.target().cue.rate - rate).norm(), 1e-9) << "in body axes";
}

TEST(TelemetrySession, OneGameAtATime) {
  Bench bench;
  bench.driving();
  bench.frame(1ms, kOtherGame);
  EXPECT_TRUE(bench.port.streams.empty());
  ASSERT_EQ(bench.port.drops.size(), 1u);
  EXPECT_EQ(bench.port.drops[0].text, "another host drives");
}

TEST(TelemetrySession, TellsWhatItUnderstandsAndWhatIsMissing) {
  Bench bench;
  bench.frame();
  ASSERT_EQ(bench.port.explanations.size(), 1u);
  EXPECT_EQ(bench.port.explanations[0].text, "scripted is understood: as told");
  Event event;
  event.tag = bench.port.last_tag;
  event.news = Answer{Outcome::refused, Refusal::disarmed, {}, HardwareCode::none};
  bench.session.event(event, bench.port);
  EXPECT_NE(bench.port.explanations.back().text.find("hexad ctl give scripted"), std::string::npos);
}

}  // namespace
}  // namespace hexad::protocols::telemetry
