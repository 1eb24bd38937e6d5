// The files `hexad calibrate` reads and writes. Values go into and out of a group's bytes by its layout, so a field is
// named here once and placed nowhere.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "hexad/calibrate.hpp"
#include "hexad/convert_csv.hpp"
#include "kinematics/geometry.hpp"
#include "protocols/csfi/machine_groups.hpp"
#include "runtime/config/document.hpp"
#include "runtime/config/nearest.hpp"

namespace hexad::cli {
namespace {

namespace csfi = protocols::csfi;
using csfi::Field;
using Texts = std::vector<std::string>;

struct Key {
  std::uint8_t group;
  std::string_view key;    ///< in the file
  std::string_view field;  ///< in the layout
};
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

const Key* find_key(std::string_view name) {
  const auto* found =
      std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& key) { return key.key == name; });
  return found == kKeys.end() ? nullptr : found;
}
const Field& field_of(const Key& key) {
  const auto fields = csfi::fields_of(key.group);
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const Field& field) { return field.name == key.field; });
}

bool is_ip(const Field& field) { return field.name.ends_with(" IP"); }
bool is_port(const Field& field) { return field.name.ends_with("port, high low"); }

std::optional<double> number_of(const runtime::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.what)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value.what)) return *number;
  return std::nullopt;
}

/// Numbers of a list, and of lists in it, in their order.
bool flatten(const runtime::Value& value, std::vector<double>& numbers) {
  if (const auto* list = std::get_if<runtime::ValueList>(&value.what))
    return std::all_of(list->begin(), list->end(), [&](const auto& item) { return flatten(item, numbers); });
  const auto number = number_of(value);
  if (number) numbers.push_back(*number);
  return number.has_value();
}

/// A file's value into the bytes of a group; words when it does not fit.
std::string put(const Field& field, const runtime::Value& value, std::span<std::byte> frame) {
  const auto bytes = frame.subspan(field.offset, field.count * wire::size_of(field.type));
  const auto byte = [](std::uint32_t number) { return static_cast<std::byte>(number & 0xFFU); };
  if (is_ip(field)) {
    const auto* text = std::get_if<std::string>(&value.what);
    const auto ip = text == nullptr ? std::nullopt : net::parse_ip(*text);
    if (!ip) return "must be an address such as \"192.168.0.15\"";
    for (std::uint32_t i = 0; i < 4; ++i) bytes[i] = byte(*ip >> (24U - 8U * i));
    return {};
  }
  std::vector<double> numbers;
  if (!flatten(value, numbers)) return "must be a number or a list of numbers";
  const auto whole_up_to = [](double number, double most) {
    return number >= 0.0 && number <= most && number == std::floor(number);
  };
  if (is_port(field)) {
    if (numbers.size() != 1 || !whole_up_to(numbers[0], 65535)) return "must be a port, 0 to 65535";
    const auto port = static_cast<std::uint32_t>(numbers[0]);
    bytes[0] = byte(port >> 8U);
    bytes[1] = byte(port);
    return {};
  }
  if (numbers.size() != field.count)
    return fmt::format("has {} numbers, {} are expected", numbers.size(), field.count);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (field.type == wire::Type::f32) {
      if (!(std::abs(numbers[i]) <= static_cast<double>(std::numeric_limits<float>::max())))
        return fmt::format("{} is no number a board can hold", numbers[i]);
      wire::store_little<float>(bytes.subspan(4 * i).first<4>(), static_cast<float>(numbers[i]));
    } else {
      if (!whole_up_to(numbers[i], 255)) return fmt::format("{} does not fit a byte, 0 to 255", numbers[i]);
      bytes[i] = byte(static_cast<std::uint32_t>(numbers[i]));
    }
  }
  return {};
}

