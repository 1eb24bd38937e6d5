#pragma once
// What any engine could do at best on a platform with a manoeuvre that is known from end to end: the motion
// with the least perceived force error (cueing/perception.hpp) within every limit of axes and legs, with a
// tilt that is never faster than its setting beyond the vehicle's own rotation. By sequential quadratic
// programming over the whole of it (stage_qp.hpp). For tools: seconds, and it allocates.
//
// Legs are not linear in the pose. Two numbers therefore: `force_error` is that of a motion that was found
// and that fits, `least` is that of a relaxation (legs only as far as they are longest, along their
// directions at neutral; angles small), below which nothing can be: what is really possible lies between.

#include <functional>
#include <vector>

#include "analysis/manoeuvre.hpp"
#include "cueing/axis_motion.hpp"
#include "model/machine.hpp"

namespace hexad::analysis {

struct PossibleSettings {
  cueing::InputKind input = cueing::InputKind::acceleration;
  Vec3 head = Vec3::Zero();
  double tilt_rate = 3.0 * kDegree;
  /// The cabin may move before the vehicle does; else it stands at neutral until then.
  bool ahead = false;
  /// (m/s²)² that an error of 1 rad/s in a rate of rotation counts as; 0: force alone, and yaw, which makes
  /// none, stands.
  double rotation = 0.0;
  std::function<bool()> cancelled;  ///< may be empty
};

/// A motion by jerks that are constant between its knots: begins and ends at rest at neutral.
class KnotMotion {
 public:
  KnotMotion() = default;
  KnotMotion(double begin, double step, std::vector<cueing::AxisMotion> knots)
      : begin_{begin}, step_{step}, knots_{std::move(knots)} {}

  bool empty() const noexcept { return knots_.empty(); }
  double begin() const noexcept { return begin_; }
  double step() const noexcept { return step_; }
  const std::vector<cueing::AxisMotion>& knots() const noexcept { return knots_; }
  /// Before it begins and after its end: at rest.
  cueing::AxisMotion at(double time) const noexcept;

 private:
  double begin_ = 0.0;
  double step_ = 0.04;
  std::vector<cueing::AxisMotion> knots_;
};

struct Possible {
  double force_still = 0.0;  ///< perceived, rms over the manoeuvre, of a cabin that stands still
  double force_error = 0.0;  ///< of `motion`
  double rate_still = 0.0;
  double rate_error = 0.0;
  KnotMotion motion;
  int rounds = 0;
  bool done = false;  ///< false: cancelled, or no motion was found that is better than standing still
};

/// When the vehicle first does something.
double first_motion(const Manoeuvre& manoeuvre, cueing::InputKind kind) noexcept;

Possible best_motion(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings);
/// Perceived force error, rms, that nothing can be below. Below 0: cancelled.
double least_error(const Machine& machine, const Manoeuvre& manoeuvre, const PossibleSettings& settings);

/// Share of the improvement over a cabin at rest that is possible; none where nothing is to be gained.
inline double share_of_possible(double still, double error, double best) noexcept {
  return still - best > 1e-6 * still ? (still - error) / (still - best) : 0.0;
}

/// As a file of positions: t x y z rx ry rz, s, mm, ° (docs/motion-files.md). The program's own spline
/// through its rows is this very motion.
std::string film_of(const KnotMotion& motion);

}  // namespace hexad::analysis
