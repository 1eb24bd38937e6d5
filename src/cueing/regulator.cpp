#include "cueing/regulator.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"

namespace hexad::cueing {
namespace {

constexpr double kStep = 0.01;  // s, the regulator is made for
constexpr int kDoublings = 16;  // 2^16 steps are 11 minutes: as good as for ever

using State = Eigen::Matrix<double, 8, 1>;
using Square = Eigen::Matrix<double, 8, 8>;
using Inputs = Eigen::Matrix<double, 8, 2>;

double squared_inverse(double value) noexcept { return value > 0.0 ? 1.0 / (value * value) : 0.0; }

/// What is known of the force ahead, straight between the values of a forecast. δ beyond fading adds δ' − φ·δ
/// to the force at its step; what that costs is carried back to now by the closed loop.
void preview(const Square& closed, State carried, const Eigen::Matrix<double, 2, 8>& by_cost, double fade,
             Gains& gains) noexcept {
  const int per_value = static_cast<int>(std::lround(Forecast::kSpacing / kStep));
  const int steps = per_value * Forecast::kAhead;
  Eigen::Vector2d before = by_cost * carried;
  for (int k = 1; k <= steps; ++k) {
    carried = (closed.transpose() * carried).eval();
    const Eigen::Vector2d now = k < steps ? Eigen::Vector2d{by_cost * carried} : Eigen::Vector2d::Zero();
    const Eigen::Vector2d counts = before - fade * now;
    before = now;
    const int value = (k - 1) / per_value;  // between that one before (0: now, no δ) and this one
    const double share = static_cast<double>(k - value * per_value) / per_value;
    gains.ahead_acceleration[value] += share * counts[0];
    gains.ahead_rate_command[value] += share * counts[1];
    if (value == 0) continue;
    gains.ahead_acceleration[value - 1] += (1.0 - share) * counts[0];
    gains.ahead_rate_command[value - 1] += (1.0 - share) * counts[1];
  }
}

}  // namespace

Gains regulate(const RegulatorWeights& weights) noexcept {
  const bool travels = weights.travel > 0.0;
  const bool tilts = weights.tilt > 0.0;
  const OtolithModel otolith = otolith_model();
  Square a = Square::Zero();
  a(0, 1) = 1.0;
  a(2, 4) = 1.0;
  a(3, 3) = -1.0 / kTiltAverage;
  a(4, 3) = 1.0 / kTiltAverage;
  a(4, 4) = -1.0 / kTiltAverage;
  a.block<2, 2>(5, 5) = otolith.a;
  a.block<2, 1>(5, 2) = -kGravity * otolith.b;
  a.block<2, 1>(5, 7) = otolith.b;
  a(7, 7) = -1.0 / weights.fading;
  State by_acceleration = State::Zero();
  State by_rate_command = State::Zero();
  // The missing force itself counts too, q·(m − a)² beside the effort r·a²: with a = onset·m + the rest that
  // is (q + r)·rest² + onset·r·m², so the onset is made part of the system, and the rest regulated.
  const double onset = travels ? weights.onset : 0.0;
  State missing = State::Zero();
  missing[7] = 1.0;
  missing[2] = tilts ? -kGravity : 0.0;
  if (travels) {
    by_acceleration[1] = 1.0;
    by_acceleration.segment<2>(5) = -otolith.b;
  } else {
    a(0, 0) = a(1, 1) = -1.0;  // nothing drives them: they must not stay
  }
  if (tilts) {
    by_rate_command[3] = 1.0 / kTiltAverage;
  } else {
    a(2, 2) = -1.0;
  }
  a += by_acceleration * onset * missing.transpose();
  const LinearStage<8> stage_a{a, by_acceleration, kStep};
  const LinearStage<8> stage_p{a, by_rate_command, kStep};
  Square phi;
  for (int i = 0; i < 8; ++i) phi.col(i) = stage_a.next(State::Unit(i), 0.0, 0.0);
  Inputs in;
  in << stage_a.next(State::Zero(), 1.0, 1.0), stage_p.next(State::Zero(), 1.0, 1.0);

  State output = State::Zero();
  output.segment<2>(5) = otolith.output.transpose();
  Square cost = output * output.transpose();
  cost(0, 0) += squared_inverse(weights.travel);
  cost(1, 1) += squared_inverse(weights.speed);
  cost(2, 2) += squared_inverse(weights.tilt);
  cost += onset * squared_inverse(weights.acceleration) * missing * missing.transpose();
  const Eigen::Vector2d effort{squared_inverse(weights.acceleration) / (1.0 - onset),
                               squared_inverse(weights.tilt_rate)};

  // The equation by doubling: a, g, h after 1, 2, 4, … steps.
  Square an = phi;
  Square gn = in * effort.cwiseInverse().asDiagonal() * in.transpose();
  Square hn = cost;
  for (int i = 0; i < kDoublings; ++i) {
    const Square w = (Square::Identity() + gn * hn).inverse();
    const Square aw = an * w;
    gn = (gn + aw * gn * an.transpose()).eval();
    hn = (hn + an.transpose() * hn * w * an).eval();
    an = (aw * an).eval();
  }
  const Eigen::Matrix2d inner = Eigen::Matrix2d{effort.asDiagonal()} + in.transpose() * hn * in;
  const Eigen::Matrix<double, 2, 8> k = inner.inverse() * in.transpose() * hn * phi;
  Gains gains;
  if (!k.allFinite()) return gains;
  if (travels) gains.acceleration = k.row(0) - onset * missing.transpose();
  preview(phi - in * k, hn.col(7), inner.inverse() * in.transpose(), std::exp(-kStep / weights.fading),
          gains);
  if (!travels) gains.ahead_acceleration.setZero();
  if (!tilts) gains.ahead_rate_command.setZero();
  // Without tilt the least error in the long run would begin with a run-up the other way: nobody may feel
  // that.
  gains.run_up = std::max(gains.acceleration[7], 0.0);
  gains.acceleration[7] = std::min(gains.acceleration[7], 0.0);
  if (tilts) gains.rate_command = k.row(1);
  return gains;
}

}  // namespace hexad::cueing
