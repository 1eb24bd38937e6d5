#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/units.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/darren/view.hpp"

namespace hexad::protocols::darren {
namespace {

Machine six_legs() {
  Machine machine;
  machine.geometry.stroke = 0.4;
  return machine;
}

TEST(DarrenRequest, OnlyTheSizeMakesADatagramUnreadable) {
  for (std::size_t size = 0; size <= 200; ++size) {
    const std::vector<std::byte> bytes(size, std::byte{0xFF});
    EXPECT_EQ(decode(bytes).has_value(), size == 128 || size == 124) << size;
  }
}

TEST(DarrenRequest, TheLengthFieldIsNotChecked) {
  HostFrame frame;
  frame.length = 7;
  frame.word = 2;
  const auto back = decode(encode(frame));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->word, 2U);
}

TEST(DarrenRequest, APrintedFrameHasItsValuesAt28AndItsSubCommandAt18) {
  HostFrame frame;
  frame.word = 2;
  frame.sub_command = 0x80;
  frame.values = {1, 2, 3, 4, 5, 6};
  const auto bytes = encode_printed(frame);
  EXPECT_EQ(std::to_integer<int>(bytes[18]), 0x80);
  EXPECT_EQ(std::to_integer<int>(bytes[31]), 0x3f) << "1.0f";
  const auto back = decode(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->values, frame.values);
  EXPECT_EQ(back->sub_command, 0x80);
}

TEST(DarrenRequest, ValuesAt28CanBeForcedFor128Bytes) {
  std::array<std::byte, 128> bytes{};
  bytes[28 + 2] = std::byte{0x80};
  bytes[28 + 3] = std::byte{0x3f};
  const auto forced = decode(bytes, ValuesAt::byte_28);
  const auto usual = decode(bytes);
  ASSERT_TRUE(forced);
  ASSERT_TRUE(usual);
  EXPECT_EQ(forced->values[0], 1.0F);
  EXPECT_EQ(usual->values[0], 0.0F);
}

TEST(DarrenRequest, WordsNobodyHasDefined) {
  for (std::uint32_t value = 0; value <= 0xFFFF; ++value) {
    const bool known = value <= 9 && value != 4;
    EXPECT_EQ(word_of(static_cast<std::uint16_t>(value)).has_value(), known) << value;
  }
}

TEST(DarrenRequest, OnlyTheValuesTheIdUsesMustBeFinite) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  struct Row {
    std::uint32_t id;
    bool values;
    std::size_t more;
  };
  for (const Row& row :
       {Row{0, false, 0}, Row{1, false, 0}, Row{100, true, 0}, Row{101, true, 0}, Row{102, true, 0},
        Row{103, false, 0}, Row{106, true, 6}, Row{107, true, 12}, Row{0x1001, false, 0}}) {
    for (std::size_t i = 0; i < 24; ++i) {
      HostFrame frame;
      frame.message_id = row.id;
      (i < 6 ? frame.values[i] : frame.more[i - 6]) = i % 2 == 0 ? kNan : kInfinite;
      const bool used = i < 6 ? row.values : row.values && i - 6 < row.more;
      EXPECT_EQ(values_are_finite(frame), !used) << "ID " << row.id << " value " << i;
    }
  }
}

TEST(DarrenRequest, WhatIsEncodedIsDecodedAlike) {
  EXPECT_TRUE(rc::check([] {
    HostFrame frame;
    frame.length = *rc::gen::arbitrary<std::uint32_t>();
    frame.sequence = *rc::gen::arbitrary<std::uint32_t>();
    frame.message_id = *rc::gen::arbitrary<std::uint32_t>();
    frame.word = *rc::gen::arbitrary<std::uint16_t>();
    frame.file = *rc::gen::arbitrary<std::uint16_t>();
    frame.sub_command = *rc::gen::arbitrary<std::uint16_t>();
    for (float& value : frame.values) value = *rc::gen::arbitrary<float>();
    for (float& value : frame.more) value = *rc::gen::arbitrary<float>();
    const auto back = decode(encode(frame));
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->length == frame.length);
    RC_ASSERT(back->sequence == frame.sequence);
    RC_ASSERT(back->message_id == frame.message_id);
    RC_ASSERT(back->word == frame.word);
    RC_ASSERT(back->file == frame.file);
    RC_ASSERT(back->sub_command == frame.sub_command);
    for (std::size_t i = 0; i < 6; ++i) {
      RC_ASSERT(std::bit_cast<std::uint32_t>(back->values[i]) ==
                std::bit_cast<std::uint32_t>(frame.values[i]));
    }
    for (std::size_t i = 0; i < 18; ++i) {
      RC_ASSERT(std::bit_cast<std::uint32_t>(back->more[i]) == std::bit_cast<std::uint32_t>(frame.more[i]));
    }
  }));
}

