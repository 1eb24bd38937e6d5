#include <winsock2.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "os/wait.hpp"
#include "os/winsock_windows.hpp"

namespace hexad::inline os {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

int poll(std::vector<WSAPOLLFD>& polled, int most) noexcept {
  if (!polled.empty()) return ::WSAPoll(polled.data(), static_cast<ULONG>(polled.size()), most);
  ::Sleep(most < 0 ? INFINITE : static_cast<DWORD>(most));
  return 0;
}

}  // namespace

bool wait_readable(std::span<const int> descriptors, nanoseconds most) noexcept {
  thread_local std::vector<WSAPOLLFD> polled;
  polled.clear();
  for (const int descriptor : descriptors) polled.push_back({static_cast<SOCKET>(descriptor), POLLRDNORM, 0});
  if (most == kForEver) return poll(polled, -1) > 0;
  const steady_clock::time_point end = steady_clock::now() + std::max(most, nanoseconds::zero());
  const auto whole = std::chrono::floor<milliseconds>(std::max(most, nanoseconds::zero())).count();
  if (poll(polled, static_cast<int>(std::min<std::int64_t>(whole, std::numeric_limits<int>::max()))) > 0)
    return true;
  // The system counts milliseconds: the rest of the last one is watched.
  while (steady_clock::now() < end) {
    if (poll(polled, 0) > 0) return true;
    ::SwitchToThread();
  }
  return false;
}

struct Poller::Inside {
  std::vector<WSAPOLLFD> polled;
  std::vector<std::uint64_t> names;
  std::vector<std::uint64_t> ready;
};

Poller::Poller() : inside_{std::make_unique<Inside>()} { start_sockets(); }
Poller::~Poller() = default;

void Poller::watch(int descriptor, std::uint64_t name) {
  inside_->polled.push_back({static_cast<SOCKET>(descriptor), POLLRDNORM, 0});
  inside_->names.push_back(name);
  inside_->ready.reserve(inside_->names.size());
}

int Poller::wait(milliseconds most) noexcept {
  Inside& in = *inside_;
  const int count = poll(in.polled, static_cast<int>(most.count()));
  in.ready.clear();
  for (std::size_t i = 0; i < in.polled.size() && count > 0; ++i)
    if (in.polled[i].revents != 0) in.ready.push_back(in.names[i]);
  return count <= 0 ? count : static_cast<int>(in.ready.size());
}

std::uint64_t Poller::ready(int index) const noexcept {
  return inside_->ready[static_cast<std::size_t>(index)];
}

}  // namespace hexad::inline os
