#include "engine/sessions/remembered_host.hpp"

#include <algorithm>
#include <array>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline engine {
namespace {

constexpr const char* kFile = "motus-host";

}  // namespace

std::optional<net::Address> RememberedHost::last_time(const Config& config) const {
  const auto kept = store::read_whole((folder_ / kFile).string());
  const std::string text = kept ? kept->value_or("") : "";
  const auto address = net::parse_address(text.substr(0, text.find('\n')));
  if (!address) return std::nullopt;
  const auto& allow = config.motus.link.allow;
  const auto names = [&](const std::string& each) {
    const auto prefix = net::parse_prefix(each);
    return prefix && prefix->contains(address->ip);
  };
  const bool allowed = allow.empty() ? net::kLoopbackOnly.contains(address->ip)
                                     : std::any_of(allow.begin(), allow.end(), names);
  for (const LinkSettings* link : std::array{&config.mdof.link, &config.darren.link, &config.lingjing.link,
                                             &config.motus.link, &config.csfi.link}) {
    const bool here = net::kLoopbackOnly.contains(address->ip) || net::parse_ip(link->listen) == address->ip;
    if (link->enabled && here && link->port == address->port) return std::nullopt;
  }
  return allowed ? address : std::nullopt;
}

void RememberedHost::note(const HostsReport& report, ProtocolId protocol) noexcept {
  for (const HostReport& host : report.hosts) {
    if (host.endpoint.protocol != protocol || host.received <= host.dropped.total()) continue;
    return newest_.store(std::uint64_t{host.endpoint.address} << 16U | host.endpoint.port,
                         std::memory_order_relaxed);
  }
}

messages::Message RememberedHost::keep() {
  const std::uint64_t newest = newest_.load(std::memory_order_relaxed);
  if (kept_.exchange(newest) == newest || newest == 0) return {};
  if (const int failed = store::make_folder(folder_); failed != 0)
    return messages::say<messages::Id::at_file>(folder_.string(), messages::system_message(failed));
  return store::write_whole(folder_.string(), kFile,
                            net::to_text(net::Address{static_cast<std::uint32_t>(newest >> 16U),
                                                      static_cast<std::uint16_t>(newest)}) +
                                "\n");
}

}  // namespace hexad::inline engine