TEST(DarrenStatus, AHostReadsBackWhatWasSent) {
  EXPECT_TRUE(rc::check([] {
    StatusFrame status;
    status.sequence = *rc::gen::arbitrary<std::uint32_t>();
    status.state = static_cast<StatusWord>(*rc::gen::inRange<std::uint16_t>(0, 21));
    status.moving = *rc::gen::arbitrary<bool>();
    status.inputs = *rc::gen::arbitrary<std::uint8_t>();
    status.outputs = *rc::gen::arbitrary<std::uint8_t>();
    status.error = *rc::gen::arbitrary<std::uint32_t>();
    status.warnings = *rc::gen::arbitrary<std::uint32_t>();
    for (float& value : status.pose) value = static_cast<float>(*rc::gen::inRange(-10000, 10000));
    for (std::uint32_t& code : status.drive_errors) code = *rc::gen::arbitrary<std::uint32_t>();
    for (float& value : status.torque) value = static_cast<float>(*rc::gen::inRange(-100, 100));
    const auto answer = decode_answer(encode(status));
    RC_ASSERT(answer.has_value());
    const StatusFrame* const back = std::get_if<StatusFrame>(&*answer);
    RC_ASSERT(back != nullptr);
    RC_ASSERT(back->sequence == status.sequence);
    RC_ASSERT(back->state == status.state);
    RC_ASSERT(back->moving == status.moving);
    RC_ASSERT(back->inputs == status.inputs);
    RC_ASSERT(back->outputs == status.outputs);
    RC_ASSERT(back->error == status.error);
    RC_ASSERT(back->warnings == status.warnings);
    RC_ASSERT(back->pose == status.pose);
    RC_ASSERT(back->drive_errors == status.drive_errors);
    RC_ASSERT(back->torque == status.torque);
  }));
}

TEST(DarrenStatus, AHostRefusesOtherSizesAndIds) {
  EXPECT_FALSE(decode_answer(std::vector<std::byte>(127)));
  EXPECT_FALSE(decode_answer(std::vector<std::byte>(128))) << "message ID 0";
}

TEST(DarrenStatus, TheTableOfStates) {
  const std::pair<State, int> rows[] = {{State::init, 0},     {State::powered_up, 1}, {State::zeroing, 2},
                                        {State::origin, 3},   {State::ascending, 4},  {State::ready, 5},
                                        {State::running, 6},  {State::to_neutral, 7}, {State::stopping, 6},
                                        {State::holding, 10}, {State::descending, 9}, {State::manual, 20},
                                        {State::fault, 11},   {State::emergency, 12}};
  static_assert(std::size(rows) == kStates);
  for (const auto& row : rows) {
    Telemetry telemetry;
    telemetry.state = row.first;
    telemetry.before = State::running;
    EXPECT_EQ(static_cast<int>(status_word(telemetry)), row.second) << to_string(row.first);
  }
}

TEST(DarrenStatus, Rule22_StoppingShowsWhatIsBeingStopped) {
  const std::pair<State, int> rows[] = {{State::zeroing, 2},   {State::ascending, 4},  {State::ready, 5},
                                        {State::running, 6},   {State::to_neutral, 7}, {State::descending, 9},
                                        {State::holding, 10},  {State::manual, 20},    {State::origin, 3},
                                        {State::powered_up, 1}};
  for (const auto& row : rows) {
    Telemetry telemetry;
    telemetry.state = State::stopping;
    telemetry.before = row.first;
    EXPECT_EQ(static_cast<int>(status_word(telemetry)), row.second) << to_string(row.first);
  }
}

