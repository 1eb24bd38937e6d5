// The one source that knows the TOML library.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

#include "config/document.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline config {
namespace {

using messages::Id;
using messages::say;

int number_of(toml::source_index index) { return static_cast<int>(index); }

Value convert(const toml::node& node) {
  Value value;
  value.line = number_of(node.source().begin.line);
  value.column = number_of(node.source().begin.column);
  value.end_line = number_of(node.source().end.line);
  value.end_column = number_of(node.source().end.column);
  if (const auto* text = node.as_string()) {
    value.what = text->get();
  } else if (const auto* flag = node.as_boolean()) {
    value.what = flag->get();
  } else if (const auto* whole = node.as_integer()) {
    value.what = whole->get();
  } else if (const auto* number = node.as_floating_point()) {
    value.what = number->get();
  } else if (const auto* array = node.as_array()) {
    ValueList items;
    for (const toml::node& item : *array) items.push_back(convert(item));
    value.what = std::move(items);
  }
  return value;
}

void flatten(const toml::table& table, const std::string& prefix, Document& document) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix.empty() ? std::string{name.str()} : prefix + "." + std::string{name.str()};
    const int line = number_of(name.source().begin.line);
    const int column = number_of(name.source().begin.column);
    if (const auto* inner = node.as_table()) {
      document.sections.push_back({key, line, column});
      flatten(*inner, key, document);
    } else {
      document.entries.push_back({key, convert(node), line, column});
    }
  }
}

template <class Item>
void sort_by_place(std::vector<Item>& items) {
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return fmt::format("{}", number);
}

std::string shortened(std::string text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  std::size_t cut = kLongest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;  // whole characters only
  return text.substr(0, cut) + "…";
}

void forget_places(Value& value) {
  value.line = value.column = 0;
  if (auto* items = std::get_if<ValueList>(&value.what))
    for (Value& item : *items) forget_places(item);
}

}  // namespace

std::string Value::in_words() const {
  struct Words {
    std::string operator()(const OtherValue&) const { return "a date, time or table"; }
    std::string operator()(const std::string& text) const { return '"' + text + '"'; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t whole) const { return std::to_string(whole); }
    std::string operator()(double number) const { return number_text(number); }
    std::string operator()(const ValueList& items) const {
      std::string text = "[";
      for (const Value& item : items) text += (text.size() > 1 ? ", " : "") + item.in_words();
      return text + "]";
    }
  };
  return shortened(std::visit(Words{}, what));
}

const Entry* Document::find(std::string_view key) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [key](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

namespace {

/// The row among these whose English the text is; nothing: none.
Id row_among(std::span<const Id> rows, std::string_view text) {
  for (const Id row : rows)
    if (messages::row_of(row).english == text) return row;
  return Id::nothing;
}

/// "expected value, saw '#'": nothing where these are no words that are known.
messages::Message reason_words(std::string_view text) {
  constexpr std::array kWhole{Id::toml_end, Id::toml_type, Id::toml_zeroes};
  constexpr std::array kExpected{Id::toml_true,    Id::toml_false,          Id::toml_equals,
                                 Id::toml_bracket, Id::toml_a_value,        Id::toml_value_end,
                                 Id::toml_digit,   Id::toml_comment_or_line};
  constexpr std::string_view kTwice = "cannot redefine existing ";
  constexpr std::string_view kExpecting = "expected ";
  constexpr std::string_view kSaw = ", saw ";
  if (const Id whole = row_among(kWhole, text); whole != Id::nothing) return whole;
  if (text.starts_with(kTwice)) return say<Id::toml_twice>(text.substr(kTwice.size()));
  const std::size_t saw = text.find(kSaw);
  if (!text.starts_with(kExpecting) || saw == std::string_view::npos) return {};
  const Id expected = row_among(kExpected, text.substr(kExpecting.size(), saw - kExpecting.size()));
  if (expected == Id::nothing) return {};
  return say<Id::toml_saw>(expected, text.substr(saw + kSaw.size()));
}

/// What the parser says, as rows where they have it: "Error while parsing key-value pair: …"; else its text.
messages::Message parser_words(std::string_view text) {
  constexpr std::array kWhere{Id::toml_in_pair,    Id::toml_in_key,     Id::toml_in_value, Id::toml_in_string,
                              Id::toml_in_literal, Id::toml_in_array,   Id::toml_in_table, Id::toml_in_header,
                              Id::toml_in_boolean, Id::toml_in_integer, Id::toml_in_float};
  constexpr std::string_view kBegin = "Error while parsing ";
  const std::size_t colon = text.find(": ");
  if (text.starts_with(kBegin) && colon != std::string_view::npos) {
    const Id where = row_among(kWhere, text.substr(kBegin.size(), colon - kBegin.size()));
    const messages::Message why = reason_words(text.substr(colon + 2));
    if (where != Id::nothing && why) return say<Id::toml_at>(where, why);
  }
  return say<Id::toml_told>(text);
}

}  // namespace

Document parse_document(std::string_view text, const std::string& name, Problems& problems) {
  Document document{name, {}, {}};
  try {
    flatten(toml::parse(text, name), "", document);
  } catch (const toml::parse_error& error) {
    problems.push_back({Problem::Kind::error, name, number_of(error.source().begin.line),
                        number_of(error.source().begin.column), "",
                        say<Id::not_toml>(parser_words(error.description()))});
  }
  sort_by_place(document.entries);
  sort_by_place(document.sections);
  return document;
}

Document read_document(const std::string& path, Problems& problems) {
  const auto unreadable = [&](const messages::Message& why) {
    problems.push_back({Problem::Kind::error, path, 0, 0, "", say<Id::file_unreadable>(why)});
    return Document{path, {}, {}};
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return unreadable(Id::is_a_directory);
  std::ifstream file{path, std::ios::binary};
  if (!file) return unreadable(messages::system_message(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) return unreadable(Id::reading_failed);
  return parse_document(text.str(), path, problems);
}

Document parse_assignment(std::string_view assignment, const std::string& name, Problems& problems) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    problems.push_back({Problem::Kind::error, name, 0, 0, "", Id::not_key_value});
    return {name, {}, {}};
  }
  const auto trim = [](std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::string{};
    return std::string{text.substr(first, text.find_last_not_of(" \t") - first + 1)};
  };
  const std::string raw = trim(assignment.substr(equals + 1));
  Entry entry{trim(assignment.substr(0, equals)), {}, 0, 0};
  try {
    const toml::table table = toml::parse("value = " + raw);
    if (table.size() == 1) entry.value = convert(*table.get("value"));  // a second key would be smuggled in
  } catch (const toml::parse_error&) {
    if (raw.find_first_of("[]{}\"'\n") != std::string::npos) {
      problems.push_back({Problem::Kind::error, name, 0, 0, entry.key, say<Id::not_toml_value>(raw)});
      return {name, {}, {}};
    }
    entry.value.what = raw;
  }
  forget_places(entry.value);
  entry.value.raw = raw;
  return {name, {std::move(entry)}, {}};
}

}  // namespace hexad::inline config
