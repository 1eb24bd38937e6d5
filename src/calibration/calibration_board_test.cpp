// The calibration board on the real core, simulated drives and a real folder: what is written is stored,
// adopted and lived by, or nothing of it is.

#include <gtest/gtest.h>

#include "calibration/testing/board_bench.hpp"
#include "store/simulated_disk.hpp"

namespace hexad::inline calibration {
namespace {

using namespace std::chrono_literals;
using namespace protocols::csfi;
using protocols::csfi::Control;  // not the core's
using store::SimulatedDisk;

struct CsfiBoard : testing::Test {
  TemporaryFolder folder;
};

std::vector<std::byte> bytes_of(const Frame& frame) { return {frame.view().begin(), frame.view().end()}; }

TEST_F(CsfiBoard, TheSixLegBoardAnswersEveryGroupWithTheGoldenBytes) {
  BoardBench bench{folder.path(), {.platform = "allcontroller-1200"}};
  EXPECT_EQ(bench.ask(1), golden("board answer: group 1, six-leg defaults (188 bytes)"));
  EXPECT_EQ(bench.ask(2), golden("board answer: group 2 defaults (156 bytes)"));
  EXPECT_EQ(bench.ask(3), bytes_of(encode(Network{}, Kind::answer)));
  EXPECT_EQ(bench.ask(4), bytes_of(encode(UserFrame{}, Kind::answer)));
}

TEST_F(CsfiBoard, OnAnotherPlatformByte149IsTheProgramsIdleReturn) {
  BoardBench bench{folder.path(), {.set = {"lifecycle.idle_return=25"}}};
  EXPECT_EQ(bench.read<Control>().idle_return, 25);
  EXPECT_EQ(bench.read<Mechanics>().stroke, 400);
}

TEST_F(CsfiBoard, Decision1_AWriteIsNotAnsweredAndTheReadAfterItGivesWhatWasWritten) {
  BoardBench bench{folder.path(), {}};
  Control control = bench.read<Control>();
  control.speed = 25;
  bench.send(control);
  bench.run(200ms);
  EXPECT_TRUE(bench.tool.receive().empty());
  EXPECT_EQ(bench.read<Control>(), control);
  EXPECT_TRUE(bench.log.contains("group 2 (control) taken and stored"));
}

TEST_F(CsfiBoard, Decision1_AReadRightBehindAWriteWaitsForTheCommit) {
  BoardBench bench{folder.path(), {}};
  Network network;
  network.local_port = 4711;
  bench.send(network);
  EXPECT_EQ(bench.read<Network>(), network) << "sent in the same tick";
}

TEST_F(CsfiBoard, Decision2_TheGoldenRefusalsChangeNothingAndAreCounted) {
  BoardBench bench{folder.path(), {.platform = "allcontroller-1200"}};
  for (const char* reason : {"checksum", "length", "not finite"}) {
    bench.send(golden(std::string{"refused: "} + reason));
    EXPECT_EQ(bench.ask(1), golden("board answer: group 1, six-leg defaults (188 bytes)")) << reason;
    EXPECT_EQ(bench.drops(reason), 1U);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "csfi"));
}

TEST_F(CsfiBoard, Decision2_AMachineWithoutANeutralIsRefusedAndExplained) {
  BoardBench bench{folder.path(), {}};
  const Mechanics before = bench.read<Mechanics>();
  Mechanics short_legs = before;
  short_legs.leg_length = 60;
  short_legs.stroke = 20;  // shorter than the joints are apart
  EXPECT_FALSE(bench.write(short_legs));
  EXPECT_EQ(bench.read<Mechanics>(), before);
  EXPECT_EQ(bench.drops("write refused"), 1U);
  EXPECT_TRUE(bench.log.contains("group 1 (mechanics) not taken: there is no such machine"));
  EXPECT_TRUE(bench.platform.log().contains("csfi 10.0.0.2:8080: group 1 was not taken"));
  EXPECT_EQ(bench.state(), State::origin) << "nothing was adopted";
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "csfi"));
}

