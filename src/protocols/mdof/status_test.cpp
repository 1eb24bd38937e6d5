#include "protocols/mdof/view.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <string>

#include "base/units.hpp"
#include "protocols/mdof/testing/bench.hpp"

namespace hexad::protocols::mdof {
namespace {

std::string query(Command command, const Snapshot& snapshot) {
  wire::TextBuffer<kMaxAnswer> text;
  encode_query(command, snapshot, text.writer());
  return std::string{text.view()};
}

std::string result(int code, bool legacy) {
  wire::TextBuffer<32> text;
  encode_result("99", code, legacy, text.writer());
  return std::string{text.view()};
}

Machine six_legs() {
  Machine machine;
  machine.geometry.stroke = 0.4;
  return machine;
}

Telemetry in(State state) {
  Telemetry telemetry;
  telemetry.state = state;
  telemetry.zeroed = true;
  telemetry.actual_valid = true;
  return telemetry;
}

TEST(MdofStatus, Decision12_LegacySpellingsOfMinus1AndMinus2Only) {
  EXPECT_EQ(result(-1, false), "99#-1");
  EXPECT_EQ(result(-1, true), "99#AAAA");
  EXPECT_EQ(result(-2, true), "99#BBBB");
  EXPECT_EQ(result(-3, true), "99#-3");
  EXPECT_EQ(result(0, true), "99#0");
  EXPECT_EQ(result(194, true), "99#194");
}

TEST(MdofStatus, TheTableOfStates) {
  struct Row {
    State state;
    const char* expected;  // 20 21 22
  };
  const Row rows[] = {{State::init, "000"},    {State::powered_up, "110"}, {State::zeroing, "101"},
                      {State::origin, "110"},  {State::ascending, "111"},  {State::ready, "110"},
                      {State::running, "111"}, {State::to_neutral, "111"}, {State::stopping, "111"},
                      {State::holding, "111"}, {State::descending, "111"}, {State::manual, "111"},
                      {State::fault, "110"},   {State::emergency, "100"}};
  static_assert(std::size(rows) == kStates);
  for (const Row& row : rows) {
    const Snapshot view = snapshot_of(in(row.state), six_legs(), kXyzConvention);
    const std::string got =
        std::to_string(view.connected) + std::to_string(view.zeroed) + std::to_string(view.moving);
    EXPECT_EQ(got, row.expected) << to_string(row.state);
  }
}

TEST(MdofStatus, ZFollowsTheMachineInManualAndFaultAndALostLinkIsNotConnected) {
  for (const State state :
       {State::powered_up, State::holding, State::manual, State::fault, State::stopping}) {
    Telemetry telemetry = in(state);
    telemetry.zeroed = false;
    EXPECT_FALSE(snapshot_of(telemetry, six_legs(), kXyzConvention).zeroed) << to_string(state);
  }
  Telemetry telemetry = in(State::fault);
  telemetry.fault.kind = FaultKind::drive_link;
  telemetry.code = HardwareCode::communication;
  const Snapshot view = snapshot_of(telemetry, six_legs(), kXyzConvention);
  EXPECT_FALSE(view.connected);
  EXPECT_EQ(view.error, 16);
}

TEST(MdofStatus, EmergencyIs195WhateverTheCodeSays) {
  EXPECT_EQ(snapshot_of(in(State::emergency), six_legs(), kXyzConvention).error, 195);
}

TEST(MdofStatus, EachAxisOf24HasItsPlaceSignAndUnit) {
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    AxisValues values{};
    values[axis] = axis < 3 ? 0.0125 : 12.5 * kDegree;
    Telemetry telemetry = in(State::ready);
    telemetry.actual = kXyzConvention.to_pose(values, 0.0);
    std::string expected = "24#";
    for (std::size_t i = 0; i < kAxes; ++i) {
      expected += i == axis ? "12.500" : "0.000";
      if (i != 5) expected += " ";
    }
    EXPECT_EQ(query(Command::position, snapshot_of(telemetry, six_legs(), kXyzConvention)), expected);
  }
}

TEST(MdofStatus, VelocityIsTheRotationVectorInBaseAxes) {
  Telemetry telemetry = in(State::running);
  telemetry.actual_velocity.linear = Vec3{0.001, -0.002, 0.003};
  telemetry.actual_velocity.angular = Vec3{4, -5, 6} * kDegree;
  EXPECT_EQ(query(Command::velocity, snapshot_of(telemetry, six_legs(), kXyzConvention)),
            "25#1.000 -2.000 3.000 4.000 -5.000 6.000");
}

TEST(MdofStatus, ActuatorsInTheUnitsOfTheManual) {
  Telemetry telemetry = in(State::ready);
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const double n = static_cast<double>(i + 1);
    telemetry.feedback.legs[i] = {0.2 + 0.001 * n, -0.001 * n, 0.1 * n, 0.2 * n, 310.0 + n};
  }
  const Snapshot view = snapshot_of(telemetry, six_legs(), kXyzConvention);
  EXPECT_EQ(query(Command::actuator_position, view), "26#201.000 202.000 203.000 204.000 205.000 206.000");
  EXPECT_EQ(query(Command::actuator_velocity, view), "27#-1.000 -2.000 -3.000 -4.000 -5.000 -6.000");
  EXPECT_EQ(query(Command::actuator_torque, view), "28#0.100 0.200 0.300 0.400 0.500 0.600");
  EXPECT_EQ(query(Command::actuator_current, view), "29#0.200 0.400 0.600 0.800 1.000 1.200");
  EXPECT_EQ(query(Command::actuator_voltage, view), "30#311.000 312.000 313.000 314.000 315.000 316.000");
}

