#include "web/wrong_tokens.hpp"

#include <gtest/gtest.h>

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

constexpr WrongTokens::Time kStart{1h};

TEST(WrongTokens, AFewSlipsCostNothingThenEachAnswerComesLate) {
  WrongTokens tokens;
  for (int i = 0; i < WrongTokens::kFree; ++i) EXPECT_EQ(tokens.add("10.0.0.5", kStart), 0ms) << i;
  EXPECT_EQ(tokens.add("10.0.0.5", kStart + 1s), 1000ms);
  EXPECT_EQ(tokens.add("10.0.0.6", kStart + 1s), 0ms) << "another address";
  static_cast<void>(tokens.take(kStart + 1s));
  static_cast<void>(tokens.take(kStart + 12s));
  EXPECT_EQ(tokens.add("10.0.0.5", kStart + 59s), 1000ms);
  for (const auto later : {70s, 81s, 130s}) static_cast<void>(tokens.take(kStart + later));
  EXPECT_EQ(tokens.add("10.0.0.5", kStart + 131s), 0ms) << "forgotten a minute after the last";
}

TEST(WrongTokens, AreReportedAtOnceAndThenEveryTenSeconds) {
  WrongTokens tokens;
  tokens.add("10.0.0.5", kStart);
  auto told = tokens.take(kStart);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].peer, "10.0.0.5");
  EXPECT_EQ(told[0].count, 1u);
  for (int i = 0; i < 500; ++i) tokens.add("10.0.0.5", kStart + 2s);
  EXPECT_TRUE(tokens.take(kStart + 9s).empty());
  told = tokens.take(kStart + 10s);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].count, 500u);
  EXPECT_TRUE(tokens.take(kStart + 30s).empty()) << "nothing new";
}

TEST(WrongTokens, AThousandAddressesTakeNoMoreRoomThanSixtyFive) {
  WrongTokens tokens;
  for (int i = 0; i < 1000; ++i) tokens.add("10.0.1." + std::to_string(i), kStart);
  EXPECT_EQ(tokens.take(kStart).size(), WrongTokens::kMostAddresses + 1);
  EXPECT_EQ(tokens.add("10.9.9.9", kStart), 1000ms);
}

}  // namespace
}  // namespace hexad::web
