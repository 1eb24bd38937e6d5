// Motions that go on by themselves: files, point to point, sines.

#include <gtest/gtest.h>

#include "protocols/darren/testing/bench.hpp"

namespace hexad::protocols::darren {
namespace {

HostFrame program(std::uint32_t id, std::uint16_t sub, const std::array<float, 6>& values,
                  const std::array<float, 18>& more = {}) {
  static std::uint32_t sequence = 1'000'000;
  HostFrame frame;
  frame.sequence = ++sequence;
  frame.message_id = id;
  frame.word = 2;
  frame.sub_command = sub;
  frame.values = values;
  frame.more = more;
  return frame;
}

template <class T>
std::vector<T> asked(const Bench& bench) {
  std::vector<T> found;
  for (const Request& request : bench.port.requests)
    if (const T* what = std::get_if<T>(&request.what)) found.push_back(*what);
  return found;
}

TEST(DarrenPrograms, PointToPointGoesOnceAtItsSpeedsAndOtherValuesRetarget) {
  Bench bench;
  bench.running();
  const HostFrame frame = program(106, 1, {3, -2, 1, 10, -10, 20}, {2, 2, 2, 10, 10, 0});
  for (int i = 0; i < 5; ++i) bench.send(frame);
  auto moves = asked<MoveTo>(bench);
  ASSERT_EQ(moves.size(), 1U) << "a level: repeated, it does nothing new";
  EXPECT_NEAR(moves[0].target[0], 3 * kDegree, 1e-9);
  EXPECT_NEAR(moves[0].target[5], 0.020, 1e-9);
  EXPECT_NEAR(moves[0].speed[0], 2 * kDegree, 1e-9);
  EXPECT_NEAR(moves[0].speed[3], 0.010, 1e-9);
  EXPECT_EQ(moves[0].speed[5], 0.0) << "0 = default";
  EXPECT_EQ(moves[0].convention.axis, kPitchFirstConvention.axis);
  bench.send(program(106, 1, {3, -2, 1, 10, -10, 30}, {2, 2, 2, 10, 10, 0}));
  EXPECT_EQ(asked<MoveTo>(bench).size(), 2U);
}

TEST(DarrenPrograms, PointToPointStopsWith0x80OnceAndStaysRunning) {
  Bench bench;
  bench.running();
  bench.send(program(106, 0x80, {}));
  EXPECT_TRUE(asked<Control>(bench).empty()) << "nothing to stop";
  bench.send(program(106, 1, {0, 0, 0, 0, 0, 20}));
  bench.send(program(106, 0x80, {0, 0, 0, 0, 0, 20}));
  bench.send(program(106, 0x80, {0, 0, 0, 0, 0, 20}));
  EXPECT_EQ(asked<Control>(bench), std::vector{Control::halt});
  bench.send(program(106, 1, {0, 0, 0, 0, 0, 20}));
  EXPECT_EQ(asked<MoveTo>(bench).size(), 2U) << "after a stop the same target is a new one";
}

TEST(DarrenPrograms, ProgramsActOnlyWhileRunning) {
  Bench bench{State::ready};
  bench.send(program(106, 1, {0, 0, 0, 0, 0, 20}));
  bench.send(program(107, 1, {0, 0, 0, 0, 0, 20}, {0, 0, 0, 0, 0, 0.5F}));
  EXPECT_TRUE(asked<MoveTo>(bench).empty());
  EXPECT_TRUE(asked<Sine>(bench).empty());
}

TEST(DarrenPrograms, ASineHasAmplitudeFrequencyAndPhaseOfEachAxis) {
  Bench bench;
  bench.running();
  bench.send(program(107, 1, {3, 0, 0, 0, 0, 20}, {0.5F, 0, 0, 0, 0, 0.25F, 90, 0, 0, 0, 0, 45}));
  const auto sines = asked<Sine>(bench);
  ASSERT_EQ(sines.size(), 1U);
  EXPECT_NEAR(sines[0].amplitude[0], 3 * kDegree, 1e-9);
  EXPECT_NEAR(sines[0].amplitude[5], 0.020, 1e-9);
  EXPECT_NEAR(sines[0].frequency[5], 0.25, 1e-9);
  EXPECT_NEAR(sines[0].phase[0], 90 * kDegree, 1e-6);
  bench.send(program(107, 0, {3, 0, 0, 0, 0, 20}));
  const auto both = asked<Sine>(bench);
  ASSERT_EQ(both.size(), 2U) << "0 ends it";
  for (const double amplitude : both[1].amplitude) EXPECT_EQ(amplitude, 0.0);
}

TEST(DarrenPrograms, ASineAbove3HertzIsNotStartedAndReported) {
  Bench bench;
  bench.running();
  bench.send(program(107, 1, {3, 0, 0, 0, 0, 0}, {20, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(asked<Sine>(bench).empty());
  ASSERT_FALSE(bench.port.explanations.empty());
  EXPECT_NE(bench.port.explanations.back().text.find("velocity"), std::string::npos);
  bench.send(program(107, 1, {3, 0, 0, 0, 0, 0}, {3, 50, 0, 0, 0, 0}));
  EXPECT_EQ(asked<Sine>(bench).size(), 1U) << "an axis without amplitude has no frequency";
}

TEST(DarrenPrograms, Decision10_AFileIsOrderedByItsNumberWhateverTheIdAndEndsInNeutral) {
  Bench bench{State::ready};
  HostFrame frame = program(103, 0, {});
  frame.word = 6;
  frame.file = 2;
  for (int i = 0; i < 5; ++i) bench.send(frame);
  ASSERT_EQ(bench.port.prepared.size(), 1U) << "a level";
  const auto& order = std::get<FileOrder>(bench.port.prepared[0].order);
  EXPECT_EQ(order.list, FileOrder::List::darren);
  EXPECT_EQ(order.number, 2);
  const Tag tag = bench.port.prepared[0].request.tag;
  bench.answer(Outcome::accepted, Refusal::none, tag);
  EXPECT_TRUE(bench.steps().empty());
  bench.answer(Outcome::done, Refusal::none, tag);
  EXPECT_EQ(bench.steps(), std::vector{Step::neutral});
}

TEST(DarrenPrograms, Rule22_AnotherFileBesideAFlowing6IsANewWord) {
  Bench bench{State::ready};
  HostFrame frame = program(103, 0, {});
  frame.word = 6;
  frame.file = 2;
  bench.send(frame);
  bench.answer(Outcome::accepted);
  const std::uint32_t act = bench.port.prepared[0].request.act;
  frame.file = 3;
  for (int i = 0; i < 5; ++i) bench.send(frame);
  ASSERT_EQ(bench.port.prepared.size(), 2U);
  EXPECT_EQ(std::get<FileOrder>(bench.port.prepared[1].order).number, 3);
  EXPECT_NE(bench.port.prepared[1].request.act, act) << "so that it re-arms a host, too";
  bench.answer(Outcome::stopped, Refusal::none, bench.port.prepared[0].request.tag);
  bench.answer(Outcome::done, Refusal::none, bench.port.prepared[1].request.tag);
  EXPECT_EQ(bench.steps(), std::vector{Step::neutral}) << "once, at the end of the file that plays";
  frame.word = 2;
  bench.send(frame);
  bench.port.clear();
  frame.file = 4;
  bench.send(frame);
  EXPECT_TRUE(bench.steps().empty()) << "beside other words the file means nothing";
}

TEST(DarrenPrograms, Decision10_AFileThatIsOnlyNotPossibleNowIsTriedAgain) {
  Bench bench{State::ready};
  HostFrame frame = program(0, 0, {});
  frame.word = 6;
  frame.file = 1;
  bench.send(frame);
  bench.answer(Outcome::refused, Refusal::paused);
  for (int i = 0; i < 60; ++i) {
    bench.send(frame);
    bench.pass(std::chrono::milliseconds{10});
  }
  EXPECT_EQ(bench.port.prepared.size(), 2U) << "every half second: a worker reads it each time";
}

TEST(DarrenPrograms, Decision10_AnUnknownFileStaysNeutralIsSaidAndNotTriedAgainWithEveryFrame) {
  Bench bench{State::ready};
  HostFrame frame = program(0, 0, {});
  frame.word = 6;
  frame.file = 99;
  bench.send(frame);
  bench.answer(Outcome::refused, Refusal::bad_program, bench.port.prepared.at(0).request.tag);
  for (int i = 0; i < 5; ++i) bench.send(frame);
  EXPECT_EQ(bench.port.prepared.size(), 1U);
  EXPECT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_TRUE(bench.steps().empty());
}

}  // namespace
}  // namespace hexad::protocols::darren
