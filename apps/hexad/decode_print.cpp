// What `hexad decode` prints: a line a datagram, its fields, or JSON.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <cmath>

#include "capture/words.hpp"
#include "hexad/decode.hpp"
#include "hexad/output.hpp"

namespace hexad::cli {
namespace {

using capture::Bytes;
using capture::Direction;
using capture::FieldValue;
using nlohmann::ordered_json;

std::string hex_of(Bytes bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

std::string time_text(std::chrono::nanoseconds since_1970) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_1970);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(static_cast<std::time_t>(seconds.count())),
                     std::chrono::duration_cast<std::chrono::microseconds>(since_1970 - seconds).count());
}

/// "   12  2026-01-15T10:00:00.000000Z  127.0.0.1:40000 -> 127.0.0.1:1100  ", or nothing for hex.
std::string origin_text(const Origin& origin) {
  std::string text;
  if (origin.time) text += fmt::format("{:>6}  {}  ", origin.number, time_text(*origin.time));
  if (origin.ends) text += fmt::format("{} -> {}  ", to_text(origin.ends->from), to_text(origin.ends->to));
  return text;
}

/// Text of the wire as one line: what does not print is \xNN. UTF-8 stays.
std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code != 0x7F) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", code);
    }
  }
  return shown;
}

void print_field(const FieldValue& field, Bytes bytes) {
  std::string text =
      fmt::format("{:>10}  {:<16}  {} {}", field.offset,
                  hex_of(bytes.subspan(field.offset, std::min<std::size_t>(field.size, 8))) +
                      (field.size > 8 ? ".." : ""),
                  filled(capture::in_words(field.name), 26), printable(capture::value_text(field)));
  if (!field.unit.empty()) text += " " + capture::in_words(field.unit);
  if (!field.word.empty()) text += " (" + capture::in_words(field.word) + ")";
  print(text + "\n");
}

// JSON has no number for these.
ordered_json json_number(const FieldValue& field, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return ordered_json::parse(capture::value_text(field));
}

ordered_json json_of(const FieldValue& field, Bytes bytes) {
  ordered_json object{{"offset", field.offset},
                      {"bytes", hex_of(bytes.subspan(field.offset, field.size))},
                      {"name", field.name},
                      {"filter", field.filter}};
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) object["value"] = *integer;
  if (const auto* number = std::get_if<double>(&field.value)) object["value"] = json_number(field, *number);
  if (const auto* text = std::get_if<std::string>(&field.value)) object["value"] = *text;
  if (!field.unit.empty()) object["unit"] = field.unit;
  if (!field.word.empty()) object["meaning"] = field.word;
  return object;
}

ordered_json json_of(const Origin& origin) {
  ordered_json object{{"number", origin.number}};
  if (origin.time) object["time"] = time_text(*origin.time);
  if (origin.ends) {
    object["from"] = to_text(origin.ends->from);
    object["to"] = to_text(origin.ends->to);
  }
  return object;
}

// Bytes that are no UTF-8 become U+FFFD instead of an exception: what was on the wire stands in "bytes".
void print_json(const ordered_json& object) {
  print(object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace

void DecodePrinter::reading(const Origin& origin, const capture::Reading& reading, Bytes bytes) {
  ++(reading.valid ? decoded_ : refused_);
  const auto fields = fields_ ? capture::fields_of(reading, bytes) : std::vector<FieldValue>{};
  const bool to = reading.direction == Direction::to_controller;
  if (!json_) {
    using messages::Id;
    print(fmt::format("{}{:<8}  {}  {}\n", origin_text(origin), to_string(reading.protocol),
                      filled(messages::to_text(to ? Id::to_controller : Id::from_controller), 15),
                      printable(capture::line_of(reading, bytes))));
    for (const FieldValue& field : fields) print_field(field, bytes);
    return;
  }
  ordered_json object = json_of(origin);
  object["protocol"] = to_string(reading.protocol);
  object["direction"] = to ? "to_controller" : "from_controller";
  object["frame"] = reading.frame;
  object["valid"] = reading.valid;
  object["text"] = reading.text;
  object["bytes"] = hex_of(bytes);
  if (fields_) {
    object["fields"] = ordered_json::array();
    for (const FieldValue& field : fields) object["fields"].push_back(json_of(field, bytes));
  }
  print_json(object);
}

void DecodePrinter::undecoded(const Origin& origin, const messages::Message& reason, Bytes bytes) {
  ++undecoded_;
  if (!json_) {
    print(fmt::format("{}{:<8}  {}  {}\n", origin_text(origin), "?",
                      filled(spoken<messages::Id::not_decoded>(), 15), printable(messages::to_text(reason))));
    return;
  }
  ordered_json object = json_of(origin);
  object["protocol"] = nullptr;
  object["valid"] = false;
  object["text"] = messages::english(reason);
  object["bytes"] = hex_of(bytes);
  print_json(object);
}

}  // namespace hexad::cli
