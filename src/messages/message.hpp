#pragma once
// What is said to a person, as a value: an id of the table (messages/table/*.inc: one row a message, English and Chinese
// side by side) and its facts. Made by say.hpp; whoever shows it makes words of it: print.hpp for log and command line,
// json.hpp for the browser, which has the same table.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "messages/unit.hpp"

namespace hexad::words {

/// A row of the table: say.hpp, whoever says something, has them all.
enum class Id : std::uint16_t;

struct Message;

/// A number as it is shown.
struct Number {
  double value = 0.0;
  Unit unit = Unit::none;
  friend bool operator==(const Number&, const Number&) = default;
};

/// A number, a name as somebody wrote it, words of the table, or a whole message.
using Fact = std::variant<std::monostate, Number, std::string, Id, std::shared_ptr<const Message>>;
inline constexpr std::size_t kMostFacts = 6;

/// Does not allocate unless a fact is a message with facts or a long name.
struct Message {
  Id id{};  ///< 0 = nothing
  std::array<Fact, kMostFacts> facts{};

  Message() = default;
  Message(Id words) noexcept : id{words} {}  // NOLINT: words without facts are a message

  explicit operator bool() const noexcept { return id != Id{}; }
};
bool operator==(const Message& a, const Message& b) noexcept;

}  // namespace hexad::words
