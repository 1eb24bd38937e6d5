#include "design/torque_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "text/page.hpp"
#include "text/shown.hpp"

namespace hexad::design {
namespace {

constexpr double kWidth = 720.0, kHeight = 440.0;
constexpr double kLeft = 60.0, kRight = 130.0, kTop = 50.0, kBottom = 50.0;
constexpr std::size_t kMostDots = 3000;
constexpr std::array<const char*, 6> kColours{"#2f6fb5", "#d1693c", "#3f9a5c",
                                              "#8a6bbd", "#b8912f", "#2a9ba3"};

/// 1, 2 or 5 times a power of ten, about six of them in a span.
double step_in(double span) {
  const double power = std::pow(10.0, std::floor(std::log10(span / 6.0)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (span / (factor * power) <= 7.0) return factor * power;
  return 10.0 * power;
}

class Picture {
 public:
  Picture(double most_rpm, double most_torque) : rpm_{most_rpm}, torque_{most_torque} {}

  std::string axes() const {
    std::string text;
    for (double x = 0.0; x <= rpm_ * 1.0001; x += step_in(rpm_))
      text += fmt::format(
          "<path class='grid' d='M{0:.1f} {1}V{2}'/><text class='mid' x='{0:.1f}' y='{3}'>{4:g}</text>\n",
          across(x), kTop, kHeight - kBottom, kHeight - kBottom + 16, x);
    for (double y = 0.0; y <= torque_ * 1.0001; y += step_in(torque_))
      text += fmt::format(
          "<path class='grid' d='M{1} {0:.1f}H{2}'/><text class='end' x='{3}' y='{4:.1f}'>{5:g}</text>\n",
          down(y), kLeft, kWidth - kRight, kLeft - 6, down(y) + 4, y);
    return text + fmt::format("<text class='mid' x='{}' y='{}'>rpm</text><text x='{}' y='{}'>Nm</text>\n",
                              0.5 * (kLeft + kWidth - kRight), kHeight - 12, kLeft - 30, kTop - 8);
  }
  std::string curve(const std::vector<CurvePoint>& points, const char* style) const {
    std::string text = fmt::format("<polyline class='{}' points='", style);
    for (const CurvePoint& point : points)
      text += fmt::format("{:.1f},{:.1f} ", across(point.speed / kRpm), down(point.torque));
    return text + fmt::format("{:.1f},{:.1f}'/>\n", across(points.back().speed / kRpm), down(0.0));
  }
  std::string dot(double rpm, double torque, const char* colour, double radius) const {
    return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>\n", across(rpm), down(torque),
                       radius, colour);
  }
  static std::string entry(int row, const std::string& mark, const std::string& name) {
    const double y = kTop + 18.0 * row;
    return fmt::format("<g transform='translate({},{})'>{}</g><text x='{}' y='{}'>{}</text>\n",
                       kWidth - kRight + 14, y, mark, kWidth - kRight + 36, y + 4, html::escaped(name));
  }

 private:
  double across(double rpm) const { return kLeft + (kWidth - kLeft - kRight) * rpm / rpm_; }
  double down(double torque) const {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * torque / torque_;
  }
  double rpm_, torque_;
};

}  // namespace

std::string torque_picture(const std::string& title, const MotorSizing& sizing,
                           const std::vector<MotorPoint>& points) {
  const Motor& motor = *sizing.motor;
  double most_speed = motor.most_speed(), most_torque = motor.peak_torque();
  for (const MotorPoint& point : points) {
    most_speed = std::max(most_speed, std::abs(point.speed));
    most_torque = std::max(most_torque, std::abs(point.torque));
  }
  const Picture picture{1.05 * most_speed / kRpm, 1.08 * most_torque};
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n"
      "<style>svg{{background:#fff}}text{{font:12px "
      "system-ui,sans-serif;fill:#444b53}}.title{{font-size:14px;"
      "font-weight:600;fill:#22262b}}.mid{{text-anchor:middle}}.end{{text-anchor:end}}.grid{{stroke:#e3e6ea}}"
      "polyline{{fill:none;stroke-width:2}}.peak{{stroke:#b3261e}}.continuous{{stroke:#22262b}}</style>\n"
      "<text class='title' x='{2}' y='24'>{3}</text>\n",
      kWidth, kHeight, kLeft, html::escaped(title));
  svg += picture.axes();
  const std::size_t stride = std::max<std::size_t>(1, points.size() / kMostDots);
  std::size_t legs = 0;
  for (std::size_t k = 0; k < points.size(); k += stride) {
    svg += picture.dot(std::abs(points[k].speed) / kRpm, std::abs(points[k].torque),
                       kColours[points[k].leg % 6], 1.4);
    legs = std::max(legs, points[k].leg + 1);
  }
  svg += picture.curve(motor.continuous, "continuous") + picture.curve(motor.peak, "peak");
  svg += picture.dot(sizing.rms_speed / kRpm, sizing.rms_torque, "#22262b", 5.0);
  svg += Picture::entry(0, "<polyline class='peak' points='0,0 16,0'/>", "peak");
  svg += Picture::entry(1, "<polyline class='continuous' points='0,0 16,0'/>", "continuous");
  svg += Picture::entry(2, "<circle cx='8' cy='0' r='5' fill='#22262b'/>",
                        fmt::format("rms, leg {}", sizing.rms_leg + 1));
  for (std::size_t leg = 0; leg < legs; ++leg)
    svg += Picture::entry(static_cast<int>(leg) + 3,
                          fmt::format("<circle cx='8' cy='0' r='3' fill='{}'/>", kColours[leg]),
                          fmt::format("leg {}", leg + 1));
  return svg + "</svg>\n";
}

}  // namespace hexad::design
