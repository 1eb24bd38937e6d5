#pragma once
// What the legs are told, tick by tick: the present act (stand, seek the bottom, lift, move, follow, jog,
// stop) asks for a step, the governor has the last word. Knows nothing of hosts, leases or states.

#include <optional>

#include "controller/effects.hpp"
#include "kinematics/forward.hpp"
#include "model/drives.hpp"
#include "model/request.hpp"
#include "motion/governor/governor.hpp"
#include "motion/program/approach.hpp"
#include "motion/program/follow.hpp"
#include "motion/program/glide.hpp"
#include "motion/program/leg_drive.hpp"
#include "motion/program/playback.hpp"
#include "motion/program/point_to_point.hpp"

namespace hexad::controller {

class Mover {
 public:
  enum class Act : std::uint8_t {
    stand,
    seek_bottom,
    prove_zero,
    lift,
    move,
    follow_pose,
    follow_legs,
    cue,
    play,
    slow,  ///< a program, to standing on its path
    jog,
    stop
  };

  /// `zeroed`: the legs are where they were known to be.
  void adopt(const Machine& machine, double period, bool zeroed = false) noexcept;

  /// Takes over where the legs are, standing: after power-up, emergency, fault. `zeroed`: the numbers are
  /// trusted.
  void stand_at(const Extensions& extension, bool zeroed) noexcept;

  /// Stays as it is; only for legs that do not move.
  void stand() noexcept {
    leave_joining();
    // Where a path rests by itself, a stop ends before path time has come to rest.
    if (act_ == Act::slow) playback_.freeze();
    act_ = Act::stand;
    goal_ = motion_.pose;
    hit_ = {};
    effects_.drop();
  }
  void seek_bottom() noexcept;
  void prove_zero(const Extensions& from) noexcept;
  void lift_to(double extension) noexcept;
  /// Each leg on its own to an extension, slowly: back inside after a fault.
  void lift_each(const Extensions& extension) noexcept;
  /// `speed` per coordinate, SI, 0 = default (half the limit).
  /// `least_time`: to arrive after this time, not sooner (s).
  void move_to(const Pose& target, const Vec6& speed, double least_time = 0.0) noexcept;
  /// A program to be played; it stays loaded through stops until unload() or the next one.
  void load(const Prepared& program) noexcept {
    broke_off_ = false;
    playback_.load(*machine_, program);
  }
  void load(const Sine& sine) noexcept {
    broke_off_ = false;
    playback_.load(*machine_, sine);
  }
  void unload() noexcept { playback_.clear(); }
  const motion::Playback& playback() const noexcept { return playback_; }
  /// Standing where the program begins or was stopped.
  bool at_path() const noexcept;
  /// … and play() may go on from here.
  bool on_path() const noexcept { return at_path() && playback_.ready(); }
  void play() noexcept;
  bool retarget(const Sine& sine) noexcept { return playback_.retarget(sine); }
  /// On this tick it became known what of a sine fits: playback().limited().
  bool sine_planned() const noexcept { return sine_planned_; }
  /// The share of full speed for programs and moves.
  void set_speed(double share) noexcept;
  double speed() const noexcept { return speed_; }
  /// The program asked for more than there is: the platform is stopping beside its path.
  bool broke_off() const noexcept { return broke_off_; }

  void follow_pose() noexcept;
  void follow_legs() noexcept;
  void jog(std::uint8_t legs, double speed, std::optional<double> to = {}) noexcept;
  void stop() noexcept;
  /// Four legs moved by hand may contradict each other a little. True while they are brought together.
  bool reconcile_legs() noexcept;

  /// Streamed targets, already limited to the reach, with the host's own number of the frame.
  void target(const Pose& pose, TimePoint arrival, std::optional<std::uint32_t> number = {}) noexcept;
  void target(const Extensions& extension, TimePoint arrival,
              std::optional<std::uint32_t> number = {}) noexcept;

  /// What shall be so on this tick, and what was wanted on the one before: where the platform is beside it,
  /// it comes over smoothly.
  void cue(const Motion& before, const Motion& now) noexcept;

  /// Small motions on top of moves, programs, streams and cueing, while `on`; they are gone before a motion
  /// counts as finished, and a stop takes them along as they are.
  Effects& effects() noexcept { return effects_; }
  const Effects& effects() const noexcept { return effects_; }
  void let_effects(bool on) noexcept { effects_on_ = on; }

  void advance(TimePoint now, const Feedback& feedback) noexcept;

  Act act() const noexcept { return act_; }
  /// The act has done what it was for: arrived, found the bottom, come to rest.
  bool finished() const noexcept;
  bool standing() const noexcept;
  /// All legs pressed on their end stops for 0.3 s: the drives may take this place as zero.
  bool found_bottom() const noexcept;
  /// A leg that presses on something where its switch should have closed, or whose switch does not open;
  /// kMaxLegs = none does.
  std::size_t blocked_leg() const noexcept;

