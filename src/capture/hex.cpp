#include "capture/hex.hpp"

#include "messages/say.hpp"

namespace hexad::capture {
namespace {

int digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_prefix(std::string_view text) noexcept {
  return text.starts_with("0x") || text.starts_with("0X") || text.starts_with("\\x");
}

}  // namespace

Result<std::vector<std::byte>, HexProblem> parse_hex(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n:,-";
  std::vector<std::byte> bytes;
  std::size_t i = 0;
  while (i < text.size()) {
    if (kBetween.find(text[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    if (is_prefix(text.substr(i))) i += 2;
    const int high = i < text.size() ? digit(text[i]) : -1;
    if (high < 0) return Failure{HexProblem{i, i >= text.size()}};
    const int low = i + 1 < text.size() ? digit(text[i + 1]) : -1;
    if (low < 0) {
      const bool ends = i + 1 >= text.size() || kBetween.find(text[i + 1]) != std::string_view::npos;
      return Failure{HexProblem{ends ? i : i + 1, ends}};
    }
    bytes.push_back(static_cast<std::byte>(high * 16 + low));
    i += 2;
  }
  return bytes;
}

messages::Message describe(const HexProblem& problem, std::string_view text) {
  using messages::Id;
  const std::size_t place = problem.position + 1;
  if (problem.half_byte) return messages::say<Id::hex_half_byte>(place);
  std::string_view shown = text.substr(problem.position, 1);
  const auto code = static_cast<unsigned char>(shown.front());
  if (code >= 0xC0) {  // all bytes of one UTF-8 character
    std::size_t size = 1;
    while (problem.position + size < text.size() &&
           (static_cast<unsigned char>(text[problem.position + size]) & 0xC0U) == 0x80U)
      ++size;
    shown = text.substr(problem.position, size);
  }
  return messages::say<Id::hex_no_digit>(place, shown);
}

}  // namespace hexad::capture
