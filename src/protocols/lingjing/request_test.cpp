// Decisions 1 to 3: what a frame may look like.

#include "protocols/lingjing/request.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "messages/print.hpp"

namespace hexad::protocols::lingjing {
namespace {

Result<Request, Rejected> decoded(std::string_view text) { return decode(std::as_bytes(std::span{text})); }

std::string problem_of(std::string_view text) {
  const auto result = decoded(text);
  return result ? "accepted" : messages::english(id_of(result.error().problem));
}

std::optional<std::uint16_t> relays_of(const std::string& word) {
  const auto result = decoded("@A6:0,0,0,0,0,0," + word + "#");
  return result ? result->relays : std::optional<std::uint16_t>{0xFFFF};
}

TEST(LingjingRequest, Decision1_TheEffectWordIsOneToFourHexDigitsOfTwelveRelays) {
  EXPECT_EQ(relays_of("F0"), 0x0F0);
  EXPECT_EQ(relays_of("0100"), 0x100);
  EXPECT_EQ(relays_of("000A"), 0x00A);
  EXPECT_EQ(relays_of("a"), 0x00A) << "any case";
  EXPECT_EQ(relays_of("0FfF"), 0xFFF);
  EXPECT_EQ(relays_of(" 1\t"), 0x001);
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0,1000#"), "relay bits 12-15");
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0,8001#"), "relay bits 12-15");
  for (const std::string word : {"00001", "G", "1.5", "-1", "+1", "0x1", "F 0"})
    EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0," + word + "#"), "effect word") << word;
}

TEST(LingjingRequest, Decision1_WithoutAnEffectWordTheRelaysStay) {
  for (const std::string_view frame : {"@A3:1,2,3#", "@A6:1,2,3,4,5,6#", "@A7:1,2,3,4,5,6,7#", "@C3:1,2,3#",
                                       "@C6:1,2,3,4,5,6#", "@C7:1,2,3,4,5,6,7#", "@A6T:1,2,3,4,5,6,7#"}) {
    const auto result = decoded(frame);
    ASSERT_TRUE(result) << frame;
    EXPECT_FALSE(result->relays) << frame;
  }
  EXPECT_EQ(problem_of("@A6T:1,2,3,4,5,6,7,F0#"), "count") << "A6T has no effect word";
}

TEST(LingjingRequest, Decision2_BlanksAroundValuesAndWhiteSpaceAfterTheFrameAreLegal) {
  const auto result = decoded("@A6: 5,\t6 , 0, 5.5, 3.0,20 , F0 #\r\n \t");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->values, (std::array<double, 6>{5, 6, 0, 5.5, 3, 20}));
  EXPECT_EQ(result->relays, 0x0F0);
  EXPECT_TRUE(decoded("@MV: play #\n"));
}

TEST(LingjingRequest, Decision2_EverythingElseIsRefusedByReason) {
  EXPECT_EQ(problem_of(""), "no @");
  EXPECT_EQ(problem_of(" @A6:0,0,0,0,0,0#"), "no @");
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0"), "no #");
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0#x"), "text after #");
  EXPECT_EQ(problem_of(std::string_view{"@A6:0,0,0,0,0,0#\0", 17}), "text after #");
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,0#\n@A6:0,0,0,0,0,0#"), "two frames");
  EXPECT_EQ(problem_of("@A6#"), "count");
  EXPECT_EQ(problem_of("@A6:#"), "count") << "one empty value where six are due";
  EXPECT_EQ(problem_of("@A6:0,0,0,0,0,#"), "empty value");
  EXPECT_EQ(problem_of("@ A6:0,0,0,0,0,0#"), "unknown command");
  EXPECT_EQ(problem_of("@a6:0,0,0,0,0,0#"), "unknown command") << "case counts";
  EXPECT_EQ(problem_of("@A3T:0,0,0,10#"), "unknown command");
  EXPECT_EQ(problem_of("@MV:Play#"), "unknown film command");
  EXPECT_EQ(problem_of("@MV:play,1#"), "unknown film command");
  EXPECT_EQ(problem_of("@C7:1,2,3,4,5,6#"), "count") << "the angle of C7 is not optional";
}

TEST(LingjingRequest, Decision3_NumbersAreDecimalFiniteAndBelowAMillion) {
  const auto result = decoded("@A6:-0.000,.5,5.,+3,1e1,-1e6#");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->values, (std::array<double, 6>{0, 0.5, 5, 3, 10, -1e6}));
  EXPECT_FALSE(std::signbit(result->values[0])) << "-0.000 is 0";
  for (const std::string value :
       {"nan", "-nan", "inf", "Infinity", "0x10", "1000001", "-1e7", "1e400", "--1", "+-1", "1 2", "e", "."})
    EXPECT_NE(problem_of("@A3:" + value + ",0,0#"), "accepted") << value;
}

TEST(LingjingRequest, ATimeIsAWholeNumberOfMillisecondsAboveZero) {
  const auto time = [](const std::string& t) { return "@A6T:0,0,0,0,0,100," + t + "#"; };
  EXPECT_EQ(decoded(time("500"))->travel_ms, 500U);
  EXPECT_EQ(decoded(time("0020"))->travel_ms, 20U);
  EXPECT_EQ(problem_of(time("0")), "time must be positive");
  EXPECT_EQ(problem_of(time("-5")), "time must be positive");
  EXPECT_EQ(decoded(time("10.0"))->travel_ms, 10U) << "as programs print a float";
  EXPECT_EQ(problem_of(time("10.5")), "number");
  EXPECT_EQ(problem_of(time("1A")), "number");
  EXPECT_EQ(problem_of(time("1000001")), "number");
}

TEST(LingjingRequest, ARefusalSaysWhatCameWhatTheManualSaysAndWhatToDo) {
  const auto told = [](std::string_view text) {
    return messages::english(message_of(decoded(text).error()));
  };
  EXPECT_EQ(
      told("@A6:1,2,3#"),
      "3 values in A6. The manual: @A6:roll,pitch,yaw,x,y,z[,effect]#. The frame is dropped; correct it and "
      "send it again");
  EXPECT_EQ(told("@A6:1,2,x,4,5,6#").find("value 3 is no decimal number"), 0U);
  EXPECT_EQ(told("@A6T:1,2,,4,5,6,7#").find("value 3 is empty in A6T"), 0U);
  for (const char* time : {"0", "10.5", "x", "1000001"})
    EXPECT_EQ(told(std::string{"@A6T:0,0,0,0,0,1,"} + time + "#").find("a time that is no whole number"), 0U)
        << time;
  EXPECT_EQ(
      told("@a6:1,2,3,4,5,6#").find("an unknown command (upper and lower case differ). The manual: one"), 0U);
  EXPECT_EQ(
      messages::to_text(message_of(decoded("@A6:1,2,3,4,5,6,F000#").error()), messages::Language::chinese)
          .find("A6 中：特效字超出十二个继电器"),
      0U);
}

}  // namespace
}  // namespace hexad::protocols::lingjing
