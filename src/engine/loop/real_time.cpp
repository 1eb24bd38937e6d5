#include "engine/loop/real_time.hpp"
#include "messages/say.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <cerrno>
#include <cstring>
#include <thread>

namespace hexad::inline engine {
namespace {

std::string outcome(int error, std::string_view remedy) {
  if (error == 0) return "granted";
  return fmt::format("refused ({}; {})", std::strerror(error), remedy);
}

}  // namespace

RealTimeGrant ask_for_real_time(const RealTimeSettings& settings) noexcept {
  RealTimeGrant grant;
  sched_param parameters{};
  parameters.sched_priority = settings.priority;
  grant.priority = ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameters);
  grant.memory = ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno;

  const int cpus = static_cast<int>(std::thread::hardware_concurrency());
  grant.cpu = settings.cpu >= 0 ? settings.cpu : cpus - 1;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (grant.cpu >= 0 && grant.cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(grant.cpu), &set);
  grant.pinned = ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
  return grant;
}

void ask_for_exact_timers() noexcept { ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

messages::Message message_of(const RealTimeSettings& settings, const RealTimeGrant& grant) {
  return messages::say<messages::Id::log_real_time>(
      settings.priority, outcome(grant.priority, "setcap cap_sys_nice+ep, or run as root"),
      outcome(grant.memory, "setcap cap_ipc_lock+ep, or raise the memlock limit"), grant.cpu,
      outcome(grant.pinned, "no such processor?"), 1e-6 * settings.spin_us);
}

}  // namespace hexad::inline engine