TEST_F(CsfiBoard, Decision3_ARaisedPlatformTakesNoWrite) {
  BoardBench bench{folder.path(), {.initial = Initial::neutral}};
  Control control = bench.read<Control>();
  control.speed = 25;
  EXPECT_FALSE(bench.write(control));
  EXPECT_EQ(bench.drops("calibration_in_motion"), 1U);
  EXPECT_EQ(bench.read<Control>().speed, 50);
}

TEST_F(CsfiBoard, Decision3_AWriteThatMeetsAMotionIsRolledBack) {
  BoardBench bench{folder.path(), {}};
  Control control = bench.read<Control>();
  control.speed = 25;
  // The board lets it through, the core has begun to rise when it is asked to adopt.
  bench.send(control);
  bench.host.send(BoardBench::kMdof, "7");
  bench.run(5ms);
  const bool rising = bench.run_until([&] { return bench.state() == State::ascending; }, 1s);
  ASSERT_TRUE(rising);
  const float speed = bench.read<Control>().speed;
  const bool stored = read_calibration(folder.path(), Generation::stored)->has_value();
  EXPECT_EQ(speed == 25, stored) << "one or the other, never half of it";
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "csfi.new")) << "nothing is left of a refused one";
}

TEST_F(CsfiBoard, Decision3_AfterARestartTheBoardLivesByWhatWasWritten) {
  Mechanics mechanics;
  {
    BoardBench bench{folder.path(), {}};
    mechanics = bench.read<Mechanics>();
    mechanics.stroke = 380;
    mechanics.base[7] += 0.5F;
    ASSERT_TRUE(bench.write(mechanics));
    UserFrame frame;
    frame.pose[5] = 90;
    ASSERT_TRUE(bench.write(frame));
  }
  BoardBench again{folder.path(), {}};
  EXPECT_EQ(again.read<Mechanics>(), mechanics);
  EXPECT_EQ(again.read<UserFrame>().pose[5], 90);
  EXPECT_NEAR(again.platform.platform().machine().geometry.stroke, 0.38, 1e-9);
  EXPECT_TRUE(again.log.contains("stored group 1, 4 in use"));
  const auto previous = read_calibration(folder.path(), Generation::previous);
  ASSERT_TRUE(previous && previous->has_value());
  EXPECT_EQ(std::get<Mechanics>((*previous)->groups[0]), mechanics);
  EXPECT_FALSE((*previous)->written[3]) << "the set before the last write";
}

/// Every call to the disk fails once, and once for good: the board is the old one or the new one, on the
/// wire, in the core and on the disk alike.
TEST_F(CsfiBoard, Decision3_ADiskThatFailsAnywhereLeavesTheOldOrTheNewSetEverywhere) {
  int taken = 0;
  int refused = 0;
  for (const bool for_good : {false, true}) {
    for (int call = 0; call < 24; ++call) {
      SimulatedDisk disk;
      store::FileStore store{"/state", disk};
      BoardBench bench{folder.path(), {.store = &store}};
      Control control = bench.read<Control>();
      control.scale[2] = 0.5F;
      ASSERT_TRUE(bench.write(control));
      control.scale[2] = 0.25F;
      disk.fail_at(call, for_good);
      const bool written = bench.write(control);
      ++(written ? taken : refused);
      bench.run(50ms);
      const float scale = written ? 0.25F : 0.5F;
      EXPECT_EQ(bench.read<Control>().scale[2], scale) << "call " << call;
      const auto machine = bench.platform.platform().machines().at(bench.telemetry().revision);
      EXPECT_EQ(machine->frame.scale[2], static_cast<double>(scale)) << "the core's, call " << call;
      SimulatedDisk later = disk.after_power_loss(disk.unsynced_names(), SimulatedDisk::Unsynced::kept);
      const auto kept = store::FileStore{"/state", later}.read(kCalibrationKey);
      ASSERT_TRUE(kept && kept->has_value()) << "call " << call;
      EXPECT_EQ(std::get<Control>(set_from(**kept)->groups[1]).scale[2], scale)
          << "the disk's, call " << call;
      EXPECT_EQ(bench.state(), State::origin);
      EXPECT_EQ(bench.platform.platform().machines().size(), 1U) << "no machine is left behind";
    }
  }
  EXPECT_GT(taken, 0);
  EXPECT_GT(refused, 10);
}

