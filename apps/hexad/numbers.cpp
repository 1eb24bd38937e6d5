#include "hexad/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/units.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

struct AxisName {
  std::string_view name;
  Axis axis;
};
constexpr std::array<AxisName, 12> kAxisNames{{{"sway", Axis::sway},
                                               {"surge", Axis::surge},
                                               {"heave", Axis::heave},
                                               {"pitch", Axis::pitch},
                                               {"roll", Axis::roll},
                                               {"yaw", Axis::yaw},
                                               {"x", Axis::sway},
                                               {"y", Axis::surge},
                                               {"z", Axis::heave},
                                               {"rx", Axis::pitch},
                                               {"ry", Axis::roll},
                                               {"rz", Axis::yaw}}};

/// Fields between commas; blanks separate too, and around commas they mean nothing.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> fields(1);
  bool blank_before = false;
  for (const char letter : text) {
    if (letter == ',') {
      fields.emplace_back();
      blank_before = false;
    } else if (letter == ' ' || letter == '\t') {
      blank_before = !fields.back().empty();
    } else {
      if (blank_before) fields.emplace_back();
      blank_before = false;
      fields.back() += letter;
    }
  }
  return fields;
}

Result<AxisValues, std::string> parse_named(const std::vector<std::string>& fields) {
  AxisValues values{};
  std::array<bool, kAxes> given{};
  for (const std::string& field : fields) {
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos)
      return Failure{fmt::format("\"{}\" among named axes: each must be NAME=NUMBER", field)};
    const std::string name = field.substr(0, equals);
    std::vector<std::string> known;
    const AxisName* found = nullptr;
    for (const AxisName& candidate : kAxisNames) {
      if (candidate.name == name) found = &candidate;
      known.emplace_back(candidate.name);
    }
    if (found == nullptr)
      return Failure{fmt::format("no axis \"{}\"; did you mean {}?", name, hexad::nearest(name, known))};
    const auto number = parse_number(std::string_view{field}.substr(equals + 1));
    if (!number) return Failure{fmt::format("{}: {}", name, number.error())};
    const auto place = static_cast<std::size_t>(found->axis);
    if (given[place]) return Failure{fmt::format("{} is given twice", name)};
    given[place] = true;
    values[place] = *number;
  }
  return values;
}

}  // namespace

Result<double, std::string> parse_number(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0.0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc{} || stop != end)
    return Failure{fmt::format("\"{}\" is not a number", text)};
  if (!std::isfinite(value)) return Failure{fmt::format("\"{}\" is not a finite number", text)};
  return value;
}

Result<std::vector<double>, std::string> parse_numbers(std::string_view text) {
  std::vector<double> values;
  for (const std::string& field : split(text)) {
    const auto number = parse_number(field);
    if (!number) return Failure{fmt::format("number {}: {}", values.size() + 1, number.error())};
    values.push_back(*number);
  }
  return values;
}

Result<AxisValues, std::string> parse_axes(std::string_view text) {
  constexpr std::string_view kForms = "six numbers X,Y,Z,RX,RY,RZ or names as in heave=30,pitch=5";
  if (text.find('=') != std::string_view::npos) return parse_named(split(text));
  const auto numbers = parse_numbers(text);
  if (!numbers) return Failure{fmt::format("{}; expected {}", numbers.error(), kForms)};
  if (numbers->size() != kAxes)
    return Failure{
        fmt::format("{} number{}; expected {}", numbers->size(), numbers->size() == 1 ? "" : "s", kForms)};
  AxisValues values{};
  std::copy(numbers->begin(), numbers->end(), values.begin());
  return values;
}

}  // namespace hexad::cli
