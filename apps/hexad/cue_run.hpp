#pragma once
// Vehicle motion through the whole chain in virtual time: a host that sends cueing frames, the controller with its
// governor, the simulated drives. And the engine alone beside it.

#include <optional>
#include <string>
#include <vector>

#include "controller/controller.hpp"
#include "cueing/classical.hpp"
#include "cueing/perception.hpp"
#include "hexad/cue_file.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::cli {

/// One thing to be judged.
struct CueSetting {
  std::string name;
  cueing::Preset preset = cueing::Preset::normal;
  cueing::InputKind input = cueing::InputKind::acceleration;
  int host_rate = 100;  ///< frames a second
};

inline constexpr double kCueStep = 1e-3;  // s

/// A platform at neutral that is run by cueing frames.
class CueChain {
 public:
  CueChain(const Machine& machine, const CueSetting& setting);

  /// To `running`, with the input faded in; false when it does not come there.
  bool start();
  /// One tick of kCueStep; `input` is sent when the host's next frame is due.
  void tick(const VehicleInput& input);

  const Telemetry& telemetry() const { return out_->telemetry; }
  const plant::SimulatedDrives& drives() const { return drives_; }
  /// The governor changed what the engine asked for.
  bool governed() const { return telemetry().limit || telemetry().clamped; }

 private:
  void step();
  void send(const What& what);

  const CueSetting setting_;
  plant::SimulatedDrives drives_;
  controller::Controller core_;
  Feedback feedback_;
  std::vector<Request> requests_;
  const Outputs* out_ = nullptr;
  TimePoint now_{};
  std::int64_t ticks_ = 0;
  int frame_ticks_;
};

/// What is kept of a run, every 10 ms.
struct CueSample {
  double time = 0.0;
  VehicleInput input;
  cueing::Felt vehicle;
  cueing::Felt cabin;
  cueing::Felt vehicle_perceived;
  cueing::Felt cabin_perceived;
  AxisValues pose{};  ///< of the chain, SI, from neutral
  Legs legs = Legs::Zero();
  double tilt_rate = 0.0;
  bool governed = false;
};

struct Against {
  double value = 0.0;  ///< m/s² or rad/s
  std::size_t axis = 0;
  double time = 0.0;
};

/// Everything said about one setting and one manoeuvre.
struct CueResult {
  CueSetting setting;
  cueing::Settings settings;
  AxisValues travel{};         ///< of the chain: largest, either way
  AxisValues engine_travel{};  ///< of the engine alone
  double tilt_rate = 0.0;      ///< largest, pitch and roll together
  double force_error = 0.0;    ///< rms of what is perceived, against the vehicle
  double rate_error = 0.0;
  double force_still = 0.0;  ///< the same if the platform stood still
  double rate_still = 0.0;
  Against force_against;  ///< felt force against the cue, while it lasts and after it
  Against rate_against;
  std::int64_t ticks = 0;
  std::int64_t governed_ticks = 0;
  LimitHit first_limit;
  double first_limit_time = 0.0;
  double at_limits = 0.0;  ///< s with a leg at the end of its stroke or at its speed limit
  double lag_error = 0.0;  ///< largest distance of the simulated legs from their set values, m
  std::vector<CueSample> samples;
  std::string failure;  ///< why the run ended early; empty = it did not
};

CueResult run_cue(const Machine& machine, const CueSetting& setting, const Manoeuvre& manoeuvre);

}  // namespace hexad::cli
