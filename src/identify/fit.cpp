#include "identify/fit.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::identify {
namespace {

constexpr int kMostIterations = 60;
constexpr int kMostRounds = 12;        // of fit and noise estimate
constexpr double kSmallStep = 1e-12;   // m; the forward solution is no better
constexpr double kLeastFreedom = 3.0;  // below, residuals say nothing about the noise
constexpr double kMostDamping = 1e12;
constexpr std::size_t kMostOutliers = 20;  // each is a fit of its own

/// Angles that went once round are the same.
double difference_of(const Quantity& quantity, double measured, double model) {
  const double difference = measured - model;
  return quantity.is_angle() ? std::remainder(difference, 2.0 * kPi) : difference;
}

messages::Message no_pose(const Row& row, kinematics::ForwardStatus status) {
  using messages::Id;
  return messages::say<Id::at_line>(row.line, messages::say<Id::identify_no_pose>(word_of(status)));
}

/// 97.5 % of Student's distribution (Abramowitz and Stegun 26.7.5).
double coverage_of(double freedom) {
  constexpr double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom);
}

/// 99.9 % of chi-square (Wilson and Hilferty).
double largest_chi_square(double freedom) {
  const double share = 2.0 / (9.0 * freedom);
  return freedom * std::pow(1.0 - share + 3.0902 * std::sqrt(share), 3.0);
}

class Solver {
 public:
  Solver(const Machine& nominal, const Campaign& campaign, const Prior& prior, const Frames& first)
      : nominal_{nominal}, campaign_{campaign}, unknown_{campaign}, first_{first} {
    fit_.prior = prior;
    fit_.unknown = campaign.unknown;
    const Eigen::MatrixXd geometry = spread_of(prior);
    fit_.free = geometry.cols();
    fit_.spread = Eigen::MatrixXd::Zero(kParameters, fit_.free + unknown_.count());
    fit_.spread.leftCols(fit_.free) = geometry;
    wide_ = unknown_.spread();
    for (std::size_t row = 0; row < campaign.rows.size(); ++row)
      for (std::size_t q = 0; q < campaign.quantities.size(); ++q)
        if (campaign.rows[row].values[q]) {
          fit_.residuals.push_back({row, q});
          ++fit_.noise[campaign.quantities[q].is_angle() ? 1 : 0].readings;
        }
    phi_ = Eigen::VectorXd::Zero(fit_.spread.cols());
  }

  Result<Fit, messages::Message> run() {
    fit_.poses.assign(campaign_.rows.size(), Pose{});
    if (!look(phi_, true)) return Failure{error_};
    for (Residual& residual : fit_.residuals) residual.before = residual.after;
    for (int round = 0; round < kMostRounds; ++round) {
      if (!solve()) return Failure{error_};
      finish();
      if (!estimate_noise()) break;
    }
    if (!solve()) return Failure{error_};
    finish();
    judge();
    return std::move(fit_);
  }

 private:
  double sigma_of(std::size_t quantity) const {
    const Quantity& q = campaign_.quantities[quantity];
    return q.sigma_is_stated ? q.sigma : q.sigma * fit_.noise[q.is_angle() ? 1 : 0].scale;
  }

  /// Residuals and their derivatives at φ; false, with the reason, when a row makes no pose there.
  bool look(const Eigen::VectorXd& phi, bool cold = false) {
    const Machine machine = with_geometry(nominal_, moved(nominal_.geometry, Deviation{fit_.spread * phi}));
    std::vector<Pose> poses = fit_.poses;
    for (std::size_t i = 0; i < campaign_.rows.size(); ++i) {
      const Row& row = campaign_.rows[i];
      const kinematics::Forward found = cold ? kinematics::forward(machine, row.extension)
                                             : kinematics::forward(machine, row.extension, poses[i]);
      if (!found.ok()) {
        error_ = no_pose(row, found.status);
        return false;
      }
      poses[i] = found.pose;
    }
    fit_.poses = std::move(poses);
    fit_.geometry = machine.geometry;
    fit_.guessed = wide_.cwiseProduct(phi.tail(unknown_.count()));
    fit_.frames = unknown_.moved(first_, fit_.guessed);
    linearise(machine);
    return true;
  }

