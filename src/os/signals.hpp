#pragma once
// The signals that end the program, as something to be read. Blocked in every thread that is started later,
// so that none is interrupted.

#include <string_view>

#include "os/file_descriptor.hpp"

namespace hexad::inline os {

/// SIGTERM, SIGINT, SIGQUIT, SIGXCPU, and SIGHUP: a terminal that closes must not leave the platform up. All
/// others that would end or freeze the program in the middle of a motion and can be ignored are: who no
/// longer reads our words (SIGPIPE), a stray timer or user signal, Ctrl-Z. Those of a crash (SIGSEGV,
/// SIGABRT, …) are not.
class Signals {
 public:
  /// Before the first thread.
  Signals();

  int get() const noexcept;
  /// The next signal's number; 0 = none. Does not wait.
  int take() noexcept;
  /// "TERM"
  static std::string_view name(int number) noexcept;

 private:
  net::FileDescriptor fd_;
};

}  // namespace hexad::inline os
