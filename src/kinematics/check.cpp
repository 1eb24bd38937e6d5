// What is odd about a geometry, in words. Tolerances: a micrometre for coordinates that travel as float32 or with
// four decimals of a millimetre; conditioning with rotations scaled by the platform radius.

#include <algorithm>
#include <cmath>

#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/words.hpp"

namespace hexad::kinematics {

using internal::degrees;
using internal::mm;
using internal::words;

namespace {

constexpr double kSameJoint = 1e-6;
constexpr double kSymmetry = 1e-6;
constexpr double kSameHeight = 1e-5;
constexpr double kPoorCondition = 20.0;
constexpr double kTilt = 0.01 * kDegree;
constexpr double kOffCentre = 1e-4;

using Findings = std::vector<Finding>;

void warn(Findings& findings, std::string text) {
  findings.push_back({Finding::Kind::warning, std::move(text)});
}

void find_shared_joints(const Geometry& g, Findings& findings) {
  for (std::size_t i = 0; i < g.legs; ++i) {
    for (std::size_t j = i + 1; j < g.legs; ++j) {
      const double below = (g.base[i] - g.base[j]).norm();
      const double above = (g.platform[i] - g.platform[j]).norm();
      if (below <= kSameJoint && above <= kSameJoint) continue;  // one leg twice: an error elsewhere
      if (below <= kSameJoint)
        warn(findings, words("base joints %zu and %zu coincide (%.4f mm)", i + 1, j + 1, mm(below)));
      if (above <= kSameJoint) {
        warn(findings, words("platform joints %zu and %zu coincide (%.4f mm)", i + 1, j + 1, mm(above)));
      }
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
      warn(findings, words("leg %zu has no partner mirrored in x = 0", i + 1));
      continue;
    }
    if (j < i) continue;  // said once a pair
    const Mirror difference = mirror_difference(g, i, j);
    const auto say = [&](const char* end, double value) {
      if (!(value > kSymmetry)) return;
      if (i == j) {
        warn(findings,
             words("the %s joint of leg %zu is %.4f mm off the line x = 0", end, i + 1, mm(0.5 * value)));
      } else {
        warn(findings, words("%s joints %zu and %zu are not mirrored in x = 0: %.4f mm apart", end, i + 1,
                             j + 1, mm(value)));
      }
    };
    say("base", difference.below);
    say("platform", difference.above);
  }
}

void find_rectangle(const Geometry& g, Findings& findings) {
  if (g.mechanism != Mechanism::four_legs) return;
  const auto say = [&](const char* end, const std::array<Vec3, kMaxLegs>& joint) {
    const double off = (joint[0] - joint[1] + joint[2] - joint[3]).norm();
    const double diagonals = std::abs((joint[0] - joint[2]).norm() - (joint[1] - joint[3]).norm());
    if (off > kSymmetry || diagonals > kSymmetry) {
      warn(
          findings,
          words("%s joints 1-4 are no rectangle in this order: sides differ by %.4f mm, diagonals by %.4f mm",
                end, mm(off), mm(diagonals)));
    }
  };
  say("base", g.base);
  say("platform", g.platform);
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
    warn(findings,
         words("at mid-stroke leg %zu would hold the level platform at %.4f mm, leg %zu at %.4f mm "
               "(%.4f mm apart)",
               low + 1, mm(height[low]), high + 1, mm(height[high]), mm(height[high] - height[low])));
  }
}

void find_long_stroke(const Geometry& g, Findings& findings) {
  for (std::size_t i = 0; i < g.legs; ++i) {
    const double length = g.retracted[static_cast<Eigen::Index>(i)];
    if (g.stroke <= length) continue;
    warn(findings, words("the stroke (%.3f mm) is longer than leg %zu retracted (%.3f mm)", mm(g.stroke),
                         i + 1, mm(length)));
  }
}

void find_joint_angles(const Machine& machine, const AbsolutePose& absolute, const char* name,
                       Finding::Kind kind, Findings& findings) {
  const LegGeometry legs = leg_geometry(machine, machine.heights.from_neutral(absolute));
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const bool base_worse = legs.base_angle[leg] >= legs.platform_angle[leg];
    const double angle = base_worse ? legs.base_angle[leg] : legs.platform_angle[leg];
    if (angle <= machine.limits.joint_angle) continue;
    findings.push_back(
        {kind, words("leg %zu stands %.2f degrees off the normal of the %s at %s; the joint limit is "
                     "%.2f degrees",
                     i + 1, degrees(angle), base_worse ? "base" : "platform", name,
                     degrees(machine.limits.joint_angle))});
  }
}

void find_poor_neutral(const Machine& machine, Findings& findings) {
  const AbsolutePose& neutral = machine.heights.neutral;
  const Conditioning at_neutral = conditioning(machine, machine.heights.from_neutral(neutral));
  if (at_neutral.condition > kPoorCondition) {
    warn(findings, words("near singular at neutral: condition number %.1f (rotations scaled by %.1f mm)",
                         at_neutral.condition, mm(machine.radius)));
  }
  const double tilt = angle_between(Quat::Identity(), neutral.rotation);
  if (tilt > kTilt) warn(findings, words("neutral is tilted by %.3f degrees", degrees(tilt)));
  const double aside = neutral.position.head<2>().norm();
  if (aside > kOffCentre) {
    warn(findings, words("neutral stands %.3f mm beside the base centre (%.3f, %.3f)", mm(aside),
                         mm(neutral.position.x()), mm(neutral.position.y())));
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
  find_joint_angles(machine, machine.heights.neutral, "neutral", Finding::Kind::error, findings);
  find_joint_angles(machine, machine.heights.bottom, "the bottom", Finding::Kind::warning, findings);
  find_joint_angles(machine, machine.heights.top, "the top", Finding::Kind::warning, findings);
  return findings;
}

}  // namespace hexad::kinematics
