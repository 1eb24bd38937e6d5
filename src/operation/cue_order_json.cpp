#include "operation/cue_order_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "cueing/effect_kinds.hpp"
#include "cueing/presets.hpp"
#include "model/messages.hpp"

namespace hexad::runtime {
namespace {

/// Without the dust that a change of units leaves.
double nine_digits(double value) { return std::round(value * 1e9) / 1e9 + 0.0; }

nlohmann::ordered_json given(const std::optional<double>& value, double scale = 1.0) {
  return value ? nlohmann::ordered_json(nine_digits(*value / scale)) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string typed_words(const nlohmann::json& document, std::vector<OrderWord>& words) {
  for (const auto& [key, value] : document.items()) {
    if (value.is_null() || key == "action" || key == "wait" || key == "unless_stopped") continue;
    const bool by_axis = key == "gain" || key == "high_pass";
    if (by_axis && !(value.is_array() && value.size() == kAxes))
      return key + ": is not a list of 6 numbers or nulls, sway surge heave pitch roll yaw";
    if (!by_axis) {
      words.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
      continue;
    }
    for (std::size_t i = 0; i < kAxes; ++i)
      if (!value[i].is_null())
        words.push_back({fmt::format("{}.{}", key, name_of(static_cast<Axis>(i))), value[i].dump()});
  }
  return {};
}

void put_cueing(const CueOrder& order, nlohmann::ordered_json& body) {
  if (order.preset) body["preset"] = cueing::name_of(*order.preset);
  if (order.engine) body["engine"] = cueing::name_of(*order.engine);
  if (order.input) body["input"] = cueing::name_of(*order.input);
  for (const auto& value : order.numbers.gain) body["gain"].push_back(given(value));
  for (const auto& value : order.numbers.high_pass) body["high_pass"].push_back(given(value));
  body["tilt_gain"] = given(order.numbers.tilt_gain);
  body["tilt_low_pass"] = given(order.numbers.tilt_low_pass);
  body["tilt_rate"] = given(order.numbers.tilt_rate, kDegree);
}

void put_effect(const EffectSettings& settings, nlohmann::ordered_json& body) {
  const cueing::EffectInfo* const info = cueing::info_of(settings.kind);
  body["kind"] = info == nullptr ? "none" : info->name;
  if (info == nullptr) return;
  for (const cueing::EffectNumber& number : info->numbers) {
    const double value = number.get(settings);
    const std::string name{number.name};
    if (number.whole && number.choices.empty())
      body[name] = static_cast<std::int64_t>(value);
    else if (number.choices.empty())
      body[name] = nine_digits(value / number.scale(settings));
    else
      body[name] = number.choices[static_cast<std::size_t>(value)];
  }
}

}  // namespace hexad::runtime
