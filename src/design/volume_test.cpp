#include "design/volume.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <map>

#include "design/envelope.hpp"
#include "design/testing/presets.hpp"
#include "kinematics/dynamics.hpp"

namespace hexad::design {
namespace {

using namespace testing;

bool never() { return false; }

VolumeSlice whole(const Machine& machine, const VolumeQuestion& question, std::size_t points) {
  const VolumeGrid grid = volume_grid(machine, question, points);
  return volume_slice(machine, question, grid, 0, grid.layers(), never);
}

TEST(Volume, IsThatOfPointsThrownAtIt) {
  const Machine machine = preset("standard-400");
  std::mt19937 random{11};
  for (const Vec3& angles : {Vec3{0, 0, 0}, Vec3{10 * kDegree, 0, 5 * kDegree}}) {
    const VolumeQuestion question{angles, Vec3::Zero()};
    const VolumeSlice body = whole(machine, question, 25);
    Vec3 low = body.vertices.front(), high = low;
    for (const Vec3& vertex : body.vertices) low = low.cwiseMin(vertex), high = high.cwiseMax(vertex);
    const Vec3 size = (high - low) * 1.2;
    const Quat rotation = rotation_from_angles(angles, RotationOrder::zyx);
    constexpr int kThrown = 40000;
    int hits = 0;
    std::uniform_real_distribution<double> share{-0.5, 0.5};
    for (int n = 0; n < kThrown; ++n) {
      const Vec3 at =
          0.5 * (low + high) + size.cwiseProduct(Vec3{share(random), share(random), share(random)});
      hits += kinematics::first_hit(machine, {at, rotation}, kinematics::StrokeUse::full) ? 0 : 1;
    }
    const double thrown = size.prod() * hits / kThrown;
    EXPECT_NEAR(body.volume, thrown, 0.03 * thrown) << angles.transpose();
  }
}

TEST(Volume, TheSurfaceIsClosedAndLooksOutward) {
  const Machine machine = preset("allcontroller-1200");
  const VolumeSlice body = whole(machine, {Vec3::Zero(), Vec3{3 * kDegree, 3 * kDegree, 0}}, 15);
  ASSERT_GT(body.triangles.size(), 100u);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  double flow = 0.0;
  for (const auto& triangle : body.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{triangle[i], triangle[(i + 1) % 3]}];
    flow +=
        body.vertices[triangle[0]].dot(body.vertices[triangle[1]].cross(body.vertices[triangle[2]])) / 6.0;
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    ASSERT_TRUE(back != edges.end() && back->second == count) << "an edge without its other side";
  }
  EXPECT_NEAR(flow, body.volume, 1e-9) << "two ways to the same volume";
}

TEST(Volume, SlicesAddUpToTheWhole) {
  const Machine machine = preset("standard-400");
  const VolumeQuestion question;
  const VolumeGrid grid = volume_grid(machine, question, 13);
  const VolumeSlice at_once = volume_slice(machine, question, grid, 0, grid.layers(), never);
  VolumeSlice sum = volume_slice(machine, question, grid, 0, 3, never);
  for (std::size_t z = 3; z < grid.layers(); z += 4)
    append(sum, volume_slice(machine, question, grid, z, 4, never));
  EXPECT_NEAR(sum.volume, at_once.volume, 1e-12);
  EXPECT_EQ(sum.cells.size(), at_once.cells.size());
  EXPECT_EQ(sum.triangles.size(), at_once.triangles.size());
  EXPECT_EQ(sum.worst.force, at_once.worst.force);
  const VolumeGrid again =
      volume_grid(grid.low, grid.at(grid.nodes[0] - 1, grid.nodes[1] - 1, grid.nodes[2] - 1), 13);
  EXPECT_EQ(again.nodes, grid.nodes) << "a box that comes back is the same grid";
}

TEST(Volume, WithTiltsItIsSmallerAndEveryTiltIsThere) {
  const Machine machine = preset("standard-400");
  const Vec3 tilt{8 * kDegree, 6 * kDegree, 4 * kDegree};
  const VolumeSlice level = whole(machine, {}, 15), all = whole(machine, {Vec3::Zero(), tilt}, 15);
  EXPECT_LT(all.volume, level.volume);
  EXPECT_GT(all.volume, 0.0);
  for (const VolumeCell& cell : all.cells)
    for (int n = 0; n < 8; ++n) {
      const Vec3 angles{(n & 1 ? 1 : -1) * tilt.x(), (n & 2 ? 1 : -1) * tilt.y(),
                        (n & 4 ? 1 : -1) * tilt.z()};
      EXPECT_FALSE(kinematics::first_hit(machine, {cell.at, rotation_from_angles(angles, RotationOrder::zyx)},
                                         kinematics::StrokeUse::full));
    }
}

TEST(Volume, ForcesAndSpeedsInsideAreThoseOfStaticsAndOfLengths) {
  const Machine machine = preset("standard-400");  // legs without mass
  const VolumeSlice body = whole(machine, {}, 11);
  double worst = 0.0;
  for (const VolumeCell& cell : body.cells) {
    const Vec3 centre = machine.heights.neutral.position + cell.at;
    Mat6 wrench;
    for (std::size_t i = 0; i < 6; ++i) {
      const Vec3 s = (centre + machine.geometry.platform[i] - machine.geometry.base[i]).normalized();
      wrench.col(static_cast<Eigen::Index>(i)) << s, machine.geometry.platform[i].cross(s);
    }
    const Vec3 weight{0, 0, machine.payload.mass * kGravity};
    Vec6 load;
    load << weight, machine.payload.centre.cross(weight);
    const double most = wrench.fullPivLu().solve(load).cwiseAbs().maxCoeff();
    EXPECT_NEAR(cell.force, most, 1e-6 * most);
    worst = std::max(worst, most);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double step = 1e-6;
      double fastest = 0.0;
      Vec3 away = Vec3::Zero();
      away[static_cast<Eigen::Index>(axis)] = step;
      for (std::size_t i = 0; i < 6; ++i) {
        const Vec3 d = centre + machine.geometry.platform[i] - machine.geometry.base[i];
        fastest = std::max(fastest, std::abs((d + away).norm() - (d - away).norm()) / (2 * step));
      }
      EXPECT_NEAR(cell.speeds[axis], machine.limits.leg.velocity / fastest, 1e-4 * cell.speeds[axis]);
    }
  }
  EXPECT_NEAR(body.worst.force, worst, 1e-6 * worst);
}

