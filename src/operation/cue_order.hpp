#pragma once
// How an operator asks for another tuning of the cueing, and for effects: pairs of a key and a value, as
// typed behind `hexad ctl cueing` and `hexad ctl effect` or taken out of JSON. Units of the edge in, SI out.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "messages/message.hpp"
#include "model/request.hpp"

namespace hexad::inline operation {

struct OrderWord {
  std::string key;
  std::string value;
};
/// A value of JSON as it would be typed: lists of six are an axis each. What is wrong, beginning with the
/// key.
messages::Message add_words(const std::string& key, const nlohmann::json& value,
                            std::vector<OrderWord>& words);

/// "tilt_rate: 9 is no number from 0.5 to 6 °/s"
messages::Message out_of_range(std::string_view key, std::string_view given, double low, double high,
                               std::string_view unit, bool whole = false);

/// The whole tuning, but for the choices that are left as they are.
struct CueOrder {
  std::optional<CuePreset> preset{};
  std::optional<CueEngine> engine{};
  std::optional<CueInput> input{};
  CueTuning numbers{};  ///< of it only those

  CueTuning over(const CueTuning& present) const;
};

/// What is wrong, beginning with the key.
messages::Message read_cueing(std::span<const OrderWord> words, CueOrder& order);
/// Keys `place` (from 1), `kind` and the numbers of that kind, of which each may be left out.
messages::Message read_effect(std::span<const OrderWord> words, SetEffect& order);

}  // namespace hexad::inline operation
