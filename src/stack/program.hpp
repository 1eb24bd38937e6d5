#pragma once
// `hexad run` without threads, sockets and files: the sessions, the platform, the worker, the calibration
// board, the operator's desk and the store of the daemon, stepped from outside. What it is built from is a
// disk and a network that outlive it, as they outlive a process.

#include <functional>
#include <memory>
#include <string_view>

#include "calibration/calibration_board.hpp"
#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "engine/simulated_machine.hpp"
#include "lifecycle/shutdown.hpp"
#include "operation/desk.hpp"
#include "operation/operator.hpp"
#include "stack/seams.hpp"
#include "store/simulated_disk.hpp"

namespace hexad::stack {

inline constexpr std::uint32_t kOwnAddress = 0x0A000001;

/// What is said there is nobody's business but that it is said.
class QuietLog final : public Log {
 public:
  void write(Level, std::string_view) override {}
  void say(Level, const messages::Message&) override {}
  void say_event(Level, const messages::Message&) override {}
};

class Program {
 public:
  struct Setup {
    const LoadedPlatform& platform;
    Initial initial = Initial::powered_up;
    Extensions extension = Extensions::Zero();  ///< where the legs are
    std::uint64_t seed = 1;
    TimePoint start{};
    Duration idle_return{};
    std::uint64_t worker_period = 1;
    const Seams& seams;
  };
  Program(const Setup& setup, SimulatedNetwork& network, store::Disk& disk, PortWatcher& ports,
          TickWatcher& ticks);
  ~Program();

  void tick();
  /// The process does not run for `gap`.
  void freeze(Duration gap, SimulatedPlatform::First first);

  /// What a page sends; the answer, with the number of its question, comes at once or with the ticks.
  using Answer = std::function<void(const std::string& id, const OperatorReply&)>;
  void message(const Asker& asker, std::string_view text, Answer answer);
  /// SIGTERM.
  void signal();
  bool over() const noexcept;

  TimePoint now() const noexcept { return platform_->now(); }
  const Telemetry& telemetry() const noexcept { return platform_->telemetry(); }
  const plant::SimulatedDrives& drives() const noexcept { return drives_->drives(); }
  /// The machine that a snapshot names.
  std::shared_ptr<const Machine> machine(std::uint32_t revision) {
    return platform_->platform().machines().at(revision);
  }
  std::uint32_t first_revision() const noexcept { return calibration_.machine.revision; }
  const CalibrationSet& stored() const noexcept { return calibration_.set; }
  /// What was found on the disk may be used.
  bool trusted() const noexcept { return calibration_.machine.trusted; }

 private:
  QuietLog log_;
  Config config_;
  store::FileStore store_;
  StoredCalibration calibration_;
  SimulatedMachine* drives_ = nullptr;  ///< the platform's
  std::unique_ptr<SimulatedPlatform> platform_;
  std::unique_ptr<CalibrationBoard> board_;
  std::unique_ptr<protocols::csfi::BoardStore> faulty_board_;
  Inbox* inbox_ = nullptr;  ///< of who gets the signals
  NoteBox notes_;
  HostsReport hosts_;
  OrderDesk desk_;
  std::unique_ptr<Operator> operator_;
  lifecycle::Shutdown shutdown_;
};

}  // namespace hexad::stack
