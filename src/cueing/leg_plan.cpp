#include "cueing/leg_plan.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::cueing {
namespace {

constexpr double kGrid = 0.02;           // s, the cost is summed at
constexpr int kMostIterations = 60;      // of a plan
constexpr double kSoftness = 1e-6;       // a row may give by this times its multiplier
constexpr double kPlannedStroke = 0.96;  // of half of the stroke less the margin, either way from its middle
constexpr double kPlannedSpeed = 0.8;
constexpr double kPlannedAcceleration = 1.0;
constexpr double kJointReserve = 0.5 * kDegree;
constexpr double kFar = 10.0;         // m, no limit
constexpr double kBrake = 2.5;        // rad/s: without a plan the cabin comes back like a damped spring
constexpr double kPlannedJerk = 0.5;  // that is set in with
constexpr double kWildest = 4.0;      // times the acceleration of an axis is no plan

const Rates& rates_of(const Machine& machine, Eigen::Index axis) noexcept {
  return axis < 3 ? machine.limits.translation : machine.limits.rotation;
}

/// Of each leg, the joint that is nearer to its limit: d·n − l·cos(limit), with n normal to its plane, and
/// how that goes with the pose.
struct Joints {
  Vec6 slack = Vec6::Zero();
  Mat6 gradient = Mat6::Zero();
};
Joints joints_at(const Machine& machine, const Pose& pose) noexcept {
  Joints joints;
  const double cosine = std::cos(machine.limits.joint_angle - kJointReserve);
  const kinematics::LegGeometry legs = kinematics::leg_geometry(machine, pose);
  const Vec3 normal = pose.rotation * Vec3::UnitZ();
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    const bool base = legs.base_angle[leg] > legs.platform_angle[leg];
    const Vec3 n = base ? Vec3{Vec3::UnitZ()} : normal;
    const Vec3 d = legs.length[leg] * legs.direction[i];
    const Vec3 by_joint = n - cosine * legs.direction[i];
    Vec3 by_turn = (pose.rotation * machine.geometry.platform[i]).cross(by_joint);
    if (!base) by_turn += n.cross(d);
    joints.slack[leg] = d.dot(n) - cosine * legs.length[leg];
    joints.gradient.row(leg) << by_joint.transpose(), by_turn.transpose();
  }
  return joints;
}

/// 1 at its own time, 0 at the neighbours', straight between.
double hat(int index, double time) noexcept {
  const auto& at = LegPlan::kKnotTimes;
  const auto knot = static_cast<std::size_t>(index + 1);  // index −1: now
  const double own = index < 0 ? 0.0 : at[knot - 1];
  const double before = index < 1 ? 0.0 : at[knot - 2];
  if (time <= own) {
    if (index < 0) return 1.0;
    return time <= before ? 0.0 : (time - before) / (own - before);
  }
  const double after = index + 1 < LegPlan::kKnots ? at[knot] : LegPlan::kHorizon;
  return time >= after ? 0.0 : (after - time) / (after - own);
}

}  // namespace

