#include "calibration/tool/json_text.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "words/fact_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;

Json error_json(std::string_view code, const messages::Message& what, Json group, Json key, Json place) {
  return {{"error",
           {{"code", code},
            {"text", messages::english(what)},
            {"message", messages::to_json(what)},
            {"group", group},
            {"key", std::move(key)},
            {"place", place}}}};
}

/// Its values are in `spots`, in their order.
Json field_json(const Key& key, std::span<const Spot> spots) {
  const csfi::Field& field = field_of(key);
  Json names = Json::array();
  Json units = Json::array();
  Json values = Json::array();
  for (const Spot& spot : spots) {
    if (spot.key != &key) continue;
    names.push_back(spot.name);
    units.push_back(spot.unit);
    values.push_back(spot.text);
  }
  const std::size_t count = values.size();
  return {{"key", key.key},
          {"name", field.name},
          {"unit", field.unit},
          {"type", type_of(field)},
          {"count", count},
          {"range", messages::english(range_of(key))},
          {"range_message", messages::to_json(range_of(key))},
          {"names", std::move(names)},
          {"units", std::move(units)},
          {"values", std::move(values)}};
}

Json bytes_json(std::span<const Spot> spots) {
  Json list = Json::array();
  for (const Spot& spot : spots)
    list.push_back({{"offset", spot.offset},
                    {"length", spot.length},
                    {"name", spot.name},
                    {"unit", spot.unit},
                    {"value", spot.shown},
                    {"key", spot.key == nullptr ? Json(nullptr) : Json(spot.key->key)},
                    {"place", spot.place}});
  return list;
}

}  // namespace

web::Response answer(const Json& json) {
  return {.body = json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'};
}

web::Response answer_error(std::string_view code, const messages::Message& what) {
  return answer(error_json(code, what, nullptr, nullptr, nullptr));
}

web::Response answer_error(const ValueProblem& problem) {
  return answer(error_json("value", problem.what, problem.group, problem.key, problem.place));
}

web::Response answer_error(const host::Error& error) {
  using Kind = host::Error::Kind;
  return answer_error(error.kind == Kind::socket        ? "no_socket"
                      : error.kind == Kind::unreachable ? "unreachable"
                      : error.kind == Kind::malformed   ? "not_understood"
                                                        : "no_answer",
                      message_of(error));
}

Json notes_json(const std::vector<messages::Message>& notes) {
  Json list = Json::array();
  for (const messages::Message& note : notes)
    if (note) list.push_back(message_json(note));
  return list;
}

std::string hex_of(const csfi::Group& group) {
  std::string text;
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  for (const std::byte byte : frame.view()) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

Json groups_json(const Groups& groups) {
  Json list = Json::array();
  for (const auto& [number, group] : groups) {
    const std::vector<Spot> spots = spots_of(group);
    Json fields = Json::array();
    for (const Key& key : keys())
      if (key.group == number) fields.push_back(field_json(key, spots));
    messages::Message rule;
    if (const auto* mechanics = std::get_if<csfi::Mechanics>(&group)) {
      const auto freedoms = csfi::freedoms_of(*mechanics);
      rule = freedoms ? messages::Message{freedoms->rule} : message_of(freedoms.error().allowed);
    }
    list.push_back({{"group", number},
                    {"name", host::csfi_group_name(number)},
                    {"rule", rule ? Json(messages::english(rule)) : Json(nullptr)},
                    {"rule_message", messages::to_json(rule)},
                    {"fields", std::move(fields)},
                    {"frame", hex_of(group)},
                    {"bytes", bytes_json(spots)}});
  }
  return list;
}

Json differences_json(std::uint8_t group, const std::vector<host::CsfiDifference>& differences,
                      const char* first, const char* second) {
  Json list = Json::array();
  if (differences.empty()) return list;
  // Any group of that number has the same names.
  const csfi::Group any = group == 1   ? csfi::Group{csfi::Mechanics{}}
                          : group == 2 ? csfi::Group{csfi::Control{}}
                          : group == 3 ? csfi::Group{csfi::Network{}}
                                       : csfi::Group{csfi::UserFrame{}};
  const std::vector<Spot> spots = spots_of(any);
  for (const host::CsfiDifference& one : differences) {
    const Spot* const spot = find_spot(spots, one.name);
    list.push_back({{"key", spot == nullptr ? Json(nullptr) : Json(spot->key->key)},
                    {"place", spot == nullptr ? 0 : spot->place},
                    {"name", one.name},
                    {"unit", one.unit},
                    {first, one.first},
                    {second, one.second}});
  }
  return list;
}

Result<net::Address, messages::Message> board_of(const std::string& typed) {
  const auto board = typed.empty() ? std::nullopt : parse_board(typed);
  if (!board || board->port == 0) return Failure{messages::say<messages::Id::board_bad_address>(typed)};
  constexpr net::Prefix kOneHost[]{{0, 8}, {0xE0000000, 3}};  // "this network", multicast and above
  for (const net::Prefix& prefix : kOneHost)
    if (prefix.contains(board->ip))
      return Failure{messages::say<messages::Id::board_not_one_host>(net::to_text(board->ip))};
  return *board;
}

}  // namespace hexad::inline calibration::tool
