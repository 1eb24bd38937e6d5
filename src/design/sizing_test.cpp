// Motors against numbers worked out by hand and by other ways: closed forms of a sine on upright legs, the
// energy balance of the bus, screws of a catalogue.

#include "design/sizing.hpp"

#include <gtest/gtest.h>

#include "design/sized_motion.hpp"
#include "design/stiffness.hpp"
#include "design/testing/presets.hpp"
#include "kinematics/dynamics.hpp"
#include "messages/print.hpp"
#include "text/shown.hpp"

namespace hexad::design {
namespace {

using namespace testing;

constexpr const char* kMotors = R"(
[motor.small]
power = 100
rated_rpm = 3000
continuous = [[0, 0.4], [3000, 0.3]]
peak = [[0, 1.2], [2000, 1.2], [3000, 0.6]]
rotor_inertia = 1e-5
brake_torque = 0.5
brake_inertia = 1e-6
[motor.large]
like = "small"
power = 900
continuous = [[0, 4], [3000, 3]]
peak = [[0, 12], [3000, 12]]
brake_torque = 9
)";

Catalogue two_motors() {
  Catalogue catalogue;
  read_motors(kMotors, "two.toml", catalogue);
  EXPECT_TRUE(catalogue.problems.empty());
  return catalogue;
}

SizingSettings plain() {
  SizingSettings settings;
  settings.reserve = 0.0;
  settings.screw.inertia = 1e-12;  // all but nothing
  settings.brake = false;
  return settings;
}

/// Four upright legs, nothing rubbing, no leg masses: each carries a quarter, in everything.
Machine quarter_machine() {
  Machine machine = preset("rectangle-4");
  machine.leg_mass = {};
  machine.payload.centre = Vec3{0, 0, 0};
  machine.drive.friction = 0.0;
  machine.drive.efficiency = 1.0;
  return machine;
}

TEST(Motor, CurvesAreStraightBetweenPointsAndEndAtTheLast) {
  const Catalogue catalogue = two_motors();
  const Motor& motor = *catalogue.find("small");
  EXPECT_DOUBLE_EQ(torque_at(motor.continuous, 1500 * kRpm), 0.35);
  EXPECT_DOUBLE_EQ(torque_at(motor.peak, 2500 * kRpm), 0.9);
  EXPECT_DOUBLE_EQ(torque_at(motor.peak, 3000 * kRpm), 0.6);
  EXPECT_EQ(torque_at(motor.peak, 3001 * kRpm), 0.0);
  EXPECT_DOUBLE_EQ(motor.rated_torque(), 0.3);
  EXPECT_DOUBLE_EQ(motor.most_speed(), 3000 * kRpm);
}

TEST(Motor, WhatIsWrongInACatalogueIsSaidWithItsLine) {
  const auto problem = [](const std::string& text) {
    Catalogue catalogue;
    read_motors(text, "mine.toml", catalogue);
    EXPECT_TRUE(catalogue.motors.empty()) << text;
    return catalogue.problems.empty() ? std::string{} : in_words(catalogue.problems.front());
  };
  EXPECT_NE(
      problem("[motor.a]\npower = -5\n").find("mine.toml:2:1: error: motor.a.power: is no number from 0 up"),
      std::string::npos);
  EXPECT_NE(problem("[motor.a]\npowr = 5\n").find("did you mean power?"), std::string::npos);
  EXPECT_NE(problem("[motor.a]\npower = 5\npeak = [[0, 1], [0, 2]]\n").find("rise from 0"),
            std::string::npos);
  EXPECT_NE(problem("[motor.a]\nlike = \"b\"\n").find("names no motor"), std::string::npos);
  EXPECT_NE(problem("[motor.a]\npower = 5\n").find("without power, continuous or peak"), std::string::npos);
  EXPECT_NE(problem("power = 5\n").find("outside a section"), std::string::npos);
}

TEST(Motor, TheCatalogueThatComesAlongIsSoundAndRises) {
  const Catalogue catalogue = load_catalogue();
  EXPECT_TRUE(catalogue.problems.empty());
  EXPECT_GE(catalogue.motors.size(), 20u);
  double power = 0.0;
  for (const Motor& motor : catalogue.motors) {
    EXPECT_GE(motor.power, power);
    power = motor.power;
    // Rated power is rated torque at rated speed, as far as rounding goes.
    EXPECT_NEAR(motor.rated_torque() * motor.rated_speed, motor.power, 0.08 * motor.power) << motor.name;
    EXPECT_GT(motor.peak_torque(), 2.0 * motor.rated_torque()) << motor.name;
    EXPECT_TRUE(motor.typical) << motor.name << ": values of a data sheet need their source";
  }
}

TEST(Sizing, OfAHeaveSineOnUprightLegsIsTheTextbookFormula) {
  const Machine machine = quarter_machine();
  const Catalogue catalogue = two_motors();
  const Motor& motor = *catalogue.find("large");
  const double amplitude = 0.04, hertz = 0.5, omega = kRevolution * hertz;
  const LegSeries series =
      SizedMotion{verification::AxisSine{2, amplitude / kMillimetre, hertz}}.series(machine);
  const Sizing sizing = size_drives(machine, series, {&motor}, plain());
  const double turns = kRevolution * machine.drive.belt_ratio / machine.drive.screw_lead;
  const double mass = machine.payload.mass / 4.0;
  const double still = mass * kGravity / turns;
  const double swing = amplitude * omega * omega * (mass / turns + motor.rotor_inertia * turns);
  const MotorSizing& one = sizing.motors.front();
  EXPECT_NEAR(one.rms_torque, std::sqrt(still * still + 0.5 * swing * swing), 1e-3 * still);
  EXPECT_NEAR(one.most_speed, amplitude * omega * turns, 1e-3 * one.most_speed);
  EXPECT_NEAR(one.rms_speed, amplitude * omega * turns / std::sqrt(2.0), 1e-3 * one.rms_speed);
  EXPECT_NEAR(one.peak_torque, still + swing, 1e-3 * still) << "lowest point: heaviest, and standing";
  EXPECT_NEAR(one.holding, still, 1e-6);
  EXPECT_NEAR(sizing.legs[0].travel, 4.0 * amplitude, 1e-3 * amplitude);
  EXPECT_NEAR(sizing.legs[0].most_speed, amplitude * omega, 1e-3 * amplitude * omega);
  EXPECT_NEAR(one.inertia_ratio, leg_masses(machine, Pose{})[0] / (turns * turns) / motor.rotor_inertia,
              1e-3);
  EXPECT_NEAR(one.thermal(), std::pow(one.rms_torque / one.continuous, 2), 1e-12);
}

TEST(Sizing, TheSmallestThatPassesIsNamedAndOthersSayWhyNot) {
  const Machine machine = quarter_machine();
  const Catalogue catalogue = two_motors();
  const std::vector<const Motor*> both{catalogue.find("small"), catalogue.find("large")};
  const auto sized = [&](double amplitude, double hertz, SizingSettings settings) {
    return size_drives(machine, SizedMotion{verification::AxisSine{2, amplitude, hertz}}.series(machine),
                       both, settings);
  };
  const Sizing heavy = sized(20, 0.5, plain());
  EXPECT_EQ(heavy.smallest, both[1]);
  ASSERT_FALSE(heavy.motors[0].reasons.empty());
  EXPECT_NE(messages::english(heavy.motors[0].reasons[0]).find("rms torque"), std::string::npos);
  EXPECT_EQ(messages::english(verdict_of(heavy, {}, {})), "the smallest motor that passes is large");
  const double rpm = sized(20, 0.5, plain()).motors[1].most_speed / kRpm;
  const Sizing fast = sized(20, 0.5 * 3001 / rpm, plain());
  EXPECT_EQ(fast.smallest, nullptr) << "faster than the curve goes";
  EXPECT_NE(messages::english(fast.motors[1].reasons[0]).find("turns at"), std::string::npos);
}

TEST(Sizing, TheReserveIsKeptFree) {
  const Machine machine = quarter_machine();
  const LegSeries series = SizedMotion{verification::AxisSine{2, 20, 0.5}}.series(machine);
  Motor motor = *two_motors().find("large");
  const double rms = size_drives(machine, series, {&motor}, plain()).motors[0].rms_torque;
  motor.continuous = {{0.0, 1.02 * rms}, {9000 * kRpm, 1.02 * rms}};
  motor.peak = {{0.0, 99.0}, {9000 * kRpm, 99.0}};
  SizingSettings settings = plain();
  settings.reserve = 0.01;
  EXPECT_EQ(size_drives(machine, series, {&motor}, settings).smallest, &motor);
  settings.reserve = 0.03;
  EXPECT_EQ(size_drives(machine, series, {&motor}, settings).smallest, nullptr);
}

TEST(Sizing, ABrakeThatDoesNotHoldFails) {
  Machine machine = quarter_machine();
  Catalogue catalogue = two_motors();
  const Motor large = *catalogue.find("large");
  Motor weak = large;
  weak.brake_torque =
      0.9 *
      size_drives(machine, SizedMotion{verification::AxisSine{2, 10, 0.2}}.series(machine), {&large}, plain())
          .motors[0]
          .holding;
  SizingSettings settings = plain();
  settings.brake = true;
  const Sizing sizing = size_drives(machine, SizedMotion{verification::AxisSine{2, 10, 0.2}}.series(machine),
                                    {&weak}, settings);
  ASSERT_EQ(sizing.motors[0].reasons.size(), 1u);
  EXPECT_NE(messages::english(sizing.motors[0].reasons[0]).find("brake"), std::string::npos);
  // One that has none holds nothing.
  weak.brake_torque = 0.0;
  const LegSeries series = SizedMotion{verification::AxisSine{2, 10, 0.2}}.series(machine);
  EXPECT_EQ(size_drives(machine, series, {&weak}, settings).smallest, nullptr);
  settings.brake = false;
  EXPECT_EQ(size_drives(machine, series, {&weak}, settings).smallest, &weak);
}

TEST(Sizing, PeakIsLookedForAtTheSpeedItHappensAt) {
  // At the middle of a sine a leg is fastest and pulls nothing but its weight: the curve's drooping end
  // decides.
  const Machine machine = quarter_machine();
  Catalogue catalogue;
  read_motors(
      "[motor.droops]\npower = 9\ncontinuous = [[0, 9], [3000, 9]]\npeak = [[0, 9], [500, 9], [3000, 0.5]]\n"
      "rotor_inertia = 1e-5\n",
      "x", catalogue);
  ASSERT_EQ(catalogue.motors.size(), 1u);
  const double turns = kRevolution * machine.drive.belt_ratio / machine.drive.screw_lead;
  const double hertz = 0.1, amplitude = 2800 * kRpm / turns / (kRevolution * hertz);
  LegSeries series = SizedMotion{verification::AxisSine{2, amplitude / kMillimetre, hertz}}.series(machine);
  const Sizing sizing = size_drives(machine, series, {&catalogue.motors[0]}, plain());
  EXPECT_NEAR(sizing.motors[0].peak_speed, 2800 * kRpm, 30 * kRpm);
  EXPECT_LT(sizing.motors[0].peak_allowed, 1.3);
}

TEST(Sizing, MotorLoadsAreTheJudgesOwn) {
  const Machine machine = preset("allcontroller-1200");
  const Catalogue catalogue = load_catalogue();
  const Motor& motor = *catalogue.find("generic-750");
  SizingSettings settings;
  const verification::AxisSine sine{3, 4.0, 0.5};
  const Machine fitted = with_motor(machine, motor, settings);
  const auto points = points_of(machine, SizedMotion{sine}.series(machine), motor, settings);
  const auto rows = verification::sine_rows(fitted, sine);
  double worst = 0.0, rms = 0.0;
  for (std::size_t k = 0; k + 1 < rows.size(); ++k)
    for (std::size_t leg = 0; leg < 6; ++leg) {
      const MotorPoint& point = points[6 * k + leg];
      worst = std::max(worst, std::abs(point.torque - rows[k].load.torque[static_cast<Eigen::Index>(leg)]));
      if (leg == 0) rms += point.torque * point.torque;
    }
  EXPECT_LT(worst, 1e-12);
  const auto report = SizedMotion{sine}.judge(fitted);
  const Sizing sizing = size_drives(machine, SizedMotion{sine}.series(machine), {&motor}, settings);
  EXPECT_NEAR(report.torque_rms.value, sizing.motors[0].rms_torque, 5e-3 * sizing.motors[0].rms_torque);
  EXPECT_NEAR(std::abs(report.torque.value), sizing.motors[0].peak_torque,
              2e-2 * sizing.motors[0].peak_torque);
}

TEST(Regeneration, WhatComesBackIsTheEnergyOfGoingDown) {
  // Slow enough that nothing but the weight counts: a period gives back what it took to lift it.
  const Machine machine = quarter_machine();
  const Catalogue catalogue = two_motors();
  const double amplitude = 0.05;
  const LegSeries series =
      SizedMotion{verification::AxisSine{2, amplitude / kMillimetre, 0.02}}.series(machine);
  const double weight = machine.payload.mass * kGravity;
  SizingSettings settings = plain();
  Regeneration back = regeneration_of(machine, series, catalogue.motors[1], settings);
  EXPECT_NEAR(back.returned, weight * 2.0 * amplitude, 0.01 * weight * amplitude);
  EXPECT_NEAR(back.resistor_energy, back.returned, 0.01 * back.returned);
  EXPECT_NEAR(back.resistor_mean, back.resistor_energy * 0.02, 1e-3 * back.resistor_mean);
  EXPECT_NEAR(back.resistor_peak, weight * amplitude * kRevolution * 0.02, 0.01 * back.resistor_peak);
  EXPECT_NEAR(back.resistance, 380.0 * 380.0 / back.resistor_peak, 1e-9 * back.resistance);
  settings.bus.capacity = 1.5 * weight * 2.0 * amplitude;
  back = regeneration_of(machine, series, catalogue.motors[1], settings);
  EXPECT_EQ(back.resistor_energy, 0.0);
  EXPECT_NEAR(back.stored, weight * 2.0 * amplitude, 0.01 * weight * amplitude);
  settings.bus.capacity = 0.25 * weight * 2.0 * amplitude;
  back = regeneration_of(machine, series, catalogue.motors[1], settings);
  EXPECT_NEAR(back.resistor_energy, 0.75 * weight * 2.0 * amplitude, 0.01 * weight * amplitude);
  // A screw that loses as much as it passes on gives back less.
  Machine rubs = machine;
  rubs.drive.efficiency = 0.5;
  settings.bus.capacity = 0.0;
  EXPECT_NEAR(regeneration_of(rubs, series, catalogue.motors[1], settings).returned,
              0.5 * weight * 2.0 * amplitude, 0.01 * weight * amplitude);
}

TEST(Screw, NumbersAsInACatalogue) {
  // Root 20 mm, 1 m, fixed–supported. By the usual short forms: critical n = f·d/L²·10⁷ with f = 15.1 → 3020
  // rpm; buckling P = m·d⁴/L²·10⁴ with m = 10.0·2 (half taken off already) → 320000·… = 32 kN of 64.
  Screw screw;
  screw.diameter = 0.020;
  screw.length = 1.0;
  screw.ends = ScrewEnds::fixed_supported;
  // The short form has 0.8 in it.
  EXPECT_NEAR(0.8 * critical_speed(screw) / kRpm, 3020, 60);
  EXPECT_NEAR(0.5 * buckling_force(screw), 16.3e3, 0.5e3);
  screw.ends = ScrewEnds::fixed_free;
  EXPECT_NEAR(0.8 * critical_speed(screw) / kRpm, 680, 25);
  screw.ends = ScrewEnds::fixed_fixed;
  EXPECT_NEAR(0.8 * critical_speed(screw) / kRpm, 4380, 100);
  screw.dynamic_load = 20e3;
  EXPECT_DOUBLE_EQ(life_revolutions(screw, 10e3), 8e6);
  EXPECT_NEAR(screw_inertia(screw), 0.5 * kSteelDensity * kPi * 1e-4 * 1.0 * 1e-4, 1e-9);
}

TEST(Screw, LifeTakesTheCubicMeanOverTheWay) {
  const Machine machine = quarter_machine();
  const Catalogue catalogue = two_motors();
  SizingSettings settings = plain();
  settings.screw.dynamic_load = 10e3;
  const double hertz = 0.02, amplitude = 0.05, load = machine.payload.mass * kGravity / 4.0;
  const LegSeries series =
      SizedMotion{verification::AxisSine{2, amplitude / kMillimetre, hertz}}.series(machine);
  const Sizing sizing = size_drives(machine, series, {&catalogue.motors[1]}, settings);
  const double turns = 1e6 * std::pow(10e3 / load, 3);
  const double a_second = 4.0 * amplitude * hertz / machine.drive.screw_lead;
  EXPECT_NEAR(sizing.screw.life_hours, turns / a_second / 3600.0, 0.01 * sizing.screw.life_hours);
  EXPECT_NEAR(sizing.screw.mean_load, load, 1e-2 * load);
  settings.screw.life_hours = sizing.screw.life_hours * 1.1;
  EXPECT_EQ(size_drives(machine, series, {&catalogue.motors[1]}, settings).screw.reasons.size(), 1u);
  settings.screw.length = 3.0;
  settings.screw.diameter = 0.006;
  settings.screw.life_hours = 0.0;
  EXPECT_EQ(size_drives(machine, series, {&catalogue.motors[1]}, settings).screw.reasons.size(), 1u)
      << "it buckles";
}

TEST(SizedMotion, FilesFilmsRoadmapsAndManoeuvresAreMotions) {
  const Machine machine = preset("standard-400");
  const auto film = motion_of_film(machine, "film_sea.txt");
  ASSERT_TRUE(film);
  EXPECT_GT(film->series(machine).duration(), 5.0);
  EXPECT_FALSE(motion_of_film(machine, "../platforms/standard-400.toml"));
  EXPECT_FALSE(motion_of_film(machine, "nothing.txt"));
  const auto roadmap =
      motion_of_roadmap(machine, "t,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0,0,30,0,0,0\n2,0,0,0,0,0,0\n");
  ASSERT_TRUE(roadmap);
  const LegSeries series = roadmap->series(machine);
  EXPECT_NEAR(series.duration(), 2.0, 0.01);
  double highest = 0.0;
  for (const LegMoment& moment : series.moments) highest = std::max(highest, moment.pose.position.z());
  EXPECT_NEAR(highest, 0.03, 1e-6);
  EXPECT_FALSE(motion_of_roadmap(machine, "x,y,z,rx,ry,rz\n0,0,0,0,0,0\n"))
      << "without times there is no load";
  EXPECT_FALSE(shipped_manoeuvre("../motion/film_sea"));
  ASSERT_TRUE(shipped_manoeuvre("step"));
}

}  // namespace
}  // namespace hexad::design
