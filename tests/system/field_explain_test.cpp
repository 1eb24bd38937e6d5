// What hosts do against their manuals, as the log of the running program shows it: explained once, not with
// every frame.

#include <gtest/gtest.h>

#include <thread>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The log is written by a thread of its own: waits for `part`, then counts it.
int in_log(const FieldBench& bench, const std::string& part) {
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       std::chrono::steady_clock::now() < end;) {
    if (count(bench.hexad.log(), part) > 0) return count(bench.hexad.log(), part);
    std::this_thread::sleep_for(5ms);
  }
  return 0;
}

TEST(FieldExplain, MotionBeforeZeroingWithTheManualsWayOut) {
  const FieldBench bench{"powered_up"};
  const MdofHost host{bench.mdof()};
  for (int i = 0; i < 50; ++i) ASSERT_EQ(host.ask("9 0 0 10 0 0 0"), "9#194");
  ASSERT_EQ(host.ask("20"), "20#1");
  EXPECT_EQ(in_log(bench, "The manual: initialise before motion. Send 1, wait for 1#0"), 1);
}

TEST(FieldExplain, AWrongCountWithWhatTheManualWants) {
  const FieldBench bench{"neutral"};
  const MdofHost host{bench.mdof()};
  for (int i = 0; i < 50; ++i)
    ASSERT_EQ(host.ask("10 3 0 0 0 0 0 10 20 30 5 10 15 20 30 40 10 15 20"), "10#-1")
        << "the manual's own example";
  EXPECT_EQ(in_log(bench, "17 values came where 18 are needed"), 1) << bench.hexad.log();
  EXPECT_EQ(in_log(bench, "one number short"), 1);
}

TEST(FieldExplain, ASecondDarrenHostIsToldWhoIsConnectedOnce) {
  const FieldBench bench{"neutral", {"--speed", "4"}};
  FieldHost first{bench.darren()};
  ASSERT_TRUE(first.reaches(6, [] { return FieldFrame{.id = 0, .word = 2}; }));
  const HostSocket second;
  for (int i = 0; i < 200; ++i) {
    second.send(bench.darren(), FieldFrame{.id = 100, .word = 2}.bytes());
    ASSERT_TRUE(second.receive()) << "each frame is answered with a status";
  }
  EXPECT_EQ(in_log(bench, "has the connection; the manual allows one"), 1) << bench.hexad.log();
  EXPECT_NE(
      bench.hexad.log().find("127.0.0.1:" + std::to_string(first.socket().port()) + ", has the connection"),
      std::string::npos);
}

TEST(FieldExplain, AFrameOfAWrongSizeAndAnUnknownWordOnce) {
  const FieldBench bench{"neutral"};
  FieldHost host{bench.darren()};
  for (int i = 0; i < 100; ++i) {
    host.send_raw(std::string(120, '\0'));
    host.send({.id = 0, .word = 4});
  }
  EXPECT_EQ(in_log(bench, "a datagram of 120 bytes was dropped. The manual: every frame has 128 bytes"), 1);
  EXPECT_EQ(in_log(bench, "command word 4 is ignored"), 1) << bench.hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
