#include "console_api/api_page.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "console_api/message_table.hpp"
#include "console_api/routes.hpp"
#include "messages/print.hpp"
#include "operation/operator_order.hpp"
#include "text/page.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

/// "Leg[]" is the name Leg behind which marks stand.
struct TypeText {
  std::string_view name;
  std::string_view marks;
};
TypeText split(std::string_view type) {
  const std::size_t end = std::min(type.find_first_of("[?"), type.size());
  return {type.substr(0, end), type.substr(end)};
}

Json schema_of(std::string_view type) {
  const auto [name, marks] = split(type);
  const auto list = [](std::string_view item, int count) {
    Json items = schema_of(item);
    return Json{{"type", "array"}, {"items", items}, {"minItems", count}, {"maxItems", count}};
  };
  Json schema;
  if (name == "number")
    schema = {{"type", {"number", "null"}}};
  else if (name == "whole")
    schema = {{"type", "integer"}};
  else if (name == "flag")
    schema = {{"type", "boolean"}};
  else if (name == "text" || name == "State" || name == "Program")
    schema = {{"type", "string"}};
  else if (name == "Six")
    schema = list("number", 6);
  else if (name == "Point")
    schema = list("number", 3);
  else if (name == "Range")
    schema = list("number", 2);
  else if (name == "counts")
    schema = {{"type", "object"}, {"additionalProperties", {{"type", "integer"}}}};
  else if (name == "said" || name == "any")
    schema = {{"type", "object"}};
  else if (name == "values")
    schema = {{"type", "array"}};
  else
    schema = {{"$ref", fmt::format("#/components/schemas/{}", name)}};
  if (marks.starts_with("?")) schema = {{"anyOf", {schema, {{"type", "null"}}}}};
  if (marks.ends_with("[]")) schema = {{"type", "array"}, {"items", schema}};
  return schema;
}

Json order_schema() {
  Json any = Json::array();
  for (const Action& action : actions()) {
    Json properties{{"action", {{"const", action.name}}}};
    Json needed{"action"};
    for (const Argument& argument : action.arguments) {
      Json one{{"description", argument.unit.name}};
      if (argument.high > argument.low && argument.high < 1e100)
        one.update({{"minimum", argument.low}, {"maximum", argument.high}});
      properties[argument.key] = one;
      if (argument.needed) needed.push_back(argument.key);
    }
    if (action.is_motion()) properties["wait"] = {{"type", "boolean"}};
    any.push_back({{"type", "object"},
                   {"description", messages::english(action.help)},
                   {"x-role", to_string(action.role)},
                   {"properties", properties},
                   {"required", needed}});
  }
  return {{"oneOf", any}};
}

}  // namespace

std::string openapi_text(const std::string& version) {
  Json document{{"openapi", "3.1.0"},
                {"info",
                 {{"title", "hexad"},
                  {"version", version},
                  {"description", "Millimetres, degrees, seconds. Poses are X Y Z RX RY RZ from neutral."}}}};
  for (const RouteInfo& route : routes()) {
    if (route.path.ends_with("…")) continue;  // many, described in docs/console-api.md
    Json& operation = document["paths"][std::string{route.path}][std::string{route.method}];
    operation["summary"] = route.meaning;
    operation["x-role"] = to_string(route.least);
    if (!route.query.empty())
      operation["parameters"] = {
          {{"name", route.query}, {"in", "query"}, {"required", true}, {"schema", {{"type", "string"}}}}};
    if (route.method == "post")
      operation["requestBody"]["content"]["application/json"]["schema"] =
          route.path == "/api/ctl" ? Json{{"$ref", "#/components/schemas/Order"}} : Json{{"type", "object"}};
    Json answer{{"description", route.meaning}};
    if (!route.answer.empty()) answer["content"]["application/json"]["schema"] = schema_of(route.answer);
    operation["responses"]["200"] = answer;
  }
  for (const MessageInfo& message : message_tables()) {
    Json schema{{"type", "object"}, {"description", message.meaning}};
    for (const FieldInfo& field : message.fields) {
      Json one = schema_of(field.type);
      const std::string said = fmt::format("{}{}{}", field.meaning, field.unit.empty() ? "" : " ",
                                           field.unit.empty() ? "" : fmt::format("[{}]", field.unit));
      if (!said.empty()) one["description"] = said;
      schema["properties"][std::string{field.name}] = one;
      if (!field.type.ends_with('?')) schema["required"].push_back(field.name);
    }
    document["components"]["schemas"][std::string{message.name}] = schema;
  }
  document["components"]["schemas"]["Order"] = order_schema();
  return document.dump() + '\n';
}

std::string api_page(const std::string& version) {
  const auto escaped = [](std::string_view text) { return html::escaped(std::string{text}); };
  std::string page = html::page_head("hexad API");
  page += fmt::format(
      "<h1>hexad {}: API</h1><p>Millimetres, degrees, seconds; poses are X Y Z RX RY RZ from neutral; a "
      "number that is "
      "none is null. For tools: <a href='/api/openapi.json'>openapi.json</a>. docs/console-api.md says "
      "more.</p>\n",
      escaped(version));
  std::vector<std::vector<std::string>> rows;
  for (const RouteInfo& route : routes()) {
    const std::string method = route.method == "get" ? "GET" : "POST";
    rows.push_back({fmt::format("{} {}{}", method, route.path,
                                route.query.empty() ? "" : fmt::format("?{}=…", route.query)),
                    std::string{to_string(route.least)}, std::string{route.answer},
                    std::string{route.meaning}});
  }
  page += "<h2>Routes</h2>" + html::html_table({"route", "least role", "answer", "does"}, rows);
  rows.clear();
  for (const Action& action : actions()) {
    std::string keys;
    for (const Argument& argument : action.arguments)
      keys += fmt::format("{}{}{}{}", keys.empty() ? "" : ", ", argument.key,
                          argument.unit.name.empty() ? "" : " ", argument.unit.name);
    rows.push_back({std::string{action.name}, std::string{to_string(action.role)}, keys,
                    messages::english(action.help),
                    messages::to_text(action.help, messages::Language::chinese)});
  }
  page += "<h2>Orders</h2><p>The body of POST /api/ctl: {\"action\": …}.</p>" +
          html::html_table({"action", "least role", "keys", "does", "作用"}, rows);
  for (const MessageInfo& message : message_tables()) {
    rows.clear();
    for (const FieldInfo& field : message.fields)
      rows.push_back({std::string{field.name}, std::string{field.type}, std::string{field.unit},
                      std::string{field.meaning}});
    page += fmt::format("<h2>{}</h2><p>{}</p>", escaped(message.name), escaped(message.meaning)) +
            html::html_table({"key", "type", "unit", "meaning"}, rows);
  }
  return page + "</main></body></html>\n";
}

}  // namespace hexad::inline console_api
