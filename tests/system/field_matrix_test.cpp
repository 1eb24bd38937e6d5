// Sign and scale of every axis of every protocol: set through one, read back through all, each in its own
// order, units and frame. On the simulated network, where hosts stream as punctually as their manuals ask.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <sstream>

#include "host_virtual.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;
using Six = std::array<double, 6>;  ///< sway surge heave pitch roll yaw, mm and degrees

std::array<float, 6> pitch_first(const Six& pose, double length) {
  std::array<float, 6> wire{};
  for (std::size_t i = 0; i < 3; ++i) {
    wire[i] = static_cast<float>(pose[3 + i]);
    wire[3 + i] = static_cast<float>(pose[i] * length);
  }
  return wire;
}

/// lingjing's frame: X forward, Y right, Z up from the bottom, all turns the other way.
Six in_lingjing(const Six& pose, double neutral) {
  return {-pose[4], -pose[3], -pose[5], pose[1], pose[0], pose[2] + neutral};
}

std::string a6(const Six& pose, double neutral) {
  const Six v = in_lingjing(pose, neutral);
  char text[128];
  (void)std::snprintf(text, sizeof text, "@A6:%.4f,%.4f,%.4f,%.4f,%.4f,%.4f#", v[0], v[1], v[2], v[3], v[4],
                      v[5]);
  return text;
}

/// One platform, a host of each protocol, and an onlooker of each.
struct Matrix {
  VirtualPlatform bench;
  VirtualDarrenHost darren{bench, 10010};
  VirtualMotusHost motus{bench, 10001};
  VirtualLingjingHost lingjing{bench, 4001};
  SimulatedHost mdof{bench.platform, {0x0A000002, 4002}};
  VirtualDarrenHost darren_eye{bench, 10011};
  VirtualMotusHost motus_eye{bench, 10002};
  VirtualLingjingHost lingjing_eye{bench, 4003};
  SimulatedHost mdof_eye{bench.platform, {0x0A000002, 4004}};

  Matrix() : bench{setup()} {}
  static VirtualSetup setup() {
    VirtualSetup made;
    made.lingjing.feedback = true;
    return made;
  }

  void by_mdof(const Six& pose) {
    std::ostringstream line;
    line << 9;
    for (const double value : pose) line << ' ' << value;
    mdof.send(kVirtualMdof, line.str());
    std::string answer;
    bench.platform.run_until(
        [&] {
          for (const std::string& text : mdof.receive_texts()) answer = text;
          return !answer.empty();
        },
        20s);
    ASSERT_EQ(answer, "9#0");
  }
  void by_darren(const Six& pose) { darren.stream(100, 2, pitch_first(pose, 1.0), 3s); }
  void by_motus(const Six& pose) {
    auto frame = VirtualMotusHost::frame(9);
    frame.dofs = pitch_first(pose, kMillimetre);
    motus.stream(frame, 3s);
  }
  void by_motus_step(const Six& pose) {
    auto frame = VirtualMotusHost::frame(11, 1);
    frame.position = pitch_first(pose, kMillimetre);
    motus.stream(frame, 3s);
  }
  void by_lingjing(const Six& pose) { lingjing.stream(a6(pose, bench.neutral_mm()), 3s); }

  /// What every protocol says now is `pose`.
  void expect_everywhere(const Six& pose) {
    mdof_eye.send(kVirtualMdof, "24");
    darren_eye.send(0, 0);
    lingjing_eye.send("@MV:next#");  // moves nothing, and makes this host the one that feedback goes to
    const auto motus_pose = motus_eye.ask().pose;
    bench.platform.run(120ms);
    const auto darren_status = darren_eye.receive();
    ASSERT_TRUE(darren_status);
    const auto pitch = pitch_first(pose, 1.0);
    const auto metres = pitch_first(pose, kMillimetre);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(darren_status->pose[i], pitch[i], 0.02) << "darren, value " << i;
      EXPECT_NEAR(motus_pose[i], metres[i], i < 3 ? 0.02 : 2e-5) << "motus, value " << i;
    }
    std::string answer;
    for (const std::string& text : mdof_eye.receive_texts()) answer = text;
    ASSERT_EQ(answer.substr(0, 3), "24#");
    std::istringstream numbers{answer.substr(3)};
    for (std::size_t i = 0; i < 6; ++i) {
      double value = 99;
      numbers >> value;
      EXPECT_NEAR(value, pose[i], 0.02) << "mdof, value " << i;
    }
    const auto texts = lingjing_eye.receive();
    ASSERT_FALSE(texts.empty());
    const auto feedback = protocols::lingjing::decode(std::as_bytes(std::span{texts.back()}));
    ASSERT_TRUE(feedback) << texts.back();
    const Six expected = in_lingjing(pose, bench.neutral_mm());
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(feedback->values[i], expected[i], 0.02) << "lingjing, value " << i;
  }
};

constexpr Six kValues{20.0, -15.0, 25.0, 4.0, -3.0, 5.0};

