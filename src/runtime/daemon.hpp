#pragma once
// The whole program at work: one platform with simulated drives, its protocols on their ports, the threads that
// keep them going. Built whole from a configuration, then started; ends with a signal.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "runtime/config/config.hpp"
#include "runtime/departure.hpp"
#include "runtime/loop/loop_thread.hpp"
#include "runtime/network_thread.hpp"
#include "runtime/sessions_of.hpp"
#include "runtime/signals.hpp"

namespace hexad::runtime {

struct Listening {
  std::string protocol;
  net::Address address;
};

class Daemon {
 public:
  /// Opens the ports; nothing moves or answers yet. What cannot be done is said in words, a line a problem.
  static Result<std::unique_ptr<Daemon>, std::string> build(const Config& config, const Machine& machine,
                                                            const RealTimeSettings& real_time, Log& log);
  ~Daemon();

  const std::vector<Listening>& listening() const noexcept { return listening_; }
  /// Returns when the core has passed its self-test and hosts are answered.
  void start();
  /// Until a signal came and the platform is down (lifecycle rule 12). Threads have ended then.
  void run(Signals& signals);

 private:
  Daemon(const Config& config, const Machine& machine, const RealTimeSettings& real_time, Log& log);
  std::string open(OpenSession wanted);
  void ask(Control control);

  Log& log_;
  SteadyClock wall_clock_;
  SteadyClock platform_clock_;
  RealTimeSettings real_time_;
  Platform platform_;
  Inbox& inbox_;    ///< the main thread's
  Outbox& outbox_;  ///< the main thread's
  Switchboard board_;
  NetworkThread network_;
  Loop loop_;
  LoopThread loop_thread_;
  std::vector<Listening> listening_;
};

}  // namespace hexad::runtime
