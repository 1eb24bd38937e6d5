#pragma once
// One number a leg, of one quantity. Extensions, lengths, speeds, … are different types: what is not of one
// kind neither converts, adds nor compares, and the ways from one to the other have names (Geometry::lengths
// and ::extensions, rate_of, change_over). Underneath each is a Vec6, as large, as fast and with the same
// bits: `values()` lends it to mathematics over all legs, and only an explicit constructor leads back.
// Members are called as Eigen's are. Legs a machine does not have stay zero; `Geometry::legs` says how many
// count.

#include <cstddef>

#include "base/vec.hpp"

namespace hexad::inline model {

inline constexpr std::size_t kMaxLegs = 6;

template <class Quantity>
class LegValues {
 public:
  LegValues() noexcept : values_{Vec6::Zero()} {}
  template <class Derived>
  explicit LegValues(const Eigen::MatrixBase<Derived>& values) noexcept : values_{values} {}

  static LegValues Zero() noexcept { return {}; }
  static LegValues Constant(double value, std::size_t legs = kMaxLegs) noexcept {
    LegValues all;
    all.values_.head(static_cast<Eigen::Index>(legs)).setConstant(value);
    return all;
  }

  const Vec6& values() const noexcept { return values_; }
  double operator[](Eigen::Index leg) const noexcept { return values_[leg]; }
  double& operator[](Eigen::Index leg) noexcept { return values_[leg]; }
  auto begin() const noexcept { return values_.begin(); }
  auto end() const noexcept { return values_.end(); }
  auto begin() noexcept { return values_.begin(); }
  auto end() noexcept { return values_.end(); }
  static constexpr Eigen::Index size() noexcept { return kMaxLegs; }

  auto head(Eigen::Index legs) const noexcept { return values_.head(legs); }
  auto array() const noexcept { return values_.array(); }
  bool allFinite() const noexcept { return values_.allFinite(); }
  double minCoeff() const noexcept { return values_.minCoeff(); }
  double maxCoeff() const noexcept { return values_.maxCoeff(); }
  double sum() const noexcept { return values_.sum(); }
  double norm() const noexcept { return values_.norm(); }
  LegValues cwiseAbs() const noexcept { return LegValues{values_.cwiseAbs()}; }
  LegValues cwiseMin(const LegValues& other) const noexcept {
    return LegValues{values_.cwiseMin(other.values_)};
  }
  LegValues cwiseMax(const LegValues& other) const noexcept {
    return LegValues{values_.cwiseMax(other.values_)};
  }
  /// The first `legs` of them within bounds.
  LegValues clamped(double low, double high, std::size_t legs) const noexcept {
    LegValues result = *this;
    const auto count = static_cast<Eigen::Index>(legs);
    result.values_.head(count) = values_.head(count).cwiseMax(low).cwiseMin(high);
    return result;
  }
  void setZero() noexcept { values_.setZero(); }
  void setConstant(double value) noexcept { values_.setConstant(value); }

  LegValues& operator+=(const LegValues& other) noexcept { return values_ += other.values_, *this; }
  LegValues& operator-=(const LegValues& other) noexcept { return values_ -= other.values_, *this; }
  LegValues& operator*=(double factor) noexcept { return values_ *= factor, *this; }
  LegValues operator-() const noexcept { return LegValues{-values_}; }
  friend LegValues operator+(const LegValues& a, const LegValues& b) noexcept {
    return LegValues{a.values_ + b.values_};
  }
  friend LegValues operator-(const LegValues& a, const LegValues& b) noexcept {
    return LegValues{a.values_ - b.values_};
  }
  friend LegValues operator*(const LegValues& a, double factor) noexcept {
    return LegValues{a.values_ * factor};
  }
  friend LegValues operator*(double factor, const LegValues& a) noexcept {
    return LegValues{factor * a.values_};
  }
  friend LegValues operator/(const LegValues& a, double divisor) noexcept {
    return LegValues{a.values_ / divisor};
  }
  friend bool operator==(const LegValues& a, const LegValues& b) noexcept { return a.values_ == b.values_; }

 private:
  Vec6 values_;
};

namespace quantity {
struct Length {};
struct Extension {
  using Rate = struct Speed;
};
struct Speed {
  using Rate = struct Acceleration;
  using Change = Extension;
};
struct Acceleration {
  using Rate = struct Jerk;
  using Change = Speed;
};
struct Jerk {
  using Change = Acceleration;
};
struct Angle {};
struct Force {};
struct Torque {};
struct MotorSpeed {};
}  // namespace quantity

using Extensions = LegValues<quantity::Extension>;  ///< from retracted, m
using LegLengths = LegValues<quantity::Length>;     ///< joint to joint, m
using LegSpeeds = LegValues<quantity::Speed>;       ///< m/s
using LegAccelerations = LegValues<quantity::Acceleration>;
using LegJerks = LegValues<quantity::Jerk>;
using LegAngles = LegValues<quantity::Angle>;         ///< rad
using LegForces = LegValues<quantity::Force>;         ///< along the leg, N; positive pushes the platform away
using MotorTorques = LegValues<quantity::Torque>;     ///< Nm
using MotorSpeeds = LegValues<quantity::MotorSpeed>;  ///< rad/s

/// The mean rate of a change that takes this many seconds, and the change a rate makes in them.
template <class Quantity>
LegValues<typename Quantity::Rate> rate_of(const LegValues<Quantity>& change, double seconds) noexcept {
  return LegValues<typename Quantity::Rate>{change.values() / seconds};
}
template <class Quantity>
LegValues<typename Quantity::Change> change_over(const LegValues<Quantity>& rate, double seconds) noexcept {
  return LegValues<typename Quantity::Change>{rate.values() * seconds};
}

}  // namespace hexad::inline model
