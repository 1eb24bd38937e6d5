#pragma once
// Who started the program, where that is a service manager that wants to hear from it (systemd, Type=notify):
// that it is ready, what it does, that it ends, and, as long as its work goes on, that it lives
// (WatchdogSec). A datagram of lines NAME=VALUE each, as in sd_notify(3).

#include <string>
#include <string_view>

#include "base/time.hpp"
#include "os/file_descriptor.hpp"

namespace hexad::inline os {

class ServiceNotice {
 public:
  /// From the environment (NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID). Where nothing is set nobody is told.
  ServiceNotice();

  /// After how long without a sign of life it ends the program; zero = never.
  Duration patience() const noexcept { return patience_; }
  /// What it was told to be and is not; empty = nothing wrong.
  const std::string& problem() const noexcept { return problem_; }

  void ready(std::string_view status);
  /// In a word; told when it changes.
  void show(std::string_view status);
  /// The work has gone on since the last call: who stands still does not call. Told four times in its
  /// patience at most.
  void lives(TimePoint now);
  /// `longest`: how long the end may take, whatever the unit allows.
  void stopping(Duration longest);

 private:
  void tell(std::string_view lines) noexcept;

  net::FileDescriptor socket_;
  Duration patience_{};
  std::string problem_;
  std::string status_;
  TimePoint told_{};
  bool told_once_ = false;
};

}  // namespace hexad::inline os
