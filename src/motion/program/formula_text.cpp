// The text of a formula, before a library sees it.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "motion/program/formula.hpp"

namespace hexad::motion {
namespace {

constexpr std::array<std::string_view, 3> kValues{"t", "pi", "e"};
constexpr std::array<std::string_view, 20> kFunctions{"sin",  "cos",   "tan", "asin", "acos",  "atan", "sinh",
                                                      "cosh", "tanh",  "exp", "ln",   "log10", "sqrt", "abs",
                                                      "sign", "floor", "min", "max",  "pow",   "mod"};

constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

std::size_t number_length(std::string_view text) noexcept {
  std::size_t i = 0;
  std::size_t points = 0;
  while (i < text.size() && (is_digit(text[i]) || (text[i] == '.' && points++ == 0))) ++i;
  if (i == points && points == 1) return 0;  // a point alone
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

template <class List>
bool contains(const List& list, std::string_view name) noexcept {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string printable(char c) {
  if (c >= 0x20 && c < 0x7f) return std::string(1, c);
  return "?";
}

std::optional<Rejection> bad(Problem problem, std::size_t column, std::string text, double value = 0.0,
                             double bound = 0.0) {
  Rejection rejection;
  rejection.problem = problem;
  rejection.column = column;
  rejection.text = std::move(text);
  rejection.value = value;
  rejection.bound = bound;
  return rejection;
}

}  // namespace

std::optional<Rejection> check_formula(std::string_view text) {
  if (text.size() > kLongestFormula)
    return bad(Problem::too_large, 0, "", static_cast<double>(text.size()),
               static_cast<double>(kLongestFormula));
  std::vector<bool> calls;  // each open parenthesis: of a function, or not
  bool something = false;
  bool call_next = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const std::size_t column = i + 1;
    const char c = rest.front();
    if (is_blank(c)) {
      ++i;
      continue;
    }
    if (call_next && c != '(') return bad(Problem::bad_formula, column, "a function without its parenthesis");
    if (const std::size_t digits = number_length(rest); digits != 0) {
      something = true;
      i += digits;
      continue;
    }
    if (const std::size_t letters = name_length(rest); letters != 0) {
      const std::string_view name = rest.substr(0, letters);
      call_next = contains(kFunctions, name);
      if (!call_next && !contains(kValues, name))
        return bad(Problem::unknown_name, column, std::string{name});
      something = true;
      i += letters;
      continue;
    }
    if (c == '(') {
      calls.push_back(call_next);
      call_next = false;
    } else if (c == ')') {
      if (calls.empty()) return bad(Problem::bad_formula, column, "a parenthesis that was not opened");
      calls.pop_back();
    } else if (c == ',' || c == ';') {
      if (calls.empty() || !calls.back()) return bad(Problem::bad_character, column, printable(c));
    } else if (std::string_view{"+-*/^"}.find(c) == std::string_view::npos) {
      return bad(Problem::bad_character, column, printable(c));
    }
    ++i;
  }
  if (call_next) return bad(Problem::bad_formula, text.size(), "a function without its parenthesis");
  if (!calls.empty()) return bad(Problem::bad_formula, text.size(), "a parenthesis that is not closed");
  if (!something) return bad(Problem::empty, 0, "");
  return std::nullopt;
}

}  // namespace hexad::motion
