#pragma once
// A frame's fields are listed once and copied either way: out of the bytes of a layout, or into them.
//
//   template <class Way, class Frame>
//   void copy(const Way& way, Frame& frame) { way.template field<"sequence">(frame.sequence); … }

#include "wire/layout.hpp"

namespace hexad::protocols {

template <const auto& kLayout>
struct FromBytes {
  std::span<const std::byte, wire::byte_size(kLayout)> bytes;

  template <wire::Name kName, class T>
  void field(T& value) const noexcept {
    value = static_cast<T>(wire::get<kLayout, kName>(bytes));
  }
};

template <const auto& kLayout>
struct ToBytes {
  std::span<std::byte, wire::byte_size(kLayout)> bytes;

  template <wire::Name kName, class T>
  void field(const T& value) const noexcept {
    wire::set<kLayout, kName>(bytes, static_cast<typename wire::FieldAt<kLayout, kName>::Value>(value));
  }
};

}  // namespace hexad::protocols
