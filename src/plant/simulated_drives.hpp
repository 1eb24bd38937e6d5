#pragma once
// A DrivePort that needs no hardware: the drives, the legs and the platform on them.
//
// The drives know nothing of poses. They move legs, each in its own coordinate (extension from the drive's
// own zero), and carry the load of the machine as it truly is; whether that is the machine the core believes
// in, the feedback does not tell. What the platform really does is true_pose().
//
// Time: a setpoint says where the legs shall be at the end of the tick it is handed over in; the feedback
// that comes back is sampled then (now + dt).
//
// A drive works while `enable` is on and nothing speaks against it (error, injection, emergency chain,
// power). One that has dropped out stays out until `enable` falls and rises again or `reset` comes: nothing
// moves because a fault went away. It starts at rest where the leg is, whatever the setpoint says
// (reference.hpp). Switched off, a leg comes to rest within its limits, its brake closes, and then the motor
// lets go; with `off_now`, without power or with an open chain it is stopped and held by its brake alone.
//
// Never allocates, never throws; same calls, same bits. All functions belong to one thread.

#include <array>

#include "model/drives.hpp"
#include "plant/injection.hpp"
#include "plant/random.hpp"
#include "plant/reference.hpp"
#include "plant/servo.hpp"
#include "plant/settings.hpp"

namespace hexad::plant {

class SimulatedDrives final : public DrivePort {
 public:
  /// `truth` is the machine that is really there; derived, and outliving this object or until adopt().
  explicit SimulatedDrives(const Machine& truth, const Settings& settings = {}) noexcept;

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override;
  /// A tick for which no setpoint came.
  const Feedback& coast(TimePoint now, Duration dt) noexcept;

  void inject(Injection kind, std::uint8_t leg, double value) noexcept { injected_.inject(kind, leg, value); }
  void clear(Injection kind, std::uint8_t leg = kAllLegs) noexcept { injected_.clear(kind, leg); }
  void apply(const InjectionOrder& order) noexcept { injected_.apply(order); }
  const Injected& injected() const noexcept { return injected_; }

  void set_inputs(std::uint8_t inputs) noexcept { inputs_ = inputs; }
  /// Brakes::commanded only.
  void command_brakes(bool open) noexcept { brakes_open_ = open; }
  std::uint16_t relays() const noexcept { return relays_; }
  std::uint8_t outputs() const noexcept { return outputs_; }

  /// As they report it.
  const Feedback& feedback() const noexcept { return wiring_.wrong() ? wiring_.last() : feedback_; }
  /// Where the platform really is, by forward kinematics of the true machine. Not for the real-time thread's
  /// every tick; asking changes nothing.
  Pose true_pose() const noexcept;
  const Extensions& true_extension() const noexcept { return servo_.extension(); }
  const Machine& truth() const noexcept { return *truth_; }
  /// Another machine in the place of this one; legs keep their extensions, drives are off.
  void adopt(const Machine& truth) noexcept;

 private:
  struct Leg {
    Reference reference;
    double zero = 0.0;  ///< reported extension = true extension + zero
    double lag = 0.0;   ///< injected
    std::uint32_t error = 0;
    bool on = false;
    bool dropped_out = false;
    bool homed = false;
    double switching = 0.0;  ///< s since it was told to switch on
    double brake = 1.0;      ///< 0 open … 1 closed
    bool brake_closed = true;
  };

  const Feedback& advance(const Setpoint* setpoint, TimePoint now, Duration dt) noexcept;
  void take_zero() noexcept;
  void lose_zero() noexcept;
  void restart() noexcept;
  void latch_errors(bool reset) noexcept;
  void switch_legs(bool enable, bool off_now, double dt) noexcept;
  void move_brake(Leg& leg, bool open, double dt) const noexcept;
  bool is_held(std::size_t leg) const noexcept;
  void home(std::size_t leg, double dt) noexcept;
  void move_references(const Setpoint* setpoint, double dt) noexcept;
  LegOrders orders(double dt) noexcept;
  void turn_rotary(const Setpoint* setpoint, double dt) noexcept;
  void set_switched_outputs(const Setpoint* setpoint) noexcept;
  void report(TimePoint now) noexcept;
  void report_leg(std::size_t leg) noexcept;

  const Machine* truth_;
  Settings settings_;
  ReferenceLimits limits_;
  Servo servo_;
  Random random_;
  Wiring wiring_;
  Injected injected_;
  std::array<Leg, kMaxLegs> legs_{};
  Feedback feedback_;
  int missing_ = 0;  ///< setpoints, in a row
  MotorTorques torque_limit_ = MotorTorques::Zero();
  bool enable_ = false;
  bool off_now_ = false;
  bool brakes_open_ = false;
  bool seeking_ = false;
  bool powered_ = true;
  double rotary_ = 0.0;
  std::uint16_t relays_ = 0;
  std::uint8_t outputs_ = 0;
  std::uint8_t inputs_ = 0;
};

}  // namespace hexad::plant
