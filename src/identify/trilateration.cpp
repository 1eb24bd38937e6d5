#include "identify/trilateration.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "identify/model.hpp"

namespace hexad::identify {
namespace {

constexpr double kThin = 5.0 * kMillimetre;  // places as flat as this tell only one side of their plane
constexpr std::size_t kLeastOfOne = 4, kLeastOfTwo = 8;  // readings
constexpr int kSteps = 30;
constexpr double kStarts[] = {-1.0, -0.5, 0.0, 0.5, 1.0};  // of the platform's radius

/// One reading of a place: the other end in the place's own frame.
struct Seen {
  Vec3 from = Vec3::Zero();
  double distance = 0.0;
};

std::optional<Vec3> linear_place(const std::vector<Seen>& seen) {
  if (seen.size() < kLeastOfOne) return std::nullopt;
  const auto rows = static_cast<Eigen::Index>(seen.size());
  Vec3 middle = Vec3::Zero();
  for (const Seen& one : seen) middle += one.from / static_cast<double>(seen.size());
  Eigen::MatrixXd left(rows, 4);
  Eigen::VectorXd right(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Seen& one = seen[static_cast<std::size_t>(i)];
    const Vec3 from = one.from - middle;
    left.row(i) << -2.0 * from.transpose(), 1.0;
    right[i] = one.distance * one.distance - from.squaredNorm();
  }
  const Eigen::VectorXd thin = left.leftCols<3>().jacobiSvd().singularValues();
  if (!(thin[2] > 2.0 * kThin * std::sqrt(static_cast<double>(rows)))) return std::nullopt;
  return middle + left.householderQr().solve(right).head<3>();
}

class Finder {
 public:
  Finder(const Machine& nominal, const Campaign& campaign, const std::vector<Pose>& poses, Frames& frames)
      : nominal_{nominal}, campaign_{campaign}, poses_{poses}, frames_{frames} {
    const auto note = [this](const Place& place) {
      const bool joint = place.kind == Place::Kind::base_joint || place.kind == Place::Kind::platform_joint;
      if (!joint && !has_coordinates(place) && !is_open(place)) open_.push_back(place);
    };
    for (const Quantity& quantity : campaign_.quantities) {
      if (quantity.kind != Quantity::Kind::distance) continue;
      note(quantity.from);
      note(quantity.to);
    }
  }

  std::optional<Place> run() {
    while (!open_.empty())
      if (!place_next() && !place_pair()) return open_.front();
    return std::nullopt;
  }

 private:
  bool is_open(const Place& place) const {
    return std::find(open_.begin(), open_.end(), place) != open_.end();
  }
  bool has_coordinates(const Place& place) const {
    return place.kind == Place::Kind::target &&
           std::any_of(campaign_.quantities.begin(), campaign_.quantities.end(), [&](const Quantity& q) {
             return q.kind == Quantity::Kind::point && q.target == place.number;
           });
  }
  Vec3& at(const Place& place) {
    return (place.kind == Place::Kind::target ? frames_.points : frames_.marks)[place.number];
  }
  void found(const Place& place) { open_.erase(std::find(open_.begin(), open_.end(), place)); }

  /// Every reading between a place and one that `take` wants: take(other end, row, distance).
  template <class Take>
  void each_reading(const Place& place, Take take) const {
    for (std::size_t q = 0; q < campaign_.quantities.size(); ++q) {
      const Quantity& quantity = campaign_.quantities[q];
      if (quantity.kind != Quantity::Kind::distance || (quantity.from != place && quantity.to != place))
        continue;
      const Place& other = quantity.from == place ? quantity.to : quantity.from;
      for (std::size_t row = 0; row < campaign_.rows.size(); ++row)
        if (const auto& value = campaign_.rows[row].values[q]) take(other, row, *value);
    }
  }

  Seen seen_from(const Place& place, const Place& other, std::size_t row, double distance) const {
    const Pose& pose = poses_[row];
    const Vec3 there = place_of(other, nominal_, pose, frames_);
    if (place.kind == Place::Kind::mark) return {there, distance};
    return {pose.rotation.conjugate() * (there - nominal_.heights.absolute(pose).position), distance};
  }

  std::vector<Seen> readings_of(const Place& place, const std::optional<Place>& only = std::nullopt) const {
    std::vector<Seen> seen;
    each_reading(place, [&](const Place& other, std::size_t row, double distance) {
      if (only ? other == *only : !is_open(other)) seen.push_back(seen_from(place, other, row, distance));
    });
    return seen;
  }