TEST(MdofStatus, LegsTheMachineDoesNotHaveAreZero) {
  Telemetry telemetry = in(State::ready);
  for (LegFeedback& leg : telemetry.feedback.legs) leg.extension = 0.1;
  Machine machine = six_legs();
  machine.geometry.legs = 3;
  EXPECT_EQ(query(Command::actuator_position, snapshot_of(telemetry, machine, kXyzConvention)),
            "26#100.000 100.000 100.000 0.000 0.000 0.000");
}

TEST(MdofStatus, EverythingJoinsItsGroupsWithSemicolons) {
  Snapshot view;
  view.connected = view.zeroed = true;
  view.error = 192;
  view.position = {0, 0, -0.0001, 0, 0, 1};
  const std::string zeros = "0.000 0.000 0.000 0.000 0.000 0.000";
  EXPECT_EQ(query(Command::everything, view), "31#1;1;0;192;0.000 0.000 0.000 0.000 0.000 1.000;" + zeros +
                                                  ";" + zeros + ";" + zeros + ";" + zeros + ";" + zeros +
                                                  ";" + zeros);
}

TEST(MdofStatus, NoAnswerHasASignedZero) {
  EXPECT_TRUE(rc::check([] {
    Snapshot view;
    for (double& value : view.position) value = 1e-4 * *rc::gen::inRange(-20, 20);
    RC_ASSERT(query(Command::position, view).find("-0.000") == std::string::npos);
  }));
}

TEST(MdofStatus, AHostReadsBackWhatWasSent) {
  EXPECT_TRUE(rc::check([] {
    Snapshot view;
    view.connected = *rc::gen::arbitrary<bool>();
    view.moving = *rc::gen::arbitrary<bool>();
    view.error = *rc::gen::inRange(0, 196);
    for (Six* values : {&view.position, &view.velocity, &view.actuator_position, &view.actuator_velocity,
                        &view.torque, &view.current, &view.voltage}) {
      for (double& value : *values) value = 1e-3 * *rc::gen::inRange(-1'000'000, 1'000'000);
    }
    const std::string text = query(Command::everything, view);
    const auto reply = decode_reply(std::as_bytes(std::span{text}));
    RC_ASSERT(reply.has_value());
    RC_ASSERT(reply->echo == "31");
    const auto back = decode_everything(reply->body);
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->connected == view.connected);
    RC_ASSERT(back->moving == view.moving);
    RC_ASSERT(back->error == view.error);
    for (std::size_t i = 0; i < 6; ++i) {
      RC_ASSERT(std::abs(back->position[i] - view.position[i]) < 1e-9);
      RC_ASSERT(std::abs(back->voltage[i] - view.voltage[i]) < 1e-9);
    }
  }));
}

