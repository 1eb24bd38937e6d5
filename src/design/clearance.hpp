#pragma once
// How near the legs come to each other and to the plates of base and platform, over the whole workspace. A
// leg is a thick cylinder that ends in a thinner rod, both from joint to joint along one line; a plate is
// round and thin. Distances are between surfaces; below zero they go through each other. Tools only: it
// allocates.

#include <array>
#include <vector>

#include "design/places.hpp"

namespace hexad::design {

/// SI. What is 0 and may be worked out from the machine is: whole_body().
struct LegBody {
  double cylinder_radius = 0.030;
  double cylinder_length = 0.0;  ///< from the base joint; 0 = nine tenths of the retracted leg
  double rod_radius = 0.015;
  double joint_length = 0.060;  ///< of either end of a leg: that is the joint's, and not looked at
  double base_radius = 0.0;     ///< of the plate; 0 = a tenth more than the joints'
  double base_below = 0.060;    ///< its upper side under the joint plane
  double platform_radius = 0.0;
  double platform_above = 0.060;  ///< its lower side over the joint plane
};
LegBody whole_body(LegBody body, const Machine& machine) noexcept;

enum class BodyPart : std::uint8_t { leg, base, platform };

struct Nearness {
  double distance = 0.0;
  Vec3 at = Vec3::Zero();  ///< between the two, in base axes from the base joint-plane centre
};

/// The legs as they stand at a pose.
class Legs {
 public:
  Legs(const Machine& machine, const LegBody& body, const Pose& pose) noexcept;
  Nearness between(std::size_t a, std::size_t b) const noexcept;
  Nearness to_plate(std::size_t leg, BodyPart plate) const noexcept;

 private:
  struct Rod {
    Vec3 from, to;
    double radius;
  };
  std::array<std::array<Rod, 2>, kMaxLegs> legs_;  ///< cylinder, rod
  struct Disc {
    Vec3 centre, normal;
    double radius;
  };
  Disc base_, platform_;
};

struct Closest {
  std::size_t leg = 0;  ///< from 0
  BodyPart other = BodyPart::leg;
  std::size_t other_leg = 0;
  Nearness nearness;
  Place place;
};

struct Clearance {
  std::vector<Closest> pairs;  ///< the nearest first
  std::size_t places = 0;
};
Clearance clearance_of(const Machine& machine, const LegBody& body);

}  // namespace hexad::design