  const kinematics::LegRates& legs() const noexcept { return legs_; }
  const Motion& motion() const noexcept { return motion_; }
  const Pose& goal() const noexcept { return goal_; }
  const LimitHit& hit() const noexcept { return hit_; }
  /// Of angles and singularity, what the pose that these legs make would break.
  LimitHit limit_of_pose(const Extensions& legs) const noexcept;
  double progress() const noexcept;

 private:
  void advance_seek(const Feedback& feedback) noexcept;
  void advance_to_switch(std::size_t leg, const LegFeedback& back, bool pressing) noexcept;
  void advance_jog() noexcept;
  bool may_go_by_hand(const Extensions& end, const Extensions& further) noexcept;
  bool twists_more(const Extensions& end) const noexcept;
  void advance_follow(TimePoint now) noexcept;
  bool glides() noexcept;
  void start_glide() noexcept;
  void glide_sooner() noexcept;
  motion::Glide glide_from_here() const noexcept;
  void go_round(bool held_back) noexcept;
  bool free_way(const Vec6& from, const Vec6& to) const noexcept;
  bool contradict_each_other() const noexcept;
  Extensions legs_together(Pose& pose) const noexcept;
  void advance_cue() noexcept;
  void advance_move() noexcept;
  void advance_play() noexcept;
  motion::Governor::Step govern(const motion::State6& wanted, bool ends) noexcept;
  motion::State6 base() const noexcept;
  void leave_path() noexcept;
  void start_follow(const Vec6& velocity, const Vec6& acceleration, const Vec6& jerk,
                    const motion::State6& from) noexcept;
  void take_pose_from_legs() noexcept;
  void take_governed() noexcept;
  void lead_legs() noexcept;
  void enter_legs(const Rates& limits) noexcept;
  void enter_pose() noexcept;
  void advance_joining() noexcept;
  void leave_joining() noexcept;
  void route(const Pose& target) noexcept;
  void start_stretch() noexcept;
  void start_lift(double extension) noexcept;
  bool lifting() const noexcept { return act_ == Act::lift || act_ == Act::prove_zero; }

  const Machine* machine_ = nullptr;
  double period_ = 1e-3;
  Act act_ = Act::stand;
  bool leg_mode_ = true;  ///< the legs lead and the pose follows
  bool joining_ =
      false;  ///< the pose leads as soon as four legs that contradict each other are brought together
  bool zeroed_ = false;

  motion::Governor governor_;
  motion::PointToPoint move_;
  motion::Follow follow_;
  motion::Glide glide_;  ///< to a target that is held
  Vec6 glide_to_ = Vec6::Zero();
  double glide_time_ = 0.0;
  double glide_held_back_ = 0.0;  ///< s, since the target came
  int glide_ticks_ = 0;
  bool gliding_ = false;
  int waits_ = 0;    ///< ticks it has stood before something on its way
  int detours_ = 0;  ///< taken since it was last at its target
  int detour_ticks_ = 0;
  motion::Approach beside_;  ///< of the cue, or of a path that effects pushed the platform off
  bool returning_ = false;   ///< to that path
  double pushed_by_ = 0.0;   ///< how far it may be off the path, until it is back
  Effects effects_;
  bool effects_on_ = false;
  motion::State6 cue_;
  motion::LegDrive drive_;
  motion::LegLift lift_;
  motion::Playback playback_;
  double speed_ = 1.0;
  bool broke_off_ = false;
  bool sine_planned_ = false;

  double move_time_ = 0.0;
  Pose goal_;
  Pose stretch_goal_;
  bool detour_ = false;
  Vec6 asked_speed_ = Vec6::Zero();
  Vec6 move_speed_ = Vec6::Zero();
  int replans_ = 0;           ///< of this move, since it last stood
  bool stops_first_ = false;  ///< a move that does not get there stops first
  double least_time_ = 0.0;   ///< still to be taken

  /// A leg that seeks its lower switch: past it, and back to where it opens, slowly.
  enum class SwitchStage : std::uint8_t { down, closed, up, open };
  /// A leg that seeks the bottom: for how long it has pressed, standing.
  struct Pressed {
    double time = 0.0;
    double at = 0.0;
    double blocked = 0.0;  ///< for how long, without its switch
    SwitchStage stage = SwitchStage::down;
    double up_from = 0.0;  ///< where it began to back off
  };
  std::array<Pressed, kMaxLegs> pressed_{};

  int proof_ = 0;  ///< 0 on the way up, 1 on the way down
  std::uint8_t jog_legs_ = 0;
  double jog_speed_ = 0.0;
  std::optional<double> jog_to_;

  kinematics::LegRates legs_;
  Motion motion_;
  LimitHit hit_;
};

}  // namespace hexad::controller
