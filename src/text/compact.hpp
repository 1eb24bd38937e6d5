#pragma once
// JSON written straight into one string, for what is made sixty times a second. Keys are this program's own
// and need no escaping; texts are escaped by who makes them.

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "text/quoted.hpp"

namespace hexad::inline text {

/// Digits nobody measures are left away, -0 is 0.
inline double rounded(double value, double digits) { return std::round(value * digits) / digits + 0.0; }

class Compact {
 public:
  explicit Compact(std::string begin) : text_{std::move(begin)} { text_.reserve(2048); }

  Compact& key(std::string_view name) {
    text_ += text_.ends_with('{') ? "\"" : ",\"";
    text_ += name;
    text_ += "\":";
    return *this;
  }
  /// Rounded; what is no number is null.
  Compact& number(double value, double digits) {
    if (!std::isfinite(value)) return raw("null");
    fmt::format_to(std::back_inserter(text_), "{}", rounded(value, digits));
    return *this;
  }
  Compact& whole(std::uint64_t value) {
    fmt::format_to(std::back_inserter(text_), "{}", value);
    return *this;
  }
  Compact& flag(bool value) { return raw(value ? "true" : "false"); }
  /// A word of this program's.
  Compact& word(std::string_view value) {
    text_ += '"';
    text_ += value;
    text_ += '"';
    return *this;
  }
  /// Anybody's text; empty = null.
  Compact& text_or_null(std::string_view value) {
    return value.empty() ? raw("null") : raw(text::quoted(value));
  }
  Compact& raw(std::string_view json) {
    text_ += json;
    return *this;
  }
  /// [f(0),f(1),…]
  template <class Value>
  Compact& list(std::size_t count, Value&& value) {
    text_ += '[';
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text_ += ',';
      value(i);
    }
    text_ += ']';
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace hexad::inline text
