#include "os/descriptors.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace hexad::inline os {
namespace {

constexpr rlim_t kUseful = 1024;

}  // namespace

void fill_standard_descriptors() noexcept {
  // The lowest free number is given out, so each hole is filled before the next one is looked at.
  for (int number = 0; number <= STDERR_FILENO; ++number)
    if (::fcntl(number, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDWR | O_NOCTTY));
}

bool write_if_taken(int descriptor, std::string_view text, std::chrono::milliseconds patience) noexcept {
  pollfd ready{descriptor, POLLOUT, 0};
  if (::poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return false;
  [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
  return true;
}

Descriptors count_descriptors() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
  if (limit.rlim_cur < std::min(kUseful, limit.rlim_max)) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(kUseful, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  Descriptors found{limit.rlim_cur, 0};
  DIR* const folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return {found.limit, found.limit};
  while (const dirent* const entry = ::readdir(folder)) found.used += entry->d_name[0] != '.' ? 1 : 0;
  ::closedir(folder);
  --found.used;  // the folder's own
  return found;
}

}  // namespace hexad::inline os
