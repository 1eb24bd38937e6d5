// What a host does against the manual is explained: what came, what the manual says, what to do.

#include <gtest/gtest.h>

#include <algorithm>

#include "protocols/darren/testing/bench.hpp"

namespace hexad::protocols::darren {
namespace {

bool told(const Bench& bench, const Endpoint& who, std::string_view text) {
  return std::any_of(bench.port.explanations.begin(), bench.port.explanations.end(), [&](const auto& said) {
    return said.to == who && said.text.find(text) != std::string::npos;
  });
}

TEST(DarrenExplain, AWordTheManualDoesNotKnow) {
  Bench bench{State::ready};
  bench.send(4);
  EXPECT_TRUE(told(bench, kA, "command word 4 is ignored. The manual knows 0 no change, 1 neutral, 2 run"));
  EXPECT_TRUE(told(bench, kA, "Send one of these")) << "not cut short";
  bench.port.clear();
  bench.send(65535);
  EXPECT_TRUE(told(bench, kA, "command word 65535 is ignored")) << "the longest there is";
  EXPECT_TRUE(told(bench, kA, "Send one of these"));
}

TEST(DarrenExplain, ADisconnectOfAHostThatIsNotConnected) {
  Bench bench{State::ready};
  bench.send(0);
  bench.send(0, static_cast<std::uint32_t>(MessageId::disconnect), kB);
  EXPECT_TRUE(told(bench, kB, "disconnect (message 2) was refused"));
  EXPECT_FALSE(told(bench, kA, "disconnect"));
  bench.port.clear();
  bench.send(0, static_cast<std::uint32_t>(MessageId::disconnect), kA);
  EXPECT_FALSE(told(bench, kA, "disconnect (message 2) was refused")) << "its own is not";
}

TEST(DarrenExplain, WordsThatAreKnownAreNotExplained) {
  Bench bench{State::ready};
  for (const int word : {0, 1, 2, 3, 5, 7, 9, 8}) bench.send(static_cast<std::uint16_t>(word));
  EXPECT_FALSE(told(bench, kA, "is ignored"));
}

}  // namespace
}  // namespace hexad::protocols::darren
