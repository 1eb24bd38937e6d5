#pragma once
// What the errors of joints and leg lengths do to the pose, when the controller knows the drawing alone: what
// must be machined tightly, what need not. First order. Tools only: it allocates.

#include <array>
#include <vector>

#include "design/places.hpp"
#include "model/axes.hpp"

namespace hexad::design {

enum class JointEnd : std::uint8_t { base, platform, leg };
enum class ErrorWay : std::uint8_t { radial, tangential, vertical, length };

/// ± m, of every coordinate of a joint and every length.
struct Tolerances {
  double base = 1e-4;
  double platform = 1e-4;
  double length = 1e-4;
};

struct Effect {
  JointEnd end = JointEnd::base;
  ErrorWay way = ErrorWay::radial;
  std::size_t leg = 0;
  double translation = 0.0;  ///< m a metre of error, at most
  double rotation = 0.0;     ///< rad a metre, at most
  double share = 0.0;        ///< of the variance of all, over the workspace
  Pose pose;                 ///< where the translation is largest
};

struct PoseError {
  double rms = 0.0;    ///< with errors spread evenly over their tolerance, at the worst place
  double worst = 0.0;  ///< all of them against us
  Pose pose;           ///< of the worst
};

struct ToleranceReport {
  PoseError translation;  ///< of the point asked for, m
  PoseError rotation;     ///< rad
  std::array<PoseError, kAxes> axes;
  std::vector<Effect> effects;  ///< the largest share first
  std::size_t places = 0;
};
/// `point`: on the platform, from its joint-plane centre.
ToleranceReport tolerances_of(const Machine& machine, const Tolerances& tolerances, const Vec3& point);

}  // namespace hexad::design
