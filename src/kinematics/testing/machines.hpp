#pragma once
// The machines the tests of this layer speak about, and the reference tables. Test code.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "kinematics/forward.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"
#include "messages/print.hpp"
#include "model/axes.hpp"

namespace hexad::kinematics::testing {

inline Machine derived(const Machine& machine) {
  Result<Machine, std::vector<Finding>> result = derive(machine);
  if (result) return *result;
  ADD_FAILURE() << machine.name << " has no neutral";
  for (const Finding& finding : check(machine)) ADD_FAILURE() << messages::english(finding.what);
  return machine;
}

inline MotionLimits test_limits() {
  MotionLimits limits;
  limits.joint_angle = 60 * kDegree;
  limits.rotation_angle = 60 * kDegree;
  limits.stroke_margin = 1e-3;
  limits.singular_margin = 0.2;
  return limits;
}

inline Payload test_payload() { return {500, Vec3{0, 0.05, 0.3}, Vec3{40, 45, 60}}; }
inline LegMass test_leg_mass() { return {8, 0.2, 0.10, 4, 0.2, 0.05}; }

inline Machine standard_400() {
  Machine machine;
  machine.name = "standard-400";
  joints_from_circles({1.2, pair_angle_from_distance(1.2, 0.1)}, {0.9, pair_angle_from_distance(0.9, 0.1)},
                      machine.geometry);
  machine.geometry.retracted.setConstant(0.8);
  machine.geometry.stroke = 0.4;
  machine.limits = test_limits();
  machine.payload = {500, Vec3{0, 0, 0.3}, Vec3{40, 45, 60}};
  machine.drive.screw_lead = 0.010;
  return derived(machine);
}

struct Joints {
  double bx, by, px, py;  // mm
};

inline Machine of_joints(const std::string& name, const std::vector<Joints>& joints) {
  Machine machine;
  machine.name = name;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    machine.geometry.base[i] = Vec3{joints[i].bx, joints[i].by, 0} * kMillimetre;
    machine.geometry.platform[i] = Vec3{joints[i].px, joints[i].py, 0} * kMillimetre;
    machine.geometry.retracted[static_cast<Eigen::Index>(i)] = 549.6706 * kMillimetre;
  }
  for (std::size_t i = joints.size(); i < kMaxLegs; ++i) {
    machine.geometry.base[i].setZero();
    machine.geometry.platform[i].setZero();
  }
  machine.geometry.stroke = 0.2;
  machine.limits = test_limits();
  machine.payload = test_payload();
  machine.leg_mass = test_leg_mass();
  machine.drive.screw_lead = 0.005;
  machine.drive.belt_ratio = 1.5;
  for (const Finding& finding : count_legs(machine.geometry, false)) {
    EXPECT_NE(finding.kind, Finding::Kind::error) << messages::english(finding.what);
  }
  return machine;
}

inline Machine allcontroller_1200() {
  return derived(of_joints("allcontroller-1200", {{-362.2983, 266.9081, -50.0, 447.2136},
                                                  {362.2983, 266.9081, 50.0, 447.2136},
                                                  {412.2983, 180.3055, 412.2983, -180.3055},
                                                  {50.0, -447.2136, 362.2983, -266.9081},
                                                  {-50.0, -447.2136, -362.2983, -266.9081},
                                                  {-412.2983, 180.3055, -412.2983, -180.3055}}));
}
inline Machine rectangle_4() {
  return derived(of_joints(
      "rectangle-4",
      {{-400, 300, -400, 300}, {400, 300, 400, 300}, {400, -300, 400, -300}, {-400, -300, -400, -300}}));
}
inline Machine three_legs() {
  return derived(of_joints("three legs", {{-350, 0, -350, 0}, {350, 0, 350, 0}, {0, 395.77, 0, 395.77}}));
}
inline Machine two_legs() {
  return derived(of_joints("pitch-roll-2", {{-350, 300, -350, 300}, {350, 300, 350, 300}}));
}
/// The second default of the board's own list of sizes.
inline Machine heave_roll() {
  return derived(of_joints("heave-roll-2", {{-350, 0, -350, 0}, {350, 0, 350, 0}}));
}
inline Machine one_leg() { return derived(of_joints("one leg", {{100, 0, 200, 0}})); }

/// A row of a CSV by column name.
using Row = std::map<std::string, std::string>;

inline std::vector<Row> table(const std::string& name) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/" + name};
  EXPECT_TRUE(file) << name;
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream stream{line};
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> head = split(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    Row row;
    for (std::size_t i = 0; i < head.size() && i < cells.size(); ++i) row[head[i]] = cells[i];
    rows.push_back(row);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

inline double number(const Row& row, const std::string& column) {
  const auto cell = row.find(column);
  if (cell == row.end()) {
    ADD_FAILURE() << "no column " << column;
    return 0.0;
  }
  return std::stod(cell->second);
}

inline std::string column(const char* before, int number, const char* after) {
  std::ostringstream text;
  text << before << number << after;
  return text.str();
}

/// A pose given with the absolute height of the joint-plane centre (mm, degrees, R = Rz·Ry·Rx).
inline Pose absolute_pose(const Machine& machine, double x, double y, double z, double pitch, double roll,
                          double yaw) {
  return machine.heights.from_neutral(
      {Vec3{x, y, z} * kMillimetre,
       rotation_from_angles(Vec3{pitch, roll, yaw} * kDegree, RotationOrder::zyx)});
}

template <class Quantity>
double leg(const LegValues<Quantity>& legs, int number_from_one) {
  return legs[number_from_one - 1];
}

/// Poses spread evenly over a box and kept when reachable.
class PoseSource {
 public:
  PoseSource(const Machine& machine, unsigned seed, double translation = 0.3, double rotation = 0.6)
      : machine_{machine}, random_{seed}, move_{-translation, translation}, turn_{-rotation, rotation} {}

  Pose any() {
    return {Vec3{move_(random_), move_(random_), move_(random_)},
            from_rotation_vector(Vec3{turn_(random_), turn_(random_), turn_(random_)})};
  }
  /// Shrunk towards neutral by the clamp when out of reach and then by a random share: reachable by
  /// construction.
  Pose reachable() {
    const Pose far = project(machine_, any());
    if (!first_hit(machine_, far, StrokeUse::full)) return far;
    const Pose edge = clamp_from_neutral(machine_, far).value;
    // The share's root gathers poses near the limits, where things go wrong.
    const double share = std::sqrt(std::uniform_real_distribution<double>{0, 1}(random_));
    const Pose inner = project(machine_, scale_from_neutral(edge, share));
    return first_hit(machine_, inner, StrokeUse::full) ? edge : inner;
  }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random_);
  }
  Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }

 private:
  const Machine& machine_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> move_;
  std::uniform_real_distribution<double> turn_;
};

}  // namespace hexad::kinematics::testing
