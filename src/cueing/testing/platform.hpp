#pragma once
// The platforms the tests of this layer speak about. Test code.

#include "kinematics/testing/machines.hpp"

namespace hexad::cueing::testing {

/// With the limits of the default platform.
inline Machine with_rates(Machine machine) {
  machine.limits.translation = {0.4, 4.0, 50.0};
  machine.limits.rotation = {40 * kDegree, 250 * kDegree, 3000 * kDegree};
  machine.limits.leg = {0.5, 6.0, 80.0};
  return machine;
}

inline Machine standard() { return with_rates(kinematics::testing::standard_400()); }

}  // namespace hexad::cueing::testing