TEST_F(CsfiBoard, TheDiskFailsWhenTheCoreHasAdoptedAndItGoesBack) {
  SimulatedDisk disk;
  store::FileStore store{"/state", disk};
  BoardBench bench{folder.path(), {.store = &store}};
  Mechanics mechanics = bench.read<Mechanics>();
  const auto first = bench.telemetry().revision;
  mechanics.stroke = 380;
  ASSERT_TRUE(bench.write(mechanics));
  mechanics.stroke = 360;
  bench.send(mechanics);
  // Staged and asked; when the core has answered, and before the board has heard of it, the disk breaks.
  for (int i = 0; i < 1000 && bench.telemetry().revision < first + 2; ++i) {
    bench.platform.tick();
    if (bench.telemetry().revision < first + 2) (void)bench.board->work();
  }
  ASSERT_EQ(bench.telemetry().revision, first + 2);
  disk.fail_at(0, true);
  bench.run(50ms);
  EXPECT_EQ(bench.read<Mechanics>().stroke, 380);
  const auto machine = bench.platform.platform().machines().at(bench.telemetry().revision);
  EXPECT_NEAR(machine->geometry.stroke, 0.38, 1e-9);
  EXPECT_TRUE(bench.log.contains("group 1 (mechanics) not taken: it cannot be stored"));
}

TEST_F(CsfiBoard, Decision4_Group1MakesThePlatformPoweredUpAndNotZeroedGroups2To4DoNot) {
  BoardBench bench{folder.path(), {}};
  ASSERT_EQ(bench.state(), State::origin);
  Control control = bench.read<Control>();
  control.to_middle_speed = 6;
  ASSERT_TRUE(bench.write(control));
  ASSERT_TRUE(bench.write(Network{}));
  UserFrame frame;
  frame.pose[0] = 5;
  ASSERT_TRUE(bench.write(frame));
  EXPECT_EQ(bench.state(), State::origin);
  EXPECT_TRUE(bench.telemetry().zeroed);
  Mechanics mechanics = bench.read<Mechanics>();
  ASSERT_TRUE(bench.write(mechanics)) << "even the very same";
  EXPECT_EQ(bench.state(), State::powered_up);
  EXPECT_FALSE(bench.telemetry().zeroed);
  EXPECT_EQ(bench.telemetry().why_not, Refusal::not_zeroed);
  bench.run(100ms);
  EXPECT_EQ(bench.state(), State::powered_up) << "no fault";
}

TEST_F(CsfiBoard, Decision4_ANewGeometryIsFeltByEveryProtocol) {
  BoardBench bench{folder.path(), {}};
  Mechanics mechanics = bench.read<Mechanics>();
  mechanics.stroke = 300;
  ASSERT_TRUE(bench.write(mechanics));
  EXPECT_EQ(bench.mdof("1"), "1#0") << "zeroed anew and raised";
  EXPECT_NEAR(bench.telemetry().setpoint.extension[0], 0.15, 1e-6) << "the middle of the new stroke";
  EXPECT_NEAR(bench.position()[2], 0, 0.05);
  EXPECT_EQ(bench.mdof("9 0 0 20 0 0 0"), "9#0");
  EXPECT_NEAR(bench.position()[2], 20, 0.05);
}

