#include "protocols/mdof/formula_check.hpp"

#include <algorithm>
#include <array>

namespace hexad::protocols::mdof {
namespace {

constexpr std::array<std::string_view, 23> kNames{
    "t",   "pi", "e",     "sin",  "cos", "tan",  "asin",  "acos", "atan", "sinh", "cosh", "tanh",
    "exp", "ln", "log10", "sqrt", "abs", "sign", "floor", "min",  "max",  "pow",  "mod"};

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Length of the number at the front, exponent included; 0 = none.
std::size_t number_length(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
  if (i == 0 || i == text.size() || (text[i] != 'e' && text[i] != 'E')) return i;
  std::size_t j = i + 1;
  if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
  const std::size_t digits = j;
  while (j < text.size() && is_digit(text[j])) ++j;
  return j > digits ? j : i;
}

std::size_t name_length(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size() && (is_letter(text[i]) || (i > 0 && is_digit(text[i])))) ++i;
  return i;
}

}  // namespace

bool looks_like_formula(std::string_view text) noexcept {
  int open = 0;
  bool something = false;
  while (!text.empty()) {
    std::size_t length = 1;
    if (const std::size_t digits = number_length(text); digits != 0) {
      length = digits;
      something = true;
    } else if (const std::size_t letters = name_length(text); letters != 0) {
      if (std::find(kNames.begin(), kNames.end(), text.substr(0, letters)) == kNames.end()) return false;
      length = letters;
      something = true;
    } else if (text.front() == '(') {
      ++open;
    } else if (text.front() == ')') {
      if (--open < 0) return false;
    } else if (std::string_view{" \t+-*/^"}.find(text.front()) != std::string_view::npos) {
      // Operators: whether they stand between operands is left to who evaluates the formula.
    } else if (std::string_view{",;"}.find(text.front()) != std::string_view::npos) {
      if (open == 0) return false;
    } else {
      return false;
    }
    text.remove_prefix(length);
  }
  return something && open == 0;
}

}  // namespace hexad::protocols::mdof
