// Columns by their names, and what of them is asked for.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "identify/measurement_file.hpp"
#include "messages/say.hpp"
#include "text/table_reader.hpp"

namespace hexad::identify {
namespace {

using Field = TableField;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostTargets = 24;
constexpr std::array<std::string_view, kAxes> kAxisColumns{"sway_mm",   "surge_mm", "heave_mm",
                                                           "pitch_deg", "roll_deg", "yaw_deg"};
constexpr std::array<std::string_view, kAxes> kShortColumns{"x_mm",   "y_mm",   "z_mm",
                                                            "rx_deg", "ry_deg", "rz_deg"};

constexpr std::string_view kPlaceLetters = "BPTF";  // in the order of Place::Kind

/// A number of targets, joints, marks: 1 to `most`, as an index.
std::optional<std::size_t> index_in(std::string_view text, std::size_t most) {
  const auto number = number_in(text);
  if (!number || !(*number >= 1.0 && *number <= static_cast<double>(most)) || *number != std::floor(*number))
    return std::nullopt;
  return static_cast<std::size_t>(*number) - 1;
}

std::optional<Place> place_in(std::string_view text) {
  const std::size_t letter = text.empty() ? std::string_view::npos : kPlaceLetters.find(text.front());
  if (letter == std::string_view::npos) return std::nullopt;
  const auto kind = static_cast<Place::Kind>(letter);
  const bool joint = kind == Place::Kind::base_joint || kind == Place::Kind::platform_joint;
  const auto number = index_in(text.substr(1), joint ? kMaxLegs : kMostTargets);
  return number ? std::optional{Place{kind, *number}} : std::nullopt;
}

/// "d:B1-P4_mm", either end first.
std::optional<Quantity> distance_in(std::string_view name) {
  const std::size_t dash = name.find('-');
  if (!name.starts_with("d:") || !name.ends_with("_mm") || dash == std::string_view::npos)
    return std::nullopt;
  std::optional<Place> from = place_in(name.substr(2, dash - 2)),
                       to = place_in(name.substr(dash + 1, name.size() - dash - 4));
  if (!from || !to || *from == *to) return std::nullopt;
  if (std::pair{to->kind, to->number} < std::pair{from->kind, from->number}) std::swap(from, to);
  return Quantity{.kind = Quantity::Kind::distance, .from = *from, .to = *to};
}

/// "t2_x_mm"
std::optional<Quantity> point_in(std::string_view name) {
  if (name.size() < 7 || name.front() != 't' || !name.ends_with("_mm")) return std::nullopt;
  const std::string_view axis = name.substr(name.size() - 5, 2);
  if (axis[0] != '_' || axis[1] < 'x' || axis[1] > 'z') return std::nullopt;
  const auto number = index_in(name.substr(1, name.size() - 6), kMostTargets);
  if (!number) return std::nullopt;
  return Quantity{
      .kind = Quantity::Kind::point, .target = *number, .component = static_cast<std::size_t>(axis[1] - 'x')};
}

}  // namespace

messages::Number amount_of(bool angle, double si) {
  const messages::Unit unit = angle ? messages::Unit::deg : messages::Unit::mm;
  return {messages::shown_in(unit, si), unit};
}

std::string_view known_columns() {
  return "leg1_mm…leg6_mm, sway_mm surge_mm heave_mm pitch_deg roll_deg yaw_deg (or x_mm … rz_deg), "
         "tilt_pitch_deg, tilt_roll_deg, height_mm, t1_x_mm t1_y_mm t1_z_mm … of targets, d:B1-P4_mm of any "
         "two "
         "of B1…B6 P1…P6 T1…T24 F1…F24";
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<Quantity> quantity_called(std::string_view name) {
  for (std::size_t i = 0; i < kAxes; ++i)
    if (name == kAxisColumns[i] || name == kShortColumns[i]) return Quantity{.axis = static_cast<Axis>(i)};
  if (name == "tilt_pitch_deg") return Quantity{.kind = Quantity::Kind::tilt_pitch};
  if (name == "tilt_roll_deg") return Quantity{.kind = Quantity::Kind::tilt_roll};
  if (name == "height_mm") return Quantity{.kind = Quantity::Kind::height};
  if (const auto point = point_in(name)) return point;
  return distance_in(name);
}

std::string place_name(const Place& place) {
  return fmt::format("{}{}", kPlaceLetters[static_cast<std::size_t>(place.kind)], place.number + 1);
}

std::string column_name(const Quantity& quantity) {
  switch (quantity.kind) {
    case Quantity::Kind::axis:
      return std::string{kAxisColumns[static_cast<std::size_t>(quantity.axis)]};
    case Quantity::Kind::tilt_pitch:
      return "tilt_pitch_deg";
    case Quantity::Kind::tilt_roll:
      return "tilt_roll_deg";
    case Quantity::Kind::height:
      return "height_mm";
    case Quantity::Kind::distance:
      return fmt::format("d:{}-{}_mm", place_name(quantity.from), place_name(quantity.to));
    case Quantity::Kind::point:
      return fmt::format("t{}_{}_mm", quantity.target + 1, "xyz"[quantity.component]);
  }
  return "";
}

std::vector<Quantity> full_pose(double sigma_length, double sigma_angle) {
  std::vector<Quantity> quantities;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto axis = static_cast<Axis>(i);
    quantities.push_back(
        {.axis = axis, .sigma = is_rotation(axis) ? sigma_angle : sigma_length, .sigma_is_stated = true});
  }
  return quantities;
}

Result<std::vector<Quantity>, Message> parse_quantities(std::string_view text) {
  std::vector<Quantity> quantities;
  for (const Field& field : fields_of(text)) {
    std::vector<Quantity> more;
    if (field.text == "pose") {
      more = full_pose(0.0, 0.0);
      for (Quantity& quantity : more) quantity.sigma_is_stated = false;
    } else if (field.text == "tilt") {
      more = {{.kind = Quantity::Kind::tilt_pitch}, {.kind = Quantity::Kind::tilt_roll}};
    } else if (field.text.starts_with("targets")) {
      const auto count = number_in(field.text.substr(7));
      if (!count || !(*count >= 1.0 && *count <= static_cast<double>(kMostTargets)))
        return Failure{say<Id::measured_targets_word>(field.text, kMostTargets)};
      for (std::size_t target = 0; target < static_cast<std::size_t>(*count); ++target)
        for (std::size_t component = 0; component < 3; ++component)
          more.push_back({.kind = Quantity::Kind::point, .target = target, .component = component});
    } else if (field.text == "height") {
      more = {{.kind = Quantity::Kind::height}};
    } else if (const auto quantity = quantity_called(field.text)) {
      more = {*quantity};
    } else {
      return Failure{say<Id::measured_not_measurable>(field.text, known_columns())};
    }
    for (const Quantity& one : more) {
      const std::string name = column_name(one);
      const bool twice = std::any_of(quantities.begin(), quantities.end(),
                                     [&](const Quantity& other) { return column_name(other) == name; });
      if (twice) return Failure{say<Id::measured_twice>(name)};
      quantities.push_back(one);
    }
  }
  return quantities;
}

Result<Unknowns, Message> parse_unknowns(std::string_view text) {
  Unknowns unknown;
  for (const Field& field : fields_of(text)) {
    if (field.text.empty()) continue;
    if (field.text == "tracker")
      unknown.tracker = true;
    else if (field.text == "target")
      unknown.target = true;
    else if (field.text == "level")
      unknown.level = true;
    else
      return Failure{say<Id::measured_unknown_word>(field.text)};
  }
  return unknown;
}

}  // namespace hexad::identify
