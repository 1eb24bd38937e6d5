#include "protocols/mdof/request.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <string>
#include <vector>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::protocols::mdof {
namespace {

auto decoded(std::string_view text) { return decode(std::as_bytes(std::span{text})); }

// Not inlined: g++ 12 sees a null pointer in every look into a Result's error that it can follow.
[[gnu::noinline]] Rejected copy_of(const Rejected& rejected) { return rejected; }

Problem problem_of(std::string_view text) {
  const auto result = decoded(text);
  if (!result) return copy_of(result.error()).problem;
  ADD_FAILURE() << "'" << text << "' was taken";
  return Problem::empty;
}

std::string encoded(const Request& request) {
  std::vector<char> buffer(70000);
  wire::TextWriter writer{buffer};
  EXPECT_TRUE(encode(request, writer));
  return std::string{writer.view()};
}

TEST(MdofRequest, EveryCommandOfTheManualIsKnownAnd32IsNot) {
  for (std::uint32_t id = 0; id < 1000; ++id) {
    const bool known = (id >= 1 && id <= 13) || (id >= 20 && id <= 31) || id == 33;
    EXPECT_EQ(form_of(id) != nullptr, known) << id;
  }
  EXPECT_EQ(problem_of("32"), Problem::unknown_command);
}

TEST(MdofRequest, AByteOrderMarkInFrontIsSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(decoded(mark + "24")->command, Command::position);
  EXPECT_EQ(decoded(mark + "9 1 2 3 4 5 6")->pose[5], 6.0);
  EXPECT_EQ(problem_of(mark), Problem::empty);
  EXPECT_EQ(problem_of(mark + mark + "24"), Problem::unknown_command) << "one";
  const std::string unknown = mark + "999";
  EXPECT_EQ(echo_of(std::as_bytes(std::span{unknown})).view(), "999");
}

TEST(MdofRequest, TheManualsSinglePointExample) {
  const auto request = decoded("9 10.5 20.0 30.0 5.0 10.0 15.0");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->command, Command::move);
  EXPECT_EQ(request->pose, (std::array<double, 6>{10.5, 20, 30, 5, 10, 15}));
}

TEST(MdofRequest, BlankTabCommaSemicolonAndAnyRunOfThemSeparate) {
  for (const char* text : {"9,10.5;20.0\t30.0 5.0 10.0 15.0\r\n", "9 ,; 10.5 20 30 5 10 15 ;",
                           " 9 10.5 20 30 5 10 15\n", "9\t10.5\t20\t30\t5\t10\t15\r"}) {
    const auto request = decoded(text);
    ASSERT_TRUE(request) << text;
    EXPECT_EQ(request->pose, (std::array<double, 6>{10.5, 20, 30, 5, 10, 15})) << text;
  }
}

TEST(MdofRequest, Decision3_TheManualsExamplesOf10And11AreOneNumberShort) {
  EXPECT_EQ(problem_of("10 3 0 0 0 0 0 10 20 30 5 10 15 20 30 40 10 15 20"), Problem::wrong_count);
  EXPECT_EQ(problem_of("11 2 0 0 0 0 0 10 20 30 5 10 15 50 50 50 5 5 5 100 100 100 10 10 10"),
            Problem::wrong_count);
  const auto path = decoded("10 3 0 0 0 0 0 0 10 20 30 5 10 15 20 30 40 10 15 20");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->count, 3U);
  const auto speeds = decoded("11 2 0 0 0 0 0 0 10 20 30 5 10 15 50 50 50 5 5 5 100 100 100 10 10 10");
  ASSERT_TRUE(speeds);
  EXPECT_EQ(speeds->count, 2U);
}

TEST(MdofRequest, Decision3_ParametersAfterACommandThatTakesNoneAreRefused) {
  for (const Form& form : forms()) {
    if (form.takes != messages::Id::mdof_takes_nothing) continue;
    const std::string text = std::to_string(static_cast<int>(form.command)) + " 1";
    EXPECT_EQ(problem_of(text), Problem::takes_nothing) << text;
  }
}

