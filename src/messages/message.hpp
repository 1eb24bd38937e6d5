#pragma once
// What is said to a person, as a value: an id of the table (messages/table/*.inc: one row a message, English
// and Chinese side by side) and its facts. Made by say.hpp; whoever shows it makes words of it: print.hpp for
// log and command line, json.hpp for the browser, which has the same table.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "base/fixed_text.hpp"
#include "messages/unit.hpp"

namespace hexad::messages {

/// A row of the table: say.hpp, whoever says something, has them all.
enum class Id : std::uint16_t;

struct Message;

/// A number as it is shown.
struct Number {
  double value = 0.0;
  Unit unit = Unit::none;
  friend bool operator==(const Number&, const Number&) = default;
};

/// A text as somebody wrote it. What a session says of a datagram is short, and needs no memory of its own.
class Name {
 public:
  Name(std::string_view text) : short_{text} {  // NOLINT: a text is a name
    if (text.size() > kShort) long_ = text;
  }
  std::string_view view() const noexcept { return long_.empty() ? short_.view() : std::string_view{long_}; }
  friend bool operator==(const Name& a, const Name& b) noexcept { return a.view() == b.view(); }

 private:
  static constexpr std::size_t kShort = 256;
  FixedText<kShort> short_;
  std::string long_;
};

/// A number, a name, words of the table, or a whole message.
using Fact = std::variant<std::monostate, Number, Name, Id, std::shared_ptr<const Message>>;
inline constexpr std::size_t kMostFacts = 6;

/// Does not allocate unless a fact is a message with facts or a very long name.
struct Message {
  Id id{};  ///< 0 = nothing
  std::array<Fact, kMostFacts> facts{};

  Message() = default;
  Message(Id words) noexcept : id{words} {}  // NOLINT: words without facts are a message

  explicit operator bool() const noexcept { return id != Id{}; }
};
bool operator==(const Message& a, const Message& b) noexcept;

}  // namespace hexad::messages
