#include "operation/argument_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "messages/say.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::inline operation {

namespace {

using Json = nlohmann::json;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostFormula = 1000;  // characters

template <class Whole>
Message read_whole(const Argument& a, const Json& value, Whole& into) {
  double number = 0.0;
  Message problem = read_number(a, a.key, value, number, 1.0);
  if (!problem && std::floor(number) != number) problem = say<Id::order_not_whole>(a.key);
  if (!problem) into = static_cast<Whole>(number);
  return problem;
}

}  // namespace

Message read_number(const Argument& a, const std::string& key, const Json& value, double& into,
                    double scale) {
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  into = number * scale;
  if (number >= a.low && number <= a.high) return {};
  const std::string given =
      value.is_primitive() ? value.dump(-1, ' ', false, Json::error_handler_t::replace) : "it";
  return a.high == kAny ? say<Id::order_not_a_number>(key, given)
                        : out_of_range(key, given, a.low, a.high, a.unit.name);
}

Message read_value(const Argument& a, const Json& value, double& into) {
  return read_number(a, a.key, value, into, a.unit.scale[0]);
}

Message read_value(const Argument& a, const Json& v, std::uint8_t& into) { return read_whole(a, v, into); }
Message read_value(const Argument& a, const Json& v, std::uint16_t& into) { return read_whole(a, v, into); }

Message read_value(const Argument& a, const Json& value, std::string& into) {
  if (!value.is_string()) return say<Id::order_not_a_text>(a.key);
  into = value.get<std::string>();
  return {};
}

Message read_value(const Argument& a, const Json& value, bool& into) {
  if (!value.is_boolean()) return say<Id::order_not_a_switch>(a.key);
  into = value.get<bool>();
  return {};
}
Message read_value(const Argument& a, const Json& value, std::optional<double>& into) {
  return read_value(a, value, into.emplace());
}

Message read_row(const Argument& a, const std::string& key, const Json& value, AxisValues& into,
                 std::size_t first) {
  if (!value.is_array() || value.size() != first + kAxes)
    return say<Id::order_not_a_row>(key, first + kAxes, first == 0 ? "X Y Z RX RY RZ" : "t X Y Z RX RY RZ");
  Message problem;
  for (std::size_t i = 0; i < kAxes && !problem; ++i)
    problem =
        read_number(a, fmt::format("{}[{}]", key, first + i + 1), value[first + i], into[i], a.unit.scale[i]);
  return problem;
}
Message read_value(const Argument& a, const Json& value, AxisValues& into) {
  return read_row(a, a.key, value, into);
}

Message each_row(const Argument& a, const Json& value, const ReadRow& row) {
  if (!value.is_array() || value.empty()) return say<Id::order_not_rows>(a.key);
  if (value.size() > motion::kMostPoints)
    return say<Id::order_too_many_rows>(a.key, value.size(), motion::kMostPoints);
  Message problem;
  for (std::size_t i = 0; i < value.size() && !problem; ++i)
    problem = row(fmt::format("{}[{}]", a.key, i + 1), value[i]);
  return problem;
}

Message read_value(const Argument& a, const Json& value, std::vector<AxisValues>& into) {
  return each_row(a, value, [&](const std::string& key, const Json& row) {
    return read_row(a, key, row, into.emplace_back());
  });
}

Message read_value(const Argument& a, const Json& value, std::array<std::string, kAxes>& into) {
  if (!value.is_array() || value.size() != kAxes) return say<Id::order_not_formulas>(a.key);
  for (std::size_t i = 0; i < kAxes; ++i) {
    const std::string key = fmt::format("{}[{}]", a.key, i + 1);
    if (!value[i].is_string()) return say<Id::order_not_a_text>(key);
    into[i] = value[i].get<std::string>();
    if (into[i].size() > kMostFormula) return say<Id::order_too_long>(key, kMostFormula);
  }
  return {};
}

}  // namespace hexad::inline operation
