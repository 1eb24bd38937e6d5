// Orders of mdof hosts from the datagram to the final answer: sessions, preparation, core and simulated
// drives in virtual time.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/mdof/session.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

constexpr net::Address kMdof{0x0A000001, 1100};
constexpr net::Address kHost{0x0A000002, 4000};

std::unique_ptr<const Machine> standard_machine() {
  LoadedPlatform loaded = load_platform({});
  if (!loaded.machine) throw std::runtime_error{"no default platform"};
  return std::make_unique<const Machine>(std::move(*loaded.machine));
}

/// Files in memory.
class FileRepository final : public motion::FileSource {
 public:
  Result<motion::files::MotionText, motion::Rejection> read(const FileOrder& order) const override {
    const auto found = texts.find(order.number);
    if (found != texts.end()) return found->second;
    motion::Rejection rejection;
    rejection.problem = motion::Problem::no_such_file;
    return Failure{rejection};
  }
  std::map<int, motion::files::MotionText> texts;
};

struct Bench {
  std::unique_ptr<const Machine> truth = standard_machine();
  FileRepository repository;
  SimulatedNetwork network{1, {}};
  SimulatedPlatform platform{
      standard_machine(), {.initial = controller::Initial::neutral}, drives(), network, &repository};
  SimulatedHost host{platform, kHost};

  Bench() {
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kMdof);
    platform.run(20ms);
  }
  std::unique_ptr<DrivePort> drives() const {
    plant::Settings settings;
    settings.initial = plant::Initial::neutral;
    return std::make_unique<plant::SimulatedDrives>(*truth, settings);
  }
  void send(std::string_view text) { host.send(kMdof, text); }
  /// What comes until something comes, at most `patience`.
  std::string answer(Duration patience = 30s) {
    std::vector<std::string> texts;
    platform.run_until(
        [&] {
          texts = host.receive_texts();
          return !texts.empty();
        },
        patience);
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
    return all.empty() ? "nothing" : all;
  }
  std::string ask(std::string_view text, Duration patience = 30s) {
    send(text);
    return answer(patience);
  }
  double height() const { return platform.telemetry().actual.position.z() / kMillimetre; }
};

TEST(PreparationQueue, Decision9_APathPassesItsPointsAndIsAnsweredOnceAtItsEnd) {
  Bench bench;
  bench.send("10 3 0 0 30 0 0 0 40 0 30 0 0 0 40 40 0 0 0 5");
  double nearest = 1e9;
  std::vector<std::string> answers;
  ASSERT_TRUE(bench.platform.run_until(
      [&] {
        const Vec3 place = bench.platform.telemetry().commanded.pose.position / kMillimetre;
        nearest = std::min(nearest, (place - Vec3{40, 0, 30}).norm());
        for (const std::string& text : bench.host.receive_texts()) answers.push_back(text);
        return !answers.empty();
      },
      20s));
  EXPECT_EQ(answers, std::vector<std::string>{"10#0"});
  EXPECT_LT(nearest, 0.6) << "mm";
  // Decision 6: simulated drives end within 0.005 mm.
  const std::string pose = bench.ask("24");
  std::array<double, 6> at{};
  ASSERT_EQ(
      std::sscanf(pose.c_str(), "24#%lf %lf %lf %lf %lf %lf", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5]),
      6)
      << pose;
  constexpr std::array kEnd{40.0, 40.0, 0.0, 0.0, 0.0, 5.0};
  for (std::size_t i = 0; i < at.size(); ++i) EXPECT_NEAR(at[i], kEnd[i], 0.005) << pose;
}

TEST(PreparationQueue, Decision16_22Is1FromAcceptanceToTheFinalAnswer) {
  Bench bench;
  bench.send("10 1 0 0 30 0 0 0");
  bench.platform.run(3ms);
  EXPECT_EQ(bench.ask("22", 10ms), "22#1");
  EXPECT_EQ(bench.ask("9 0 0 0 0 0 0", 10ms), "9#-2") << "one at a time";
  EXPECT_EQ(bench.answer(), "10#0");
  EXPECT_EQ(bench.ask("22"), "22#0");
}

TEST(PreparationQueue, Decision4_APathOutOfReachIsRefusedBeforeAnyMotionWithItsAxisCode) {
  Bench bench;
  EXPECT_EQ(bench.ask("10 2 0 0 30 0 0 0 999 0 0 0 0 0"), "10#161");
  EXPECT_EQ(bench.ask("10 1 0 0 -900 0 0 0"), "10#166");
  EXPECT_NEAR(bench.height(), 0.0, 0.01);
  EXPECT_TRUE(bench.platform.log().contains("refused"));
}

TEST(PreparationQueue, Decision7_AFormulaRunsForItsDuration) {
  Bench bench;
  bench.send("12 0,0,20*sin(2*t),0,0,0,3");
  double most = 0.0;
  std::string answer;
  bench.platform.run_until(
      [&] {
        most = std::max(most, bench.height());
        for (const std::string& text : bench.host.receive_texts()) answer += text;
        return !answer.empty();
      },
      10s);
  EXPECT_EQ(answer, "12#0");
  EXPECT_NEAR(most, 20.0, 0.3);
}

TEST(PreparationQueue, Decision7_AFormulaThatDoesNotParseOrIsNotFiniteAtTheStartIsMinus1) {
  Bench bench;
  EXPECT_EQ(bench.ask("12 sin(,0,0,0,0,0"), "12#-1");
  EXPECT_EQ(bench.ask("12 0,0,1/t,0,0,0"), "12#-1");
  EXPECT_EQ(bench.ask("12 0,0,ln(t),0,0,0,2"), "12#-1");
}

