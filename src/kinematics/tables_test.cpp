// The reference tables: 1e-6 mm, 1e-8 degrees, forces 1e-6 relative. Heights in the tables are absolute.

#include "kinematics/dynamics.hpp"
#include "kinematics/jacobian.hpp"
#include "kinematics/testing/machines.hpp"

namespace hexad::kinematics::testing {
namespace {

constexpr double kMicrometre = 1e-9;  // 1e-6 mm in m
constexpr double kAngle = 1e-8;       // degrees

Pose pose_of(const Machine& machine, const Row& row) {
  return absolute_pose(machine, number(row, "x_mm"), number(row, "y_mm"), number(row, "z_mm"),
                       number(row, "pitch_deg"), number(row, "roll_deg"), number(row, "yaw_deg"));
}

std::map<std::string, Row> poses_by_id() {
  std::map<std::string, Row> poses;
  for (const Row& row : table("seed002_ik.csv")) poses[row.at("id")] = row;
  return poses;
}

TEST(Tables, GeometryOfTheDefaultPlatformIsTwoEqualCirclesInItsNumbering) {
  Geometry circles;
  joints_from_circles({0.9, pair_angle_from_distance(0.9, 0.1)}, {0.9, pair_angle_from_distance(0.9, 0.1)},
                      circles);
  int rows = 0;
  for (const Row& row : table("seed002_geometry.csv")) {
    if (row.at("set") != "6dof_default") continue;
    const auto i = static_cast<std::size_t>(number(row, "leg")) - 1;
    const Vec3 base{number(row, "base_x_mm"), number(row, "base_y_mm"), number(row, "base_z_mm")};
    const Vec3 platform{number(row, "plat_x_mm"), number(row, "plat_y_mm"), number(row, "plat_z_mm")};
    // The table is rounded to four decimals.
    EXPECT_LT((circles.base[i] / kMillimetre - base).cwiseAbs().maxCoeff(), 5.1e-5) << i;
    EXPECT_LT((circles.platform[i] / kMillimetre - platform).cwiseAbs().maxCoeff(), 5.1e-5) << i;
    const Machine machine = allcontroller_1200();
    EXPECT_LT((machine.geometry.base[i] / kMillimetre - base).norm(), 1e-9);
    EXPECT_LT((machine.geometry.platform[i] / kMillimetre - platform).norm(), 1e-9);
    ++rows;
  }
  EXPECT_EQ(rows, 6);
}

TEST(Tables, HeightsOfTheDefaultPlatform) {
  const Machine machine = allcontroller_1200();
  std::map<std::string, double> value;
  for (const Row& row : table("seed002_neutral.csv")) value[row.at("quantity")] = number(row, "value");
  const auto expect = [&](const AbsolutePose& pose, const std::string& name) {
    EXPECT_NEAR(pose.position.z() / kMillimetre, value.at(std::string{"height_fk_"}.append(name)), 1e-6)
        << name;
    EXPECT_NEAR(pose.position.y() / kMillimetre, value.at(std::string{"y_offset_fk_"}.append(name)), 1e-6)
        << name;
    EXPECT_NEAR(pose.position.x() / kMillimetre, 0.0, 1e-6) << name;
    const LegGeometry legs = leg_geometry(machine, machine.heights.from_neutral(pose));
    EXPECT_NEAR(legs.length[0] / kMillimetre, value.at(std::string{"leg_length_"}.append(name)), 1e-6)
        << name;
    // Height and angle of leg 1 alone, at the level and centred pose.
    const double height = value.at(std::string{"height_leg1_"}.append(name));
    const LegGeometry level = leg_geometry(machine, absolute_pose(machine, 0, 0, height, 0, 0, 0));
    EXPECT_NEAR(level.length[0] / kMillimetre, value.at(std::string{"leg_length_"}.append(name)), 1e-6)
        << name;
    EXPECT_NEAR(level.base_angle[0] / kDegree, value.at(std::string{"leg1_angle_to_vertical_"}.append(name)),
                1e-8);
  };
  expect(machine.heights.bottom, "bottom");
  expect(machine.heights.neutral, "mid");
  expect(machine.heights.top, "top");
  EXPECT_NEAR(pair_angle_from_distance(0.9, 0.1) / kDegree / 2, value.at("half_pair_angle"), 1e-8);

  // How fast one axis alone goes when the fastest leg makes the drive's leg speed.
  Drive drive = machine.drive;
  drive.motor_speed = 3000 * kRevolution / 60;
  EXPECT_NEAR(drive.leg_speed() / kMillimetre, value.at("leg_speed_ratio_as_reduction"), 1e-9);
  const Mat6 j = jacobian(machine, absolute_pose(machine, 0, 0, value.at("height_leg1_mid"), 0, 0, 0));
  const auto axis_speed = [&](int axis) { return drive.leg_speed() / j.col(axis).cwiseAbs().maxCoeff(); };
  EXPECT_NEAR(axis_speed(0) / kMillimetre, value.at("max_speed_at_mid_sway_reduction"), 1e-8);
  EXPECT_NEAR(axis_speed(1) / kMillimetre, value.at("max_speed_at_mid_surge_reduction"), 1e-8);
  EXPECT_NEAR(axis_speed(2) / kMillimetre, value.at("max_speed_at_mid_heave_reduction"), 1e-8);
  EXPECT_NEAR(axis_speed(3) / kDegree, value.at("max_speed_at_mid_pitch_reduction"), 1e-8);
  EXPECT_NEAR(axis_speed(4) / kDegree, value.at("max_speed_at_mid_roll_reduction"), 1e-8);
  EXPECT_NEAR(axis_speed(5) / kDegree, value.at("max_speed_at_mid_yaw_reduction"), 1e-8);
  EXPECT_NEAR(1.0 / motor_load(drive, LegForces::Constant(1.0), {}, {}).torque[0],
              value.at("axial_force_per_motor_Nm_reduction_eta1"), 1e-6);
}

TEST(Tables, InverseOfTwentyPosesWithQuaternionAndStrokeFlag) {
  const Machine machine = allcontroller_1200();
  for (const Row& row : table("seed002_ik.csv")) {
    const Pose pose = pose_of(machine, row);
    const Quat expected{number(row, "qw"), number(row, "qx"), number(row, "qy"), number(row, "qz")};
    EXPECT_LT((pose.rotation.coeffs() - expected.coeffs()).norm(), 1e-11) << row.at("id");
    const LegLengths length = lengths(machine, pose);
    const Extensions extension = extensions(machine, pose);
    bool in_stroke = true;
    for (int i = 1; i <= 6; ++i) {
      EXPECT_NEAR(leg(length, i), number(row, column("L", i, "_mm")) * kMillimetre, kMicrometre);
      EXPECT_NEAR(leg(extension, i), number(row, column("ext", i, "_mm")) * kMillimetre, kMicrometre);
      in_stroke = in_stroke && leg(extension, i) >= 0 && leg(extension, i) <= 0.2;
    }
    EXPECT_EQ(in_stroke, row.at("in_stroke") == "1") << row.at("id");
    EXPECT_EQ(!first_hit(machine, pose, StrokeUse::full), row.at("in_stroke") == "1") << row.at("id");
    if (!in_stroke) continue;
    const Forward back = forward(machine, extension);
    ASSERT_TRUE(back.ok()) << row.at("id");
    EXPECT_LT((back.pose.position - pose.position).norm(), kMicrometre);
    EXPECT_LT(angle_between(back.pose.rotation, pose.rotation) / kDegree, kAngle);
  }
}

TEST(Tables, RotationOrdersAreToldApartByLegLengths) {
  const Machine machine = allcontroller_1200();
  const std::map<std::string, Row> poses = poses_by_id();
  const std::map<std::string, RotationOrder> orders{{"Rz(yaw)Ry(roll)Rx(pitch)", RotationOrder::zyx},
                                                    {"Rz(yaw)Rx(pitch)Ry(roll)", RotationOrder::zxy},
                                                    {"Rx(pitch)Ry(roll)Rz(yaw)", RotationOrder::xyz}};
  for (const Row& row : table("seed002_ik_conventions.csv")) {
    const Row& at = poses.at(row.at("id"));
    const RotationOrder order = orders.at(row.at("rotation_matrix"));
    const Vec3 angles =
        Vec3{number(at, "pitch_deg"), number(at, "roll_deg"), number(at, "yaw_deg")} * kDegree;
    Pose pose = pose_of(machine, at);
    const Quat inside = pose.rotation;
    pose.rotation = rotation_from_angles(angles, order);
    const LegLengths length = lengths(machine, pose);
    for (int i = 1; i <= 6; ++i) {
      EXPECT_NEAR(leg(length, i), number(row, column("L", i, "_mm")) * kMillimetre, kMicrometre)
          << row.at("id") << ' ' << row.at("rotation_matrix");
    }
    EXPECT_NEAR(angle_between(inside, pose.rotation) / kDegree, number(row, "angle_vs_internal_deg"), 1.1e-8);
  }
}

TEST(Tables, JacobianAndItsDeterminant) {
  const Machine machine = allcontroller_1200();
  const std::map<std::string, Row> poses = poses_by_id();
  for (const Row& row : table("seed002_jacobian.csv")) {
    const Pose pose = pose_of(machine, poses.at(row.at("id")));
    const Mat6 j = jacobian(machine, pose);
    const char* columns[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    for (int i = 0; i < 6; ++i) {
      for (int c = 0; c < 6; ++c) {
        const double expected = number(row, column("J", i + 1, columns[c]));
        if (c < 3) {
          EXPECT_NEAR(j(i, c), expected, 1e-9);
        } else {
          EXPECT_NEAR(j(i, c) / kMillimetre, expected, 1e-6);
        }
      }
    }
    const double determinant = number(row, "det");  // mm³
    EXPECT_NEAR(conditioning(machine, pose).determinant * 1e9, determinant, 1e-9 * std::abs(determinant));
  }
}

TEST(Tables, ThreeLegs) {
  const Machine machine = three_legs();
  for (const Row& row : table("dof3_ik.csv")) {
    const double pitch = number(row, "pitch_deg"), roll = number(row, "roll_deg");
    const Pose pose = absolute_pose(machine, 0, 0, number(row, "z_mm"), pitch, roll, 0);
    const LegLengths length = lengths(machine, pose);
    for (int i = 1; i <= 3; ++i) {
      EXPECT_NEAR(leg(length, i), number(row, column("L", i, "_mm")) * kMillimetre, kMicrometre);
    }
    EXPECT_EQ(leg(length, 4), 0.0);
    EXPECT_EQ(!first_hit(machine, pose, StrokeUse::full), row.at("in_stroke") == "1");
    // The table also says how far the other order and the plane of tangents are off: both must differ from
    // ours.
    const double other = number(row, "max_diff_if_Rx_Ry_mm");
    const Quat wrong = rotation_from_angles(Vec3{pitch, roll, 0} * kDegree, RotationOrder::xyz);
    double difference = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 centre = machine.heights.neutral.position + pose.position;
      const double l = (centre + wrong * machine.geometry.platform[i] - machine.geometry.base[i]).norm();
      difference = std::max(difference, std::abs(l - length[static_cast<Eigen::Index>(i)]));
    }
    EXPECT_NEAR(difference / kMillimetre, other, 1e-6);
  }
}

TEST(Tables, FourLegsOnARectangle) {
  const Machine machine = rectangle_4();
  for (const Row& row : table("dof4_rect_ik.csv")) {
    const Pose pose = absolute_pose(machine, 0, 0, number(row, "z_mm"), number(row, "pitch_deg"),
                                    number(row, "roll_deg"), 0);
    const LegLengths l = lengths(machine, pose);
    for (int i = 1; i <= 4; ++i) {
      EXPECT_NEAR(leg(l, i), number(row, column("L", i, "_mm")) * kMillimetre, kMicrometre);
    }
    EXPECT_NEAR((l[0] - l[1] + l[2] - l[3]) / 4 / kMillimetre, number(row, "warp_(L1-L2+L3-L4)/4_mm"), 1e-6);
    // These lengths are consistent, so the fit finds them exactly: what the formula above calls warp is none.
    const Forward back = forward(machine, extensions(machine, pose));
    ASSERT_TRUE(back.ok());
    EXPECT_LT(back.warp, 1e-11);
    EXPECT_LT((back.pose.position - pose.position).norm(), kMicrometre);
    EXPECT_LT(angle_between(back.pose.rotation, pose.rotation) / kDegree, kAngle);
  }
}

TEST(Tables, TwoLegs) {
  const Machine machine = two_legs();
  EXPECT_NEAR(machine.heights.neutral.position.z(), 0.6496706, 1e-12);
  for (const Row& row : table("dof2_ik.csv")) {
    const Pose pose =
        absolute_pose(machine, 0, 0, 649.6706, number(row, "pitch_deg"), number(row, "roll_deg"), 0);
    const LegLengths length = lengths(machine, pose);
    EXPECT_NEAR(leg(length, 1), number(row, "L1_mm") * kMillimetre, kMicrometre);
    EXPECT_NEAR(leg(length, 2), number(row, "L2_mm") * kMillimetre, kMicrometre);
  }
}

/// Angular velocity and acceleration from the rates of pitch, roll, yaw (R = Rz·Ry·Rx).
void set_angle_rates(Motion& motion, const Vec3& angles, const Vec3& rate, const Vec3& acceleration) {
  const Quat yaw = rotation_from_angles(Vec3{0, 0, angles.z()}, RotationOrder::zyx);
  const Quat yaw_roll = rotation_from_angles(Vec3{0, angles.y(), angles.z()}, RotationOrder::zyx);
  const Vec3 pitch_axis = yaw_roll * Vec3::UnitX();
  const Vec3 roll_axis = yaw * Vec3::UnitY();
  const Vec3 yaw_axis = Vec3::UnitZ();
  const Vec3 carrier = rate.z() * yaw_axis + rate.y() * roll_axis;
  motion.velocity.angular = rate.x() * pitch_axis + carrier;
  motion.acceleration.angular = acceleration.x() * pitch_axis + acceleration.y() * roll_axis +
                                acceleration.z() * yaw_axis + rate.x() * carrier.cross(pitch_axis) +
                                rate.y() * rate.z() * yaw_axis.cross(roll_axis);
}

TEST(Tables, ActuatorTableOfFiveLoadCases) {
  Machine machine = allcontroller_1200();
  const Row load = table("inverse_dynamics_params.csv").front();
  ASSERT_EQ(load.at("parameter_set"), "seed");
  ASSERT_EQ(number(load, "g"), kGravity);
  machine.payload = {number(load, "m_kg"),
                     Vec3{number(load, "cx_m"), number(load, "cy_m"), number(load, "cz_m")},
                     Vec3{number(load, "Ixx_com"), number(load, "Iyy_com"), number(load, "Izz_com")}};
  machine.leg_mass = {
      number(load, "m1_kg"), number(load, "c1_m_from_base_joint"),     number(load, "I1_perp_com"),
      number(load, "m2_kg"), number(load, "c2_m_from_platform_joint"), number(load, "I2_perp_com")};
  const std::map<std::string, std::string> pose_id{{"seed002_static_mid", "neutral_540p4"},
                                                   {"seed002_static_pitch10", "pitch_p10"},
                                                   {"seed002_static_combo", "combo1"},
                                                   {"seed002_heave_acc1", "neutral_540p4"},
                                                   {"seed002_moving", "combo1"}};
  const std::map<std::string, Row> poses = poses_by_id();
  std::map<std::string, std::vector<Row>> cases;
  for (const Row& row : table("actuator_table.csv")) cases[row.at("case")].push_back(row);
  ASSERT_EQ(cases.size(), 5u);
  for (const auto& [name, rows] : cases) {
    SCOPED_TRACE(name);
    ASSERT_EQ(rows.size(), 6u);
    const Pose pose = pose_of(machine, poses.at(pose_id.at(name)));
    Motion motion{pose, {}, {}};
    if (name == "seed002_heave_acc1") motion.acceleration.linear = {0, 0, 1};
    if (name == "seed002_moving") {
      motion.velocity.linear = {0.1, -0.2, 0.05};
      motion.acceleration.linear = {0.5, 1.0, -0.8};
      set_angle_rates(motion, Vec3{5, -4, 3} * kDegree, Vec3{10, -8, 12} * kDegree,
                      Vec3{30, -40, 25} * kDegree);
    }
    const LegRates rates = leg_rates(machine, motion);
    const LegGeometry legs = leg_geometry(machine, pose);
    const LegForces massless = leg_forces(machine, motion, LegInertia::massless);
    const LegForces massive = leg_forces(machine, motion, LegInertia::massive);
    const MotorLoad motor = motor_load(machine.drive, massive, rates.velocity, rates.acceleration);
    for (int i = 0; i < 6; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Row& row = rows[k];
      EXPECT_NEAR(legs.length[i], number(row, "length_mm") * kMillimetre, kMicrometre);
      EXPECT_NEAR(rates.extension[i], number(row, "extension_mm") * kMillimetre, kMicrometre);
      EXPECT_NEAR(rates.velocity[i], number(row, "velocity_mm_s") * kMillimetre, kMicrometre);
      EXPECT_NEAR(rates.acceleration[i], number(row, "acc_mm_s2") * kMillimetre, kMicrometre);
      EXPECT_NEAR(legs.base_angle[i] / kDegree, number(row, "base_angle_deg"), kAngle);
      EXPECT_NEAR(legs.platform_angle[i] / kDegree, number(row, "platform_angle_deg"), kAngle);
      const Vec3 joint{number(row, "plat_joint_x_mm"), number(row, "plat_joint_y_mm"),
                       number(row, "plat_joint_z_mm")};
      EXPECT_LT((legs.joint[k] - joint * kMillimetre).norm(), kMicrometre);
      const double light = number(row, "force_massless_legs_kN") * kKilonewton;
      const double heavy = number(row, "force_with_legs_kN") * kKilonewton;
      EXPECT_NEAR(massless[i], light, 1e-6 * std::abs(light));
      EXPECT_NEAR(massive[i], heavy, 1e-6 * std::abs(heavy));
      EXPECT_NEAR(motor.torque[i], number(row, "motor_torque_Nm_eta1"), 1e-6 * motor.torque[i]);
      EXPECT_NEAR(motor.speed[i] / kRevolution * 60, number(row, "motor_rpm"), 1e-5);
    }
  }
}

}  // namespace
}  // namespace hexad::kinematics::testing
