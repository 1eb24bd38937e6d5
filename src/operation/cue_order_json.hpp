#pragma once
// Orders of cueing and effects in JSON, both ways.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "operation/cue_order.hpp"

namespace hexad::runtime {

/// As an order would be typed: lists of six are an axis each, null is left out. What is wrong, beginning with the key.
std::string typed_words(const nlohmann::json& document, std::vector<OrderWord>& words);

/// The keys of an order.
void put_cueing(const CueOrder& order, nlohmann::ordered_json& body);
/// `kind` and its numbers.
void put_effect(const EffectSettings& settings, nlohmann::ordered_json& body);

}  // namespace hexad::runtime
