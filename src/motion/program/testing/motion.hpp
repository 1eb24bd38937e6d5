#pragma once
// What a prepared motion does, measured from its poses alone: differences of at() on a grid of ticks, legs by
// the inverse kinematics. Knows nothing of how it was planned.

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include "kinematics/inverse.hpp"
#include "model/prepared.hpp"
#include "motion/coordinates.hpp"
#include "motion/files/motion_file.hpp"
#include "motion/governor/governor.hpp"

namespace hexad::motion::testing_support {

constexpr AxisValues mm_deg(double x, double y, double z, double rx, double ry, double rz) {
  return {x * kMillimetre, y * kMillimetre, z * kMillimetre, rx * kDegree, ry * kDegree, rz * kDegree};
}

/// Axes (x y z, components of the rotation from tick to tick) and legs.
using Measured12 = Eigen::Array<double, 12, 1>;

struct Measured {
  Measured12 velocity = Measured12::Zero();
  Measured12 acceleration = Measured12::Zero();
  Measured12 jerk = Measured12::Zero();
  double least_room = 1e9;  ///< of any leg to the stroke less its margin
  LimitHit reach;           ///< the first pose out of reach

  /// The largest share of any limit.
  double share(const MotionLimits& limits) const {
    const auto bounds = [](double t, double r, double l) {
      Measured12 b;
      b << Vec3::Constant(t).array(), Vec3::Constant(r).array(), Vec6::Constant(l).array();
      return b;
    };
    return std::max(
        {(velocity / bounds(limits.translation.velocity, limits.rotation.velocity, limits.leg.velocity))
             .maxCoeff(),
         (acceleration /
          bounds(limits.translation.acceleration, limits.rotation.acceleration, limits.leg.acceleration))
             .maxCoeff(),
         (jerk / bounds(limits.translation.jerk, limits.rotation.jerk, limits.leg.jerk)).maxCoeff()});
  }
};

/// From `from` to `to`.
template <class PoseAt>
Measured measure(const Machine& machine, const PoseAt& pose_at, double from, double to, double step = 1e-3) {
  Measured most;
  std::array<Measured12, 4> place;  // x, turned so far, legs; newest last
  place.fill(Measured12::Zero());
  Pose before = pose_at(from);
  Measured12 now = Measured12::Zero();
  now.head<3>() = before.position.array();
  const int ticks = static_cast<int>(std::ceil((to - from) / step));
  for (int k = 0; k <= ticks; ++k) {
    const Pose pose = pose_at(from + k * step);
    now.head<3>() = pose.position.array();
    now.segment<3>(3) += rotation_vector(pose.rotation * before.rotation.conjugate()).array();
    now.tail<6>() = kinematics::extensions(machine, pose).array();
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double e = now[6 + static_cast<Eigen::Index>(leg)];
      most.least_room = std::min({most.least_room, e - machine.limits.stroke_margin,
                                  machine.geometry.stroke - machine.limits.stroke_margin - e});
    }
    if (!most.reach) most.reach = kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin);
    place = {place[1], place[2], place[3], now};
    before = pose;
    if (k >= 1) most.velocity = most.velocity.max((place[3] - place[2]).abs() / step);
    if (k >= 2)
      most.acceleration = most.acceleration.max((place[3] - 2.0 * place[2] + place[1]).abs() / (step * step));
    if (k >= 3)
      most.jerk =
          most.jerk.max((place[3] - 3.0 * place[2] + 3.0 * place[1] - place[0]).abs() / (step * step * step));
  }
  return most;
}

inline Measured measure(const Machine& machine, const Prepared& program, double step = 1e-3) {
  return measure(
      machine, [&](double t) { return program.at(t).pose; }, -4.0 * step, program.duration() + 4.0 * step,
      step);
}

/// How often the governor does something to a program that is played tick by tick.
inline int governor_acts(const Machine& machine, const Prepared& program, LimitHit* first = nullptr) {
  Governor governor;
  governor.reset(machine, program.at(0.0).pose, 1e-3);
  for (int k = 1; k * 1e-3 < program.duration() + 5e-3; ++k) {
    const Governor::Step step = governor.advance(state_of(program.at(k * 1e-3)));
    if (!step.hit) continue;
    if (first != nullptr) *first = step.hit;
    return k;  // from here on it goes its own way
  }
  return 0;
}

/// Largest errors of the derivatives that at() gives, against differences of its poses.
inline double derivative_error(const Prepared& program, double step = 1e-4) {
  double worst = 0.0;
  const int samples = 997;
  for (int k = 1; k < samples; ++k) {
    const double t = program.duration() * k / samples;
    const Motion before = program.at(t - step);
    const Motion now = program.at(t);
    const Motion after = program.at(t + step);
    const Vec3 linear = (after.pose.position - before.pose.position) / (2.0 * step);
    const Vec3 angular =
        rotation_vector(after.pose.rotation * before.pose.rotation.conjugate()) / (2.0 * step);
    const Vec3 push = (after.velocity.linear - before.velocity.linear) / (2.0 * step);
    const Vec3 turn = (after.velocity.angular - before.velocity.angular) / (2.0 * step);
    worst = std::max({worst, (linear - now.velocity.linear).cwiseAbs().maxCoeff(),
                      (angular - now.velocity.angular).cwiseAbs().maxCoeff(),
                      // jerk bends the difference of velocities inside one step
                      1e-2 * (push - now.acceleration.linear).cwiseAbs().maxCoeff(),
                      1e-2 * (turn - now.acceleration.angular).cwiseAbs().maxCoeff()});
  }
  return worst;
}

/// A file of share/motion, in the format it looks like.
inline files::MotionText shipped(const std::string& name) {
  std::ifstream stream{HEXAD_TEST_SHARE "/motion/" + name, std::ios::binary};
  std::ostringstream text;
  text << stream.rdbuf();
  return {name, text.str(), files::guess_format(text.str())};
}

}  // namespace hexad::motion::testing_support
