#pragma once
// Files of the recorder as somebody may have left them: whole, or an exception that says what is wrong.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "text/outside_json.hpp"

namespace hexad::inline recorder {

inline nlohmann::ordered_json kept_document(std::string_view text) {
  nlohmann::ordered_json json = outside_ordered_json(text);
  if (!json.is_object()) throw std::runtime_error{"it is no JSON, or no object"};
  return json;
}

/// From `least` to 2^53, the last one that a page can count to.
inline std::uint64_t kept_count(const nlohmann::ordered_json& json, std::uint64_t least = 0) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
  const auto* const value = json.get_ptr<const nlohmann::ordered_json::number_unsigned_t*>();
  if (value == nullptr || *value < least || *value > kMost)
    throw std::runtime_error{"a count is none: " + json.dump()};
  return *value;
}

/// Seconds, metres, hours: from 0 to what no platform lives to see.
inline double kept_amount(const nlohmann::ordered_json& json) {
  constexpr double kMost = 1e12;
  const double value = json.get<double>();
  if (!(value >= 0.0 && value <= kMost)) throw std::runtime_error{"a number is out of range: " + json.dump()};
  return value;
}

}  // namespace hexad::inline recorder
