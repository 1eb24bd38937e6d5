#include "text/outside_json.hpp"

#include <nlohmann/json.hpp>

namespace hexad::inline text {
namespace {

bool is_too_deep(std::string_view text) noexcept {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quoted && letter == '\\') {
      ++i;
    } else if (letter == '"') {
      quoted = !quoted;
    } else if (!quoted && (letter == '[' || letter == '{')) {
      if (++depth > kDeepestJson) return true;
    } else if (!quoted && (letter == ']' || letter == '}')) {
      --depth;
    }
  }
  return false;
}

template <class Json>
Json parsed(std::string_view text) {
  return is_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

}  // namespace

nlohmann::json outside_json(std::string_view text) { return parsed<nlohmann::json>(text); }
nlohmann::ordered_json outside_ordered_json(std::string_view text) {
  return parsed<nlohmann::ordered_json>(text);
}

}  // namespace hexad::inline text
