#include "engine/black_box/black_box.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

constexpr Fault kStuck{FaultKind::following_error, 2, 0.0042, 0.0025};

/// A snapshot that no other tick has.
Telemetry snapshot(std::uint64_t tick, Duration period = 1ms) {
  const auto number = static_cast<double>(tick);
  Telemetry t;
  t.tick = tick;
  t.time = TimePoint{static_cast<std::int64_t>(tick) * period};
  t.revision = 7;
  t.state = State::running;
  t.program = ProgramKind::sine;
  t.driver = {1, 0x7F000001, 4000};
  t.zeroed = true;
  t.target.position.x() = 1e-3 * number;
  t.commanded.pose.position.z() = 1e-6 * number;
  t.commanded.pose.rotation = rotation_from_angles({0.1, 0.2, 1e-6 * number}, RotationOrder::zyx);
  t.commanded.velocity.angular.y() = 0.5 * number;
  t.actual.position.y() = -1e-6 * number;
  t.actual_valid = true;
  t.limit = {Limit::leg_velocity, 4, number, 0.3};
  t.setpoint.enable = true;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto place = static_cast<Eigen::Index>(leg);
    t.setpoint.extension[place] = number + 0.1 * static_cast<double>(leg);
    t.setpoint.velocity[place] = -number;
    t.feedback.legs[leg] = {.extension = number - 0.2 * static_cast<double>(leg),
                            .velocity = 2.0 * number,
                            .torque = 3.0 * number,
                            .error = static_cast<std::uint32_t>(tick % 5),
                            .enabled = true,
                            .upper_switch = leg == 1,
                            .lower_switch = leg == 2};
  }
  return t;
}

Event fault_event(std::uint64_t tick) {
  return {0, {}, TimePoint{static_cast<std::int64_t>(tick) * 1ms}, FaultRaised{kStuck}};
}
Event transition(State to) { return {0, {}, {}, Transition{State::running, to, "test"}}; }

struct Life {
  BlackBox box{1ms};
  std::uint64_t tick = 0;

  void run(std::uint64_t ticks, std::span<const Request> requests = {}, std::span<const Event> events = {}) {
    for (std::uint64_t i = 0; i < ticks; ++i) box.record(snapshot(++tick), requests, events);
  }
  void fault() {
    const Event event = fault_event(tick + 1);
    run(1, {}, {&event, 1});
  }
};

void expect_equal(const Sample& sample, const Telemetry& t) {
  EXPECT_EQ(sample.tick, t.tick);
  EXPECT_EQ(sample.time, t.time);
  EXPECT_EQ(sample.state, t.state);
  EXPECT_EQ(sample.program, t.program);
  EXPECT_EQ(sample.driver, t.driver);
  EXPECT_EQ(sample.revision, t.revision);
  EXPECT_EQ(sample.limit, t.limit.limit);
  EXPECT_EQ(sample.limit_index, t.limit.index);
  EXPECT_EQ(sample.limit_value, t.limit.value);
  EXPECT_TRUE(sample.zeroed && sample.actual_valid && sample.enable && sample.link && sample.supply);
  EXPECT_EQ(sample.target.pose().position, t.target.position);
  EXPECT_EQ(sample.commanded.pose().position, t.commanded.pose.position);
  EXPECT_EQ(sample.commanded.pose().rotation.coeffs(), t.commanded.pose.rotation.coeffs());
  EXPECT_EQ(sample.commanded_velocity[4], t.commanded.velocity.angular.y());
  EXPECT_EQ(sample.actual.pose().position, t.actual.position);
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto place = static_cast<Eigen::Index>(leg);
    EXPECT_EQ(sample.legs[leg].setpoint, t.setpoint.extension[place]);
    EXPECT_EQ(sample.legs[leg].setpoint_velocity, t.setpoint.velocity[place]);
    EXPECT_EQ(sample.legs[leg].extension, t.feedback.legs[leg].extension);
    EXPECT_EQ(sample.legs[leg].velocity, t.feedback.legs[leg].velocity);
    EXPECT_EQ(sample.legs[leg].torque, t.feedback.legs[leg].torque);
    EXPECT_EQ(sample.legs[leg].error, t.feedback.legs[leg].error);
    EXPECT_EQ(sample.legs[leg].enabled, t.feedback.legs[leg].enabled);
    EXPECT_EQ(sample.legs[leg].upper_switch, leg == 1);
    EXPECT_EQ(sample.legs[leg].lower_switch, leg == 2);
  }
}

