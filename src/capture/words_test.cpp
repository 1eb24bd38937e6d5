// What `hexad decode` shows in Chinese: every field of every frame, and every word that a value can have.

#include "capture/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "capture/frame_form.hpp"
#include "messages/print.hpp"

namespace hexad::capture {
namespace {

/// Speaks Chinese while it is there.
struct InChinese {
  InChinese() { messages::speak(messages::Language::chinese); }
  InChinese(const InChinese&) = delete;
  InChinese& operator=(const InChinese&) = delete;
  ~InChinese() { messages::speak(messages::Language::english); }
};

/// English of the sort that has a Chinese word: lower case throughout. What a manual calls by a name of its
/// own (DOFs, CmdSub, Kp) begins with a capital letter.
std::set<std::string> english_in(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char letter : text + ' ') {
    if (std::isalpha(static_cast<unsigned char>(letter)) != 0 ||
        std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      word += letter;
      continue;
    }
    const bool plain = word.size() > 1 && std::all_of(word.begin(), word.end(),
                                                      [](unsigned char c) { return std::islower(c) != 0; });
    if (plain) words.insert(word);
    word.clear();
  }
  return words;
}

TEST(CaptureWords, EveryFieldOfEveryFrameAndEveryWordOfItHasItsChinese) {
  const InChinese chinese;
  const std::set<std::string> units{"mm", "deg", "rad", "rpm", "ms", "kg"};
  std::size_t seen = 0;
  const auto look = [&](const std::string& english) {
    ++seen;
    for (const std::string& word : english_in(in_words(english)))
      EXPECT_TRUE(units.contains(word)) << english << ": " << in_words(english);
  };
  for (const FrameForm& form : frame_forms()) {
    for (std::int64_t selector = -1; selector < 256; ++selector)
      for (const Leaf& leaf : leaves_of(form, selector)) look(leaf.label);
    for (const Choice& choice : form.choices)
      for (const protocols::Named& word : choice.words) look(std::string{word.name});
  }
  EXPECT_GT(seen, 1000U);
}

TEST(CaptureWords, StayEnglishForWhoReadsEnglish) {
  EXPECT_EQ(in_words("pose pitch"), "pose pitch");
  const InChinese chinese;
  EXPECT_EQ(in_words("pose pitch"), "位姿 俯仰");
  EXPECT_EQ(in_words("host time-out, control loop late"), "上位机超时、控制循环延迟");
  EXPECT_EQ(in_words("DOFs 3"), "DOFs 3");
}

}  // namespace
}  // namespace hexad::capture