TEST(MdofRequest, TheListOfAPathHoldsItsNumbersInOrder) {
  const auto path = decoded("10 2 1 2 3 4 5 6 7;8,9\t10 11 12 # two");
  ASSERT_TRUE(path);
  Numbers numbers{path->list};
  for (int i = 1; i <= 12; ++i) EXPECT_EQ(numbers.next(), i);
  EXPECT_FALSE(numbers.next());
}

TEST(MdofRequest, ANegativeSpeedIsABadParameter) {
  EXPECT_EQ(problem_of("11 1 0 0 0 0 0 0 1 1 -1 1 1 1"), Problem::negative_speed);
  EXPECT_TRUE(decoded("11 1 -1 -1 -1 -1 -1 -1 0 0 0 0 0 0"));
}

TEST(MdofRequest, BadCountsOfPointsAndFiles) {
  for (const char* text : {"10 0", "10 -1 0 0 0 0 0 0", "10 1.0 0 0 0 0 0 0", "33 0", "33 a", "33 1.5"}) {
    EXPECT_EQ(problem_of(text), Problem::bad_count) << text;
  }
  EXPECT_EQ(problem_of("33"), Problem::wrong_count);
  EXPECT_EQ(problem_of("33 1 2"), Problem::wrong_count);
  EXPECT_EQ(decoded("33 2")->count, 2U);
  EXPECT_EQ(problem_of("10 4294967295 1"), Problem::wrong_count) << "no overflow";
}

TEST(MdofRequest, NumbersThatAreNoneOrNotFinite) {
  for (const char* text :
       {"9 abc def", "9 nan 0 0 0 0 0", "9 0 inf 0 0 0 0", "9 1e999 0 0 0 0 0", "9 0x10 0 0 0 0 0"}) {
    EXPECT_EQ(problem_of(text), Problem::not_a_number) << text;
  }
}

TEST(MdofRequest, FormulasAreSplitOutsideParentheses) {
  const auto request = decoded("12,max(t,2),pow(t, 2) + 1;0,0,0,sin (t)");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->count, 6U);
  Formulas formulas{request->list};
  for (const char* expected : {"max(t,2)", "pow(t, 2) + 1", "0", "0", "0", "sin (t)"}) {
    EXPECT_EQ(formulas.next(), expected);
  }
  EXPECT_FALSE(formulas.next());
  const auto blanks = decoded("12 10*sin(t) 20*cos(t) min(t, 2) 0 0 2*t 3");
  ASSERT_TRUE(blanks);
  EXPECT_EQ(blanks->count, 7U);
}

TEST(MdofRequest, FormulasThatCannotBeOne) {
  EXPECT_EQ(problem_of("12,10*sin(t),20*cos(t),5*t,0,0"), Problem::wrong_count);
  EXPECT_EQ(problem_of("12"), Problem::wrong_count);
  EXPECT_EQ(problem_of("12,0,0,0,0,0,0,3,4"), Problem::wrong_count);
  for (const char* text : {"12,10*foo(t),0,0,0,0,0", "12,0,0,t=3,0,0,0", "12,sin(t,0,0,0,0,0",
                           "12,t),0,0,0,0,0", "12,1$,0,0,0,0,0", "12,(),0,0,0,0,0", "12,x,0,0,0,0,0"}) {
    EXPECT_EQ(problem_of(text), Problem::bad_formula) << text;
  }
  EXPECT_EQ(problem_of("12,0,0,0,0,0,0,-1"), Problem::bad_time);
  EXPECT_EQ(problem_of("12," + std::string(1025, '1') + ",0,0,0,0,0"), Problem::formula_too_long);
}

TEST(MdofRequest, TimedPathsAsPeriodOrAsRows) {
  const auto period = decoded("13 0.5 1 2 3 4 5 6 1 2 3 4 5 6");
  ASSERT_TRUE(period);
  EXPECT_FALSE(period->rows);
  EXPECT_EQ(period->count, 2U);
  const auto rows = decoded("13 0 1 2 3 4 5 6 0.5 1 2 3 4 5 6");
  ASSERT_TRUE(rows);
  EXPECT_TRUE(rows->rows);
  EXPECT_EQ(rows->count, 2U);
  EXPECT_EQ(problem_of("13 0.5 1 2 3 4 5 6 0.5 1 2 3 4 5 6"), Problem::bad_time) << "times must increase";
  EXPECT_EQ(problem_of("13 0 1 2 3 4 5 6 1 2 3 4 5 6"), Problem::bad_time) << "T = 0";
  EXPECT_EQ(problem_of("13 1 2 3"), Problem::wrong_count);
  EXPECT_EQ(problem_of("13"), Problem::wrong_count);
}

