#pragma once
// Where the instruments stand when nobody knows it: unknowns of a fit beside the geometry. With the pose
// (p, R) of the platform from neutral, base axes:
//   a target's place as a tracker tells it      y = T·(p + R·q) + t        q: on the platform
//   the pose of a body as a tracker tells it    m = T·(p + R·x) + t,  N = T·R·X
//   an inclinometer's angle                      asin(g·(R·S·e)),  g = L·z  S: its mounting, L: of the base
//   a target's distance from a mark              |h + p + R·q − f|          h: neutral above the base
// Rotations are exp(φ)·(first guess); their derivative in φ needs the left Jacobian of SO(3).

#include <vector>

#include "base/result.hpp"
#include "identify/measurement.hpp"

namespace hexad::identify {

struct Frames {
  Quat tracker = Quat::Identity();  ///< T
  Vec3 origin = Vec3::Zero();       ///< t: the platform's neutral, as the tracker tells it
  Quat target = Quat::Identity();   ///< X
  Vec3 place = Vec3::Zero();        ///< x
  std::vector<Vec3> points{};       ///< q of each target
  std::vector<Vec3> marks{};       ///< f of each mark beside the platform, from the base's joint-plane centre
  Quat level = Quat::Identity();   ///< L
  Quat sensor = Quat::Identity();  ///< S

  Vec3 up() const { return level * Vec3::UnitZ(); }
};

/// Which of it is unknown, and where in the list of unknowns it stands.
class FrameUnknowns {
 public:
  explicit FrameUnknowns(const Campaign& campaign);

  Eigen::Index count() const noexcept { return count_; }
  bool any() const noexcept { return count_ > 0; }
  std::size_t points() const noexcept { return points_; }
  std::size_t marks() const noexcept { return marks_; }
  const Unknowns& which() const noexcept { return which_; }

  /// The frames that lie φ from the first guess; rotations in rad, places in m.
  Frames moved(const Frames& first, const Eigen::VectorXd& phi) const;
  /// How a reading changes with φ.
  Eigen::RowVectorXd gradient(const Quantity& quantity, const Machine& machine, const Pose& pose,
                              const Frames& now, const Eigen::VectorXd& phi) const;
  /// One standard deviation of each before anything is measured: wide, the readings decide.
  Eigen::VectorXd spread() const;

 private:
  Unknowns which_;
  std::size_t points_ = 0, marks_ = 0;
  Eigen::Index tracker_ = -1, target_ = -1, point_ = -1, mark_ = -1, level_ = -1, count_ = 0;
};

/// A first guess from the poses that the nominal geometry makes of the extensions; or why there is none.
Result<Frames, messages::Message> first_guess(const Machine& nominal, const Campaign& campaign,
                                              const std::vector<Pose>& poses);

}  // namespace hexad::identify
