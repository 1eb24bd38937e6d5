#pragma once
// A program drawn as SVG: axes and legs over time, limits as dashed lines.

#include <string>

#include "model/machine.hpp"
#include "model/prepared.hpp"

namespace hexad::cli {

std::string plot_of(const Prepared& program, const Machine& machine, const std::string& title);

}  // namespace hexad::cli
