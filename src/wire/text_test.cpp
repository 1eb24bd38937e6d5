#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <clocale>
#include <cmath>
#include <limits>
#include <string>

#include "wire/number.hpp"
#include "wire/text_writer.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::wire {
namespace {

std::string fixed3(double value) {
  TextBuffer<400> text;
  text.writer().fixed(value, 3);
  return std::string{text.view()};
}

TEST(TextWriter, ThreeDecimalsAndNoSignBeforeZero) {
  EXPECT_EQ(fixed3(0.0), "0.000");
  EXPECT_EQ(fixed3(-0.0), "0.000");
  EXPECT_EQ(fixed3(-0.0004), "0.000");
  EXPECT_EQ(fixed3(-0.0006), "-0.001");
  EXPECT_EQ(fixed3(10.5), "10.500");
  EXPECT_EQ(fixed3(-354.1239), "-354.124");
}

TEST(TextWriter, FixedAgreesWithPrintfExceptForTheSignOfZero) {
  EXPECT_TRUE(rc::check([] {
    const double value = *rc::gen::map(rc::gen::inRange<std::int64_t>(-2'000'000'000, 2'000'000'000),
                                       [](std::int64_t n) { return static_cast<double>(n) * 1e-4 + 1e-7; });
    char expected[64];
    (void)std::snprintf(expected, sizeof expected, "%.3f", value);
    std::string wanted = expected;
    if (wanted == "-0.000") wanted = "0.000";
    RC_ASSERT(fixed3(value) == wanted);
  }));
}

TEST(TextWriter, ALocaleWithADecimalCommaChangesNothing) {
  const char* const old = std::setlocale(LC_NUMERIC, nullptr);
  const std::string saved = old != nullptr ? old : "C";
  if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "no such locale installed";
  const std::string printed = fixed3(1.5);
  const auto parsed = parse_number("1.5");
  std::setlocale(LC_NUMERIC, saved.c_str());
  EXPECT_EQ(printed, "1.500");
  EXPECT_EQ(parsed, 1.5);
}

TEST(TextWriter, AnItemThatDoesNotFitIsLeftOutWholeAndAllAfterIt) {
  TextBuffer<8> text;
  text.writer().text("ab ").fixed(1234.5, 3).text("c");
  EXPECT_EQ(text.view(), "ab ");
  EXPECT_TRUE(text.writer().cut());
}

TEST(TextWriter, TheLargestDoubleFitsItsDigits) {
  EXPECT_EQ(fixed3(std::numeric_limits<double>::lowest()).size(), 1U + 309U + 4U);
}

TEST(TextWriter, AddressesAndHex) {
  TextBuffer<64> text;
  const std::array<std::byte, 3> bytes{std::byte{0x00}, std::byte{0x7f}, std::byte{0xc8}};
  text.writer().address(0xC0A80196U).text(" ").hex(bytes);
  EXPECT_EQ(text.view(), "192.168.1.150 007fc8");
}

TEST(ParseNumber, TakesTheWholeTokenOrNothing) {
  EXPECT_EQ(parse_number("10.5"), 10.5);
  EXPECT_EQ(parse_number("-0.25"), -0.25);
  EXPECT_EQ(parse_number("+5"), 5.0);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5e-3"), 0.005);
  for (const char* bad : {"", "+", "-", "+-5", "--5", "5x", "5,0", "0x10", "nan", "NaN", "inf", "-inf",
                          "1e999", "abc", " 5", "5 "}) {
    EXPECT_FALSE(parse_number(bad).has_value()) << "'" << bad << "'";
  }
}

TEST(ParseNumber, ReadsBackTheShortestPrintOfEveryFiniteDouble) {
  EXPECT_TRUE(rc::check([] {
    const double value = *rc::gen::arbitrary<double>();
    RC_PRE(std::isfinite(value));
    TextBuffer<400> text;
    text.writer().shortest(value);
    const auto back = parse_number(text.view());
    RC_ASSERT(back.has_value());
    RC_ASSERT(*back == value);
  }));
}

TEST(ParseCount, HasOneSpellingANumber) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("33"), 33U);
  for (const char* bad : {"", "033", "-1", "+1", "1.0", "4294967296", "9a"}) {
    EXPECT_FALSE(parse_count(bad).has_value()) << bad;
  }
}

TEST(ParseHex, ReadsPairsWithBlanksBetween) {
  std::array<std::byte, 4> out{};
  EXPECT_EQ(parse_hex("80 00 Ff", out), 3U);
  EXPECT_EQ(std::to_integer<int>(out[0]), 0x80);
  EXPECT_EQ(std::to_integer<int>(out[2]), 0xff);
  EXPECT_FALSE(parse_hex("800", out).has_value());
  EXPECT_FALSE(parse_hex("8g", out).has_value());
  EXPECT_FALSE(parse_hex("0011223344", out).has_value()) << "five bytes into four";
}

TEST(Tokenizer, AnyRunOfSeparatorsCountsAsOne) {
  Tokenizer words{" ,9,10.5;20.0\t30.0 ; ", " \t,;"};
  EXPECT_EQ(words.count(), 4U);
  EXPECT_EQ(words.next(), "9");
  EXPECT_EQ(words.next(), "10.5");
  EXPECT_EQ(words.next(), "20.0");
  EXPECT_EQ(words.rest(), "\t30.0 ; ");
  EXPECT_EQ(words.next(), "30.0");
  EXPECT_FALSE(words.next().has_value());
  EXPECT_FALSE(words.next().has_value());
}

}  // namespace
}  // namespace hexad::wire
