// Heights: the pose with all legs at extension 0, stroke/2 and stroke, by assembly from the level pose at the
// mean of the heights each leg alone would give, h_i = a_z − b_z + √(L_i² − horizontal²). That start is never
// below the bottom pose, where assembly may find other modes. Two legs turn about a pivot at the height of
// the middle one.

#include <algorithm>
#include <cmath>

#include "kinematics/assembly.hpp"
#include "kinematics/findings.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/guide.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/reach.hpp"
#include "messages/say.hpp"

namespace hexad::kinematics {

using messages::Id;
using messages::say;

namespace internal {

namespace {

void find_bad_numbers(const Machine& machine, std::vector<Finding>& findings) {
  const Geometry& g = machine.geometry;
  const auto error = [&findings](const messages::Message& what) {
    findings.push_back({Finding::Kind::error, what});
  };
  for (std::size_t i = 0; i < g.legs; ++i) {
    if (!g.base[i].allFinite()) error(say<Id::joint_not_finite>(Id::base, i + 1));
    if (!g.platform[i].allFinite()) error(say<Id::joint_not_finite>(Id::platform, i + 1));
    const double length = g.retracted[static_cast<Eigen::Index>(i)];
    if (!std::isfinite(length)) {
      error(say<Id::leg_length_not_finite>(i + 1));
    } else if (!(length > 0.0)) {
      error(say<Id::leg_length_not_positive>(i + 1, length));
    }
  }
  if (g.legs > 0 && !(g.stroke > 0.0 && std::isfinite(g.stroke))) {
    error(say<Id::stroke_not_positive>(g.stroke));
  }
}

void find_short_legs(const Machine& machine, std::vector<Finding>& findings) {
  const Geometry& g = machine.geometry;
  for (std::size_t i = 0; i < g.legs; ++i) {
    const double projection = (g.platform[i] - g.base[i]).head<2>().norm();
    const double length = g.retracted[static_cast<Eigen::Index>(i)];
    if (length > projection) continue;
    findings.push_back({Finding::Kind::error, say<Id::leg_too_short>(i + 1, length, projection)});
  }
}

void find_coincident_legs(const Machine& machine, std::vector<Finding>& findings) {
  const Geometry& g = machine.geometry;
  for (std::size_t i = 0; i < g.legs; ++i) {
    for (std::size_t j = i + 1; j < g.legs; ++j) {
      const double below = (g.base[i] - g.base[j]).norm();
      const double above = (g.platform[i] - g.platform[j]).norm();
      if (below > 1e-6 || above > 1e-6) continue;
      findings.push_back({Finding::Kind::error, say<Id::one_leg_twice>(i + 1, j + 1, below, above)});
    }
  }
}

}  // namespace

void find_broken(const Machine& machine, std::vector<Finding>& findings) {
  find_bad_numbers(machine, findings);
  if (has_error(findings)) return;
  find_short_legs(machine, findings);
  find_coincident_legs(machine, findings);
}

}  // namespace internal

namespace {

// Derived at start-up, so it may take its time.
constexpr int kHeightIterations = 60;
constexpr double kRankless = 1e-6;

double mean_radius(const Geometry& geometry) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < geometry.legs; ++i) sum += geometry.platform[i].head<2>().norm();
  const double mean = geometry.legs > 0 ? sum / static_cast<double>(geometry.legs) : 0.0;
  return mean > 1e-6 ? mean : 1.0;  // a single leg in the centre: no rotation to be scaled
}

double level_height(const Geometry& geometry, double extension) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < geometry.legs; ++i) {
    const Vec3 d = geometry.platform[i] - geometry.base[i];
    const double length = geometry.retracted[static_cast<Eigen::Index>(i)] + extension;
    sum += std::sqrt(std::max(length * length - d.head<2>().squaredNorm(), 0.0)) - d.z();
  }
  return sum / static_cast<double>(geometry.legs);
}

