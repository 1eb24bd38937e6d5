// Frames byte for byte, what a board refuses, and the machine it makes of its groups.

#include "messages/say.hpp"
#include "protocols/csfi/testing/frames.hpp"

namespace hexad::protocols::csfi {
namespace {

TEST(CsfiGolden, ReadRequestsByteForByte) {
  for (std::uint8_t group = 1; group <= 4; ++group) {
    const Bytes bytes = golden().at("read group " + std::to_string(group));
    const auto encoded = encode_read(group);
    EXPECT_EQ(Bytes(encoded.begin(), encoded.end()), bytes);
    Bytes other = bytes;
    other[3] = std::byte{0x77};  // the manual's 03 is no checksum
    for (const Bytes& request : {bytes, other}) {
      const auto decoded = decode(request);
      ASSERT_TRUE(decoded);
      EXPECT_EQ(std::get<ReadRequest>(*decoded).group, group);
    }
  }
}

TEST(CsfiGolden, Group1OfTheSixLegBoard) {
  const Mechanics m = six_legs();
  EXPECT_NEAR(m.base[0], -362.2983, 1e-4);
  EXPECT_NEAR(m.base[1], 266.9081, 1e-4);
  EXPECT_NEAR(m.platform[0], -50, 1e-4);
  EXPECT_NEAR(m.platform[1], 447.2136, 1e-4);
  EXPECT_NEAR(m.leg_length, 549.6706, 1e-4);
  EXPECT_EQ(m.stroke, 200);
  EXPECT_EQ(m.screw_lead, 5);
  EXPECT_EQ(m.belt_ratio, 1.5F);
  EXPECT_EQ(m.motor_rpm, 3000);
  EXPECT_EQ(m.gear_ratio, 0);
  EXPECT_EQ(m.servo_model, 3);
  EXPECT_EQ(bytes_of(encode(m, Kind::answer)),
            golden().at("board answer: group 1, six-leg defaults (188 bytes)"));
  EXPECT_EQ(bytes_of(encode(m, Kind::write)), golden().at("write group 1, six-leg defaults"));
}

TEST(CsfiGolden, Group1OfTheThreeLegBoard) {
  const Mechanics m = three_legs();
  EXPECT_EQ(m.gear_ratio, 20);
  EXPECT_EQ(m.big_teeth, 125);
  EXPECT_EQ(m.small_teeth, 22);
  EXPECT_EQ(bytes_of(encode(m, Kind::write)), golden().at("write group 1, three-leg + rotary defaults"));
}

TEST(CsfiGolden, TheDefaultsOfGroups2To4) {
  EXPECT_EQ(bytes_of(encode(Control{}, Kind::answer)),
            golden().at("board answer: group 2 defaults (156 bytes)"));
  EXPECT_EQ(bytes_of(encode(Control{}, Kind::write)), golden().at("write group 2 defaults"));
  EXPECT_EQ(bytes_of(encode(Network{}, Kind::write)),
            golden().at("write group 3: 192.168.0.15:20000 -> 192.168.0.100:8080, both serial ports 115200"));
  EXPECT_EQ(bytes_of(encode(UserFrame{}, Kind::write)), golden().at("write group 4, zero frame (76 bytes)"));
  EXPECT_EQ(golden().size(), 14U);
}

TEST(CsfiGolden, RefusedWrites) {
  for (const std::string reason : {"checksum", "length", "not finite"}) {
    const auto decoded = decode(golden().at("refused: " + reason));
    ASSERT_FALSE(decoded) << reason;
    EXPECT_EQ(messages::english(id_of(decoded.error().problem)), reason);
  }
}

TEST(Csfi, EveryGroupSurvivesTheWire) {
  Control control;
  control.scale = {1, -2, 3, 0.5F, 0, 10};
  control.limit = {100, -1, 0, 20, -1, 5};
  control.washout_b[5] = 2.5F;
  control.seek_torque = 99;
  Network network;
  network.local_port = 65535;
  network.remote_ip = {10, 0, 0, 7};
  network.rs485_baud = 0;
  UserFrame frame;
  frame.pose = {1, 2, 3, 4, 5, 6};
  frame.unused[11] = -7;
  for (const Group& group :
       {Group{six_legs()}, Group{three_legs()}, Group{control}, Group{network}, Group{frame}}) {
    const auto written = decode(encode(group, Kind::write).view());
    ASSERT_TRUE(written);
    EXPECT_EQ(std::get<Group>(*written), group);
    const auto answered = decode_answer(encode(group, Kind::answer).view());
    ASSERT_TRUE(answered);
    EXPECT_EQ(*answered, group);
    EXPECT_EQ(first_difference(group, *answered), "");
  }
}

TEST(Csfi, Decision1_ADifferenceIsNamedByItsField) {
  Mechanics changed = six_legs();
  changed.stroke = 201;
  EXPECT_EQ(first_difference(six_legs(), changed), "stroke");
  changed = six_legs();
  changed.platform[17] = 1;
  EXPECT_EQ(first_difference(six_legs(), changed), "platform joints 1-6 x y z");
}

std::string reason(const Group& group) {
  const auto rejected = check(group);
  return rejected ? std::string{rejected->field} : "accepted";
}

TEST(Csfi, Decision2_RangesOfGroup1) {
  EXPECT_EQ(reason(six_legs()), "accepted");
  const auto with = [](auto change) {
    Mechanics m = six_legs();
    change(m);
    return Group{m};
  };
  EXPECT_EQ(reason(with([](Mechanics& m) { m.base[3] = 5000.5F; })), "base joints");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.platform[3] = -5001; })), "platform joints");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.leg_length = 49; })), "leg length");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.stroke = 0; })), "stroke");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.stroke = 3001; })), "stroke");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.screw_lead = 0.05F; })), "screw lead");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.screw_lead = 0.1F; })), "accepted");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.belt_ratio = -1; })), "accepted");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.belt_ratio = -2; })), "belt ratio");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.belt_ratio = 0; })), "belt ratio");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.motor_rpm = 0; })), "motor speed");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.gear_ratio = 0.05F; })), "rotary gear ratio");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.gear_ratio = -1; })), "accepted");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.rotary_rpm = 0; })), "accepted") << "without a rotary axis";
  EXPECT_EQ(reason(with([](Mechanics& m) {
              m.rotary_rpm = 0;
              m.gear_ratio = 20;
            })),
            "rotary motor speed");
  EXPECT_EQ(reason(with([](Mechanics& m) { m.stroke = std::numeric_limits<float>::infinity(); })), "stroke");
}

