#pragma once
// The simulated drives as the daemon has them: with a machine of their own, and a mailbox for faults to be injected.

#include "base/spsc_queue.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::runtime {

/// From the one thread that injects (web) to the one that owns the drives (real time).
using InjectionBox = SpscQueue<plant::InjectionOrder, 32>;

/// The drives keep their own copy of what is really there: the core's machine may be replaced.
class SimulatedMachine final : public DrivePort {
 public:
  SimulatedMachine(const Machine& machine, const plant::Settings& settings)
      : truth_{machine}, drives_{truth_, settings} {}

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override {
    for (plant::InjectionOrder order; injections_.pop(order);) drives_.apply(order);
    return drives_.exchange(setpoint, now, dt);
  }

  InjectionBox& injections() noexcept { return injections_; }

 private:
  Machine truth_;
  plant::SimulatedDrives drives_;
  InjectionBox injections_;
};

}  // namespace hexad::runtime