bool find_height(const Geometry& geometry, double extension, Id name, AbsolutePose& pose,
                 std::vector<Finding>& findings) {
  const bool pivot = geometry.mechanism == Mechanism::two_legs;
  const double height = level_height(geometry, pivot ? 0.5 * geometry.stroke : extension);
  const LegLengths length = geometry.lengths(Extensions::Constant(extension));
  const internal::Assembly found =
      internal::assemble(geometry, length, Vec3{0.0, 0.0, height}, Quat::Identity(), kHeightIterations);
  const double angle = angle_between(Quat::Identity(), found.rotation);
  if (found.converged && found.centre.z() > 0.0 && angle <= 60.0 * kDegree) {
    pose = {found.centre, found.rotation};
    return true;
  }
  findings.push_back({Finding::Kind::error, say<Id::no_such_pose>(name, extension, height)});
  return false;
}

messages::Message without_rank(const Machine& machine, const Conditioning& at_neutral) {
  if (machine.geometry.mechanism == Mechanism::two_legs) return Id::pivot_in_line;
  return say<Id::singular_at_neutral>(at_neutral.smallest / at_neutral.largest);
}

int sign_at_neutral(const Machine& machine, const Conditioning& at_neutral) {
  if (machine.geometry.mechanism == Mechanism::six_legs) return at_neutral.determinant > 0.0 ? 1 : -1;
  const Pose neutral = machine.heights.from_neutral(machine.heights.neutral);
  const internal::Guide guide = internal::guide_of(machine.geometry.mechanism, neutral);
  return internal::guide_sign(
      machine.geometry,
      internal::guide_jacobian(machine.geometry, internal::leg_vectors(machine, neutral), guide.roll));
}

}  // namespace

bool internal::derive_into(Machine& machine, std::vector<Finding>& findings) {
  machine.radius = mean_radius(machine.geometry);
  machine.heights = {};
  machine.neutral_singular = 0.0;
  machine.neutral_sign = 0;
  machine.reach.fill(0.0);
  machine.ends.fill({});
  if (machine.geometry.legs == 0) return true;
  const auto no_rank = [&](const Conditioning& at) {
    if (at.smallest > kRankless * at.largest) return false;
    findings.push_back({Finding::Kind::error, without_rank(machine, at)});
    return true;
  };

  // Without rank at the level pose there is nothing to assemble: say that, not "no pose".
  Machine level = machine;
  level.heights.neutral.position.z() = level_height(machine.geometry, 0.5 * machine.geometry.stroke);
  if (no_rank(conditioning(level, {}))) return false;

  const double stroke = machine.geometry.stroke;
  const bool neutral =
      find_height(machine.geometry, 0.5 * stroke, Id::neutral, machine.heights.neutral, findings);
  const bool bottom = find_height(machine.geometry, 0.0, Id::bottom, machine.heights.bottom, findings);
  const bool top = find_height(machine.geometry, stroke, Id::top, machine.heights.top, findings);
  if (!neutral || !bottom || !top) return false;

  const Conditioning at_neutral =
      conditioning(machine, machine.heights.from_neutral(machine.heights.neutral));
  if (no_rank(at_neutral)) return false;
  machine.neutral_singular = at_neutral.smallest;
  machine.neutral_sign = sign_at_neutral(machine, at_neutral);
  const auto ranges = reach(machine, {}, StrokeUse::less_margin);
  for (std::size_t i = 0; i < machine.reach.size(); ++i) {
    machine.ends[i] = {ranges[i].low, ranges[i].high};
    machine.reach[i] = std::max(0.0, std::min(-ranges[i].low, ranges[i].high));
  }
  return true;
}

Result<Machine, std::vector<Finding>> derive(Machine machine) {
  std::vector<Finding> findings;
  internal::find_broken(machine, findings);
  if (internal::has_error(findings) || !internal::derive_into(machine, findings)) return Failure{findings};
  return machine;
}

}  // namespace hexad::kinematics
