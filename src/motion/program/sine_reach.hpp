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
inline bool sine_fits(const Machine& machine, const Motion& now, const Motion& next) noexcept {
  return !sine_hit(machine, now, next);
}

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
  int next_ = 0;
  Limited<double> result_{1.0, {}};
};

}  // namespace hexad::motion
