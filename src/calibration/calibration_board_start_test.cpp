// A board that starts with a stored set it cannot use: nothing moves, and there are ways out. The bytes of a
// set.

#include <gtest/gtest.h>

#include "calibration/testing/board_bench.hpp"

namespace hexad::inline calibration {
namespace {

using namespace std::chrono_literals;
using namespace protocols::csfi;
using protocols::csfi::Control;  // not the core's

struct CsfiBoardStart : testing::Test {
  TemporaryFolder folder;
};

void damage(const std::filesystem::path& file) {
  std::fstream stream{file, std::ios::in | std::ios::out | std::ios::binary};
  stream.seekp(100);
  stream.put('\x5A');
}

void write_stroke(const std::filesystem::path& folder, float stroke) {
  BoardBench bench{folder, {}};
  Mechanics mechanics = bench.read<Mechanics>();
  mechanics.stroke = stroke;
  ASSERT_TRUE(bench.write(mechanics));
}

TEST_F(CsfiBoardStart, Decision3_ADamagedSetMovesNothingUntilSomebodyDecides) {
  write_stroke(folder.path(), 380);
  damage(folder.path() / "csfi");
  BoardBench bench{folder.path(), {}};
  EXPECT_EQ(bench.telemetry().why_not, Refusal::calibration);
  EXPECT_TRUE(bench.log.contains("is damaged"));
  EXPECT_TRUE(bench.log.contains("hexad calibrate restore"));
  EXPECT_EQ(bench.read<Mechanics>().stroke, 400) << "the platform file's";
  EXPECT_EQ(bench.mdof("7"), "7#193");
  EXPECT_EQ(bench.mdof("1"), "1#193");
  bench.host.send(BoardBench::kLingjing, "@A6:0,0,0,0,0,100#");
  bench.run(1s);
  EXPECT_EQ(bench.state(), State::origin);
  EXPECT_FALSE(bench.telemetry().moving);

  Mechanics mechanics = bench.read<Mechanics>();
  mechanics.stroke = 390;
  ASSERT_TRUE(bench.write(mechanics)) << "an accepted write decides";
  EXPECT_EQ(bench.mdof("1"), "1#0");
}

TEST_F(CsfiBoardStart, Decision4_ASetMadeWithAnotherPlatformFileIsNotUsedUntilConfirmed) {
  write_stroke(folder.path(), 380);
  const BoardBench::Setup changed{.set = {"drive.screw_lead=5"}};
  {
    BoardBench bench{folder.path(), changed};
    EXPECT_EQ(bench.telemetry().why_not, Refusal::calibration);
    EXPECT_TRUE(bench.log.contains("made with another platform file"));
    EXPECT_EQ(bench.read<Mechanics>().stroke, 400);
    EXPECT_EQ(bench.mdof("7"), "7#193");
  }
  BoardBench::Setup used = changed;
  used.set.emplace_back("csfi.stored=use");
  {
    BoardBench bench{folder.path(), used};
    EXPECT_EQ(bench.read<Mechanics>().stroke, 380);
    EXPECT_EQ(bench.mdof("1"), "1#0");
  }
  BoardBench later{folder.path(), changed};
  EXPECT_EQ(later.read<Mechanics>().stroke, 380) << "confirmed for good";
  EXPECT_NE(later.telemetry().why_not, Refusal::calibration);
}

TEST_F(CsfiBoardStart, ThePreviousSetAndTheFactorysAreWaysOut) {
  write_stroke(folder.path(), 380);
  write_stroke(folder.path(), 360);
  damage(folder.path() / "csfi");
  {
    BoardBench bench{folder.path(), {.set = {"csfi.stored=previous"}}};
    EXPECT_EQ(bench.read<Mechanics>().stroke, 380);
    EXPECT_NE(bench.telemetry().why_not, Refusal::calibration);
  }
  damage(folder.path() / "csfi");
  {
    BoardBench bench{folder.path(), {.set = {"csfi.stored=factory"}}};
    EXPECT_EQ(bench.read<Mechanics>().stroke, 400);
    EXPECT_NE(bench.telemetry().why_not, Refusal::calibration);
  }
  BoardBench later{folder.path(), {}};
  EXPECT_EQ(later.read<Mechanics>().stroke, 400);
  EXPECT_NE(later.telemetry().why_not, Refusal::calibration);
}

TEST(CalibrationSetBytes, SurviveAndNothingElseDoes) {
  const LoadedPlatform loaded = load_platform({});
  CalibrationSet set = factory_of(loaded.config, *loaded.machine).set;
  set.written = {true, false, true, false};
  const auto bytes = to_bytes(set);
  const auto again = set_from(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, set);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(set_from(std::span{bytes}.first(size))) << size;
  auto longer = bytes;
  longer.push_back({});
  EXPECT_FALSE(set_from(longer));
}

TEST(CalibrationSetBytes, TheFingerprintKnowsAPlatformFileThatWasChanged) {
  const auto print = [](std::vector<std::string> set) {
    Sources sources;
    for (std::string& text : set) sources.set.emplace_back(std::move(text));
    return fingerprint(*load_platform(sources).machine);
  };
  const std::uint64_t same = print({});
  EXPECT_EQ(print({}), same);
  EXPECT_EQ(print({"mdof.port=7", "lifecycle.idle_return=9"}), same) << "not of the machine";
  for (const char* change : {"geometry.stroke=401", "geometry.leg_length=801", "drive.screw_lead=5",
                             "payload.mass=400", "limits.joint_angle=50", "rotary.gear_ratio=20"})
    EXPECT_NE(print({change}), same) << change;
}

}  // namespace
}  // namespace hexad::inline calibration