  /// The open place with most readings from known ones.
  bool place_next() {
    std::vector<Place> order = open_;
    std::stable_sort(order.begin(), order.end(), [this](const Place& a, const Place& b) {
      return readings_of(a).size() > readings_of(b).size();
    });
    for (const Place& place : order) {
      const auto there = linear_place(readings_of(place));
      if (!there) continue;
      at(place) = *there;
      found(place);
      return true;
    }
    return false;
  }

  /// A target and a mark from the distances between them alone: of all starts the one that explains most.
  bool place_pair() {
    const double radius = nominal_.radius;
    for (const Place& mark : open_) {
      if (mark.kind != Place::Kind::mark) continue;
      for (const Place& target : open_) {
        if (target.kind != Place::Kind::target || readings_of(mark, target).size() < kLeastOfTwo) continue;
        double best = std::numeric_limits<double>::infinity();
        Vec3 best_target = Vec3::Zero(), best_mark = Vec3::Zero();
        for (const double x : kStarts)
          for (const double y : kStarts)
            for (const double z : kStarts) {
              const double left = try_pair(target, mark, radius * Vec3{x, y, z});
              if (!(left < best)) continue;
              best = left;
              best_target = at(target);
              best_mark = at(mark);
            }
        if (!std::isfinite(best)) continue;
        at(target) = best_target;
        at(mark) = best_mark;
        const Place two[] = {target, mark};  // found() moves what the loops stand on
        for (const Place& one : two) found(one);
        return true;
      }
    }
    return false;
  }

  /// The mark that suits the start, then both together (Levenberg–Marquardt). What is left over, rms.
  double try_pair(const Place& target, const Place& mark, const Vec3& start) {
    at(target) = start;
    const auto first = linear_place(readings_of(mark, target));
    if (!first) return std::numeric_limits<double>::infinity();
    at(mark) = *first;
    Eigen::VectorXd left;
    Eigen::MatrixXd slope;
    look_at_pair(target, mark, left, slope);
    double damping = 1e-3;
    for (int step = 0; step < kSteps; ++step) {
      const Vec3 here = at(target), there = at(mark);
      const double before = left.squaredNorm();
      Mat6 normal = slope.transpose() * slope;
      normal.diagonal() *= 1.0 + damping;
      const Vec6 change = normal.ldlt().solve(slope.transpose() * left);
      at(target) += change.head<3>();
      at(mark) += change.tail<3>();
      look_at_pair(target, mark, left, slope);
      const bool better = left.squaredNorm() < before;
      damping *= better ? 0.2 : 10.0;
      if (better) continue;
      at(target) = here;
      at(mark) = there;
      look_at_pair(target, mark, left, slope);
    }
    return std::sqrt(left.squaredNorm() / static_cast<double>(left.size()));
  }

  /// Measured less modelled distances, and how these change with both places.
  void look_at_pair(const Place& target, const Place& mark, Eigen::VectorXd& left, Eigen::MatrixXd& slope) {
    std::vector<double> offs;
    std::vector<Vec6> slopes;
    each_reading(mark, [&](const Place& other, std::size_t row, double distance) {
      if (other != target) return;
      const Vec3 way = at(mark) - place_of(target, nominal_, poses_[row], frames_);
      const Vec3 out = way.normalized();
      offs.push_back(distance - way.norm());
      slopes.emplace_back() << -(poses_[row].rotation.conjugate() * out), out;
    });
    left = Eigen::Map<const Eigen::VectorXd>(offs.data(), static_cast<Eigen::Index>(offs.size()));
    slope.resize(left.size(), 6);
    for (Eigen::Index i = 0; i < left.size(); ++i)
      slope.row(i) = slopes[static_cast<std::size_t>(i)].transpose();
  }

  const Machine& nominal_;
  const Campaign& campaign_;
  const std::vector<Pose>& poses_;
  Frames& frames_;
  std::vector<Place> open_;
};

}  // namespace

std::optional<Place> place_by_distances(const Machine& nominal, const Campaign& campaign,
                                        const std::vector<Pose>& poses, Frames& frames) {
  return Finder{nominal, campaign, poses, frames}.run();
}

}  // namespace hexad::identify
