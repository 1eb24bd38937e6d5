#pragma once
// A vector that never allocates. A push into a full one is refused and says so.

#include <array>
#include <cstddef>
#include <span>

namespace hexad::inline base {

template <class T, std::size_t N>
class FixedVector {
 public:
  [[nodiscard]] bool push_back(const T& value) noexcept {
    if (size_ == N) return false;
    items_[size_++] = value;
    return true;
  }
  void clear() noexcept { size_ = 0; }
  void pop_back() noexcept { --size_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  bool full() const noexcept { return size_ == N; }
  static constexpr std::size_t capacity() noexcept { return N; }
  T& operator[](std::size_t i) noexcept { return items_[i]; }
  const T& operator[](std::size_t i) const noexcept { return items_[i]; }
  T& back() noexcept { return items_[size_ - 1]; }
  const T& back() const noexcept { return items_[size_ - 1]; }
  T* begin() noexcept { return items_.data(); }
  T* end() noexcept { return items_.data() + size_; }
  const T* begin() const noexcept { return items_.data(); }
  const T* end() const noexcept { return items_.data() + size_; }
  operator std::span<const T>() const noexcept { return {items_.data(), size_}; }

 private:
  std::array<T, N> items_{};
  std::size_t size_ = 0;
};

}  // namespace hexad::inline base
