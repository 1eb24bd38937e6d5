// From hex and from packets to datagrams: every link type, tags, fragments, packets cut anywhere.

#include "capture/packet.hpp"

#include <gtest/gtest.h>

#include "capture/hex.hpp"
#include "capture/pcap_file.hpp"
#include "cli/decode_frames.hpp"
#include "messages/print.hpp"

namespace hexad::capture {
namespace {

using cli_test::bytes_of_hex;
using cli_test::PcapWriter;

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span{text}); }

std::string ip(std::uint16_t flags = 0x4000, std::uint8_t protocol = 17, const std::string& payload = "9#0") {
  return PcapWriter::ipv4(1100, 40000, payload, flags, protocol);
}

std::string found(Link link, const std::string& packet) {
  const auto datagram = find_datagram(link, bytes_of(packet));
  if (!datagram) return messages::english(describe(datagram.error()));
  const auto* data = reinterpret_cast<const char*>(datagram->bytes.data());
  return to_text(datagram->from) + ">" + to_text(datagram->to) + " " +
         std::string(data, datagram->bytes.size());
}

const std::string kAll = "192.168.1.20:1100>192.168.1.150:40000 9#0";

TEST(Packet, TheDatagramIsFoundBehindEveryLinkHeader) {
  const std::string ethernet = PcapWriter::kEthernet;
  EXPECT_EQ(found(Link::ethernet, ethernet + bytes_of_hex("0800") + ip()), kAll);
  EXPECT_EQ(found(Link::ethernet, ethernet + bytes_of_hex("810000050800") + ip()), kAll);
  EXPECT_EQ(found(Link::ethernet, ethernet + bytes_of_hex("88a80005810000070800") + ip()), kAll);
  EXPECT_EQ(found(Link::linux_cooked, bytes_of_hex("00000304000600000000000000000800") + ip()), kAll);
  EXPECT_EQ(found(Link::linux_cooked_2, bytes_of_hex("0800000000000001000403060000000000000000") + ip()),
            kAll);
  EXPECT_EQ(found(Link::null, bytes_of_hex("02000000") + ip()), kAll);
  EXPECT_EQ(found(Link::loop, bytes_of_hex("00000002") + ip()), kAll);
  EXPECT_EQ(found(Link::raw, ip()), kAll);
  EXPECT_EQ(found(Link::ipv4, ip()), kAll);
}

TEST(Packet, PaddingOfAShortEthernetFrameIsNoPartOfTheDatagram) {
  EXPECT_EQ(
      found(Link::ethernet, PcapWriter::kEthernet + bytes_of_hex("0800") + ip() + std::string(15, '\0')),
      kAll);
}

TEST(Packet, WhatIsNoWholeUdpDatagramSaysWhy) {
  EXPECT_EQ(found(Link::raw, ip(0x2000)), "an IP fragment at byte 0; fragments are not put together");
  EXPECT_EQ(found(Link::raw, ip(0x00B9)), "an IP fragment at byte 1480; fragments are not put together");
  EXPECT_EQ(found(Link::raw, ip(0x4000, 6)), "not UDP, IP protocol 6 (TCP)");
  EXPECT_EQ(found(Link::ethernet, PcapWriter::kEthernet + bytes_of_hex("86dd") + ip()),
            "IPv6, only IPv4 is read");
  EXPECT_EQ(found(Link::ethernet, PcapWriter::kEthernet + bytes_of_hex("0806") + ip()), "not IP, type 2054");
  std::string lies = ip();
  lies[25] = 99;  // UDP length
  EXPECT_EQ(found(Link::raw, lies), "UDP length 99 does not fit into its packet");
  std::string options = ip();
  options[0] = 0x4F;  // a header of 60 bytes in a packet of 31
  EXPECT_NE(found(Link::raw, options), kAll);
}

TEST(Packet, APacketCutAnywhereIsNeverTakenForAWholeOne) {
  const std::string whole = PcapWriter::kEthernet + bytes_of_hex("810000050800") + ip();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    // A copy of exactly that size: a byte read behind it is found by AddressSanitizer.
    const std::vector<char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto datagram = find_datagram(Link::ethernet, std::as_bytes(std::span{cut}));
    ASSERT_FALSE(datagram) << size;
    EXPECT_EQ(datagram.error().reason, NotUdp::cut) << size;
  }
}