void expect_every_axis(Matrix& matrix, void (Matrix::*drive)(const Six&)) {
  for (std::size_t axis = 0; axis < 6; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      SCOPED_TRACE("inside axis " + std::to_string(axis) + (sign > 0 ? " +" : " -"));
      Six pose{};
      pose[axis] = sign * kValues[axis];
      (matrix.*drive)(pose);
      matrix.expect_everywhere(pose);
    }
  }
}

TEST(FieldMatrix, WhatMdofMovesEveryOtherReportsInItsOwnFrameAndUnits) {
  Matrix matrix;
  expect_every_axis(matrix, &Matrix::by_mdof);
}

TEST(FieldMatrix, WhatDarrenMovesEveryOtherReportsInItsOwnFrameAndUnits) {
  Matrix matrix;
  expect_every_axis(matrix, &Matrix::by_darren);
}

TEST(FieldMatrix, WhatMotusMovesEveryOtherReportsInItsOwnFrameAndUnits) {
  Matrix matrix;
  expect_every_axis(matrix, &Matrix::by_motus);
}

TEST(FieldMatrix, AStepOfMotusToo) {
  Matrix matrix;
  expect_every_axis(matrix, &Matrix::by_motus_step);
}

TEST(FieldMatrix, WhatLingjingMovesEveryOtherReportsInItsOwnFrameAndUnits) {
  Matrix matrix;
  expect_every_axis(matrix, &Matrix::by_lingjing);
}

TEST(FieldMatrix, HostsTakeTurnsOnOnePlatformAndAllAgree) {
  Matrix matrix;
  const Six combined{12.0, -8.0, 15.0, 3.0, -2.0, 4.0};
  const auto lease_ends = [&] { matrix.bench.platform.run(1500ms); };
  matrix.by_mdof({0, 0, 30, 0, 0, 0});
  matrix.expect_everywhere({0, 0, 30, 0, 0, 0});
  lease_ends();
  matrix.by_lingjing({0, 10, 0, 0, 0, 0});
  matrix.expect_everywhere({0, 10, 0, 0, 0, 0});
  lease_ends();
  matrix.by_motus_step({0, 0, 0, 0, 3, 0});
  matrix.expect_everywhere({0, 0, 0, 0, 3, 0});
  lease_ends();
  matrix.by_darren({0, 0, -20, 0, 0, 0});
  matrix.expect_everywhere({0, 0, -20, 0, 0, 0});
  // Three protocols share the order of turns: a pose of all axes reads alike.
  matrix.by_darren(combined);
  const auto motus = matrix.motus_eye.ask().pose;
  const auto expected = pitch_first(combined, kMillimetre);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(motus[i], expected[i], i < 3 ? 0.02 : 2e-5) << i;
}

/// While one drives, each of the others is refused in its own words, and told why.
TEST(FieldMatrix, OneDriverAndEveryOtherIsToldSoInItsOwnWords) {
  Matrix matrix;
  auto sine = VirtualMotusHost::frame(11, 2);
  sine.amplitude[5] = 0.01F;
  sine.frequency[5] = 0.3F;
  // Regularly: another socket of the machine of one that sends single frames is that host again.
  for (int i = 0; i < 3; ++i) {
    matrix.motus.send(sine);
    matrix.bench.platform.run(10ms);
  }
  ASSERT_TRUE(matrix.bench.reaches(State::running, 5s));
  const Endpoint driver = matrix.bench.telemetry().driver;
  ASSERT_EQ(driver.protocol, 4);

  matrix.mdof.send(kVirtualMdof, "9 0 0 10 0 0 0");
  for (int i = 0; i < 20; ++i) {
    matrix.motus.send(sine);
    matrix.lingjing.send("@A6:0,0,0,0,0,200#");
    auto other = VirtualMotusHost::frame(9);
    matrix.motus_eye.send(other);
    matrix.darren.send(100, 2, {0, 0, 0, 0, 0, 50});
    matrix.bench.platform.run(10ms);
  }
  EXPECT_EQ(matrix.bench.telemetry().driver, driver);
  EXPECT_EQ(matrix.bench.telemetry().program, ProgramKind::sine);
  const auto answers = matrix.mdof.receive_texts();
  ASSERT_FALSE(answers.empty());
  EXPECT_EQ(answers[0], "9#-2") << "mdof: moving, or another drives";
  const auto status = matrix.darren.receive();
  ASSERT_TRUE(status);
  EXPECT_NE(status->warnings & protocols::darren::warning::kNotDriver, 0U) << "darren: warning 8";
  EXPECT_GE(matrix.motus_eye.receive(), 20U) << "motus: answered, without effect";
  const auto told = [&matrix](const std::string& part) {
    int found = 0;
    for (const std::string& line : matrix.bench.platform.log().lines())
      if (line.find(part) != std::string::npos) ++found;
    return found;
  };
  EXPECT_EQ(told("its frames count until it has been silent"), 1) << "lingjing: once, not with each frame";
  EXPECT_EQ(told("of your commands only 3 and 11/3 act"), 1) << "the second motus host";
  matrix.lingjing_eye.send("@MV:stop#");
  EXPECT_TRUE(matrix.bench.reaches(State::ready, 5s)) << "a stop needs no lease";
}

}  // namespace
}  // namespace hexad::system_test
