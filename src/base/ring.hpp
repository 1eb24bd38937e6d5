#pragma once
// The newest N values. Asks for its memory when it is made, never again: a value too many takes the oldest
// one's place.

#include <cstddef>
#include <vector>

namespace hexad::inline base {

template <class T>
class Ring {
 public:
  /// At least 1.
  explicit Ring(std::size_t capacity) : items_(capacity) {}

  void push(const T& value) noexcept {
    items_[next_] = value;
    next_ = next_ + 1 == items_.size() ? 0 : next_ + 1;
    if (size_ < items_.size()) ++size_;
  }
  void clear() noexcept { next_ = size_ = 0; }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return items_.size(); }
  /// 0 = the oldest.
  const T& operator[](std::size_t i) const noexcept {
    const std::size_t place = next_ + items_.size() - size_ + i;
    return items_[place < items_.size() ? place : place - items_.size()];
  }

 private:
  std::vector<T> items_;
  std::size_t next_ = 0;
  std::size_t size_ = 0;
};

}  // namespace hexad::inline base