TEST(MdofRequest, Decision11_InnerNewlinesAreRefusedTrailingOnesAreStripped) {
  EXPECT_EQ(problem_of("9 1 2 3\n4 5 6"), Problem::inner_newline);
  EXPECT_EQ(problem_of("22\r\n23"), Problem::inner_newline);
  EXPECT_EQ(problem_of("9 0 0 10 0 0 0 # up\n22"), Problem::inner_newline)
      << "a comment hides no second command";
  EXPECT_TRUE(decoded("22\r\n"));
  EXPECT_TRUE(decoded("22\n\r\n"));
}

TEST(MdofRequest, Decision11_TheEchoIsTheFirstWordAtMost16PrintableBytes) {
  const auto echo = [](std::string_view text) {
    return std::string{echo_of(std::as_bytes(std::span{text})).view()};
  };
  EXPECT_EQ(echo("abc"), "abc");
  EXPECT_EQ(echo("999 1 2"), "999");
  EXPECT_EQ(echo(""), "");
  EXPECT_EQ(echo(" ;\r\n"), "");
  EXPECT_EQ(echo("0123456789abcdefXYZ"), "0123456789abcdef");
  EXPECT_EQ(echo("a\x01\x7f\xe4\xbd\xa0"), "a?????");
  EXPECT_EQ(echo("22\n23"), "22");
  EXPECT_EQ(echo(std::string_view{"2\0", 2}), "2?");
}

TEST(MdofRequest, Decision13_TextFromABlankAndHashOnIsAComment) {
  EXPECT_TRUE(decoded("9 0 0 10 0 0 0 # up"));
  EXPECT_TRUE(decoded("1      # \xe5\x88\x9d\xe5\xa7\x8b\xe5\x8c\x96"));
  EXPECT_TRUE(decoded("7 # 1 2 3"));
  EXPECT_EQ(problem_of("7#"), Problem::unknown_command) << "no blank, no comment";
  EXPECT_EQ(problem_of(" # only"), Problem::empty);
}

TEST(MdofRequest, AnIdHasOneSpelling) {
  for (const char* text : {"09 0 0 0 0 0 0", "+22", "22.0", "-1", "0x16", "4294967305", "0"}) {
    EXPECT_EQ(problem_of(text), Problem::unknown_command) << text;
  }
}

TEST(MdofRequest, WhatIsEncodedIsDecodedAlike) {
  EXPECT_TRUE(rc::check([] {
    Request request;
    request.command = Command::move;
    for (double& value : request.pose) {
      value = *rc::gen::suchThat(rc::gen::arbitrary<double>(), [](double v) { return std::isfinite(v); });
    }
    const std::string text = encoded(request);
    const auto back = decoded(text);
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->command == request.command);
    RC_ASSERT(back->pose == request.pose);
  }));
}

TEST(MdofRequest, AnyBytesAreDecodedOrRejectedWithAPrintableEcho) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(
        rc::gen::arbitrary<char>(), rc::gen::elementOf(std::string{"0123456789 \t,;#.-+()tesin\r\n"})));
    const auto result = decoded(text);
    if (result) return;
    const Rejected rejected = copy_of(result.error());
    for (const char c : rejected.echo.view()) RC_ASSERT(c >= 0x21 && c <= 0x7e);
  }));
}

TEST(MdofRequest, AWrongCountIsExplainedWithWhatCameAndWhatTheManualSays) {
  EXPECT_EQ(
      messages::english(message_of(decoded("9 1 2 3").error())),
      "3 values came where 6 are needed. The manual: 9 (move) takes X Y Z RX RY RZ. Correct the datagram and "
      "send it again");
}

}  // namespace
}  // namespace hexad::protocols::mdof
