#pragma once
// Codemasters' games (F1, DiRT) say where the car looks and where its right side is, in a world that is
// right-handed with Y up: forward × right points down. Their forces are accelerations in g, to the left,
// forward and up, without gravity.

#include "base/units.hpp"
#include "base/vec.hpp"

namespace hexad::protocols::ego {

/// Of the game's world into one with Z up.
inline Vec3 turned_up(const Vec3& v) noexcept { return {v.x(), -v.z(), v.y()}; }
inline Vec3 turned_back(const Vec3& v) noexcept { return {v.x(), v.z(), -v.y()}; }

/// Two directions span an attitude: long enough, and not the same.
inline bool span_an_attitude(const Vec3& forward, const Vec3& right) noexcept {
  return !(forward.cross(right).norm() < 0.5);  // what is no number goes on, and is found later
}

inline Quat attitude_of(const Vec3& forward, const Vec3& right) noexcept {
  Mat3 axes;
  axes.col(1) = turned_up(forward).normalized();
  const Vec3 side = turned_up(right);
  axes.col(0) = (side - axes.col(1) * axes.col(1).dot(side)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return Quat{axes};
}

/// Lateral, longitudinal, vertical, in g.
inline Vec3 acceleration_of(double lateral, double longitudinal, double vertical) noexcept {
  return kGravity * Vec3{-lateral, longitudinal, vertical};
}

}  // namespace hexad::protocols::ego
