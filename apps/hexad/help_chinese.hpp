#pragma once
// The help of the command line in Chinese, a row a text (help_chinese.inc). The English stands in cli_*.cpp.

#include <string_view>

namespace hexad::cli {

/// What help says of a command's option ("--pose", "file"); option "": of the command itself; "footer":
/// before its examples. An option that many commands have may stand under no command. Empty when there is no
/// row.
std::string_view chinese_help(std::string_view command, std::string_view option) noexcept;

}  // namespace hexad::cli