TEST_F(CsfiBoard, Decision4_TargetIsAmplitudeTimesScaleTimesCommandThenTheLimit) {
  BoardBench bench{folder.path(), {}};
  Control control = bench.read<Control>();
  control.amplitude = 0.5F;
  control.scale = {1, 1, 0.5F, 1, 1, -1};
  control.limit = {12, -1, -1, 0, -1, -1};
  ASSERT_TRUE(bench.write(control));
  ASSERT_EQ(bench.mdof("1"), "1#0");
  ASSERT_EQ(bench.mdof("9 40 10 40 4 6 8"), "9#0");
  const auto position = bench.position();
  EXPECT_NEAR(position[0], 12, 0.05) << "20, then the limit";
  EXPECT_NEAR(position[1], 5, 0.05);
  EXPECT_NEAR(position[2], 10, 0.05);
  EXPECT_NEAR(position[3], 0, 0.01) << "locked";
  EXPECT_NEAR(position[4], 3, 0.01);
  EXPECT_NEAR(position[5], -4, 0.01);
}

TEST_F(CsfiBoard, Decision4_Group4IsTheUserFrame) {
  BoardBench bench{folder.path(), {}};
  UserFrame frame;
  frame.pose[5] = 90;  // what the host calls x is the platform's y
  ASSERT_TRUE(bench.write(frame));
  ASSERT_EQ(bench.mdof("1"), "1#0");
  ASSERT_EQ(bench.mdof("9 30 0 0 0 0 0"), "9#0");
  const auto position = bench.position();
  EXPECT_NEAR(position[0], 0, 0.05);
  EXPECT_NEAR(position[1], 30, 0.05);
}

TEST_F(CsfiBoard, Decision5_ThreeLegsAndARotaryAxisOnASixLegBoard) {
  BoardBench bench{folder.path(), {.platform = "allcontroller-1200"}};
  bench.send(golden("write group 1, three-leg + rotary defaults"));
  std::vector<std::byte> answer = golden("write group 1, three-leg + rotary defaults");
  answer[2] = std::byte{1};
  EXPECT_EQ(bench.ask(1), answer);
  EXPECT_TRUE(bench.log.contains("legs 1-3 and rotary: four freedoms")) << "the rule that decided is shown";
  const auto machine = bench.platform.platform().machines().at(bench.telemetry().revision);
  EXPECT_EQ(machine->geometry.mechanism, Mechanism::three_legs);
  ASSERT_TRUE(machine->rotary);
  ASSERT_EQ(bench.mdof("1"), "1#0");
  ASSERT_EQ(bench.mdof("9 0 0 10 3 0 0"), "9#0");
  EXPECT_NEAR(bench.position()[2], 10, 0.05);
  EXPECT_NEAR(bench.position()[3], 3, 0.01);
}

TEST_F(CsfiBoard, Decision6_Group5IsNotAnswered) {
  BoardBench bench{folder.path(), {}};
  EXPECT_TRUE(bench.ask(5).empty());
  EXPECT_EQ(bench.drops("unknown group"), 1U);
}

TEST_F(CsfiBoard, Decision4_ADrivesOwnGeometryMakesAWrongCalibrationFelt) {
  const LoadedPlatform real = load_platform({});
  BoardBench bench{folder.path(), {.truth = &*real.machine}};
  Mechanics mechanics = bench.read<Mechanics>();
  for (std::size_t i = 0; i < 18; ++i) mechanics.platform[i] *= 0.9F;
  ASSERT_TRUE(bench.write(mechanics));
  ASSERT_EQ(bench.mdof("1"), "1#0");
  ASSERT_EQ(bench.mdof("9 0 0 0 6 0 0"), "9#0");
  EXPECT_NEAR(bench.position()[3], 6, 0.01) << "what the core believes";
  const Machine& truth = *real.machine;
  EXPECT_EQ(truth.geometry.stroke, 0.4);
}

}  // namespace
}  // namespace hexad::inline calibration
