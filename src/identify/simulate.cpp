#include "identify/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "identify/model.hpp"
#include "kinematics/inverse.hpp"
#include "messages/say.hpp"

namespace hexad::identify {

Geometry perturbed(const Geometry& nominal, double spread, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::uniform_real_distribution<double> off{-spread, spread};
  Deviation deviation;
  for (double& value : deviation) value = off(random);
  return moved(nominal, deviation);
}

Result<Campaign, messages::Message> simulate(const Machine& nominal, const Geometry& truth,
                                             const std::vector<Quantity>& quantities,
                                             const std::vector<Pose>& poses, std::uint64_t seed,
                                             const Unknowns& unknown, const Frames& frames) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  const Machine machine = with_geometry(nominal, truth);
  Campaign campaign{quantities, {}, unknown};
  for (const Pose& pose : poses) {
    Row row{static_cast<int>(campaign.rows.size()) + 3,  // where to_csv writes it
            kinematics::extensions(nominal, pose),
            {}};
    const kinematics::Forward found = kinematics::forward(machine, row.extension, pose);
    if (!found.ok())
      return Failure{
          messages::say<messages::Id::identify_no_truth>(campaign.rows.size() + 1, word_of(found.status))};
    for (const Quantity& quantity : quantities)
      row.values.emplace_back(value_of(quantity, machine, found.pose, frames) +
                              quantity.sigma * normal(random));
    campaign.rows.push_back(std::move(row));
  }
  return campaign;
}

Frames somewhere(const Unknowns& unknown, std::size_t targets, std::uint64_t seed, std::size_t marks) {
  std::mt19937_64 random{seed};
  std::uniform_real_distribution<double> side{-1.0, 1.0};
  const auto three = [&](double size) {
    return Vec3{side(random) * size, side(random) * size, side(random) * size};
  };
  const auto turn = [&](const Vec3& vector) {
    return Quat{Eigen::AngleAxisd{vector.norm(), vector.normalized()}};
  };
  Frames frames;
  if (unknown.tracker || targets > 0) {
    frames.tracker = turn(three(kPi));
    frames.origin = three(3.0);
  }
  if (unknown.target) {
    frames.target = turn(three(0.5));
    frames.place = three(0.3);
  }
  for (std::size_t i = 0; i < targets; ++i) frames.points.push_back(three(0.4));
  for (std::size_t i = 0; i < marks; ++i)
    frames.marks.push_back(Eigen::AngleAxisd{side(random) * kPi, Vec3::UnitZ()} *
                           Vec3{1.5 + 0.3 * side(random), 0.0, 0.3 * side(random)});
  if (unknown.level) {
    frames.level = turn(Vec3{side(random), side(random), 0.0} * 0.5 * kDegree);
    frames.sensor = turn(three(kDegree));
  }
  return frames;
}

PoseError pose_error(const Machine& nominal, const Geometry& believed, const Geometry& truth,
                     const Pose& pose) {
  const Machine machine = with_geometry(nominal, truth);
  const Extensions extension = kinematics::extensions(with_geometry(nominal, believed), pose);
  const kinematics::Forward found = kinematics::forward(machine, extension, pose);
  PoseError error;
  if (!found.ok()) return error;
  error.found = true;
  error.twist << found.pose.position - pose.position,
      rotation_vector(found.pose.rotation * pose.rotation.conjugate());
  error.leg = extension - kinematics::extensions(machine, pose);
  return error;
}

ErrorSummary pose_errors(const Machine& nominal, const Geometry& believed, const Geometry& truth,
                         const std::vector<Pose>& poses) {
  ErrorSummary sum;
  for (const Pose& pose : poses) {
    const PoseError error = pose_error(nominal, believed, truth, pose);
    if (!error.found) continue;
    ++sum.poses;
    const double away = error.twist.head<3>().norm(), turned = error.twist.tail<3>().norm();
    sum.position_rms += away * away;
    sum.angle_rms += turned * turned;
    sum.leg_rms += error.leg.values().squaredNorm() / static_cast<double>(kMaxLegs);
    sum.position_max = std::max(sum.position_max, away);
    sum.angle_max = std::max(sum.angle_max, turned);
    sum.leg_max = std::max(sum.leg_max, error.leg.cwiseAbs().maxCoeff());
  }
  if (sum.poses == 0) return sum;
  for (double* value : {&sum.position_rms, &sum.angle_rms, &sum.leg_rms})
    *value = std::sqrt(*value / static_cast<double>(sum.poses));
  return sum;
}

}  // namespace hexad::identify
