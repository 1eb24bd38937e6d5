#pragma once
// A platform at neutral that is run by cueing frames, in virtual time: the host that sends them, the
// controller with its governor, the simulated drives. For `hexad cue`.

#include <string>
#include <vector>

#include "controller/controller.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::analysis {

/// One thing to be judged.
struct CueSetting {
  std::string name;
  CueTuning tuning;
  int host_rate = 100;  ///< frames a second
};

inline constexpr double kCueStep = 1e-3;  // s

class CueChain {
 public:
  CueChain(const Machine& machine, const CueSetting& setting);

  /// To `running`, with the input faded in; false when it does not come there.
  bool start();
  /// One tick of kCueStep; `vehicle` is sent when the host's next frame is due.
  void tick(const VehicleInput& vehicle);

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

}  // namespace hexad::analysis
