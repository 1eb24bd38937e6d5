#pragma once
// What is taken off the reference so that every leg stays within its stroke, its speed and the angle of its
// joints, and every axis within its speed, over the next seconds: an acceleration an axis, straight between a
// few moments ahead, found by a quadratic program. Its cost is what the otoliths make of the correction, and
// the correction that stays; its rows are legs and axes at some moments ahead, linear in the correction about
// the reference, whose own legs are taken exactly.

#include "cueing/axis_motion.hpp"
#include "cueing/motion_reference.hpp"
#include "cueing/qp.hpp"
#include "model/machine.hpp"

namespace hexad::cueing {

class LegPlan {
 public:
  static constexpr int kKnots = 6;
  static constexpr int kLooks = 10;
  static constexpr std::array<double, kKnots> kKnotTimes{0.1, 0.2, 0.4, 0.7, 1.1, 1.6};
  static constexpr double kHorizon = 2.2;  ///< s; there the plan is back at nothing
  static constexpr std::array<double, kLooks> kLookTimes{0.06, 0.12, 0.2, 0.3, 0.44,
                                                         0.64, 0.9,  1.2, 1.6, 2.2};

  /// Axes that do not move are left alone. False: no plan can be made.
  bool set(const std::array<bool, 6>& moves, double step) noexcept;
  void reset() noexcept;

  /// One step on along the plan: the correction at its end. Without a plan the cabin is braked and brought
  /// back, from where the reference, which is one step on already, and the correction have it.
  void advance(const Machine& machine, const AxisMotion& reference) noexcept;
  AxisMotion correction() const noexcept;
  /// Gives what it took off so far to the reference, which goes on from where the cabin is; nothing moves by
  /// that.
  void hand_over(MotionReference& reference, const ReferenceSettings& settings) noexcept;

  /// A new plan from now on, against what is wished at the looks ahead. Not converged: there is none until
  /// the next one.
  DenseQp::Outcome renew(const Machine& machine, const std::array<AxisMotion, kLooks>& ahead,
                         const Vec3& rotation_point) noexcept;
  bool active() const noexcept { return active_; }

 private:
  static constexpr int kRows = 24;   ///< of a look
  static constexpr int kStates = 4;  ///< position, velocity, two of the otoliths
  using Sensitivity = Eigen::Matrix<double, kLooks, kKnots>;
  using Start = Eigen::Matrix<double, kStates + 1, 1>;  ///< the state and the acceleration now
  using FromStart = Eigen::Matrix<double, kLooks, kStates + 1>;

  /// Of an axis: how the variables and the state now come out later, and what that costs.
  struct Response {
    Sensitivity position;
    Sensitivity velocity;
    FromStart free_position;
    FromStart free_velocity;
    Eigen::Matrix<double, kKnots, kStates + 1> linear_cost;
    Eigen::Matrix<double, kKnots, kKnots> knots;  ///< of the variables, in which the cost is the identity
  };
  struct CostWeights {
    double perceived;
    double acceleration;
    double jerk;
    double velocity;
    double position;
  };
  static Response respond(const CostWeights& weights, bool turns) noexcept;

  const Response& response(std::size_t axis) const noexcept { return axis < 3 ? travel_ : turn_; }
  Start start_of(Eigen::Index axis) const noexcept;
  double planned(Eigen::Index axis, double time) const noexcept;
  double braked(const Machine& machine, const AxisMotion& reference, Eigen::Index axis) const noexcept;
  bool adopt(const Machine& machine) noexcept;
  /// Six rows of a look, of what depends on the pose by `gradient`, a row a leg; or on its rate.
  void rows_at(int first, int look, const Mat6& gradient, bool rate) noexcept;

  DenseQp qp_;
  double step_ = 1e-3;
  LinearStage<2> otolith_stage_;
  Response travel_;
  Response turn_;
  DenseQp::Matrix
      rows_;  ///< a look after another: travel of six legs, their speed, speed of the axes, joints
  std::array<bool, 6> moves_{};
  Eigen::Matrix<double, kKnots, 6> knots_ = Eigen::Matrix<double, kKnots, 6>::Zero();
  Vec6 from_ = Vec6::Zero();  ///< acceleration where the plan begins
  double since_ = 0.0;        ///< s
  Vec6 position_ = Vec6::Zero();
  Vec6 velocity_ = Vec6::Zero();
  Vec6 acceleration_ = Vec6::Zero();
  Eigen::Matrix<double, 2, 6> otolith_ = Eigen::Matrix<double, 2, 6>::Zero();
  bool active_ = false;
  bool planless_ = false;
};

}  // namespace hexad::cueing
