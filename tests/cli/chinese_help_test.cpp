// The help in Chinese says as much as the help in English: every command, every option, and nothing for an
// option that is not there.

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

struct Row {
  std::string command;
  std::string option;
};

const Row kRows[] = {
#define H(command, option, text) {command, option},
#include "hexad/help_chinese.inc"
#undef H
};

bool has_chinese(const std::string& text) {
  for (const char letter : text)
    if (static_cast<unsigned char>(letter) >= 0xE4 && static_cast<unsigned char>(letter) <= 0xE9) return true;
  return false;
}

/// Head of an entry ("--pose", "ik") to all it says; of options and arguments, or of subcommands.
std::map<std::string, std::string> entries(const std::string& help) {
  std::map<std::string, std::string> found;
  std::istringstream lines{help};
  std::string head;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 3 && line.starts_with("  ") && line[2] != ' ') {
      head = line.substr(2, line.find_first_of(" =", 2) - 2);
      found[head] = line;
    } else if (line.starts_with("      ") && !head.empty()) {
      found[head] += line;
    } else if (line.find("xample") != std::string::npos || line.starts_with("Actions:")) {
      break;
    } else {
      head.clear();
    }
  }
  return found;
}

std::string help_of(const std::string& language, const std::string& command) {
  std::vector<std::string> words{"--lang", language};
  if (!command.empty()) words.push_back(command);
  words.emplace_back("--help");
  return run(words).out;
}

TEST(ChineseHelp, SaysSomethingOfEveryCommandAndOption) {
  std::vector<std::string> commands{""};
  for (const auto& [name, text] : entries(help_of("en", "")))
    if (!name.starts_with("-") && name != "hexad") commands.push_back(name);
  ASSERT_GT(commands.size(), 15U);
  for (const std::string& command : commands) {
    const auto english = entries(help_of("en", command));
    auto chinese = entries(help_of("zh", command));
    for (const auto& [name, text] : english) {
      EXPECT_TRUE(has_chinese(chinese[name])) << "hexad " << command << " " << name << ": " << chinese[name];
    }
  }
}

TEST(ChineseHelp, HasNoRowForNothing) {
  std::map<std::string, std::string> help;
  for (const Row& row : kRows) {
    if (row.command.empty() || row.option == "footer") continue;
    if (!help.contains(row.command)) help[row.command] = help_of("en", row.command);
    EXPECT_FALSE(help[row.command].empty()) << "no command " << row.command;
    EXPECT_TRUE(says(help[row.command], row.option)) << row.command << " " << row.option;
  }
}

TEST(ChineseHelp, MistakesAreNamedInChinese) {
  EXPECT_TRUE(says(run({"--lang", "zh", "raech"}).err, "没有命令“raech”；是否要用 reach？"));
  EXPECT_TRUE(says(run({"--lang=zh", "ik", "--posee", "1"}).err, "不认识：--posee 1"));
  EXPECT_TRUE(says(run({"--lang", "zh", "check"}).err, "缺少 file"));
  EXPECT_TRUE(
      says(run({"--lang", "zh", "sine", "--axis", "heave", "--amplitude", "nan", "--frequency", "1"}).err,
           "nan 不在 0 与 10000 之间"));
}

}  // namespace
}  // namespace hexad::cli_test
