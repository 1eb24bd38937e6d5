// Orders of points: checked, framed, curved, timed.

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "kinematics/inverse.hpp"
#include "motion/command_motion.hpp"
#include "motion/governor/stop_plan.hpp"
#include "motion/prepare/preflight.hpp"
#include "motion/prepare/prepare.hpp"
#include "motion/prepare/steps.hpp"
#include "motion/program/path.hpp"

namespace hexad::motion {
namespace {

constexpr int kPulls = 8;              // the last ones end within a millimetre of the corners
constexpr double kDefaultSpeed = 0.5;  // lifecycle: point to point by default at half speed
constexpr double kNoScale = 0.0;
// A point this near to the end of a leg is passed a hair (0.1 mm of 400) nearer to neutral: the governor
// stops short of the very end.
constexpr double kEndRoom = 0.15 * kMillimetre;
constexpr double kInset = 3e-4;
constexpr int kMostInsets = 8;
constexpr double kComesIn = 0.1;  // of what the fastest leg goes

struct Points {
  std::vector<Vec6> at;             ///< the start first
  std::vector<Vec6> speed;          ///< on the way to each but the first
  std::vector<std::size_t> number;  ///< which point of the order each is, from 1; 0 = the start
};

Vec6 limits_of(const Machine& machine) {
  Vec6 speed;
  speed << Vec3::Constant(machine.limits.translation.velocity),
      Vec3::Constant(machine.limits.rotation.velocity);
  return speed;
}

/// What an order asks of a segment, SI inside order; above the limit is lowered and noted.
Vec6 speed_of(const PathOrder& order, std::size_t i, const Vec6& limit, LimitHit& lowered) {
  Vec6 speed = kDefaultSpeed * limit;
  if (order.speeds.empty()) return speed;
  const AxisValues& asked = order.speeds[i];
  for (std::size_t k = 0; k < kAxes; ++k) {
    const auto axis = static_cast<Eigen::Index>(order.convention.axis[k]);
    if (asked[k] == 0.0) continue;
    if (asked[k] > limit[axis]) {
      if (!lowered) lowered = {Limit::axis_velocity, static_cast<std::uint8_t>(axis), asked[k], limit[axis]};
    }
    speed[axis] = std::min(asked[k], limit[axis]);
  }
  return speed;
}

std::optional<Rejection> check_numbers(const PathOrder& order) {
  const auto bad = [](Problem problem, std::size_t point, double value = 0.0, double bound = 0.0) {
    Rejection rejection;
    rejection.problem = problem;
    rejection.point = point;
    rejection.value = value;
    rejection.bound = bound;
    return rejection;
  };
  if (order.points.empty()) return bad(Problem::empty, 0);
  if (order.points.size() > kMostPoints)
    return bad(Problem::too_large, 0, static_cast<double>(order.points.size()),
               static_cast<double>(kMostPoints));
  if (!order.speeds.empty() && order.speeds.size() != order.points.size())
    return bad(Problem::wrong_count, 0, static_cast<double>(order.speeds.size()),
               static_cast<double>(order.points.size()));
  const auto finite = [](double x) { return std::isfinite(x); };
  for (std::size_t i = 0; i < order.points.size(); ++i) {
    if (!std::all_of(order.points[i].begin(), order.points[i].end(), finite))
      return bad(Problem::not_finite, i + 1);
    if (order.speeds.empty()) continue;
    for (const double speed : order.speeds[i]) {
      if (!std::isfinite(speed)) return bad(Problem::not_finite, i + 1);
      if (speed < 0.0) return bad(Problem::negative, i + 1, speed);
    }
  }
  return std::nullopt;
}

bool clear_of_ends(const Machine& machine, const Extensions& extension) {
  const double low = machine.limits.stroke_margin + kEndRoom;
  const double high = machine.geometry.stroke - low;
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const double e = extension[static_cast<Eigen::Index>(leg)];
    if (e < low || e > high) return false;
  }
  return true;
}

Vec6 inset(const Machine& machine, const Vec6& place) {
  if (clear_of_ends(machine, kinematics::extensions(machine, pose_of(place)))) return place;
  Vec6 inside = (1.0 - kInset) * place;
  for (int i = 1; i < kMostInsets; ++i) {
    if (has_room_to_stop(machine, kinematics::extensions(machine, pose_of(inside)))) break;
    inside *= 1.0 - kInset;
  }
  return inside;
}

bool in_reach(const Machine& machine, const Vec6& place) {
  return !kinematics::first_hit(machine, pose_of(place), kinematics::StrokeUse::less_margin);
}

/// Scaled about neutral; neighbours that are the same place left out.
Points points_of(const PathOrder& order, const Pose& start, const Machine& machine, double scale,
                 LimitHit& lowered) {
  const Vec6 limit = limits_of(machine);
  Points points;
  points.at.push_back(coordinates_of(kinematics::project(machine, start)));
  points.number.push_back(0);
  for (std::size_t i = 0; i < order.points.size(); ++i) {
    Vec6 there = scale * coordinates_of(command_pose(machine, order.convention, order.points[i]).value);
    if (in_reach(machine, there)) there = inset(machine, there);
    const Vec6 speed = speed_of(order, i, limit, lowered);
    if ((there - points.at.back()).cwiseAbs().maxCoeff() <= kSamePoint) continue;
    points.at.push_back(there);
    points.speed.push_back(speed);
    points.number.push_back(i + 1);
  }
  return points;
}

/// From place to place every leg that is in a margin, or has just left it, comes on, and not so slowly beside
/// what the others do that a stop would take it back: the governor grants no more.
LimitHit comes_in(const Machine& machine, const Extensions& before, const Extensions& now) {
  const double low = machine.limits.stroke_margin + kEndRoom;
  const double high = machine.geometry.stroke - low;
  const double least = kComesIn * (now - before).cwiseAbs().maxCoeff();
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const auto index = static_cast<std::uint8_t>(leg);
    if (before[i] < low && !(now[i] - before[i] >= least)) return {Limit::leg_lower, index, now[i], low};
    if (before[i] > high && !(before[i] - now[i] >= least)) return {Limit::leg_upper, index, now[i], high};
  }
  return {};
}

