#pragma once
// One thread of another process, held as a debugger holds it: stopped alone, or led from system call to
// system call.

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace hexad::system_test {

/// By its name (pthread_setname_np).
std::optional<pid_t> thread_of(pid_t process, const std::string& name);

class TracedThread {
 public:
  /// Takes hold of it and stops it. Throws where that is not allowed.
  explicit TracedThread(pid_t thread);
  ~TracedThread();  ///< lets it run
  TracedThread(const TracedThread&) = delete;
  TracedThread& operator=(const TracedThread&) = delete;

  /// Leads it into its next system call, whose number this is; nothing when the thread has ended.
  std::optional<std::uint64_t> next_call();

 private:
  pid_t thread_;
  bool there_ = true;
};

/// Whether this system call changes files.
bool writes(std::uint64_t call);

}  // namespace hexad::system_test
