// What is odd about a geometry. Tolerances: a micrometre for coordinates that travel as float32 or with
// four decimals of a millimetre; conditioning with rotations scaled by the platform radius.

#include <algorithm>
#include <cmath>

#include "kinematics/findings.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/say.hpp"

namespace hexad::kinematics {

using messages::Id;
using messages::say;

namespace {

constexpr double kSameJoint = 1e-6;
constexpr double kSymmetry = 1e-6;
constexpr double kSameHeight = 1e-5;
constexpr double kPoorCondition = 20.0;
constexpr double kTilt = 0.01 * kDegree;
constexpr double kOffCentre = 1e-4;

using Findings = std::vector<Finding>;

void warn(Findings& findings, const messages::Message& what) {
  findings.push_back({Finding::Kind::warning, what});
}

void find_shared_joints(const Geometry& g, Findings& findings) {
  for (std::size_t i = 0; i < g.legs; ++i) {
    for (std::size_t j = i + 1; j < g.legs; ++j) {
      const double below = (g.base[i] - g.base[j]).norm();
      const double above = (g.platform[i] - g.platform[j]).norm();
      if (below <= kSameJoint && above <= kSameJoint) continue;  // one leg twice: an error elsewhere
      if (below <= kSameJoint) warn(findings, say<Id::joints_coincide>(Id::base, i + 1, j + 1, below));
      if (above <= kSameJoint) warn(findings, say<Id::joints_coincide>(Id::platform, i + 1, j + 1, above));
    }
  }
}

Vec3 mirrored(const Vec3& v) noexcept { return {-v.x(), v.y(), v.z()}; }

struct Mirror {
  double below = 0.0;
  double above = 0.0;
  double total() const noexcept { return below + above; }
};

Mirror mirror_difference(const Geometry& g, std::size_t i, std::size_t j) noexcept {
  return {(mirrored(g.base[i]) - g.base[j]).norm(), (mirrored(g.platform[i]) - g.platform[j]).norm()};
}

std::size_t partner_of(const Geometry& g, std::size_t i) noexcept {
  std::size_t best = i;
  for (std::size_t j = 0; j < g.legs; ++j) {
    if (mirror_difference(g, i, j).total() < mirror_difference(g, i, best).total()) best = j;
  }
  return best;
}

void find_asymmetry(const Geometry& g, Findings& findings) {
  for (std::size_t i = 0; i < g.legs; ++i) {
    const std::size_t j = partner_of(g, i);
    if (partner_of(g, j) != i) {
      warn(findings, say<Id::leg_without_partner>(i + 1));
      continue;
    }
    if (j < i) continue;  // said once a pair
    const Mirror difference = mirror_difference(g, i, j);
    const auto compare = [&](Id end, double value) {
      if (!(value > kSymmetry)) return;
      warn(findings, i == j ? say<Id::joint_off_middle>(end, i + 1, 0.5 * value)
                            : say<Id::joints_not_mirrored>(end, i + 1, j + 1, value));
    };
    compare(Id::base, difference.below);
    compare(Id::platform, difference.above);
  }
}

void find_rectangle(const Geometry& g, Findings& findings) {
  if (g.mechanism != Mechanism::four_legs) return;
  const auto compare = [&](Id end, const std::array<Vec3, kMaxLegs>& joint) {
    const double off = (joint[0] - joint[1] + joint[2] - joint[3]).norm();
    const double diagonals = std::abs((joint[0] - joint[2]).norm() - (joint[1] - joint[3]).norm());
    if (off > kSymmetry || diagonals > kSymmetry)
      warn(findings, say<Id::joints_no_rectangle>(end, off, diagonals));
  };
  compare(Id::base, g.base);
  compare(Id::platform, g.platform);
}

void find_unequal_heights(const Geometry& g, Findings& findings) {
  std::size_t low = 0, high = 0;
  std::array<double, kMaxLegs> height{};
  for (std::size_t i = 0; i < g.legs; ++i) {
    const Vec3 d = g.platform[i] - g.base[i];
    const double length = g.retracted[static_cast<Eigen::Index>(i)] + 0.5 * g.stroke;
    height[i] = std::sqrt(length * length - d.head<2>().squaredNorm()) - d.z();
    if (height[i] < height[low]) low = i;
    if (height[i] > height[high]) high = i;
  }
  if (g.legs > 1 && height[high] - height[low] > kSameHeight) {
    warn(findings, say<Id::legs_of_unequal_height>(low + 1, height[low], high + 1, height[high],
                                                   height[high] - height[low]));
  }
}

void find_long_stroke(const Geometry& g, Findings& findings) {
  for (std::size_t i = 0; i < g.legs; ++i) {
    const double length = g.retracted[static_cast<Eigen::Index>(i)];
    if (g.stroke <= length) continue;
    warn(findings, say<Id::stroke_longer_than_leg>(g.stroke, i + 1, length));
  }
}

void find_joint_angles(const Machine& machine, const AbsolutePose& absolute, Id pose, Finding::Kind kind,
                       Findings& findings) {
  const LegGeometry legs = leg_geometry(machine, machine.heights.from_neutral(absolute));
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const bool base_worse = legs.base_angle[leg] >= legs.platform_angle[leg];
    const double angle = base_worse ? legs.base_angle[leg] : legs.platform_angle[leg];
    if (angle <= machine.limits.joint_angle) continue;
    findings.push_back(
        {kind, say<Id::joint_angle_past_limit>(i + 1, angle, base_worse ? Id::base : Id::platform, pose,
                                               machine.limits.joint_angle)});
  }
}

void find_poor_neutral(const Machine& machine, Findings& findings) {
  const AbsolutePose& neutral = machine.heights.neutral;
  const Conditioning at_neutral = conditioning(machine, machine.heights.from_neutral(neutral));
  if (at_neutral.condition > kPoorCondition) {
    warn(findings, say<Id::near_singular_at_neutral>(at_neutral.condition, machine.radius));
  }
  const double tilt = angle_between(Quat::Identity(), neutral.rotation);
  if (tilt > kTilt) warn(findings, say<Id::neutral_tilted>(tilt));
  const double aside = neutral.position.head<2>().norm();
  if (aside > kOffCentre) {
    warn(findings, say<Id::neutral_off_centre>(aside, neutral.position.x(), neutral.position.y()));
  }
}

}  // namespace

std::vector<Finding> check(const Machine& asked) {
  Findings findings;
  internal::find_broken(asked, findings);
  if (internal::has_error(findings)) return findings;
  const Geometry& g = asked.geometry;
  if (g.legs == 0) return findings;
  find_shared_joints(g, findings);
  find_asymmetry(g, findings);
  find_rectangle(g, findings);
  find_unequal_heights(g, findings);
  find_long_stroke(g, findings);

  Machine machine = asked;
  if (!internal::derive_into(machine, findings)) return findings;
  find_poor_neutral(machine, findings);
  find_joint_angles(machine, machine.heights.neutral, Id::neutral, Finding::Kind::error, findings);
  find_joint_angles(machine, machine.heights.bottom, Id::the_bottom, Finding::Kind::warning, findings);
  find_joint_angles(machine, machine.heights.top, Id::the_top, Finding::Kind::warning, findings);
  return findings;
}

}  // namespace hexad::kinematics
