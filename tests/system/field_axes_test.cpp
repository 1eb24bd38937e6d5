// Sign and scale of every axis: set through one protocol, read back through the other, both ways, and by the
// legs.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <thread>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

// darren: pitch roll yaw sway surge heave; mdof: X Y Z RX RY RZ = sway surge heave pitch roll yaw.
constexpr std::array<std::size_t, 6> kPlaceInDarren{3, 4, 5, 0, 1, 2};

std::array<double, 6> six(const std::string& answer) {
  std::istringstream numbers{answer.substr(3)};
  std::array<double, 6> values{};
  for (double& value : values) numbers >> value;
  EXPECT_TRUE(numbers) << answer;
  return values;
}

std::string move_command(const std::array<double, 6>& pose) {
  std::ostringstream text;
  text << 9;
  for (const double value : pose) text << ' ' << value;
  return text.str();
}

TEST(FieldAxes, EveryAxisOfMdofIsReadBackByDarrenWithItsSignAndScale) {
  const FieldBench bench{"neutral", {"--speed", "10"}};
  const MdofHost mdof{bench.mdof()};
  FieldHost darren{bench.darren()};
  constexpr std::array<double, 6> kValues{20.0, -15.0, 25.0, 4.0, -3.0, 5.0};
  for (std::size_t axis = 0; axis < 6; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      std::array<double, 6> pose{};
      pose[axis] = sign * kValues[axis];
      ASSERT_EQ(mdof.ask(move_command(pose)), "9#0");
      // One frame that asks for nothing makes this host the one status flows to.
      EXPECT_TRUE(darren.until(
          [&](const FieldStatus& status) {
            bool there = true;
            for (std::size_t i = 0; i < 6; ++i)
              there = there && std::abs(static_cast<double>(status.pose[kPlaceInDarren[i]]) - pose[i]) < 0.01;
            return there;
          },
          [] { return FieldFrame{.id = 0, .word = 0}; }))
          << "axis " << axis << " sign " << sign << ": darren reads "
          << darren.status().pose[kPlaceInDarren[axis]];
      const auto legs = six(mdof.ask("26"));
      const auto status = darren.status();
      for (std::size_t leg = 0; leg < 6; ++leg)
        EXPECT_NEAR(legs[leg] - 200.0, static_cast<double>(status.actuators[leg]), 0.02) << "leg " << leg + 1;
    }
  }
}

/// One axis after the other through motus and lingjing, single commands, read back through all four at once.
TEST(FieldAxes, EveryAxisOfMotusAndLingjingIsReadBackByAllProtocols) {
  const FieldBench bench{"neutral", {"--speed", "10", "--set", "lingjing.feedback=true"}};
  const MdofHost mdof{bench.mdof()};
  FieldHost darren{bench.darren()};
  const MotusHost motus{bench.motus()};
  const HostSocket lingjing;
  constexpr double kNeutralHeight = 232.494;
  constexpr std::array<double, 6> kValues{20.0, -15.0, 25.0, 4.0, -3.0, 5.0};  // mdof's order
  for (const bool by_motus : {true, false}) {
    for (std::size_t axis = 0; axis < 6; ++axis) {
      SCOPED_TRACE((by_motus ? "motus, axis " : "lingjing, axis ") + std::to_string(axis));
      std::array<double, 6> pose{};
      pose[axis] = kValues[axis];
      std::ostringstream frame;
      frame << "@A6T:" << -pose[4] << ',' << -pose[3] << ',' << -pose[5] << ',' << pose[1] << ',' << pose[0]
            << ',' << pose[2] + kNeutralHeight << ",500#";
      MotusFrame step{.cmd = 11, .sub_cmd = 1};
      for (std::size_t i = 0; i < 3; ++i) {
        step.position[i] = static_cast<float>(pose[3 + i]);
        step.position[3 + i] = static_cast<float>(pose[i] / 1000.0);
      }
      // Again until it is there: the other one's second of silence may not be over.
      for (const auto end = std::chrono::steady_clock::now() + kPatience;
           !is_near(mdof.pose(), pose, 0.02) && std::chrono::steady_clock::now() < end;) {
        by_motus ? motus.send(step) : lingjing.send(bench.lingjing(), frame.str());
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
      }
      EXPECT_TRUE(is_near(mdof.pose(), pose, 0.02));
      EXPECT_TRUE(darren.until(
          [&](const FieldStatus& status) {
            bool there = true;
            for (std::size_t i = 0; i < 6; ++i)
              there = there && std::abs(static_cast<double>(status.pose[kPlaceInDarren[i]]) - pose[i]) < 0.02;
            return there;
          },
          [] { return FieldFrame{.id = 0, .word = 0}; }));
      motus.send(by_motus ? step : MotusFrame{.cmd = 0});
      EXPECT_TRUE(motus.until([&](const MotusStatus& status) {
        bool there = true;
        for (std::size_t i = 0; i < 6; ++i) {
          const double expected = i < 3 ? pose[3 + i] : pose[i - 3] / 1000.0;
          there = there && std::abs(static_cast<double>(status.pose[i]) - expected) < (i < 3 ? 0.02 : 2e-5);
        }
        return there;
      }));
      if (by_motus) continue;
      std::array<double, 6> back{};
      const std::array<double, 6> expected{-pose[4], -pose[3], -pose[5],
                                           pose[1],  pose[0],  pose[2] + kNeutralHeight};
      for (const auto end = std::chrono::steady_clock::now() + kPatience;
           !is_near(back, expected, 0.02) && std::chrono::steady_clock::now() < end;) {
        const auto text = lingjing.receive();
        ASSERT_TRUE(text);
        (void)std::sscanf(text->c_str(), "@A6:%lf,%lf,%lf,%lf,%lf,%lf#", &back[0], &back[1], &back[2],
                          &back[3], &back[4], &back[5]);
      }
      EXPECT_TRUE(is_near(back, expected, 0.02));
    }
  }
}

