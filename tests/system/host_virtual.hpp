#pragma once
// The program's own platform, sessions and simulated drives on a simulated network, in virtual time: for what is
// promised in milliseconds or ticks, which a real process on a busy machine cannot show.

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "plant/simulated_drives.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/mdof/session.hpp"
#include "runtime/config/build_machine.hpp"
#include "runtime/testing/simulated_platform.hpp"

namespace hexad::system_test {

inline constexpr net::Address kVirtualMdof{0x0A000001, 1100};
inline constexpr net::Address kVirtualDarren{0x0A000001, 10000};

inline std::unique_ptr<const Machine> standard_machine() {
  runtime::LoadedPlatform loaded = runtime::load_platform({});
  if (!loaded.machine) throw std::runtime_error{"no default platform"};
  return std::make_unique<const Machine>(std::move(*loaded.machine));
}

/// The standard platform, standing at neutral, with mdof and darren.
struct VirtualPlatform {
  std::unique_ptr<const Machine> truth = standard_machine();
  runtime::SimulatedNetwork network{1};
  runtime::SimulatedPlatform platform;

  VirtualPlatform()
      : platform{standard_machine(), {.initial = controller::Initial::neutral}, drives(), network} {
    using namespace std::chrono_literals;
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}),
                  kVirtualMdof);
    platform.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}),
                  kVirtualDarren);
    platform.run(20ms);
  }

  std::unique_ptr<DrivePort> drives() const {
    plant::Settings settings;
    settings.initial = plant::Initial::neutral;
    return std::make_unique<plant::SimulatedDrives>(*truth, settings);
  }
};

/// A darren host in virtual time: one frame every 10 ms, as its manual asks.
class VirtualDarrenHost {
 public:
  VirtualDarrenHost(VirtualPlatform& bench, std::uint16_t port)
      : bench_{bench}, host_{bench.platform, {0x0A000002, port}} {}

  void send(std::uint32_t id, std::uint16_t word, const std::array<float, 6>& values = {}) {
    protocols::darren::HostFrame frame;
    frame.sequence = ++sequence_;
    frame.message_id = id;
    frame.word = word;
    frame.values = values;
    host_.send(kVirtualDarren, protocols::darren::encode(frame));
  }
  void stream(std::uint32_t id, std::uint16_t word, const std::array<float, 6>& values, Duration time) {
    using namespace std::chrono_literals;
    for (const TimePoint end = bench_.platform.now() + time; bench_.platform.now() < end;) {
      send(id, word, values);
      bench_.platform.run(10ms);
      receive();
    }
  }
  /// The newest status.
  const std::optional<protocols::darren::StatusFrame>& receive() {
    for (const runtime::Packet& packet : host_.receive()) {
      const auto answer = protocols::darren::decode_answer(packet.bytes);
      if (!answer) continue;
      if (const auto* status = std::get_if<protocols::darren::StatusFrame>(&*answer)) status_ = *status;
    }
    return status_;
  }

 private:
  VirtualPlatform& bench_;
  runtime::SimulatedHost host_;
  std::uint32_t sequence_ = 0;
  std::optional<protocols::darren::StatusFrame> status_;
};

}  // namespace hexad::system_test
