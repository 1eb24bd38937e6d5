#include "messages/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "messages/say.hpp"

namespace hexad::messages {
namespace {

using Json = nlohmann::ordered_json;

Json fact_json(const Fact& fact) {
  if (const auto* number = std::get_if<Number>(&fact)) {
    const bool whole = number->value == std::trunc(number->value) && std::abs(number->value) < 1e15;
    const Json value = whole ? Json(static_cast<std::int64_t>(number->value)) : Json(number->value);
    if (number->unit == Unit::none) return value;
    return {{"value", value}, {"unit", info_of(number->unit).shown}};
  }
  if (const auto* name = std::get_if<Name>(&fact)) return well_formed(name->view());
  if (const auto* words = std::get_if<Id>(&fact)) return {{"id", row_of(*words).id}};
  if (const auto* inner = std::get_if<std::shared_ptr<const Message>>(&fact)) return to_json(**inner);
  return nullptr;
}

template <class Any>
Message message_from(const Any& json);

template <class Any>
Fact fact_from(const Any& json) {
  if (json.is_number()) return Number{json.template get<double>(), Unit::none};
  if (json.is_string()) return Name{json.template get<std::string>()};
  if (!json.is_object()) return Name{std::string_view{}};
  if (json.contains("id")) return std::make_shared<const Message>(message_from(json));
  const auto unit = json.find("unit");
  const auto value = json.find("value");
  if (unit != json.end() && value != json.end() && value->is_number())
    for (const UnitInfo& info : kUnits)
      if (*unit == info.shown) return Number{value->template get<double>(), info.unit};
  return Name{std::string_view{}};
}

template <class Any>
Message message_from(const Any& json) {
  if (!json.is_object() || !json.contains("id")) return {};
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [&](const Row& one) { return json.at("id") == one.id; });
  if (row == std::end(kRows)) return {};
  Message message{static_cast<Id>(row - std::begin(kRows))};
  const auto facts = json.find("facts");
  for (std::size_t n = 0; n < parameters(row->english); ++n) {
    const std::string name{parameter(row->english, n).name};
    if (facts != json.end() && facts->is_object() && facts->contains(name))
      message.facts[n] = fact_from(facts->at(name));
  }
  return message;
}

/// {gap:mm} to {gap}.
std::string without_types(std::string_view english) {
  std::string text;
  for (std::size_t i = 0; i < english.size(); ++i) {
    text += english[i];
    if (english[i] != '{') continue;
    const std::size_t close = english.find('}', i);
    const std::string_view inside = english.substr(i + 1, close - i - 1);
    text += inside.substr(0, inside.find(':'));
    i = close - 1;
  }
  return text;
}

}  // namespace

nlohmann::ordered_json to_json(const Message& message) {
  if (!message) return nullptr;
  const Row& row = row_of(message.id);
  Json json{{"id", row.id}};
  for (std::size_t n = 0; n < parameters(row.english); ++n)
    json["facts"][std::string{parameter(row.english, n).name}] = fact_json(message.facts[n]);
  return json;
}

std::string json_text(const Message& message) {
  return to_json(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Message from_json(const nlohmann::ordered_json& json) { return message_from(json); }
Message from_json(const nlohmann::json& json) { return message_from(json); }

std::string table_json() {
  std::string text;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Id::command_line); ++i) {
    const Row& row = kRows[i];
    if (row.english.empty()) continue;
    text += fmt::format("{}  \"{}\": {{\"en\": {}, \"zh\": {}}}", text.empty() ? "{\n" : ",\n", row.id,
                        Json(without_types(row.english)).dump(), Json(row.chinese).dump());
  }
  return text + "\n}\n";
}

}  // namespace hexad::messages
