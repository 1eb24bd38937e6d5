#pragma once
// A simulated platform with a calibration board, mdof and lingjing on it, in virtual time. Only for tests.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "calibration/calibration_board.hpp"
#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "engine/simulated_machine.hpp"
#include "lifecycle/shutdown.hpp"
#include "protocols/csfi/session.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "wire/number.hpp"

namespace hexad::inline calibration {

/// A folder of its own that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hexad-board-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// A frame of the protocol's golden bytes, by what the list says it means.
inline std::vector<std::byte> golden(const std::string& meaning) {
  const auto source = std::filesystem::path{HEXAD_TEST_SOURCE} / "src";
  std::ifstream file{source / "protocols/csfi/golden/csfi.tsv"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.substr(tab + 1) != meaning) continue;
    std::vector<std::byte> bytes(tab / 2);
    EXPECT_EQ(wire::parse_hex(line.substr(0, tab), bytes), tab / 2);
    return bytes;
  }
  ADD_FAILURE() << "no golden frame \"" << meaning << '"';
  return {};
}

class BoardBench {
 public:
  static constexpr net::Address kMdof{0x0A000001, 1100};
  static constexpr net::Address kLingjing{0x0A000001, 9800};
  static constexpr net::Address kCsfi{0x0A000001, 20000};
  using Group = protocols::csfi::Group;

  struct Setup {
    std::string platform = "standard-400";
    Initial initial = Initial::origin;
    std::vector<std::string> set{};     ///< KEY=VALUE
    store::FileStore* store = nullptr;  ///< instead of the folder
    const Machine* truth = nullptr;     ///< instead of what the core is told
  };

  BoardBench(const std::filesystem::path& folder, const Setup& setup)
      : loaded{load(setup)},
        calibration{load_calibration(loaded.config, *loaded.machine, folder, log)},
        network_{1, {}},
        drives{new SimulatedMachine{setup.truth != nullptr ? *setup.truth : calibration.machine,
                                    plant_settings(setup), setup.truth == nullptr}},
        platform{std::make_unique<const Machine>(calibration.machine), core_settings(setup),
                 std::unique_ptr<DrivePort>{drives}, network_} {
    if (setup.store != nullptr) {
      board = std::make_unique<CalibrationBoard>(calibration, *setup.store, platform.platform(), log);
    } else {
      board = std::make_unique<CalibrationBoard>(calibration, folder, platform.platform(), log);
    }
    platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kMdof);
    platform.open(3, std::make_unique<protocols::lingjing::LingjingSession>(protocols::lingjing::Settings{}),
                  kLingjing);
    platform.open(5, std::make_unique<protocols::csfi::CsfiSession>(*board), kCsfi);
    run(std::chrono::milliseconds{20});
  }

  void tick() {
    platform.tick();
    (void)board->work();
  }
  void run(Duration time) {
    for (const TimePoint end = platform.now() + time; platform.now() < end;) tick();
  }
  template <class Done>
  bool run_until(Done&& done, Duration patience = std::chrono::seconds{120}) {
    for (const TimePoint end = platform.now() + patience; platform.now() < end; tick())
      if (done()) return true;
    return false;
  }

  const Telemetry& telemetry() const noexcept { return platform.telemetry(); }
  State state() const noexcept { return telemetry().state; }
  bool reaches(State wanted) {
    return run_until([&] { return state() == wanted; });
  }

  void send(std::span<const std::byte> bytes) { tool.send(kCsfi, bytes); }
  void send(const Group& group) {
    const auto frame = protocols::csfi::encode(group, protocols::csfi::Kind::write);
    send(frame.view());
  }
  /// What a read answers; empty when nothing comes within a second.
  std::vector<std::byte> ask(std::uint8_t group) {
    (void)tool.receive();
    send(protocols::csfi::encode_read(group));
    std::vector<Packet> packets;
    (void)run_until(
        [&] {
          packets = tool.receive();
          return !packets.empty();
        },
        std::chrono::seconds{1});
    return packets.empty() ? std::vector<std::byte>{} : packets.front().bytes;
  }
  template <class Body>
  Body read() {
    const auto decoded = protocols::csfi::decode_answer(ask(protocols::csfi::number_of(Group{Body{}})));
    EXPECT_TRUE(decoded);
    return decoded ? std::get<Body>(*decoded) : Body{};
  }
  /// Sent, and read back: whether it was taken.
  bool write(const Group& group) {
    send(group);
    const auto has = ask(protocols::csfi::number_of(group));
    const auto frame = protocols::csfi::encode(group, protocols::csfi::Kind::answer);
    return std::equal(has.begin(), has.end(), frame.view().begin(), frame.view().end());
  }

  /// As the operator does.
  void ask_core(const What& what) {
    Request request;
    request.driver = kOperatorEndpoint;
    request.arrival = platform.now();
    request.contract = &kOperatorContract;
    request.what = what;
    EXPECT_TRUE(desk_.request(request));
  }
  /// The final answer to an mdof command.
  std::string mdof(const std::string& line) {
    (void)host.receive();
    host.send(kMdof, line);
    std::string text;
    (void)run_until([&] {
      for (const std::string& one : host.receive_texts()) text = one;
      return !text.empty();
    });
    return text;
  }
  /// X Y Z RX RY RZ of where it really is, mm and degrees from neutral.
  std::array<double, 6> position() {
    const std::string text = mdof("24");
    std::istringstream numbers{text.substr(text.find('#') + 1)};
    std::array<double, 6> values{};
    for (double& value : values) numbers >> value;
    return values;
  }
  std::uint64_t drops(std::string_view reason) {
    for (const auto& line : platform.board().lines())
      if (line->protocol() == 5) return line->drops().of(reason);
    return 0;
  }

 private:
  static LoadedPlatform load(const Setup& setup) {
    Sources sources{.platform = setup.platform};
    for (const std::string& text : setup.set) sources.set.emplace_back(text);
    LoadedPlatform loaded = load_platform(sources);
    if (!loaded.machine) throw std::runtime_error{"no platform " + setup.platform};
    return loaded;
  }
  static plant::Settings plant_settings(const Setup& setup) {
    plant::Settings settings;
    settings.initial = setup.initial;
    return settings;
  }
  controller::Settings core_settings(const Setup& setup) const {
    controller::Settings settings;
    settings.idle_return = from_seconds(loaded.config.lifecycle.idle_return);
    settings.initial = setup.initial;
    return settings;
  }

 public:
  MemoryLog log;  ///< of board and loading
  LoadedPlatform loaded;
  StoredCalibration calibration;

 private:
  SimulatedNetwork network_;

 public:
  SimulatedMachine* drives;  ///< the platform's
  SimulatedPlatform platform;

 private:
  Inbox& desk_ = platform.platform().add_inbox();

 public:
  std::unique_ptr<CalibrationBoard> board;
  SimulatedHost tool{platform, {0x0A000002, 8080}};
  SimulatedHost host{platform, {0x0A000003, 4000}};
};

}  // namespace hexad::inline calibration
