// Distances by brute force: points on both bodies, every one with every other.

#include "design/clearance.hpp"

#include <gtest/gtest.h>

#include "design/joint_map.hpp"
#include "design/testing/presets.hpp"
#include "design/verdicts.hpp"
#include "kinematics/geometry.hpp"
#include "messages/print.hpp"

namespace hexad::design {
namespace {

using namespace testing;

struct Ball {
  Vec3 at;
  double radius;
};

/// A leg as balls along its line, from joint to joint, written down anew.
std::vector<Ball> balls_of(const Machine& machine, const LegBody& body, const Pose& pose, std::size_t leg,
                           int count) {
  const AbsolutePose place = machine.heights.absolute(pose);
  const Vec3 foot = machine.geometry.base[leg];
  const Vec3 head = place.position + place.rotation * machine.geometry.platform[leg];
  const double length = (head - foot).norm();
  std::vector<Ball> balls;
  const double first = body.joint_length, last = length - body.joint_length;
  const auto add = [&](double along, double radius) {
    balls.push_back({foot + (head - foot) * (along / length), radius});
  };
  for (int k = 0; k <= count; ++k) {
    const double along = first + (last - first) * k / count;
    add(along, along <= body.cylinder_length ? body.cylinder_radius : body.rod_radius);
  }
  add(body.cylinder_length, body.cylinder_radius);
  return balls;
}

TEST(Clearance, OfTwoLegsIsThatOfAllTheirPoints) {
  std::mt19937 random{7};
  for (const char* const name : {"standard-400", "allcontroller-1200"}) {
    const Machine machine = preset(name);
    const LegBody body = whole_body({}, machine);
    for (int n = 0; n < 2; ++n) {
      const Pose pose = random_pose(machine, random);
      const Legs legs{machine, body, pose};
      for (std::size_t a = 0; a < 6; ++a) {
        const std::size_t b = (a + 1 + static_cast<std::size_t>(n) % 5) % 6;
        if (a == b) continue;
        double least = 1e9;
        for (const Ball& one : balls_of(machine, body, pose, a, 100))
          for (const Ball& other : balls_of(machine, body, pose, b, 100))
            least = std::min(least, (one.at - other.at).norm() - one.radius - other.radius);
        EXPECT_NEAR(legs.between(a, b).distance, least, 0.8e-3) << name << " legs " << a << b;
        EXPECT_LE(legs.between(a, b).distance, least + 1e-9) << "points are never nearer than the bodies";
      }
    }
  }
}

TEST(Clearance, OfALegAndAPlateIsThatOfAllItsPoints) {
  std::mt19937 random{8};
  const Machine machine = preset("standard-400");
  LegBody body = whole_body({}, machine);
  body.base_radius = 0.3;  // a plate whose rim counts
  body.platform_radius = 0.25;
  for (int n = 0; n < 5; ++n) {
    const Pose pose = random_pose(machine, random);
    const AbsolutePose place = machine.heights.absolute(pose);
    const Legs legs{machine, body, pose};
    for (std::size_t leg = 0; leg < 6; ++leg) {
      double base = 1e9, platform = 1e9;
      for (const Ball& ball : balls_of(machine, body, pose, leg, 1500)) {
        const auto gap = [&](const Vec3& seen, double height, double radius) {
          return std::hypot(std::max(std::hypot(seen.x(), seen.y()) - radius, 0.0), seen.z() - height) -
                 ball.radius;
        };
        base = std::min(base, gap(ball.at, -body.base_below, body.base_radius));
        const Vec3 seen = place.rotation.conjugate() * (ball.at - place.position);
        platform = std::min(platform, gap(seen, body.platform_above, body.platform_radius));
      }
      EXPECT_NEAR(legs.to_plate(leg, BodyPart::base).distance, base, 0.4e-3);
      EXPECT_NEAR(legs.to_plate(leg, BodyPart::platform).distance, platform, 0.4e-3);
    }
  }
}

TEST(Clearance, NoPoseWithinReachIsNearerThanWhatIsSaid) {
  std::mt19937 random{9};
  for (const char* const name :
       {"standard-400", "allcontroller-1200", "rectangle-4", "allcontroller-3dof-rotary"}) {
    const Machine machine = preset(name);
    const LegBody body = whole_body({}, machine);
    const Clearance clearance = clearance_of(machine, body);
    ASSERT_FALSE(clearance.pairs.empty());
    for (int n = 0; n < 300; ++n) {
      const Legs legs{machine, body, random_pose(machine, random)};
      for (const Closest& pair : clearance.pairs) {
        const double here = pair.other == BodyPart::leg ? legs.between(pair.leg, pair.other_leg).distance
                                                        : legs.to_plate(pair.leg, pair.other).distance;
        EXPECT_GE(here, pair.nearness.distance - 1e-3) << name;
      }
    }
    for (const Closest& pair : clearance.pairs)
      EXPECT_FALSE(kinematics::first_hit(machine, pair.place.pose, kinematics::StrokeUse::full)) << name;
  }
}

TEST(Clearance, LegsThatCrossAreSaidToTouch) {
  Machine machine = preset("standard-400");
  EXPECT_GT(clearance_of(machine, {}).pairs.front().nearness.distance, 0.0);
  std::swap(machine.geometry.platform[0], machine.geometry.platform[1]);
  const auto crossed = kinematics::derive(machine);
  ASSERT_TRUE(crossed);
  const Clearance clearance = clearance_of(*crossed, {});
  const Closest& nearest = clearance.pairs.front();
  EXPECT_LT(nearest.nearness.distance, 0.0);
  EXPECT_EQ(nearest.leg, 0u);
  EXPECT_EQ(nearest.other_leg, 1u);
  EXPECT_NE(messages::english(verdict_of(clearance, 0.01, {}, {})).find("leg 1 and leg 2 go "),
            std::string::npos);
}

TEST(JointMap, AnglesTurnTheYokeIntoTheLeg) {
  std::mt19937 random{10};
  const Machine machine = preset("standard-400");
  for (const YokeMount mount : {YokeMount::neutral, YokeMount::upright}) {
    const std::vector<JointMap> maps = joint_maps(machine, mount);
    ASSERT_EQ(maps.size(), 12u);
    for (int n = 0; n < 40; ++n) {
      const Pose pose = random_pose(machine, random);
      const AbsolutePose place = machine.heights.absolute(pose);
      for (const JointMap& map : maps) {
        const Vec3 head = place.position + place.rotation * machine.geometry.platform[map.leg];
        const Vec3 along = (head - machine.geometry.base[map.leg]).normalized();
        const Vec3 seen = map.at_base ? along : Vec3{place.rotation.conjugate() * along};
        const Vec3 rest_head = machine.heights.neutral.position + machine.geometry.platform[map.leg];
        const Vec3 rest = mount == YokeMount::neutral
                              ? Vec3{(rest_head - machine.geometry.base[map.leg]).normalized()}
                              : Vec3::UnitZ();
        const Vec3& joint = (map.at_base ? machine.geometry.base : machine.geometry.platform)[map.leg];
        const Vec3 first = mount == YokeMount::neutral ? Vec3{Vec3::UnitZ().cross(rest).normalized()}
                                                       : Vec3{-joint.y(), joint.x(), 0.0}.normalized();
        const JointAngles angles = joint_angles(machine, mount, map.at_base, map.leg, pose);
        const Eigen::AngleAxisd about_first{angles.first, first};
        const Vec3 second = about_first * rest.cross(first);
        const Vec3 made = Eigen::AngleAxisd{angles.second, second} * (about_first * rest);
        EXPECT_LT((made - seen).norm(), 1e-12);
        EXPECT_GE(angles.first, map.low.first - 2 * kDegree);
        EXPECT_LE(angles.first, map.high.first + 2 * kDegree);
        EXPECT_GE(angles.second, map.low.second - 2 * kDegree);
        EXPECT_LE(angles.second, map.high.second + 2 * kDegree);
      }
    }
  }
}

}  // namespace
}  // namespace hexad::design
