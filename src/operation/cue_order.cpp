#include "operation/cue_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cueing/effect_kinds.hpp"
#include "cueing/presets.hpp"
#include "cueing/tuning.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/nearest.hpp"
#include "wire/number.hpp"

namespace hexad::inline operation {

using messages::Id;
using messages::Message;
using messages::say;

namespace {

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Message unknown_key(std::string_view what, std::string_view key, const std::vector<std::string>& known) {
  return say<Id::order_no_number>(key, what, nearest(key, known), joined(known));
}

template <class T, class Find>
Message read_choice(const OrderWord& word, std::optional<T>& into, Find&& find, const std::string& names) {
  into = find(word.value);
  return into ? Message{} : say<Id::order_no_choice>(word.key, word.value, names);
}

Message read_tuning_number(const OrderWord& word, CueTuning& numbers) {
  const cueing::TuningNumber* const number = cueing::find_number(word.key);
  if (number == nullptr) {
    std::vector<std::string> known{"preset", "engine", "input"};
    for (const cueing::TuningNumber& one : cueing::tuning_numbers()) known.emplace_back(one.key);
    return unknown_key("cueing", word.key, known);
  }
  const cueing::TuningRange& range = *number->range;
  const auto value = wire::parse_number(word.value);
  if (!value || !(*value >= range.low && *value <= range.high))
    return out_of_range(word.key, word.value, range.low, range.high, range.unit);
  number->at(numbers) = *value * range.scale;
  return {};
}

Message read_effect_number(const OrderWord& word, const cueing::EffectInfo& info, EffectSettings& settings) {
  const cueing::EffectNumber& number = *cueing::find_number(info, word.key);
  if (!number.choices.empty()) {
    const auto found = std::find(number.choices.begin(), number.choices.end(), word.value);
    if (found == number.choices.end())
      return say<Id::order_none_of>(word.key, word.value, fmt::format("{}", fmt::join(number.choices, ", ")));
    number.set(settings, static_cast<double>(found - number.choices.begin()));
    return {};
  }
  const auto value = wire::parse_number(word.value);
  const bool fits = value && number.holds(*value) && (!number.whole || std::floor(*value) == *value);
  if (!fits) return out_of_range(word.key, word.value, number.low, number.high, number.unit, number.whole);
  number.set(settings, *value * number.scale(settings));
  return {};
}

Message no_such_effect(std::string_view name) {
  std::vector<std::string> known;
  for (const cueing::EffectInfo& info : cueing::effect_kinds()) known.emplace_back(info.name);
  known.emplace_back("none");
  return say<Id::order_no_effect>(name, nearest(name, known), joined(known));
}

Message read_numbers(std::span<const OrderWord> words, const cueing::EffectInfo& info,
                     EffectSettings& settings) {
  // The axis first: it says what an amplitude is measured in.
  for (const bool choices : {true, false}) {
    for (const OrderWord& word : words) {
      if (word.key == "place" || word.key == "kind") continue;
      const cueing::EffectNumber* const number = cueing::find_number(info, word.key);
      if (number == nullptr) {
        std::vector<std::string> known;
        for (const cueing::EffectNumber& one : info.numbers) known.emplace_back(one.name);
        return unknown_key(info.name, word.key, known);
      }
      if (number->choices.empty() == choices) continue;
      if (Message problem = read_effect_number(word, info, settings)) return problem;
    }
    if (!choices) break;
    // The usual amplitudes are of the axis that was chosen.
    for (const cueing::EffectNumber& number : info.numbers)
      if (number.choices.empty()) number.set(settings, number.usual * number.scale(settings));
  }
  if (settings.kind == EffectKind::noise && !(settings.upper > settings.frequency))
    return Id::order_not_above;
  return {};
}

}  // namespace

Message out_of_range(std::string_view key, std::string_view given, double low, double high,
                     std::string_view unit, bool whole) {
  const std::string shown = unit.empty() ? "" : fmt::format(" {}", unit);
  return whole ? say<Id::order_whole_out_of_range>(key, given, low, high, shown)
               : say<Id::order_out_of_range>(key, given, low, high, shown);
}

Message add_words(const std::string& key, const nlohmann::json& value, std::vector<OrderWord>& words) {
  const auto text_of = [](const nlohmann::json& one) {
    return one.is_string() ? one.get<std::string>() : one.dump();
  };
  if (key != "gain" && key != "high_pass") {
    words.push_back({key, text_of(value)});
    return {};
  }
  if (!value.is_array() || value.size() != kAxes) return say<Id::order_not_axes>(key);
  for (std::size_t i = 0; i < kAxes; ++i)
    if (!value[i].is_null())
      words.push_back({fmt::format("{}.{}", key, name_of(static_cast<Axis>(i))), value[i].dump()});
  return {};
}

CueTuning CueOrder::over(const CueTuning& present) const {
  CueTuning tuning = numbers;
  tuning.preset = preset.value_or(present.preset);
  tuning.engine = engine.value_or(present.engine);
  tuning.input = input.value_or(present.input);
  tuning.head = present.head;
  tuning.rotation_point = present.rotation_point;
  return tuning;
}

Message read_cueing(std::span<const OrderWord> words, CueOrder& order) {
  std::string presets;
  for (const cueing::PresetInfo& info : cueing::presets())
    presets += (presets.empty() ? "" : ", ") + std::string{info.name};
  for (const OrderWord& word : words) {
    Message problem;
    if (word.key == "preset")
      problem = read_choice(word, order.preset, cueing::preset_of, presets);
    else if (word.key == "engine")
      problem = read_choice(word, order.engine, cueing::engine_of, "classical, predictive");
    else if (word.key == "input")
      problem = read_choice(word, order.input, cueing::input_of, "acceleration, specific_force");
    else
      problem = read_tuning_number(word, order.numbers);
    if (problem) return problem;
  }
  return {};
}

Message read_effect(std::span<const OrderWord> words, SetEffect& order) {
  const auto value_of = [&](std::string_view key) {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const OrderWord& w) { return w.key == key; });
    return found == words.end() ? std::string{} : found->value;
  };
  const auto place = wire::parse_number(value_of("place"));
  if (!place || !(*place >= 1 && *place <= kEffects) || std::floor(*place) != *place)
    return out_of_range("place", fmt::format("\"{}\"", value_of("place")), 1, kEffects, "", true);
  order.place = static_cast<std::uint8_t>(*place - 1);
  order.settings = {};
  const std::string kind = value_of("kind");
  if (kind == "none") return {};
  const cueing::EffectInfo* const info = cueing::find_effect(kind);
  if (info == nullptr) return no_such_effect(kind);
  order.settings = cueing::usual_effect(info->kind);
  return read_numbers(words, *info, order.settings);
}

}  // namespace hexad::inline operation
