#pragma once
// The inside of the controller. step() in controller.cpp is the ordered list of its stages; what may be asked
// is lifecycle::admit(), what follows from what is lifecycle's table. The rest are small values, each with a
// header of its own: who owns the motion (MotionSlot), who drives (Lease), what is frozen (Hold), whose
// silence counts (SilenceWatch), whether an emergency is asserted (EmergencyLatch), whether the drives are on
// (Standby), what the legs do (Mover) and the last look at it (SetpointCheck).

#include <algorithm>

#include "base/fixed_vector.hpp"
#include "base/ramp.hpp"
#include "controller/controller.hpp"
#include "controller/cue_program.hpp"
#include "controller/emergency_latch.hpp"
#include "controller/hold.hpp"
#include "controller/motion_slot.hpp"
#include "controller/mover.hpp"
#include "controller/output_bank.hpp"
#include "controller/rotary_axis.hpp"
#include "controller/setpoint_check.hpp"
#include "controller/silence_watch.hpp"
#include "controller/standby.hpp"
#include "controller/watch.hpp"
#include "lifecycle/admit.hpp"
#include "lifecycle/lease.hpp"
#include "lifecycle/transitions.hpp"

namespace hexad::controller {

class Controller::Core {
 public:
  Core(const Machine& machine, const Settings& settings) noexcept;
  const Outputs& step(TimePoint now, std::span<const Request> requests, const Feedback& feedback) noexcept;

 private:
  /// A motion that was asked for: begun when `running` begins, and again after a hold.
  struct Order {
    enum class Kind : std::uint8_t { none, move, program, sine };
    Kind kind = Kind::none;
    Pose target;                ///< move
    Vec6 speed = Vec6::Zero();  ///< move
    double time = 0.0;          ///< move: s it shall take at least
    Sine sine;
    LimitHit hit;  ///< the target was limited by this
  };
  /// Whoever asked for a reset, until what it did shows.
  struct PendingReset {
    Tag tag = 0;
    Endpoint driver;
  };

  // controller.cpp: the stages of a tick
  void perceive() noexcept;
  void take_hold() noexcept;
  bool settling() const noexcept;
  void test_itself(const Fault& present) noexcept;
  void adopt_legs() noexcept;
  void look_at_enable_input() noexcept;
  void keep_time() noexcept;
  void select_motion() noexcept;
  void move() noexcept;
  void conclude() noexcept;
  void last_word() noexcept;
  void report() noexcept;
  void report_torque_limit(Setpoint& setpoint) noexcept;
  void report_limit(const LimitHit& hit) noexcept;
  void report_clamped(const LimitHit& hit) noexcept;

  // timing.cpp: what happens by the passing of time alone
  void watch_silence() noexcept;
  void end_leases() noexcept;
  void return_when_idle() noexcept;
  void rest_when_down() noexcept;
  void answer_resets() noexcept;

  // requests.cpp: what is asked, and the answers
  void urgent(const Request& request) noexcept;
  void take(const Request& request) noexcept;
  void ask(const Request& request, const Go& go) noexcept;
  void ask_power_up(const Request& request) noexcept;
  void ask(const Request& request, const Jog& jog) noexcept;
  void ask(const Request& request, Control control) noexcept;
  void ask_take(const Request& request) noexcept;
  void ask(const Request& request, const Give& give) noexcept;
  void ask_resume(const Request& request) noexcept;
  void ask_reset(const Request& request) noexcept;
  void ask_exit(const Request& request) noexcept;
  void ask(const Request& request, const SetOutputs& outputs) noexcept;
  void ask(const Request& request, const AdoptMachine& adopt) noexcept;
  void do_stop(const Request& request) noexcept;
  void do_hold(const Request& request) noexcept;
  void disconnect(const Request& request) noexcept;
  lifecycle::Verdict admitted(const Request& request, lifecycle::Ask ask) const noexcept;
  /// False, and answered, when the request may not act.
  bool may(const Request& request, lifecycle::Ask ask) noexcept;
  void refuse(const Request& request, Refusal refusal, const LimitHit& hit = {},
              HardwareCode code = HardwareCode::none) noexcept;
  void accept(const Request& request, lifecycle::Goal goal) noexcept;
  void take_lease(const Request& request) noexcept;
  void answer(Tag tag, const Endpoint& driver, const Answer& answer) noexcept;
  void done(const Request& request) noexcept { answer(request.tag, request.driver, {}); }
  void finish(Outcome outcome) noexcept;
  /// Nothing is to follow what moves now.
  void forget_plans() noexcept {
    goal_ = lifecycle::Goal::none;
    order_pending_ = false;
  }

