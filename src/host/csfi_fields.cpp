#include "host/csfi_fields.hpp"

#include <algorithm>
#include <charconv>

#include "wire/little_endian.hpp"

namespace hexad::host {
namespace {

namespace csfi = protocols::csfi;
using csfi::Field;

constexpr std::array<std::string_view, 3> kXyz{"x", "y", "z"};
constexpr std::array<std::string_view, 3> kPid{"Kp", "Ki", "Kd"};
constexpr std::array<std::string_view, 6> kFrameAxes{"x", "y", "z", "alpha", "beta", "gamma"};

std::string text_of(float value) {
  std::array<char, 64> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return error == std::errc{} ? std::string{buffer.data(), end} : "?";
}

std::string number(std::size_t value) { return std::to_string(value); }

/// Fields whose bytes are one thing together.
bool is_one_thing(const Field& field) {
  return field.name.ends_with(" IP") || field.name.ends_with("port, high low");
}
bool is_for_people(const Field& field) {
  return field.name != "mark" && field.name != "group" && field.name != "checksum";
}

std::string name_of(const Field& field, std::size_t i) {
  const std::string name{field.name};
  if (name == "base joints 1-6 x y z" || name == "platform joints 1-6 x y z")
    return name.substr(0, name.find(' ')) + " joint " + number(i / 3 + 1) + ' ' + std::string{kXyz[i % 3]};
  if (name.ends_with(" Kp Ki Kd")) return name.substr(0, name.find(' ')) + ' ' + std::string{kPid[i]};
  if (name.starts_with("user frame")) return "user frame " + std::string{kFrameAxes[i]};
  if (name.ends_with("port, high low")) return name.substr(0, name.find(','));
  if (field.count == 6) return name + ' ' + std::string{kFrameAxes[i]};
  if (field.count > 1 && !is_one_thing(field)) return name + ' ' + number(i + 1);
  return name;
}

std::string_view unit_of(const Field& field, std::size_t i) {
  if (field.unit.starts_with("mm, deg")) return i < 3 ? "mm" : "deg";
  return field.unit.substr(0, field.unit.find(';'));
}

/// How many values people see in a field.
std::size_t places_of(const Field& field) { return is_one_thing(field) ? 1 : field.count; }
std::span<const std::byte> bytes_of(const Field& field, std::size_t i, std::span<const std::byte> frame) {
  const std::size_t size = wire::size_of(field.type);
  return is_one_thing(field) ? frame.subspan(field.offset, field.count * size)
                             : frame.subspan(field.offset + i * size, size);
}

std::string value_of(const Field& field, std::span<const std::byte> bytes) {
  if (field.type == wire::Type::f32) return text_of(wire::load_little<float>(bytes.first<4>()));
  const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(bytes[i]); };
  if (field.name.ends_with(" IP"))
    return number(byte(0)) + '.' + number(byte(1)) + '.' + number(byte(2)) + '.' + number(byte(3));
  if (is_one_thing(field)) return number(byte(0) << 8U | byte(1));
  if (field.name.ends_with("baud index") && byte(0) < csfi::kBauds.size())
    return number(byte(0)) + " (" + std::to_string(csfi::kBauds[byte(0)]) + " baud)";
  return number(byte(0));
}

}  // namespace

std::vector<CsfiValue> csfi_values(const csfi::Group& group) {
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  std::vector<CsfiValue> values;
  for (const Field& field : csfi::fields_of(csfi::number_of(group)))
    for (std::size_t i = 0; is_for_people(field) && i < places_of(field); ++i)
      values.push_back(
          {name_of(field, i), unit_of(field, i), value_of(field, bytes_of(field, i, frame.view()))});
  return values;
}

std::vector<CsfiDifference> csfi_differences(const csfi::Group& first, const csfi::Group& second) {
  std::vector<CsfiDifference> differences;
  if (first.index() != second.index()) return differences;
  const csfi::Frame a = csfi::encode(first, csfi::Kind::answer);
  const csfi::Frame b = csfi::encode(second, csfi::Kind::answer);
  for (const Field& field : csfi::fields_of(csfi::number_of(first))) {
    for (std::size_t i = 0; is_for_people(field) && i < places_of(field); ++i) {
      const auto one = bytes_of(field, i, a.view());
      const auto two = bytes_of(field, i, b.view());
      if (!std::equal(one.begin(), one.end(), two.begin()))
        differences.push_back(
            {name_of(field, i), unit_of(field, i), value_of(field, one), value_of(field, two)});
    }
  }
  return differences;
}

std::string csfi_group_name(std::uint8_t group) {
  constexpr std::array<std::string_view, 5> kNames{"", "mechanics", "control", "network", "user frame"};
  if (group == 0 || group >= kNames.size()) return "group " + number(group);
  return std::string{kNames[group]};
}

}  // namespace hexad::host