TEST(PreparationQueue, Decision5_AFormulaThatCannotBeReadIsMinus1AlsoWhileAnotherMotionRuns) {
  Bench bench;
  bench.send("9 0 0 100 0 0 0");
  bench.platform.run(200ms);
  EXPECT_EQ(bench.ask("12 sin(,0,0,0,0,0", 10ms), "12#-1");
  EXPECT_EQ(bench.ask("12 0,0,1/t,0,0,0", 10ms), "12#-1");
  EXPECT_EQ(bench.ask("12 0,0,t,0,0,0", 10ms), "12#-2") << "this one can be read";
  EXPECT_EQ(bench.answer(), "9#0");
}

TEST(PreparationQueue, Decision7_WithoutADurationItRunsUntilStopped) {
  Bench bench;
  bench.send("12 0,0,10*sin(t),0,0,0");
  bench.platform.run(20s);
  EXPECT_EQ(bench.host.receive_texts(), std::vector<std::string>{});
  EXPECT_EQ(bench.ask("4", 10ms), "4#0");
  EXPECT_EQ(bench.answer(), "12#-4");
}

TEST(PreparationQueue, Decision7_ReachingALimitIsAControlledStopWithTheAxisCode) {
  Bench bench;
  const std::string answer = bench.ask("12 0,0,5*t,0,0,0", 120s);
  EXPECT_EQ(answer, "12#165") << "Z upper";
  EXPECT_EQ(bench.ask("23"), "23#0");
  EXPECT_EQ(bench.ask("9 0 0 0 0 0 0"), "9#0") << "and the next command is accepted";
}

TEST(PreparationQueue, Decision8_PosesAtTimesArePassedAtTheirTimes) {
  Bench bench;
  const TimePoint begin = bench.platform.now();
  EXPECT_EQ(bench.ask("13 1 0 0 10 0 0 0 0 0 20 0 0 0 0 0 0 0 0 0"), "13#0");
  EXPECT_NEAR(to_seconds(bench.platform.now() - begin), 3.0, 0.1);
}

TEST(PreparationQueue, Decision8_TooFastIsRefusedBeforeAnyMotionWithTheSpeedCodeAndTheReason) {
  Bench bench;
  EXPECT_EQ(bench.ask("13 0.1 0 0 150 0 0 0"), "13#175");
  EXPECT_NEAR(bench.height(), 0.0, 0.01);
  EXPECT_TRUE(bench.platform.log().contains("scale"));
}

TEST(PreparationQueue, AStopEndsAPreparationAtOnceAndHowFarItWasIsShown) {
  Bench bench;
  std::vector<double> shares;
  bench.platform.preparation().meanwhile([&](double share) {
    shares.push_back(share);
    EXPECT_TRUE(bench.platform.preparation().preparing().refresh());
    EXPECT_EQ(bench.platform.preparation().preparing().value().share, share);
    if (shares.size() != 2) return;
    bench.send("4");
    bench.platform.run(20ms);
  });
  bench.send("10 3 0 0 30 0 0 0 40 0 30 0 0 0 40 40 0 0 0 5");
  EXPECT_EQ(bench.answer(), "4#0 10#-4");
  EXPECT_EQ(shares.size(), 2u) << "not one look more after the stop";
  EXPECT_TRUE(bench.platform.preparation().preparing().refresh());
  EXPECT_FALSE(bench.platform.preparation().preparing().value().active);
  bench.platform.run(100ms);
  EXPECT_EQ(bench.platform.telemetry().program, ProgramKind::none);
  EXPECT_EQ(bench.ask("22"), "22#0");
  // The next one is prepared to its end.
  EXPECT_EQ(bench.ask("10 1 0 0 30 0 0 0"), "10#0");
  EXPECT_TRUE(std::is_sorted(shares.begin() + 2, shares.end()));
  EXPECT_GT(shares.back(), 0.5);
}

TEST(PreparationQueue, PauseAndResumeAreAnsweredToTheOwnerAndThePathGoesOn) {
  Bench bench;
  bench.send("10 2 0 0 60 0 0 0 60 0 60 0 0 0");
  bench.platform.run(400ms);
  EXPECT_EQ(bench.ask("5", 10ms), "5#0 10#-5");
  bench.platform.run(1s);
  const double stood = bench.height();
  bench.platform.run(1s);
  EXPECT_NEAR(bench.height(), stood, 0.01);
  EXPECT_EQ(bench.ask("6", 10ms), "6#0 10#-6");
  EXPECT_EQ(bench.answer(), "10#0");
}

TEST(PreparationQueue, Decision10_FilesRunAndBadOnesAreMinus1WithFileAndLineInTheLog) {
  Bench bench;
  bench.repository.texts[1] = {.name = "pos01.txt",
                               .text = "0 0 0 0 0 0 0\n1 0 0 10 0 0 0\n2 0 0 0 0 0 0\n",
                               .format = motion::files::Format::positions};
  bench.repository.texts[2] = {.name = "waypoints01.txt",
                               .text = "0 0 10 0 0 0\n0 0 x 0 0 0\n",
                               .format = motion::files::Format::waypoints};
  EXPECT_EQ(bench.ask("33 1"), "33#0");
  EXPECT_EQ(bench.ask("33 2"), "33#-1");
  EXPECT_TRUE(bench.platform.log().contains("waypoints01.txt")) << "with the file";
  EXPECT_TRUE(bench.platform.log().contains("line 2")) << "and the line";
  EXPECT_EQ(bench.ask("33 3"), "33#-1") << "missing";
}

}  // namespace
}  // namespace hexad::inline engine