  // programs.cpp: motions that end by themselves
  void ask(const Request& request, const MoveTo& move) noexcept;
  void ask(const Request& request, const Sine& sine) noexcept;
  void ask(const Request& request, const Reserve& reserve) noexcept;
  void ask(const Request& request, const RunPrepared& run) noexcept;
  void ask(const Request& request, const Abandon& abandon) noexcept;
  void ask(const Request& request, const SpeedOverride& speed) noexcept;
  void ask(const Request& request, const TuneCueing& tune) noexcept;
  void ask(const Request& request, const AdoptCueing& adopt) noexcept;
  void ask(const Request& request, const SetEffect& effect) noexcept;
  bool effects_wanted() const noexcept;
  void start_program() noexcept;
  void start_order() noexcept;
  void tell_sine() noexcept;
  void approach_path() noexcept;
  void conclude_running() noexcept;
  void end_program() noexcept;
  void break_off() noexcept;
  void halt() noexcept;
  void break_off_here() noexcept;
  /// To a standstill, where it is finally answered; nothing is to follow.
  void end_motion(Outcome outcome, const LimitHit& hit = {}) noexcept;
  void retire(const Prepared* program) noexcept;
  void release_programs() noexcept;

  // streams.cpp: targets that hosts send again and again
  void ask(const Request& request, const StreamTarget& target) noexcept;
  void ask_cue(const Request& request, const VehicleInput& cue) noexcept;
  void travel(const Request& request, const Pose& target, Duration time, const LimitHit& hit) noexcept;
  void watch_stream(const Request& request) noexcept;
  void count_frame(const Request& request) noexcept;
  void begin_blend() noexcept;
  void blend_in(StreamTarget& target) const noexcept;
  void cue() noexcept;

  // handed.cpp: motions that the drives play by themselves
  void hand_over(bool begins) noexcept;
  void tell_score() noexcept;
  void conclude_handed() noexcept;

  // life.cpp: what a change of state does
  bool fire(lifecycle::Trigger trigger) noexcept;
  void enter(State from, lifecycle::Trigger trigger) noexcept;
  void enter_powered_up(State from, lifecycle::Trigger trigger) noexcept;
  void enter_ready(State from, lifecycle::Trigger trigger) noexcept;
  void enter_locked() noexcept;
  void start_return() noexcept;
  void return_slowly(const Pose& target) noexcept;
  void freeze(HoldBy by, const Endpoint& held_by, const Endpoint& driver) noexcept;
  void tell_owner(Outcome outcome) noexcept;
  void lose_host(const Endpoint& driver) noexcept;
  void resume() noexcept;
  void raise_fault(const Fault& fault) noexcept;
  void stand_where_measured() noexcept;
  bool begins_to_follow() noexcept;
  void look_at_following(Fault& present) noexcept;
  void begin_homing() noexcept;
  void enable() noexcept;

  // conditions.cpp: what is so
  Situation situation() const noexcept;
  lifecycle::Place place() const noexcept;
  bool is_level() const noexcept;
  bool at_neutral() const noexcept;
  bool at_bottom() const noexcept;
  bool paused() const noexcept;
  bool homes() const noexcept;
  bool looks_for_bottom() const noexcept;
  bool seeking() const noexcept;
  bool homing_by_drives() const noexcept;
  bool led() const noexcept;
  bool knows_place() const noexcept;
  bool arrived() noexcept;
  bool near_goal() const noexcept;
  bool exit_is_over() const noexcept;
  bool drives_on() const noexcept;
  bool off_now() const noexcept;
  bool zero_is_beyond_doubt() const noexcept;
  Pose place_to_descend_from() const noexcept;
  Extensions measured_extension() const noexcept {
    return extensions_of(*feedback_, machine_->geometry.legs);
  }
  template <class Test>
  bool every_leg(Test test) const noexcept {
    const auto& legs = feedback_->legs;
    return std::all_of(legs.begin(), legs.begin() + machine_->geometry.legs, test);
  }

