#pragma once
// What anyone may ask of the platform, as plain values. A request is never answered by a return value; its
// answers are Events with the same tag.

#include <cstdint>
#include <optional>
#include <variant>

#include "base/time.hpp"
#include "model/axes.hpp"
#include "model/contract.hpp"
#include "model/cue_tuning.hpp"
#include "model/endpoint.hpp"
#include "model/legs.hpp"
#include "model/limits.hpp"
#include "model/machine.hpp"
#include "model/refusal.hpp"
#include "model/state.hpp"
#include "model/vehicle.hpp"

namespace hexad::cueing {
class Predictive;
}

namespace hexad::inline model {

using Tag = std::uint64_t;  ///< 0 = nobody waits for an answer

/// A streamed target: the newest of a tick wins.
struct StreamTarget {
  enum class Kind : std::uint8_t { none, pose, legs, cue };
  Kind kind = Kind::none;                ///< none: a frame that only keeps the host alive
  Pose pose{};                           ///< pose: from neutral
  Extensions legs = Extensions::Zero();  ///< legs: extensions
  VehicleInput cue{};                    ///< cue: what the vehicle does
  bool has_rotary = false;
  double rotary = 0.0;
  Duration travel{};                      ///< > 0: arrive after this time instead of following
  std::optional<std::uint32_t> number{};  ///< the host's own count of its frames
};

/// The steps of the platform's life that can be asked for. Levels: asking for what is already so does
/// nothing.
enum class Step : std::uint8_t { zero, raise, neutral, run, descend, power_up };

struct Go {
  Step step = Step::neutral;
};

/// To a pose, at speeds per axis (SI; 0 = default).
struct MoveTo {
  AxisValues target{};
  AxisValues speed{};
  AxisConvention convention = kXyzConvention;
};

/// Single legs by hand. Ends `hold_time` after the last one came.
struct Jog {
  std::uint8_t legs = 0;  ///< bit 0 = leg 1
  double speed = 0.0;     ///< m/s, signed
  Duration hold_time = std::chrono::milliseconds{50};
  std::optional<double> to{};  ///< m: they go no further than this extension, and stand there
  double torque = 0.0;  ///< Nm: no more in these legs until another motion is accepted; 0 = all there is
};

enum class Control : std::uint8_t {
  stop,
  hold,
  resume,
  reset,
  emergency,     ///< asserted for one second from this frame on
  press_button,  ///< the e-stop button of console or command line goes in, and
  free_button,   ///< comes out
  enable,
  disable,  ///< standing: brakes, then drives off, until the next enable
  take,     ///< operator keeps control
  disconnect,
  halt,  ///< end the present program where it is, and stay `running` where that is a mode; else a stop
  exit   ///< the program ends: stop, descend, then `origin`
};

/// The operator gives control back: to one host, whose stream then counts again, or to anybody (empty).
struct Give {
  Endpoint to;
};

struct SetOutputs {
  bool set_relays = false;
  bool set_digital = false;
  std::uint16_t relays = 0;
  std::uint8_t digital = 0;
};

/// Between ticks the core goes on with this machine; the old one comes back as an event to be freed
/// elsewhere.
struct AdoptMachine {
  const Machine* machine = nullptr;
};

/// Sines about neutral, an axis each; asked for again with other values it changes over smoothly.
struct Sine {
  AxisValues amplitude{};
  AxisValues frequency{};  ///< Hz
  AxisValues phase{};      ///< rad
  AxisConvention convention = kPitchFirstConvention;
};

class Prepared;

/// A motion is being prepared under this request's tag: the slot is kept, and counts as moving, until
/// RunPrepared or Abandon comes with the same tag, or something ends it.
struct Reserve {
  ProgramKind kind = ProgramKind::path;  ///< none: it cannot be read; refused for that before anything else
};

/// What was reserved is ready. The core runs it and gives it back by ProgramReleased.
struct RunPrepared {
  const Prepared* program = nullptr;
  std::uint32_t revision = 0;  ///< of the machine it was checked against
};

/// What was reserved cannot be done.
struct Abandon {
  Refusal refusal = Refusal::bad_program;
  LimitHit hit;  ///< out_of_reach: what it would break
};

/// How fast programs run along their path, from now on.
struct SpeedOverride {
  double share = 1.0;  ///< 0.1…1
};

/// The cueing goes over to this smoothly, while it runs or before.
struct TuneCueing {
  CueTuning tuning;
};

/// The predictive engine that the core wants (CueReport::wanted) is made: what a tick has no time for. The
/// core copies it; when this is answered it may be freed.
struct AdoptCueing {
  std::uint32_t number = 0;  ///< of the want; what is no longer wanted is not taken
  const cueing::Predictive* engine = nullptr;
};

/// An effect is added, changed or (kind none) taken away. It is felt while a program runs.
struct SetEffect {
  std::uint8_t place = 0;  ///< 0…kEffects−1
  EffectSettings settings;
};

using What = std::variant<StreamTarget, Go, MoveTo, Jog, Control, Give, SetOutputs, AdoptMachine, Sine,
                          Reserve, RunPrepared, Abandon, SpeedOverride, TuneCueing, AdoptCueing, SetEffect>;

struct Request {
  Tag tag = 0;
  Endpoint driver;
  TimePoint arrival{};
  const Contract* contract = nullptr;  ///< lives as long as the program
  std::uint32_t act = 0;  ///< what is asked for, as a number: the same level repeated is the same act
  What what{};
};

}  // namespace hexad::inline model
