// `hexad accept` without a platform: usage, files that are wrong, nobody there.

#include <gtest/gtest.h>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

constexpr const char* kNobody = "127.0.0.1:1";

TEST(Accept, WrongUsageIsExitCode2AndAsksNobody) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"--only", "reech"}, "--only: no test \"reech\"; did you mean reach?"},
      {{"--frequencies", "0.5,50"}, "--frequencies: 50 is not within 0.02 to 10 Hz"},
      {{"--frequencies", "nan"}, "--frequencies: nan is not within"},
      {{"--bound", "reach.sway.low.error_mm=3"}, "--bound: \"reach.sway.low.error_mm=3\" is no bound"},
      {{"--to", "8600"}, "--to: \"8600\" is not ADDR:PORT"},
      {{"--fast"}, "--fast"}};
  for (const auto& [words, part] : wrong) {
    std::vector<std::string> arguments{"accept"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << words[0];
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(says(outcome.err, part)) << outcome.err;
  }
}

TEST(Accept, FilesAreLookedAtBeforeThePlatformIs) {
  const TextFile bounds{"bounds.txt", "reach.*.error_mm <= 0.5\nspeed.*.followed > 1\n"};
  const Outcome wrong = run({"accept", "--to", kNobody, "--bounds", bounds.path()});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(says(wrong.err, "bounds.txt: line 2: \"speed.*.followed > 1\" is no bound")) << wrong.err;
  const TextFile other{"other.json", "{\"format\":\"something\"}"};
  const Outcome not_ours = run({"accept", "--to", kNobody, "--against", other.path()});
  EXPECT_EQ(not_ours.code, 1);
  EXPECT_TRUE(says(not_ours.err, "other.json is no report of hexad accept")) << not_ours.err;
  const Outcome nowhere = run({"accept", "--to", kNobody, "--report", "/no/such/folder/report.html"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_TRUE(says(nowhere.err, "/no/such/folder/report.html cannot be written")) << nowhere.err;
}

TEST(Accept, NobodyThereIsSaidWithTheOptionThatHelps) {
  const Outcome outcome = run({"accept", "--to", kNobody});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "nothing answers at 127.0.0.1:1")) << outcome.err;
  EXPECT_TRUE(says(outcome.err, "--to ADDR:PORT")) << outcome.err;
}

TEST(Accept, HelpHasAnExample) {
  const Outcome help = run({"accept", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(says(help.out, "  hexad accept --report monday.html")) << help.out;
}

}  // namespace
}  // namespace hexad::cli_test
