// std::filesystem::path takes names apart by mbrtowc, which knows the C locale alone here: names would be Latin letters.
// The linker puts this in its place (--wrap, cmake/windows.cmake): they are UTF-8, as everywhere in this program.

#include <cerrno>
#include <cstddef>
#include <cwchar>

extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t most, std::mbstate_t*) {
  constexpr auto kIncomplete = static_cast<std::size_t>(-2);
  if (from == nullptr) return 0;
  if (most == 0) return kIncomplete;
  const auto byte = [from](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const unsigned first = byte(0);
  // Letters beyond 16 bits would be two of wchar_t; no name that is written here has any.
  if (first >= 0xF0 || (first >= 0x80 && first < 0xC2)) {
    errno = EILSEQ;
    return static_cast<std::size_t>(-1);
  }
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3;
  if (most < length) return kIncomplete;
  unsigned value = length == 1 ? first : first & (length == 2 ? 0x1Fu : 0x0Fu);
  for (std::size_t i = 1; i < length; ++i) value = value << 6 | (byte(i) & 0x3Fu);
  if (to != nullptr) *to = static_cast<wchar_t>(value);
  return value == 0 ? 0 : length;
}
