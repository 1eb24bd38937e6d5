// A leg is commanded to the length l that the drawing gives for a pose. Where its base joint is off by e, the
// platform ends where J·δ = s·e; where its platform joint is off by e (in the platform's axes), J·δ =
// −(Rᵀ·s)·e; a leg that is longer by e: J·δ = e. δ = (translation, rotation vector) in base axes; a point p
// of the platform moves by δ_t + δ_r × R·p. Evenly spread errors of ±t have the standard deviation t/√3, and
// those of different parts have nothing to do with each other: variances add up.

#include "design/tolerances.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"

namespace hexad::design {
namespace {

constexpr std::size_t kBetweenErrors = 300;

Vec3 direction_of(const Vec3& joint, ErrorWay way) {
  if (way == ErrorWay::vertical) return Vec3::UnitZ();
  const Vec3 level{joint.x(), joint.y(), 0.0};
  const Vec3 out = level.norm() > 1e-9 ? Vec3{level.normalized()} : Vec3::UnitX();
  return way == ErrorWay::radial ? out : Vec3::UnitZ().cross(out);
}

/// What one metre of this error lengthens its leg by, as the controller does not know.
double gain_of(const Machine& machine, const Effect& effect, const Vec3& s, const Quat& rotation) {
  switch (effect.end) {
    case JointEnd::base:
      return s.dot(direction_of(machine.geometry.base[effect.leg], effect.way));
    case JointEnd::platform:
      return -s.dot(rotation * direction_of(machine.geometry.platform[effect.leg], effect.way));
    case JointEnd::leg:
      break;
  }
  return 1.0;
}

std::vector<Effect> all_effects(std::size_t legs) {
  std::vector<Effect> effects;
  for (std::size_t leg = 0; leg < legs; ++leg) {
    for (const JointEnd end : {JointEnd::base, JointEnd::platform})
      for (const ErrorWay way : {ErrorWay::radial, ErrorWay::tangential, ErrorWay::vertical})
        effects.push_back({end, way, leg, 0.0, 0.0, 0.0, {}});
    effects.push_back({JointEnd::leg, ErrorWay::length, leg, 0.0, 0.0, 0.0, {}});
  }
  return effects;
}

struct Sums {
  std::array<double, kAxes> squares{};
  std::array<double, kAxes> straight{};
  double translation = 0.0, rotation = 0.0;  ///< all against us
};

void keep_worse(PoseError& error, double variance, double worst, const Pose& pose) {
  error.rms = std::max(error.rms, std::sqrt(variance));
  if (!(worst > error.worst)) return;
  error.worst = worst;
  error.pose = pose;
}

}  // namespace

ToleranceReport tolerances_of(const Machine& machine, const Tolerances& tolerances, const Vec3& point) {
  ToleranceReport report;
  report.effects = all_effects(machine.geometry.legs);
  const auto allowed = [&](const Effect& effect) {
    return effect.end == JointEnd::base       ? tolerances.base
           : effect.end == JointEnd::platform ? tolerances.platform
                                              : tolerances.length;
  };
  const std::vector<Place> places = Workspace{machine}.spread(kBetweenErrors);
  report.places = places.size();
  double all = 0.0;
  for (const Place& place : places) {
    const Pose pose = kinematics::project(machine, place.pose);
    const kinematics::LegGeometry geometry = kinematics::leg_geometry(machine, pose);
    const Vec3 arm = pose.rotation * point;
    std::array<Twist, kMaxLegs> of_leg;
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      LegSpeeds one;
      one[static_cast<Eigen::Index>(leg)] = 1.0;
      of_leg[leg] = kinematics::twist_from_leg_rates(machine, pose, one);
    }
    Sums sums;
    for (Effect& effect : report.effects) {
      const double gain = gain_of(machine, effect, geometry.direction[effect.leg], pose.rotation);
      const Vec3 turned = gain * of_leg[effect.leg].angular;
      const Vec3 moved = gain * of_leg[effect.leg].linear + turned.cross(arm);
      if (moved.norm() > effect.translation) {
        effect.translation = moved.norm();
        effect.pose = pose;
      }
      effect.rotation = std::max(effect.rotation, turned.norm());
      const double t = allowed(effect);
      for (Eigen::Index i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        sums.squares[k] += moved[i] * moved[i] * t * t / 3.0;
        sums.squares[k + 3] += turned[i] * turned[i] * t * t / 3.0;
        sums.straight[k] += std::abs(moved[i]) * t;
        sums.straight[k + 3] += std::abs(turned[i]) * t;
      }
      sums.translation += moved.norm() * t;
      sums.rotation += turned.norm() * t;
      const double variance =
          (moved.squaredNorm() + machine.radius * machine.radius * turned.squaredNorm()) * t * t;
      effect.share += variance;
      all += variance;
    }
    keep_worse(report.translation, sums.squares[0] + sums.squares[1] + sums.squares[2], sums.translation,
               pose);
    keep_worse(report.rotation, sums.squares[3] + sums.squares[4] + sums.squares[5], sums.rotation, pose);
    for (std::size_t i = 0; i < kAxes; ++i)
      keep_worse(report.axes[i], sums.squares[i], sums.straight[i], pose);
  }
  for (Effect& effect : report.effects) effect.share = all > 0.0 ? effect.share / all : 0.0;
  std::stable_sort(report.effects.begin(), report.effects.end(),
                   [](const Effect& a, const Effect& b) { return a.share > b.share; });
  return report;
}

}  // namespace hexad::design
