#include "net/address.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace hexad::net {
namespace {

Prefix prefix_of(const char* text) {
  const auto prefix = parse_prefix(text);
  if (!prefix) throw std::runtime_error{text};
  return *prefix;
}

PrefixError error_of(const char* text) {
  const auto prefix = parse_prefix(text);
  if (prefix) throw std::runtime_error{text};
  return prefix.error();
}

TEST(Address, IsReadAndWrittenAsFourNumbers) {
  EXPECT_EQ(parse_ip("127.0.0.1"), kLoopback);
  EXPECT_EQ(parse_ip("192.168.1.30"), 0xC0A8011Eu);
  EXPECT_EQ(to_text(0xC0A8011Eu), "192.168.1.30");
  EXPECT_EQ(to_text(Address{kLoopback, 1100}), "127.0.0.1:1100");
  EXPECT_EQ(parse_address("10.0.0.7:8600"), (Address{0x0A000007u, 8600}));
  EXPECT_EQ(parse_address("127.0.0.1:0"), (Address{kLoopback, 0}));
  for (const char* wrong :
       {"10.0.0.7", "10.0.0.7:", "10.0.0.7:70000", "10.0.0.7:-1", "10.0.0.7:080", ":8600", "a:1"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
}

TEST(Address, AnythingElseIsRefused) {
  for (const char* text : {"", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "1.2.3.+4", " 1.2.3.4",
                           "1.2.3.4 ", "1..3.4", "01.2.3.4", "1.2.3.4/", "localhost", "1.2.3.4:5"}) {
    EXPECT_FALSE(parse_ip(text)) << text;
  }
}

TEST(Prefix, NamesANetworkOrOneHost) {
  const Prefix network = prefix_of("192.168.1.0/24");
  EXPECT_TRUE(network.contains(*parse_ip("192.168.1.0")));
  EXPECT_TRUE(network.contains(*parse_ip("192.168.1.255")));
  EXPECT_FALSE(network.contains(*parse_ip("192.168.2.0")));
  EXPECT_FALSE(network.contains(*parse_ip("192.168.0.255")));

  const Prefix host = prefix_of("10.0.0.7");
  EXPECT_EQ(host.length, 32);
  EXPECT_TRUE(host.contains(*parse_ip("10.0.0.7")));
  EXPECT_FALSE(host.contains(*parse_ip("10.0.0.6")));

  EXPECT_TRUE(prefix_of("0.0.0.0/0").contains(0xFFFFFFFFu));
  EXPECT_EQ(to_text(network), "192.168.1.0/24");
}

TEST(Prefix, WhatIsWrongIsSaid) {
  EXPECT_EQ(error_of("192.168.1/24"), PrefixError::not_an_address);
  EXPECT_EQ(error_of("192.168.1.0/33"), PrefixError::bad_length);
  EXPECT_EQ(error_of("192.168.1.0/"), PrefixError::bad_length);
  EXPECT_EQ(error_of("192.168.1.0/-1"), PrefixError::bad_length);
  EXPECT_EQ(error_of("192.168.1.5/24"), PrefixError::host_bits);
  EXPECT_EQ(error_of("1.0.0.0/0"), PrefixError::host_bits);
}

}  // namespace
}  // namespace hexad::net
