#include "analysis/stage_qp.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace hexad::analysis {
namespace {

constexpr double kToBoundary = 0.995;   // of the longest step that keeps slacks and multipliers above zero
constexpr double kFirstSlack = 0.5;     // slacks begin no smaller
constexpr double kBrokenAtMost = 1e-6;  // rows of a solution are broken by less

using Reply = Eigen::Matrix<double, kStageAxes, kStageStates>;
using Block = Eigen::Matrix<double, kStageAxes, kStageAxes>;

/// What a Newton step leaves of a stage for the forward pass.
struct Factor {
  Reply gain;
  Eigen::LLT<Block> inverse;
};

struct Barrier {
  std::vector<double> slack;
  std::vector<double> multiplier;
  std::vector<double> broken;  ///< row + slack − bound
  std::vector<double> slack_step;
  std::vector<double> multiplier_step;
};

class InteriorPoint {
 public:
  InteriorPoint(const std::vector<Stage>& stages, const StageState& first, const StageOptions& options)
      : stages_{stages}, options_{options}, last_{stages.size() - 1} {
    states_.assign(stages.size(), StageState::Zero());
    inputs_.assign(last_, StageAxes::Zero());
    states_[0] = first;
    for (std::size_t k = 0; k < last_; ++k) states_[k + 1] = stages[k].a * states_[k] + stages[k].c;
    state_steps_ = states_;
    input_steps_ = inputs_;
    factors_.resize(last_);
    barriers_.resize(stages.size());
    for (std::size_t k = 0; k < stages.size(); ++k) {
      const std::size_t count = stages[k].rows.size();
      Barrier& one = barriers_[k];
      one.slack.assign(count, 1.0);
      one.multiplier.assign(count, 1.0);
      one.broken.assign(count, 0.0);
      one.slack_step.assign(count, 0.0);
      one.multiplier_step.assign(count, 0.0);
      for (std::size_t i = 0; i < count; ++i) {
        if (!read(k, i)) continue;
        ++rows_;
        one.slack[i] = std::max(kFirstSlack, stages[k].rows[i].bound - at(k, i));
      }
    }
    // Multipliers of the size of the cost they stand against.
    const double mu = std::max(1e-3 * value() / std::max(1.0, static_cast<double>(rows_)), 1e-9);
    for (std::size_t k = 0; k < stages.size(); ++k)
      for (std::size_t i = 0; i < stages[k].rows.size(); ++i)
        barriers_[k].multiplier[i] = 30.0 * mu / barriers_[k].slack[i];
  }

  StageSolution solve() {
    StageSolution solution;
    for (int i = 0; i < options_.most_iterations; ++i) {
      solution.iterations = i;
      look();
      if (gap_ <= options_.gap * std::max(value(), 1e-9) && most_broken_ <= kBrokenAtMost) {
        solution.converged = true;
        break;
      }
      if (options_.cancelled && options_.cancelled()) break;
      if (!factor()) break;
      const double mu = gap_ / std::max(1.0, static_cast<double>(rows_));
      direction(0.0, false);
      const double affine = longest();
      const double after = gap_after(affine) / std::max(1.0, static_cast<double>(rows_));
      const double share = rows_ > 0 ? std::pow(after / mu, 3.0) : 0.0;
      direction(std::clamp(share, 1e-4, 1.0) * mu, true);
      move(std::min(1.0, kToBoundary * longest()));
    }
    solution.value = value();
    solution.states = std::move(states_);
    solution.inputs = std::move(inputs_);
    return solution;
  }

 private:
  bool read(std::size_t k, std::size_t i) const {
    const bool jerk = stages_[k].rows[i].level == Level::jerk;
    return jerk ? k < last_ : k > 0;
  }
  double along(const StageRow& row, const StageState& state, const StageAxes& input) const {
    if (row.level == Level::jerk) return row.coefficients.dot(input);
    return row.coefficients.dot(state.segment<kStageAxes>(kStageAxes * static_cast<int>(row.level)));
  }
  double at(std::size_t k, std::size_t i) const {
    return along(stages_[k].rows[i], states_[k], k < last_ ? inputs_[k] : StageAxes::Zero());
  }
  double step_of(std::size_t k, std::size_t i) const {
    return along(stages_[k].rows[i], state_steps_[k], k < last_ ? input_steps_[k] : StageAxes::Zero());
  }

  double value() const {
    double sum = 0.0;
    for (std::size_t k = 0; k <= last_; ++k) {
      sum += 0.5 * states_[k].dot(stages_[k].cost * states_[k]) + stages_[k].slope.dot(states_[k]);
      if (k < last_) sum += 0.5 * inputs_[k].dot(stages_[k].effort.cwiseProduct(inputs_[k]));
    }
    return sum;
  }

  template <class Visit>
  void each_row(Visit visit) {
    for (std::size_t k = 0; k <= last_; ++k)
      for (std::size_t i = 0; i < stages_[k].rows.size(); ++i)
        if (read(k, i)) visit(k, i, barriers_[k]);
  }

  void look() {
    gap_ = most_broken_ = 0.0;
    each_row([this](std::size_t k, std::size_t i, Barrier& one) {
      one.broken[i] = at(k, i) + one.slack[i] - stages_[k].rows[i].bound;
      most_broken_ = std::max(most_broken_, std::abs(one.broken[i]));
      gap_ += one.slack[i] * one.multiplier[i];
    });
  }

