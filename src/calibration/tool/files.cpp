#include "calibration/tool/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "config/config_csv.hpp"
#include "kinematics/geometry.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "protocols/csfi/machine_groups.hpp"
#include "text/nearest.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;
using csfi::Field;
using messages::Id;
using messages::Message;
using messages::say;

FileProblem at(const Entry& entry, const std::string& name, const Message& what) {
  return {entry.line, entry.column, what,
          fmt::format("{}:{}:{}: {}", name, entry.line, entry.column, messages::to_text(what))};
}
FileProblem whole(const std::string& name, const Message& what) {
  return {0, 0, what, fmt::format("{}: {}", name, messages::to_text(what))};
}
FileProblems of_document(const Problems& problems) {
  FileProblems found;
  for (const Problem& problem : problems)
    found.push_back({problem.line, problem.column, problem.what, in_words(problem)});
  return found;
}

Result<Groups, FileProblems> of_toml(const Document& document, FileProblems problems, const Groups& board) {
  const std::string& name = document.file;
  std::map<std::uint8_t, csfi::Frame> frames;
  for (const Entry& entry : document.entries) {
    const Key* const key = find_key(entry.key);
    if (key == nullptr) {
      std::vector<std::string> known;
      for (const Key& one : keys()) known.emplace_back(one.key);
      problems.push_back(at(entry, name, say<Id::file_no_key>(entry.key, nearest(entry.key, known))));
      continue;
    }
    const auto before = board.find(key->group);
    if (before == board.end()) continue;
    const auto frame = frames.try_emplace(key->group, csfi::encode(before->second, csfi::Kind::answer)).first;
    const Message problem =
        put(field_of(*key), entry.value, std::span{frame->second.bytes}.first(frame->second.size));
    if (problem) problems.push_back(at(entry, name, say<Id::file_key_value>(entry.key, problem)));
  }
  if (problems.empty() && document.entries.empty()) problems.push_back(whole(name, Id::file_nothing));
  if (!problems.empty()) return Failure{std::move(problems)};
  Groups groups;
  for (auto& [number, frame] : frames) {
    frame.bytes[3] = std::byte{csfi::checksum_of(frame.view())};
    const auto group = csfi::decode_answer(frame.view());
    if (group) groups.emplace(number, *group);
  }
  return groups;
}

Result<csfi::Mechanics, FileProblems> of_csv(std::string_view text, const std::string& name) {
  const auto csv = hexad::read_config_csv(text);
  if (!csv) {
    FileProblems problems;
    for (const CsvRemark& problem : csv.error())
      problems.push_back({static_cast<int>(problem.line), static_cast<int>(problem.column), problem.what,
                          name + problem.in_words()});
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
    return Failure{FileProblems{whole(name, say<Id::file_servo>(csv->servo))}};
  m.servo_model = static_cast<std::uint8_t>(csv->servo);
  return m;
}

/// Frames as boards answer them, one behind the other.
Result<Groups, FileProblems> of_binary(std::string_view text, const std::string& name) {
  const auto bytes = std::as_bytes(std::span{text});
  const auto wrong = [&](const Message& why) { return Failure{FileProblems{whole(name, why)}}; };
  Groups groups;
  for (std::size_t offset = 0; offset < bytes.size();) {
    const auto rest = bytes.subspan(offset);
    const bool marked =
        rest.size() >= 3 && rest[0] == std::byte{csfi::kMark[0]} && rest[1] == std::byte{csfi::kMark[1]};
    if (!marked) return wrong(say<Id::file_no_frame>(offset));
    const auto number = std::to_integer<std::uint8_t>(rest[2]);
    const std::size_t size = csfi::size_of_group(number);
    if (size == 0) return wrong(say<Id::file_bad_group>(offset + 2, number));
    if (size > rest.size()) return wrong(say<Id::file_short_frame>(offset, number, rest.size(), size));
    const auto group = csfi::decode_answer(rest.first(size));
    if (!group) return wrong(say<Id::file_bad_checksum>(offset + 3, number));
    if (!groups.emplace(number, *group).second) return wrong(say<Id::file_group_twice>(offset, number));
    offset += size;
  }
  if (groups.empty()) return Failure{FileProblems{whole(name, Id::file_nothing)}};
  return groups;
}

Groups only(const Groups& groups, const Groups& wanted) {
  Groups some;
  for (const auto& [number, group] : groups)
    if (wanted.count(number) != 0) some.emplace(number, group);
  return some;
}

/// Files of the other formats. What goes wrong is in the words.
Result<std::string, FileProblems> text_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (file) return text.str();
  const Message why = say<Id::system_cannot_read>(messages::system_message(errno));
  return Failure{FileProblems{{0, 0, why, fmt::format("{} {}", path, messages::to_text(why))}}};
}

}  // namespace

std::optional<Format> format_of(std::string_view name) {
  if (name.ends_with(".csv")) return Format::csv;
  if (name.ends_with(".toml")) return Format::toml;
  if (name.ends_with(".bin")) return Format::binary;
  return std::nullopt;
}

Result<Groups, FileProblems> parse_groups(Format format, std::string_view text, const std::string& name,
                                          const Groups& board) {
  if (format == Format::toml) {
    Problems found;
    const Document document = parse_document(text, name, found);
    return of_toml(document, of_document(found), board);
  }
  if (format == Format::binary) {
    const auto groups = of_binary(text, name);
    if (!groups) return Failure{groups.error()};
    return only(*groups, board);
  }
  const auto read = of_csv(text, name);
  if (!read) return Failure{read.error()};
  csfi::Mechanics mechanics = *read;
  if (const auto before = board.find(1); before != board.end())
    mechanics.reserved = std::get<csfi::Mechanics>(before->second).reserved;
  return Groups{{1, mechanics}};
}

Result<Groups, FileProblems> read_groups(const std::string& path, const Groups& board) {
  const Format format = format_of(path).value_or(Format::toml);
  if (format == Format::toml) {
    Problems found;
    const Document document = read_document(path, found);
    return of_toml(document, of_document(found), board);
  }
  const auto text = text_of(path);
  if (!text) return Failure{text.error()};
  return parse_groups(format, *text, path, board);
}

Result<std::vector<std::uint8_t>, FileProblems> groups_in(const std::string& path) {
  if (format_of(path) == Format::csv) return std::vector<std::uint8_t>{1};
  const auto groups = read_groups(path, any_groups());
  if (!groups) return Failure{groups.error()};
  std::vector<std::uint8_t> numbers;
  for (const auto& [number, group] : *groups) numbers.push_back(number);
  return numbers;
}

Groups any_groups() {
  return {{1, csfi::Mechanics{}}, {2, csfi::Control{}}, {3, csfi::Network{}}, {4, csfi::UserFrame{}}};
}

std::vector<std::string_view> left_out(std::string_view toml, std::uint8_t group) {
  Problems found;
  const Document document = parse_document(toml, "", found);
  std::vector<std::string_view> missing;
  for (const Key& key : keys())
    if (key.group == group && key.field != "reserved" && key.field != "unused" && !document.has(key.key))
      missing.push_back(key.key);
  return missing;
}

std::string to_toml(const Groups& groups) {
  std::string text;
  std::string_view section;
  for (const Key& key : keys()) {
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
  return hexad::write_config_csv(csv);
}

std::string to_binary(const Groups& groups) {
  std::string bytes;
  for (const auto& [number, group] : groups) {
    const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
    for (const std::byte byte : frame.view()) bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace hexad::inline calibration::tool