TEST(Csfi, Decision2_RangesOfTheOtherGroups) {
  const auto with = [](auto body, auto change) {
    change(body);
    return reason(Group{body});
  };
  EXPECT_EQ(with(Control{}, [](Control&) {}), "accepted");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.scale[2] = 10.5F; }), "scale");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.limit[2] = -0.5F; }), "limit");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.speed = 0; }), "platform speed");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.softness = -1; }), "platform softness");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.seek_torque = 101; }), "seek torque");
  EXPECT_EQ(with(Control{}, [](Control& c) { c.pid[1] = std::numeric_limits<float>::quiet_NaN(); }),
            "platform Kp Ki Kd");
  EXPECT_EQ(with(Network{}, [](Network& n) { n.rs232_baud = 7; }), "RS-232 baud index");
  EXPECT_EQ(with(UserFrame{}, [](UserFrame& f) { f.unused[3] = std::numeric_limits<float>::quiet_NaN(); }),
            "unused");
}

TEST(Csfi, Decision5_LegsAndFreedoms) {
  const auto legs = [](std::size_t count, float gear) {
    Mechanics m = six_legs();
    m.gear_ratio = gear;
    for (std::size_t i = 3 * count; i < 18; ++i) m.base[i] = m.platform[i] = 0;
    return freedoms_of(m);
  };
  EXPECT_EQ(legs(6, 0)->count, 6);
  EXPECT_EQ(legs(6, 20)->count, 7);
  EXPECT_EQ(messages::row_of(legs(6, 20)->rule).english, "legs 1-6 and rotary: seven freedoms");
  EXPECT_EQ(messages::row_of(legs(4, 0)->rule).english,
            "legs 1-4 on a rectangle: three freedoms, counted as four");
  EXPECT_EQ(legs(4, 0)->legs, 4U);
  EXPECT_EQ(legs(3, -1)->count, 4);
  EXPECT_EQ(legs(2, 0)->count, 2);
  EXPECT_EQ(legs(1, 0)->count, 1);
  EXPECT_EQ(legs(0, 20)->count, 1);
  EXPECT_FALSE(legs(5, 0));
  EXPECT_FALSE(legs(0, 0));
  Mechanics half = six_legs();
  for (std::size_t i = 15; i < 18; ++i) half.base[i] = 0;
  ASSERT_FALSE(freedoms_of(half));
  EXPECT_EQ(freedoms_of(half).error().place, 5U) << "a leg with only one end";
  Mechanics gap = six_legs();
  for (std::size_t i = 3; i < 6; ++i) gap.base[i] = gap.platform[i] = 0;
  EXPECT_FALSE(freedoms_of(gap));
}

TEST(Csfi, Decision6_Group5IsUnknownToTheBoard) {
  const Bytes request{std::byte{0xEB}, std::byte{0x90}, std::byte{5}, std::byte{3}};
  ASSERT_FALSE(decode(request));
  EXPECT_EQ(decode(request).error().problem, Problem::group);
}

TEST(Csfi, Decision7_TheBeltRatioIsAReduction) {
  Machine machine;
  machine.limits.leg.velocity = 0.5;
  Lost lost;
  apply(six_legs(), machine, lost);
  EXPECT_NEAR(machine.drive.leg_speed(), 0.1666667, 1e-6) << "3000 rpm, 5 mm, 1.5";
  EXPECT_NEAR(machine.limits.leg.velocity, 0.1666667, 1e-6);
  Mechanics direct = six_legs();
  direct.belt_ratio = -1;
  apply(direct, machine, lost);
  EXPECT_NEAR(machine.drive.leg_speed(), 0.25, 1e-9);
}

