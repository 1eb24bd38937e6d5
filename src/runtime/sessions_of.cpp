#include "runtime/sessions_of.hpp"

#include "net/address.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/mdof/session.hpp"
#include "runtime/config/address.hpp"

namespace hexad::runtime {
namespace {

constexpr ProtocolId kMdof = 1;
constexpr ProtocolId kDarren = 2;

std::unique_ptr<Session> make(const MdofSettings& mdof) {
  protocols::mdof::Settings settings;
  settings.work_height = mdof.work_height;
  settings.legacy_errors = mdof.legacy_errors;
  settings.rotation_order = mdof.link.rotation_order;
  return std::make_unique<protocols::mdof::MdofSession>(settings);
}

/// darren decision 3: where status flows before anybody has spoken.
Endpoint status_host(const DarrenSettings& darren) {
  constexpr std::uint16_t kHostPort = 10010;
  if (darren.host == "auto") {
    const auto ip = net::parse_ip(darren.link.listen);
    return ip && net::kLoopbackOnly.contains(*ip) ? Endpoint{kDarren, net::kLoopback, kHostPort} : Endpoint{};
  }
  const auto address = parse_socket_address(darren.host);
  return address ? Endpoint{kDarren, address->address, address->port} : Endpoint{};
}

std::unique_ptr<Session> make(const DarrenSettings& darren) {
  using protocols::darren::ValuesAt;
  protocols::darren::Settings settings;
  settings.host = status_host(darren);
  settings.values_at = darren.values_at == 28 ? ValuesAt::byte_28 : ValuesAt::byte_32;
  settings.rotation_order = darren.link.rotation_order;
  return std::make_unique<protocols::darren::DarrenSession>(settings);
}

}  // namespace

std::vector<OpenSession> sessions_of(const Config& config) {
  std::vector<OpenSession> sessions;
  if (config.mdof.link.enabled) sessions.push_back({kMdof, "mdof", &config.mdof.link, make(config.mdof)});
  if (config.darren.link.enabled) {
    sessions.push_back({kDarren, "darren", &config.darren.link, make(config.darren)});
    if (!status_host(config.darren) && config.darren.host != "off")
      sessions.back().note =
          "darren: status flows to nobody until a host speaks; darren.host=ADDRESS:PORT names one";
  }
  return sessions;
}

}  // namespace hexad::runtime
