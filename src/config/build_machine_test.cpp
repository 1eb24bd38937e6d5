#include "config/build_machine.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "config/presets.hpp"
#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::inline config {
namespace {

std::string text_of(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) text += in_words(problem) + '\n';
  return text;
}

Machine machine_of(const std::string& platform, std::vector<Assignment> set = {}) {
  setenv("HEXAD_SHARE", HEXAD_TEST_SHARE, 1);
  const LoadedPlatform loaded = load_platform({.platform = platform, .set = std::move(set)});
  EXPECT_TRUE(loaded.machine) << platform << '\n' << text_of(loaded.problems);
  return loaded.machine.value_or(Machine{});
}

std::vector<std::vector<double>> table(const std::string& name) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/" + name};
  EXPECT_TRUE(file) << name;
  std::vector<std::vector<double>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<double> row;
    std::istringstream cells{line};
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    rows.push_back(row);
  }
  return rows;
}

TEST(Presets, AllMakeAMachineWithoutAnyWarning) {
  setenv("HEXAD_SHARE", HEXAD_TEST_SHARE, 1);
  EXPECT_EQ(preset_names().size(), 6U);
  for (const std::string& name : preset_names()) {
    const LoadedPlatform loaded = load_platform({.platform = name});
    EXPECT_TRUE(loaded.machine) << name;
    EXPECT_EQ(loaded.config.name, name);
    EXPECT_FALSE(loaded.config.description.empty()) << name;
    for (const Problem& problem : loaded.problems)
      EXPECT_EQ(problem.kind, Problem::Kind::note) << in_words(problem);
  }
}

TEST(Presets, StandardIsTheDefaultPlatformToTheLastNumber) {
  const Machine m = machine_of("standard-400");
  EXPECT_EQ(m.geometry.mechanism, Mechanism::six_legs);
  // Leg 1 joins the base joint at 150° − asin(50/600) with the platform joint at 90° + asin(50/450).
  const double below = 150 * kDegree - std::asin(50.0 / 600.0);
  const double above = 90 * kDegree + std::asin(50.0 / 450.0);
  EXPECT_NEAR(m.geometry.base[0].x(), 0.6 * std::cos(below), 1e-12);
  EXPECT_NEAR(m.geometry.base[0].y(), 0.6 * std::sin(below), 1e-12);
  EXPECT_NEAR(m.geometry.platform[0].x(), 0.45 * std::cos(above), 1e-12);
  EXPECT_NEAR(m.geometry.platform[0].y(), 0.45 * std::sin(above), 1e-12);
  EXPECT_NEAR(m.heights.bottom.position.z(), 0.65796, 5e-6);
  EXPECT_NEAR(m.heights.neutral.position.z(), 0.89045, 5e-6);
  EXPECT_DOUBLE_EQ(m.drive.leg_speed(), 0.5);
  EXPECT_EQ(m.drive.motor_torque, 2.4);
  EXPECT_EQ(m.drive.peak_torque, 7.2);
  EXPECT_EQ(m.drive.torque_constant, 0.6);
  EXPECT_EQ(m.drive.rotor_inertia, 2e-4);
  EXPECT_EQ(m.drive.bus_voltage, 310.0);
  EXPECT_EQ(m.drive.friction, 60.0);
  EXPECT_EQ(m.payload.mass, 500.0);
  EXPECT_EQ(m.payload.centre, (Vec3{0, 0, 0.3}));
  EXPECT_DOUBLE_EQ(m.limits.translation.jerk, 50.0);
  EXPECT_DOUBLE_EQ(m.limits.rotation.acceleration, 250 * kDegree);
  EXPECT_DOUBLE_EQ(m.limits.leg.acceleration, 6.0);
  EXPECT_DOUBLE_EQ(m.limits.stroke_margin, 0.001);
  EXPECT_DOUBLE_EQ(m.limits.zeroing_speed, 0.03);
  EXPECT_DOUBLE_EQ(m.limits.raise_speed, 0.06);
  EXPECT_DOUBLE_EQ(m.limits.jog_speed, 0.05);
  EXPECT_DOUBLE_EQ(m.limits.jog_speed_unzeroed, 0.02);
  EXPECT_FALSE(m.rotary);
}

TEST(Presets, DefaultsOfAFileAreTheDefaultPlatforms) {
  const Config fresh;
  const Config preset = load({.platform = "standard-400"}).config;
  EXPECT_EQ(preset.limits.leg.jerk, fresh.limits.leg.jerk);
  EXPECT_EQ(preset.limits.rotation_angle, fresh.limits.rotation_angle);
  EXPECT_EQ(preset.drive.motor_speed, fresh.drive.motor_speed);
  EXPECT_EQ(preset.payload.inertia, fresh.payload.inertia);
  EXPECT_EQ(preset.limits.raise_speed, fresh.limits.raise_speed);
}