TEST(CsfiMachine, MechanicsSurviveTheMachineBitForBit) {
  for (const Mechanics& mechanics : {six_legs(), three_legs()}) {
    Machine machine;
    machine.limits.leg.velocity = 0.5;
    Lost lost;
    apply(mechanics, machine, lost);
    EXPECT_EQ(mechanics_of(machine, lost), mechanics);
    EXPECT_TRUE(lost.empty());
  }
  Machine machine;
  Lost lost;
  apply(six_legs(), machine, lost);
  machine.geometry.retracted[3] += 0.001;
  (void)mechanics_of(machine, lost);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0], messages::Id::board_leg_lengths) << "the frame has one for all";
}

TEST(CsfiMachine, Decision4_Group2ScalesLimitsAndSlows) {
  Machine machine;
  machine.limits.leg.velocity = 0.5;
  Lost lost;
  apply(six_legs(), machine, lost);
  machine.limits.translation = {0.4, 4, 50};
  machine.limits.raise_speed = 0.06;
  Control control;
  control.amplitude = 0.5F;
  control.scale = {1, 1, -2, 1, 1, 1};
  control.limit = {100, -1, 0, 20, -1, -1};
  control.speed = 25;
  control.softness = 200;
  control.to_middle_speed = 6;
  control.return_speed = 3;
  apply(control, machine, lost);
  EXPECT_NEAR(machine.frame.scale[0], 0.5, 1e-12);
  EXPECT_NEAR(machine.frame.scale[2], -1.0, 1e-12);
  EXPECT_NEAR(machine.frame.limit[0], 0.1, 1e-12);
  EXPECT_EQ(machine.frame.limit[1], -1);
  EXPECT_EQ(machine.frame.limit[2], 0) << "locked";
  EXPECT_NEAR(machine.frame.limit[3], 20 * kDegree, 1e-12);
  EXPECT_NEAR(machine.limits.translation.velocity, 0.2, 1e-12);
  EXPECT_NEAR(machine.limits.translation.jerk, 12.5, 1e-12);
  EXPECT_NEAR(machine.limits.raise_speed, 600.0 / 60 * 0.005 / 1.5, 1e-9);
  EXPECT_NEAR(machine.limits.lowering_speed(), 300.0 / 60 * 0.005 / 1.5, 1e-9);
  EXPECT_FALSE(machine.idle.stay_down);
  EXPECT_EQ(machine.drive.seek_torque, 0.5);
  EXPECT_EQ(machine.drive.seek_threshold, 0.3);
  EXPECT_EQ(machine.idle.idle_return, 10);
  EXPECT_TRUE(lost.empty());
  Machine same;
  same.limits.translation = {0.4, 4, 50};
  same.drive.screw_lead = 0.005;
  Lost none;
  Control fast;
  fast.speed = 80;
  fast.softness = 0;
  apply(fast, same, none);
  EXPECT_EQ(same.limits.translation.velocity, 0.4) << "never faster than the machine";
  EXPECT_EQ(same.limits.translation.jerk, 50);
}

TEST(CsfiMachine, Decision4_TheRestOfGroup2) {
  Machine machine;
  Lost lost;
  apply(three_legs(), machine, lost);
  Control control;
  control.to_middle_speed = 0;
  control.standby = 30;
  control.rotary_amplitude = 0.5F;
  control.rotary_speed = 25;
  control.rotary_softness = 100;
  control.washout_a[2] = 1.5F;
  control.washout_b[0] = 0.25F;
  apply(control, machine, lost);
  EXPECT_TRUE(machine.idle.stay_down);
  EXPECT_EQ(machine.idle.standby, 30);
  ASSERT_TRUE(machine.rotary);
  EXPECT_EQ(machine.rotary->scale, 0.5);
  EXPECT_EQ(machine.rotary->speed_share, 0.5);
  EXPECT_EQ(machine.rotary->jerk_share, 0.5);
  EXPECT_EQ(machine.washout.high_pass[2], 1.5);
  EXPECT_EQ(machine.washout.tilt_low_pass[0], 0.25);
  EXPECT_TRUE(lost.empty());
  control.seek_torque = 5;
  control.seek_threshold = 0;
  apply(control, machine, lost);
  EXPECT_EQ(machine.drive.seek_threshold, 0.1) << "friction alone does not count as the bottom";
  EXPECT_GE(machine.drive.seek_torque * 0.8, machine.drive.seek_threshold);
  EXPECT_EQ(lost.size(), 2U) << "and both are said";
}

TEST(CsfiMachine, Decision4_Group4IsTheUserFrame) {
  Machine machine;
  UserFrame frame;
  frame.pose = {10, 20, 30, 0, 0, 90};
  apply(frame, machine);
  EXPECT_TRUE(machine.frame.user_frame.position.isApprox(Vec3{0.01, 0.02, 0.03}));
  EXPECT_TRUE((machine.frame.user_frame.rotation * Vec3::UnitX()).isApprox(Vec3::UnitY()));
}

}  // namespace
}  // namespace hexad::protocols::csfi
