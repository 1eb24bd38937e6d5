#include "words/limit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/units.hpp"

namespace hexad::runtime {
namespace {

constexpr std::array<std::string_view, kAxes> kAxisNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};

/// A bound without needless zeros, and never "-0".
std::string plain(double number) {
  const double rounded = std::round(number * 1e3) / 1e3;
  return fmt::format("{}", rounded == 0.0 ? 0.0 : rounded);
}

/// As many digits as it takes to see on which side of the bound the value is.
std::string value_text(double value, double bound) {
  for (int digits = 1; digits < 6; ++digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (std::abs(value - bound) > 0.5 * std::pow(10.0, -digits)) return text;
  }
  return fmt::format("{:.6f}", value);
}

std::string compare(std::string_view what, double value, double bound, double unit,
                    std::string_view unit_name) {
  const double shown = value / unit;
  const double limit = bound / unit;
  return fmt::format("{} {}{}{} {} {}", what, value_text(shown, limit), unit_name == "°" ? "" : " ",
                     unit_name, shown < limit ? "below" : "above", plain(limit));
}

std::string leg(const LimitHit& hit, std::string_view what) {
  return fmt::format("leg {} {}", hit.index + 1, what);
}

std::string axis(const LimitHit& hit, std::string_view what) {
  return fmt::format("{} {}", kAxisNames[std::min<std::size_t>(hit.index, kAxes - 1)], what);
}

std::string axis_compare(const LimitHit& hit, std::string_view what, std::string_view metres,
                         std::string_view degrees) {
  const bool turns = hit.index >= 3;
  return compare(axis(hit, what), hit.value, hit.bound, turns ? kDegree : kMillimetre,
                 turns ? degrees : metres);
}

}  // namespace

std::string_view name_of(Axis axis) { return kAxisNames[static_cast<std::size_t>(axis)]; }

std::string in_words(const LimitHit& hit) {
  switch (hit.limit) {
    case Limit::none:
      return "";
    case Limit::leg_upper:
    case Limit::leg_lower:
      return compare(leg(hit, "extension"), hit.value, hit.bound, kMillimetre, "mm");
    case Limit::leg_velocity:
      return compare(leg(hit, "velocity"), hit.value, hit.bound, kMillimetre, "mm/s");
    case Limit::leg_acceleration:
      return compare(leg(hit, "acceleration"), hit.value, hit.bound, kMillimetre, "mm/s²");
    case Limit::leg_jerk:
      return compare(leg(hit, "jerk"), hit.value, hit.bound, kMillimetre, "mm/s³");
    case Limit::axis_upper:
    case Limit::axis_lower:
      return axis_compare(hit, "position", "mm", "°");
    case Limit::axis_velocity:
      return axis_compare(hit, "velocity", "mm/s", "°/s");
    case Limit::axis_acceleration:
      return axis_compare(hit, "acceleration", "mm/s²", "°/s²");
    case Limit::axis_jerk:
      return axis_compare(hit, "jerk", "mm/s³", "°/s³");
    case Limit::rotation_angle:
      return compare("rotation", hit.value, hit.bound, kDegree, "°");
    case Limit::joint_angle:
      return compare(leg(hit, "joint angle"), hit.value, hit.bound, kDegree, "°");
    case Limit::singularity:
      return fmt::format("near singular: smallest singular value {:.4f} below {:.4f}", hit.value, hit.bound);
    case Limit::force:
      return compare(leg(hit, "force"), hit.value, hit.bound, kKilonewton, "kN");
    case Limit::frame_limit:
      return axis_compare(hit, "command", "mm", "°");
    case Limit::stop_distance:
      return leg(hit, "could not stop before the end of its stroke");
    case Limit::clock_slip:
      return "late control loop: the path clock slipped";
    case Limit::motor_torque:
      return compare(leg(hit, "motor torque"), hit.value, hit.bound, 1.0, "Nm");
    case Limit::torque_rms:
      return compare(leg(hit, "motor torque, rms,"), hit.value, hit.bound, 1.0, "Nm") + " (rated)";
    case Limit::motor_speed:
      return compare(leg(hit, "motor speed"), hit.value, hit.bound, kRevolution * kPerMinute, "rpm");
  }
  return "";
}

}  // namespace hexad::runtime