TEST(MdofStatus, AHostUnderstandsOldAndNewCodesAndNothingElse) {
  EXPECT_EQ(decode_code("0"), 0);
  EXPECT_EQ(decode_code("-7"), -7);
  EXPECT_EQ(decode_code("195"), 195);
  EXPECT_EQ(decode_code("AAAA"), -1);
  EXPECT_EQ(decode_code("BBBB"), -2);
  for (const char* bad : {"", "-", "1 2", "0x1", "1e1", "256"}) EXPECT_FALSE(decode_code(bad)) << bad;
  EXPECT_FALSE(decode_reply(std::as_bytes(std::span{std::string_view{"20"}})));
  EXPECT_EQ(decode_reply(std::as_bytes(std::span{std::string_view{"#x#-1"}}))->echo, "#x");
  EXPECT_FALSE(decode_six("1 2 3 4 5"));
  EXPECT_FALSE(decode_six("1 2 3 4 5 6 7"));
}

TEST(MdofStatus, Decision1_TheDecimalTableOfCodes) {
  EXPECT_EQ(code_of(hit(Limit::axis_velocity, 0)), 173);
  EXPECT_EQ(code_of(hit(Limit::axis_velocity, 5)), 178);
  EXPECT_EQ(code_of(hit(Limit::leg_upper, 3)), 179);
  EXPECT_EQ(code_of(hit(Limit::leg_lower, 3)), 180);
  EXPECT_EQ(code_of(hit(Limit::leg_velocity, 3)), 181);
  EXPECT_EQ(code_of(hit(Limit::singularity)), 179);
  EXPECT_EQ(code_of(hit(Limit::joint_angle, 2)), 179);
  EXPECT_EQ(code_of(hit(Limit::rotation_angle)), 179);
}

TEST(MdofStatus, Decision2_OddCodeIsThePositiveSide) {
  for (std::uint8_t axis = 0; axis < 6; ++axis) {
    EXPECT_EQ(code_of(hit(Limit::axis_upper, axis)), 161 + 2 * axis);
    EXPECT_EQ(code_of(hit(Limit::axis_lower, axis)), 162 + 2 * axis);
  }
}

TEST(MdofStatus, EveryOutcomeHasItsCode) {
  EXPECT_EQ(code_of(answered(Outcome::accepted)), std::nullopt);
  EXPECT_EQ(code_of(answered(Outcome::done)), 0);
  EXPECT_EQ(code_of(answered(Outcome::stopped)), -4);
  EXPECT_EQ(code_of(answered(Outcome::paused)), -5);
  EXPECT_EQ(code_of(answered(Outcome::resumed)), -6);
  EXPECT_EQ(code_of(answered(Outcome::not_finite)), -3);
  EXPECT_EQ(code_of(answered(Outcome::emergency)), 195);
  EXPECT_EQ(code_of(answered(Outcome::faulted, {}, HardwareCode::servo_error)), 192);
  EXPECT_EQ(code_of(answered(Outcome::limit_reached, hit(Limit::leg_upper, 5))), 179);
}

TEST(MdofStatus, Decision5_EveryRefusalHasItsCode) {
  const auto refusal_code = [](Refusal refusal) { return code_of(refused(refusal)); };
  EXPECT_EQ(refusal_code(Refusal::emergency), 195);
  EXPECT_EQ(refusal_code(Refusal::paused), -7);
  EXPECT_EQ(refusal_code(Refusal::other_driver_paused), -7);
  for (const Refusal refusal : {Refusal::moving, Refusal::other_driver, Refusal::disarmed,
                                Refusal::initialising, Refusal::shutting_down}) {
    EXPECT_EQ(refusal_code(refusal), -2) << to_string(refusal);
  }
  EXPECT_EQ(refusal_code(Refusal::not_zeroed), 194);
  EXPECT_EQ(refusal_code(Refusal::not_enabled), 193);
  EXPECT_EQ(refusal_code(Refusal::barred), 193) << "lifecycle rule 20: nobody waits for that with 22";
  EXPECT_EQ(refusal_code(Refusal::not_finite), -3);
  EXPECT_EQ(code_of(refused(Refusal::fault, {}, HardwareCode::servo_error)), 192);
  EXPECT_EQ(code_of(refused(Refusal::out_of_reach, hit(Limit::axis_lower, 5))), 172);
}

}  // namespace
}  // namespace hexad::protocols::mdof
