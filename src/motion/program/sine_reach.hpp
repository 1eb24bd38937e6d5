#pragma once
// Inside sine: its moments against the limits.

#include <limits>

#include "model/limits.hpp"
#include "model/machine.hpp"
#include "model/request.hpp"

namespace hexad::motion {

inline constexpr double kSineStep = 1e-3;  ///< s over which jerk is looked at

/// What a moment breaks: reach, velocity (with what a stop would still gain), acceleration, jerk to `next`,
/// which is kSineStep later.
LimitHit sine_hit(const Machine& machine, const Motion& now, const Motion& next) noexcept;

/// The governor goes on only where it can stop: what its own stop from there would break. Takes off `looks`
/// what that cost.
LimitHit sine_stop_hit(const Machine& machine, Motion now, int& looks) noexcept;

/// reachable_scale() a part at a time, for those who have a tick's time for it.
class SineReach {
 public:
  struct Active {
    std::array<std::size_t, kAxes> axis{};
    std::size_t count = 0;
    double slowest = std::numeric_limits<double>::infinity();
    double fastest = 0.0;
  };

  /// False: no sine, and the result is 0.
  bool begin(const Machine& machine, const model::Sine& wanted, double most_hz = 10.0) noexcept;
  /// Looks at some more moments, and takes off `looks` what that cost. True: the result is known.
  bool advance(int& looks) noexcept;
  const Limited<double>& result() const noexcept { return result_; }
  /// Because of what stands in the way of getting there. False: it is next to nothing already.
  bool shrink(const LimitHit& hit) noexcept;

 private:
  AxisValues angles(int index) const noexcept;
  LimitHit hit_at(const AxisValues& angles, double scale) const noexcept;
  int look(const AxisValues& angles) noexcept;

  const Machine* machine_ = nullptr;
  model::Sine wanted_;
  Active active_;
  double period_ = 0.0;  ///< 0 = none
  int corners_ = 0;
  int count_ = 0;
  int next_ = 0;   ///< of the moments by themselves
  int stops_ = 0;  ///< of the stops from them
  Limited<double> result_{1.0, {}};
};

}  // namespace hexad::motion
