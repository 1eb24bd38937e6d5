#include "capture/words.hpp"

#include <fmt/format.h>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::capture {
namespace {

using messages::Id;

/// The protocols' own rows first: a word such as "run" has other meanings elsewhere.
Id row_of_words(std::string_view english) noexcept {
  constexpr auto kFirst = static_cast<std::size_t>(Id::hardware_0);
  for (std::size_t i = 0; i < messages::kMessages; ++i) {
    const std::size_t at = (kFirst + i) % messages::kMessages;
    if (messages::kRows[at].english == english) return static_cast<Id>(at);
  }
  return Id::nothing;
}

std::string one_label(std::string_view label) {
  if (const Id whole = row_of_words(label); whole != Id::nothing) return messages::to_text(whole);
  for (std::size_t space = label.rfind(' '); space != std::string_view::npos && space > 0;
       space = label.rfind(' ', space - 1)) {
    if (const Id head = row_of_words(label.substr(0, space)); head != Id::nothing)
      return messages::to_text(head) + ' ' + one_label(label.substr(space + 1));
  }
  const std::size_t space = label.find(' ');
  if (space == std::string_view::npos) return std::string{label};
  return std::string{label.substr(0, space)} + ' ' + one_label(label.substr(space + 1));
}

bool says_something(const FieldValue& field) {
  if (field.name == "length" || field.name == "ID" || field.name.starts_with("reserved")) return false;
  if (!field.word.empty()) return true;
  if (const auto* number = std::get_if<double>(&field.value)) return *number != 0.0;
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return *integer != 0;
  return std::get<std::string>(field.value) != "zeros";
}

}  // namespace

std::string in_words(const std::string& label) {
  if (messages::language() == messages::Language::english) return label;
  if (row_of_words(label) != Id::nothing) return one_label(label);
  std::string text;
  std::string_view rest = label;
  for (std::size_t comma = rest.find(", "); comma != std::string_view::npos; comma = rest.find(", ")) {
    text += one_label(rest.substr(0, comma)) + "、";
    rest.remove_prefix(comma + 2);
  }
  return text + one_label(rest);
}

std::string value_text(const FieldValue& field) {
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return fmt::format("{}", *integer);
  if (const auto* text = std::get_if<std::string>(&field.value))
    return *text == "zeros" || *text == "not zero" ? in_words(*text) : *text;
  const double value = std::get<double>(field.value);
  return field.digits <= 9 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::string line_of(const Reading& reading, Bytes bytes) {
  if (messages::language() == messages::Language::english) return reading.text;
  if (reading.why) return messages::to_text(messages::say<Id::decode_refused>(reading.why));
  std::string text;
  for (const FieldValue& field : fields_of(reading, bytes)) {
    if (!says_something(field)) continue;
    if (!text.empty()) text += "，";
    text += in_words(field.name) + ' ' + value_text(field);
    if (!field.unit.empty()) text += ' ' + in_words(field.unit);
    if (!field.word.empty()) text += "（" + in_words(field.word) + "）";
  }
  return text.empty() ? in_words(reading.frame) : text;
}

}  // namespace hexad::capture
