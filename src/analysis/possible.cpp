#include "analysis/possible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/limit_rows.hpp"
#include "cueing/perception.hpp"
#include "cueing/regulator.hpp"

namespace hexad::analysis {
namespace {

using cueing::AxisMotion;

constexpr double kFinestStep = 0.04;  // s between knots
constexpr std::size_t kMostKnots = 3000;
constexpr double kReturn = 4.0;    // s after the manoeuvre to come back in
constexpr int kMostRounds = 12;    // linearisations
constexpr double kSettled = 2e-4;  // of the error of standing still: less gained in a round is none
constexpr double kEnough =
    2e-3;                       // a motion that breaks its rows by less fits: their shares leave room for it
constexpr double kLook = 1e-3;  // s, the result is judged at

// So small that they decide only between motions that feel alike.
constexpr double kPosition = 1e-5;
constexpr double kVelocity = 1e-5;
constexpr double kAcceleration = 1e-5;
constexpr double kJerk = 1e-8;
constexpr double kBack = 1e4;  // at the end, to be at neutral

using FeltSlope =
    Eigen::Matrix<double, 3, 18>;  // of the force by position, velocity, acceleration of six axes

AxisMotion motion_from(const StageState& state) {
  return {state.segment<3>(0), state.segment<3>(6), state.segment<3>(12),
          state.segment<3>(3), state.segment<3>(9), state.segment<3>(15)};
}

Eigen::Matrix<double, 18, 1> motion_into(const AxisMotion& m) {
  Eigen::Matrix<double, 18, 1> all;
  all << axes_of(m.position, m.angle), axes_of(m.velocity, m.rate), axes_of(m.acceleration, m.change);
  return all;
}

cueing::Felt felt_in(const AxisMotion& motion, const Vec3& head) {
  return cueing::felt_at(cueing::motion_of(motion, {}), head);
}

/// Everything at one knot that is linear about the motion there.
struct Local {
  Vec3 force = Vec3::Zero();
  FeltSlope slope = FeltSlope::Zero();
};

Local felt_about(const AxisMotion& motion, const Vec3& head) {
  constexpr double kSmall = 1e-5;
  Local local;
  local.force = felt_in(motion, head).force;
  const Eigen::Matrix<double, 18, 1> here = motion_into(motion);
  for (int i = 3; i < 18; ++i) {
    if (i > 5 && i < 9) continue;  // neither position nor velocity of the centre is felt
    Eigen::Matrix<double, 18, 1> there = here;
    there[i] += kSmall;
    StageState state = StageState::Zero();
    state.head<18>() = there;
    local.slope.col(i) = (felt_in(motion_from(state), head).force - local.force) / kSmall;
  }
  return local;
}

class Problem {
 public:
  Problem(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings)
      : manoeuvre_{manoeuvre}, settings_{settings}, rows_{machine, moves_, settings.tilt_rate} {
    begin_ = settings.ahead ? manoeuvre.begin() : first_motion(manoeuvre, settings.input);
    const double length = manoeuvre.end() - begin_;
    step_ = std::max(kFinestStep, length / static_cast<double>(kMostKnots));
    judged_ = static_cast<std::size_t>(length / step_ + 0.5);
    knots_ = judged_ + static_cast<std::size_t>(kReturn / step_) + 1;
    for (std::size_t i = 0; i < 6; ++i) moves_[i] = machine.reach[i] > 1e-4;
    moves_[5] = moves_[5] && settings.rotation > 0.0;
    const cueing::OtolithModel otolith = cueing::otolith_model();
    const cueing::LinearStage<2> stage{otolith.a, otolith.b, step_};
    phi_.col(0) = stage.next(Eigen::Vector2d::Unit(0), 0.0, 0.0);
    phi_.col(1) = stage.next(Eigen::Vector2d::Unit(1), 0.0, 0.0);
    from_ = stage.next(Eigen::Vector2d::Zero(), 1.0, 0.0);
    to_ = stage.next(Eigen::Vector2d::Zero(), 0.0, 1.0);
    output_ = otolith.output;
  }

  std::size_t knots() const { return knots_; }
  double time(std::size_t k) const { return begin_ + step_ * static_cast<double>(k); }
  KnotMotion motion(std::vector<AxisMotion> knots) const { return {begin_, step_, std::move(knots)}; }