TEST(Presets, AllcontrollerHasTheBoardsJointsAndSpeed) {
  const Machine six = machine_of("allcontroller-1200");
  const Machine three = machine_of("allcontroller-3dof-rotary");
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/seed002_geometry.csv"};
  std::string line;
  std::getline(file, line);
  int legs = 0;
  while (std::getline(file, line)) {
    for (char& letter : line)
      if (letter == ',') letter = ' ';
    std::istringstream cells{line};
    std::string set;
    std::size_t leg = 0;
    Vec3 base, platform;
    cells >> set >> leg >> base.x() >> base.y() >> base.z() >> platform.x() >> platform.y() >> platform.z();
    const Geometry& g = (set == "6dof_default" ? six : three).geometry;
    EXPECT_EQ(g.base[leg - 1], base * kMillimetre) << line;
    EXPECT_EQ(g.platform[leg - 1], platform * kMillimetre) << line;
    ++legs;
  }
  EXPECT_EQ(legs, 9);
  EXPECT_NEAR(six.drive.leg_speed(), 0.1666667, 1e-7);
  EXPECT_LE(six.limits.leg.velocity, six.drive.leg_speed());
  EXPECT_FALSE(six.rotary);
  ASSERT_TRUE(three.rotary);
  EXPECT_NEAR(three.rotary->speed(), 79.2 * kDegree, 1e-9);
}

void expect_table(const Machine& machine, const char* name, bool has_heave) {
  const Eigen::Index legs = static_cast<Eigen::Index>(machine.geometry.legs);
  for (const auto& row : table(name)) {
    const double heave = has_heave ? row[2] * kMillimetre - machine.heights.neutral.position.z() : 0.0;
    const Pose pose = kXyzConvention.to_pose({0, 0, heave, row[0] * kDegree, row[1] * kDegree, 0}, 0.0);
    const LegLengths length = kinematics::lengths(machine, pose);
    for (Eigen::Index leg = 0; leg < legs; ++leg)
      EXPECT_NEAR(length[leg] / kMillimetre, row[static_cast<std::size_t>(leg) + (has_heave ? 3 : 2)], 1e-9)
          << name << " pitch " << row[0] << " roll " << row[1] << " leg " << leg + 1;
  }
}

TEST(Presets, MachinesWithFewerLegsGiveTheLengthsOfTheirTables) {
  expect_table(machine_of("rectangle-4"), "dof4_rect_ik.csv", true);
  expect_table(machine_of("allcontroller-3dof-rotary"), "dof3_ik.csv", true);
  expect_table(machine_of("pitch-roll-2"), "dof2_ik.csv", false);
}

TEST(Machine, DirectDriveIsRatioOneAndTeethZeroAreNone) {
  const Machine m = machine_of("standard-400", {{"drive.belt_ratio=-1"}, {"rotary.gear_ratio=-1"}});
  EXPECT_EQ(m.drive.belt_ratio, 1.0);
  ASSERT_TRUE(m.rotary);
  EXPECT_DOUBLE_EQ(m.rotary->speed(), 1500.0 * kRevolution * kPerMinute);
}

TEST(Machine, ALegLimitAboveTheMotorIsLoweredWithAWarning) {
  setenv("HEXAD_SHARE", HEXAD_TEST_SHARE, 1);
  const LoadedPlatform loaded = load_platform({.set = {{"drive.motor_rpm=300"}}});
  ASSERT_TRUE(loaded.machine);
  EXPECT_DOUBLE_EQ(loaded.machine->limits.leg.velocity, 0.05);
  EXPECT_DOUBLE_EQ(loaded.machine->limits.raise_speed, 0.05);
  const std::string text = text_of(loaded.problems);
  EXPECT_NE(text.find("warning: limits.leg: 500 mm/s is more than the motor gives: lowered to 50 mm/s"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("warning: limits.raise_speed: 60 mm/s is more than a leg may run"), std::string::npos)
      << text;
}

TEST(Machine, ARotaryAxisAloneIsOne) {
  const std::string path = testing::TempDir() + "hexad_rotary_test_" + std::to_string(::getpid()) + ".toml";
  std::ofstream{path} << "[rotary]\ngear_ratio = 20\n";
  const LoadedPlatform loaded = load_platform({.platform = path});
  std::remove(path.c_str());
  ASSERT_TRUE(loaded.machine) << text_of(loaded.problems);
  EXPECT_EQ(loaded.machine->geometry.legs, 0U);
  EXPECT_EQ(loaded.machine->geometry.mechanism, Mechanism::rotary_only);
}

}  // namespace
}  // namespace hexad::inline config
