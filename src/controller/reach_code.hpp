#pragma once
// Why a commanded pose cannot be reached, as hosts are told (mdof decision 4): each axis value alone, in the
// command's own order; the first that leaves the reach names the axis. When every axis alone would fit, the
// leg that breaks.

#include "kinematics/inverse.hpp"
#include "model/axes.hpp"

namespace hexad::controller {

LimitHit reach_code(const Machine& machine, const AxisValues& values,
                    const AxisConvention& convention) noexcept;

}  // namespace hexad::controller