  template <class T>
  void emit(Tag tag, const Endpoint& driver, const T& news) noexcept;

  const Machine* machine_;
  Settings settings_;
  double period_;

  lifecycle::Life life_;
  lifecycle::Goal goal_ = lifecycle::Goal::none;  ///< what is to follow
  lifecycle::Lease lease_;
  MotionSlot slot_;
  Order order_;
  bool order_pending_ = false;  ///< the order begins when `running` does
  Score score_;                 ///< of the order, where the drives play it; number 0 = none
  std::uint32_t scores_ = 0;    ///< so far
  int rows_told_ = 0;
  Hold hold_;
  SilenceWatch silence_;
  EmergencyLatch emergency_;
  Standby standby_;
  OutputBank outputs_;
  Mover mover_;
  RotaryAxis rotary_;
  CueProgram cue_;
  Watch watch_;
  SetpointCheck check_;

  TimePoint now_{};
  const Feedback* feedback_ = nullptr;  ///< this tick's
  std::uint64_t tick_ = 0;
  ArrivedBy arrived_by_ = ArrivedBy::power_up;
  ProgramKind program_ = ProgramKind::none;
  bool halting_ = false;  ///< a program is being ended, and `running` goes on
  bool clamped_ = false;  ///< what runs was limited to the reach
  TimePoint dwell_until_{};
  TimePoint settling_since_{};

  StreamTarget stream_;
  TimePoint stream_arrival_{};
  bool stream_fresh_ = false;
  std::uint64_t stale_frames_ = 0;
  // Targets are faded in from here after a host that was lost came back.
  Pose blend_pose_;
  Extensions blend_legs_ = Extensions::Zero();
  TimePoint blend_begin_{};
  Ramp blend_{1.0};
  Endpoint last_driver_;

  Fault fault_;
  std::uint64_t fault_tick_ = 0;  ///< on which it was raised
  bool drives_lost_ = false;      ///< connection or supply failed since the zero was found: it is in doubt
  bool recovering_ =
      false;  ///< a zero kept over a fault: slowly, until neutral or the bottom is reached (rule 18)
  bool enabled_ = false;
  bool switched_off_ = false;     ///< by the operator, until the next enable
  bool enable_input_ = false;     ///< on the tick before
  bool holding_legs_ = false;     ///< every leg is on and its brake open, since the drives were switched on
  bool following_ = false;        ///< drives with a life of their own: they are counted on to follow
  bool off_until_reset_ = false;  ///< the last check failed twice
  TimePoint homing_since_{};
  TimePoint init_fault_since_{};
  TimePoint clearing_until_{};  ///< a reset takes real drives some time: errors of theirs are waited out
  bool clearing_ = false;
  bool exiting_ = false;
  bool just_adopted_ = true;  ///< the watch has nothing to compare the feedback with
  bool idle_eligible_ = false;
  TimePoint last_motion_{};
  TimePoint jog_until_{};
  std::uint8_t jog_legs_ = 0;
  double jog_speed_ = 0.0;
  std::optional<double> jog_to_;
  std::uint8_t limited_legs_ = 0;  ///< bit a leg: no more than `most_torque_`
  double most_torque_ = 0.0;
  FixedVector<PendingReset, 64> resets_;
  int reset_ticks_ = 0;  ///< until what a reset did shows in the feedback

  Limit acting_limit_ = Limit::none;
  LimitHit last_hit_;
  TimePoint limit_seen_{};
  bool reset_drives_ = false;
  bool set_zero_ = false;
  bool proving_zero_ = false;
  FixedVector<const Prepared*, 16> retired_;  ///< given back as soon as the mover has left them
  kinematics::LegRates legs_out_;             ///< this tick's last word

  Outputs out_;
};

template <class T>
void Controller::Core::emit(Tag tag, const Endpoint& driver, const T& news) noexcept {
  if (!out_.events.push_back(Event{tag, driver, now_, news})) ++out_.lost_events;
}

}  // namespace hexad::controller
