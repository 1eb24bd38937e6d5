#include "daemon/drives_of.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "config/block_path.hpp"
#include "drives/shared_drives.hpp"
#include "gateway/gateway.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline daemon {
namespace {

using messages::Id;
using messages::say;

Result<Drives, messages::Message> simulated(const Config& config, const StoredCalibration& calibration,
                                            const Machine* truth) {
  Machine machine = truth != nullptr ? *truth : calibration.machine;
  // What calibration slows down is asked for more slowly; the drives are what they were.
  if (truth == nullptr) machine.limits = calibration.factory.machine.limits;
  machine.drive.seek_torque = calibration.machine.drive.seek_torque;
  plant::Settings settings = plant::settings_for(calibration.machine);
  settings.initial = config.plant.initial;
  settings.enable_delay = config.plant.enable_delay;
  settings.brake_delay = config.plant.brake_delay;
  for (const std::string& text : config.plant.mistakes)
    if (!plant::parse_mistake(text, settings.mistakes)) return Failure{say<Id::start_no_mistake>(text)};
  auto port = std::make_unique<SimulatedMachine>(machine, settings, truth == nullptr);
  InjectionBox* const injections = &port->injections();
  return Drives{std::move(port), injections, nullptr, "simulated"};
}

/// Every leg has a place of its own, and a scale that is one.
Result<SharedDrives::Settings, messages::Message> shared_settings(const DrivesSettings& drives,
                                                                  std::size_t legs) {
  SharedDrives::Settings settings{.timeout = from_seconds(1e-3 * drives.timeout_ms)};
  if (!drives.order.empty() && drives.order.size() != legs)
    return Failure{say<Id::drives_order_count>(drives.order.size(), legs)};
  std::array<bool, kMaxLegs> taken{};
  for (std::size_t leg = 0; leg < drives.order.size(); ++leg) {
    const auto place = static_cast<std::size_t>(drives.order[leg]) - 1;
    if (static_cast<double>(place + 1) != drives.order[leg] || place >= legs ||
        std::exchange(taken[place], true))
      return Failure{say<Id::drives_order_once>(legs)};
    settings.place[leg] = static_cast<std::uint8_t>(place);
  }
  if (drives.scale.size() > 1 && drives.scale.size() != legs)
    return Failure{say<Id::drives_scale_count>(drives.scale.size(), legs)};
  for (std::size_t leg = 0; leg < legs && !drives.scale.empty(); ++leg) {
    const double scale = drives.scale[drives.scale.size() == 1 ? 0 : leg];
    if (!(std::abs(scale) >= 1e-3)) return Failure{messages::Message{Id::drives_scale_zero}};
    settings.scale[leg] = scale;
  }
  return settings;
}

/// What keeps these settings from being a gateway; nothing = nothing does.
messages::Message problem_of(const DrivesSettings& drives, const Machine& machine) {
  if (drives.address.empty()) return Id::drives_no_address;
  using Port = DrivesSettings::Port;
  const bool legs = drives.send == DrivesSettings::Send::legs;
  if (legs && (drives.port == Port::motus || drives.port == Port::mdof))
    return say<Id::drives_no_legs>(drives.port == Port::motus ? "motus" : "mdof");
  if (machine.rotary) return Id::drives_no_rotary;
  return {};
}

gateway::Dialect dialect_of(DrivesSettings::Port port) noexcept {
  switch (port) {
    case DrivesSettings::Port::motus:
      return gateway::Dialect::motus;
    case DrivesSettings::Port::mdof:
      return gateway::Dialect::mdof;
    case DrivesSettings::Port::lingjing:
      return gateway::Dialect::lingjing;
    default:
      return gateway::Dialect::darren;
  }
}

Result<Drives, messages::Message> gateway_to(const DrivesSettings& drives, const Machine& machine) {
  if (const messages::Message problem = problem_of(drives, machine)) return Failure{problem};
  gateway::Gateway::Settings settings;
  settings.dialect = dialect_of(drives.port);
  if (const auto ip = net::parse_ip(drives.address))
    settings.controller = {*ip, gateway::usual_port(settings.dialect)};
  else
    settings.controller = *net::parse_address(drives.address);  // the schema has looked at it
  settings.local_port = static_cast<std::uint16_t>(drives.local_port);
  const bool legs = drives.send == DrivesSettings::Send::legs;
  settings.form.send = legs ? gateway::FarForm::Send::legs : gateway::FarForm::Send::pose;
  settings.form.length = drives.unit == DrivesSettings::Unit::metre ? 1.0 : kMillimetre;
  settings.form.convention = gateway::convention_of(settings.dialect, drives.rotation_order);
  settings.drives.period = from_seconds(1.0 / drives.rate_hz);
  settings.drives.timeout = from_seconds(1e-3 * drives.timeout_ms);
  settings.drives.patience = from_seconds(machine.drive.enable_time);
  settings.drives.delay = machine.drive.delay;
  auto port = gateway::Gateway::open(machine, settings);
  if (!port)
    return Failure{say<Id::drives_no_socket>(net::to_text(port.error().address),
                                             messages::system_message(port.error().error))};
  std::string name = fmt::format("{} {}, {}", gateway::to_string(settings.dialect),
                                 net::to_text(settings.controller), legs ? "legs" : "pose");
  if (settings.dialect == gateway::Dialect::lingjing) name += ", open loop";
  return Drives{std::move(*port), nullptr, nullptr, std::move(name)};
}

}  // namespace

Result<Drives, messages::Message> drives_of(const Config& config, const StoredCalibration& calibration,
                                            const Machine* truth) {
  if (config.drives.port == DrivesSettings::Port::simulated) return simulated(config, calibration, truth);
  if (config.loop.speed != 1.0) return Failure{messages::Message{Id::drives_real_time}};
  if (config.drives.is_gateway()) return gateway_to(config.drives, calibration.machine);
  const std::string path = block_path(config.drives, calibration.machine.name);
  const auto settings = shared_settings(config.drives, calibration.machine.geometry.legs);
  if (!settings) return Failure{settings.error()};
  auto shared = SharedDrives::open(path, calibration.machine, *settings);
  if (!shared) return Failure{shared.error()};
  TickSource* const ticks = config.drives.pace == DrivesSettings::Pace::servo ? shared->get() : nullptr;
  return Drives{std::move(*shared), nullptr, ticks, "shared " + path};
}

}  // namespace hexad::inline daemon
