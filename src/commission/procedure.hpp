#pragma once
// Commissioning of one leg after the other, as a table of small moves: what the leg shall do now, and when it
// goes on. Pure: told what is seen and whether the button is held, it says what is to be ordered. Nothing
// moves but by a beat of the button; let go, the leg stops by the core's rule and the part begins anew.
//
//   first    out and back, slowly, with a rest halfway; then whoever looks is asked which leg moved, and
//   which
//            way
//   second   out and back twice as fast, and out again, with a rest halfway
//   brake    drives off: what sinks?
//   back     drives on, back to where it stood

#include <array>
#include <optional>
#include <vector>

#include "messages/message.hpp"
#include "model/machine.hpp"
#include "model/request.hpp"
#include "model/telemetry.hpp"

namespace hexad::commission {

struct Plan {
  std::vector<std::size_t> legs{};      ///< from 0
  double distance = 5.0 * kMillimetre;  ///< out, from where the leg stands
  double speed = 5.0 * kMillimetre;     ///< m/s; twice that at most
  double torque = 1.0;                  ///< share of the rated one
};

enum class Phase : std::uint8_t { standing, out, in, fast_out, fast_in, raised, off, lowered };
inline constexpr std::size_t kPhases = 8;

struct Sample {
  Phase phase = Phase::standing;
  bool steady = false;                   ///< at the speed of the phase
  bool in_time = false;                  ///< the loop left out no tick just before: `told` can be trusted
  double time = 0.0;                     ///< s of ticks
  Extensions told = Extensions::Zero();  ///< for the moment of the measurement
  Extensions measured = Extensions::Zero();
  double velocity = 0.0;  ///< told to the leg
  double torque = 0.0;    ///< of the leg
  bool upper = false, lower = false;
};

/// Where the leg came to rest: nothing of it depends on when it was looked at.
struct Rest {
  double at = 0.0;   ///< share of the distance
  bool out = false;  ///< the way that led there
  double told = 0.0;
  double measured = 0.0;
};

/// What whoever looked at the leg says.
struct Seen {
  std::size_t leg = 0;  ///< from 1; 0 = none moved
  bool longer = true;
  double distance = 0.0;  ///< m by ruler; 0 = not measured
};

struct LegRecord {
  std::size_t leg = 0;
  std::vector<Sample> samples{};
  std::vector<Rest> rests{};
  std::optional<Seen> seen{};
  Fault fault{};
  bool homed = false;  ///< its drive knew its place
  bool complete = false;
};

class Procedure {
 public:
  enum class Stage : std::uint8_t { first, asking, second, brake, back, faulted, done };
  enum class Order : std::uint8_t { none, take, enable, disable, reset };

  /// `period`: of the loop, s.
  Procedure(const Machine& machine, const Plan& plan, double period);

  /// A look at the platform. `held`: beats of the button come.
  void look(const Telemetry& telemetry, bool held);
  /// The button was let go and pressed again, however quickly: beats need not have stayed away for that.
  void pressed_anew() noexcept { must_let_go_ = false; }
  /// What is to be ordered, besides what the button moves.
  Order order() const noexcept { return order_; }
  /// What a beat moves; nothing = wait.
  std::optional<Jog> jog() const noexcept { return jog_; }

  /// The answer to the question; false = nothing is asked.
  bool answer(const Seen& seen);
  /// After a fault: on with the next leg. At any other time: this leg is left.
  void go_on();
  /// This leg once more from its beginning.
  void repeat();

  Stage stage() const noexcept { return stage_; }
  std::size_t leg() const noexcept { return plan_.legs[at_]; }
  bool must_let_go() const noexcept { return must_let_go_; }
  messages::Message to_do() const;
  const Plan& plan() const noexcept { return plan_; }
  const std::vector<LegRecord>& records() const noexcept { return records_; }

 private:
  struct Step {
    double to;     ///< share of the distance
    double speed;  ///< times the plan's
    Phase phase;
  };
  void begin_leg();
  void begin_part(Stage stage);
  void next_stage();
  void run_part(const Telemetry& t, bool held);
  void watch_brake(const Telemetry& t);
  void record(const Telemetry& t, Phase phase, double speed);
  void drop_part();
  LegRecord& current() { return records_.back(); }

  Machine machine_;
  Plan plan_;
  double period_;
  std::size_t at_ = 0;  ///< which of the legs
  Stage stage_ = Stage::first;
  Order order_ = Order::none;
  std::optional<Jog> jog_;
  std::vector<LegRecord> records_;

  bool must_let_go_ = false;
  bool under_way_ = false;  ///< the part has begun to move
  bool astray_ = false;     ///< first back to where it stood
  std::size_t step_ = 0;
  std::size_t part_samples_ = 0;  ///< recorded before the part
  std::size_t part_rests_ = 0;
  std::optional<double> base_;  ///< where the leg stood
  double since_ = 0.0;          ///< s, of whatever is waited for
  double now_ = 0.0;  ///< s of ticks: what the loop has slept through is no time for drives to settle
  std::uint64_t slipped_ = 0;  ///< ticks left out so far
  double slipped_at_ = 0.0;
  bool leaving_ = false;  ///< a fault is being reset
  Fault fault_;
};

const char* to_string(Procedure::Stage stage) noexcept;

}  // namespace hexad::commission
