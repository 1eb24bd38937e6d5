// All assembly modes: none invented, none missing.

#include "kinematics/assembly_modes.hpp"

#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics {
namespace {

using testing::standard_400;

LegLengths lengths_at(const Geometry& geometry, const Vec3& centre, const Quat& rotation) {
  LegLengths length = LegLengths::Zero();
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    length[static_cast<Eigen::Index>(i)] =
        (centre + rotation * geometry.platform[i] - geometry.base[i]).norm();
  return length;
}

/// The platform of Dietmaier (Advances in Robot Kinematics, 1998), all of whose solutions are real.
Geometry dietmaier() {
  Geometry geometry;
  geometry.base = {Vec3{0, 0, 0},
                   Vec3{1.107915, 0, 0},
                   Vec3{0.549094, 0.756063, 0},
                   Vec3{0.735077, -0.223935, 0.525991},
                   Vec3{0.514188, -0.526063, -0.368418},
                   Vec3{0.590473, 0.094733, -0.205018}};
  geometry.platform = {Vec3{0, 0, 0},
                       Vec3{0.542805, 0, 0},
                       Vec3{0.956919, -0.528915, 0},
                       Vec3{0.665885, -0.353482, 1.402538},
                       Vec3{0.478359, 1.158742, 0.107672},
                       Vec3{-0.137087, -0.235121, 0.353913}};
  geometry.stroke = 1.0;
  return geometry;
}

TEST(AssemblyModes, DietmaiersPlatformHasFortyAndAllAreReal) {
  const LegLengths length{Vec6{1, 0.645275, 1.086284, 1.503439, 1.281933, 0.771071}};
  const AssemblyModes modes = all_assembly_modes(dietmaier(), length);
  EXPECT_EQ(modes.complex, 40);
  EXPECT_EQ(modes.real.size(), 40u);
  EXPECT_EQ(modes.lost, 0);
  for (const AssemblyMode& mode : modes.real) EXPECT_LT(mode.residual, 1e-9);
}

TEST(AssemblyModes, AnyPlatformWithoutSymmetryHasFortyComplexOnesAndTheOneItWasMadeFromIsFound) {
  std::mt19937 random{5};
  std::uniform_real_distribution<double> any{-1.0, 1.0};
  const auto point = [&] { return Vec3{any(random), any(random), any(random)}; };
  for (int round = 0; round < 5; ++round) {
    Geometry geometry;
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      geometry.base[i] = point();
      geometry.platform[i] = 0.7 * point();
    }
    const Vec3 centre = point() + Vec3{0, 0, 1.5};
    const Quat rotation = from_rotation_vector(point());
    const AssemblyModes modes = all_assembly_modes(geometry, lengths_at(geometry, centre, rotation));
    EXPECT_EQ(modes.complex, 40) << round;
    EXPECT_EQ(modes.lost, 0) << round;
    const bool found = std::any_of(modes.real.begin(), modes.real.end(), [&](const AssemblyMode& mode) {
      return (mode.absolute.position - centre).norm() < 1e-8 &&
             angle_between(mode.absolute.rotation, rotation) < 1e-8;
    });
    EXPECT_TRUE(found) << round;
    for (const AssemblyMode& mode : modes.real) EXPECT_LT(mode.residual, 1e-9);
  }
}

TEST(AssemblyModes, TheStandardPlatformHasItsOperatingModeAndItsMirrorImageBelowTheBase) {
  const Machine machine = standard_400();
  const AbsolutePose neutral = machine.heights.neutral;
  const Vec3 centre = neutral.position + Vec3{0.05, -0.03, 0.04};
  const Quat rotation = from_rotation_vector(Vec3{0.1, -0.05, 0.08});
  const LegLengths length = lengths_at(machine.geometry, centre, rotation);
  const AssemblyModes modes = all_assembly_modes(machine.geometry, length);
  int operating = 0;
  int mirrored = 0;
  for (const AssemblyMode& mode : modes.real) {
    EXPECT_LT(mode.residual, 1e-9);
    operating += (mode.absolute.position - centre).norm() < 1e-8 ? 1 : 0;
    const Vec3 below{centre.x(), centre.y(), -centre.z()};
    mirrored += (mode.absolute.position - below).norm() < 1e-8 ? 1 : 0;
  }
  EXPECT_EQ(operating, 1);
  EXPECT_EQ(mirrored, 1) << "joints in planes: every solution has a mirror image";
  EXPECT_EQ(modes.real.size() % 2, 0u);
  EXPECT_EQ(modes.complex % 2, 0);
}

/// Congruent joint circles and equal legs: besides the platform and its mirror image there are whole curves
/// of solutions, where a path can be followed to its end only nearly.
TEST(AssemblyModes, ASetOfEqualLegsLosesNoPathAndSaysThatSolutionsAreNotIsolated) {
  const Machine machine = testing::allcontroller_1200();
  for (const double extension : {0.05, 0.1, 0.2}) {
    const AssemblyModes modes =
        all_assembly_modes(machine.geometry, machine.geometry.lengths(Extensions::Constant(extension)));
    EXPECT_EQ(modes.lost, 0) << extension;
    EXPECT_GT(modes.on_curves, 0) << extension;
    ASSERT_EQ(modes.real.size(), 2u) << extension;
    EXPECT_NEAR(modes.real[0].absolute.position.z(), -modes.real[1].absolute.position.z(), 1e-9);
    EXPECT_LT(angle_between(modes.real[0].absolute.rotation, Quat::Identity()), 1e-9);
  }
  LegLengths any = machine.geometry.lengths(Extensions::Constant(0.1));
  any[0] += 0.01;
  any[2] -= 0.013;
  any[3] += 0.002;
  const AssemblyModes isolated = all_assembly_modes(machine.geometry, any);
  EXPECT_EQ(isolated.complex, 22) << "as many as such a pair of joint circles has";
  EXPECT_EQ(isolated.real.size(), 4u);
  EXPECT_EQ(isolated.lost, 0);
}

}  // namespace
}  // namespace hexad::kinematics
