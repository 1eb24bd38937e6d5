#include "host/words.hpp"

#include <gtest/gtest.h>

#include "host/mdof_client.hpp"
#include "messages/print.hpp"

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
  EXPECT_FALSE(motus_error_message(status));
  status.errors = {0, 0, 192, 0, 0, 180};
  EXPECT_EQ(messages::english(motus_error_message(status)),
            "leg 3: servo error, leg 6: an actuator past its lower end");
}

/// English that a host's library has is the table's, and every number has its row.
TEST(HostWords, AreTheTablesInEveryNumber) {
  for (int code = -20; code < 260; ++code) {
    EXPECT_EQ(hardware_code_words(code), messages::english(hardware_code_message(code))) << code;
    EXPECT_EQ(mdof_code_words(code), messages::english(mdof_code_message(code))) << code;
    const auto state = static_cast<protocols::darren::StatusWord>(code);
    EXPECT_EQ(darren_state_words(state), messages::english(darren_state_id(state))) << code;
    const auto dof = static_cast<protocols::motus::DofStatus>(code);
    EXPECT_EQ(motus_state_words(dof), messages::english(motus_state_id(dof))) << code;
  }
  for (std::uint32_t bits = 0; bits < 128; ++bits)
    EXPECT_EQ(darren_warning_words(bits), messages::english(darren_warning_message(bits))) << bits;
  EXPECT_EQ(messages::english(darren_command_id(protocols::darren::Word::hold_too)), "hold");
}

}  // namespace
}  // namespace hexad::host