  void linearise(const Machine& machine) {
    const auto readings = static_cast<Eigen::Index>(fit_.residuals.size());
    fit_.information.resize(readings, fit_.spread.cols());
    right_.resize(readings);
    Sensitivity sensitivity;
    std::size_t row_of_sensitivity = campaign_.rows.size();
    for (Eigen::Index j = 0; j < readings; ++j) {
      Residual& residual = fit_.residuals[static_cast<std::size_t>(j)];
      const Quantity& quantity = campaign_.quantities[residual.quantity];
      const Pose& pose = fit_.poses[residual.row];
      if (row_of_sensitivity != residual.row) {
        sensitivity = pose_sensitivity(machine, pose);
        row_of_sensitivity = residual.row;
      }
      residual.sigma = sigma_of(residual.quantity);
      residual.after = difference_of(quantity, *campaign_.rows[residual.row].values[residual.quantity],
                                     value_of(quantity, machine, pose, fit_.frames));
      right_[j] = residual.after / residual.sigma;
      fit_.information.row(j) = fit_.row_of(quantity, machine, pose, sensitivity, unknown_) / residual.sigma;
    }
  }

  double cost(const Eigen::VectorXd& phi) const { return right_.squaredNorm() + phi.squaredNorm(); }

  /// The step that solves the linear problem, damped by `damping` times its own scale.
  Eigen::VectorXd step(double damping) const {
    const Eigen::Index m = fit_.information.rows(), p = fit_.information.cols();
    Eigen::MatrixXd left = Eigen::MatrixXd::Zero(m + 2 * p, p);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(m + 2 * p);
    left.topRows(m) = fit_.information;
    left.middleRows(m, p).setIdentity();
    for (Eigen::Index k = 0; k < p; ++k)
      left(m + p + k, k) = std::sqrt(damping * (1.0 + fit_.information.col(k).squaredNorm()));
    right.head(m) = right_;
    right.segment(m, p) = -phi_;
    return left.householderQr().solve(right);
  }

  bool solve() {
    if (!look(phi_)) return false;
    double damping = 0.0;
    for (int i = 0; i < kMostIterations; ++i) {
      const double before = cost(phi_);
      const Eigen::VectorXd change = step(damping);
      const Eigen::VectorXd frames = wide_.cwiseProduct(change.tail(unknown_.count()));
      const double size = std::max((fit_.spread * change).cwiseAbs().maxCoeff(),
                                   unknown_.any() ? frames.cwiseAbs().maxCoeff() : 0.0);
      if (!std::isfinite(size)) {
        error_ = messages::Id::identify_ran_away;
        return false;
      }
      const bool arrived = size < kSmallStep;
      if (look(phi_ + change) && (arrived || cost(phi_ + change) <= before)) {
        phi_ += change;
        ++fit_.iterations;
        damping = damping > 1e-9 ? damping * 0.1 : 0.0;
        if (arrived || before - cost(phi_) <= 1e-13 * before) return true;
        continue;
      }
      if (!look(phi_)) return false;
      if (size < 1e3 * kSmallStep) return true;  // nothing but rounding is left
      damping = std::max(10.0 * damping, 1e-6);
      if (damping > kMostDamping) break;
    }
    error_ = messages::say<messages::Id::identify_no_fit>(kMostIterations);
    return false;
  }

