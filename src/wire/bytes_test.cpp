#include <gtest/gtest.h>

#include "wire/byte_reader.hpp"

namespace hexad::wire {
namespace {

TEST(ByteReader, TakesTheLeastSignificantByteFirst) {
  constexpr std::array<int, 19> kNumbers{1,    2,    3,    4,    5,    6,    7,    0x00, 0x00, 0x80,
                                         0x3f, 0xFE, 0xFF, 0x90, 0xEE, 0xFE, 0xFF, 9,    9};
  std::array<std::byte, kNumbers.size()> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(kNumbers[i]);
  ByteReader reader{bytes};
  EXPECT_EQ(reader.read<std::uint8_t>(), 0x01);
  EXPECT_EQ(reader.read<std::uint16_t>(), 0x0302);
  EXPECT_EQ(reader.read<std::uint32_t>(), 0x07060504U);
  EXPECT_EQ(reader.read<float>(), 1.0F);
  EXPECT_EQ(reader.read<std::int16_t>(), -2);
  EXPECT_EQ(reader.read<std::int32_t>(), -70000);
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
