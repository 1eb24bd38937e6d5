#pragma once
// The program that follows a stream of targets: absolute positions that come at any rate from 2 Hz to 1 kHz,
// late, early, twice or not at all.
//
//   target(position, arrival) → SenderClock: when did it leave? → Predictor: what motion do the samples show?
//   advance(now, dt)          → Predictor: where is the target now? → JerkTracker per coordinate: one tick
//   towards it
//
// Whatever is sent, velocity, acceleration and jerk of what comes out stay within the limits given to
// start(). Never: a clock, a lock, an allocation, a jump.

#include <array>
#include <cstdint>
#include <optional>

#include "base/time.hpp"
#include "model/machine.hpp"
#include "motion/coordinates.hpp"
#include "motion/program/ease.hpp"
#include "motion/tracking/jerk_tracker.hpp"
#include "motion/tracking/jitter_buffer.hpp"
#include "motion/tracking/predictor.hpp"
#include "motion/tracking/sender_clock.hpp"

namespace hexad::motion {

class Follow {
 public:
  /// Begins at `from`, moving as it says, and comes to rest if no target arrives. Limits per coordinate; one
  /// that is not above zero holds its coordinate still.
  void start(const State6& from, const Vec6& velocity, const Vec6& acceleration, const Vec6& jerk) noexcept;

  /// What of acceleration and jerk each coordinate has, beside what the stream itself does, to come up with a
  /// stream that begins or goes on after a silence. Once it has come up, or should have, this grows back to
  /// the limits. Without it the limits hold from the beginning.
  void join_gently(const Ease& comfort) noexcept;
  /// From here on another one sends.
  void hand_over() noexcept;
  /// It still has to come up; with what.
  bool joining() const noexcept { return joining_; }
  const Ease& ease() const noexcept { return ease_; }

  /// Targets wait so long (s) until they count, so that late ones are in time; 0 = none does.
  void buffer(double seconds) noexcept { buffer_.start(seconds); }

  /// A target with the time it was received, and the sender's own number, if it counts its packets. One that
  /// is not finite is ignored.
  void target(const Vec6& position, TimePoint arrival, std::optional<std::uint32_t> number = {}) noexcept;

  /// The state at `now`, `dt` after the last one.
  State6 advance(TimePoint now, Duration dt) noexcept;

  /// Silence is meant: the last target is final.
  void end_stream() noexcept;

  /// Something downstream put out another state than advance() returned: go on from there.
  void resync(const State6& actual) noexcept;

  /// What the legs have for the coordinates together. While something far() is approached, each coordinate
  /// plans with its share of it: nothing has to be taken back that was counted on.
  void share_legs(const Mat6& jacobian, std::size_t legs, const Rates& leg) noexcept;
  bool far() const noexcept;

  /// Goes there, and stays, whatever is streamed meanwhile; until straight_on().
  void detour(const Vec6& by_way_of) noexcept;
  void straight_on() noexcept { detouring_ = false; }
  bool detouring() const noexcept { return detouring_; }

  /// The last target is one to stop at, not one to go along with; and it is the last one.
  bool held() const noexcept { return held_; }
  const Vec6& last_target() const noexcept { return last_target_; }
  /// Where it goes, and nothing moves.
  bool at_rest() const noexcept { return at_rest_; }
  /// At rest, exactly on the last target, which nothing moves any more.
  bool settled() const noexcept { return settled_; }

  const State6& state() const noexcept { return state_; }
  /// Of the sender, in seconds; 0 while unknown.
  double source_period() const noexcept { return clock_.period(); }

 private:
  double bandwidth(std::size_t coordinate) const noexcept;
  void take(const Vec6& position, double seconds, std::optional<std::uint32_t> number) noexcept;
  void choose_bandwidths() noexcept;
  void join() noexcept;
  void come_up(double step) noexcept;
  void share_out(const std::array<Goal, 6>& goals) noexcept;
  void share_nothing() noexcept;
  TrackPoint point(std::size_t coordinate) const noexcept;

  JitterBuffer buffer_;
  SenderClock clock_;
  Predictor predictor_;
  std::array<JerkTracker, 6> trackers_{};
  std::array<double, 6> bandwidths_{};
  std::array<double, 6> chasing_{};  // s, behind a goal that moves
  Vec6 velocity_ = Vec6::Zero();
  Vec6 acceleration_ = Vec6::Zero();
  Vec6 jerk_ = Vec6::Zero();
  std::optional<Ease> comfort_;
  Ease ease_;
  bool joining_ = false;
  bool came_up_ = false;
  double joining_for_ = 0.0, close_for_ = 0.0;  // s
  double grown_ = 0.0;                          // 0 = comfort … 1 = the limits
  Mat6 pull_ = Mat6::Zero();  // row: leg, column: share of what it has that a coordinate at its limits takes
  Mat6 rate_ = Mat6::Zero();  // the same of its velocity, with sign
  Vec6 via_ = Vec6::Zero();
  bool legs_known_ = false;
  bool shared_ = false;
  bool detouring_ = false;
  bool held_ = false;
  State6 state_{};
  Vec6 last_target_ = Vec6::Zero();
  TimePoint origin_{};  // the first arrival: times are counted from it in seconds
  double last_arrival_ = 0.0, last_gap_ = -1.0, changed_ = 0.0;
  bool streaming_ = false;  // a target has come
  bool counts_ = false;     // … and one has counted
  bool stays_ = false;      // the target, and packets still come
  bool settled_ = false;
  bool at_rest_ = false;
};

}  // namespace hexad::motion
