#include "hexad/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/units.hpp"
#include "messages/say.hpp"
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

Result<AxisValues, messages::Message> parse_named(const std::vector<std::string>& fields) {
  AxisValues values{};
  std::array<bool, kAxes> given{};
  for (const std::string& field : fields) {
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos) return Failure{messages::say<messages::Id::typed_axis_form>(field)};
    const std::string name = field.substr(0, equals);
    std::vector<std::string> known;
    const AxisName* found = nullptr;
    for (const AxisName& candidate : kAxisNames) {
      if (candidate.name == name) found = &candidate;
      known.emplace_back(candidate.name);
    }
    if (found == nullptr)
      return Failure{messages::say<messages::Id::typed_axis_unknown>(name, hexad::nearest(name, known))};
    const auto number = parse_number(std::string_view{field}.substr(equals + 1));
    if (!number) return Failure{messages::say<messages::Id::option_wrong>(name, number.error())};
    const auto place = static_cast<std::size_t>(found->axis);
    if (given[place]) return Failure{messages::say<messages::Id::typed_twice>(name)};
    given[place] = true;
    values[place] = *number;
  }
  return values;
}

}  // namespace

Result<double, messages::Message> parse_number(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0.0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc{} || stop != end)
    return Failure{messages::say<messages::Id::typed_no_number>(text)};
  if (!std::isfinite(value)) return Failure{messages::say<messages::Id::typed_not_finite>(text)};
  return value;
}

Result<std::vector<double>, messages::Message> parse_numbers(std::string_view text) {
  std::vector<double> values;
  for (const std::string& field : split(text)) {
    const auto number = parse_number(field);
    if (!number)
      return Failure{messages::say<messages::Id::typed_number_wrong>(values.size() + 1, number.error())};
    values.push_back(*number);
  }
  return values;
}

Result<AxisValues, messages::Message> parse_axes(std::string_view text) {
  constexpr auto kForms = messages::Id::typed_axes_form;
  if (text.find('=') != std::string_view::npos) return parse_named(split(text));
  const auto numbers = parse_numbers(text);
  if (!numbers) return Failure{messages::say<messages::Id::typed_expected>(numbers.error(), kForms)};
  if (numbers->size() != kAxes)
    return Failure{numbers->size() == 1 ? messages::say<messages::Id::typed_one_number>(kForms)
                                        : messages::say<messages::Id::typed_count>(numbers->size(), kForms)};
  AxisValues values{};
  std::copy(numbers->begin(), numbers->end(), values.begin());
  return values;
}

}  // namespace hexad::cli
