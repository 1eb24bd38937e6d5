// Leg forces on the page against the textbook: upright legs that carry a weight, wherever the cabin has
// turned it.

#include <gtest/gtest.h>

#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

using namespace testing;

constexpr double kGravity = 9.80665;

/// Sum and centre of what the legs carry, of the joints as the answer names them.
struct Carried {
  double weight_kN = 0.0, x_mm = 0.0, y_mm = 0.0;
};
Carried carried(const Json& inverse) {
  Carried sum;
  for (const Json& leg : inverse["legs"]) {
    const double force = leg["force_kN"].get<double>();
    sum.weight_kN += force;
    sum.x_mm += force * leg["joint_mm"][0].get<double>();
    sum.y_mm += force * leg["joint_mm"][1].get<double>();
  }
  sum.x_mm /= sum.weight_kN;
  sum.y_mm /= sum.weight_kN;
  return sum;
}

TEST(Verify, ForcesWithARotaryAngleSumToTheWeightOnThreeAndFourLegs) {
  const double x = 60.0, y = 90.0;
  for (const char* const name : {"allcontroller-3dof-rotary", "rectangle-4"}) {
    Json set = preset_set(name);
    set["gear"] = 20;
    set["rotary_rpm"] = 1500;
    set["centre"] = {x, y, 300};
    for (const char* const item : {"cylinder_mass", "rod_mass"}) set[item] = 0;
    for (const double turn : {0.0, 37.0, 90.0, 180.0, 265.0}) {
      const Json answer = ask(answer_pose, {{"set", set}, {"pose", {0, 0, 0, 0, 0, 0}}, {"rotary", turn}});
      const Carried sum = carried(answer["inverse"]);
      const double c = std::cos(turn * kDegree), s = std::sin(turn * kDegree);
      EXPECT_NEAR(sum.weight_kN, set["mass"].get<double>() * kGravity / 1e3, 1e-5) << name << ' ' << turn;
      EXPECT_NEAR(sum.x_mm, c * x - s * y, 0.01) << name << ' ' << turn;
      EXPECT_NEAR(sum.y_mm, s * x + c * y, 0.01) << name << ' ' << turn;
    }
  }
}

}  // namespace
}  // namespace hexad::verification
