#pragma once
// Six axis values and the convention that gives them a meaning. Everything that is said axis by axis
// (targets, speeds, sines, formulas, limit codes) is AxisValues in some protocol's own order and frame; only
// AxisConvention turns them into a Pose and back.

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/pose.hpp"

namespace hexad::inline model {

inline constexpr std::size_t kAxes = 6;

/// The axes inside: translations along, then rotations about, X Y Z.
enum class Axis : std::uint8_t { sway, surge, heave, pitch, roll, yaw };

constexpr bool is_rotation(Axis axis) noexcept { return axis >= Axis::pitch; }

/// SI (metres, radians, or their rates), in the order and with the signs of a convention.
using AxisValues = std::array<double, kAxes>;

/// The matrix product, left to right: zyx means R = Rz·Ry·Rx (rotate about fixed X, then Y, then Z).
enum class RotationOrder : std::uint8_t { zyx, zxy, yzx, yxz, xyz, xzy };

enum class ZeroReference : std::uint8_t { neutral, bottom };

struct AxisConvention {
  std::array<Axis, kAxes> axis;    ///< which inside axis the i-th value means
  std::array<double, kAxes> sign;  ///< +1 or -1, the i-th value's
  RotationOrder order = RotationOrder::zyx;
  ZeroReference zero = ZeroReference::neutral;

  /// `neutral_above_bottom`: height of neutral over the origin, for conventions that count from the bottom.
  Pose to_pose(const AxisValues& values, double neutral_above_bottom) const noexcept;
  AxisValues from_pose(const Pose& pose, double neutral_above_bottom) const noexcept;

  /// Values permuted and signed into inside order (x y z rx ry rz); no zero shift, for rates and amplitudes.
  AxisValues to_inside(const AxisValues& values) const noexcept;
  AxisValues from_inside(const AxisValues& values) const noexcept;

  /// The place of an inside axis in this convention's order.
  std::size_t place_of(Axis axis) const noexcept;
};

/// Rotation from the angles about X, Y, Z in the given order, and back (Y-like middle angle within ±90°).
Quat rotation_from_angles(const Vec3& angles, RotationOrder order) noexcept;
Vec3 angles_from_rotation(const Quat& rotation, RotationOrder order) noexcept;

/// mdof, the command line and the console: X Y Z RX RY RZ from neutral.
inline constexpr AxisConvention kXyzConvention{
    {Axis::sway, Axis::surge, Axis::heave, Axis::pitch, Axis::roll, Axis::yaw}, {1, 1, 1, 1, 1, 1}};

/// csfi tool, motus, darren: pitch roll yaw sway surge heave from neutral.
inline constexpr AxisConvention kPitchFirstConvention{
    {Axis::pitch, Axis::roll, Axis::yaw, Axis::sway, Axis::surge, Axis::heave}, {1, 1, 1, 1, 1, 1}};

/// lingjing: roll pitch yaw X Y Z, left-handed (X forward, Y right), Z from the bottom.
inline constexpr AxisConvention kLingjingConvention{
    {Axis::roll, Axis::pitch, Axis::yaw, Axis::surge, Axis::sway, Axis::heave},
    {-1, -1, -1, 1, 1, 1},
    RotationOrder::zxy,
    ZeroReference::bottom};

}  // namespace hexad::inline model