  cueing::Felt vehicle(std::size_t k) const {
    const VehicleInput input = manoeuvre_.at(time(std::min(k, judged_)));
    const double gravity = settings_.input == cueing::InputKind::acceleration ? kGravity : 0.0;
    return {input.linear + Vec3{0.0, 0.0, gravity}, input.rate};
  }

  Vec3 turning(std::size_t k) const { return k <= judged_ ? vehicle(k).rate : Vec3{Vec3::Zero()}; }

  /// About `motion`; legs exactly, or relaxed.
  std::vector<Stage> stages(const std::vector<AxisMotion>& motion, bool relaxed) const {
    std::vector<Stage> all(knots_);
    std::vector<Local> felt(knots_);
    std::vector<Vec3> constant(knots_);
    for (std::size_t k = 0; k < knots_; ++k) {
      felt[k] = felt_about(motion[k], settings_.head);
      constant[k] = vehicle(k).force - felt[k].force + felt[k].slope * motion_into(motion[k]);
    }
    Eigen::Matrix<double, 18, 18> a = Eigen::Matrix<double, 18, 18>::Identity();
    Eigen::Matrix<double, 18, 6> b = Eigen::Matrix<double, 18, 6>::Zero();
    const double h = step_;
    for (int i = 0; i < 6; ++i) {
      a(i, 6 + i) = a(6 + i, 12 + i) = h;
      a(i, 12 + i) = 0.5 * h * h;
      if (!moves_[static_cast<std::size_t>(i)]) continue;
      b(i, i) = h * h * h / 6.0;
      b(6 + i, i) = 0.5 * h * h;
      b(12 + i, i) = h;
    }
    for (std::size_t k = 0; k < knots_; ++k) {
      Stage& stage = all[k];
      if (k + 1 < knots_) {
        stage.a.topLeftCorner<18, 18>() = a;
        stage.b.topRows<18>() = b;
        for (int axis = 0; axis < 3; ++axis) {
          const int at = 18 + 2 * axis;
          const Eigen::Matrix<double, 1, 18> next = felt[k + 1].slope.row(axis);
          stage.a.block<2, 2>(at, at) = phi_;
          stage.a.block<2, 18>(at, 0) = -from_ * felt[k].slope.row(axis) - to_ * (next * a);
          stage.b.block<2, 6>(at, 0) = -to_ * (next * b);
          stage.c.segment<2>(at) = from_ * constant[k][axis] + to_ * constant[k + 1][axis];
        }
        stage.effort.setConstant(kJerk * h);
      }
      cost(k, stage);
      rows_.at(motion[k], turning(k), relaxed, stage.rows);
    }
    return all;
  }

  /// Of the perceived force, squared, over the manoeuvre's time; by the stages' own steps, the force exact.
  double error(const std::vector<AxisMotion>& motion) const {
    Eigen::Matrix<double, 2, 3> states = Eigen::Matrix<double, 2, 3>::Zero();
    Vec3 before = Vec3::Zero();
    double sum = 0.0;
    for (std::size_t k = 0; k <= judged_; ++k) {
      const Vec3 missing = vehicle(k).force - felt_in(motion[k], settings_.head).force;
      if (k > 0) states = (phi_ * states + from_ * before.transpose() + to_ * missing.transpose()).eval();
      before = missing;
      sum += (output_ * states).squaredNorm();
      if (settings_.rotation > 0.0)
        sum += settings_.rotation * (vehicle(k).rate - motion[k].rate).squaredNorm();
    }
    return sum / static_cast<double>(judged_ + 1);
  }

  /// The worst of its rows, by as much as they are broken, 0 = none; legs as they are there.
  double broken(const std::vector<AxisMotion>& motion) const {
    double worst = 0.0;
    std::vector<StageRow> rows_here;
    for (std::size_t k = 1; k < knots_; ++k) {
      rows_here.clear();
      rows_.at(motion[k], turning(k), false, rows_here);
      const Eigen::Matrix<double, 18, 1> here = motion_into(motion[k]);
      for (const StageRow& row : rows_here) {
        if (row.level == Level::jerk) continue;
        worst = std::max(worst,
                         row.coefficients.dot(here.segment<6>(6 * static_cast<int>(row.level))) - row.bound);
      }
    }
    return worst;
  }

