#include "hexad/help_chinese.hpp"

#include <array>

namespace hexad::cli {
namespace {

struct Row {
  std::string_view command;
  std::string_view option;
  std::string_view text;
};

constexpr Row kRows[] = {
#define H(command, option, text) Row{command, option, text},
#include "hexad/help_chinese.inc"
#undef H
};

std::string_view find(std::string_view command, std::string_view option) noexcept {
  for (const Row& row : kRows) {
    if (row.command == command && row.option == option) return row.text;
  }
  return {};
}

}  // namespace

std::string_view chinese_help(std::string_view command, std::string_view option) noexcept {
  const std::string_view own = find(command, option);
  return own.empty() && option.starts_with("-") ? find("", option) : own;
}

}  // namespace hexad::cli
