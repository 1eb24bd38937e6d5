#include "calibration/tool/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "capture/hex.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;
using UnorderedJson = nlohmann::json;
using messages::Id;
using messages::Message;
using messages::say;

Message at(const std::string& key, const Message& what) { return say<Id::request_at>(key, what); }

std::optional<std::uint8_t> group_number(std::string_view text) {
  if (text.size() != 1 || text[0] < '1' || text[0] > '4') return std::nullopt;
  return static_cast<std::uint8_t>(text[0] - '0');
}

Message read_frames(const char* name, const UnorderedJson& json, Groups& groups) {
  if (!json.is_object()) return at(name, Id::request_no_frames);
  for (const auto& [key, value] : json.items()) {
    const auto number = group_number(key);
    if (!number) return at(fmt::format("{}.{}", name, key), Id::request_no_group);
    const auto bytes =
        value.is_string()
            ? capture::parse_hex(value.get_ref<const std::string&>())
            : Result<std::vector<std::byte>, capture::HexProblem>{Failure{capture::HexProblem{}}};
    if (!bytes) return at(fmt::format("{}.{}", name, key), Id::request_no_hex);
    const auto group = csfi::decode_answer(*bytes);
    if (!group || csfi::number_of(*group) != *number)
      return at(fmt::format("{}.{}", name, key), say<Id::request_other_frame>(key));
    groups.emplace(*number, *group);
  }
  return {};
}

/// As typed, or numbers.
std::optional<std::vector<std::string>> texts_of(const UnorderedJson& json) {
  std::vector<std::string> texts;
  const auto add = [&](const UnorderedJson& value) {
    if (value.is_string()) texts.push_back(value.get<std::string>());
    if (value.is_number()) texts.push_back(value.dump());
    return value.is_string() || value.is_number();
  };
  if (!json.is_array()) return add(json) ? std::optional{texts} : std::nullopt;
  return std::all_of(json.begin(), json.end(), add) ? std::optional{texts} : std::nullopt;
}

Message read_edits(const UnorderedJson& json, Request& request) {
  if (!json.is_object()) return at("groups", Id::request_no_groups);
  for (const auto& [name, values] : json.items()) {
    const auto number = group_number(name);
    if (!number) return at("groups." + name, Id::request_no_group);
    if (!values.is_object()) return at("groups." + name, Id::request_no_values);
    std::vector<Edit>& edits = request.edits[*number];
    for (const auto& [key, value] : values.items()) {
      const Key* const found = find_key(key);
      if (found == nullptr || found->group != *number) {
        std::vector<std::string> known;
        for (const Key& one : keys())
          if (one.group == *number) known.emplace_back(one.key);
        return at("groups." + name, say<Id::request_no_value_here>(key, nearest(key, known)));
      }
      const auto texts = texts_of(value);
      if (!texts) return at("groups." + name, say<Id::request_no_value_list>(key));
      edits.push_back({found, *texts});
    }
  }
  return {};
}

}  // namespace

Result<Request, Message> parse_request(const std::string& body,
                                       std::initializer_list<std::string_view> wanted) {
  const UnorderedJson document = outside_json(body);
  if (!document.is_object()) return Failure{Message{Id::request_no_object}};
  Request request;
  for (const auto& [key, value] : document.items()) {
    if (std::find(wanted.begin(), wanted.end(), key) == wanted.end())
      return Failure{at(key, say<Id::request_unknown_key>(
                                 nearest(key, std::vector<std::string>{wanted.begin(), wanted.end()})))};
    if (value.is_null()) continue;
    Message problem;
    std::string* const text = key == "board"    ? &request.board
                              : key == "format" ? &request.format
                              : key == "name"   ? &request.name
                              : key == "text"   ? &request.text
                              : key == "base64" ? &request.base64
                              : key == "id"     ? &request.id
                                                : nullptr;
    if (text != nullptr) {
      if (!value.is_string()) return Failure{at(key, Id::request_no_text)};
      *text = value.get<std::string>();
    } else if (key == "confirmed") {
      if (!value.is_boolean()) return Failure{at(key, Id::request_no_flag)};
      request.confirmed = value.get<bool>();
    } else if (key == "groups") {
      problem = read_edits(value, request);
    } else {
      problem = read_frames(key.c_str(), value, request.frames);
    }
    if (problem) return Failure{problem};
  }
  return request;
}

std::optional<std::string> parse_base64(std::string_view text) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  text.remove_suffix(padding);
  std::string bytes;
  std::uint32_t bits = 0;
  std::size_t held = 0;
  for (const char letter : text) {
    const std::size_t value = kLetters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xFFU);
  }
  return bytes;
}

}  // namespace hexad::inline calibration::tool
