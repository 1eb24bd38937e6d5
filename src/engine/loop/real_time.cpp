#include "engine/loop/real_time.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

#include <fmt/format.h>

#include <cstring>

namespace hexad::inline engine {
namespace {

std::string outcome(int error, std::string_view remedy) {
  if (error == 0) return "granted";
  return fmt::format("refused ({}; {})", messages::to_text(messages::system_message(error)), remedy);
}

}  // namespace

RealTimeGrant ask_for_real_time(const RealTimeSettings& settings) noexcept {
  return os::ask_for_real_time(settings.priority, settings.cpu);
}

messages::Message message_of(const RealTimeSettings& settings, const RealTimeGrant& grant) {
  return messages::say<messages::Id::log_real_time>(
      settings.priority, outcome(grant.priority, "setcap cap_sys_nice+ep, or run as root"),
      outcome(grant.memory, "setcap cap_ipc_lock+ep, or raise the memlock limit"), grant.cpu,
      outcome(grant.pinned, "no such processor?"), 1e-6 * settings.spin_us);
}

}  // namespace hexad::inline engine