LimitHit nearest_end(const Machine& machine, const Extensions& extension) {
  const auto legs = static_cast<Eigen::Index>(machine.geometry.legs);
  const double margin = machine.limits.stroke_margin;
  Eigen::Index low = 0, high = 0;
  const double least = extension.head(legs).minCoeff(&low);
  const double most = extension.head(legs).maxCoeff(&high);
  const double stroke = machine.geometry.stroke;
  if (least < stroke - most) return {Limit::leg_lower, static_cast<std::uint8_t>(low), least, margin};
  return {Limit::leg_upper, static_cast<std::uint8_t>(high), most, stroke - margin};
}

/// The first place of the curve that is out of reach. A start that is itself outside (within the margin) may
/// come in.
std::optional<Rejection> check_reach(const Machine& machine, const PathCurve& curve, bool from_outside) {
  const auto knots = curve.knots();
  bool outside = from_outside;
  bool leaving = from_outside;
  Extensions before = kinematics::extensions(machine, pose_of(knots[0].position));
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const bool middle = i + 1 < knots.size() && knots[i + 1].s > knots[i].s;
    for (int half = 0; half < (middle ? 2 : 1); ++half) {
      const Vec6 place =
          half == 0 ? knots[i].position : curve.in_cell(i, 0.5 * (knots[i].s + knots[i + 1].s)).position;
      const Pose pose = pose_of(place);
      LimitHit hit = kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin);
      if (!hit) outside = false;
      if (outside) hit = {};
      const Extensions legs = kinematics::extensions(machine, pose);
      if (leaving) {
        if (!hit) hit = comes_in(machine, before, legs);
        leaving = outside || !clear_of_ends(machine, legs);
        before = legs;
      } else if (!hit && !has_room_to_stop(machine, legs)) {
        hit = nearest_end(machine, legs);
      }
      if (!hit) continue;
      Rejection rejection;
      rejection.hit = hit;
      rejection.pose = pose;
      rejection.point = knots[i].segment + 1;
      return rejection;
    }
  }
  return std::nullopt;
}