/// Seven unit accelerations (six knots, the one now) and four unit states, stepped together.
LegPlan::Response LegPlan::respond(const CostWeights& weights, bool turns) noexcept {
  constexpr int kColumns = kKnots + kStates + 1;
  using Row = Eigen::Matrix<double, 1, kColumns>;
  const OtolithModel otolith = otolith_model();
  const LinearStage<2> stage{otolith.a, otolith.b, kGrid};
  Row position = Row::Zero();
  Row velocity = Row::Zero();
  Eigen::Matrix<double, 2, kColumns> otolith_state = Eigen::Matrix<double, 2, kColumns>::Zero();
  position[kKnots] = 1.0;
  velocity[kKnots + 1] = 1.0;
  otolith_state(0, kKnots + 2) = 1.0;
  otolith_state(1, kKnots + 3) = 1.0;
  const auto at = [](double time) {
    Row row = Row::Zero();
    for (int i = 0; i < kKnots; ++i) row[i] = hat(i, time);
    row[kColumns - 1] = hat(-1, time);
    return row;
  };
  Eigen::Matrix<double, kColumns, kColumns> cost = Eigen::Matrix<double, kColumns, kColumns>::Zero();
  Response response;
  Row before = at(0.0);
  int look = 0;
  const int steps = static_cast<int>(std::lround(kHorizon / kGrid));
  for (int k = 1; k <= steps; ++k) {
    const Row now = at(k * kGrid);
    position += kGrid * (velocity + kGrid * (before / 3.0 + now / 6.0));
    velocity += 0.5 * kGrid * (before + now);
    for (int c = 0; c < kColumns; ++c)
      otolith_state.col(c) = stage.next(otolith_state.col(c), before[c], now[c]);
    const Row perceived = turns ? velocity : Row{otolith.output * otolith_state};
    const Row faster = (now - before) / kGrid;
    before = now;
    const double last = k == steps ? 1.0 + 1.0 / kGrid : 1.0;  // as if it stayed so for another second
    cost +=
        kGrid * (weights.perceived * perceived.transpose() * perceived +
                 weights.acceleration * now.transpose() * now + weights.jerk * faster.transpose() * faster +
                 last * weights.velocity * velocity.transpose() * velocity +
                 last * weights.position * position.transpose() * position);
    if (look < kLooks &&
        k == static_cast<int>(std::lround(kLookTimes[static_cast<std::size_t>(look)] / kGrid))) {
      response.position.row(look) = position.head<kKnots>();
      response.velocity.row(look) = velocity.head<kKnots>();
      response.free_position.row(look) = position.tail<kStates + 1>();
      response.free_velocity.row(look) = velocity.tail<kStates + 1>();
      ++look;
    }
  }
  // Knots = L⁻ᵀ·variables, with L·Lᵀ the cost of the knots: that of the variables is the identity.
  using Knots = Eigen::Matrix<double, kKnots, kKnots>;
  const Eigen::LLT<Knots> factor{cost.topLeftCorner<kKnots, kKnots>()};
  response.knots = factor.matrixU().solve(Knots::Identity());
  response.linear_cost = response.knots.transpose() * cost.topRightCorner<kKnots, kStates + 1>();
  response.position = (response.position * response.knots).eval();
  response.velocity = (response.velocity * response.knots).eval();
  return response;
}

bool LegPlan::set(const std::array<bool, 6>& moves, double step) noexcept {
  step_ = step;
  const OtolithModel otolith = otolith_model();
  otolith_stage_ = {otolith.a, otolith.b, step};
  travel_ = respond({1.0, 0.02, 0.001, 0.05, 0.2}, false);
  turn_ = respond({10.0, 0.1, 0.005, 0.0, 1.0}, true);
  moves_ = moves;
  rows_.setZero(kRows * kLooks, 6 * kKnots);
  for (int axis = 0; axis < 6; ++axis)
    for (int look = 0; look < kLooks && moves[static_cast<std::size_t>(axis)]; ++look)
      rows_.block<1, kKnots>(kRows * look + 12 + axis, axis * kKnots) =
          response(static_cast<std::size_t>(axis)).velocity.row(look);
  reset();
  return qp_.set(DenseQp::Square::Identity(6 * kKnots, 6 * kKnots), rows_, kSoftness);
}

void LegPlan::rows_at(int first, int look, const Mat6& gradient, bool rate) noexcept {
  for (int axis = 0; axis < 6; ++axis) {
    if (!moves_[static_cast<std::size_t>(axis)]) continue;
    const Response& one = response(static_cast<std::size_t>(axis));
    const auto along = rate ? one.velocity.row(look) : one.position.row(look);
    for (int leg = 0; leg < 6; ++leg)
      rows_.block<1, kKnots>(first + leg, axis * kKnots) = gradient(leg, axis) * along;
  }
}

