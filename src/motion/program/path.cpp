#include "motion/program/path.hpp"

#include "kinematics/inverse.hpp"

namespace hexad::motion {

Guide::Guide(const Machine& machine) {
  if (machine.geometry.mechanism != Mechanism::six_legs) machine_ = std::make_unique<const Machine>(machine);
}

Motion Guide::apply(const Motion& motion) const noexcept {
  return machine_ ? kinematics::project(*machine_, motion) : motion;
}

Path::Path(const Machine& machine, PathCurve curve, PathTiming timing, ProgramKind kind)
    : Prepared{kind, timing.duration(), 0.0},
      curve_{std::move(curve)},
      timing_{std::move(timing)},
      guide_{machine} {}

Motion Path::at(double path_time) const noexcept {
  const PathTiming::State s = timing_.at(path_time);
  const PathCurve::Place place = curve_.at(s.s);
  const State6 state{place.position, s.first * place.first,
                     s.second * place.first + (s.first * s.first) * place.second};
  return guide_.apply(motion_of(state));
}

}  // namespace hexad::motion
