#pragma once
// From any motion to rest at a place, all coordinates together:
//   q(t) = S(t) + d·x(t)
// S: the part of the motion that does not lead there, brought to rest (stop_plan.hpp). d: straight from where
// that ends to the place. x: one jerk-limited axis, which goes on with what leads there while S lasts, and
// then has all that axes and legs can do along d. No coordinate is braked by itself, so nothing is counted on
// that the legs have not for all of them; a stop at any moment (governor.hpp) leads along the same line; and
// no coordinate goes farther beyond the place than S does, or a stop of all of it.

#include "motion/governor/stop_plan.hpp"
#include "motion/program/ease.hpp"

namespace hexad::motion {

class Glide {
 public:
  /// How gently: what x may have, unless it would go beyond the place; and S as well, where there is room.
  struct Gently {
    Ease ease;
    bool stops = false;
  };

  /// `velocity`: of each coordinate, at most. What cannot be planned is not valid().
  void start(const Machine& machine, const State6& from, const Vec6& to, const Vec6& velocity,
             const Gently* gently = nullptr) noexcept;

  bool valid() const noexcept { return way_.valid(); }
  /// After so many seconds; after the end the place, at rest.
  State6 at(double time) const noexcept;
  double duration() const noexcept { return begins_ + way_.duration(); }
  /// What does not lead there is still being stopped.
  bool turns(double time) const noexcept { return time < begins_; }

 private:
  bool lies_ahead(const State6& from) noexcept;
  bool goes_on(const Machine& machine, const State6& from, const Vec6& velocity, const Ease* ease) noexcept;
  bool stays_before(const Machine& machine, const State6& from) const noexcept;
  void stop_first(const Machine& machine, const State6& from, const Vec6& velocity,
                  const Ease* ease) noexcept;
  void look_along(const Machine& machine, const Vec6& velocity, const Ease* ease) noexcept;

  StopPlan rest_;            ///< S
  Vec6 end_ = Vec6::Zero();  ///< of it
  Vec6 to_ = Vec6::Zero();
  Vec6 along_ = Vec6::Zero();
  double length_ = 0.0;      ///< of the line
  double speed_ = 0.0;       ///< of x while S lasts
  double begins_ = 0.0;      ///< s: then S has ended
  double stop_share_ = 1.0;  ///< of the limits, for S
  Rates most_;               ///< of x
  JerkProfile way_;          ///< x from then on
};

}  // namespace hexad::motion
