#include "host/words.hpp"

#include <gtest/gtest.h>

#include "host/mdof_client.hpp"

namespace hexad::host {
namespace {

TEST(HostWords, TheHardwareCodesOfTheManual) {
  EXPECT_EQ(hardware_code_words(161), "X past its positive end") << "decision 2: odd is the positive side";
  EXPECT_EQ(hardware_code_words(162), "X past its negative end");
  EXPECT_EQ(hardware_code_words(165), "Z past its positive end");
  EXPECT_EQ(hardware_code_words(172), "RZ past its negative end");
  EXPECT_EQ(hardware_code_words(173), "X too fast (speed, acceleration or jerk)");
  EXPECT_EQ(hardware_code_words(178), "RZ too fast (speed, acceleration or jerk)");
  EXPECT_EQ(hardware_code_words(179), "an actuator past its upper end");
  EXPECT_EQ(hardware_code_words(195), "emergency stop");
  EXPECT_EQ(hardware_code_words(200), "code 200, not in the manual");
}

TEST(HostWords, EveryResultOfMdofHasItsOwn) {
  std::vector<std::string> seen;
  for (const int code : {0, -1, -2, -3, -4, -5, -6, -7, 1, 16, 17, 161, 179, 180, 181, 192, 193, 194, 195}) {
    const std::string words = mdof_code_words(code);
    EXPECT_EQ(std::find(seen.begin(), seen.end(), words), seen.end()) << code << ": " << words;
    EXPECT_EQ(words.find("not in the manual"), std::string::npos) << code;
    seen.push_back(words);
  }
}

TEST(HostWords, WarningsAreListed) {
  EXPECT_EQ(darren_warning_words(0), "");
  EXPECT_EQ(darren_warning_words(1), "host time-out");
  EXPECT_EQ(darren_warning_words(4 + 8), "command clamped to the reach, another host drives");
  EXPECT_EQ(darren_warning_words(64), "") << "a bit nobody has defined";
}

TEST(HostWords, StatesInWords) {
  using protocols::darren::StatusWord;
  EXPECT_EQ(darren_state_words(StatusWord::running), "running");
  EXPECT_EQ(darren_state_words(static_cast<StatusWord>(8)), "a state the manual does not know");
}

TEST(MdofAnswer, PausedAndResumedAreNotFinal) {
  EXPECT_TRUE((MdofAnswer{"9", "0", 0}.is_final()));
  EXPECT_TRUE((MdofAnswer{"9", "-4", -4}.is_final()));
  EXPECT_FALSE((MdofAnswer{"9", "-5", -5}.is_final()));
  EXPECT_FALSE((MdofAnswer{"9", "-6", -6}.is_final()));
  EXPECT_TRUE((MdofAnswer{"24", "0 0 0 0 0 0", std::nullopt}.is_final()));
}

TEST(MdofEcho, IsTheFirstWordOfALine) {
  EXPECT_EQ(mdof_echo("9 0 0 10 0 0 0"), "9");
  EXPECT_EQ(mdof_echo("12,10*sin(t),0,0,0,0,0"), "12");
  EXPECT_EQ(mdof_echo(""), "");
  EXPECT_EQ(mdof_command("24"), protocols::mdof::Command::position);
  EXPECT_FALSE(mdof_command("32"));
  EXPECT_FALSE(mdof_command("abc"));
}

TEST(HostWords, MotusStatesAndErrors) {
  using protocols::motus::DofStatus;
  EXPECT_EQ(motus_state_words(DofStatus::risen), "raised, standing");
  EXPECT_EQ(motus_state_words(DofStatus::script_done), "script done");
  EXPECT_EQ(motus_state_words(static_cast<DofStatus>(99)), "a state the manual does not know");
  protocols::motus::StatusFrame status;
  EXPECT_EQ(motus_error_words(status), "");
  status.errors = {0, 0, 192, 0, 0, 180};
  EXPECT_EQ(motus_error_words(status), "leg 3: servo error, leg 6: an actuator past its lower end");
}

}  // namespace
}  // namespace hexad::host
