#include "calibration/tool/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/trimmed.hpp"
#include "config/config_csv.hpp"
#include "host/csfi_fields.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;
using csfi::Field;
using messages::Id;
using messages::Message;
using messages::say;
using Texts = std::vector<std::string>;

constexpr std::array kKeys{Key{1, "mechanics.base", "base joints 1-6 x y z"},
                           Key{1, "mechanics.platform", "platform joints 1-6 x y z"},
                           Key{1, "mechanics.leg_length", "leg length, retracted"},
                           Key{1, "mechanics.stroke", "stroke"},
                           Key{1, "mechanics.screw_lead", "screw lead"},
                           Key{1, "mechanics.belt_ratio", "belt ratio"},
                           Key{1, "mechanics.motor_rpm", "motor speed"},
                           Key{1, "mechanics.gear_ratio", "rotary gear ratio"},
                           Key{1, "mechanics.big_teeth", "rotary big teeth"},
                           Key{1, "mechanics.small_teeth", "rotary small teeth"},
                           Key{1, "mechanics.rotary_rpm", "rotary motor speed"},
                           Key{1, "mechanics.servo_model", "servo model"},
                           Key{1, "mechanics.reserved", "reserved"},
                           Key{2, "control.pid", "platform Kp Ki Kd"},
                           Key{2, "control.amplitude", "platform amplitude"},
                           Key{2, "control.speed", "platform speed"},
                           Key{2, "control.softness", "platform softness"},
                           Key{2, "control.scale", "scale"},
                           Key{2, "control.limit", "limit"},
                           Key{2, "control.rotary_pid", "rotary Kp Ki Kd"},
                           Key{2, "control.rotary_amplitude", "rotary amplitude"},
                           Key{2, "control.rotary_speed", "rotary speed"},
                           Key{2, "control.rotary_softness", "rotary softness"},
                           Key{2, "control.washout_a", "washout a"},
                           Key{2, "control.washout_b", "washout b"},
                           Key{2, "control.standby", "standby"},
                           Key{2, "control.idle_return", "idle return"},
                           Key{2, "control.return_speed", "return speed"},
                           Key{2, "control.to_middle_speed", "to-middle speed"},
                           Key{2, "control.seek_torque", "seek torque"},
                           Key{2, "control.seek_threshold", "seek threshold"},
                           Key{2, "control.reserved", "reserved"},
                           Key{3, "network.local_ip", "local IP"},
                           Key{3, "network.local_port", "local port, high low"},
                           Key{3, "network.remote_ip", "remote IP"},
                           Key{3, "network.remote_port", "remote port, high low"},
                           Key{3, "network.rs232_baud", "RS-232 baud index"},
                           Key{3, "network.rs485_baud", "RS-485 baud index"},
                           Key{3, "network.reserved", "reserved"},
                           Key{4, "user_frame.pose", "user frame x y z alpha beta gamma"},
                           Key{4, "user_frame.unused", "unused"}};

bool is_ip(const Field& field) { return field.name.ends_with(" IP"); }
bool is_port(const Field& field) { return field.name.ends_with("port, high low"); }
bool is_head(const Field& field) {
  return field.name == "mark" || field.name == "group" || field.name == "checksum";
}

std::optional<double> number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.what)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value.what)) return *number;
  return std::nullopt;
}

/// Numbers of a list, and of lists in it, in their order.
bool flatten(const Value& value, std::vector<double>& numbers) {
  if (const auto* list = std::get_if<ValueList>(&value.what))
    return std::all_of(list->begin(), list->end(), [&](const auto& item) { return flatten(item, numbers); });
  const auto number = number_of(value);
  if (number) numbers.push_back(*number);
  return number.has_value();
}

/// With a point, as TOML likes it; -0 keeps its sign, so that what is read is what is written.
std::string toml_number(float value) {
  if (value == 0.0F) return std::signbit(value) ? "-0.0" : "0.0";
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// A machine and idle that check() finds nothing wrong with.
csfi::Group sound(std::uint8_t group) {
  if (group == 2) return csfi::Control{};
  if (group == 3) return csfi::Network{};
  if (group == 4) return csfi::UserFrame{};
  csfi::Mechanics m;
  m.base[0] = m.platform[0] = 1.0F;
  m.leg_length = m.stroke = 100.0F;
  m.screw_lead = m.motor_rpm = 10.0F;
  return m;
}

csfi::Group decoded(csfi::Frame& frame) {
  frame.bytes[3] = std::byte{csfi::checksum_of(frame.view())};
  return *csfi::decode_answer(frame.view());  // its bytes were a frame's, and any value is one
}

/// check() calls fields by the beginning of their names.
const Key* key_of(std::uint8_t group, std::string_view field) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& key) {
    return key.group == group && key.field.starts_with(field);
  });
  return found == kKeys.end() ? nullptr : &*found;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0.0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Into the frame, or what is wrong with which of the values.
