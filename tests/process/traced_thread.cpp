#include "process/traced_thread.hpp"

#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace hexad::system_test {

std::optional<pid_t> thread_of(pid_t process, const std::string& name) {
  for (const auto& task : std::filesystem::directory_iterator{"/proc/" + std::to_string(process) + "/task"}) {
    std::string found;
    std::getline(std::ifstream{task.path() / "comm"}, found);
    if (found == name) return std::stoi(task.path().filename().string());
  }
  return std::nullopt;
}

TracedThread::TracedThread(pid_t thread) : thread_{thread} {
  if (::ptrace(PTRACE_SEIZE, thread_, nullptr, PTRACE_O_TRACESYSGOOD) != 0 ||
      ::ptrace(PTRACE_INTERRUPT, thread_, nullptr, nullptr) != 0)
    throw std::runtime_error{"ptrace is not allowed here"};
  int status = 0;
  there_ = ::waitpid(thread_, &status, __WALL) == thread_ && WIFSTOPPED(status);
}

TracedThread::~TracedThread() {
  if (there_ && ::ptrace(PTRACE_DETACH, thread_, nullptr, nullptr) == 0) return;
  ::waitpid(thread_, nullptr, __WALL);  // its process is not gone before its end was taken note of
}

std::optional<std::uint64_t> TracedThread::next_call() {
  while (there_) {
    int status = 0;
    there_ = ::ptrace(PTRACE_SYSCALL, thread_, nullptr, nullptr) == 0 &&
             ::waitpid(thread_, &status, __WALL) == thread_ && WIFSTOPPED(status);
    if (!there_ || WSTOPSIG(status) != (SIGTRAP | 0x80)) continue;
    __ptrace_syscall_info info{};
    // NOLINTNEXTLINE: the size goes where other requests have an address
    ::ptrace(PTRACE_GET_SYSCALL_INFO, thread_, reinterpret_cast<void*>(sizeof info), &info);
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) return info.entry.nr;
  }
  return std::nullopt;
}

bool writes(std::uint64_t call) {
  constexpr std::array<std::uint64_t, 17> kCalls{
      SYS_openat,    SYS_write,    SYS_pwrite64, SYS_writev,    SYS_fsync,   SYS_fdatasync, SYS_renameat,
      SYS_renameat2, SYS_unlinkat, SYS_linkat,   SYS_ftruncate, SYS_mkdirat, SYS_fchmod,
#ifdef SYS_rename
      SYS_rename,    SYS_unlink,   SYS_mkdir,    SYS_open
#endif
  };
  return std::find(kCalls.begin(), kCalls.end(), call) != kCalls.end();
}

}  // namespace hexad::system_test
