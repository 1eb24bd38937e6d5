#pragma once
// Sines about neutral, one an axis: A·sin(2πft + phase). A real-time object: everything here is bounded work,
// without allocation.
//   Amplitudes come in and go out over a blend of 0.5 s (longer only where the limits do not allow 0.5 s)
//   that is zero in value, rate and acceleration at its beginning: the sine itself runs from the first
//   moment, so nothing is delayed. A change of amplitude, frequency or phase goes over alike: each from the
//   state it has, continuous in value, rate and acceleration. The angle is the integral of the frequency and
//   never jumps. An axis whose amplitude was zero takes its new frequency and phase at once. Where no way
//   over fits – what lies between a large slow one and a small fast one is large and fast – it goes over
//   nothing.
// What fits is looked for a part at a time (plan, think): the change begins a moment later.
// The axis values pass the machine's command frame (scale, limit, user frame, rotation point) like any
// command.

#include <array>
#include <cstdint>

#include "base/ramp.hpp"
#include "model/limits.hpp"
#include "model/machine.hpp"
#include "model/request.hpp"
#include "motion/program/sine_reach.hpp"

namespace hexad::motion {

/// What the platform can do of a sine: the largest scale ≤ 1 of all amplitudes at which reach, velocity,
/// acceleration and jerk of axes and legs are kept once it has settled; the hit is what limits (none at scale
/// 1). A frequency that is not finite, negative or above `most_hz`, or an amplitude or phase that is not
/// finite, gives 0.
Limited<double> reachable_scale(const Machine& machine, const model::Sine& wanted,
                                double most_hz = 10.0) noexcept;

class Sine {
 public:
  /// With a machine: standing at neutral, another one from its beginning. Without: what runs goes over to
  /// other values, or, with no amplitude at all, to nothing and is then finished(); the same values do
  /// nothing. Amplitudes are scaled down to what the platform reaches; limited() says by what. Begun here,
  /// gone on with by think(). False: not a sine (see reachable_scale), and nothing changes.
  bool plan(const model::Sine& wanted, const Machine* machine = nullptr) noexcept;
  /// At most about `looks` moments, some thousand instructions each. True when it changes over; from kLead
  /// on, by the clock of `now`, after what fits was known, so that one call a millisecond with kLooks is
  /// enough.
  bool think(double now, int looks) noexcept;
  static constexpr int kLooks = 16;
  static constexpr double kLead = 0.03;
  /// It has begun, or never will.
  bool begun() const noexcept { return blend_end_ > 0.0 || !running_; }
  /// A plan is still being made.
  bool plans() const noexcept { return plan_.stage != Stage::none; }

  /// `t` not before the last change over.
  Motion at(double t) const noexcept;
  bool finished(double t) const noexcept { return !running_ && t >= blend_end_; }
  bool stopping() const noexcept { return !running_; }

  double scale() const noexcept { return limited_.value; }  ///< of what was asked for
  const LimitHit& limited() const noexcept { return limited_.hit; }
  double blend_end() const noexcept { return blend_end_; }  ///< until then it is not settled

 private:
  struct AxisSine {
    Ramp amplitude;
    Ramp frequency;  ///< rad/s
    Ramp phase;
    double angle = 0.0;  ///< at the beginning of frequency

    double angle_at(double t) const noexcept { return angle + frequency.integral(t); }
  };
  using Axes = std::array<AxisSine, kAxes>;
  Axes blended(const model::Sine& wanted, double scale, double now, double length) const noexcept;
  Motion motion_at(const Axes& axes, double t) const noexcept;
  static bool is_nothing(const Axes& axes, double t) noexcept;
  enum class Stage : std::uint8_t { none, reach, blend, ready };
  struct Plan {
    Stage stage = Stage::none;
    model::Sine wanted;
    bool running = true;      ///< or to nothing
    bool by_nothing = false;  ///< first, or at all
    SineReach reach;
    Axes axes{};
    double begin = 0.0;
    std::size_t length = 0;
    int samples = 0;
    int sample = 0;
  };
  void begin_blend(double begin) noexcept;
  void next_length(double now, const LimitHit& hit) noexcept;
  void lay_out() noexcept;
  LimitHit sample_hit(int& looks) const noexcept;

  const Machine* machine_ = nullptr;
  model::Sine wanted_;
  Limited<double> limited_{1.0, {}};
  Axes axes_{};  ///< in the order of the request's convention
  bool running_ = false;
  double blend_end_ = 0.0;
  Plan plan_;
};

}  // namespace hexad::motion