TEST(DarrenStatus, ReadyAwayFromNeutralIsHolding) {
  Telemetry telemetry;
  telemetry.state = State::ready;
  telemetry.commanded.pose.position.z() = 0.4 * kMillimetre;
  EXPECT_EQ(status_word(telemetry), StatusWord::neutral);
  telemetry.commanded.pose.position.z() = 0.6 * kMillimetre;
  EXPECT_EQ(status_word(telemetry), StatusWord::holding);
  telemetry.commanded.pose.position.z() = 0.0;
  telemetry.commanded.pose.rotation = from_rotation_vector(Vec3{0, 0.06 * kDegree, 0});
  EXPECT_EQ(status_word(telemetry), StatusWord::holding);
}

TEST(DarrenStatus, EachAxisHasItsPlaceSignAndUnit) {
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    AxisValues values{};
    values[axis] = axis < 3 ? 12.5 * kDegree : 12.5 * kMillimetre;
    Telemetry telemetry;
    telemetry.actual_valid = true;
    telemetry.actual = kPitchFirstConvention.to_pose(values, 0.0);
    const StatusFrame status = status_of(telemetry, six_legs(), kPitchFirstConvention);
    for (std::size_t i = 0; i < kAxes; ++i)
      EXPECT_NEAR(status.pose[i], i == axis ? 12.5F : 0.0F, 1e-5F) << axis << i;
  }
  Telemetry nose_up;
  nose_up.actual_valid = true;
  nose_up.actual.rotation = Quat{Eigen::AngleAxisd{3 * kDegree, Vec3::UnitX()}};
  nose_up.actual.position = Vec3{0.010, -0.020, 0.030};
  const StatusFrame status = status_of(nose_up, six_legs(), kPitchFirstConvention);
  const std::array<float, 6> expected{3, 0, 0, 10, -20, 30};
  for (std::size_t i = 0; i < kAxes; ++i) EXPECT_NEAR(status.pose[i], expected[i], 1e-5F) << i;
}

TEST(DarrenStatus, ActuatorsCountFromNeutral) {
  Telemetry telemetry;
  for (LegFeedback& leg : telemetry.feedback.legs) {
    leg.extension = 0.205;
    leg.torque = 0.5;
    leg.error = 77;
  }
  telemetry.feedback.inputs = 0x81;
  telemetry.setpoint.outputs = 0x01;
  Machine machine = six_legs();
  machine.geometry.legs = 3;
  const StatusFrame status = status_of(telemetry, machine, kPitchFirstConvention);
  EXPECT_NEAR(status.actuators[2], 5.0F, 1e-5F);
  EXPECT_EQ(status.actuators[3], 0.0F) << "a leg the machine does not have";
  EXPECT_EQ(status.torque[0], 0.5F);
  EXPECT_EQ(status.drive_errors[1], 77U);
  EXPECT_EQ(status.inputs, 0x81);
  EXPECT_EQ(status.outputs, 0x01);
}

TEST(DarrenStatus, MotionIsWhatLegsDoNotWhatIsPending) {
  Telemetry telemetry;
  telemetry.state = State::running;
  telemetry.moving = true;
  EXPECT_FALSE(status_of(telemetry, six_legs(), kPitchFirstConvention).moving) << "standing in run";
  telemetry.setpoint.velocity[3] = -0.2 * kMillimetre;
  EXPECT_TRUE(status_of(telemetry, six_legs(), kPitchFirstConvention).moving);
  telemetry.setpoint.velocity[3] = 0.0;
  telemetry.feedback.legs[5].velocity = -2.0 * kMillimetre;
  EXPECT_TRUE(status_of(telemetry, six_legs(), kPitchFirstConvention).moving) << "still sliding";
}

TEST(DarrenStatus, ErrorCodesAreMdofsAndEmergencyIs195) {
  Telemetry telemetry;
  telemetry.state = State::fault;
  telemetry.code = HardwareCode::servo_error;
  EXPECT_EQ(status_of(telemetry, six_legs(), kPitchFirstConvention).error, 192U);
  telemetry.state = State::emergency;
  telemetry.code = HardwareCode::none;
  EXPECT_EQ(status_of(telemetry, six_legs(), kPitchFirstConvention).error, 195U);
}

}  // namespace
}  // namespace hexad::protocols::darren
