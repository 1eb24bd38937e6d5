#pragma once
// The table, and the way to say something by it:
//
//   say<Id::joints_coincide>(Id::base, 1, 2, gap)   for   "{end:say} joints {a} and {b} coincide ({gap:mm})"
//
// A number is given in SI and shown in the unit its row names. An id that is not in the table, a fact too
// many, too few or of another kind does not compile. For sources: what includes it is compiled again with
// every row.

#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include "messages/message.hpp"

namespace hexad::messages {

enum class Severity : std::uint8_t { note, warning, error };

enum class Id : std::uint16_t {
#define M(id, severity, english, chinese) id,
#include "messages/table/all.inc"
#undef M
};

struct Row {
  std::string_view id;
  Severity severity;
  std::string_view english;  ///< {name} a whole number, {name:type} anything else: unit.hpp
  std::string_view chinese;  ///< {name}
};

inline constexpr Row kRows[] = {
#define M(id, severity, english, chinese) {#id, Severity::severity, english, chinese},
#include "messages/table/all.inc"
#undef M
};
inline constexpr std::size_t kMessages = std::size(kRows);

constexpr const Row& row_of(Id id) noexcept { return kRows[static_cast<std::size_t>(id)]; }

/// The n-th parameter of an English text, in the order in which they stand there; empty = there are not so
/// many.
struct Parameter {
  std::string_view name;
  std::string_view type;
};
constexpr Parameter parameter(std::string_view text, std::size_t n) noexcept {
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (n-- > 0) continue;
    const std::string_view inside = text.substr(at + 1, text.find('}', at) - at - 1);
    const std::size_t colon = inside.find(':');
    if (colon == std::string_view::npos) return {inside, "n"};
    return {inside.substr(0, colon), inside.substr(colon + 1)};
  }
  return {};
}
constexpr std::size_t parameters(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += c == '{' ? 1 : 0;
  return count;
}

namespace internal {

template <Type type, class Given>
Fact fact(const Given& given) {
  if constexpr (type == Type::count) {
    static_assert(std::is_integral_v<Given>, "a whole number is expected");
    return Number{static_cast<double>(given), Unit::none};
  } else if constexpr (type == Type::name) {
    static_assert(std::is_convertible_v<const Given&, std::string_view>, "a name is expected");
    return Name{given};
  } else if constexpr (type == Type::quantity) {
    static_assert(std::is_same_v<Given, Number>, "a number with its unit is expected");
    return given;
  } else if constexpr (type == Type::words) {
    static_assert(std::is_convertible_v<Given, Message>, "words of the table, or a message, are expected");
    if constexpr (std::is_same_v<Given, Id>) {
      return given;
    } else {
      return std::make_shared<const Message>(given);
    }
  }
}

template <Unit unit, class Given>
Fact measured(const Given& given) {
  static_assert(std::is_arithmetic_v<Given>, "a number is expected");
  return Number{shown_in(unit, static_cast<double>(given)), unit};
}

template <Id id, std::size_t n, class Given>
Fact fact_of(const Given& given) {
  constexpr TypeInfo info = type_of(parameter(row_of(id).english, n).type);
  if constexpr (info.type == Type::measure) {
    return measured<info.unit>(given);
  } else {
    return fact<info.type>(given);
  }
}

}  // namespace internal

template <Id id, class... Given>
Message say(const Given&... given) {
  static_assert(parameters(row_of(id).english) == sizeof...(Given), "a fact is missing, or one too many");
  Message message{id};
  [&]<std::size_t... n>(std::index_sequence<n...>) {
    ((message.facts[n] = internal::fact_of<id, n>(given)), ...);
  }
  (std::index_sequence_for<Given...>{});
  return message;
}

}  // namespace hexad::messages
