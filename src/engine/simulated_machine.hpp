#pragma once
// The simulated drives as the daemon has them: with a machine of their own, and a mailbox for what an
// operator does to them: faults, inputs, what stands on the platform.

#include "base/spsc_queue.hpp"
#include "engine/machine_repository.hpp"
#include "plant/simulated_drives.hpp"

namespace hexad::inline engine {

struct SimulationOrder {
  enum class Kind : std::uint8_t { inject, inputs, payload };
  Kind kind = Kind::inject;
  plant::InjectionOrder injection{};
  std::uint8_t inputs = 0;
  double payload = 0.0;  ///< kg
};

/// From the one thread that injects (web) to the one that owns the drives (real time).
using InjectionBox = SpscQueue<SimulationOrder, 32>;

/// The drives keep their own copy of what is really there: the core's machine may be replaced, and what is
/// really there then follows, or does not.
class SimulatedMachine final : public DrivePort {
 public:
  SimulatedMachine(const Machine& machine, const plant::Settings& settings, bool follows = true)
      : truth_{machine}, follows_{follows}, drives_{truth_, settings} {}

  /// csfi decision 4. Limits are what is asked of a machine, not what it is; how hard it seeks is asked of it
  /// too.
  void adopted(const Machine& machine) noexcept override {
    truth_.drive.seek_torque = machine.drive.seek_torque;
    if (!follows_ || machine.geometry_revision == geometry_revision_) return;
    geometry_revision_ = machine.geometry_revision;
    truth_.geometry = machine.geometry;
    truth_.drive = machine.drive;
    truth_.rotary = machine.rotary;
    truth_.heights = machine.heights;
    truth_.neutral_singular = machine.neutral_singular;
    truth_.neutral_sign = machine.neutral_sign;
    truth_.radius = machine.radius;
    drives_.adopt(truth_);
  }

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override {
    for (SimulationOrder order; injections_.pop(order);) apply(order);
    return drives_.exchange(setpoint, now, dt);
  }

  InjectionBox& injections() noexcept { return injections_; }
  const plant::SimulatedDrives& drives() const noexcept { return drives_; }

 private:
  void apply(const SimulationOrder& order) noexcept {
    switch (order.kind) {
      case SimulationOrder::Kind::inject:
        return drives_.apply(order.injection);
      case SimulationOrder::Kind::inputs:
        return drives_.set_inputs(order.inputs);
      case SimulationOrder::Kind::payload: {
        // The same shape, lighter or heavier; the core's own machine is not told.
        Payload& payload = truth_.payload;
        if (payload.mass > 0.0) payload.inertia *= order.payload / payload.mass;
        payload.mass = order.payload;
        return;
      }
    }
  }

  Machine truth_;
  bool follows_;
  std::uint32_t geometry_revision_ = 1;
  plant::SimulatedDrives drives_;
  InjectionBox injections_;
};

}  // namespace hexad::inline engine