Result<PcapFile, messages::Message> open(const std::string& content) {
  std::FILE* stream = std::tmpfile();
  std::fwrite(content.data(), 1, content.size(), stream);
  std::rewind(stream);
  return PcapFile::open(stream);
}

TEST(PcapFile, PacketsComeWithNumberTimeAndSizeOnTheWire) {
  PcapWriter writer{101, 40};
  writer.packet(ip());
  writer.packet(ip(0x4000, 17, std::string(100, 'x')));
  auto file = open(writer.file());
  ASSERT_TRUE(file) << messages::english(file.error());
  EXPECT_EQ(file->link(), Link::raw_12);  // libpcap's own number for raw IP
  const auto first = file->next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->number, 1U);
  EXPECT_EQ(first->time, std::chrono::seconds{1768471200} + std::chrono::milliseconds{10});
  const auto second = file->next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->bytes.size(), 40U);
  EXPECT_EQ(second->size_on_wire, 128U);
  EXPECT_FALSE(file->next());
  EXPECT_FALSE(file->problem());
}

TEST(PcapFile, ATruncatedFileGivesItsPacketsAndThenTheReasonWithThePlace) {
  PcapWriter writer{101};
  writer.packet(ip());
  writer.packet(ip());
  auto file = open(writer.file().substr(0, writer.file().size() - 5));
  ASSERT_TRUE(file) << messages::english(file.error());
  EXPECT_TRUE(file->next());
  EXPECT_FALSE(file->next());
  const std::string problem = messages::english(file->problem());
  EXPECT_EQ(problem, "after packet 1: truncated dump file; tried to read 31 captured bytes, only got 26");
  EXPECT_EQ(messages::to_text(file->problem(), messages::Language::chinese),
            "第 1 个数据包之后：抓包文件被截断：数据包应读 31 字节，只有 26 字节");
}

TEST(PcapFile, AnUnknownLinkTypeAndWhatIsNoCaptureAreRefusedInWords) {
  const auto wifi = open(PcapWriter{105}.file());
  ASSERT_FALSE(wifi);
  EXPECT_EQ(messages::english(wifi.error()),
            "link type 105 (IEEE802_11) is not read; those are Ethernet, Linux cooked, loopback and raw IP");
  const auto text = open("this is no capture file, only a text");
  ASSERT_FALSE(text);
  EXPECT_EQ(messages::english(text.error()), "unknown file format");
  EXPECT_EQ(messages::to_text(text.error(), messages::Language::chinese), "文件格式未知");
}

std::string parsed(const std::string& text) {
  const auto bytes = parse_hex(text);
  if (!bytes) return messages::english(describe(bytes.error(), text));
  std::string shown;
  for (const std::byte byte : *bytes) shown += std::to_string(std::to_integer<int>(byte)) + " ";
  return shown;
}

TEST(Hex, IsReadAsPeopleWriteIt) {
  for (const char* text : {"EB900103", "eb 90 01 03", "0xEB 0x90 0x01 0x03", "eb:90:01:03",
                           "0xeb,0x90,0x01,0x03", "\\xeb\\x90\\x01\\x03", " eb-90-01-03 \n", "0xEB900103"}) {
    EXPECT_EQ(parsed(text), "235 144 1 3 ") << text;
  }
  EXPECT_EQ(parsed("00"), "0 ");
}

TEST(Hex, AWrongCharacterIsNamedWithItsPlace) {
  EXPECT_EQ(parsed("eb 9g"), "character 5 ('g') is no hex digit");
  EXPECT_EQ(parsed("hello"), "character 1 ('h') is no hex digit");
  EXPECT_EQ(parsed("eb 9"), "character 4: half a byte, digits come in pairs");
  EXPECT_EQ(parsed("eb 9 01"), "character 4: half a byte, digits come in pairs");
  EXPECT_EQ(parsed("eb 0x"), "character 6: half a byte, digits come in pairs");
  EXPECT_EQ(parsed("eb é"), "character 4 ('é') is no hex digit");
}

}  // namespace
}  // namespace hexad::capture