void LegPlan::reset() noexcept {
  qp_.forget();
  knots_.setZero();
  from_ = position_ = velocity_ = acceleration_ = Vec6::Zero();
  otolith_.setZero();
  since_ = 0.0;
  active_ = planless_ = false;
}

double LegPlan::planned(Eigen::Index axis, double time) const noexcept {
  double sum = hat(-1, time) * from_[axis];
  for (int i = 0; i < kKnots; ++i) sum += hat(i, time) * knots_(i, axis);
  return sum;
}

double LegPlan::braked(const Machine& machine, const AxisMotion& reference,
                       Eigen::Index axis) const noexcept {
  const bool travels = axis < 3;
  const Rates& rates = rates_of(machine, axis);
  double goal = -kBrake * (2.0 * velocity_[axis] + kBrake * position_[axis]);
  // A rotation of the reference comes back by itself; its travel is taken along.
  if (travels)
    goal -= kBrake * (2.0 * reference.velocity[axis] + kBrake * reference.position[axis]) +
            reference.acceleration[axis];
  const double most = kPlannedJerk * rates.jerk * step_;
  const double limit = std::max(rates.acceleration, std::abs(acceleration_[axis]));
  return std::clamp(acceleration_[axis] + std::clamp(goal - acceleration_[axis], -most, most), -limit, limit);
}

void LegPlan::advance(const Machine& machine, const AxisMotion& reference) noexcept {
  if (!active_) return;
  since_ += step_;
  for (Eigen::Index axis = 0; axis < 6; ++axis) {
    const double next = planless_ ? braked(machine, reference, axis) : planned(axis, since_);
    const double now = acceleration_[axis];
    position_[axis] += step_ * (velocity_[axis] + step_ * (now / 3.0 + next / 6.0));
    velocity_[axis] += 0.5 * step_ * (now + next);
    acceleration_[axis] = next;
    if (axis < 3) otolith_.col(axis) = otolith_stage_.next(otolith_.col(axis), now, next);
  }
}

AxisMotion LegPlan::correction() const noexcept {
  return {position_.head<3>(), velocity_.head<3>(), acceleration_.head<3>(),
          position_.tail<3>(), velocity_.tail<3>(), acceleration_.tail<3>()};
}

void LegPlan::hand_over(MotionReference& reference, const ReferenceSettings& settings) noexcept {
  if (!active_) return;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto travel = static_cast<Eigen::Index>(i);
    const auto turn = travel + 3;
    acceleration_[travel] =
        reference.take_travel(settings, i, position_[travel], velocity_[travel], acceleration_[travel]);
    position_[travel] = velocity_[travel] = 0.0;
    const double corner = settings.turn_corner[i];
    reference.take_turn(settings, i, position_[turn]);
    velocity_[turn] += corner * position_[turn];
    acceleration_[turn] -= corner * corner * position_[turn];
    position_[turn] = 0.0;
  }
}

LegPlan::Start LegPlan::start_of(Eigen::Index axis) const noexcept {
  Start start;
  start << position_[axis], velocity_[axis], otolith_.col(axis), acceleration_[axis];
  return start;
}

