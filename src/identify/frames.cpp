#include "identify/frames.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <optional>

#include "identify/model.hpp"
#include "identify/trilateration.hpp"
#include "messages/say.hpp"

namespace hexad::identify {
namespace {

constexpr double kWidePlace = 10.0;          // m
constexpr double kWideTurn = kPi;            // rad
constexpr double kLevel = 2.0 * kDegree;     // how badly a base may stand
constexpr double kMounting = 5.0 * kDegree;  // of an inclinometer along the platform's axes
constexpr double kNotATurn = 0.3;            // a first guess that is so far from a rotation is none

Mat3 cross_of(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// d(turn on the left)/dφ of exp(φ).
Mat3 left_jacobian(const Vec3& phi) {
  const double angle = phi.norm();
  if (angle < 1e-6) return Mat3::Identity() + 0.5 * cross_of(phi);
  const Mat3 k = cross_of(phi);
  return Mat3::Identity() + (1.0 - std::cos(angle)) / (angle * angle) * k +
         (angle - std::sin(angle)) / (angle * angle * angle) * k * k;
}

Quat exp_of(const Vec3& phi) {
  const double angle = phi.norm();
  return angle < 1e-12 ? Quat::Identity() : Quat{Eigen::AngleAxisd{angle, phi / angle}};
}

/// The rotation nearest to a matrix.
Mat3 nearest_turn(const Mat3& m) {
  const Eigen::JacobiSVD<Mat3> svd{m, Eigen::ComputeFullU | Eigen::ComputeFullV};
  Mat3 sign = Mat3::Identity();
  sign(2, 2) = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0.0 ? -1.0 : 1.0;
  return svd.matrixU() * sign * svd.matrixV().transpose();
}

/// One place that a tracker told: of a target, or of the body whose pose it tells.
struct Told {
  std::size_t row = 0;
  std::size_t body = 0;  ///< which unknown place on the platform
  Vec3 place = Vec3::Zero();
};

/// The three readings of a row that are one place; none unless all are there.
std::optional<Vec3> place_in(const Campaign& campaign, const Row& row, Quantity::Kind kind,
                             std::size_t target) {
  Vec3 place = Vec3::Zero();
  int found = 0;
  for (std::size_t q = 0; q < campaign.quantities.size(); ++q) {
    const Quantity& quantity = campaign.quantities[q];
    if (quantity.kind != kind || !row.values[q]) continue;
    if (kind == Quantity::Kind::point && quantity.target != target) continue;
    if (kind == Quantity::Kind::axis && is_rotation(quantity.axis)) continue;
    const auto k = kind == Quantity::Kind::point ? static_cast<Eigen::Index>(quantity.component)
                                                 : static_cast<Eigen::Index>(quantity.axis);
    place[k] = *row.values[q];
    ++found;
  }
  return found == 3 ? std::optional{place} : std::nullopt;
}

std::optional<Quat> turn_in(const Campaign& campaign, const Row& row) {
  Vec3 angles = Vec3::Zero();
  int found = 0;
  for (std::size_t q = 0; q < campaign.quantities.size(); ++q) {
    const Quantity& quantity = campaign.quantities[q];
    if (quantity.kind != Quantity::Kind::axis || !is_rotation(quantity.axis) || !row.values[q]) continue;
    angles[static_cast<Eigen::Index>(quantity.axis) - 3] = *row.values[q];
    ++found;
  }
  if (found != 3) return std::nullopt;
  return rotation_from_angles(angles, RotationOrder::zyx);
}

/// Tᵀ·y = p + R·q + t': linear in the nine numbers of Tᵀ, in every q and in t'.
class FirstGuess {
 public:
  FirstGuess(const Machine& nominal, const Campaign& campaign, const std::vector<Pose>& poses)
      : nominal_{nominal}, campaign_{campaign}, poses_{poses}, unknown_{campaign} {}

  Result<Frames, messages::Message> run() {
    frames_.points.assign(unknown_.points(), Vec3::Zero());
    frames_.marks.assign(unknown_.marks(), Vec3::Zero());
    collect();
    if (unknown_.which().tracker) {
      if (!find_tracker()) return Failure{messages::Message{messages::Id::identify_no_tracker}};
    }
    if (unknown_.points() > 0 || unknown_.which().target || unknown_.which().tracker) find_places();
    if (unknown_.which().target) find_target_turn();
    if (const auto lost = place_by_distances(nominal_, campaign_, poses_, frames_))
      return Failure{messages::say<messages::Id::identify_no_place>(place_name(*lost))};
    return frames_;
  }

 private:
  void collect() {
    const bool bodies = unknown_.which().target || unknown_.which().tracker;
    for (std::size_t i = 0; i < campaign_.rows.size(); ++i) {
      const Row& row = campaign_.rows[i];
      for (std::size_t k = 0; k < unknown_.points(); ++k)
        if (const auto place = place_in(campaign_, row, Quantity::Kind::point, k))
          told_.push_back({i, k, *place});
      if (const auto place = place_in(campaign_, row, Quantity::Kind::axis, 0); bodies && place)
        told_.push_back({i, unknown_.points(), *place});
    }
  }
  bool places_unknown(const Told& one) const {
    return one.body < unknown_.points() || unknown_.which().target;
  }
  Eigen::Index columns() const { return 3 * static_cast<Eigen::Index>(unknown_.points() + 1) + 3; }

  /// R·q and t' of one place, into its three rows.
  void put(const Told& one, Eigen::Index row, Eigen::Index from, Eigen::MatrixXd& left) const {
    if (places_unknown(one))
      left.block<3, 3>(row, from + 3 * static_cast<Eigen::Index>(one.body)) =
          poses_[one.row].rotation.toRotationMatrix();
    if (unknown_.which().tracker)
      left.block<3, 3>(row, from + 3 * static_cast<Eigen::Index>(unknown_.points() + 1)).setIdentity();
  }

  bool find_tracker() {
    const auto rows = 3 * static_cast<Eigen::Index>(told_.size());
    if (rows < 9 + 6) return false;
    Eigen::MatrixXd left = Eigen::MatrixXd::Zero(rows, 9 + columns());
    Eigen::VectorXd right(rows);
    // About the middle of all places: far away trackers make no large numbers.
    Vec3 middle = Vec3::Zero();
    for (const Told& one : told_) middle += one.place / static_cast<double>(told_.size());
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const Told& one = told_[i];
      const auto row = 3 * static_cast<Eigen::Index>(i);
      for (Eigen::Index k = 0; k < 3; ++k)
        left.block<1, 3>(row + k, 3 * k) = (one.place - middle).transpose();
      Eigen::MatrixXd part = Eigen::MatrixXd::Zero(3, columns());
      put(one, 0, 0, part);
      left.block(row, 9, 3, columns()) = -part;
      right.segment<3>(row) = poses_[one.row].position;
    }
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver{left};
    const Eigen::VectorXd found = solver.solve(right);
    Mat3 back;
    for (Eigen::Index k = 0; k < 3; ++k) back.row(k) = found.segment<3>(3 * k).transpose();
    if (!back.allFinite() || (back.transpose() * back - Mat3::Identity()).norm() > kNotATurn) return false;
    frames_.tracker = Quat{nearest_turn(back).transpose()};
    return true;
  }

  /// With T known the rest is linear.
  void find_places() {
    if (told_.empty()) return;
    const auto rows = 3 * static_cast<Eigen::Index>(told_.size());
    Eigen::MatrixXd left = Eigen::MatrixXd::Zero(rows, columns());
    Eigen::VectorXd right(rows);
    for (std::size_t i = 0; i < told_.size(); ++i) {
      const auto row = 3 * static_cast<Eigen::Index>(i);
      put(told_[i], row, 0, left);
      right.segment<3>(row) = frames_.tracker.conjugate() * told_[i].place - poses_[told_[i].row].position;
    }
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver{left};
    const Eigen::VectorXd found = solver.solve(right);
    for (std::size_t k = 0; k < unknown_.points(); ++k)
      frames_.points[k] = found.segment<3>(3 * static_cast<Eigen::Index>(k));
    frames_.place = found.segment<3>(3 * static_cast<Eigen::Index>(unknown_.points()));
    frames_.origin = frames_.tracker * found.tail<3>();
  }

  void find_target_turn() {
    Mat3 sum = Mat3::Zero();
    for (std::size_t i = 0; i < campaign_.rows.size(); ++i)
      if (const auto turn = turn_in(campaign_, campaign_.rows[i]))
        sum += (poses_[i].rotation.conjugate() * frames_.tracker.conjugate() * *turn).toRotationMatrix();
    if (sum.norm() > 0.0) frames_.target = Quat{nearest_turn(sum)};
  }

  const Machine& nominal_;
  const Campaign& campaign_;
  const std::vector<Pose>& poses_;
  FrameUnknowns unknown_;
  std::vector<Told> told_;
  Frames frames_;
};

}  // namespace

FrameUnknowns::FrameUnknowns(const Campaign& campaign) : which_{campaign.unknown} {
  for (const Quantity& quantity : campaign.quantities) {
    if (quantity.kind == Quantity::Kind::point) {
      points_ = std::max(points_, quantity.target + 1);
      which_.tracker = true;  // nobody knows it to a hundredth of a millimetre
    }
    if (quantity.kind != Quantity::Kind::distance) continue;
    for (const Place& end : {quantity.from, quantity.to}) {
      if (end.kind == Place::Kind::target) points_ = std::max(points_, end.number + 1);
      if (end.kind == Place::Kind::mark) marks_ = std::max(marks_, end.number + 1);
    }
  }
  const auto take = [this](bool wanted, Eigen::Index size) {
    if (!wanted) return Eigen::Index{-1};
    const Eigen::Index at = count_;
    count_ += size;
    return at;
  };
  tracker_ = take(which_.tracker, 6);
  target_ = take(which_.target, 6);
  point_ = take(points_ > 0, 3 * static_cast<Eigen::Index>(points_));
  mark_ = take(marks_ > 0, 3 * static_cast<Eigen::Index>(marks_));
  level_ = take(which_.level, 5);
}

Frames FrameUnknowns::moved(const Frames& first, const Eigen::VectorXd& phi) const {
  Frames frames = first;
  frames.points.resize(points_, Vec3::Zero());
  frames.marks.resize(marks_, Vec3::Zero());
  if (tracker_ >= 0) {
    frames.tracker = exp_of(phi.segment<3>(tracker_)) * first.tracker;
    frames.origin += phi.segment<3>(tracker_ + 3);
  }
  if (target_ >= 0) {
    frames.target = exp_of(phi.segment<3>(target_)) * first.target;
    frames.place += phi.segment<3>(target_ + 3);
  }
  for (std::size_t k = 0; k < points_; ++k)
    frames.points[k] += phi.segment<3>(point_ + 3 * static_cast<Eigen::Index>(k));
  for (std::size_t k = 0; k < marks_; ++k)
    frames.marks[k] += phi.segment<3>(mark_ + 3 * static_cast<Eigen::Index>(k));
  if (level_ >= 0) {
    frames.level = exp_of(Vec3{phi[level_], phi[level_ + 1], 0.0}) * first.level;
    frames.sensor = exp_of(phi.segment<3>(level_ + 2)) * first.sensor;
  }
  return frames;
}

Eigen::VectorXd FrameUnknowns::spread() const {
  Eigen::VectorXd spread(count_);
  for (const Eigen::Index at : {tracker_, target_})
    if (at >= 0) {
      spread.segment<3>(at).setConstant(kWideTurn);
      spread.segment<3>(at + 3).setConstant(kWidePlace);
    }
  if (point_ >= 0) spread.segment(point_, 3 * static_cast<Eigen::Index>(points_)).setConstant(kWidePlace);
  if (mark_ >= 0) spread.segment(mark_, 3 * static_cast<Eigen::Index>(marks_)).setConstant(kWidePlace);
  if (level_ >= 0) {
    spread.segment<2>(level_).setConstant(kLevel);
    spread.segment<3>(level_ + 2).setConstant(kMounting);
  }
  return spread;
}

Eigen::RowVectorXd FrameUnknowns::gradient(const Quantity& quantity, const Machine& machine, const Pose& pose,
                                           const Frames& now, const Eigen::VectorXd& phi) const {
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(count_);
  const Mat3 turned = (now.tracker * pose.rotation).toRotationMatrix();
  const auto told_place = [&](Eigen::Index k, const Vec3& place, Eigen::Index own) {
    if (tracker_ >= 0) {
      const Vec3 arm = now.tracker * (pose.position + pose.rotation * place);
      row.segment<3>(tracker_) =
          arm.cross(Vec3::Unit(k)).transpose() * left_jacobian(phi.segment<3>(tracker_));
      row[tracker_ + 3 + k] = 1.0;
    }
    if (own >= 0) row.segment<3>(own) = turned.row(k);
  };
  const auto tilted = [&](const Vec3& axis, double sign) {
    if (level_ < 0) return;
    const Vec3 mounted = now.sensor * axis;
    const Vec3 direction = pose.rotation * mounted;
    const double sine = now.up().dot(direction);
    const double scale = sign / std::sqrt(std::max(1.0 - sine * sine, 1e-12));
    const Vec3 tilt{phi[level_], phi[level_ + 1], 0.0};
    row.segment<2>(level_) =
        (scale * now.up().cross(direction).transpose() * left_jacobian(tilt)).leftCols<2>();
    const Vec3 seen = pose.rotation.conjugate() * now.up();
    row.segment<3>(level_ + 2) =
        scale * mounted.cross(seen).transpose() * left_jacobian(phi.segment<3>(level_ + 2));
  };
  switch (quantity.kind) {
    case Quantity::Kind::point:
      told_place(static_cast<Eigen::Index>(quantity.component), now.points[quantity.target],
                 point_ + 3 * static_cast<Eigen::Index>(quantity.target));
      break;
    case Quantity::Kind::axis:
      if (!is_rotation(quantity.axis)) {
        told_place(static_cast<Eigen::Index>(quantity.axis), now.place, target_ >= 0 ? target_ + 3 : -1);
      } else {
        const Vec3 turn = turn_gradient(quantity.axis, now.tracker * pose.rotation * now.target);
        if (tracker_ >= 0)
          row.segment<3>(tracker_) = turn.transpose() * left_jacobian(phi.segment<3>(tracker_));
        if (target_ >= 0)
          row.segment<3>(target_) = turn.transpose() * turned * left_jacobian(phi.segment<3>(target_));
      }
      break;
    case Quantity::Kind::tilt_pitch:
      tilted(Vec3::UnitY(), 1.0);
      break;
    case Quantity::Kind::tilt_roll:
      tilted(Vec3::UnitX(), -1.0);
      break;
    case Quantity::Kind::distance: {
      const Vec3 out = along(quantity, machine, pose, now).normalized();
      for (const auto& [end, sign] : {std::pair{quantity.to, 1.0}, std::pair{quantity.from, -1.0}}) {
        const auto at = 3 * static_cast<Eigen::Index>(end.number);
        if (end.kind == Place::Kind::target)
          row.segment<3>(point_ + at) += sign * (pose.rotation.conjugate() * out).transpose();
        if (end.kind == Place::Kind::mark) row.segment<3>(mark_ + at) += sign * out.transpose();
      }
      break;
    }
    case Quantity::Kind::height:
      break;
  }
  return row;
}

Result<Frames, messages::Message> first_guess(const Machine& nominal, const Campaign& campaign,
                                              const std::vector<Pose>& poses) {
  return FirstGuess{nominal, campaign, poses}.run();
}

}  // namespace hexad::identify
