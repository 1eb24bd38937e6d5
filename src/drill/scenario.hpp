#pragma once
// Who does what, when: the random people around the platform. They ask as the real sessions do – contracts,
// tags and acts – and they ask for what people ask for: what is already so, what makes no way at all, two
// things at once, and everything in the moment in which something else ends.

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "cueing/predictive.hpp"
#include "drill/contracts.hpp"
#include "model/outputs.hpp"
#include "model/prepared.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::drill {

/// What is decided about a life before it begins.
struct Plan {
  explicit Plan(std::uint64_t seed, bool with_faults);
  bool raised = true;
  bool faults = true;
  bool exits = false;         ///< ends by the program's exit, else by the operator's way back to `ready`
  bool needs_enable = false;  ///< drives that are no simulation
  bool fault_stays = false;   ///< at the end a leg is broken, and first the fault must be named
  Duration idle_return{};
  bool idle_return_all = false;
};

class Scenario {
 public:
  Scenario(std::uint64_t seed, const Machine& machine, const Plan& plan);

  /// What arrives on this tick. `seen`: what came out of the tick before.
  std::vector<Request>& requests(TimePoint now, const Outputs& seen, plant::SimulatedDrives& drives);
  bool drives_healthy() const { return healthy_; }

  /// The program is asked to end. Nobody begins anything from then on, but some still stop, hold and ask.
  void exit() { exit_due_ = true; }
  /// Everybody falls silent. From then on `recovery` says what arrives.
  void fall_silent() { silent_ = true; }
  Tag next_tag() { return ++tag_; }

 private:
  enum class Kind : std::uint8_t { darren, motus, lingjing };
  /// A host that streams poses, legs or the motion of a vehicle, with its own idle.
  struct Streamer {
    Kind kind = Kind::darren;
    const Contract* contract = nullptr;
    Endpoint endpoint;
    bool on = false;
    bool legs = false;
    bool cue = false;
    int wave = 0;
    double period = 0.01;
    double jitter = 0.0;
    double loss = 0.0;
    double next = 0.0;
    double phase = 0.0;
    AxisValues amplitude{};
    AxisValues frequency{};
    AxisValues held{};
    double next_step = 0.0;
    std::uint32_t act = 0;  ///< the word that flows
    Step step = Step::run;  ///< what it asks for
    Tag asked = 0;          ///< by this request
    bool retry = false;     ///< refused: again with a later frame
    double next_ask = 0.0;
  };

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>{low, high}(random_);
  }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  int pick(int count) { return std::uniform_int_distribution<int>{0, count - 1}(random_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  double seconds() const { return to_seconds(now_.time_since_epoch()); }
  const Telemetry& telemetry() const { return seen_->telemetry; }

  // scenario.cpp: who acts, and when
  void act();
  void act_in_passing();
  bool try_an_axis();
  void release_sine();
  bool about_to_end() const;
  void act_together();
  void act_fault();
  void look_after();
  void hear(const Outputs& seen);
  /// A command with an answer, by a new act unless one is given.
  void ask(const Endpoint& from, const Contract& contract, const What& what, std::uint32_t act = 0);
  /// Stop, hold, emergency, resume: nobody waits for an answer.
  void latch(const Endpoint& from, const Contract& contract, Control control);

  // scenario_orders.cpp: what is ordered
  AxisValues anywhere(double share);
  AxisValues target();
  AxisValues here() const;
  AxisValues speeds();
  Sine any_sine();
  Sine sine_of_one_axis();
  void act_mdof();
  void order_program(const Endpoint& from, const Contract& contract, std::uint32_t act = 0);
  void prepare(const Request& reserve);
  void complete_cueing();
  std::unique_ptr<const Prepared> any_program(Abandon& why_not);

  // scenario_hosts.cpp: hosts that stream
  void restart(Streamer& streamer);
  void stream(Streamer& streamer);
  StreamTarget any_target(Streamer& streamer);
  void act_streamer();
  void act_darren(Streamer& streamer);
  void act_motus(Streamer& streamer);
  void act_lingjing(Streamer& streamer);
  void act_program(Streamer& streamer);
  void leave_frozen();
  void go(Streamer& streamer, Step step, std::uint32_t word);
  bool drives(const Streamer& streamer) const;

  // scenario_operator.cpp, scenario_cueing.cpp: whoever stands beside it
  void act_operator();
  void act_desk_order();
  void begin_jog();
  void jog();
  CueTuning any_tuning();
  SetEffect any_effect();

  std::mt19937_64 random_;
  // Of their own, so that the rest of a life stays as it was without them.
  std::mt19937_64 leaving_;
  std::mt19937_64 bringing_up_;
  const Machine& machine_;
  const Plan plan_;
  bool healthy_ = true;
  TimePoint now_{};
  const Outputs* seen_ = nullptr;
  plant::SimulatedDrives* drives_ = nullptr;
  std::vector<Request> requests_;
  std::array<Streamer, 4> streamers_;
  double next_act_ = 0.2;
  double locked_since_ = -1.0;
  double stuck_since_ = -1.0;
  double heal_at_ = 1e9;  ///< a failure that goes away by itself
  State last_state_ = State::init;
  bool silent_ = false;
  bool exit_due_ = false;
  double exit_at_ = 0.0;
  bool exiting_ = false;
  double let_go_at_ = 1e9;  ///< of the sine that somebody tries
  double resume_at_ = 1e9;  ///< what a host left frozen
  bool desk_resumes_ = false;
  double jog_until_ = 0.0;
  double next_jog_ = 0.0;
  bool jog_begins_ = false;
  Jog jog_;
  const Contract* jog_contract_ = nullptr;
  Endpoint jog_by_;
  /// What the worker has to say, and when it does.
  struct Reply {
    double due = 0.0;
    Request request;
  };
  std::vector<Request> reserved_;  ///< asked for, not yet answered
  std::vector<Reply> replies_;
  std::vector<std::unique_ptr<const Prepared>> programs_;
  std::vector<std::unique_ptr<const cueing::Predictive>> engines_;
  std::uint32_t cueing_made_ = 0;
  Tag tag_ = 0;
  std::uint32_t acts_ = 100;
};

}  // namespace hexad::drill
