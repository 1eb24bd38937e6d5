// mdof as its manual's own sample and serial tools speak it: a new socket for every command, three clients at
// once, clients that go away.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

using namespace std::chrono_literals;

/// The C# sample of the manual: opens a socket, sends one line, takes the first reply, closes it.
std::string one_shot(std::uint16_t port, std::string_view line) {
  const HostSocket socket;
  socket.send(port, line);
  return socket.receive().value_or("no answer");
}

/// A platform slow enough that a motion of 150 mm lasts some ten seconds of the clock, however busy the
/// machine is.
const std::vector<std::string> kSlowMdof{"--speed", "0.1"};
constexpr const char* kLongMotion = "9 0 0 150 0 0 0";

void wait_until_it_moves(std::uint16_t port) {
  const MdofHost watcher{port};
  ASSERT_TRUE(comes_true([&] { return watcher.ask("22") != "22#1" || watcher.pose()[2] >= 0.01; }));
  ASSERT_EQ(watcher.ask("22"), "22#1");
}

TEST(FieldMdof, TheManualsDialogueOfThreeClients) {
  const FieldBench bench{"neutral", kSlowMdof};
  const MdofHost a{bench.mdof()};
  const MdofHost b{bench.mdof()};
  const MdofHost c{bench.mdof()};
  a.send(kLongMotion);
  wait_until_it_moves(bench.mdof());
  EXPECT_EQ(b.ask("7"), "7#-2") << "moving, to who asked";
  EXPECT_EQ(b.ask("22"), "22#1");
  EXPECT_EQ(b.ask("5"), "5#0");
  EXPECT_EQ(a.receive(), "9#-5") << "the owner hears of the pause, whoever paused";
  EXPECT_EQ(c.ask("7"), "7#-7") << "refused while paused";
  EXPECT_EQ(c.ask("22"), "22#1") << "decision 16: also while paused";
  EXPECT_EQ(b.ask("6"), "6#0");
  EXPECT_EQ(a.receive(), "9#-6");
  EXPECT_EQ(c.ask("4"), "4#0");
  EXPECT_EQ(a.receive(), "9#-4");
  EXPECT_EQ(b.ask("22"), "22#0");
}

TEST(FieldMdof, StoppedWhilePausedTheOwnerGetsMinus4) {
  const FieldBench bench{"neutral", kSlowMdof};
  const MdofHost a{bench.mdof()};
  const MdofHost b{bench.mdof()};
  a.send(kLongMotion);
  wait_until_it_moves(bench.mdof());
  EXPECT_EQ(b.ask("5"), "5#0");
  EXPECT_EQ(a.receive(), "9#-5");
  EXPECT_EQ(b.ask("4"), "4#0");
  EXPECT_EQ(a.receive(), "9#-4");
}

TEST(FieldMdof, NothingToPauseOrResumeIsAnsweredZeroAndHasNoEffect) {
  const FieldBench bench{"neutral", {"--speed", "10"}};
  const MdofHost host{bench.mdof()};
  EXPECT_EQ(host.ask("5"), "5#0");
  EXPECT_EQ(host.ask("6"), "6#0");
  EXPECT_EQ(host.ask("4"), "4#0");
  EXPECT_EQ(host.ask("9 0 0 10 0 0 0"), "9#0") << "not refused as paused";
}

TEST(FieldMdof, Decision14_ANewSocketForEveryCommand) {
  const FieldBench bench{"powered_up", {"--speed", "20"}};
  EXPECT_EQ(one_shot(bench.mdof(), "20"), "20#1");
  EXPECT_EQ(one_shot(bench.mdof(), "9 0 0 10 0 0 0"), "9#194");
  EXPECT_EQ(one_shot(bench.mdof(), "1"), "1#0");
  EXPECT_EQ(one_shot(bench.mdof(), "9 0 0 10 0 0 0\r\n"), "9#0");
  EXPECT_EQ(one_shot(bench.mdof(), "9,0;0\t20 0 0 0"), "9#0");
  EXPECT_EQ(one_shot(bench.mdof(), "9 0 0 30 0 0 0 # up"), "9#0");
  EXPECT_EQ(one_shot(bench.mdof(), "8"), "8#0");
  EXPECT_NEAR(MdofHost{bench.mdof()}.pose()[2], 50.0, 0.05) << "the work plane";
  EXPECT_EQ(one_shot(bench.mdof(), "7"), "7#0");
  EXPECT_EQ(one_shot(bench.mdof(), "2"), "2#0");
  EXPECT_EQ(one_shot(bench.mdof(), "21"), "21#0") << "after a reset as after power-up";
}

