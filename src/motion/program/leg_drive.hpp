#pragma once
// Legs moved as legs, gently: seeking the bottom, raising and lowering, single legs by hand. The pose follows
// from the legs here, not the other way round. Each leg keeps its velocity, acceleration and jerk limits
// exactly.

#include <array>

#include "kinematics/inverse.hpp"
#include "motion/trajectory/jerk_profile.hpp"

namespace hexad::motion {

/// Every leg towards a velocity of its own.
class LegDrive {
 public:
  void start(const kinematics::LegRates& from, std::size_t legs, const Rates& limits) noexcept;
  void set_velocity(std::size_t leg, double velocity) noexcept {
    wanted_[static_cast<Eigen::Index>(leg)] = velocity;
  }
  void stop() noexcept { wanted_.setZero(); }
  void advance(double dt) noexcept;

  const kinematics::LegRates& legs() const noexcept { return legs_; }
  bool standing() const noexcept;
  /// Where the leg would come to rest.
  double stop_position_of(std::size_t leg) const noexcept;

 private:
  AxisState state_of(std::size_t leg) const noexcept;

  kinematics::LegRates legs_;
  LegSpeeds wanted_ = LegSpeeds::Zero();
  Rates limits_;
  std::size_t count_ = 0;
};

/// All legs together from where they stand to given extensions, on one time law: a level platform stays
/// level.
class LegLift {
 public:
  void start(const Extensions& from, const Extensions& to, const Rates& limits) noexcept;
  void advance(double dt) noexcept;
  bool finished() const noexcept { return time_ >= profile_.duration(); }
  double progress() const noexcept;
  const kinematics::LegRates& legs() const noexcept { return legs_; }

 private:
  void evaluate() noexcept;

  Extensions from_ = Extensions::Zero();
  Extensions way_ = Extensions::Zero();
  JerkProfile profile_;
  double time_ = 0.0;
  kinematics::LegRates legs_;
};

}  // namespace hexad::motion
