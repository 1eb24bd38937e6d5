#pragma once
// A prepared motion, or a sine, on its way: path time runs at a rate that the platform's life changes (hold,
// resume, speed override), and the motion stays on its path all the while. With c the program's clock, r its
// rate:
//   path p(c) by the program's own ramp (rate_ramp.hpp),
//   q' = q_p·p'·r,   q'' = q_pp·(p'·r)² + q_p·(p''·r² + p'·r').
// The rate itself goes over in blends whose length is the shortest of a few that keep every limit.

#include <optional>
#include <span>

#include "motion/coordinates.hpp"
#include "motion/program/sine.hpp"
#include "motion/rate_ramp.hpp"

namespace hexad::motion {

class Playback {
 public:
  /// At the beginning, standing; run() lets it go. The program must stay until clear().
  void load(const Machine& machine, const Prepared& program) noexcept;
  void load(const Machine& machine, const model::Sine& sine) noexcept;
  void clear() noexcept { *this = {}; }
  bool loaded() const noexcept { return machine_ != nullptr; }
  const Prepared* program() const noexcept { return program_; }

  /// At `share` of full speed: at once at the beginning, where every program rests; else by a blend.
  void run(double share) noexcept;
  /// To standing on the path. False when no way of slowing on the path keeps the limits: then it must be
  /// left.
  [[nodiscard]] bool slow_down() noexcept;
  /// Standing at once: the platform has stopped beside the path.
  void freeze() noexcept;
  /// A running sine goes over to other values, or to nothing: as soon as what fits is known.
  bool retarget(const model::Sine& sine) noexcept { return is_sine() && sine_.plan(sine); }
  /// A tick's part of finding out what of a sine fits. True when it begins, or changes over: limited() is
  /// known.
  bool think(double dt) noexcept;
  /// run() may be called.
  bool ready() const noexcept { return !is_sine() || sine_.begun(); }

  /// One tick further.
  State6 advance(double dt) noexcept;

  Motion here() const noexcept;
  bool standing() const noexcept;
  /// Its rate is on the way to another one: looked at where it was sampled, not between.
  bool changing() const noexcept { return !rate_.arrived(time_); }
  bool finished() const noexcept;
  double play_time() const noexcept { return ramp_.play_time(); }
  double path_time() const noexcept { return program_ != nullptr ? ramp_.at(clock_).path : clock_; }
  double progress() const noexcept;
  const LimitHit& limited() const noexcept { return sine_.limited(); }
  /// The path `ahead` seconds on from here at full speed, for telling what it would run into.
  Pose pose_ahead(double ahead) const noexcept;

 private:
  bool is_sine() const noexcept { return program_ == nullptr; }
  Motion at(double clock, double rate, double change) const noexcept;
  bool change_rate(double share, std::span<const double> lengths) noexcept;
  static bool goes_back(const Ramp& rate) noexcept;
  bool fits(const Ramp& rate) const noexcept;

  const Machine* machine_ = nullptr;
  const Prepared* program_ = nullptr;
  Sine sine_;
  RateRamp ramp_{0.0, 0.0};
  double clock_ = 0.0;               ///< of the program
  double time_ = 0.0;                ///< s since it was loaded
  Ramp rate_;                        ///< of the clock, over `time_`
  std::optional<double> next_rate_;  ///< when the present change is over
};

}  // namespace hexad::motion
