#pragma once
// Inside prepare: what the kinds of orders share.

#include <optional>

#include "model/machine.hpp"
#include "model/prepared.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::motion {

/// A machine without legs, or without limits to plan with.
std::optional<Rejection> check_machine(const Machine& machine);

/// The whole program against all limits; none when it passes. `find_scale`: also by what it would.
std::optional<Rejection> check_whole(const Prepared& program, const Machine& machine, double period,
                                     double horizon, bool find_scale);

/// A path order, as a program of this kind.
Result<Preparation, Rejection> prepare_path(const PathOrder& order, const Pose& start, const Machine& machine,
                                            ProgramKind kind, const Progress& progress = {});

}  // namespace hexad::motion
