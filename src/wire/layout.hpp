#pragma once
// A wire layout is a constexpr list of fields that must add up. Decoding, encoding, printing and the docs
// read that one list, so an offset is written down once:
//
//   inline constexpr std::array kFrame{Field{0, Type::u32, 1, "sequence"}, Field{4, Type::f32, 6, "pose",
//   "mm"}}; static_assert(byte_size(kFrame) == 28); const std::uint32_t sequence = get<kFrame,
//   "sequence">(bytes);     // bytes: a span of exactly 28
//
// A name that is not in the list, a value of the wrong type or a buffer of the wrong size does not compile.

#include <algorithm>
#include <array>
#include <string_view>

#include "wire/little_endian.hpp"

namespace hexad::wire {

enum class Type : std::uint8_t { u8, u16, u32, i16, i32, f32 };

constexpr std::size_t size_of(Type type) noexcept {
  constexpr std::array<std::size_t, 6> kSizes{1, 2, 4, 2, 4, 4};
  return kSizes[static_cast<std::size_t>(type)];
}

struct Field {
  std::size_t offset = 0;
  Type type = Type::u8;
  std::size_t count = 1;
  std::string_view name;
  std::string_view unit{};
};

/// Sum of all fields; 0 when they leave a gap or overlap, which no datagram has as its size.
template <std::size_t N>
constexpr std::size_t byte_size(const std::array<Field, N>& layout) noexcept {
  std::size_t end = 0;
  for (const Field& field : layout) {
    if (field.offset != end || field.count == 0) return 0;
    end += field.count * size_of(field.type);
  }
  return end;
}

/// A field's name as a template argument.
template <std::size_t N>
struct Name {
  std::array<char, N> text{};
  consteval Name(const char (&literal)[N]) noexcept { std::copy_n(&literal[0], N, text.begin()); }
  constexpr std::string_view view() const noexcept { return {text.data(), N - 1}; }
};

/// N when there is no such field, which is then refused by a static_assert below.
template <std::size_t N>
constexpr std::size_t index_of(const std::array<Field, N>& layout, std::string_view name) noexcept {
  std::size_t index = 0;
  while (index < N && layout[index].name != name) ++index;
  return index;
}

template <Type kType>
using ValueOf = std::conditional_t<
    kType == Type::u8, std::uint8_t,
    std::conditional_t<
        kType == Type::u16, std::uint16_t,
        std::conditional_t<kType == Type::u32, std::uint32_t,
                           std::conditional_t<kType == Type::i16, std::int16_t,
                                              std::conditional_t<kType == Type::i32, std::int32_t, float>>>>>;

template <const auto& kLayout, Name kName>
struct FieldAt {
  static constexpr std::size_t kIndex = index_of(kLayout, kName.view());
  static_assert(kIndex < kLayout.size(), "the layout has no field of this name");
  static constexpr Field kField = kLayout[kIndex];
  using Element = ValueOf<kField.type>;
  using Value = std::conditional_t<kField.count == 1, Element, std::array<Element, kField.count>>;
};

template <const auto& kLayout, Name kName>
constexpr auto get(std::span<const std::byte, byte_size(kLayout)> bytes) noexcept {
  using At = FieldAt<kLayout, kName>;
  using Element = typename At::Element;
  if constexpr (At::kField.count == 1) {
    return load_little<Element>(bytes.template subspan<At::kField.offset, sizeof(Element)>());
  } else {
    typename At::Value values{};
    for (std::size_t i = 0; i < At::kField.count; ++i) {
      values[i] = load_little<Element>(
          bytes.subspan(At::kField.offset + i * sizeof(Element)).template first<sizeof(Element)>());
    }
    return values;
  }
}

template <const auto& kLayout, Name kName>
constexpr void set(std::span<std::byte, byte_size(kLayout)> bytes,
                   const typename FieldAt<kLayout, kName>::Value& value) noexcept {
  using At = FieldAt<kLayout, kName>;
  using Element = typename At::Element;
  if constexpr (At::kField.count == 1) {
    store_little<Element>(bytes.template subspan<At::kField.offset, sizeof(Element)>(), value);
  } else {
    for (std::size_t i = 0; i < At::kField.count; ++i) {
      store_little<Element>(
          bytes.subspan(At::kField.offset + i * sizeof(Element)).template first<sizeof(Element)>(), value[i]);
    }
  }
}

class TextWriter;

/// One line a field, `offset name = values unit`, for people who look at a datagram. Fields that a shorter
/// datagram does not hold are named as missing.
void print(std::span<const Field> layout, std::span<const std::byte> bytes, TextWriter& out) noexcept;

}  // namespace hexad::wire
