#include <gtest/gtest.h>

#include "wire/byte_reader.hpp"
#include "wire/byte_writer.hpp"

namespace hexad::wire {
namespace {

TEST(ByteWriter, WritesTheLeastSignificantByteFirst) {
  std::array<std::byte, 11> buffer{};
  ByteWriter writer{buffer};
  writer.write<std::uint8_t>(0x01);
  writer.write<std::uint16_t>(0x0302);
  writer.write<std::uint32_t>(0x07060504);
  writer.write(1.0F);  // 3f800000
  ASSERT_TRUE(writer.ok());
  const std::array<int, 11> expected{1, 2, 3, 4, 5, 6, 7, 0x00, 0x00, 0x80, 0x3f};
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(buffer[i]), expected[i]) << "byte " << i;
  }
}

TEST(ByteWriter, WhatDoesNotFitIsNotWrittenAndNothingAfterIt) {
  std::array<std::byte, 3> buffer{};
  ByteWriter writer{buffer};
  writer.write<std::uint16_t>(0xFFFF);
  writer.write<std::uint32_t>(0xFFFFFFFF);
  writer.write<std::uint8_t>(0xFF);
  EXPECT_FALSE(writer.ok());
  EXPECT_EQ(writer.written().size(), 2U);
  EXPECT_EQ(std::to_integer<int>(buffer[2]), 0);
}

TEST(ByteReader, ReadsBackWhatAWriterWrote) {
  std::array<std::byte, 32> buffer{};
  ByteWriter writer{buffer};
  writer.write<std::int16_t>(-2);
  writer.write<std::int32_t>(-70000);
  writer.write(-2.95F);
  writer.write(1e300);
  writer.zeros(2);
  ByteReader reader{writer.written()};
  EXPECT_EQ(reader.read<std::int16_t>(), -2);
  EXPECT_EQ(reader.read<std::int32_t>(), -70000);
  EXPECT_EQ(reader.read<float>(), -2.95F);
  EXPECT_EQ(reader.read<double>(), 1e300);
  reader.skip(2);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.left(), 0U);
}

TEST(ByteReader, AReadPastTheEndGivesZeroAndStaysFailed) {
  const std::array<std::byte, 3> bytes{std::byte{1}, std::byte{2}, std::byte{3}};
  ByteReader reader{bytes};
  EXPECT_EQ(reader.read<std::uint32_t>(), 0U);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.read<std::uint8_t>(), 0U) << "three bytes are there, but the reader has already failed";
  EXPECT_TRUE(reader.take(1).empty());
}

}  // namespace
}  // namespace hexad::wire
