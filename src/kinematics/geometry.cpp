#include "kinematics/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/roots.hpp"
#include "kinematics/findings.hpp"
#include "messages/say.hpp"

namespace hexad::kinematics {

using messages::Id;
using messages::say;

namespace {

Vec3 on_circle(double diameter, double angle) noexcept {
  return {0.5 * diameter * std::cos(angle), 0.5 * diameter * std::sin(angle), 0.0};
}

// Clockwise from above, as the default platform is numbered: which pair (its centre in degrees) a leg's joint
// belongs to, and on which side of it.
struct Place {
  double centre;
  double side;
};
constexpr Place kBase[kMaxLegs] = {{150, -1}, {30, +1}, {30, -1}, {270, +1}, {270, -1}, {150, +1}};
constexpr Place kPlatform[kMaxLegs] = {{90, +1}, {90, -1}, {330, +1}, {330, -1}, {210, +1}, {210, -1}};

struct Rule {
  std::size_t legs;
  Mechanism mechanism;
  Id id;
};
constexpr Rule kRules[] = {
    {6, Mechanism::six_legs, Id::legs_six},           {4, Mechanism::four_legs, Id::legs_four},
    {3, Mechanism::three_legs, Id::legs_three},       {2, Mechanism::two_legs, Id::legs_two_pivot},
    {2, Mechanism::heave_roll, Id::legs_two_in_line}, {1, Mechanism::one_leg, Id::legs_one},
    {0, Mechanism::rotary_only, Id::legs_none},
};

}  // namespace

double pair_angle_from_distance(double diameter, double distance) noexcept {
  return 2.0 * std::asin(distance / diameter);
}

void joints_from_circles(const CircleJoints& base, const CircleJoints& platform,
                         Geometry& geometry) noexcept {
  geometry.mechanism = Mechanism::six_legs;
  geometry.legs = kMaxLegs;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double below = kBase[i].centre * kDegree + kBase[i].side * 0.5 * base.pair_angle;
    const double above = kPlatform[i].centre * kDegree + kPlatform[i].side * 0.5 * platform.pair_angle;
    geometry.base[i] = on_circle(base.diameter, below);
    geometry.platform[i] = on_circle(platform.diameter, above);
  }
}

NearestCircle nearest_circle(const std::array<Vec3, kMaxLegs>& joints, bool platform) noexcept {
  const Place* const places = platform ? kPlatform : kBase;
  NearestCircle nearest;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double turned = std::atan2(joints[i].y(), joints[i].x()) - places[i].centre * kDegree;
    nearest.circle.diameter += 2.0 * length_of(joints[i].x(), joints[i].y()) / kMaxLegs;
    nearest.circle.pair_angle += 2.0 * places[i].side * std::remainder(turned, 2.0 * kPi) / kMaxLegs;
  }
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double angle = places[i].centre * kDegree + places[i].side * 0.5 * nearest.circle.pair_angle;
    nearest.off = std::max(nearest.off, (joints[i] - on_circle(nearest.circle.diameter, angle)).norm());
  }
  return nearest;
}

std::vector<Finding> count_legs(Geometry& geometry, bool has_rotary) {
  std::vector<Finding> findings;
  const auto error = [&findings](const messages::Message& what) {
    findings.push_back({Finding::Kind::error, what});
  };
  std::size_t count = 0;
  std::size_t last = 0;
  std::string missing;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    // Written so that a number that is not one counts as set: it is then refused as not finite.
    const bool below = !geometry.base[i].isZero(0.0);
    const bool above = !geometry.platform[i].isZero(0.0);
    if (below != above) {
      error(say<Id::leg_with_one_end>(i + 1, below ? Id::base : Id::platform));
    }
    if (below || above) {
      ++count;
      last = i + 1;
    }
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (!geometry.base[i].isZero(0.0) || !geometry.platform[i].isZero(0.0)) continue;
    missing += (missing.empty() ? "" : ", ") + std::to_string(i + 1);
  }
  if (!missing.empty()) error(say<Id::legs_with_gap>(missing));
  if (count == 5) error(Id::legs_five);
  if (count == 0 && !has_rotary) error(Id::nothing_can_move);
  if (internal::has_error(findings)) return findings;

  for (const Rule& rule : kRules) {
    if (rule.legs != count || (count == 2 && rule.mechanism != two_leg_mechanism(geometry))) continue;
    geometry.legs = count;
    geometry.mechanism = rule.mechanism;
    const bool more = has_rotary && count > 0;
    findings.push_back(
        {Finding::Kind::note, more ? say<Id::legs_and_rotary>(rule.id) : messages::Message{rule.id}});
  }
  return findings;
}

}  // namespace hexad::kinematics
