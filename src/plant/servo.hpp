#pragma once
// The motors, screws and legs of the machine with their position loops; see servo.cpp for the equations.

#include "model/machine.hpp"
#include "plant/load.hpp"
#include "plant/settings.hpp"

namespace hexad::plant {

/// Numbers of one drive, all seen at the leg: metres and newtons instead of turns and newton metres.
struct Gear {
  double per_metre = 0.0;  ///< motor radians a metre of leg
  double force = 0.0;      ///< N at the leg a Nm at the motor, efficiency included
  double rotor = 0.0;      ///< mass of the rotor at the leg, kg
  double rated_torque = 0.0;
  double peak_torque = 0.0;
  double top_speed = 0.0;  ///< of the leg
};
Gear gear_of(const Machine& machine, const Settings& settings) noexcept;

/// What each leg is told for this tick. `x, v, a` are for the end of the tick.
struct LegOrders {
  Extensions x = Extensions::Zero();
  LegSpeeds v = LegSpeeds::Zero();
  LegAccelerations a = LegAccelerations::Zero();
  MotorTorques lowest_torque = MotorTorques::Zero();
  MotorTorques highest_torque = MotorTorques::Zero();
  std::uint8_t powered = 0;  ///< bit a leg: the motor works
  std::uint8_t held = 0;     ///< bit a leg: the brake is on
  std::uint8_t jammed = 0;   ///< bit a leg: does not move whatever the motor does
  double speed_share = 1.0;  ///< of top speed, what the bus allows
};

class Servo {
 public:
  Servo(const Machine& machine, const Settings& settings, const Extensions& extension) noexcept;

  void advance(const LegOrders& orders, double dt) noexcept;
  /// Ideal fidelity: the legs are put where the orders say, the torque is what it takes.
  void place(const LegOrders& orders) noexcept;
  /// The motor takes over the load it is about to carry, before the brake lets go.
  void preload(std::size_t leg) noexcept;
  void relax(std::size_t leg) noexcept;

  const Gear& gear() const noexcept { return gear_; }
  const Load& load() const noexcept { return load_; }
  const Extensions& extension() const noexcept { return x_; }
  const LegSpeeds& velocity() const noexcept { return v_; }
  const MotorTorques& torque() const noexcept { return torque_; }

 private:
  struct Gains {
    double velocity = 0.0;  ///< N/(m/s)
    double position = 0.0;  ///< 1/s
    double integral = 0.0;  ///< N/(m·s)
    double mass = 0.0;      ///< kg, of the acceleration feed-forward
  };
  using Row = Eigen::Array<double, 6, 1>;
  bool held_still(const LegOrders& orders) const noexcept;
  void substep(const LegOrders& orders, const Vec6& powered, bool near_stop, double left, double h) noexcept;
  Row friction_at(const Row& v) const noexcept;
  LegForces stop_force() const noexcept;
  void hold(const LegOrders& orders, LegForces& net, LegAccelerations& acceleration, double h) const noexcept;

  Gear gear_;
  double stroke_;
  Vec6 exists_ = Vec6::Zero();  ///< 1 for the legs there are
  double heaviest_;             ///< mass of the slowest mode, kg
  Load load_;
  Gains gains_;
  double torque_per_force_ = 0.0;
  Vec6 coulomb_ = Vec6::Zero();
  Vec6 coulomb_slope_ = Vec6::Zero();
  double viscous_ = 0.0;
  double stop_stiffness_ = 0.0;
  double stop_damping_ = 0.0;
  double brake_ = 0.0;
  Extensions x_;
  LegSpeeds v_ = LegSpeeds::Zero();
  MotorTorques torque_ = MotorTorques::Zero();
  LegForces integral_ = LegForces::Zero();
};

}  // namespace hexad::plant