  void finish() {
    const Eigen::Index m = fit_.information.rows(), p = fit_.information.cols();
    Eigen::MatrixXd left(m + p, p);
    left.topRows(m) = fit_.information;
    left.bottomRows(p).setIdentity();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr{left};
    const Eigen::MatrixXd root = qr.matrixQR().topRows(p).triangularView<Eigen::Upper>();
    const Eigen::MatrixXd inverse =
        root.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(p, p));
    fit_.covariance = inverse * inverse.transpose();
    fit_.deviation = fit_.spread * phi_;
    fit_.chi_square = fit_.freedom = 0.0;
    for (Noise& noise : fit_.noise) noise.freedom = 0.0;
    for (Eigen::Index j = 0; j < m; ++j) {
      Residual& residual = fit_.residuals[static_cast<std::size_t>(j)];
      residual.leverage = (fit_.information.row(j) * inverse).squaredNorm();
      const double left_over = std::max(1.0 - residual.leverage, 1e-9);
      residual.standardised = right_[j] / std::sqrt(left_over);
      fit_.chi_square += right_[j] * right_[j];
      fit_.noise[campaign_.quantities[residual.quantity].is_angle() ? 1 : 0].freedom += left_over;
      fit_.freedom += left_over;
    }
  }

  /// True when an estimate changed by more than a thousandth.
  bool estimate_noise() {
    std::array<double, 2> sum{}, freedom{};
    for (const Residual& residual : fit_.residuals) {
      const Quantity& quantity = campaign_.quantities[residual.quantity];
      if (quantity.sigma_is_stated) continue;
      const std::size_t unit = quantity.is_angle() ? 1 : 0;
      sum[unit] += residual.after * residual.after / (residual.sigma * residual.sigma);
      freedom[unit] += 1.0 - residual.leverage;
    }
    bool changed = false;
    for (std::size_t unit = 0; unit < 2; ++unit) {
      if (!(freedom[unit] >= kLeastFreedom)) continue;
      // Readings without any error (made by a computer) must not become infinitely heavy.
      const double factor = std::max(std::sqrt(sum[unit] / freedom[unit]), 1e-3);
      Noise& noise = fit_.noise[unit];
      noise.estimated = true;
      const double scale = std::max(noise.scale * factor, 1e-4);
      changed = changed || std::abs(scale / noise.scale - 1.0) > 1e-3;
      noise.scale = scale;
    }
    return changed;
  }

  void judge() {
    double freedom = 1e9;
    for (const Noise& noise : fit_.noise)
      if (noise.estimated) freedom = std::min(freedom, std::max(noise.freedom, kLeastFreedom));
    fit_.coverage = coverage_of(freedom);
    if (fit_.contradicts_sigma()) fit_.coverage *= std::sqrt(fit_.chi_square / fit_.freedom);
  }

  const Machine& nominal_;
  const Campaign& campaign_;
  FrameUnknowns unknown_;
  Frames first_;
  Eigen::VectorXd wide_;  ///< spread of the frames' unknowns
  Fit fit_;
  Eigen::VectorXd phi_;
  Eigen::VectorXd right_;  ///< residuals over their deviation
  messages::Message error_;
};

/// 1 for readings as good as stated; more when most of them are worse.
double robust_scale(const Fit& fit, bool at_least_one) {
  std::vector<double> sizes;
  for (const Residual& residual : fit.residuals) sizes.push_back(std::abs(residual.standardised));
  if (sizes.empty()) return 1.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  const double scale = 1.4826 * *middle;
  return at_least_one ? std::max(scale, 1.0) : std::max(scale, 1e-6);
}

/// The reading that fits worst, when it is too far off for as many readings as there are.
std::optional<Outlier> worst(const Fit& fit) {
  constexpr double kOwnWord = 0.95;  // a reading that explains only itself cannot be judged
  const bool stated = !fit.noise[0].estimated && !fit.noise[1].estimated;
  const double scale = robust_scale(fit, stated);
  const double limit = std::sqrt(2.0 * std::log(static_cast<double>(fit.residuals.size()) / 0.01));
  std::optional<Outlier> found;
  for (const Residual& residual : fit.residuals) {
    const double size = std::abs(residual.standardised) / scale;
    if (!(size > limit) || residual.leverage > kOwnWord) continue;
    if (!found || size > found->standardised) found = Outlier{residual.row, residual.quantity, size};
  }
  return found;
}

}  // namespace

Eigen::RowVectorXd Fit::row_of(const Quantity& quantity, const Machine& machine, const Pose& pose,
                               const Sensitivity& sensitivity, const FrameUnknowns& open) const {
  Eigen::RowVectorXd row = gradient_of(quantity, machine, pose, sensitivity, frames) * spread;
  if (open.any())
    row.tail(open.count()) =
        open.gradient(quantity, machine, pose, frames, guessed).cwiseProduct(open.spread().transpose());
  return row;
}

