#pragma once
// The drives a configuration asks for. What only some of them have – faults to inject, a clock of their own –
// is there or is not.

#include <memory>
#include <string>

#include "base/result.hpp"
#include "calibration/stored_calibration.hpp"
#include "config/config.hpp"
#include "engine/simulated_machine.hpp"
#include "messages/message.hpp"

namespace hexad::inline daemon {

struct Drives {
  std::unique_ptr<DrivePort> port;
  InjectionBox* injections = nullptr;  ///< of drives this program simulates
  TickSource* ticks = nullptr;         ///< that shall pace the loop
  std::string name;  ///< "simulated", "shared /dev/shm/hexad-standard-400", "darren 10.0.0.5:10000, pose"
};

/// `truth`: what is really there, when it is not what the core is told. What cannot be had is said.
Result<Drives, messages::Message> drives_of(const Config& config, const StoredCalibration& calibration,
                                            const Machine* truth);

}  // namespace hexad::inline daemon