/// With a point, as TOML likes it; -0 keeps its sign, so that what is read is what is written.
std::string toml_number(float value) {
  if (value == 0.0F) return std::signbit(value) ? "-0.0" : "0.0";
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
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

std::string place_of(const runtime::Entry& entry, const std::string& path) {
  return fmt::format("{}:{}:{}: {}", path, entry.line, entry.column, entry.key);
}

Texts texts_of(const runtime::Problems& problems) {
  Texts texts;
  for (const runtime::Problem& problem : problems) texts.push_back(in_words(problem));
  return texts;
}

Result<Groups, Texts> read_toml(const std::string& path, const Groups& board) {
  runtime::Problems found;
  const runtime::Document document = runtime::read_document(path, found);
  Texts problems = texts_of(found);
  std::map<std::uint8_t, csfi::Frame> frames;
  for (const runtime::Entry& entry : document.entries) {
    const Key* key = find_key(entry.key);
    if (key == nullptr) {
      Texts known;
      for (const Key& one : kKeys) known.emplace_back(one.key);
      problems.push_back(fmt::format("{}: no such value; did you mean {}?", place_of(entry, path),
                                     runtime::nearest(entry.key, known)));
      continue;
    }
    const auto before = board.find(key->group);
    if (before == board.end()) continue;
    const auto frame = frames.try_emplace(key->group, csfi::encode(before->second, csfi::Kind::answer)).first;
    const std::string problem =
        put(field_of(*key), entry.value, std::span{frame->second.bytes}.first(frame->second.size));
    if (!problem.empty()) problems.push_back(fmt::format("{} {}", place_of(entry, path), problem));
  }
  if (problems.empty() && document.entries.empty()) problems.push_back(path + ": nothing of a board in it");
  if (!problems.empty()) return Failure{std::move(problems)};
  Groups groups;
  for (auto& [number, frame] : frames) {
    frame.bytes[3] = std::byte{csfi::checksum_of(frame.view())};
    const auto group = csfi::decode_answer(frame.view());
    if (group) groups.emplace(number, *group);
  }
  return groups;
}

Result<csfi::Mechanics, Texts> read_csv(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Failure{Texts{fmt::format("{} cannot be read: {}", path, std::strerror(errno))}};
  const auto csv = read_config_csv(text.str());
  if (!csv) {
    Texts problems;
    for (const std::string& problem : csv.error()) problems.push_back(path + problem);
    return Failure{std::move(problems)};
  }
  csfi::Mechanics m;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      m.base[3 * leg + axis] = csv->base[leg][axis];
      m.platform[3 * leg + axis] = csv->platform[leg][axis];
    }
  }
  m.leg_length = csv->leg_length;
  m.stroke = csv->stroke;
  m.screw_lead = csv->lead;
  m.belt_ratio = csv->ratio;
  m.motor_rpm = csv->rpm;
  m.gear_ratio = csv->gear;
  m.big_teeth = csv->big_teeth;
  m.small_teeth = csv->small_teeth;
  m.rotary_rpm = csv->rotary_rpm;
  if (!(csv->servo >= 0.0F && csv->servo <= 255.0F && csv->servo == std::floor(csv->servo)))
    return Failure{Texts{fmt::format("{}: servo {} does not fit a byte, 0 to 255", path, csv->servo)}};
  m.servo_model = static_cast<std::uint8_t>(csv->servo);
  return m;
}

bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

}  // namespace

Result<std::vector<std::uint8_t>, Texts> groups_in(const std::string& path) {
  if (is_csv(path)) return std::vector<std::uint8_t>{1};
  const Groups any{
      {1, csfi::Mechanics{}}, {2, csfi::Control{}}, {3, csfi::Network{}}, {4, csfi::UserFrame{}}};
  const auto groups = read_toml(path, any);
  if (!groups) return Failure{groups.error()};
  std::vector<std::uint8_t> numbers;
  for (const auto& [number, group] : *groups) numbers.push_back(number);
  return numbers;
}

Result<Groups, Texts> read_groups(const std::string& path, const Groups& board) {
  if (!is_csv(path)) return read_toml(path, board);
  const auto read = read_csv(path);
  if (!read) return Failure{read.error()};
  csfi::Mechanics mechanics = *read;
  if (const auto before = board.find(1); before != board.end())
    mechanics.reserved = std::get<csfi::Mechanics>(before->second).reserved;
  return Groups{{1, mechanics}};
}

std::string to_toml(const Groups& groups) {
  std::string text;
  std::string_view section;
  for (const Key& key : kKeys) {
    const auto group = groups.find(key.group);
    if (group == groups.end()) continue;
    const std::size_t dot = key.key.find('.');
    if (section != key.key.substr(0, dot)) {
      section = key.key.substr(0, dot);
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    }
    const csfi::Frame frame = csfi::encode(group->second, csfi::Kind::answer);
    const Field& field = field_of(key);
    text += fmt::format("{} = {}", key.key.substr(dot + 1), value_text(field, frame.view()));
    text += field.unit.empty() ? "\n" : fmt::format("  # {}\n", field.unit);
  }
  return text;
}

std::string to_csv(const csfi::Mechanics& m) {
  ConfigCsv csv;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      csv.base[leg][axis] = m.base[3 * leg + axis];
      csv.platform[leg][axis] = m.platform[3 * leg + axis];
    }
  }
  Machine machine;
  csfi::Lost lost;
  csfi::apply(m, machine, lost);
  if (const auto derived = kinematics::derive(machine))
    csv.height = static_cast<float>(derived->heights.bottom.position.z() / kMillimetre);
  csv.leg_length = m.leg_length;
  csv.stroke = m.stroke;
  csv.lead = m.screw_lead;
  csv.ratio = m.belt_ratio;
  csv.rpm = m.motor_rpm;
  csv.gear = m.gear_ratio;
  csv.big_teeth = m.big_teeth;
  csv.small_teeth = m.small_teeth;
  csv.rotary_rpm = m.rotary_rpm;
  csv.servo = static_cast<float>(m.servo_model);
  return write_config_csv(csv);
}

}  // namespace hexad::cli
