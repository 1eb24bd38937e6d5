// The board's end of the link: reads, writes and their refusals.

#include "messages/say.hpp"
#include "protocols/csfi/testing/frames.hpp"

namespace hexad::protocols::csfi {
namespace {

using namespace std::chrono_literals;

struct Bench {
  MemoryBoard board{six_legs()};
  CsfiSession session{board};
  ScriptedPort port;
  const Endpoint tool{6, 0x7F000001, 8080};

  explicit Bench(State state = State::origin) { port.now.state = state; }
  void send(std::span<const std::byte> bytes) { session.receive({tool, TimePoint{}, bytes}, port); }
  void poll() { session.poll({}, port); }
  Bytes answer() const {
    const auto bytes = std::as_bytes(std::span{port.sent.back().bytes});
    return {bytes.begin(), bytes.end()};
  }
};

TEST(CsfiSession, AReadAnswersTheSender) {
  Bench bench;
  bench.send(golden().at("read group 1"));
  ASSERT_EQ(bench.port.sent.size(), 1U);
  EXPECT_EQ(bench.port.sent[0].to, bench.tool);
  EXPECT_EQ(bench.answer(), golden().at("board answer: group 1, six-leg defaults (188 bytes)"));
  bench.send(golden().at("read group 2"));
  EXPECT_EQ(bench.answer(), golden().at("board answer: group 2 defaults (156 bytes)"));
}

TEST(CsfiSession, Decision1_AWriteIsNotAnsweredAndAReadAfterItWaitsForTheCommit) {
  Bench bench;
  Mechanics other = six_legs();
  other.stroke = 180;
  bench.send(encode(other, Kind::write).view());
  bench.send(golden().at("read group 1"));
  bench.poll();
  EXPECT_TRUE(bench.port.sent.empty());
  bench.board.finish();
  bench.poll();
  ASSERT_EQ(bench.port.sent.size(), 1U);
  EXPECT_EQ(bench.answer(), bytes_of(encode(other, Kind::answer)));
}

TEST(CsfiSession, Decision2_RefusedWritesAreCountedAndNothingIsKept) {
  Bench bench;
  for (const std::string reason : {"checksum", "length", "not finite"})
    bench.send(golden().at("refused: " + reason));
  EXPECT_EQ(bench.port.drops.size(), 3U);
  EXPECT_EQ(bench.port.explanations.size(), 3U);
  EXPECT_FALSE(bench.board.busy());
}

TEST(CsfiSession, Decision3_AWriteInMotionIsRefusedAndCounted) {
  for (int state = 0; state < static_cast<int>(kStates); ++state) {
    Bench bench{static_cast<State>(state)};
    bench.send(golden().at("write group 2 defaults"));
    const bool may = bench.port.now.state == State::origin || bench.port.now.state == State::powered_up;
    EXPECT_EQ(bench.board.busy(), may) << to_string(bench.port.now.state);
    if (may) continue;
    ASSERT_EQ(bench.port.drops.size(), 1U);
    EXPECT_EQ(bench.port.drops[0].text, "calibration_in_motion");
  }
  Bench leaving{State::origin};
  leaving.port.now.busy = leaving.port.now.moving = true;
  leaving.send(golden().at("write group 2 defaults"));
  EXPECT_FALSE(leaving.board.busy()) << "a motion is accepted";
  Bench raised{State::powered_up};
  raised.port.now.zeroed = true;
  raised.send(golden().at("write group 2 defaults"));
  EXPECT_FALSE(raised.board.busy()) << "a zero that was kept depends on this geometry";
}

TEST(CsfiSession, AMachineThatCannotBeIsExplained) {
  Bench bench;
  bench.send(golden().at("write group 1, three-leg + rotary defaults"));
  bench.board.refuse(messages::say<messages::Id::as_told>("the machine has no neutral"));
  bench.poll();
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].to, bench.tool);
  EXPECT_NE(bench.port.explanations[0].text.find("no neutral"), std::string::npos);
  bench.send(golden().at("read group 1"));
  EXPECT_EQ(bench.answer(), golden().at("board answer: group 1, six-leg defaults (188 bytes)"));
}

TEST(CsfiSession, WritesAreDoneInTheirOrder) {
  Bench bench;
  Network one;
  one.local_port = 1;
  Network two;
  two.local_port = 2;
  bench.send(encode(one, Kind::write).view());
  bench.send(encode(two, Kind::write).view());
  bench.board.finish();
  bench.poll();
  EXPECT_TRUE(bench.board.busy());
  bench.board.finish();
  bench.send(golden().at("read group 3"));
  EXPECT_EQ(bench.answer(), bytes_of(encode(two, Kind::answer)));
}

}  // namespace
}  // namespace hexad::protocols::csfi
