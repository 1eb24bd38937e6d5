// Kinematics in nanoseconds a call, each beside the same thing written plainly with Eigen ("plain"): no
// check, no bound on iterations but a count, full pivoting library solves.

#include <benchmark/benchmark.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cstdlib>
#include <random>
#include <vector>

#include "kinematics/dynamics.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/reach.hpp"
#include "model/axes.hpp"

namespace {

using namespace hexad;
using namespace hexad::kinematics;

constexpr std::size_t kPoses = 256;

Machine standard_400() {
  Machine machine;
  joints_from_circles({1.2, pair_angle_from_distance(1.2, 0.1)}, {0.9, pair_angle_from_distance(0.9, 0.1)},
                      machine.geometry);
  machine.geometry.retracted.setConstant(0.8);
  machine.geometry.stroke = 0.4;
  machine.limits.joint_angle = machine.limits.rotation_angle = 60 * kDegree;
  machine.limits.stroke_margin = 1e-3;
  machine.limits.singular_margin = 0.2;
  machine.payload = {500, Vec3{0, 0, 0.3}, Vec3{40, 45, 60}};
  machine.leg_mass = {8, 0.2, 0.10, 4, 0.2, 0.05};
  const Result<Machine, std::vector<Finding>> result = derive(machine);
  if (!result) std::abort();
  return *result;
}

/// The same random reachable poses for everyone, with their legs and a start 5 mm and 1 degree beside each.
struct Fixture {
  Machine machine = standard_400();
  std::vector<Vec3> angles;
  std::vector<Pose> pose, beside, far;
  std::vector<Extensions> legs;

  Fixture() {
    std::mt19937_64 random{20240501};
    std::uniform_real_distribution<double> unit{-1, 1};
    const auto vector = [&](double size) {
      return Vec3{size * unit(random), size * unit(random), size * unit(random)};
    };
    while (pose.size() < kPoses) {
      const Vec3 turn = vector(0.4);
      const Pose candidate{vector(0.2), rotation_from_angles(turn, RotationOrder::zyx)};
      far.push_back({3.0 * candidate.position, candidate.rotation});
      if (first_hit(machine, candidate, StrokeUse::full)) continue;
      angles.push_back(turn);
      pose.push_back(candidate);
      const Vec3 direction = vector(1).normalized();
      beside.push_back({candidate.position + 0.005 * vector(1).normalized(),
                        from_rotation_vector(direction * kDegree) * candidate.rotation});
      legs.push_back(extensions(machine, candidate));
    }
  }
};

const Fixture& fixture() {
  static const Fixture instance;
  return instance;
}

template <class F>
void over_poses(benchmark::State& state, F&& call) {
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(call(i));
    i = (i + 1) % kPoses;
  }
}

// ---- plain -----------------------------------------------------------------------------------------------

Vec6 plain_inverse(const Machine& m, const Vec3& p, const Mat3& r) {
  Vec6 l;
  for (int i = 0; i < 6; ++i) {
    const auto k = static_cast<std::size_t>(i);
    l[i] = (p + r * m.geometry.platform[k] - m.geometry.base[k]).norm();
  }
  return l;
}