/// The extensions worked out from the joints of the standard platform (docs: base pairs at 30°, 150°, 270° on
/// 600 mm, platform pairs at 90°, 210°, 330° on 450 mm, leg 1 from 150° to 90°, clockwise), apart from this
/// program.
TEST(FieldAxes, OneAxisLengthensTheLegsThatGeometrySays) {
  struct Row {
    const char* command;
    std::array<double, 6> legs;
  };
  constexpr std::array<Row, 5> kRows{{{"9 20 0 0 0 0 0", {209.01, 191.30, 197.58, 206.42, 193.93, 202.80}},
                                      {"9 0 20 0 0 0 0", {202.29, 202.29, 191.44, 206.79, 206.79, 191.44}},
                                      {"9 0 0 0 5 0 0", {234.69, 234.69, 185.73, 179.68, 179.68, 185.73}},
                                      {"9 0 0 0 0 5 0", {203.96, 196.20, 168.35, 171.54, 227.80, 232.32}},
                                      {"9 0 0 0 0 0 5", {182.81, 218.22, 182.81, 218.22, 182.81, 218.22}}}};
  const FieldBench bench{"neutral", {"--speed", "10"}};
  const MdofHost mdof{bench.mdof()};
  for (const Row& row : kRows) {
    ASSERT_EQ(mdof.ask(row.command), "9#0");
    const auto legs = six(mdof.ask("26"));
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(legs[i], row.legs[i], 0.05) << row.command << ", leg " << i + 1;
  }
  ASSERT_EQ(mdof.ask("9 0 0 20 0 0 0"), "9#0");
  for (const double leg : six(mdof.ask("26"))) EXPECT_GT(leg, 210.0) << "up lengthens every leg";
}

TEST(FieldAxes, CombinedAnglesReadAlikeInBothProtocolsAndTheOrderIsASetting) {
  const std::string kPose = "9 0 0 0 10 10 10";
  const auto angles = [&kPose](const FieldBench& bench) {
    const MdofHost mdof{bench.mdof()};
    EXPECT_EQ(mdof.ask(kPose), "9#0");
    FieldHost darren{bench.darren()};
    EXPECT_TRUE(
        darren.until([](const FieldStatus& status) { return status.moving == 0 && status.state == 10; },
                     [] { return FieldFrame{.id = 0, .word = 0}; }));
    return darren.status().pose;
  };
  const auto same = angles(FieldBench{"neutral", {"--speed", "10"}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(same[i], 10.0F, 0.01F) << i;
  // R = Rz·Ry·Rx of 10° each, read as R = Rx·Ry·Rz: worked out by hand from the matrix.
  const auto other = angles(FieldBench{"neutral", {"--speed", "10", "--set", "darren.rotation_order=xyz"}});
  EXPECT_NEAR(other[0], 8.290F, 0.01F);
  EXPECT_NEAR(other[1], 11.453F, 0.01F);
  EXPECT_NEAR(other[2], 8.290F, 0.01F);
}

}  // namespace
}  // namespace hexad::system_test