TEST(FieldMdof, Decision14_AClientThatHasGoneAwayDisturbsNobody) {
  const FieldBench bench{"neutral", {"--speed", "10"}};
  for (int i = 0; i < 5; ++i) {
    {
      const HostSocket leaver;
      leaver.send(bench.mdof(), i % 2 == 0 ? "9 0 0 20 0 0 0" : "9 0 0 0 0 0 0");
    }  // its final answer finds nobody (ICMP)
    const MdofHost next{bench.mdof()};
    ASSERT_TRUE(comes_true([&] { return next.ask("22") == "22#0"; }));
  }
  const MdofHost host{bench.mdof()};
  EXPECT_NEAR(host.pose()[2], 20.0, 0.05) << "the motions were made all the same";
  EXPECT_EQ(host.ask("9 0 0 5 0 0 0"), "9#0");
}

TEST(FieldMdof, EveryDatagramIsAnsweredOnceAtLeast) {
  const FieldBench bench{"neutral", {"--speed", "10"}};
  const std::vector<std::pair<std::string, std::string>> cases{{"999", "999#-1"},
                                                               {"abc", "abc#-1"},
                                                               {"32", "32#-1"},
                                                               {"", "#-1"},
                                                               {"9 abc def", "9#-1"},
                                                               {"9 1 2 3", "9#-1"},
                                                               {"7 1", "7#-1"},
                                                               {"9 1 2 3 4 5 6 7", "9#-1"},
                                                               {"33 77", "33#-1"},
                                                               {"9 nan 0 0 0 0 0", "9#-1"},
                                                               {"\r\n", "#-1"},
                                                               {"9 1 2 3\n4 5 6", "9#-1"},
                                                               {"9 999 0 0 0 0 0", "9#161"},
                                                               {"9 -999 0 0 0 0 0", "9#162"},
                                                               {"9 0 0 999 0 0 0", "9#165"},
                                                               {"9 0 0 0 0 0 -170", "9#172"},
                                                               {"23", "23#0"},
                                                               {"20", "20#1"}};
  const MdofHost host{bench.mdof()};
  for (const auto& [line, answer] : cases) EXPECT_EQ(host.ask(line), answer) << line;
  // All at once, from one socket: none is lost, none is answered twice.
  std::map<std::string, int> expected;
  const HostSocket burst;
  for (int round = 0; round < 5; ++round) {
    for (const auto& [line, answer] : cases) {
      burst.send(bench.mdof(), line);
      ++expected[answer];
    }
  }
  std::map<std::string, int> heard;
  for (std::size_t i = 0; i < 5 * cases.size(); ++i) ++heard[burst.receive().value_or("no answer")];
  // Motions that meet one another may be refused as moving instead.
  EXPECT_EQ(heard["#-1"], expected["#-1"]);
  EXPECT_EQ(heard["999#-1"], 5);
  EXPECT_EQ(heard["no answer"], 0);
  EXPECT_FALSE(burst.receive(50ms)) << "one answer each";
}

TEST(FieldMdof, Decision12_LegacyErrorsAreASetting) {
  const FieldBench bench{"neutral", {"--speed", "0.1", "--set", "mdof.legacy_errors=true"}};
  const MdofHost a{bench.mdof()};
  const MdofHost b{bench.mdof()};
  EXPECT_EQ(b.ask("99"), "99#AAAA");
  a.send(kLongMotion);
  wait_until_it_moves(bench.mdof());
  EXPECT_EQ(b.ask("7"), "7#BBBB");
  EXPECT_EQ(b.ask("4"), "4#0");
  EXPECT_EQ(a.receive(), "9#-4") << "only -1 and -2 have an old spelling";
}

TEST(FieldMdof, Decision15_AfterAStopItStandsThereAndTheNextMotionIsAccepted) {
  const FieldBench bench{"neutral"};
  const MdofHost host{bench.mdof()};
  host.send("9 0 0 150 0 0 0");
  wait_until_it_moves(bench.mdof());
  std::vector<std::string> answers{host.ask("4"), host.receive()};
  std::sort(answers.begin(), answers.end());
  EXPECT_EQ(answers, (std::vector<std::string>{"4#0", "9#-4"}));
  EXPECT_EQ(host.ask("9 0 0 0 0 0 0"), "9#0");
  EXPECT_NEAR(host.pose()[2], 0.0, 0.01);
}

}  // namespace
}  // namespace hexad::system_test
