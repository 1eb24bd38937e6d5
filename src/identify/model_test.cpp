// What a machine shows, and its derivatives against differences.

#include "identify/model.hpp"

#include <gtest/gtest.h>

#include "identify/design.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::allcontroller_1200;
using kinematics::testing::standard_400;

constexpr Place::Kind kBase = Place::Kind::base_joint, kTop = Place::Kind::platform_joint;

std::vector<Quantity> every_kind() {
  std::vector<Quantity> quantities = full_pose(1.0, 1.0);
  for (const Quantity::Kind kind :
       {Quantity::Kind::tilt_pitch, Quantity::Kind::tilt_roll, Quantity::Kind::height})
    quantities.push_back({.kind = kind});
  const auto distance = [&](Place from, Place to) {
    quantities.push_back({.kind = Quantity::Kind::distance, .from = from, .to = to});
  };
  distance({kBase, 0}, {kTop, 3});
  distance({kBase, 2}, {kTop, 2});
  distance({kBase, 1}, {kBase, 4});
  distance({kTop, 0}, {kTop, 5});
  return quantities;
}

TEST(Model, DerivativesOfEveryKindOfReadingAreThoseOfDifferences) {
  for (const Machine& nominal : {standard_400(), allcontroller_1200()}) {
    for (const Pose& pose : reachable_poses(nominal, 5, 20260115)) {
      const Extensions extension = kinematics::extensions(nominal, pose);
      const Sensitivity sensitivity = pose_sensitivity(nominal, pose);
      for (const Quantity& quantity : every_kind()) {
        const Gradient gradient = gradient_of(quantity, nominal, pose, sensitivity);
        for (Eigen::Index k = 0; k < kParameters; ++k) {
          constexpr double kStep = 1e-5;
          const auto value = [&](double step) {
            Deviation deviation = Deviation::Zero();
            deviation[k] = step;
            const Machine machine = with_geometry(nominal, moved(nominal.geometry, deviation));
            return value_of(quantity, machine, kinematics::forward(machine, extension, pose).pose);
          };
          EXPECT_NEAR(gradient[k], (value(kStep) - value(-kStep)) / (2.0 * kStep), 2e-6)
              << nominal.name << ' ' << column_name(quantity) << ' ' << messages::english(parameter_name(k));
        }
      }
    }
  }
}

TEST(Model, SignsOfTheInclinometerAreThoseOfPitchAndRoll) {
  const Machine machine = standard_400();
  const Quantity pitch{.kind = Quantity::Kind::tilt_pitch}, roll{.kind = Quantity::Kind::tilt_roll};
  const auto at = [](double rx, double ry, double rz) {
    return Pose{Vec3::Zero(), rotation_from_angles(Vec3{rx, ry, rz} * kDegree, RotationOrder::zyx)};
  };
  EXPECT_NEAR(value_of(pitch, machine, at(5, 0, 20)), 5 * kDegree, 1e-12) << "nose up, whatever the yaw";
  EXPECT_NEAR(value_of(roll, machine, at(0, 5, -20)), 5 * kDegree, 1e-12) << "right side down";
  // Together: the Y axis rises by asin(cos 10° · sin 8°), which is less than 8°.
  EXPECT_NEAR(value_of(pitch, machine, at(8, 10, 0)) / kDegree, 7.877684, 1e-6);
  EXPECT_NEAR(value_of(roll, machine, at(8, 10, 0)), 10 * kDegree, 1e-12);
}

TEST(Model, HeightAndDistancesAreThoseOfTheMachine) {
  const Machine machine = standard_400();
  EXPECT_NEAR(value_of({.kind = Quantity::Kind::height}, machine, {}), 0.890452, 1e-6);
  EXPECT_NEAR(value_of({.axis = Axis::heave}, machine, {}), 0.0, 1e-12);
  // A leg from joint to joint at mid-stroke: 800 + 200 mm. Joints of a pair: 100 mm.
  const Place base{kBase, 0}, same{kTop, 0}, other{kTop, 1};
  EXPECT_NEAR(value_of({.kind = Quantity::Kind::distance, .from = base, .to = same}, machine, {}), 1.0, 1e-9);
  EXPECT_NEAR(value_of({.kind = Quantity::Kind::distance, .from = same, .to = other}, machine, {}), 0.1,
              1e-9);
}

TEST(Parameters, MovedAndDifferenceAreInverse) {
  const Geometry nominal = standard_400().geometry;
  Deviation deviation;
  for (Eigen::Index k = 0; k < kParameters; ++k) deviation[k] = 1e-4 * static_cast<double>(k + 1);
  const Geometry geometry = moved(nominal, deviation);
  EXPECT_NEAR((difference(nominal, geometry) - deviation).norm(), 0.0, 1e-15);
  EXPECT_NEAR(geometry.base[1].z() - nominal.base[1].z(), 6e-4, 1e-12);
  EXPECT_NEAR(geometry.platform[0].x() - nominal.platform[0].x(), 19e-4, 1e-12);
  EXPECT_NEAR(geometry.retracted[5] - nominal.retracted[5], 42e-4, 1e-12);
  EXPECT_EQ(messages::english(parameter_name(5)), "base joint 2 z");
  EXPECT_EQ(messages::english(parameter_name(18)), "platform joint 1 x");
  EXPECT_EQ(messages::english(parameter_name(41)), "leg 6 length");
}

}  // namespace
}  // namespace hexad::identify
