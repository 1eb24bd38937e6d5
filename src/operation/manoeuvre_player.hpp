#pragma once
// A manoeuvre on its way into the core: which moment of it is due now. It goes on while the platform runs,
// stands still while that is held, and ends with whatever ends the motion. Behind its last row the vehicle
// stands for two seconds, so that the cueing takes travel and tilt back by itself; then it begins again or is
// over. Lives on the operator's thread; sends nothing itself.

#include <memory>
#include <optional>
#include <string>

#include "base/time.hpp"
#include "model/telemetry.hpp"
#include "operation/operator_order.hpp"

namespace hexad::inline operation {

/// What is shown of it.
struct PlayedManoeuvre {
  std::string name{};
  double time = 0.0;      ///< s of it; at most its duration
  double duration = 0.0;  ///< s
  bool repeat = false;
};

class ManoeuvrePlayer {
 public:
  enum class Step : std::uint8_t {
    nothing,  ///< none is played, or it is not its turn
    frame,    ///< frame() is to be sent
    over,     ///< played to its end: to neutral
    broken    ///< the platform is no longer in its hands
  };

  /// Instead of what was played before; from runs() on.
  void begin(const ManoeuvrePlan& plan);
  /// The platform runs for it.
  void runs() noexcept { begun_ = true; }
  void end() noexcept { plan_.reset(); }
  bool playing() const noexcept { return plan_.has_value(); }

  /// `now`: platform time. `waits`: another order is under way that may end it, or changes what a frame
  /// means: none is sent.
  Step advance(TimePoint now, const Telemetry& telemetry, bool waits) noexcept;
  /// What the vehicle does at this moment, as the cueing takes it (`input`).
  VehicleInput frame(CueInput input) const;

  std::optional<PlayedManoeuvre> shown() const;

 private:
  std::optional<ManoeuvrePlan> plan_;
  bool begun_ = false;
  bool cued_ = false;  ///< the core was seen to take it, since it last ran
  double time_ = 0.0;
  TimePoint last_{};
  TimePoint sent_{};
};

}  // namespace hexad::inline operation