std::optional<ValueProblem> put_edit(const Edit& edit, std::span<std::byte> frame) {
  const Field& field = field_of(*edit.key);
  const auto problem = [&](std::size_t place, const Message& what) {
    return ValueProblem{edit.key->group, edit.key->key, place, what};
  };
  const std::size_t count = is_ip(field) || is_port(field) ? 1 : field.count;
  if (edit.values.size() != count) return problem(0, say<Id::value_count>(edit.values.size(), count));
  // One by one, so that the one that is wrong is named.
  Value whole;
  ValueList list;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view text = trimmed(edit.values[i]);
    Value value;
    const std::optional<double> number = parse_double(text);
    if (is_ip(field)) {
      value.what = std::string{text};
    } else if (number) {
      value.what = *number;
    } else {
      return problem(i, text.empty() ? Message{Id::value_empty} : say<Id::value_no_number>(text));
    }
    if (count > 1) {
      Field alone = field;
      alone.count = 1;
      csfi::Frame aside;
      if (const Message bad = put(alone, value, aside.bytes)) return problem(i, bad);
    }
    list.push_back(std::move(value));
  }
  whole = count == 1 ? list.front() : Value{std::move(list), 0, 0, {}};
  if (const Message bad = put(field, whole, frame)) return problem(0, bad);
  return std::nullopt;
}

}  // namespace

Message put(const Field& field, const Value& value, std::span<std::byte> frame) {
  const auto bytes = frame.subspan(field.offset, field.count * wire::size_of(field.type));
  const auto byte = [](std::uint32_t number) { return static_cast<std::byte>(number & 0xFFU); };
  if (is_ip(field)) {
    const auto* text = std::get_if<std::string>(&value.what);
    const auto ip = text == nullptr ? std::nullopt : net::parse_ip(*text);
    if (!ip) return Id::value_no_address;
    for (std::uint32_t i = 0; i < 4; ++i) bytes[i] = byte(*ip >> (24U - 8U * i));
    return {};
  }
  std::vector<double> numbers;
  if (!flatten(value, numbers)) return Id::value_no_list;
  const auto whole_up_to = [](double number, double most) {
    return number >= 0.0 && number <= most && number == std::floor(number);
  };
  if (is_port(field)) {
    if (numbers.size() != 1 || !whole_up_to(numbers[0], 65535)) return Id::value_no_port;
    const auto port = static_cast<std::uint32_t>(numbers[0]);
    bytes[0] = byte(port >> 8U);
    bytes[1] = byte(port);
    return {};
  }
  if (numbers.size() != field.count) return say<Id::value_numbers>(numbers.size(), field.count);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (field.type == wire::Type::f32) {
      if (!(std::abs(numbers[i]) <= static_cast<double>(std::numeric_limits<float>::max())))
        return say<Id::value_no_float>(numbers[i]);
      wire::store_little<float>(bytes.subspan(4 * i).first<4>(), static_cast<float>(numbers[i]));
    } else {
      if (!whole_up_to(numbers[i], 255)) return say<Id::value_no_byte>(numbers[i]);
      bytes[i] = byte(static_cast<std::uint32_t>(numbers[i]));
    }
  }
  return {};
}

std::string value_text(const Field& field, std::span<const std::byte> frame) {
  const auto bytes = frame.subspan(field.offset, field.count * wire::size_of(field.type));
  const auto number = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  if (is_ip(field)) return fmt::format("\"{}.{}.{}.{}\"", number(0), number(1), number(2), number(3));
  if (is_port(field)) return fmt::format("{}", number(0) << 8U | number(1));
  Texts texts;
  for (std::size_t i = 0; i < field.count; ++i)
    texts.push_back(field.type == wire::Type::f32
                        ? toml_number(wire::load_little<float>(bytes.subspan(4 * i).first<4>()))
                        : fmt::format("{}", number(i)));
  if (field.count == 1) return texts.front();
  if (field.count != 18) return fmt::format("[{}]", fmt::join(texts, ", "));
  std::string rows = "[\n";
  for (std::size_t leg = 0; leg < 6; ++leg)
    rows += fmt::format("  [{}, {}, {}],\n", texts[3 * leg], texts[3 * leg + 1], texts[3 * leg + 2]);
  return rows + "]";
}