Eigen::MatrixXd Fit::geometry_information() const {
  const Eigen::Index m = information.rows(), all = information.cols(), frame = all - free;
  if (frame == 0) return information;
  Eigen::MatrixXd theirs(m + frame, frame), ours = Eigen::MatrixXd::Zero(m + frame, free);
  theirs.topRows(m) = information.rightCols(frame);
  theirs.bottomRows(frame).setIdentity();
  ours.topRows(m) = information.leftCols(free);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr{theirs};
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(m + frame, frame);
  return ours - q * (q.transpose() * ours);
}

Deviation Fit::sigma() const {
  return (spread * covariance).cwiseProduct(spread).rowwise().sum().cwiseMax(0.0).cwiseSqrt();
}

bool Fit::contradicts_sigma() const {
  if (noise[0].estimated || noise[1].estimated || !(freedom >= 1.0)) return false;
  return chi_square > largest_chi_square(freedom);
}

Result<Fit, messages::Message> fit(const Machine& nominal, const Campaign& campaign, const Prior& prior) {
  if (!FrameUnknowns{campaign}.any() || campaign.rows.empty())
    return Solver{nominal, campaign, prior, {}}.run();
  std::vector<Pose> poses;
  for (const Row& row : campaign.rows) {
    const kinematics::Forward found = kinematics::forward(nominal, row.extension);
    if (!found.ok()) return Failure{no_pose(row, found.status)};
    poses.push_back(found.pose);
  }
  const auto guess = first_guess(nominal, campaign, poses);
  if (!guess) return Failure{guess.error()};
  // Before: the nominal geometry with instruments that stand where it likes them best.
  Prior held = prior;
  held.hold_base = held.hold_platform = held.hold_legs = true;
  const auto before = Solver{nominal, campaign, held, *guess}.run();
  if (!before) return Failure{before.error()};
  auto after = Solver{nominal, campaign, prior, before->frames}.run();
  if (after)
    for (std::size_t i = 0; i < after->residuals.size(); ++i)
      after->residuals[i].before = before->residuals[i].after;
  return after;
}

std::vector<Outlier> find_outliers(const Machine& nominal, const Campaign& campaign, const Prior& prior) {
  std::vector<Outlier> outliers;
  std::vector<std::size_t> kept(campaign.rows.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i;
  Campaign rest = campaign;
  const std::size_t most = std::clamp<std::size_t>(campaign.rows.size() / 10, 1, kMostOutliers);
  while (outliers.size() < most) {
    const auto fitted = fit(nominal, rest, prior);
    if (!fitted) break;
    std::optional<Outlier> found = worst(*fitted);
    if (!found) break;
    const auto at = static_cast<std::ptrdiff_t>(found->row);
    found->row = kept[found->row];
    outliers.push_back(*found);
    kept.erase(kept.begin() + at);
    rest.rows.erase(rest.rows.begin() + at);
  }
  return outliers;
}

Campaign without(const Campaign& campaign, const std::vector<Outlier>& outliers) {
  Campaign rest{campaign.quantities, {}, campaign.unknown};
  for (std::size_t i = 0; i < campaign.rows.size(); ++i) {
    const bool out = std::any_of(outliers.begin(), outliers.end(),
                                 [i](const Outlier& outlier) { return outlier.row == i; });
    if (!out) rest.rows.push_back(campaign.rows[i]);
  }
  return rest;
}

ResidualSummary summary(const Fit& fit, const Campaign& campaign, bool angles, double Residual::*of) {
  ResidualSummary result;
  for (std::size_t j = 0; j < fit.residuals.size(); ++j) {
    const Residual& residual = fit.residuals[j];
    if (campaign.quantities[residual.quantity].is_angle() != angles) continue;
    const double value = residual.*of;
    result.rms += value * value;
    ++result.count;
    if (std::abs(value) > std::abs(result.largest)) {
      result.largest = value;
      result.at = j;
    }
  }
  if (result.count > 0) result.rms = std::sqrt(result.rms / static_cast<double>(result.count));
  return result;
}

}  // namespace hexad::identify
