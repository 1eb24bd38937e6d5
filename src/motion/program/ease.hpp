#pragma once
// What each coordinate may have to come up with something, beside what that does by itself.

#include "base/vec.hpp"

namespace hexad::motion {

struct Ease {
  Vec6 acceleration = Vec6::Zero();
  Vec6 jerk = Vec6::Zero();
};

}  // namespace hexad::motion