TEST(Envelope, EverythingInsideTheScaleIsReachedAndNotMore) {
  std::mt19937 random{12};
  for (const char* const name : {"standard-400", "rectangle-4"}) {
    const Machine machine = preset(name);
    Envelope envelope;
    const bool six = machine.geometry.legs == 6;
    envelope.low = {six ? -0.1 : 0, six ? -0.08 : 0, -0.1,
                    -10 * kDegree,  -8 * kDegree,    six ? -6 * kDegree : 0};
    envelope.high = {six ? 0.1 : 0, six ? 0.12 : 0, 0.09, 10 * kDegree, 8 * kDegree, six ? 6 * kDegree : 0};
    const EnvelopeFit fit = fit_envelope(machine, envelope);
    ASSERT_GT(fit.scale, 0.05) << name;
    ASSERT_LT(fit.scale, kMostScale);
    EXPECT_TRUE(fit.hit);
    EXPECT_TRUE(kinematics::first_hit(machine, fit.pose, kinematics::StrokeUse::less_margin));
    std::uniform_real_distribution<double> share{0.0, 1.0};
    for (int n = 0; n < 4000; ++n) {
      AxisValues values{};
      for (std::size_t i = 0; i < kAxes; ++i)
        values[i] =
            0.999 * fit.scale * (envelope.low[i] + share(random) * (envelope.high[i] - envelope.low[i]));
      EXPECT_FALSE(kinematics::first_hit(machine, kXyzConvention.to_pose(values, 0.0),
                                         kinematics::StrokeUse::less_margin))
          << name;
    }
  }
}

TEST(Envelope, AnAxisThatIsNotThereNeverFits) {
  const Machine machine = preset("rectangle-4");
  Envelope envelope;
  envelope.high[0] = 0.01;
  EXPECT_EQ(fit_envelope(machine, envelope).scale, 0.0);
}

TEST(Envelope, SpeedAndForceAreTheWorstOfEveryCorner) {
  const Machine machine = preset("standard-400");
  Envelope envelope;
  envelope.low = {-0.05, -0.05, -0.05, -5 * kDegree, 0, 0};
  envelope.high = {0.05, 0.05, 0.05, 5 * kDegree, 0, 0};
  envelope.velocity = {0.2, 0, 0, 0.3, 0, 0};
  envelope.acceleration = {0, 0, 3.0, 0, 0, 0};
  const EnvelopeLoad speed = speed_in(machine, envelope), force = force_in(machine, envelope);
  // By hand at the pose that is named, from lengths a moment apart.
  const AbsolutePose place = machine.heights.absolute(speed.pose);
  const double moment = 1e-6;
  const auto length = [&](double way) {
    const Vec3 turn = speed.axis < 3 ? Vec3::Zero().eval() : Vec3{way * 0.3 * moment, 0, 0};
    const Vec3 move = speed.axis < 3 ? Vec3{way * 0.2 * moment, 0, 0} : Vec3::Zero().eval();
    const Quat rotation = from_rotation_vector(turn) * place.rotation;
    return (place.position + move + rotation * machine.geometry.platform[speed.leg] -
            machine.geometry.base[speed.leg])
        .norm();
  };
  EXPECT_NEAR(speed.value, std::abs(length(1) - length(-1)) / (2 * moment), 1e-5);
  EXPECT_EQ(force.axis, 2u);
  EXPECT_GT(force.value, machine.payload.mass * (kGravity + 3.0) / 6.0);
  EXPECT_TRUE(speed.fits());
  envelope.velocity[0] = 5.0;
  EXPECT_FALSE(speed_in(machine, envelope).fits());
}

/// A load that sits forward is worst when it is pushed one way, one that sits back when it is pushed the
/// other.
TEST(Envelope, ForcesAreLookedForBothWays) {
  for (const double forward : {0.3, -0.3}) {
    Machine machine = preset("standard-400");
    machine.payload.centre = {0.0, forward, 0.4};
    Envelope envelope;
    envelope.low[2] = -0.05;
    envelope.high[2] = 0.05;
    envelope.acceleration[1] = 4.0;
    double most = 0.0;
    for (const double heave : {-0.05, 0.0, 0.05}) {
      for (const double push : {-4.0, 0.0, 4.0}) {
        Motion motion;
        motion.pose.position.z() = heave;
        motion.acceleration.linear.y() = push;
        most = std::max(most, kinematics::leg_forces(machine, motion).cwiseAbs().maxCoeff());
      }
    }
    EXPECT_NEAR(force_in(machine, envelope).value, most, 1e-9 * most) << forward;
  }
}

}  // namespace
}  // namespace hexad::design
