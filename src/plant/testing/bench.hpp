#pragma once
// For the tests of this folder: the default platform, and drives that are stepped with one line.

#include <cstdlib>
#include <functional>

#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::plant {

inline Machine standard_400_before_derive() {
  Machine m;
  m.name = "standard-400";
  kinematics::joints_from_circles({1.2, kinematics::pair_angle_from_distance(1.2, 0.1)},
                                  {0.9, kinematics::pair_angle_from_distance(0.9, 0.1)}, m.geometry);
  m.geometry.retracted.setConstant(0.8);
  m.geometry.stroke = 0.4;
  m.drive.screw_lead = 0.01;
  m.drive.motor_speed = 3000.0 * kRevolution * kPerMinute;
  m.drive.motor_torque = 2.4;
  m.drive.peak_torque = 7.2;
  m.drive.torque_constant = 0.6;
  m.drive.rotor_inertia = 2e-4;
  m.drive.bus_voltage = 310.0;
  m.drive.friction = 60.0;
  m.payload.mass = 500.0;
  m.payload.centre = Vec3{0.0, 0.0, 0.3};
  m.limits.translation = {0.4, 4.0, 50.0};
  m.limits.rotation = {40.0 * kDegree, 250.0 * kDegree, 3000.0 * kDegree};
  m.limits.leg = {0.5, 6.0, 80.0};
  m.limits.joint_angle = 60.0 * kDegree;
  m.limits.rotation_angle = 60.0 * kDegree;
  m.limits.stroke_margin = 1e-3;
  m.limits.singular_margin = 0.1;
  m.rotary = Rotary{20.0, 125.0, 25.0, 3000.0 * kRevolution * kPerMinute};
  return m;
}

inline Machine derived(const Machine& machine) {
  auto made = kinematics::derive(machine);
  if (!made) std::abort();
  return *made;
}
inline Machine standard_400() { return derived(standard_400_before_derive()); }

inline Settings neutral_settings() {
  Settings settings;
  settings.initial = Initial::neutral;
  return settings;
}

struct Bench {
  Machine machine;
  SimulatedDrives drives;
  Setpoint setpoint;
  TimePoint now{};
  Duration dt = std::chrono::milliseconds{1};

  explicit Bench(const Settings& settings = neutral_settings(), const Machine& truth = standard_400())
      : machine{truth}, drives{machine, settings} {
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      setpoint.extension[static_cast<Eigen::Index>(i)] = drives.feedback().legs[i].extension;
    }
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  const Feedback& tick() {
    const Feedback& feedback = drives.exchange(setpoint, now, dt);
    now += dt;
    return feedback;
  }
  const Feedback& coast() {
    const Feedback& feedback = drives.coast(now, dt);
    now += dt;
    return feedback;
  }
  void run(double seconds, const std::function<void(double)>& each = nullptr) {
    const auto ticks = from_seconds(seconds) / dt;
    for (std::int64_t i = 1; i <= ticks; ++i) {
      if (each) each(static_cast<double>(i) * to_seconds(dt));
      tick();
    }
  }
  void enable() {
    setpoint.enable = true;
    run(0.2);
  }
  /// What goes to the drives for a motion of the believed machine.
  void command(const Machine& believed, const Motion& motion) {
    const kinematics::LegRates rates = kinematics::leg_rates(believed, motion);
    setpoint.extension = rates.extension;
    setpoint.velocity = rates.velocity;
    setpoint.acceleration = rates.acceleration;
  }
  Extensions measured() const {
    Extensions legs;
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      legs[static_cast<Eigen::Index>(i)] = drives.feedback().legs[i].extension;
    }
    return legs;
  }
  double worst_error() const { return (measured() - setpoint.extension).cwiseAbs().maxCoeff(); }
  double torque(std::size_t leg) const { return drives.feedback().legs[leg].torque; }
};

/// A rest-to-rest move along 0…1 with a bounded jerk in between (degree seven), with two derivatives.
struct Blend {
  double s = 0.0, v = 0.0, a = 0.0;
  Blend(double t, double duration) {
    const double u = t <= 0.0 ? 0.0 : t >= duration ? 1.0 : t / duration;
    const double w = u * (1.0 - u);
    s = u * u * u * u * (35.0 + u * (-84.0 + u * (70.0 - 20.0 * u)));
    v = 140.0 * w * w * w / duration;
    a = 420.0 * w * w * (1.0 - 2.0 * u) / (duration * duration);
  }
};

}  // namespace hexad::plant
