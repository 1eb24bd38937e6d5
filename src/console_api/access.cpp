#include "console_api/access.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "console_api/kept_certificate.hpp"
#include "console_api/kept_token.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"

namespace hexad::inline console_api {
namespace {

constexpr auto kSoon = std::chrono::hours{24 * 30};

std::string make(Role role, const std::string& file, const std::filesystem::path& folder, Access& access) {
  KeptToken kept = keep_token(folder, file);
  if (kept.problem) access.problems.push_back(std::move(kept.problem));
  access.made.push_back({role, kept.token});
  return kept.token;
}

/// Beyond this machine everybody is asked for a token; on it, when one is configured.
void add_tokens(const ConsoleSettings& settings, const std::filesystem::path& folder, Access& access) {
  access.token = settings.token;
  access.operator_token = settings.operator_token;
  access.viewer_token = settings.viewer_token;
  const std::optional<net::Address> address = net::parse_address(settings.listen);
  const bool open = address && !net::kLoopbackOnly.contains(address->ip);
  const bool some = !(settings.operator_token.empty() && settings.viewer_token.empty());
  if (!access.token.empty() || !(open || some)) return;
  access.token = make(Role::engineer, "console-token", folder, access);
  if (some) return;
  access.operator_token = make(Role::operate, "console-token-operator", folder, access);
  access.viewer_token = make(Role::watch, "console-token-viewer", folder, access);
}

}  // namespace

Result<Access, messages::Message> access_to(const ConsoleSettings& settings,
                                            const std::filesystem::path& folder,
                                            const std::string& platform) {
  using Tls = ConsoleSettings::Tls;
  Access access;
  add_tokens(settings, folder, access);
  web::Certificate about;
  if (settings.tls == Tls::files) {
    auto looked = web::look_at_certificate(settings.certificate, settings.key);
    if (!looked) return Failure{messages::say<messages::Id::certificate_settings>(looked.error())};
    access.certificate = settings.certificate;
    access.key = settings.key;
    about = std::move(*looked);
  } else if (settings.tls == Tls::self_signed) {
    auto kept = keep_certificate(folder, platform, names_of_this_machine(settings.names));
    if (!kept) return Failure{kept.error()};
    access.certificate = kept->certificate;
    access.key = kept->key;
    about = std::move(kept->about);
  } else {
    return access;
  }
  access.fingerprint = about.fingerprint;
  if (about.ends < std::chrono::system_clock::now() + kSoon)
    access.problems.push_back(messages::say<messages::Id::log_certificate_ends>(
        fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(about.ends)))));
  return access;
}

}  // namespace hexad::inline console_api
