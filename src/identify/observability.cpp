#include "identify/observability.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "kinematics/inverse.hpp"
#include "messages/say.hpp"

namespace hexad::identify {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr double kTold = 10.0;
constexpr double kIsIt = 0.9;     // share of a named move inside what is untold
constexpr std::size_t kRest = 6;  // unnamed combinations said in words
constexpr const char* kAxisNames[] = {"X", "Y", "Z"};

struct Move {
  Message name;
  Deviation direction = Deviation::Zero();
  bool simple = true;
};

/// What one end's joints do in a move: shifted along, turned about or scaled from its centre.
enum class Act { shift, turn, widen };

Deviation of_end(const Geometry& nominal, bool platform, Act act, Eigen::Index axis) {
  Deviation direction = Deviation::Zero();
  const auto& joints = platform ? nominal.platform : nominal.base;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    Vec3 part = Vec3::Unit(axis);
    if (act == Act::turn) part = Vec3::Unit(axis).cross(joints[i]);
    if (act == Act::widen) part = Vec3{joints[i].x(), joints[i].y(), 0.0};
    direction.segment<3>(platform ? platform_at(i) : base_at(i)) = part;
  }
  return direction;
}

/// A leg that grows while its joint gives way along it: at neutral nothing moves.
void add_along_legs(const Machine& nominal, std::vector<Move>& moves) {
  const auto directions =
      kinematics::leg_geometry(nominal, nominal.heights.from_neutral(nominal.heights.neutral)).direction;
  for (const bool platform : {false, true}) {
    const Id end = platform ? Id::platform : Id::base;
    Deviation all = Deviation::Zero();
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      Deviation one = Deviation::Zero();
      one.segment<3>(platform ? platform_at(i) : base_at(i)) =
          platform ? directions[i] : Vec3{-directions[i]};
      one[leg_at(i)] = 1.0;
      all += one;
      moves.push_back({say<Id::untold_leg_along>(i + 1, end), one, false});
    }
    moves.push_back({say<Id::untold_legs_along>(end), all});
  }
}

/// Simple ones first: a sum of two is named only when neither is untold by itself.
std::vector<Move> known_moves(const Machine& machine) {
  const Geometry& nominal = machine.geometry;
  std::vector<Move> moves;
  const auto add_ends = [&](Act act, Eigen::Index axis, const Message& how) {
    const Deviation base = of_end(nominal, false, act, axis);
    const Deviation platform = of_end(nominal, true, act, axis);
    moves.push_back({say<Id::untold_base>(how), base});
    moves.push_back({say<Id::untold_platform>(how), platform});
    moves.push_back({say<Id::untold_together>(how), base.normalized() + platform.normalized(), false});
    moves.push_back({say<Id::untold_opposite>(how), base.normalized() - platform.normalized(), false});
  };
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    add_ends(Act::shift, axis, say<Id::untold_shift>(kAxisNames[axis]));
    add_ends(Act::turn, axis, say<Id::untold_turn>(kAxisNames[axis]));
  }
  add_ends(Act::widen, 0, Id::untold_widen);
  Deviation legs = Deviation::Zero();
  legs.tail<6>().setOnes();
  moves.push_back({Id::untold_legs, legs});
  add_along_legs(machine, moves);
  std::stable_partition(moves.begin(), moves.end(), [](const Move& move) { return move.simple; });
  return moves;
}

/// The move in units of the tolerance; none when something held would have to move.
std::optional<Eigen::VectorXd> in_tolerances(const Fit& fit, const Deviation& direction) {
  const Eigen::MatrixXd spread = fit.spread.leftCols(fit.free);
  const Eigen::MatrixXd square = spread.transpose() * spread;
  const Eigen::VectorXd phi =
      (spread.transpose() * direction).cwiseQuotient(square.diagonal());  // columns are orthogonal
  if (!((spread * phi - direction).norm() <= 1e-9 * direction.norm())) return std::nullopt;
  return phi.normalized();
}

/// "mostly base joint 1 x (+), platform joint 4 y (−)": the largest parts of a combination.
Message largest_parts(const Fit& fit, const Eigen::VectorXd& phi) {
  const Deviation move = fit.spread.leftCols(fit.free) * phi;
  std::array<Eigen::Index, kParameters> order{};
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return std::abs(move[a]) > std::abs(move[b]); });
  Message parts;
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::Index at = order[i];
    if (i > 0 && std::abs(move[at]) < 0.5 * std::abs(move[order[0]])) break;
    const bool same = (move[at] < 0.0) == (move[order[0]] < 0.0);
    const Message part = parameter_name(at);
    parts = i == 0 ? part
                   : say<Id::and_next>(
                         parts, same ? say<Id::untold_same_way>(part) : say<Id::untold_other_way>(part));
  }
  return say<Id::untold_combination>(parts);
}

void name_untold(const Machine& nominal, const Fit& fit, Eigen::MatrixXd untold, Observability& result) {
  for (const Move& move : known_moves(nominal)) {
    if (untold.cols() == 0) return;
    const auto phi = in_tolerances(fit, move.direction);
    if (!phi) continue;
    const Eigen::VectorXd inside = untold.transpose() * *phi;
    if (!(inside.norm() >= kIsIt)) continue;
    result.cannot_be_told.push_back(move.name);
    // What is left: the untold directions across this one.
    const Eigen::VectorXd taken = inside.normalized();
    const Eigen::MatrixXd across =
        untold * (Eigen::MatrixXd::Identity(untold.cols(), untold.cols()) - taken * taken.transpose());
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd{across, Eigen::ComputeThinU};
    untold = svd.matrixU().leftCols(untold.cols() - 1);
  }
  for (Eigen::Index k = 0; k < untold.cols(); ++k) {
    if (static_cast<std::size_t>(k) == kRest) {
      result.cannot_be_told.push_back(say<Id::untold_more>(untold.cols() - k));
      return;
    }
    result.cannot_be_told.push_back(largest_parts(fit, untold.col(k)));
  }
}

}  // namespace

Observability observability(const Machine& nominal, const Fit& fit) {
  const Eigen::MatrixXd information = fit.geometry_information();
  const Eigen::Index m = information.rows(), p = information.cols();
  Observability result;
  if (p == 0) return result;
  // With the tolerances as rows the matrix has full rank, and V is whole also for few readings.
  Eigen::MatrixXd all(m + p, p);
  all.topRows(m) = information;
  all.bottomRows(p).setIdentity();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd{all, Eigen::ComputeThinV};
  for (Eigen::Index k = 0; k < p; ++k) {
    const double value = svd.singularValues()[k];
    const double strength = std::sqrt(std::max(value * value - 1.0, 0.0));
    result.strength.push_back(strength);
    ++(strength >= kTold ? result.told : strength >= 1.0 ? result.partly : result.untold);
  }
  name_untold(nominal, fit, svd.matrixV().rightCols(static_cast<Eigen::Index>(result.untold)), result);
  return result;
}

}  // namespace hexad::identify
