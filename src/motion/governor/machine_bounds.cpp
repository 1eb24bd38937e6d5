#include "motion/governor/machine_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "motion/coordinates.hpp"

namespace hexad::motion {
namespace {

constexpr double kLegsTurn = 1.25;  // what a leg does for an axis, at neutral and anywhere

bool breaks_an_angle(const Machine& machine, const Pose& pose) noexcept {
  for (const LimitHit& hit : kinematics::reachability(machine, pose, kinematics::StrokeUse::full)) {
    if (hit.limit != Limit::leg_lower && hit.limit != Limit::leg_upper) return true;
  }
  return false;
}

}  // namespace

bool angles_matter(const Machine& machine) noexcept {
  const std::size_t corners = std::size_t{1} << machine.geometry.legs;
  for (std::size_t corner = 0; corner < corners; ++corner) {
    Extensions legs = Extensions::Zero();
    for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
      legs[static_cast<Eigen::Index>(i)] = (corner >> i & 1U) != 0 ? machine.geometry.stroke : 0.0;
    }
    const kinematics::Forward at = kinematics::forward(machine, legs);
    if (!at.ok()) return true;
    if (breaks_an_angle(machine, at.pose)) return true;
  }
  return false;
}

Vec6 angle_box_of(const Machine& machine) noexcept {
  Vec6 shape;
  shape << Vec3::Constant(machine.geometry.stroke), Vec3::Constant(0.5 * machine.limits.rotation_angle);
  const auto fits = [&](double scale) {
    for (unsigned corner = 0; corner < 64; ++corner) {
      Vec6 place;
      for (int i = 0; i < 6; ++i) place[i] = ((corner >> i) & 1U) != 0 ? scale * shape[i] : -scale * shape[i];
      if (breaks_an_angle(machine, pose_of(place))) return false;
    }
    return true;
  };
  double good = 0.0;
  double bad = 1.0;
  for (int i = 0; i < 10; ++i) {
    const double middle = 0.5 * (good + bad);
    (fits(middle) ? good : bad) = middle;
  }
  return 0.95 * good * shape;
}

double leg_pull_of(const Machine& machine) noexcept {
  const Mat6 jacobian = kinematics::jacobian(machine, Pose{});
  double most = 0.0;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto row = jacobian.row(static_cast<Eigen::Index>(leg));
    most = std::max(most, length_of(row.head<3>().norm() * machine.limits.translation.acceleration,
                                    row.tail<3>().norm() * machine.limits.rotation.acceleration));
  }
  return kLegsTurn * most;
}

Vec6 free_of(Mechanism mechanism) noexcept {
  switch (mechanism) {
    case Mechanism::six_legs:
      return Vec6::Ones();
    case Mechanism::four_legs:
    case Mechanism::three_legs:
      return Vec6{0, 0, 1, 1, 1, 0};
    case Mechanism::two_legs:
      return Vec6{0, 0, 0, 1, 1, 0};
    case Mechanism::heave_roll:
      return Vec6{0, 0, 1, 0, 1, 0};
    case Mechanism::one_leg:
      return Vec6{0, 0, 1, 0, 0, 0};
    case Mechanism::rotary_only:
      return Vec6::Zero();
  }
  return Vec6::Zero();
}

}  // namespace hexad::motion