Mat3 plain_rotation(const Vec3& a) {
  return (Eigen::AngleAxisd(a.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(a.y(), Vec3::UnitY()) *
          Eigen::AngleAxisd(a.x(), Vec3::UnitX()))
      .toRotationMatrix();
}

Mat6 plain_jacobian(const Machine& m, const Vec3& p, const Mat3& r) {
  Mat6 j;
  for (int i = 0; i < 6; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 arm = r * m.geometry.platform[k];
    const Vec3 s = (p + arm - m.geometry.base[k]).normalized();
    j.row(i) << s.transpose(), arm.cross(s).transpose();
  }
  return j;
}

Pose plain_forward(const Machine& m, const Vec6& length, const Pose& start) {
  Vec3 p = start.position + m.heights.neutral.position;
  Quat q = start.rotation;
  for (int i = 0; i < 12; ++i) {
    const Mat3 r = q.toRotationMatrix();
    const Vec6 error = length - plain_inverse(m, p, r);
    if (error.cwiseAbs().maxCoeff() < 1e-12) break;
    const Vec6 step = plain_jacobian(m, p, r).partialPivLu().solve(error);
    p += step.head<3>();
    q = (from_rotation_vector(step.tail<3>()) * q).normalized();
  }
  return {p - m.heights.neutral.position, q};
}

// ---- measured --------------------------------------------------------------------------------------------

void Inverse(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) { return extensions(f.machine, f.pose[i]); });
}
void InversePlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    const Vec3 p = f.pose[i].position + f.machine.heights.neutral.position;
    return Vec6{plain_inverse(f.machine, p, f.pose[i].rotation.toRotationMatrix()) -
                f.machine.geometry.retracted.values()};
  });
}
void InverseFromAngles(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    return extensions(f.machine, {f.pose[i].position, rotation_from_angles(f.angles[i], RotationOrder::zyx)});
  });
}
void InverseFromAnglesPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    return plain_inverse(f.machine, f.pose[i].position + f.machine.heights.neutral.position,
                         plain_rotation(f.angles[i]));
  });
}
void ForwardWarm(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state,
             [&](std::size_t i) { return forward(f.machine, f.legs[i], f.beside[i]).pose.position.x(); });
}
void ForwardWarmPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    return plain_forward(f.machine, f.machine.geometry.lengths(f.legs[i]).values(), f.beside[i]).position.x();
  });
}
void ForwardCold(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) { return forward(f.machine, f.legs[i]).pose.position.x(); });
}
void ForwardColdPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    return plain_forward(f.machine, f.machine.geometry.lengths(f.legs[i]).values(), {}).position.x();
  });
}
void Jacobian(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) { return jacobian(f.machine, f.pose[i]); });
}
void JacobianPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    return plain_jacobian(f.machine, f.pose[i].position + f.machine.heights.neutral.position,
                          f.pose[i].rotation.toRotationMatrix());
  });
}
void SmallestSingular(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) { return smallest_singular(f.machine, f.pose[i]); });
}
void SmallestSingularPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    Mat6 j = plain_jacobian(f.machine, f.pose[i].position + f.machine.heights.neutral.position,
                            f.pose[i].rotation.toRotationMatrix());
    j.rightCols<3>() /= f.machine.radius;
    return Eigen::JacobiSVD<Mat6>{j}.singularValues()[5];
  });
}
void Dynamics(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    const Motion motion{f.pose[i], {f.pose[i].position, f.angles[i]}, {f.angles[i], f.pose[i].position}};
    return leg_forces(f.machine, motion);
  });
}
void DynamicsMassless(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    const Motion motion{f.pose[i], {f.pose[i].position, f.angles[i]}, {f.angles[i], f.pose[i].position}};
    return leg_forces(f.machine, motion, LegInertia::massless);
  });
}
void DynamicsMasslessPlain(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    const Mat3 r = f.pose[i].rotation.toRotationMatrix();
    const Vec3 w = f.angles[i], al = f.pose[i].position, c = r * f.machine.payload.centre;
    const Mat3 inertia = r * f.machine.payload.inertia.asDiagonal() * r.transpose();
    const Vec3 force =
        f.machine.payload.mass * (f.angles[i] + al.cross(c) + w.cross(w.cross(c)) + Vec3{0, 0, kGravity});
    Vec6 wrench;
    wrench << force, inertia * al + w.cross(inertia * w) + c.cross(force);
    const Mat6 j = plain_jacobian(f.machine, f.pose[i].position + f.machine.heights.neutral.position, r);
    return Vec6{j.transpose().partialPivLu().solve(wrench)};
  });
}
void LegRates(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state, [&](std::size_t i) {
    const Motion motion{f.pose[i], {f.pose[i].position, f.angles[i]}, {f.angles[i], f.pose[i].position}};
    return leg_rates(f.machine, motion).acceleration;
  });
}
void FirstHit(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state,
             [&](std::size_t i) { return first_hit(f.machine, f.pose[i], StrokeUse::less_margin).value; });
}
void ClampReachable(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state,
             [&](std::size_t i) { return clamp_from_neutral(f.machine, f.pose[i]).value.position.x(); });
}
void ClampOutOfReach(benchmark::State& state) {
  const Fixture& f = fixture();
  over_poses(state,
             [&](std::size_t i) { return clamp_from_neutral(f.machine, f.far[i]).value.position.x(); });
}
void Reach(benchmark::State& state) {
  const Fixture& f = fixture();
  for (auto _ : state) benchmark::DoNotOptimize(reach(f.machine));
}

BENCHMARK(Inverse);
BENCHMARK(InversePlain);
BENCHMARK(InverseFromAngles);
BENCHMARK(InverseFromAnglesPlain);
BENCHMARK(ForwardWarm);
BENCHMARK(ForwardWarmPlain);
BENCHMARK(ForwardCold);
BENCHMARK(ForwardColdPlain);
BENCHMARK(Jacobian);
BENCHMARK(JacobianPlain);
BENCHMARK(SmallestSingular);
BENCHMARK(SmallestSingularPlain);
BENCHMARK(Dynamics);
BENCHMARK(DynamicsMassless);
BENCHMARK(DynamicsMasslessPlain);
BENCHMARK(LegRates);
BENCHMARK(FirstHit);
BENCHMARK(ClampReachable);
BENCHMARK(ClampOutOfReach);
BENCHMARK(Reach)->Unit(benchmark::kMicrosecond);

}  // namespace
