#pragma once
// What every fuzz target needs: a way to fail that the fuzzer notices, and its bytes one after the other.

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace hexad::fuzz {

inline void require(bool condition, const char* what) {
  if (condition) return;
  (void)std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Lines in a text, the one without an end counted.
inline std::size_t lines_in(std::string_view text) {
  std::size_t lines = 1;
  for (const char letter : text) lines += letter == '\n' || letter == '\r' ? 1 : 0;
  return lines;
}

inline std::string lower(std::string_view text) {
  std::string small{text};
  for (char& letter : small) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return small;
}

/// Zeros at the end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_{data}, left_{size} {}
  bool empty() const { return left_ == 0; }
  std::size_t left() const { return left_; }
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  double number() {
    double value = 0.0;
    fill(&value, sizeof value);
    return value;
  }
  void fill(void* into, std::size_t size) {
    std::memset(into, 0, size);
    const std::size_t there = size < left_ ? size : left_;
    std::memcpy(into, data_, there);
    data_ += there;
    left_ -= there;
  }
  /// The next `size`, or what is left.
  std::string_view text(std::size_t size) {
    const std::size_t there = size < left_ ? size : left_;
    const std::string_view taken = text_of(data_, there);
    data_ += there;
    left_ -= there;
    return taken;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace hexad::fuzz