  /// Costs with the rows' own, backward to the first stage.
  bool factor() {
    StageSquare p = cost_of(last_);
    for (std::size_t k = last_; k-- > 0;) {
      const Stage& stage = stages_[k];
      const StageSquare pa = p.selfadjointView<Eigen::Lower>() * stage.a;
      const StageInput pb = p.selfadjointView<Eigen::Lower>() * stage.b;
      Block inner = stage.effort.asDiagonal();
      inner += stage.b.transpose() * pb;
      for (std::size_t i = 0; i < stage.rows.size(); ++i) {
        const StageRow& row = stage.rows[i];
        if (row.level == Level::jerk)
          inner += barriers_[k].multiplier[i] / barriers_[k].slack[i] * row.coefficients *
                   row.coefficients.transpose();
      }
      const Reply cross = pb.transpose() * stage.a;
      factors_[k].inverse.compute(inner);
      if (factors_[k].inverse.info() != Eigen::Success) return false;
      factors_[k].gain = -factors_[k].inverse.solve(cross);
      p = cost_of(k);
      p.noalias() += stage.a.transpose() * pa;
      p.noalias() += cross.transpose() * factors_[k].gain;
      p = (0.5 * (p + p.transpose())).eval();
    }
    return true;
  }

  StageSquare cost_of(std::size_t k) const {
    StageSquare cost = stages_[k].cost;
    for (std::size_t i = 0; i < stages_[k].rows.size(); ++i) {
      const StageRow& row = stages_[k].rows[i];
      if (row.level == Level::jerk || !read(k, i)) continue;
      const int first = kStageAxes * static_cast<int>(row.level);
      cost.block<kStageAxes, kStageAxes>(first, first) += barriers_[k].multiplier[i] / barriers_[k].slack[i] *
                                                          row.coefficients * row.coefficients.transpose();
    }
    return cost;
  }

  /// Toward slack·multiplier = mu; with the products of the step before it, when `corrected`.
  void direction(double mu, bool corrected) {
    std::vector<StageAxes>& kick = input_steps_;  // what is left for the forward pass
    StageState p = StageState::Zero();
    for (std::size_t k = last_ + 1; k-- > 0;) {
      const Stage& stage = stages_[k];
      StageState slope = stage.cost * states_[k] + stage.slope;
      StageAxes jerk = k < last_ ? StageAxes{stage.effort.cwiseProduct(inputs_[k])} : StageAxes::Zero();
      Barrier& one = barriers_[k];
      for (std::size_t i = 0; i < stage.rows.size(); ++i) {
        if (!read(k, i)) continue;
        const double second = corrected ? one.slack_step[i] * one.multiplier_step[i] : 0.0;
        const double weight = (mu - second + one.multiplier[i] * one.broken[i]) / one.slack[i];
        const StageRow& row = stage.rows[i];
        if (row.level == Level::jerk) {
          jerk += weight * row.coefficients;
        } else {
          slope.segment<kStageAxes>(kStageAxes * static_cast<int>(row.level)) += weight * row.coefficients;
        }
        one.slack_step[i] = second;  // kept until the step is known
      }
      if (k == last_) {
        p = slope;
        continue;
      }
      jerk += stage.b.transpose() * p;
      p = (slope + stage.a.transpose() * p + factors_[k].gain.transpose() * jerk).eval();
      kick[k] = -factors_[k].inverse.solve(jerk);
    }
    state_steps_[0].setZero();
    for (std::size_t k = 0; k < last_; ++k) {
      input_steps_[k] += factors_[k].gain * state_steps_[k];
      state_steps_[k + 1] = stages_[k].a * state_steps_[k] + stages_[k].b * input_steps_[k];
    }
    each_row([&](std::size_t k, std::size_t i, Barrier& one) {
      const double second = one.slack_step[i];
      one.slack_step[i] = -one.broken[i] - step_of(k, i);
      one.multiplier_step[i] =
          (mu - second - one.multiplier[i] * one.slack_step[i]) / one.slack[i] - one.multiplier[i];
    });
  }

  double longest() {
    double step = 1.0 / kToBoundary;
    each_row([&](std::size_t, std::size_t i, Barrier& one) {
      if (one.slack_step[i] < 0.0) step = std::min(step, -one.slack[i] / one.slack_step[i]);
      if (one.multiplier_step[i] < 0.0) step = std::min(step, -one.multiplier[i] / one.multiplier_step[i]);
    });
    return step;
  }
  double gap_after(double step) {
    double sum = 0.0;
    const double full = std::min(step, 1.0);
    each_row([&](std::size_t, std::size_t i, Barrier& one) {
      sum += (one.slack[i] + full * one.slack_step[i]) * (one.multiplier[i] + full * one.multiplier_step[i]);
    });
    return sum;
  }
  void move(double step) {
    for (std::size_t k = 0; k <= last_; ++k) {
      states_[k] += step * state_steps_[k];
      if (k < last_) inputs_[k] += step * input_steps_[k];
    }
    each_row([&](std::size_t, std::size_t i, Barrier& one) {
      one.slack[i] += step * one.slack_step[i];
      one.multiplier[i] += step * one.multiplier_step[i];
    });
  }

  const std::vector<Stage>& stages_;
  const StageOptions& options_;
  std::size_t last_;
  std::vector<StageState> states_;
  std::vector<StageAxes> inputs_;
  std::vector<StageState> state_steps_;
  std::vector<StageAxes> input_steps_;
  std::vector<Factor> factors_;
  std::vector<Barrier> barriers_;
  std::size_t rows_ = 0;
  double gap_ = 0.0;
  double most_broken_ = 0.0;
};

}  // namespace

StageSolution solve_stages(const std::vector<Stage>& stages, const StageState& first,
                           const StageOptions& options) {
  if (stages.size() < 2) return {};
  return InteriorPoint{stages, first, options}.solve();
}

}  // namespace hexad::analysis