DenseQp::Outcome LegPlan::renew(const Machine& machine, const std::array<AxisMotion, kLooks>& ahead,
                                const Vec3& rotation_point) noexcept {
  DenseQp::Vector linear_cost(6 * kKnots);
  std::array<Start, 6> start;
  for (int axis = 0; axis < 6; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    start[at] = start_of(axis);
    linear_cost.segment<kKnots>(axis * kKnots) = response(at).linear_cost * start[at];
  }
  DenseQp::Rows low(kRows * kLooks);
  DenseQp::Rows high(kRows * kLooks);
  const double middle = 0.5 * machine.geometry.stroke;
  const double stroke = kPlannedStroke * (middle - machine.limits.stroke_margin);
  const double leg_speed = kPlannedSpeed * machine.limits.leg.velocity;
  // No row asks for more than the axes can give until then: what is broken already is mended, not jumped out
  // of.
  const double pace = kPlannedAcceleration;
  Vec6 able = Vec6::Zero();
  for (int i = 0; i < 6; ++i)
    if (moves_[static_cast<std::size_t>(i)]) able[i] = rates_of(machine, i).acceleration;
  for (int look = 0; look < kLooks; ++look) {
    AxisMotion there = ahead[static_cast<std::size_t>(look)];
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      there.position[i] += travel_.free_position.row(look).dot(start[at]);
      there.velocity[i] += travel_.free_velocity.row(look).dot(start[at]);
      there.angle[i] += turn_.free_position.row(look).dot(start[at + 3]);
      there.rate[i] += turn_.free_velocity.row(look).dot(start[at + 3]);
    }
    const Motion motion = motion_of(there, {rotation_point, Vec3::Zero(), Vec3::Zero()});
    const kinematics::LegRates legs = kinematics::leg_rates(machine, motion);
    const Mat6 jacobian = kinematics::jacobian(machine, motion.pose);
    rows_at(kRows * look, look, jacobian, false);
    rows_at(kRows * look + 6, look, jacobian, true);
    const Joints joints = joints_at(machine, motion.pose);
    rows_at(kRows * look + 18, look, joints.gradient, false);
    const Vec6 most = pace * (jacobian.cwiseAbs() * able);
    const double time = kLookTimes[static_cast<std::size_t>(look)];
    const double sooner = std::max(time - 0.5 * kKnotTimes[0], 0.3 * time);
    const double travel = 0.5 * sooner * sooner;
    for (int i = 0; i < 6; ++i) {
      const bool leg = static_cast<std::size_t>(i) < machine.geometry.legs;
      const int row = kRows * look + i;
      const auto bound = [&](int at, double low_side, double high_side, double can) {
        low[at] = std::min(low_side, can);
        high[at] = std::max(high_side, -can);
      };
      if (leg) {
        bound(row, middle - stroke - legs.extension[i], middle + stroke - legs.extension[i],
              travel * most[i]);
        bound(row + 6, -leg_speed - legs.velocity[i], leg_speed - legs.velocity[i], sooner * most[i]);
      } else {
        bound(row, -1.0, 1.0, 1.0);
        bound(row + 6, -1.0, 1.0, 1.0);
      }
      low[row + 18] =
          leg ? std::min(-joints.slack[i], travel * pace * joints.gradient.row(i).cwiseAbs().dot(able))
              : -1.0;
      high[row + 18] = kFar;
      const double speed = i < 3 ? there.velocity[i] : there.rate[i - 3];
      const double limit = kPlannedSpeed * rates_of(machine, i).velocity;
      bound(row + 12, -limit - speed, limit - speed, sooner * pace * able[i]);
    }
  }
  if (!qp_.replace(rows_)) return {};
  DenseQp::Outcome outcome = qp_.solve(linear_cost, low, high, kMostIterations);
  outcome.converged = outcome.converged && adopt(machine);
  planless_ = !outcome.converged;
  if (planless_) qp_.forget();
  from_ = acceleration_;
  since_ = 0.0;
  active_ = active_ || planless_ || outcome.active > 0;
  return outcome;
}

/// False: no platform could follow it, so it is none.
bool LegPlan::adopt(const Machine& machine) noexcept {
  Eigen::Matrix<double, kKnots, 6> knots;
  for (int axis = 0; axis < 6; ++axis) {
    knots.col(axis) =
        response(static_cast<std::size_t>(axis)).knots * qp_.value().segment<kKnots>(axis * kKnots);
    if (!(knots.col(axis).cwiseAbs().maxCoeff() <= kWildest * rates_of(machine, axis).acceleration))
      return false;
  }
  knots_ = knots;
  return true;
}

}  // namespace hexad::cueing
