#pragma once
// The rotary axis: follows its own target within its own speed, apart from legs and poses
// (docs/conventions.md). A machine without one stays at zero.

#include "model/machine.hpp"
#include "motion/tracking/jerk_tracker.hpp"

namespace hexad::controller {

class RotaryAxis {
 public:
  void adopt(const Machine& machine, double period) noexcept;
  /// Where the drive says it is, standing.
  void stand_at(double angle) noexcept;
  void target(double angle) noexcept {
    goal_ = scale_ * angle;
    stopped_ = false;
  }
  /// To rest, as fast as it may; again and again does nothing more.
  void stop() noexcept {
    if (!stopped_) goal_ = tracker_.stopping_point(state_);
    stopped_ = true;
  }
  void advance() noexcept;

  double angle() const noexcept { return state_.position; }
  double velocity() const noexcept { return state_.velocity; }

 private:
  motion::JerkTracker tracker_;
  motion::TrackPoint state_;
  double goal_ = 0.0;
  double scale_ = 1.0;
  bool exists_ = false;
  bool stopped_ = true;
};

}  // namespace hexad::controller
