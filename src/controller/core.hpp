#pragma once
// The inside of the controller: state, lease, mover and watch together. Only controller.cpp knows the order
// of the stages; requests.cpp holds who may ask for what, life.cpp what a change of state does.

#include "base/fixed_vector.hpp"
#include "controller/controller.hpp"
#include "controller/cue_program.hpp"
#include "controller/mover.hpp"
#include "controller/recent_frames.hpp"
#include "controller/rotary_axis.hpp"
#include "controller/watch.hpp"
#include "lifecycle/lease.hpp"
#include "lifecycle/transitions.hpp"

namespace hexad::controller {

/// For a reset, or a switch-on, to reach the drives and their answer to come back.
inline constexpr int kAdoptTicks = 3;

class Controller::Core {
 public:
  Core(const Machine& machine, const Settings& settings) noexcept;
  const Outputs& step(TimePoint now, std::span<const Request> requests, const Feedback& feedback) noexcept;

 private:
  /// Whom the present motion's final answer belongs to.
  struct Owner {
    Tag tag = 0;
    Endpoint driver;
    bool waiting = false;
    bool stopped = false;               ///< something has ended it; answered at standstill
    Outcome ends = Outcome::stopped;    ///< … with this
    LimitHit hit;                       ///< … for this
    bool reserved = false;              ///< a motion that is still being prepared
    const Prepared* program = nullptr;  ///< what it plays
  };
  /// What begins when `running` does.
  enum class Pending : std::uint8_t { none, move, program, sine };
  struct PendingReset {
    Tag tag = 0;
    Endpoint driver;
    int ticks = 0;  ///< until the answer is due; 0 = none pending
  };

  // controller.cpp: the stages of a tick
  void perceive() noexcept;
  void keep_time() noexcept;
  void watch_silence() noexcept;
  void let_go() noexcept;
  void return_when_idle() noexcept;
  void rest_when_down() noexcept;
  void pursue() noexcept;
  void move() noexcept;
  void cue() noexcept;
  void begin_blend() noexcept;
  void conclude() noexcept;
  void report() noexcept;
  void report_limit(const LimitHit& hit) noexcept;

  // requests.cpp: who may ask for what
  void take(const Request& request) noexcept;
  void urgent(const Request& request) noexcept;
  void ask_stream(const Request& request, const StreamTarget& target) noexcept;
  void ask_go(const Request& request, Step step) noexcept;
  void ask_move(const Request& request, const MoveTo& move) noexcept;
  void travel(const Request& request, const Pose& target, Duration time) noexcept;
  void count_frame(const Request& request) noexcept;
  void ask_cue(const Request& request, const Twist& cue) noexcept;
  void blend_in(StreamTarget& target) const noexcept;
  void take_lease(const Request& request) noexcept;
  void drop_outputs() noexcept;
  void ask_sine(const Request& request, const Sine& sine) noexcept;
  void ask_reserve(const Request& request) noexcept;
  void ask_run(const Request& request, const RunPrepared& run) noexcept;
  void ask_abandon(const Request& request, const Abandon& abandon) noexcept;
  void ask_override(const Request& request, const SpeedOverride& speed) noexcept;
  void ask_tune(const Request& request, const CueTuning& tuning) noexcept;
  void ask_effect(const Request& request, const SetEffect& effect) noexcept;
  bool effects_wanted() const noexcept;
  bool holds_slot(const Request& request) const noexcept;
  void ask_jog(const Request& request, const Jog& jog) noexcept;
  void ask_control(const Request& request, Control control) noexcept;
  void ask_outputs(const Request& request, const SetOutputs& outputs) noexcept;
  void ask_adopt(const Request& request, const AdoptMachine& adopt) noexcept;
  void do_stop(const Request& request) noexcept;
  void do_hold(const Request& request) noexcept;
  void do_resume(const Request& request) noexcept;
  void do_reset(const Request& request) noexcept;
  Refusal refusal_for(const Request& request) const noexcept;
  Refusal refusal_of_bring_up(BringUp bring_up) const noexcept;
  bool may_leave_hold(const Request& request) const noexcept;
  void refuse(const Request& request, Refusal refusal, const LimitHit& hit = {}) noexcept;
  void accept(const Request& request, lifecycle::Goal goal) noexcept;
  void answer(Tag tag, const Endpoint& driver, const Answer& answer) noexcept;
  void finish(Outcome outcome) noexcept;

