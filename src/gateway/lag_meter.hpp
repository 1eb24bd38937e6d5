#pragma once
// How far what a controller reports lags behind the setpoint it was sent: network both ways, its smoothing,
// the time between two statuses.
//
// With s the setpoint and m what is measured, m(t) ≈ s(t − τ). Beside a guess g the difference is
// e = m(t) − s(t − g) ≈ −s'(t − g) · (τ − g), so that over all legs and the last moments of motion the best
// correction is −Σ e·s' / Σ s'² (recursive least squares, old samples fade). Standing tells nothing and
// changes nothing. Once it is known it changes slowly: legs that do not follow are no delay.
//
// Until then it is unknown, and no step of that kind is trusted: a controller that swings past its target
// would make it jump. Every delay there may be is tried against all that was measured so far, and the one
// that explains it best counts.

#include <array>

#include "model/drives.hpp"

namespace hexad::gateway {

class LagMeter {
 public:
  static constexpr double kMost = 0.25;  ///< s

  explicit LagMeter(double first) noexcept : lag_{first} {}

  /// Nothing sent before counts.
  void restart() noexcept { count_ = 0; }
  /// `at`: when the legs shall be there.
  void sent(const Setpoint& setpoint, TimePoint at) noexcept;
  void measured(const Extensions& extension, TimePoint at) noexcept;
  double lag() const noexcept { return lag_; }

 private:
  static constexpr std::size_t kKept = 512;
  static constexpr Duration kApart = std::chrono::milliseconds{1};
  static constexpr double kTriedApart = 0.005;  ///< s
  static constexpr std::size_t kTried = 51;     ///< 0 … kMost

  struct Sent {
    TimePoint at{};
    Extensions extension = Extensions::Zero();
    LegSpeeds velocity = LegSpeeds::Zero();
  };
  const Sent* before(TimePoint time) const noexcept;
  void try_all(const Extensions& extension, TimePoint at) noexcept;

  std::array<Sent, kKept> sent_{};
  std::size_t newest_ = 0;
  std::size_t count_ = 0;
  double lag_;
  double weight_ = 0.0;
  int samples_ = 0;                       ///< of motion
  std::array<double, kTried> squares_{};  ///< of what each delay leaves unexplained
};

}  // namespace hexad::gateway