std::span<const Key> keys() { return kKeys; }

const Key* find_key(std::string_view name) {
  const auto found =
      std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& key) { return key.key == name; });
  return found == kKeys.end() ? nullptr : &*found;
}

const Field& field_of(const Key& key) {
  const auto fields = csfi::fields_of(key.group);
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const Field& field) { return field.name == key.field; });
}

std::string_view type_of(const Field& field) {
  if (is_ip(field)) return "ip";
  if (is_port(field)) return "port";
  return field.type == wire::Type::f32 ? "f32" : "u8";
}

/// What check() says of a value that nobody may have: a range stands in one place only.
Message range_of(const Key& key) {
  const Field& field = field_of(key);
  if (is_ip(field)) return Id::range_an_address;
  if (is_port(field)) return message_of(csfi::Allowed{Id::range_between, 0, 65535});
  csfi::Frame frame = csfi::encode(sound(key.group), csfi::Kind::answer);
  const auto bytes = std::span{frame.bytes}.subspan(field.offset);
  if (field.type == wire::Type::f32) {
    wire::store_little<float>(bytes.first<4>(), std::numeric_limits<float>::quiet_NaN());
  } else {
    bytes[0] = std::byte{255};
  }
  const auto rejected = csfi::check(decoded(frame));
  return message_of(rejected ? rejected->allowed : csfi::Allowed{Id::range_between, 0, 255});
}

std::vector<Spot> spots_of(const csfi::Group& group) {
  const std::uint8_t number = csfi::number_of(group);
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  const std::vector<host::CsfiValue> values = host::csfi_values(group);
  std::vector<Spot> spots;
  auto value = values.begin();
  for (const Field& field : csfi::fields_of(number)) {
    const std::size_t size = wire::size_of(field.type);
    if (is_head(field)) {
      Spot spot{nullptr, 0, std::string{field.name}, {}, field.offset, field.count * size, {}, {}};
      for (std::size_t i = 0; i < spot.length; ++i)
        spot.text += fmt::format("{:02x}", std::to_integer<unsigned>(frame.bytes[field.offset + i]));
      spot.shown = spot.text;
      spots.push_back(std::move(spot));
      continue;
    }
    const auto key = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& one) {
      return one.group == number && one.field == field.name;
    });
    const bool one_thing = is_ip(field) || is_port(field);
    for (std::size_t i = 0; i < (one_thing ? 1 : field.count); ++i, ++value)
      spots.push_back({&*key, i, value->name, value->unit, field.offset + i * size,
                       one_thing ? field.count * size : size, value->text.substr(0, value->text.find(' ')),
                       value->text});
  }
  return spots;
}

const Spot* find_spot(std::span<const Spot> spots, std::string_view name) {
  const auto found =
      std::find_if(spots.begin(), spots.end(), [&](const Spot& spot) { return spot.name == name; });
  return found == spots.end() ? nullptr : &*found;
}

std::optional<ValueProblem> problem_of(const csfi::Group& group) {
  const auto rejected = csfi::check(group);
  if (!rejected) return std::nullopt;
  if (rejected->problem == csfi::Problem::legs)
    return ValueProblem{rejected->group, "mechanics.base", 3 * rejected->place, message_of(*rejected)};
  const Key* const key = key_of(rejected->group, rejected->field);
  return ValueProblem{rejected->group, key == nullptr ? "" : key->key, rejected->place,
                      message_of(*rejected)};
}

Result<csfi::Group, ValueProblem> edited(const csfi::Group& group, std::span<const Edit> edits) {
  csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  for (const Edit& edit : edits)
    if (const auto problem = put_edit(edit, std::span{frame.bytes}.first(frame.size)))
      return Failure{*problem};
  return decoded(frame);
}

}  // namespace hexad::inline calibration::tool
