// Machines with fewer legs and with a rotary axis, as hosts meet them on the wire; relays and digital
// outputs.

#include <gtest/gtest.h>

#include <cmath>

#include "host_virtual.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

VirtualSetup on(const std::string& platform, plant::Initial initial = plant::Initial::neutral) {
  VirtualSetup setup;
  setup.platform = platform;
  setup.initial = initial;
  return setup;
}

int told(const VirtualPlatform& bench, const std::string& part) {
  int found = 0;
  for (const std::string& line : bench.platform.log().lines())
    if (line.find(part) != std::string::npos) ++found;
  return found;
}

std::string text(const char* form, double a) {
  char line[128];
  (void)std::snprintf(line, sizeof line, form, a);
  return line;
}

TEST(FieldMachines, ThreeLegs_A3MovesRollPitchAndHeave) {
  VirtualPlatform bench{on("allcontroller-3dof-rotary")};
  VirtualLingjingHost host{bench, 4000};
  host.stream(text("@A3:2,3,%.4f#", bench.neutral_mm() + 10.0), 5s);
  const auto pose = bench.pose();
  EXPECT_NEAR(pose[2], 10.0, 0.1);
  EXPECT_NEAR(pose[3], -3.0, 0.05) << "lingjing pitch lowers the nose";
  EXPECT_NEAR(pose[4], -2.0, 0.05);
  EXPECT_NEAR(pose[5], 0.0, 0.05);
  EXPECT_EQ(told(bench, "yaw, x and y are ignored"), 0) << "A3 has none of them";
}

TEST(FieldMachines, ThreeLegs_C3MovesTheLegsAndC6IsCutWithOneWarning) {
  VirtualPlatform bench{on("allcontroller-3dof-rotary")};
  VirtualLingjingHost host{bench, 4000};
  const double mid = bench.truth->geometry.stroke / kMillimetre / 2.0;
  host.stream(text("@C3:%.3f,", mid + 8) + text("%.3f,", mid - 4) + text("%.3f#", mid), 6s);
  const Extensions& legs = bench.telemetry().setpoint.extension;
  EXPECT_NEAR(legs[0] / kMillimetre, mid + 8, 0.1);
  EXPECT_NEAR(legs[1] / kMillimetre, mid - 4, 0.1);
  EXPECT_NEAR(legs[2] / kMillimetre, mid, 0.1);
  const std::string same = text("%.3f", mid);
  host.stream("@C6:" + same + "," + same + "," + same + ",50,60,70#", 6s);
  for (Eigen::Index leg = 0; leg < 3; ++leg)
    EXPECT_NEAR(bench.telemetry().setpoint.extension[leg] / kMillimetre, mid, 0.1) << leg;
  EXPECT_EQ(told(bench, "fewer than six legs"), 1) << "one warning a host";
}

TEST(FieldMachines, SixLegs_C3IsRefusedAndA3PutsTheOtherAxesToZero) {
  VirtualPlatform bench;
  VirtualLingjingHost host{bench, 4000};
  host.stream(text("@A6:0,0,5,10,10,%.3f#", bench.neutral_mm()), 3s);
  EXPECT_NEAR(bench.pose()[5], -5.0, 0.05);
  host.stream("@C3:10,20,30#", 500ms);
  EXPECT_NEAR(bench.pose()[5], -5.0, 0.05) << "nothing of it was used";
  EXPECT_EQ(told(bench, "C3 is for platforms with three legs"), 1);
  host.stream(text("@A3:1,0,%.3f#", bench.neutral_mm()), 3s);
  const auto pose = bench.pose();
  EXPECT_NEAR(pose[0], 0.0, 0.05);
  EXPECT_NEAR(pose[1], 0.0, 0.05);
  EXPECT_NEAR(pose[4], -1.0, 0.05);
  EXPECT_NEAR(pose[5], 0.0, 0.05);
}

TEST(FieldMachines, RotaryAxis_A7AndC7TurnItAndItKeepsItsAngleWhenAFrameHasNone) {
  VirtualPlatform bench{on("standard-400-rotary")};
  VirtualLingjingHost host{bench, 4000};
  const std::string z = text("%.3f", bench.neutral_mm());
  host.stream("@A7:0,0,0,0,0," + z + ",-30#", 8s);
  EXPECT_NEAR(bench.telemetry().setpoint.rotary / kDegree, -30.0, 0.05);
  host.stream("@A6:0,0,0,0,0," + z + "#", 2s);
  EXPECT_NEAR(bench.telemetry().setpoint.rotary / kDegree, -30.0, 0.05);
  host.stream("@C7:200,200,200,200,200,200,25.5,0100#", 10s);
  EXPECT_NEAR(bench.telemetry().setpoint.rotary / kDegree, 25.5, 0.05);
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0x100) << "relay 9";
  EXPECT_EQ(told(bench, "no rotary axis"), 0);
}

