#pragma once

#include <limits>

#include "motion/program/sine.hpp"

namespace hexad::motion::testing_support {

/// From `now` on a tick at a time, until it has changed over: `now` is then when. False: not a sine.
inline bool go_over(Sine& sine, const model::Sine& wanted, double& now, const Machine* machine = nullptr) {
  if (!sine.plan(wanted, machine)) return false;
  while (sine.plans() && !sine.think(now, std::numeric_limits<int>::max())) now += 1e-3;
  return true;
}

inline bool begin(Sine& sine, const Machine& machine, const model::Sine& wanted, double now) {
  return go_over(sine, wanted, now, &machine);
}

/// To no amplitude at all.
inline double release(Sine& sine, double now) {
  (void)go_over(sine, {}, now);
  return now;
}

}  // namespace hexad::motion::testing_support
