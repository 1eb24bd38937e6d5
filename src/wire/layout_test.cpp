#include "wire/layout.hpp"

#include <gtest/gtest.h>

#include "wire/text_writer.hpp"

namespace hexad::wire {
namespace {

constexpr std::array kSample{Field{0, Type::u32, 1, "sequence"}, Field{4, Type::u16, 1, "word"},
                             Field{6, Type::u8, 2, "flags"},     Field{8, Type::f32, 3, "position", "mm"},
                             Field{20, Type::i16, 1, "offset"},  Field{22, Type::i32, 1, "count"}};
static_assert(byte_size(kSample) == 26);

constexpr std::array kGap{Field{0, Type::u32, 1, "a"}, Field{6, Type::u16, 1, "b"}};
static_assert(byte_size(kGap) == 0, "a gap has no size");
constexpr std::array kOverlap{Field{0, Type::u32, 2, "a"}, Field{4, Type::u16, 1, "b"}};
static_assert(byte_size(kOverlap) == 0, "an overlap has no size");

std::array<std::byte, 26> sample() {
  std::array<std::byte, 26> bytes{};
  set<kSample, "sequence">(bytes, 0x01020304);
  set<kSample, "word">(bytes, 9);
  set<kSample, "flags">(bytes, {7, 8});
  set<kSample, "position">(bytes, {1.5F, -2.95F, 0.0F});
  set<kSample, "offset">(bytes, -1);
  set<kSample, "count">(bytes, -100000);
  return bytes;
}

TEST(Layout, FieldsLandAtTheirOffsets) {
  const auto bytes = sample();
  EXPECT_EQ(std::to_integer<int>(bytes[0]), 4);
  EXPECT_EQ(std::to_integer<int>(bytes[3]), 1);
  EXPECT_EQ(std::to_integer<int>(bytes[4]), 9);
  EXPECT_EQ(std::to_integer<int>(bytes[7]), 8);
  EXPECT_EQ(std::to_integer<int>(bytes[15]), 0xc0) << "the last byte of -2.95f";
}

TEST(Layout, WhatWasSetIsRead) {
  const auto bytes = sample();
  EXPECT_EQ((get<kSample, "sequence">(bytes)), 0x01020304U);
  EXPECT_EQ((get<kSample, "word">(bytes)), 9U);
  EXPECT_EQ((get<kSample, "flags">(bytes)), (std::array<std::uint8_t, 2>{7, 8}));
  EXPECT_EQ((get<kSample, "position">(bytes)), (std::array<float, 3>{1.5F, -2.95F, 0.0F}));
  EXPECT_EQ((get<kSample, "offset">(bytes)), -1);
  EXPECT_EQ((get<kSample, "count">(bytes)), -100000);
}

TEST(Layout, PrintsEveryFieldWithItsUnit) {
  TextBuffer<512> text;
  print(kSample, sample(), text.writer());
  EXPECT_EQ(text.view(),
            "0 sequence = 16909060\n4 word = 9\n6 flags = 7 8\n8 position = 1.5 -2.95 0 mm\n20 offset = -1\n"
            "22 count = -100000\n");
}

TEST(Layout, PrintsWhatAShorterDatagramHoldsAndNamesTheRest) {
  TextBuffer<512> text;
  const auto bytes = sample();
  print(kSample, std::span{bytes}.first<7>(), text.writer());
  EXPECT_EQ(
      text.view(),
      "0 sequence = 16909060\n4 word = 9\n6 flags = missing\n8 position = missing\n20 offset = missing\n"
      "22 count = missing\n");
}

}  // namespace
}  // namespace hexad::wire
