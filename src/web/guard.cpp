#include "web/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "messages/say.hpp"
#include "os/random.hpp"

namespace hexad::web {
namespace {

using messages::Id;
using messages::say;

char lower(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// 127.0.0.0/8, written out: four numbers, nothing else.
bool is_loopback_address(std::string_view text) {
  if (!text.starts_with("127.")) return false;
  const bool plain = text.find_first_not_of("0123456789.") == std::string_view::npos;
  return plain && std::count(text.begin(), text.end(), '.') == 3 &&
         text.find("..") == std::string_view::npos && text.back() != '.' && text.size() <= 15;
}

bool is_json(std::string_view type) {
  const std::string_view media = type.substr(0, type.find(';'));
  const std::size_t end = media.find_last_not_of(" \t");
  return end != std::string_view::npos && same_word(media.substr(0, end + 1), "application/json");
}

constexpr std::string_view kTlsPort = ":443";
constexpr std::uint16_t usual_port(bool tls) { return tls ? 443 : 80; }

std::string_view without_tls_port(std::string_view host) {
  if (host.ends_with(kTlsPort)) host.remove_suffix(kTlsPort.size());
  return host;
}

constexpr std::string_view kBearer = "Bearer ";
constexpr std::string_view kTokenProtocol = "token.";

/// What follows "token." in `hexad.v1, token.SECRET`.
std::optional<std::string> token_among(std::string_view subprotocols) {
  while (!subprotocols.empty()) {
    const std::size_t comma = subprotocols.find(',');
    std::string_view one = subprotocols.substr(0, comma);
    subprotocols.remove_prefix(comma == std::string_view::npos ? subprotocols.size() : comma + 1);
    one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
    one = one.substr(0, one.find_last_not_of(" \t") + 1);
    if (one.starts_with(kTokenProtocol)) return std::string{one.substr(kTokenProtocol.size())};
  }
  return std::nullopt;
}

}  // namespace

bool Guard::is_given_name(std::string_view name) const {
  return std::any_of(settings_.names.begin(), settings_.names.end(),
                     [name](const std::string& own) { return same_word(name, own); });
}

bool Guard::is_own_name(std::string_view host, std::string_view local_address) const {
  const std::string port = fmt::format(":{}", settings_.port);
  std::string_view name = host;
  if (name.ends_with(port))
    name.remove_suffix(port.size());
  else if (is_given_name(without_tls_port(name)))
    return true;                                         // by way of a proxy
  else if (settings_.port != usual_port(settings_.tls))  // that is what a Host without a port means
    return false;
  if (name.empty()) return false;
  if (same_word(name, "localhost") || name == "[::1]" || is_loopback_address(name)) return true;
  return name == local_address || is_given_name(name);
}

bool Guard::is_own_origin(std::string_view origin, std::string_view host) const {
  const std::string_view name = host.substr(0, host.rfind(':'));
  constexpr std::string_view kTls = "https://";
  if (is_given_name(name) && origin.size() > kTls.size() && same_word(origin.substr(0, kTls.size()), kTls)) {
    // A browser leaves the usual port out, a proxy may have put it in, or the other way round.
    const std::string_view page = origin.substr(kTls.size());
    return same_word(without_tls_port(page), without_tls_port(host));
  }
  const bool own_port =
      host.ends_with(fmt::format(":{}", settings_.port)) || settings_.port == usual_port(settings_.tls);
  return own_port && same_word(origin, fmt::format("{}://{}", settings_.tls ? "https" : "http", host));
}

namespace {

std::optional<std::string> token_of(const Credentials& credentials) {
  const std::string authorization = credentials.authorization.value_or("");
  const bool bearer = authorization.size() > kBearer.size() &&
                      same_word(std::string_view{authorization}.substr(0, kBearer.size()), kBearer);
  return bearer ? std::optional{authorization.substr(kBearer.size())}
                : token_among(credentials.subprotocols.value_or(""));
}

}  // namespace

/// All are compared, whichever it is: how long it takes says nothing.
std::optional<Role> Guard::known_role(std::string_view token) const {
  std::optional<Role> found;
  if (equal_secrets(token, settings_.viewer_token)) found = Role::watch;
  if (equal_secrets(token, settings_.operator_token)) found = Role::operate;
  if (equal_secrets(token, settings_.token)) found = Role::engineer;
  return found;
}

Role Guard::role_of(const Credentials& credentials) const {
  if (settings_.token.empty()) return Role::engineer;
  return known_role(token_of(credentials).value_or("")).value_or(Role::watch);
}

std::optional<Refusal> Guard::refuse_token(const Credentials& credentials) const {
  const std::optional<std::string> given = token_of(credentials);
  if (!given) return Refusal{error(401, Id::http_token_needed)};
  if (!known_role(*given)) return Refusal{error(401, Id::http_token_wrong), true};
  return std::nullopt;
}

std::optional<Refusal> Guard::refuse(Method method, const Credentials& credentials, Needs needs) const {
  if (!credentials.host) return Refusal{error(403, Id::http_no_host)};
  const std::string& host = *credentials.host;
  if (!is_own_name(host, credentials.local_address))
    return Refusal{error(403, say<Id::http_other_host>(host))};
  if (credentials.origin && !is_own_origin(*credentials.origin, host))
    return Refusal{error(403, say<Id::http_other_page>(*credentials.origin))};
  if (needs == Needs::token && !settings_.token.empty())
    if (std::optional<Refusal> refusal = refuse_token(credentials)) return refusal;
  if (method == Method::post && !is_json(credentials.content_type.value_or("")))
    return Refusal{error(415, Id::http_json_needed)};
  return std::nullopt;
}

bool equal_secrets(std::string_view given, std::string_view secret) noexcept {
  if (secret.empty()) return false;
  unsigned difference = given.size() == secret.size() ? 0u : 1u;
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^
                                        static_cast<unsigned char>(secret[i % secret.size()]));
  volatile unsigned kept = difference;  // looked at only here, at the end
  return kept == 0;
}

std::string make_token() {
  std::array<unsigned char, 16> random{};
  fill_random(std::as_writable_bytes(std::span{random}));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : random) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

}  // namespace hexad::web
