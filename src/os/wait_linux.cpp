#include <poll.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "os/file_descriptor.hpp"
#include "os/wait.hpp"

namespace hexad::inline os {

bool wait_readable(std::span<const int> descriptors, std::chrono::nanoseconds most) noexcept {
  thread_local std::vector<pollfd> polled;
  polled.clear();
  for (const int descriptor : descriptors) polled.push_back({descriptor, POLLIN, 0});
  const auto left = std::max(most, std::chrono::nanoseconds::zero()).count();
  const timespec time{left / 1'000'000'000, left % 1'000'000'000};
  return ::ppoll(polled.data(), polled.size(), most == kForEver ? nullptr : &time, nullptr) > 0;
}

struct Poller::Inside {
  net::FileDescriptor epoll{::epoll_create1(EPOLL_CLOEXEC)};
  std::vector<epoll_event> ready;
};

Poller::Poller() : inside_{std::make_unique<Inside>()} {
  if (!inside_->epoll) throw std::system_error{errno, std::generic_category(), "epoll_create1"};
}
Poller::~Poller() = default;

void Poller::watch(int descriptor, std::uint64_t name) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = name;
  if (::epoll_ctl(inside_->epoll.get(), EPOLL_CTL_ADD, descriptor, &event) != 0)
    throw std::system_error{errno, std::generic_category(), "epoll_ctl"};
  inside_->ready.emplace_back();
}

int Poller::wait(std::chrono::milliseconds most) noexcept {
  return ::epoll_wait(inside_->epoll.get(), inside_->ready.data(), static_cast<int>(inside_->ready.size()),
                      static_cast<int>(most.count()));
}

std::uint64_t Poller::ready(int index) const noexcept {
  return inside_->ready[static_cast<std::size_t>(index)].data.u64;
}

}  // namespace hexad::inline os
