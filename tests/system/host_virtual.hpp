#pragma once
// The program's own platform, sessions and simulated drives on a simulated network, in virtual time: for what
// is promised in milliseconds or ticks, which a real process on a busy machine cannot show.

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "protocols/motus/session.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::system_test {

inline constexpr net::Address kVirtualMdof{0x0A000001, 1100};
inline constexpr net::Address kVirtualDarren{0x0A000001, 10000};
inline constexpr net::Address kVirtualLingjing{0x0A000001, 9800};
inline constexpr net::Address kVirtualMotus{0x0A000001, 5000};

inline std::unique_ptr<const Machine> machine_of(const std::string& platform) {
  LoadedPlatform loaded = hexad::load_platform({.platform = platform});
  if (!loaded.machine) throw std::runtime_error{"no such platform: " + platform};
  return std::make_unique<const Machine>(std::move(*loaded.machine));
}

struct VirtualSetup {
  plant::Initial initial = plant::Initial::neutral;
  std::string platform = "standard-400";
  protocols::lingjing::Settings lingjing{};
  protocols::motus::Settings motus{};
};

/// A platform with all protocols that move it, at neutral unless it is told otherwise.
struct VirtualPlatform {
  std::unique_ptr<const Machine> truth;
  SimulatedNetwork network{1};
  SimulatedPlatform platform;

  explicit VirtualPlatform(const VirtualSetup& setup = {})
      : truth{machine_of(setup.platform)},
        platform{machine_of(setup.platform), core(setup), drives(setup), network} {
    using namespace std::chrono_literals;
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}),
                  kVirtualMdof);
    platform.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}),
                  kVirtualDarren);
    platform.open(3, std::make_unique<protocols::lingjing::LingjingSession>(setup.lingjing),
                  kVirtualLingjing);
    platform.open(4, std::make_unique<protocols::motus::MotusSession>(setup.motus), kVirtualMotus);
    platform.run(20ms);
  }

  const Telemetry& telemetry() const { return platform.telemetry(); }
  State state() const { return platform.telemetry().state; }
  double neutral_mm() const { return truth->heights.neutral_above_bottom() / kMillimetre; }
  bool reaches(State wanted, Duration patience = std::chrono::seconds{60}) {
    return platform.run_until([&] { return state() == wanted; }, patience);
  }
  /// Sway surge heave pitch roll yaw of the actual pose, mm and degrees.
  std::array<double, 6> pose() const {
    const AxisValues axes = kXyzConvention.from_pose(telemetry().actual, 0.0);
    std::array<double, 6> values{};
    for (std::size_t i = 0; i < 6; ++i) values[i] = axes[i] / (i < 3 ? kMillimetre : kDegree);
    return values;
  }

 private:
  static controller::Settings core(const VirtualSetup& setup) {
    controller::Settings settings;
    if (setup.initial == plant::Initial::neutral) settings.initial = controller::Initial::neutral;
    if (setup.initial == plant::Initial::origin) settings.initial = controller::Initial::origin;
    return settings;
  }
  std::unique_ptr<DrivePort> drives(const VirtualSetup& setup) const {
    plant::Settings settings;
    settings.initial = setup.initial;
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
    for (const Packet& packet : host_.receive()) {
      const auto answer = protocols::darren::decode_answer(packet.bytes);
      if (!answer) continue;
      if (const auto* status = std::get_if<protocols::darren::StatusFrame>(&*answer)) status_ = *status;
    }
    return status_;
  }

 private:
  VirtualPlatform& bench_;
  SimulatedHost host_;
  std::uint32_t sequence_ = 0;
  std::optional<protocols::darren::StatusFrame> status_;
};

/// A motus host in virtual time. Everything is as it stands on the wire.
class VirtualMotusHost {
 public:
  using Frame = protocols::motus::HostFrame;
  VirtualMotusHost(VirtualPlatform& bench, std::uint16_t port)
      : bench_{bench}, host_{bench.platform, {0x0A000002, port}} {}

  static Frame frame(int cmd, int sub_cmd = 0) {
    Frame made;
    made.cmd = static_cast<std::uint8_t>(cmd);
    made.sub_cmd = static_cast<std::uint8_t>(sub_cmd);
    return made;
  }
  void send(const Frame& frame) { host_.send(kVirtualMotus, protocols::motus::encode(frame)); }
  void send_raw(std::string_view bytes) { host_.send(kVirtualMotus, bytes); }
  void stream(const Frame& frame, Duration time, Duration period = std::chrono::milliseconds{10}) {
    for (const TimePoint end = bench_.platform.now() + time; bench_.platform.now() < end;) {
      send(frame);
      bench_.platform.run(period);
    }
  }
  /// Statuses that came since the last call; the newest stays.
  std::size_t receive() {
    std::size_t count = 0;
    for (const Packet& packet : host_.receive()) {
      const auto status = protocols::motus::decode_status(packet.bytes);
      if (!status) continue;
      newest_ = *status;
      ++count;
    }
    return count;
  }
  /// Asks with Cmd 0.
  const protocols::motus::StatusFrame& ask() {
    send(frame(0));
    bench_.platform.run(std::chrono::milliseconds{3});
    receive();
    return newest_;
  }
  const protocols::motus::StatusFrame& newest() const { return newest_; }

 private:
  VirtualPlatform& bench_;
  SimulatedHost host_;
  protocols::motus::StatusFrame newest_;
};

/// A lingjing host in virtual time.
class VirtualLingjingHost {
 public:
  VirtualLingjingHost(VirtualPlatform& bench, std::uint16_t port)
      : bench_{bench}, host_{bench.platform, {0x0A000002, port}} {}

  void send(std::string_view text) { host_.send(kVirtualLingjing, text); }
  void stream(std::string_view text, Duration time, Duration period = std::chrono::milliseconds{10}) {
    for (const TimePoint end = bench_.platform.now() + time; bench_.platform.now() < end;) {
      send(text);
      bench_.platform.run(period);
    }
  }
  std::vector<std::string> receive() { return host_.receive_texts(); }

 private:
  VirtualPlatform& bench_;
  SimulatedHost host_;
};

}  // namespace hexad::system_test
