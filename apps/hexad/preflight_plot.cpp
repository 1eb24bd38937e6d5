#include "hexad/preflight_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "hexad/page.hpp"
#include "model/axes.hpp"
#include "motion/prepare/preflight.hpp"

namespace hexad::cli {
namespace {

constexpr double kWidth = 900.0;
constexpr double kPanel = 170.0;  // height of one
constexpr double kLeft = 64.0;
constexpr double kRight = 90.0;
constexpr double kGap = 34.0;
constexpr std::size_t kMostPoints = 1500;
constexpr std::array<const char*, 6> kColours{"#1f77b4", "#d62728", "#2ca02c",
                                              "#9467bd", "#ff7f0e", "#17becf"};

struct Curve {
  std::string name;
  std::vector<double> y;
};

struct Panel {
  std::string title;
  std::vector<Curve> curves;
  std::vector<double> limits{};
};

struct Range {
  double low = 0.0, high = 0.0;
};

Range range_of(const Panel& panel) {
  Range range{1e300, -1e300};
  for (const Curve& curve : panel.curves) {
    for (const double y : curve.y) {
      if (!std::isfinite(y)) continue;
      range.low = std::min(range.low, y);
      range.high = std::max(range.high, y);
    }
  }
  if (range.low > range.high) range = {-1.0, 1.0};
  // A limit is shown when it is near enough to matter.
  const double span = std::max(range.high - range.low, 1e-6);
  for (const double limit : panel.limits) {
    if (limit < range.low - span || limit > range.high + span) continue;
    range.low = std::min(range.low, limit);
    range.high = std::max(range.high, limit);
  }
  const double room = 0.06 * std::max(range.high - range.low, 1e-6);
  return {range.low - room, range.high + room};
}

void draw(const Panel& panel, const std::vector<double>& t, double top, std::string& svg) {
  const Range range = range_of(panel);
  const double right = kWidth - kRight;
  const double end = std::max(t.back(), 1e-9);
  const auto x_of = [&](double time) { return kLeft + time / end * (right - kLeft); };
  const auto y_of = [&](double y) { return top + kPanel * (range.high - y) / (range.high - range.low); };
  svg += fmt::format("<text x='{}' y='{}' class='title'>{}</text>\n", kLeft, top - 8, panel.title);
  const double dy = step_of(range.high - range.low, 5);
  for (double y = std::ceil(range.low / dy) * dy; y <= range.high; y += dy) {
    svg += fmt::format("<path class='grid' d='M{:.1f} {:.1f}H{:.1f}'/>", kLeft, y_of(y), right);
    svg += fmt::format("<text x='{}' y='{:.1f}' class='end'>{:g}</text>\n", kLeft - 6, y_of(y) + 4,
                       std::abs(y) < 1e-9 * dy ? 0.0 : y);
  }
  const double dt = step_of(end, 10);
  for (double x = 0.0; x <= end * 1.0001; x += dt) {
    svg += fmt::format("<path class='grid' d='M{:.1f} {:.1f}v{:.1f}'/>", x_of(x), top, kPanel);
    svg +=
        fmt::format("<text x='{:.1f}' y='{:.1f}' class='mid'>{:g}</text>\n", x_of(x), top + kPanel + 14, x);
  }
  for (const double limit : panel.limits) {
    if (limit >= range.low && limit <= range.high)
      svg += fmt::format("<path class='limit' d='M{:.1f} {:.1f}H{:.1f}'/>\n", kLeft, y_of(limit), right);
  }
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const Curve& curve = panel.curves[i];
    svg += fmt::format("<polyline stroke='{}' points='", kColours[i % kColours.size()]);
    for (std::size_t k = 0; k < t.size(); ++k) {
      if (std::isfinite(curve.y[k])) svg += fmt::format("{:.1f},{:.1f} ", x_of(t[k]), y_of(curve.y[k]));
    }
    svg += "'/>\n";
    svg += fmt::format("<text x='{}' y='{:.1f}' fill='{}'>{}</text>\n", right + 8,
                       top + 14 + 16.0 * static_cast<double>(i), kColours[i % kColours.size()], curve.name);
  }
}

std::vector<Panel> panels_of(const std::vector<motion::PreflightSample>& samples, const Machine& machine) {
  Panel moves{"translation, mm", {{"sway", {}}, {"surge", {}}, {"heave", {}}}};
  Panel turns{"rotation, °", {{"pitch", {}}, {"roll", {}}, {"yaw", {}}}};
  Panel legs{"leg extension, mm", {}};
  Panel speeds{"leg velocity, mm/s", {}};
  Panel forces{"leg force, kN", {}};
  const double margin = machine.limits.stroke_margin;
  legs.limits = {margin / kMillimetre, (machine.geometry.stroke - margin) / kMillimetre};
  speeds.limits = {-machine.limits.leg.velocity / kMillimetre, machine.limits.leg.velocity / kMillimetre};
  if (machine.drive.max_force > 0.0)
    forces.limits = {-machine.drive.max_force / kKilonewton, machine.drive.max_force / kKilonewton};
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    for (Panel* panel : {&legs, &speeds, &forces})
      panel->curves.push_back({fmt::format("leg {}", leg + 1), {}});
  }
  for (const motion::PreflightSample& sample : samples) {
    const AxisValues pose = kXyzConvention.from_pose(sample.motion.pose, 0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      moves.curves[i].y.push_back(pose[i] / kMillimetre);
      turns.curves[i].y.push_back(pose[i + 3] / kDegree);
    }
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const auto k = static_cast<Eigen::Index>(leg);
      legs.curves[leg].y.push_back(sample.extension[k] / kMillimetre);
      speeds.curves[leg].y.push_back(sample.velocity[k] / kMillimetre);
      forces.curves[leg].y.push_back(sample.force[k] / kKilonewton);
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
  std::vector<double> t;
  for (const motion::PreflightSample& sample : samples) t.push_back(sample.time);
  const std::vector<Panel> panels = panels_of(samples, machine);
  const double height = 40.0 + (kPanel + kGap + 20.0) * static_cast<double>(panels.size());
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n"
      "<style>svg{{background:#fff;font:12px sans-serif}}polyline{{fill:none;stroke-width:1.3}}"
      ".grid{{stroke:#ddd;fill:none}}.limit{{stroke:#c00;stroke-dasharray:6 4;fill:none}}"
      ".title{{font-weight:bold}}.end{{text-anchor:end;fill:#555}}.mid{{text-anchor:middle;fill:#555}}</"
      "style>\n"
      "<text x='{2}' y='20' class='title'>{3} on {4}</text>\n",
      kWidth, height, kLeft, escaped(title), escaped(machine.name));
  double top = 52.0;
  for (const Panel& panel : panels) {
    draw(panel, t, top, svg);
    top += kPanel + kGap + 20.0;
  }
  return svg + "</svg>\n";
}

}  // namespace hexad::cli
