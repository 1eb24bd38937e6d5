#pragma once
// The whole program at work: one platform with its drives, its protocols on their ports, the threads that
// keep them going. Built whole from a configuration, then started; ends with a signal.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "calibration/calibration_board.hpp"
#include "config/config.hpp"
#include "console_api/access.hpp"
#include "console_api/web_thread.hpp"
#include "daemon/drives_of.hpp"
#include "engine/loop/loop_thread.hpp"
#include "engine/preparation/motion_files.hpp"
#include "engine/preparation/worker_thread.hpp"
#include "engine/sessions/network_thread.hpp"
#include "engine/sessions/sessions_of.hpp"
#include "lifecycle/shutdown.hpp"
#include "os/beat_watch.hpp"
#include "os/memory_reserve.hpp"
#include "os/recent_log.hpp"
#include "os/service_notice.hpp"
#include "os/signals.hpp"
#include "recorder/alarm_book.hpp"
#include "recorder/fault_archive.hpp"
#include "recorder/maintenance.hpp"

namespace hexad::inline daemon {

class Daemon {
 public:
  /// Opens the ports; nothing moves or answers yet. What cannot be done is said in words, a line a problem.
  static Result<std::unique_ptr<Daemon>, std::string> build(const Config& config, const Machine& machine,
                                                            const RealTimeSettings& real_time, Log& log,
                                                            const Sources& sources = {});
  ~Daemon();

  const std::vector<Listening>& listening() const noexcept { return listening_; }
  /// http://ADDRESS:PORT; empty = none.
  std::string console() const { return web_ ? web_->url() : std::string{}; }
  /// Who is let in there, with the tokens that were made because none were configured.
  const Access& access() const noexcept { return access_; }
  /// Returns when the core has passed its self-test and hosts are answered.
  void start();
  /// Until a signal came, or the memory was used up, and the platform is down (lifecycle rule 12). Threads
  /// have ended then. False: it was not by a signal.
  bool run(Signals& signals);

 private:
  /// `truth`: what is really there, when it is not what the core is told.
  Daemon(const Config& config, const Machine& machine, const Machine* truth,
         const RealTimeSettings& real_time, Log& log);
  std::string open(OpenSession wanted);
  std::string open_console(const Config& config, const Sources& sources);
  std::string share_descriptors();
  Duration longest_descent() const;
  void look_at_threads(TimePoint now);
  void look_at_drives();
  std::optional<Control> leave(lifecycle::Shutdown& shutdown);
  void ask(Control control);
  void end_threads();

  MemoryReserve memory_;
  RecentLog log_;
  SteadyClock wall_clock_;
  SteadyClock platform_clock_;
  RealTimeSettings real_time_;
  StoredCalibration calibration_;
  Drives drives_;  ///< the port itself is the platform's
  Platform platform_;
  Inbox& inbox_;    ///< the main thread's
  Outbox& outbox_;  ///< the main thread's
  CalibrationBoard calibration_board_;
  SessionRouter board_;
  FaultArchive faults_;
  AlarmBook alarms_;
  Maintenance maintenance_;
  SmoothedFiles smoothed_;
  MotionFiles files_;
  PreparationQueue preparation_;
  WorkerThread worker_;
  NetworkThread network_;
  Loop loop_;
  LoopThread loop_thread_;
  HostsBox hosts_;
  RememberedHost motus_host_;
  PacketTap tap_;
  NoteBox notes_;
  FileRepository repository_;
  Identity identity_;
  std::unique_ptr<WebThread> web_;
  std::vector<Listening> listening_;
  Access access_;
  ServiceNotice manager_;
  BeatWatch console_watch_;
  BeatWatch loop_watch_;
  std::uint64_t newest_tick_ = 0;
  TimePoint ticked_{};  ///< when the newest tick was seen first
  TimePoint looked_{};
  bool drives_missing_ = false;
};

}  // namespace hexad::inline daemon
