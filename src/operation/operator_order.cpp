#include "operation/operator_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "text/outside_json.hpp"
#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::inline operation {
namespace {

using Json = nlohmann::json;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::array<std::string_view, 4> kCommonKeys{"action", "wait", "unless_stopped", "press"};
bool is_common(std::string_view key) {
  return std::find(kCommonKeys.begin(), kCommonKeys.end(), key) != kCommonKeys.end();
}

Message no_such_action(std::string_view name) {
  std::vector<std::string> names;
  for (const Action& action : actions()) names.emplace_back(action.name);
  return say<Id::order_no_action>(name, nearest(name, names), fmt::format("{}", fmt::join(names, ", ")));
}

/// A key that the action does not have.
Message foreign_key(const Json& document, const Action& action) {
  std::vector<std::string_view> known{kCommonKeys.begin(), kCommonKeys.end()};
  for (const Argument& argument : action.arguments) known.emplace_back(argument.key);
  for (const auto& [key, value] : document.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      return say<Id::order_no_key>(key, action.name, fmt::format("{}", fmt::join(known, ", ")));
  return {};
}

/// For the log: one line, without the rows of a path.
std::string said_of(const Json& value) {
  if (!value.is_array()) return value.is_string() ? value.get<std::string>() : value.dump();
  if (value.front().is_array()) return fmt::format("of {} points", value.size());
  std::string text;
  for (const Json& one : value) text += (text.empty() ? "" : " ") + said_of(one);
  return text;
}

Message read_arguments(const Json& document, OperatorOrder& order) {
  if (Message problem = foreign_key(document, *order.action)) return problem;
  for (const Argument& argument : order.action->arguments) {
    const auto value = document.find(argument.key);
    if (value == document.end() || value->is_null()) {
      if (argument.needed) return say<Id::order_missing>(argument.key);
      continue;
    }
    if (Message problem = argument.read(argument, *value, order.wanted)) return problem;
    order.said += ' ' + said_of(*value);
  }
  return {};
}

/// As they would be typed: lists of six are an axis each, null is left out.
Message read_words(const Json& document, OperatorOrder& order) {
  std::vector<OrderWord> words;
  for (const auto& [key, value] : document.items())
    if (!is_common(key) && !value.is_null())
      if (Message problem = add_words(key, value, words)) return problem;
  const auto& first = order.action->first_words;
  for (const std::string_view key : first)
    for (const OrderWord& word : words)
      if (word.key == key) order.said += ' ' + word.value;
  for (const OrderWord& word : words)
    if (std::find(first.begin(), first.end(), word.key) == first.end())
      order.said += fmt::format(" {}={}", word.key, word.value);
  return order.action->read_words(words, order.wanted);
}

/// A number where there is one; else the word itself, which the reader then refuses.
Json number_of(std::string_view word) {
  std::uint64_t whole = 0;
  if (word.starts_with("0x")) {
    const auto [end, failure] = std::from_chars(word.data() + 2, word.data() + word.size(), whole, 16);
    if (failure == std::errc{} && end == word.data() + word.size()) return whole;
  }
  const auto number = wire::parse_number(word);
  return number ? Json(*number) : Json(word);
}

Json typed_value(Argument::Type type, std::string_view text) {
  if (type == Argument::Type::text) return text;
  if (type != Argument::Type::six) return number_of(text);
  Json list = Json::array();
  wire::Tokenizer words{text, " ,\t"};
  while (const auto word = words.next()) list.push_back(number_of(*word));
  return list;
}

/// KEY=VALUE …; what is wrong.
Message type_words(const Action& action, std::string_view line, Json& document) {
  std::size_t place = 0;
  wire::Tokenizer words{line, " \t"};
  for (; const auto word = words.next(); ++place) {
    const std::size_t equals = word->find('=');
    if (equals != std::string_view::npos)
      document[std::string{word->substr(0, equals)}] = word->substr(equals + 1);
    else if (place < action.first_words.size())
      document[std::string{action.first_words[place]}] = *word;
    else
      return say<Id::order_not_key_value>(*word);
  }
  const bool nothing = place == 0 && action.first_words.empty();
  return nothing ? Message{Id::order_no_key_value} : Message{};
}

}  // namespace

Result<OperatorOrder, Message> parse_order(const Json& document) {
  const auto name = document.is_object() ? document.find("action") : document.end();
  if (name == document.end() || !name->is_string()) return Failure{Message{Id::order_no_object}};
  OperatorOrder order{.action = find_action(name->get_ref<const std::string&>())};
  if (order.action == nullptr) return Failure{no_such_action(name->get_ref<const std::string&>())};
  order.wanted = order.action->wanted;
  order.said = order.action->name;
  if (const auto wait = document.find("wait"); wait != document.end() && !wait->is_null()) {
    if (!wait->is_boolean()) return Failure{say<Id::order_not_a_switch>("wait")};
    order.wait = wait->get<bool>();
  }
  if (const auto stops = document.find("unless_stopped"); stops != document.end() && !stops->is_null()) {
    if (!stops->is_number_unsigned()) return Failure{Message{Id::order_not_stops}};
    order.unless_stopped = stops->get<std::uint64_t>();
  }
  if (const auto press = document.find("press"); press != document.end() && !press->is_null()) {
    if (!press->is_number_unsigned() || *press == 0) return Failure{Message{Id::order_not_press}};
    order.press = press->get<std::uint64_t>();
  }
  Message problem =
      order.action->read_words != nullptr ? read_words(document, order) : read_arguments(document, order);
  if (problem) return Failure{std::move(problem)};
  return order;
}

Result<OperatorOrder, Message> parse_order_json(std::string_view text) {
  return parse_order(outside_json(text));
}

Result<Json, Message> typed_order(std::string_view name, std::string_view text) {
  const Action* const action = find_action(name);
  if (action == nullptr) return Failure{no_such_action(name)};
  Json document{{"action", action->name}};
  if (action->typed == nullptr) return Failure{say<Id::order_not_typed>(name)};
  if (action->read_words != nullptr) {
    if (const Message problem = type_words(*action, text, document))
      return Failure{say<Id::order_of>(name, problem)};
  } else if (action->arguments.empty()) {
    if (!text.empty()) return Failure{say<Id::order_takes_nothing>(name, text)};
  } else if (const Argument& first = action->arguments.front(); first.needed || !text.empty()) {
    document[first.key] = typed_value(first.type, text);
  }
  if (const auto order = parse_order(document); !order)
    return Failure{say<Id::order_of>(name, order.error())};
  return document;
}

Result<OperatorOrder, Message> parse_order(std::string_view action, std::string_view argument) {
  const auto document = typed_order(action, argument);
  if (!document) return Failure{document.error()};
  return parse_order(*document);
}

}  // namespace hexad::inline operation
