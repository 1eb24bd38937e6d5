#include "identify/design.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "kinematics/inverse.hpp"

namespace hexad::identify {
namespace {

/// B of one row at a pose.
Eigen::MatrixXd rows_at(const Machine& machine, const Fit& fit, const std::vector<Quantity>& quantities,
                        const Pose& pose) {
  const Sensitivity sensitivity = pose_sensitivity(machine, pose);
  const FrameUnknowns unknown{{quantities, {}, fit.unknown}};
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(quantities.size()), fit.spread.cols());
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const Quantity& quantity = quantities[q];
    const double scale = quantity.sigma_is_stated ? 1.0 : fit.noise[quantity.is_angle() ? 1 : 0].scale;
    rows.row(static_cast<Eigen::Index>(q)) =
        fit.row_of(quantity, machine, pose, sensitivity, unknown) / (quantity.sigma * scale);
  }
  return rows;
}

Eigen::MatrixXd updated(const Eigen::MatrixXd& covariance, const Eigen::MatrixXd& rows) {
  const Eigen::MatrixXd across = rows * covariance;
  Eigen::MatrixXd inner = across * rows.transpose();
  inner.diagonal().array() += 1.0;
  return covariance - across.transpose() * inner.llt().solve(across);
}

double gain_of(const Eigen::MatrixXd& covariance, const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd inner = rows * covariance * rows.transpose();
  inner.diagonal().array() += 1.0;
  const Eigen::LLT<Eigen::MatrixXd> root{inner};
  if (root.info() != Eigen::Success) return 0.0;
  const Eigen::MatrixXd lower = root.matrixL();
  return 2.0 * lower.diagonal().array().log().sum();
}

}  // namespace

std::vector<Pose> reachable_poses(const Machine& machine, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::uniform_real_distribution<double> side{-1.0, 1.0}, share{0.0, 1.0};
  std::vector<Pose> poses;
  while (poses.size() < count) {
    AxisValues values{};
    for (std::size_t i = 0; i < kAxes; ++i) values[i] = side(random) * machine.reach[i];
    const Pose far = kXyzConvention.to_pose(values, 0.0);
    const Pose edge = kinematics::clamp_from_neutral(machine, far).value;
    // The root gathers poses near the limits, where a wrong geometry shows most.
    Pose pose = scale_from_neutral(edge, std::sqrt(share(random)));
    if (kinematics::first_hit(machine, pose, kinematics::StrokeUse::less_margin)) pose = edge;
    poses.push_back(pose);
  }
  return poses;
}

Eigen::MatrixXd covariance_after(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                                 const std::vector<Quantity>& quantities, const Pose& pose) {
  return updated(covariance, rows_at(with_geometry(nominal, fit.geometry), fit, quantities, pose));
}

std::vector<NextPose> next_poses(const Machine& nominal, const Fit& fit,
                                 const std::vector<Quantity>& quantities, std::size_t count,
                                 const std::vector<Pose>& candidates) {
  const Machine fitted = with_geometry(nominal, fit.geometry);
  std::vector<Eigen::MatrixXd> rows;
  for (const Pose& pose : candidates) rows.push_back(rows_at(fitted, fit, quantities, pose));
  std::vector<bool> taken(candidates.size(), false);
  Eigen::MatrixXd covariance = fit.covariance;
  std::vector<NextPose> chosen;
  while (chosen.size() < std::min(count, candidates.size())) {
    std::size_t best = candidates.size();
    double most = -1.0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const double gain = taken[i] ? -1.0 : gain_of(covariance, rows[i]);
      if (!(gain > most)) continue;
      most = gain;
      best = i;
    }
    if (best == candidates.size()) break;
    taken[best] = true;
    covariance = updated(covariance, rows[best]);
    chosen.push_back({candidates[best], kinematics::extensions(nominal, candidates[best]), most});
  }
  return chosen;
}

Mat6 pose_covariance(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                     const Pose& pose) {
  const Eigen::MatrixXd moves = pose_sensitivity(with_geometry(nominal, fit.geometry), pose) * fit.spread;
  return moves * covariance * moves.transpose();
}

AxisValues pose_sigma(const Machine& nominal, const Fit& fit, const Eigen::MatrixXd& covariance,
                      const std::vector<Pose>& poses) {
  Vec6 sum = Vec6::Zero();
  for (const Pose& pose : poses) sum += pose_covariance(nominal, fit, covariance, pose).diagonal();
  AxisValues sigma{};
  for (std::size_t i = 0; i < kAxes && !poses.empty(); ++i)
    sigma[i] =
        std::sqrt(std::max(sum[static_cast<Eigen::Index>(i)], 0.0) / static_cast<double>(poses.size()));
  return sigma;
}

}  // namespace hexad::identify
