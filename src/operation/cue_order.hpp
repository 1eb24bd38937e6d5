#pragma once
// How an operator asks for another tuning of the cueing, and for effects: pairs of a key and a value, as typed behind
// `hexad ctl cueing` and `hexad ctl effect` or taken out of JSON. Units of the edge in, SI out.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/cue_tuning.hpp"

namespace hexad::runtime {

struct OrderWord {
  std::string key;
  std::string value;
};
/// "preset=car tilt_rate=2". Words without '=' have no key.
std::vector<OrderWord> words_of(std::string_view line);

/// The whole tuning, but for the choices that are left as they are.
struct CueOrder {
  std::optional<CuePreset> preset{};
  std::optional<CueEngine> engine{};
  std::optional<CueInput> input{};
  CueTuning numbers{};  ///< of it only those

  CueTuning over(const CueTuning& present) const;
};

struct EffectOrder {
  std::uint8_t place = 0;  ///< from 0
  EffectSettings settings{};
};

/// What is wrong, beginning with the key; empty = nothing.
std::string read_cueing(std::span<const OrderWord> words, CueOrder& order);
/// Keys `place` (from 1), `kind` and the numbers of that kind, of which each may be left out.
std::string read_effect(std::span<const OrderWord> words, EffectOrder& order);

/// As they are typed.
std::vector<OrderWord> words_of(const CueOrder& order);
std::vector<OrderWord> words_of(const EffectSettings& settings);
std::string line_of(std::span<const OrderWord> words);

}  // namespace hexad::runtime