/// The freest curve that stays in reach.
Result<PathCurve, Rejection> curve_of(const Machine& machine, const Points& points) {
  const bool outside = static_cast<bool>(
      kinematics::first_hit(machine, pose_of(points.at[0]), kinematics::StrokeUse::less_margin));
  for (std::size_t i = 1; i < points.at.size(); ++i) {
    const Pose pose = pose_of(points.at[i]);
    if (const LimitHit hit = kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin)) {
      Rejection rejection;
      rejection.hit = hit;
      rejection.pose = pose;
      rejection.point = points.number[i];
      return Failure{rejection};
    }
  }
  std::optional<Rejection> rejected;
  for (int pull = 0; pull <= kPulls; ++pull) {
    PathCurve curve = PathCurve::through(points.at, limits_of(machine), pull);
    rejected = check_reach(machine, curve, outside);
    if (!rejected) return curve;
  }
  rejected->point = points.number[std::min(rejected->point, points.number.size() - 1)];
  return Failure{*rejected};
}

/// Found by halving: which scale of the points is in reach.
double scale_in_reach(const PathOrder& order, const Pose& start, const Machine& machine) {
  double good = kNoScale;
  double bad = 1.0;
  for (int i = 0; i < 10; ++i) {
    const double scale = 0.5 * (good + bad);
    LimitHit lowered;
    const Points points = points_of(order, start, machine, scale, lowered);
    const bool fits = points.at.size() < 2 || curve_of(machine, points).has_value();
    (fits ? good : bad) = scale;
  }
  return good;
}

}  // namespace

Result<Preparation, Rejection> prepare(const PathOrder& order, const Pose& start, const Machine& machine,
                                       const Progress& progress) {
  return prepare_path(order, start, machine, ProgramKind::path, progress);
}

Result<Preparation, Rejection> prepare_path(const PathOrder& order, const Pose& start, const Machine& machine,
                                            ProgramKind kind, const Progress& progress) {
  if (auto rejection = check_machine(machine)) return Failure{*rejection};
  if (auto rejection = check_numbers(order)) return Failure{*rejection};
  Preparation result;
  result.machine_revision = machine.revision;
  const Points points = points_of(order, start, machine, 1.0, result.lowered);
  if (points.at.size() < 2) {
    result.program = std::make_unique<const Path>(machine, PathCurve{points.at[0]}, PathTiming{}, kind);
    return result;
  }
  auto curve = curve_of(machine, points);
  if (!curve) {
    Rejection rejection = curve.error();
    rejection.scale = scale_in_reach(order, start, machine);
    return Failure{rejection};
  }
  bool wanted = progress(0.0);
  const auto go_on = [&](double share) { return wanted = wanted && progress(share); };
  PathTiming timing = wanted ? time_path(machine, *curve, points.speed, go_on) : PathTiming{};
  if (!wanted) {
    Rejection rejection;
    rejection.problem = Problem::cancelled;
    return Failure{rejection};
  }
  if (!(timing.duration() <= files::kMostSeconds)) {
    Rejection rejection;
    rejection.problem = Problem::too_large;
    rejection.value = timing.duration();
    rejection.bound = files::kMostSeconds;
    return Failure{rejection};
  }
  result.program = std::make_unique<const Path>(machine, std::move(*curve), std::move(timing), kind);
  return result;
}

}  // namespace hexad::motion