  // life.cpp: what a change of state does
  bool fire(lifecycle::Trigger trigger) noexcept;
  void enter(State from, lifecycle::Trigger trigger) noexcept;
  void raise_fault(const Fault& fault) noexcept;
  void start_program() noexcept;
  void approach_path() noexcept;
  void conclude_running() noexcept;
  void break_off() noexcept;
  void halt() noexcept;
  void retire(const Prepared* program) noexcept;
  void release_programs() noexcept;
  Refusal why_not() const noexcept;
  bool emergency_asserted() const noexcept;
  bool is_level() const noexcept;
  bool at_neutral() const noexcept;
  bool paused() const noexcept;
  bool seeking() const noexcept;
  bool arrived() noexcept;
  bool near_goal() const noexcept;
  Legs measured_extension() const noexcept;
  Pose place_to_descend_from() const noexcept;

  template <class T>
  void emit(Tag tag, const Endpoint& driver, const T& news) noexcept;

  const Machine* machine_;
  Settings settings_;
  double period_;
  lifecycle::Life life_;
  lifecycle::Goal goal_ = lifecycle::Goal::none;
  lifecycle::Lease lease_;
  Mover mover_;
  RotaryAxis rotary_;
  CueProgram cue_;
  Watch watch_;
  Owner owner_;
  PendingReset pending_reset_;

  TimePoint now_{};
  const Feedback* feedback_ = nullptr;  ///< this tick's
  std::uint64_t tick_ = 0;
  ArrivedBy arrived_by_ = ArrivedBy::power_up;
  ProgramKind program_ = ProgramKind::none;
  Pose move_target_;
  Vec6 move_speed_ = Vec6::Zero();
  double move_time_ = 0.0;  ///< s it shall take at least
  Pending pending_ = Pending::none;
  Sine sine_;
  FixedVector<const Prepared*, 16> retired_;  ///< given back as soon as the mover has left them
  bool halting_ = false;
  StreamTarget stream_;
  TimePoint stream_arrival_{};
  bool stream_fresh_ = false;
  RecentFrames recent_;  ///< of the driver since its command, or of the lost host since it was lost
  // Targets are faded in from here after a host that was lost came back.
  Pose blend_pose_;
  Legs blend_legs_ = Legs::Zero();
  TimePoint blend_end_{};

  // Who froze the motion, and who drove when it was frozen.
  Endpoint held_by_;
  Endpoint last_driver_;
  Endpoint frozen_driver_;
  /// Whose hold it is, and so who may end it by a new motion.
  enum class Hold : std::uint8_t {
    host,         ///< the one that asked for it
    pause,        ///< nobody: only its own resume, or a stop
    by_operator,  ///< the operator
    left          ///< its driver fell silent or went: whoever drives next
  };
  Hold hold_ = Hold::host;
  bool resume_pending_ = false;
  bool host_lost_ = false;
  bool watchdog_armed_ = false;
  bool clamped_ = false;

  Fault fault_;
  Fault present_fault_;
  bool button_ = false;
  bool feedback_button_ = false;
  bool emergency_frame_seen_ = false;
  TimePoint emergency_frame_{};
  bool enabled_ = false;
  bool shutting_down_ = false;
  bool just_adopted_ = true;
  int adopting_ = 0;  ///< ticks until the drives are switched on where the legs then are
  TimePoint last_motion_{};
  TimePoint down_since_{};
  bool resting_ = false;  ///< at the bottom, drives off until something is to be done
  int waking_ = 0;        ///< ticks until the drives, switched on again, may be asked to move
  bool idle_eligible_ = false;
  TimePoint jog_until_{};
  std::uint8_t jog_legs_ = 0;
  double jog_speed_ = 0.0;
  TimePoint settling_since_{};

  Limit acting_limit_ = Limit::none;
  LimitHit last_hit_;
  TimePoint limit_seen_{};
  Endpoint outputs_by_;
  std::uint16_t relays_ = 0;
  std::uint8_t digital_ = 0;
  bool reset_drives_ = false;
  bool set_zero_ = false;
  bool proving_zero_ = false;

  Outputs out_;
};

template <class T>
void Controller::Core::emit(Tag tag, const Endpoint& driver, const T& news) noexcept {
  if (!out_.events.push_back(Event{tag, driver, now_, news})) ++out_.lost_events;
}

}  // namespace hexad::controller
