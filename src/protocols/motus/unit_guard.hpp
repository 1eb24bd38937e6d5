#pragma once
// Decision 16: metres that can only be millimetres. What the machine itself cannot do is the measure: beyond
// the reach of the axis alone, or far beyond its top speed. Translations only; values are SI in the
// convention's order.

#include <optional>

#include "model/axes.hpp"
#include "model/machine.hpp"
#include "model/request.hpp"

namespace hexad::protocols::motus {

/// One axis that is asked for too much.
struct Doubt {
  Axis axis;
  double asked;  ///< m or m/s
};

/// A target.
std::optional<Doubt> beyond_reach(const AxisValues& target, const AxisConvention& convention,
                                  const Machine& machine) noexcept;
/// A sine about neutral.
std::optional<Doubt> beyond_amplitude(const AxisValues& amplitude, const AxisConvention& convention,
                                      const Machine& machine) noexcept;
/// More than four times the top speed.
std::optional<Doubt> beyond_speed(const AxisValues& speed, const AxisConvention& convention,
                                  const Machine& machine) noexcept;

/// What a stream asks for, frame by frame.
class StreamGuard {
 public:
  void begin() noexcept { *this = {}; }
  bool has_begun() const noexcept { return frames_ > 0; }
  /// More than five times the top speed over five frames. A burst is no speed: frames count as at least as
  /// far apart as they have been lately.
  std::optional<Doubt> look(const AxisValues& target, const AxisConvention& convention,
                            const Machine& machine, TimePoint arrival) noexcept;

 private:
  struct Asked {
    AxisValues target{};
    TimePoint arrival{};
  };
  std::array<Asked, 5> newest_{};  ///< a ring
  std::size_t frames_ = 0;
  double period_ = 0.01;  ///< s, smoothed; the manual's to begin with
};

}  // namespace hexad::protocols::motus
