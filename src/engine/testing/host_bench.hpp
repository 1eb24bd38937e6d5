#pragma once
// A simulated platform with lingjing, motus and mdof, and hosts that speak to it: what one protocol commands
// is read back through another.

#include <sstream>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "protocols/motus/session.hpp"

namespace hexad::inline engine {

class HostBench {
 public:
  static constexpr net::Address kMdof{0x0A000001, 1100};
  static constexpr net::Address kLingjing{0x0A000001, 9800};
  static constexpr net::Address kMotus{0x0A000001, 5000};

  struct Setup {
    plant::Initial initial = plant::Initial::powered_up;
    std::string platform{};
    controller::Settings core{};
    protocols::lingjing::Settings lingjing{};
    protocols::motus::Settings motus{};
  };

  explicit HostBench(const Setup& setup)
      : truth_{machine_of(setup)},
        network_{1, {}},
        platform{machine_of(setup), core_of(setup), drives(setup), network_} {
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kMdof);
    platform.open(3, std::make_unique<protocols::lingjing::LingjingSession>(setup.lingjing), kLingjing);
    platform.open(4, std::make_unique<protocols::motus::MotusSession>(setup.motus), kMotus);
    platform.run(std::chrono::milliseconds{20});
  }
  HostBench() : HostBench{Setup{}} {}

  const Machine& machine() const noexcept { return *truth_; }
  State state() const noexcept { return platform.telemetry().state; }
  bool reaches(State wanted, Duration patience = std::chrono::seconds{60}) {
    return platform.run_until([&] { return state() == wanted; }, patience);
  }

  /// mdof 24: X Y Z RX RY RZ of the actual pose, mm and degrees from neutral.
  std::array<double, 6> position() {
    (void)watcher.receive();
    watcher.send(kMdof, "24");
    std::string text;
    platform.run_until(
        [&] {
          const auto texts = watcher.receive_texts();
          if (!texts.empty()) text = texts.back();
          return !text.empty();
        },
        std::chrono::seconds{1});
    std::istringstream numbers{text.substr(text.find('#') + 1)};
    std::array<double, 6> values{};
    for (double& value : values) numbers >> value;
    return values;
  }
  /// The legs that are longest now, from 0: more than one where the platform is symmetric.
  std::vector<int> longest_legs() const {
    std::vector<int> legs;
    for (Eigen::Index leg = 0; leg < 6; ++leg)
      if (extension()[leg] > extension().maxCoeff() - 0.2 * kMillimetre)
        legs.push_back(static_cast<int>(leg));
    return legs;
  }
  Extensions extension() const { return platform.telemetry().setpoint.extension; }

 private:
  static std::unique_ptr<const Machine> machine_of(const Setup& setup) {
    Sources sources;
    sources.platform = setup.platform;
    LoadedPlatform loaded = load_platform(sources);
    if (!loaded.machine) throw std::runtime_error{"no such platform"};
    return std::make_unique<const Machine>(std::move(*loaded.machine));
  }
  static controller::Settings core_of(const Setup& setup) {
    controller::Settings core = setup.core;
    if (setup.initial == plant::Initial::neutral) core.initial = controller::Initial::neutral;
    if (setup.initial == plant::Initial::origin) core.initial = controller::Initial::origin;
    return core;
  }
  std::unique_ptr<DrivePort> drives(const Setup& setup) const {
    plant::Settings settings;
    settings.initial = setup.initial;
    return std::make_unique<plant::SimulatedDrives>(*truth_, settings);
  }

  std::unique_ptr<const Machine> truth_;
  SimulatedNetwork network_;

 public:
  SimulatedPlatform platform;
  SimulatedHost first{platform, {0x0A000002, 4000}};
  SimulatedHost second{platform, {0x0A000003, 4000}};
  SimulatedHost watcher{platform, {0x0A000004, 4000}};
};

}  // namespace hexad::inline engine
