#include "hexad/preflight_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hexad/output.hpp"
#include "hexad/page.hpp"
#include "model/messages.hpp"
#include "motion/prepare/preflight.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr std::size_t kMostPoints = 1500;

std::vector<Plot> plots_of(const std::vector<motion::PreflightSample>& samples, const Machine& machine) {
  std::vector<double> time;
  for (const motion::PreflightSample& sample : samples) time.push_back(sample.time);
  const auto plot = [&](Id title, const char* unit, const std::vector<std::string>& names) {
    Plot made{.title = messages::to_text(title), .unit = unit, .x = time, .lines = {}};
    for (const std::string& name : names) made.lines.push_back({name, line_style(made.lines.size()), {}});
    return made;
  };
  std::vector<std::string> leg_names;
  for (std::size_t leg = 1; leg <= machine.geometry.legs; ++leg)
    leg_names.push_back(spoken<Id::leg_number>(leg));
  std::vector<std::string> axes;
  for (std::size_t i = 0; i < kAxes; ++i) axes.push_back(messages::to_text(id_of(static_cast<Axis>(i))));
  Plot moves = plot(Id::plot_translation, "mm", {axes.begin(), axes.begin() + 3});
  Plot turns = plot(Id::plot_rotation, "°", {axes.begin() + 3, axes.end()});
  Plot legs = plot(Id::plot_extension, "mm", leg_names);
  Plot speeds = plot(Id::quantity_leg_velocity, "mm/s", leg_names);
  Plot forces = plot(Id::quantity_force, "kN", leg_names);
  const double margin = machine.limits.stroke_margin;
  legs.limits = {margin / kMillimetre, (machine.geometry.stroke - margin) / kMillimetre};
  speeds.limits = {-machine.limits.leg.velocity / kMillimetre, machine.limits.leg.velocity / kMillimetre};
  if (machine.drive.max_force > 0.0)
    forces.limits = {-machine.drive.max_force / kKilonewton, machine.drive.max_force / kKilonewton};
  for (const motion::PreflightSample& sample : samples) {
    const AxisValues pose = kXyzConvention.from_pose(sample.motion.pose, 0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      moves.lines[i].y.push_back(pose[i] / kMillimetre);
      turns.lines[i].y.push_back(pose[i + 3] / kDegree);
    }
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const auto k = static_cast<Eigen::Index>(leg);
      legs.lines[leg].y.push_back(sample.extension[k] / kMillimetre);
      speeds.lines[leg].y.push_back(sample.velocity[k] / kMillimetre);
      forces.lines[leg].y.push_back(sample.force[k] / kKilonewton);
    }
  }
  return {moves, turns, legs, speeds, forces};
}

}  // namespace

std::string plot_of(const Prepared& program, const Machine& machine, const std::string& title) {
  const double time = std::isinf(program.duration()) ? motion::PreflightSettings{}.horizon
                                                     : program.duration() + program.ramp();
  const double every = std::max(time / static_cast<double>(kMostPoints), 1e-3);
  const auto samples = motion::samples_of(program, machine, every);
  return picture_of(spoken<Id::plot_title>(title, machine.name), plots_of(samples, machine));
}

}  // namespace hexad::cli
