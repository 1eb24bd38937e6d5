// What further real hosts and a recorded real machine showed: decisions 17, 18, 20, 22, 23, and hints by
// content.

#include <gtest/gtest.h>

#include <filesystem>

#include "protocols/motus/testing/bench.hpp"
#include "protocols/testing/golden.hpp"

namespace hexad::protocols::motus {
namespace {

using namespace std::chrono_literals;

TEST(MotusHosts, Decision17_TheHostThatIsNamedGetsStatusBeforeAnybodyHasSpoken) {
  Settings settings;
  settings.host = kB;
  Bench bench{State::powered_up, settings};
  bench.port.clear();
  bench.live(1s);
  EXPECT_EQ(bench.statuses(kB).size(), 100U);
  bench.send(0);
  bench.port.clear();
  bench.live(1s);
  EXPECT_EQ(bench.statuses(kB).size(), 0U) << "somebody has spoken";
  EXPECT_GE(bench.statuses(kA).size(), 99U) << "the answer counts, too";
}

TEST(MotusDialect, Decision18_TheOrderOf2020ByteForByte) {
  const auto frames =
      golden_frames(std::filesystem::path{HEXAD_TEST_SOURCE} / "src/protocols/motus/golden/motus_2020.tsv");
  HostFrame step = Bench::frame(11, 1);
  step.outputs = 0x81;
  step.position = {5, 2, 1, 0.01F, 0.02F, 0.03F};
  step.speed = {5, 5, 5, 50, 50, 50};
  step.time = 4000;
  HostFrame swing = Bench::frame(11, 2);
  swing.amplitude = {3, 0, 0, 0, 0, 0.02F};
  swing.frequency = {0.5F, 0, 0, 0, 0, 0.25F};
  swing.phase = {0, 0, 0, 0, 0, 90};
  HostFrame manual = Bench::frame(5);
  manual.legs = 5;
  manual.jog_speed = -20;
  const std::map<std::string, HostFrame> all{
      {"step to 5 2 1 deg 10 20 30 mm at 5 deg/s and 50 mm/s, DO 81", step},
      {"sine pitch 3 deg 0.5 Hz, heave 20 mm 0.25 Hz phase 90", swing},
      {"manual: legs 1 and 3 at -20 mm/s", manual}};
  ASSERT_EQ(frames.size(), all.size());
  for (const auto& [name, frame] : all) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(frames.contains(name));
    const CommandBytes bytes = encode(frame, Dialect::of_2020);
    EXPECT_EQ((std::vector<std::byte>{bytes.begin(), bytes.end()}), frames.at(name));
    const auto decoded = decode(frames.at(name), Dialect::of_2020);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(encode(*decoded), encode(frame)) << "every field";
    EXPECT_EQ(fits_other_dialect(frames.at(name), Dialect::manual), frame.is(Cmd::instruct));
    EXPECT_FALSE(fits_other_dialect(frames.at(name), Dialect::of_2020));
    EXPECT_EQ(fits_other_dialect(encode(frame), Dialect::of_2020), frame.is(SubCmd::sine))
        << "the manual's step has its Spd where 2020 has Pos";
    EXPECT_FALSE(fits_other_dialect(encode(frame), Dialect::manual));
    EXPECT_EQ(may_be_other_dialect(encode(frame), Dialect::of_2020), frame.is(SubCmd::step));
    EXPECT_FALSE(may_be_other_dialect(encode(frame), Dialect::manual));
    EXPECT_FALSE(may_be_other_dialect(frames.at(name), Dialect::of_2020));
  }
}

TEST(MotusDialect, Decision18_SpeedsAreMillimetresBesideMetres) {
  Settings settings;
  settings.dialect = Dialect::of_2020;
  Bench bench{State::ready, settings};
  const auto send = [&bench](float speed) {
    bench.send_bytes(encode(step_to({0, 0, 0, 0, 0, 0.03F}, {0, 0, 0, 0, 0, speed}), Dialect::of_2020));
  };
  send(50);
  ASSERT_EQ(bench.moves().size(), 1U);
  EXPECT_NEAR(bench.moves()[0].target[5], 0.03, 1e-9);
  EXPECT_NEAR(bench.moves()[0].speed[5], 0.05, 1e-9);
  send(1700);
  EXPECT_EQ(bench.moves().size(), 1U) << "more than four times 400 mm/s";
}

TEST(MotusDialect, Decision18_AStepFromDofs) {
  HostFrame frame = Bench::frame(11, 1);
  frame.dofs = {1, 0, 0, 0, 0, 0.03F};
  Bench plain;
  plain.send(frame);
  ASSERT_EQ(plain.moves().size(), 1U);
  EXPECT_EQ(plain.moves()[0].target[5], 0.0);
  EXPECT_TRUE(is_told(plain, "--set motus.step_from=dofs"));
  Settings settings;
  settings.step_from_dofs = true;
  Bench bench{State::ready, settings};
  bench.send(frame);
  ASSERT_EQ(bench.moves().size(), 1U);
  EXPECT_NEAR(bench.moves()[0].target[5], 0.03, 1e-9);
  EXPECT_TRUE(bench.port.explanations.empty());
}

TEST(MotusHints, AStepOrSineInTheOtherOrderNamesTheDialect) {
  Bench bench;
  bench.send_bytes(encode(heave_sine(0.02F), Dialect::of_2020));
  EXPECT_TRUE(is_told(bench, "--set motus.dialect=2020"));
  Settings settings;
  settings.dialect = Dialect::of_2020;
  Bench other{State::ready, settings};
  other.send(heave_sine(0.02F));
  EXPECT_TRUE(is_told(other, "--set motus.dialect=manual"));
}

TEST(MotusHints, Cmd4WithAPoseNamesTheSettingAndStillSeeksTheBottom) {
  HostFrame frame = Bench::frame(4);
  frame.dofs[0] = 15;
  Bench bench{State::powered_up};
  bench.send(frame);
  EXPECT_EQ(bench.steps(), std::vector{Step::zero});
  EXPECT_TRUE(is_told(bench, "--set motus.status_codes_as_commands=true"));
  Bench plain{State::powered_up};
  plain.send(4);
  EXPECT_TRUE(plain.port.explanations.empty());
}

TEST(MotusHints, NumbersWithTheirBytesReversedAreCalledSo) {
  CommandBytes bytes = encode(follow(0.02F, 1.5F));
  for (std::size_t i = 8; i < 32; i += 4) std::reverse(bytes.begin() + i, bytes.begin() + i + 4);
  Bench bench;
  bench.send_bytes(bytes);
  EXPECT_TRUE(is_told(bench, "big-endian"));
  Bench plain;
  plain.send(follow(0.02F, 1.5F));
  plain.send(follow(0.0F));
  plain.send(follow(1e-5F, -1e-4F));
  EXPECT_TRUE(plain.port.explanations.empty());
}

TEST(MotusSession, Decision20_OneSoftStopBetweenFramesOfASineStopsItForGood) {
  Bench bench;
  bench.stream(100ms, sine(3, 0.5F));
  bench.taken(State::running, ProgramKind::sine);
  bench.stream(100ms, sine(3, 0.5F));
  bench.port.clear();
  bench.send(11, 3);
  EXPECT_EQ(bench.latched(), std::vector{Control::stop});
  bench.port.now.state = State::ready;
  bench.port.now.arrived_by = ArrivedBy::stop;
  ++bench.port.now.disarms;
  bench.answer(Outcome::stopped);
  bench.stream(3s, sine(3, 0.5F));
  EXPECT_EQ(bench.asked(), 0U);
  bench.send(11, 3);
  bench.stream(100ms, sine(3, 0.5F));
  EXPECT_EQ(bench.asked(), 0U) << "nor after a second one";
  bench.send(sine(4, 0.5F));
  EXPECT_EQ(bench.sines().size(), 1U) << "other values";
}

TEST(MotusSession, Decision20_AnotherCmdOrAPauseLetsTheSameSineBegin) {
  for (const bool by_pause : {false, true}) {
    Bench bench;
    bench.stream(100ms, sine(3, 0.5F));
    bench.taken(State::running, ProgramKind::sine);
    bench.send(11, 3);
    bench.port.now.state = State::ready;
    bench.answer(Outcome::stopped);
    bench.port.clear();
    if (by_pause)
      bench.live(1100ms);
    else
      bench.send(0);
    bench.send(sine(3, 0.5F));
    EXPECT_EQ(bench.sines().size(), 1U) << by_pause;
  }
}

TEST(MotusSession, Decision20_AHostOfSingleFramesStartsTheSameSineAgain) {
  Bench bench;
  bench.send(sine(3, 0.5F));
  bench.taken(State::running, ProgramKind::sine);
  bench.live(500ms);
  bench.send(11, 3);
  bench.port.now.state = State::ready;
  bench.answer(Outcome::stopped);
  bench.port.clear();
  bench.live(400ms);
  bench.send(sine(3, 0.5F));
  EXPECT_EQ(bench.sines().size(), 1U);
}

TEST(MotusStatus, Decision22_MotorCodeIsTheLegLengthWhereAskedFor) {
  Settings settings;
  settings.form.motor_code = MotorCode::length;
  Bench bench{State::ready, settings};
  bench.port.platform.geometry.retracted = LegLengths::Constant(0.86);
  bench.port.now.feedback.legs[1].extension = 0.1;
  bench.send(0);
  EXPECT_FLOAT_EQ(bench.statuses().back().motor_codes[0], 0.86F);
  EXPECT_FLOAT_EQ(bench.statuses().back().motor_codes[1], 0.96F);
}

TEST(MotusHosts, Decision23_SingleFramesFromSocketsOfOneAddressAreOneHost) {
  Bench bench;
  bench.send(step_to({0, 0, 0, 0, 0, 0.1F}), kA);
  bench.taken(State::running, ProgramKind::point_to_point);
  bench.live(500ms);
  bench.port.clear();
  bench.send(2, 0, kA2);
  EXPECT_EQ(bench.steps(), std::vector{Step::neutral}) << "half a second into the move";
  EXPECT_TRUE(bench.port.drops.empty());
  EXPECT_EQ(bench.statuses(kA2).size(), 1U) << "answered where it came from";
  EXPECT_EQ(bench.statuses(kA).size(), 0U);
  bench.live(1s);
  EXPECT_GE(bench.statuses(kA2).size(), 99U) << "and the stream follows";
}

TEST(MotusHosts, Decision23_NotWhileOneOfThemStreams) {
  Bench bench;
  bench.following();
  bench.stream(200ms, follow(0.01F), kA);
  bench.port.clear();
  bench.send(2, 0, kA2);
  EXPECT_EQ(bench.asked(), 0U);
  EXPECT_EQ(bench.port.drops.size(), 1U);
  EXPECT_TRUE(is_told(bench, "another host drives"));
}

TEST(MotusHosts, Decision23_AHostThatHasGoneLeavesNoSineRunning) {
  for (const auto& [program, stops] : {std::pair{ProgramKind::sine, true},
                                       {ProgramKind::file, true},
                                       {ProgramKind::point_to_point, false}}) {
    Bench bench;
    bench.send(sine(3, 0.5F));
    bench.taken(State::running, program);
    for (int i = 0; i < 490; ++i) {
      bench.live(10ms);
      bench.session.unread(kA, {bench.now(), bench.now()}, bench.port);
    }
    EXPECT_TRUE(bench.latched().empty()) << "not before five seconds";
    for (int i = 0; i < 20; ++i) {
      bench.live(10ms);
      bench.session.unread(kA, {bench.now(), bench.now()}, bench.port);
    }
    EXPECT_EQ(bench.latched().size(), stops ? 1U : 0U) << "a step finishes";
    EXPECT_EQ(is_told(bench, "the host has gone"), stops);
  }
}

TEST(MotusHosts, Decision23_OneErrorAloneOrAFrameOfThatAddressMeansNothing) {
  Bench bench;
  bench.send(sine(3, 0.5F));
  bench.taken(State::running, ProgramKind::sine);
  bench.session.unread(kA, {bench.now(), bench.now()}, bench.port);
  bench.live(20s);
  EXPECT_TRUE(bench.latched().empty());
  for (int i = 0; i < 1000; ++i) {
    bench.live(10ms);
    bench.session.unread(kA, {bench.now(), bench.now()}, bench.port);
    if (i % 300 == 0) bench.send(0, 0, kA2);
  }
  EXPECT_TRUE(bench.latched().empty());
}

TEST(MotusHints, AStatusThatNobodyReadsIsToldToAHostThatGoesOnSending) {
  Bench bench;
  for (int i = 0; i < 150; ++i) {
    bench.send(0);
    bench.live(10ms);
    bench.session.unread(kA, {bench.now(), bench.now()}, bench.port);
  }
  EXPECT_TRUE(is_told(bench, "nobody reads the status"));
}

}  // namespace
}  // namespace hexad::protocols::motus
