#include "daemon/drives_of.hpp"

#include "config/block_path.hpp"
#include "drives/shared_drives.hpp"

namespace hexad::inline daemon {
namespace {

Drives simulated(const Config& config, const StoredCalibration& calibration, const Machine* truth) {
  Machine machine = truth != nullptr ? *truth : calibration.machine;
  // What calibration slows down is asked for more slowly; the drives are what they were.
  if (truth == nullptr) machine.limits = calibration.factory.machine.limits;
  machine.drive.seek_torque = calibration.machine.drive.seek_torque;
  plant::Settings settings = plant::settings_for(calibration.machine);
  settings.initial = config.plant.initial;
  settings.enable_delay = config.plant.enable_delay;
  settings.brake_delay = config.plant.brake_delay;
  auto port = std::make_unique<SimulatedMachine>(machine, settings, truth == nullptr);
  InjectionBox* const injections = &port->injections();
  return {std::move(port), injections, nullptr, "simulated"};
}

}  // namespace

Result<Drives, std::string> drives_of(const Config& config, const StoredCalibration& calibration,
                                      const Machine* truth) {
  if (config.drives.port == DrivesSettings::Port::simulated) return simulated(config, calibration, truth);
  if (config.loop.speed != 1.0)
    return Failure{
        std::string{"loop.speed: only 1 with drives.port = \"shared\": real time cannot be made faster"}};
  const std::string path = block_path(config.drives, calibration.machine.name);
  auto shared = SharedDrives::open(path, calibration.machine,
                                   {.timeout = from_seconds(1e-3 * config.drives.timeout_ms)});
  if (!shared) return Failure{shared.error()};
  TickSource* const ticks = config.drives.pace == DrivesSettings::Pace::servo ? shared->get() : nullptr;
  return Drives{std::move(*shared), nullptr, ticks, "shared " + path};
}

}  // namespace hexad::inline daemon
