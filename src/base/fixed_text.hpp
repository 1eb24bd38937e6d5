#pragma once
// A short text with its bytes inside, for values that cross threads. Longer input is cut.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace hexad::inline base {

template <std::size_t N>
class FixedText {
 public:
  constexpr FixedText() = default;
  constexpr FixedText(std::string_view text) noexcept : size_{std::min(text.size(), N)} {
    std::copy_n(text.begin(), size_, bytes_.begin());
  }
  constexpr std::string_view view() const noexcept { return {bytes_.data(), size_}; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  friend constexpr bool operator==(const FixedText& a, const FixedText& b) noexcept {
    return a.view() == b.view();
  }

 private:
  std::array<char, N> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace hexad::inline base