TEST(BlackBox, AFaultIsLentFiftyTicksLaterWithTheSecondBeforeIt) {
  Life life;
  life.run(3000);
  life.fault();
  life.run(BlackBox::kAfter - 1);
  EXPECT_EQ(life.box.take(), nullptr) << "it goes on";
  life.run(1);
  const Recording* recording = life.box.take();
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->cause.fault.kind, kStuck.kind);
  EXPECT_EQ(recording->cause.fault.leg, kStuck.leg);
  EXPECT_EQ(recording->cause.fault.value, kStuck.value);
  EXPECT_EQ(recording->cause.fault.bound, kStuck.bound);
  EXPECT_FALSE(recording->cause.emergency);
  EXPECT_EQ(recording->cause.tick, 3001u);
  EXPECT_EQ(recording->cause.revision, 7u);
  ASSERT_EQ(recording->samples.size(), 1051u);
  EXPECT_EQ(recording->samples[1050].tick, 3051u);
  EXPECT_EQ(recording->cause.time - recording->samples[0].time, 1s);
  for (std::size_t i = 0; i < recording->samples.size(); ++i)
    expect_equal(recording->samples[i], snapshot(2001 + i));
  ASSERT_EQ(recording->events.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<FaultRaised>(recording->events[0].news));
}

TEST(BlackBox, HoldsASecondAtEveryRate) {
  for (const Duration period : {Duration{10ms}, Duration{1ms}, Duration{250us}, from_seconds(1.0 / 300.0)}) {
    BlackBox box{period};
    std::uint64_t tick = 0;
    for (int i = 0; i < 9000; ++i) box.record(snapshot(++tick, period), {}, {});
    const Event event = fault_event(tick);
    box.record(snapshot(++tick, period), {}, {&event, 1});
    for (std::size_t i = 0; i < BlackBox::kAfter; ++i) box.record(snapshot(++tick, period), {}, {});
    const Recording* recording = box.take();
    ASSERT_NE(recording, nullptr);
    EXPECT_GE(recording->cause.time - recording->samples[0].time, Duration{1s}) << period.count();
    EXPECT_EQ(recording->samples[recording->samples.size() - 1].tick,
              recording->cause.tick + BlackBox::kAfter);
  }
}

TEST(BlackBox, AnEmergencyIsOneToo) {
  Life life;
  life.run(10);
  const std::array other{transition(State::ready), transition(State::fault)};
  life.run(1, {}, other);
  life.run(2 * BlackBox::kAfter);
  EXPECT_EQ(life.box.take(), nullptr) << "neither of these is an emergency";
  const Event event = transition(State::emergency);
  life.run(1, {}, {&event, 1});
  life.run(BlackBox::kAfter);
  const Recording* recording = life.box.take();
  ASSERT_NE(recording, nullptr);
  EXPECT_TRUE(recording->cause.emergency);
  EXPECT_FALSE(recording->cause.fault);
  EXPECT_EQ(recording->samples.size(), life.tick) << "the program has not run for a second yet: all there is";
}

TEST(BlackBox, TheFirstOfTwoIsKeptAndTheOtherCounted) {
  Life life;
  life.run(2000);
  life.fault();
  life.run(10);
  life.fault();  // part of the first one's end
  life.run(BlackBox::kAfter);
  const Recording* first = life.box.take();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->events.size(), 2u);
  EXPECT_EQ(life.box.missed(), 0u);
  life.run(300);
  life.fault();
  life.run(BlackBox::kAfter);
  EXPECT_EQ(life.box.take(), first);
  EXPECT_EQ(first->cause.tick, 2001u);
  EXPECT_EQ(first->samples[first->samples.size() - 1].tick, 2051u) << "what is lent is not written";
  EXPECT_EQ(life.box.missed(), 1u);
}

