#pragma once
// What is identified: how far each joint and each leg of a six-legged machine is from where its platform file
// says. 42 numbers, in metres: base joints 1–6 (x y z), platform joints 1–6 (x y z), retracted lengths 1–6.
//
// Tool code of this layer allocates.

#include <Eigen/Core>
#include <cstdint>

#include "base/units.hpp"
#include "messages/message.hpp"
#include "model/machine.hpp"

namespace hexad::identify {

inline constexpr Eigen::Index kParameters = 42;
using Deviation = Eigen::Matrix<double, kParameters, 1>;

constexpr Eigen::Index base_at(std::size_t joint) noexcept { return static_cast<Eigen::Index>(3 * joint); }
constexpr Eigen::Index platform_at(std::size_t joint) noexcept { return 18 + base_at(joint); }
constexpr Eigen::Index leg_at(std::size_t leg) noexcept { return 36 + static_cast<Eigen::Index>(leg); }

/// The geometry that lies this far from the nominal one.
Geometry moved(const Geometry& nominal, const Deviation& deviation) noexcept;
Deviation difference(const Geometry& nominal, const Geometry& other) noexcept;

/// "base joint 3 x", "platform joint 1 z", "leg 5 length".
messages::Message parameter_name(Eigen::Index parameter);

/// What is known before anything is measured: every joint coordinate and every leg length lies within these
/// standard deviations of the platform file. It keeps what the measurements do not tell near the nominal.
struct Prior {
  double joint = 2.0 * kMillimetre;
  double leg = 2.0 * kMillimetre;
  bool equal_legs = false;  ///< one length for all legs, as boards keep it
  bool hold_base = false;   ///< as the platform file says, exactly
  bool hold_platform = false;
  bool hold_legs = false;
};

/// The columns are the independent deviations, each one standard deviation long: deviation = spread · φ, with
/// φ of covariance 1 before anything is measured.
Eigen::MatrixXd spread_of(const Prior& prior);

}  // namespace hexad::identify