 private:
  void cost(std::size_t k, Stage& stage) const {
    const double h = step_;
    const auto axes = [&](int level, double weight) {
      for (int i = 0; i < 6; ++i) stage.cost(6 * level + i, 6 * level + i) += 2.0 * h * weight;
    };
    const bool last = k + 1 == knots_;
    axes(0, last ? kBack : kPosition);
    axes(1, last ? kBack : kVelocity);
    axes(2, last ? kBack : kAcceleration);
    if (k > judged_) {  // nobody judges the way back, which need not be in a hurry
      axes(1, 1e-3);
      axes(2, 1e-2);
      return;
    }
    for (int axis = 0; axis < 3; ++axis)
      stage.cost.block<2, 2>(18 + 2 * axis, 18 + 2 * axis) += 2.0 * h * output_.transpose() * output_;
    if (!(settings_.rotation > 0.0)) return;
    for (int i = 0; i < 3; ++i) {
      stage.cost(9 + i, 9 + i) += 2.0 * h * settings_.rotation;
      stage.slope[9 + i] -= 2.0 * h * settings_.rotation * vehicle(k).rate[i];
    }
  }

  const Manoeuvre& manoeuvre_;
  const PossibleSettings& settings_;
  double begin_ = 0.0;
  double step_ = kFinestStep;
  std::size_t judged_ = 0;
  std::size_t knots_ = 0;
  std::array<bool, 6> moves_{};
  LimitRows rows_;
  Eigen::Matrix2d phi_;
  Eigen::Vector2d from_;
  Eigen::Vector2d to_;
  Eigen::RowVector2d output_;
};

std::vector<AxisMotion> motions_of(const StageSolution& solution) {
  std::vector<AxisMotion> motion;
  motion.reserve(solution.states.size());
  for (const StageState& state : solution.states) motion.push_back(motion_from(state));
  return motion;
}

std::vector<AxisMotion> between(const std::vector<AxisMotion>& from, const std::vector<AxisMotion>& to,
                                double share) {
  std::vector<AxisMotion> motion;
  motion.reserve(from.size());
  for (std::size_t k = 0; k < from.size(); ++k)
    motion.push_back(cueing::between(from[k], to[k], {share, 0.0, 0.0}));
  return motion;
}

/// As it will be reported: at 1 kHz, everything exact.
void judge(const Manoeuvre& manoeuvre, const PossibleSettings& settings, Possible& possible) {
  cueing::VestibularModel in_vehicle{kLook};
  cueing::VestibularModel in_cabin{kLook};
  cueing::VestibularModel standing{kLook};
  const double gravity = settings.input == cueing::InputKind::acceleration ? kGravity : 0.0;
  const auto ticks = static_cast<std::int64_t>((manoeuvre.end() - manoeuvre.begin()) / kLook + 0.5);
  Eigen::Vector4d sums = Eigen::Vector4d::Zero();
  for (std::int64_t i = 0; i <= ticks; ++i) {
    const double time = manoeuvre.begin() + static_cast<double>(i) * kLook;
    const VehicleInput input = manoeuvre.at(time);
    const cueing::Felt vehicle = in_vehicle.step({input.linear + Vec3{0.0, 0.0, gravity}, input.rate});
    const cueing::Felt cabin = in_cabin.step(felt_in(possible.motion.at(time), settings.head));
    const cueing::Felt still = standing.step({{0.0, 0.0, kGravity}, Vec3::Zero()});
    sums += Eigen::Vector4d{
        (vehicle.force - cabin.force).squaredNorm(), (vehicle.force - still.force).squaredNorm(),
        (vehicle.rate - cabin.rate).squaredNorm(), (vehicle.rate - still.rate).squaredNorm()};
  }
  sums = (sums / static_cast<double>(ticks + 1)).cwiseSqrt();
  possible.force_error = sums[0];
  possible.force_still = sums[1];
  possible.rate_error = sums[2];
  possible.rate_still = sums[3];
}

}  // namespace

AxisMotion KnotMotion::at(double time) const noexcept {
  if (knots_.empty() || time <= begin_) return {};
  const double place = (time - begin_) / step_;
  const auto k = static_cast<std::size_t>(place);
  if (k + 1 >= knots_.size()) return {};
  const double s = time - begin_ - step_ * static_cast<double>(k);
  const AxisMotion& from = knots_[k];
  const AxisMotion& to = knots_[k + 1];
  const Vec3 jerk = (to.acceleration - from.acceleration) / step_;
  const Vec3 turn = (to.change - from.change) / step_;
  return {from.position + s * (from.velocity + s * (from.acceleration / 2.0 + s * jerk / 6.0)),
          from.velocity + s * (from.acceleration + s * jerk / 2.0),
          from.acceleration + s * jerk,
          from.angle + s * (from.rate + s * (from.change / 2.0 + s * turn / 6.0)),
          from.rate + s * (from.change + s * turn / 2.0),
          from.change + s * turn};
}

double first_motion(const Manoeuvre& manoeuvre, cueing::InputKind kind) noexcept {
  const VehicleInput rest = at_rest(kind);
  double last = manoeuvre.begin();
  for (const Manoeuvre::Row& row : manoeuvre.rows()) {
    if ((row.input.linear - rest.linear).norm() > 1e-6 || row.input.rate.norm() > 1e-6) return last;
    last = row.time;
  }
  return manoeuvre.begin();
}

Possible best_motion(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings) {
  const Problem problem{machine, manoeuvre, settings};
  std::vector<AxisMotion> best(problem.knots());
  const double still = problem.error(best);
  // What is broken counts so much that nothing gained outweighs it.
  const auto merit = [&](const std::vector<AxisMotion>& motion) {
    return problem.error(motion) + 3.0 * still * std::max(0.0, problem.broken(motion) - 0.5 * kEnough);
  };
  double least = merit(best);
  Possible possible;
  StageOptions options;
  options.cancelled = settings.cancelled;
  for (; possible.rounds < kMostRounds; ++possible.rounds) {
    options.gap = possible.rounds < 2 ? 1e-3 : 1e-5;
    const StageSolution solution = solve_stages(problem.stages(best, false), StageState::Zero(), options);
    if (settings.cancelled && settings.cancelled()) return possible;
    if (solution.states.empty() || !solution.states.back().allFinite()) break;
    const std::vector<AxisMotion> found = motions_of(solution);
    bool better = false;
    double before = least;
    for (double share = 1.0; share > 0.05 && !better; share *= 0.5) {
      std::vector<AxisMotion> candidate = between(best, found, share);
      const double value = merit(candidate);
      if (!(value < least)) continue;
      better = true;
      least = value;
      best = std::move(candidate);
    }
    if (!better || (before - least < kSettled * still && possible.rounds > 2)) break;
  }
  // What is still broken by a little is mended by a smaller motion of the same kind.
  const std::vector<AxisMotion> rest(best.size());
  for (int i = 0; i < 20 && problem.broken(best) > kEnough; ++i) best = between(rest, best, 0.995);
  possible.motion = problem.motion(std::move(best));
  judge(manoeuvre, settings, possible);
  possible.done = problem.broken(possible.motion.knots()) <= kEnough;
  return possible;
}

double least_error(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings) {
  const Problem problem{machine, manoeuvre, settings};
  const std::vector<AxisMotion> rest(problem.knots());
  StageOptions options;
  options.cancelled = settings.cancelled;
  const StageSolution solution = solve_stages(problem.stages(rest, true), StageState::Zero(), options);
  if (!solution.converged) return -1.0;
  // Sums of the stages, per time of the whole manoeuvre: at rest before it begins there is no error.
  return std::sqrt(std::max(0.0, solution.value) / (manoeuvre.end() - manoeuvre.begin()));
}

std::string film_of(const KnotMotion& motion) {
  std::string text = "# t x y z rx ry rz: s, mm, degrees\n";
  double time = 0.0;
  for (const AxisMotion& knot : motion.knots()) {
    text += fmt::format("{:.3f} {:.6f} {:.6f} {:.6f} {:.7f} {:.7f} {:.7f}\n", time,
                        knot.position.x() / kMillimetre, knot.position.y() / kMillimetre,
                        knot.position.z() / kMillimetre, knot.angle.x() / kDegree, knot.angle.y() / kDegree,
                        knot.angle.z() / kDegree);
    time += motion.step();
  }
  return text;
}

}  // namespace hexad::analysis