TEST(BlackBox, ASecondFaultSoonAfterHasTheWholeSecondBeforeItToo) {
  Life life;
  life.run(2000);
  life.fault();
  life.run(BlackBox::kAfter);
  ASSERT_NE(life.box.take(), nullptr);
  life.run(100);
  life.box.release();
  EXPECT_EQ(life.box.take(), nullptr);
  life.run(100);
  life.fault();
  life.run(BlackBox::kAfter);
  const Recording* second = life.box.take();
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->cause.tick, 2252u);
  ASSERT_EQ(second->samples.size(), 1051u);
  EXPECT_EQ(second->samples[0].tick, 1252u);
  EXPECT_EQ(second->events.size(), 2u) << "the first fault is part of its past";
  life.box.release();
  life.run(2000);
  life.fault();
  life.run(BlackBox::kAfter);
  ASSERT_NE(life.box.take(), nullptr);
  EXPECT_EQ(life.box.take()->samples.size(), 1051u);
  EXPECT_EQ(life.box.missed(), 0u);
}

TEST(BlackBox, AStreamDoesNotPushOutWhatWasAskedOnce) {
  Life life;
  const Request raise{.tag = 9, .driver = {1, 2, 3}, .arrival = TimePoint{5ms}, .what = Go{Step::raise}};
  life.run(1, {&raise, 1});
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  const Request frame{.driver = {2, 2, 3}, .what = target};
  life.run(1500, {&frame, 1});
  life.fault();
  life.run(BlackBox::kAfter);
  const Recording* recording = life.box.take();
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->requests.size(), 1u);
  EXPECT_EQ(recording->requests[0].tick, 1u);
  EXPECT_EQ(recording->requests[0].request.driver, raise.driver);
  EXPECT_EQ(recording->requests[0].request.arrival, raise.arrival);
  EXPECT_EQ(std::get<Go>(recording->requests[0].request.what).step, Step::raise);
  ASSERT_EQ(recording->frames.size(), 256u);
  EXPECT_EQ(recording->frames[255].tick, 1501u);
}

TEST(BlackBox, AFaultJustBeforeTheEndIsNotLost) {
  Life life;
  life.run(100);
  life.fault();
  life.run(3);
  EXPECT_EQ(life.box.take(), nullptr);
  life.box.finish();
  ASSERT_NE(life.box.take(), nullptr);
  EXPECT_EQ(life.box.take()->samples.size(), 104u);
  life.box.release();
  life.box.finish();
  EXPECT_EQ(life.box.take(), nullptr);
}

/// For the thread sanitizer, and for torn recordings.
TEST(BlackBox, AReaderInAnotherThreadSeesWholeRecordings) {
  BlackBox box{10ms};
  std::atomic<bool> ends{false};
  std::thread writer{[&] {
    for (std::uint64_t tick = 1; !ends.load(); ++tick) {
      const Event event = fault_event(tick);
      box.record(snapshot(tick), {}, {&event, tick % 60 == 0 ? 1u : 0u});
    }
  }};
  bool whole = true;
  for (int read = 0; read < 50;) {
    const Recording* recording = box.take();
    if (recording == nullptr) {
      std::this_thread::yield();
      continue;
    }
    ++read;
    const std::size_t count = recording->samples.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t tick = recording->cause.tick + BlackBox::kAfter + 1 + i - count;
      whole = whole && recording->samples[i].tick == tick &&
              recording->samples[i].legs[5].torque == 3.0 * static_cast<double>(tick);
    }
    box.release();
  }
  ends.store(true);
  writer.join();
  EXPECT_TRUE(whole);
}

}  // namespace
}  // namespace hexad::inline engine
