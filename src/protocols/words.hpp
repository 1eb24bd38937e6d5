#pragma once
// Numbers of the wire and their words, for people who look at a datagram: explanations, `hexad decode` and
// the Wireshark dissector read these lists.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "messages/message.hpp"
#include "wire/text_writer.hpp"

namespace hexad::protocols {

struct Named {
  std::uint32_t value = 0;
  std::string_view name{};
  messages::Id id{};  ///< its row, in every language; 0 = it has none
};

/// The entry of a value; an empty one when the list has none.
constexpr Named entry_of(std::span<const Named> list, std::uint32_t value) noexcept {
  for (const Named& named : list) {
    if (named.value == value) return named;
  }
  return {};
}
constexpr std::string_view name_of(std::span<const Named> list, std::uint32_t value) noexcept {
  return entry_of(list, value).name;
}

using SixNames = std::array<std::string_view, 6>;

inline constexpr SixNames kPitchToHeave{"pitch", "roll", "yaw", "sway", "surge", "heave"};
inline constexpr SixNames kXToRz{"X", "Y", "Z", "RX", "RY", "RZ"};
inline constexpr SixNames kOneToSix{"1", "2", "3", "4", "5", "6"};

constexpr SixNames all_six(std::string_view unit) noexcept { return {unit, unit, unit, unit, unit, unit}; }
constexpr SixNames halves(std::string_view first, std::string_view last) noexcept {
  return {first, first, first, last, last, last};
}

/// What six places of an array in a layout are.
struct Meaning {
  std::int64_t selector;   ///< only in frames of this message ID; -1 = in all
  std::string_view field;  ///< the array's name in the layout
  std::size_t first;       ///< its first place concerned
  std::string_view name;
  SixNames places;
  SixNames units;
};

/// "pitch 1 roll -2.95 yaw 3 deg, sway 10 surge -20 heave 30 mm"
template <class Number>
void write_places(const SixNames& places, const SixNames& units, std::span<const Number, 6> values,
                  wire::TextWriter& out) noexcept {
  for (std::size_t i = 0; i < values.size(); ++i) {
    out.text(i == 0 ? "" : (units[i] == units[i - 1] ? " " : ", ")).text(places[i]).text(" ");
    out.shortest(values[i]);
    const bool last_of_unit = i + 1 == values.size() || units[i + 1] != units[i];
    if (last_of_unit && !units[i].empty()) out.text(" ").text(units[i]);
  }
}

/// The hardware codes of the mdof manual, which all protocols carry: 161 "X past its positive end".
std::span<const Named> hardware_codes() noexcept;
/// The word, or "not in the manual".
std::string_view hardware_code_name(std::uint32_t code) noexcept;

}  // namespace hexad::protocols