TEST(FieldMachines, NoRotaryAxis_TheAngleIsIgnoredWithOneWarningAndThePoseIsFollowed) {
  VirtualPlatform bench;
  VirtualLingjingHost host{bench, 4000};
  host.stream(text("@A7:0,0,0,0,0,%.3f,-30#", bench.neutral_mm() + 10), 3s);
  EXPECT_NEAR(bench.pose()[2], 10.0, 0.1);
  EXPECT_EQ(told(bench, "this platform has no rotary axis"), 1);
}

TEST(FieldMachines, FourLegs_PitchRollAndHeaveThroughLingjingMotusAndMdof) {
  VirtualPlatform bench{on("rectangle-4")};
  VirtualLingjingHost host{bench, 4000};
  host.stream(text("@A3:2,-3,%.3f#", bench.neutral_mm() + 5), 5s);
  auto pose = bench.pose();
  EXPECT_NEAR(pose[2], 5.0, 0.1);
  EXPECT_NEAR(pose[3], 3.0, 0.05);
  EXPECT_NEAR(pose[4], -2.0, 0.05);
  bench.platform.run(1500ms);
  VirtualMotusHost motus{bench, 10000};
  auto frame = VirtualMotusHost::frame(9);
  frame.dofs = {-2, 1, 0, 0, 0, -0.005F};
  motus.stream(frame, 4s);
  pose = bench.pose();
  EXPECT_NEAR(pose[2], -5.0, 0.1);
  EXPECT_NEAR(pose[3], -2.0, 0.05);
  EXPECT_NEAR(pose[4], 1.0, 0.05);
  EXPECT_NEAR(motus.ask().pose[0], -2.0F, 0.05F);
  EXPECT_EQ(motus.newest().motor_codes[4], 0.0F) << "legs it does not have";
}

TEST(FieldMachines, TwoLegs_OnlyPitchAndRollMove) {
  VirtualPlatform bench{on("pitch-roll-2")};
  VirtualMotusHost motus{bench, 10000};
  auto frame = VirtualMotusHost::frame(9);
  frame.dofs = {2, -1, 5, 0.05F, 0.05F, 0};
  motus.stream(frame, 5s);
  const auto pose = bench.pose();
  EXPECT_NEAR(pose[3], 2.0, 0.05);
  EXPECT_NEAR(pose[4], -1.0, 0.05);
  for (const std::size_t axis : {0U, 1U, 2U, 5U}) EXPECT_NEAR(pose[axis], 0.0, 0.3) << axis;
}

TEST(FieldMachines, Outputs_DoOfMotusIsTheHighByteOfDarrensWordAndRelaysAreApart) {
  VirtualPlatform bench;
  VirtualMotusHost motus{bench, 10000};
  auto frame = VirtualMotusHost::frame(9);
  frame.outputs = 0xA5;
  motus.stream(frame, 300ms);
  EXPECT_EQ(bench.telemetry().setpoint.outputs, 0xA5);
  VirtualDarrenHost onlooker{bench, 10010};
  onlooker.send(0, 0);
  bench.platform.run(30ms);
  const auto status = onlooker.receive();
  ASSERT_TRUE(status);
  EXPECT_EQ(status->outputs, 0xA5);
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0);
  // Another driver finds them off (lifecycle rule 10).
  motus.stream(VirtualMotusHost::frame(11, 3), 300ms);
  bench.platform.run(1500ms);
  VirtualLingjingHost lingjing{bench, 4000};
  lingjing.stream(text("@A6:0,0,0,0,0,%.3f,0F0#", bench.neutral_mm()), 500ms);
  EXPECT_EQ(bench.telemetry().setpoint.outputs, 0);
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0x0F0);
  lingjing.stream(text("@A6:0,0,0,0,0,%.3f#", bench.neutral_mm()), 500ms);
  EXPECT_EQ(bench.telemetry().setpoint.relays, 0x0F0) << "absent: they stay";
}

}  // namespace
}  // namespace hexad::system_test
