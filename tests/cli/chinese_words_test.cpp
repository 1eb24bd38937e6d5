// What the commands print in Chinese is Chinese: headings, names of lines, words in cells. Latin words that
// stay are units, names of files, keys, protocols, motors and states, and what was typed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

const std::string kShare = HEXAD_TEST_SHARE;

/// Units, abbreviations of the field, names by which things are called in every language.
const std::set<std::string> kStays{
    "mm",       "rpm",    "kN",      "Nm",       "Hz",        "kHz",       "kg",         "rad",
    "deg",      "ms",     "rms",     "cm",       "km",        "kNm",       "DI",         "RX",
    "RY",       "RZ",     "CPU",     "IP",       "UDP",       "TCP",       "SHA",        "TOML",
    "CSV",      "JSON",   "NaN",     "hexad",    "mdof",      "darren",    "motus",      "csfi",
    "lingjing", "none",   "ok",      "stdin",    "init",      "origin",    "ready",      "running",
    "fault",    "manual", "holding", "stopping", "emergency", "ascending", "descending", "zeroing",
    "geometry", "normal", "path",    "paused"};

/// Letters alone are a word; with digits, dots, slashes, underscores, hyphens or equals signs it is a name.
std::vector<std::string> latin_words(const std::string& text) {
  std::vector<std::string> words;
  std::string token;
  const auto end = [&] {
    const bool letters = token.size() > 1 && std::all_of(token.begin(), token.end(), [](unsigned char c) {
                           return std::isalpha(c) != 0;
                         });
    if (letters && !kStays.contains(token)) words.push_back(token);
    token.clear();
  };
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x80 &&
        (std::isalnum(byte) != 0 || std::string{"_./-=~@"}.find(letter) != std::string::npos)) {
      token += letter;
    } else {
      end();
    }
  }
  end();
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += ' ' + word;
  return text;
}

/// Of a command that ends by itself; what was typed may stand in its answer.
void expect_chinese(const std::vector<std::string>& arguments) {
  std::vector<std::string> typed{"--lang", "zh"};
  typed.insert(typed.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run(typed);
  const std::string all = joined(arguments);
  EXPECT_FALSE(outcome.out.empty() && outcome.err.empty()) << all;
  std::vector<std::string> found;
  for (const std::string& word : latin_words(outcome.out + '\n' + outcome.err))
    if (all.find(word) == std::string::npos) found.push_back(word);
  EXPECT_TRUE(found.empty()) << "hexad" << all << " says" << joined(found) << "\n"
                             << outcome.out << outcome.err;
}

TEST(ChineseWords, AHeadingThatStayedEnglishIsSeen) {
  EXPECT_EQ(latin_words(" 缸  extension\n  1    400.000 mm"), std::vector<std::string>{"extension"});
  EXPECT_EQ(latin_words("my.toml:3:4 leg_length state=ready --lang e-stop 0x12"), std::vector<std::string>{});
}

TEST(ChineseWords, PosesLegsAndReach) {
  expect_chinese({"ik", "--pose", "heave=30,pitch=5"});
  expect_chinese({"ik", "--pose", "heave=900"});
  expect_chinese({"fk", "--extensions", "mid"});
  expect_chinese({"fk", "--extensions", "mid", "--all"});
  expect_chinese({"reach"});
  const TextFile map{"map.csv", ""};
  expect_chinese({"reach", "--map", "surge,pitch", "--points", "5", "--csv", map.path()});
  expect_chinese({"sine", "--axis", "heave", "--amplitude", "20", "--frequency", "0.5"});
  expect_chinese({"sine", "--axis", "heave", "--amplitude", "200", "--frequency", "3"});
}

TEST(ChineseWords, Files) {
  expect_chinese({"check", kShare + "/platforms/standard-400.toml"});
  expect_chinese({"preflight", kShare + "/motion/pos01.txt"});
  const TextFile wrong{"wrong.toml", "name = true false\n"};
  expect_chinese({"check", wrong.path()});
}

TEST(ChineseWords, Design) {
  expect_chinese({"size", "--sine", "axis=heave,amplitude=20,frequency=0.5"});
  expect_chinese({"clearance"});
  expect_chinese({"volume"});
  expect_chinese({"envelope", "--range", "heave=20", "--velocity", "heave=50"});
  expect_chinese({"stiffness"});
  expect_chinese({"tolerances"});
  expect_chinese({"design", "--range", "heave=50", "--steps", "1"});
  expect_chinese({"identify", "--simulate", "24"});
}

TEST(ChineseWords, OtherTools) {
  expect_chinese({"cue"});
  expect_chinese({"drill", "--seed", "1", "--seconds", "5"});
  expect_chinese({"drill", "--seed", "1", "--seeds", "2", "--seconds", "5"});
  expect_chinese({"relay", "0=1100", "--control", "0", "--seconds", "0.01"});
}

}  // namespace
}  // namespace hexad::cli_test
