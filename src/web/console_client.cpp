#include "web/console_client.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "web/http_client.hpp"

namespace hexad::web {
namespace {

std::string in_words(const net::Address& address, const web::ClientError& error) {
  using Step = web::ClientError::Step;
  const std::string where = net::to_text(address);
  switch (error.step) {
    case Step::connect:
      return fmt::format(
          "nothing answers at {} ({}): is `hexad run` running there? Its line \"listening console "
          "http://…\" says where to look; --to ADDR:PORT names it",
          where, std::strerror(error.error));
    case Step::time_out:
      return fmt::format("{} did not answer in time: is that the console of `hexad run`? (--to ADDR:PORT)",
                         where);
    case Step::not_http:
      return fmt::format("what answers at {} is no console of `hexad run` (--to ADDR:PORT)", where);
    case Step::tls:
      return fmt::format("{}: {}", where, error.words);
    case Step::send:
    case Step::receive:
      return fmt::format("{} hung up{}{}: has the program ended?", where, error.error == 0 ? "" : ": ",
                         error.error == 0 ? "" : std::strerror(error.error));
  }
  return where;
}

Result<std::string, std::string> body_of(const ConsoleTarget& target,
                                         const Result<web::Response, web::ClientError>& answer) {
  if (!answer) return Failure{in_words(target.address, answer.error())};
  if (answer->status == 200) return answer->body;
  const auto document = nlohmann::json::parse(answer->body, nullptr, false);
  const bool told = document.is_object() && document.contains("error") && document["error"].is_string();
  return Failure{
      fmt::format("{} answers {}: {}", net::to_text(target.address), answer->status,
                  told ? document["error"].get<std::string>() : "is that the console of `hexad run`?")};
}

/// What was typed, else what the environment says.
std::string or_kept(const std::string& typed, const char* variable) {
  const char* const kept = std::getenv(variable);
  return typed.empty() && kept != nullptr ? std::string{kept} : typed;
}

web::ClientRequest request_to(const ConsoleTarget& target, const std::string& path) {
  return {.address = net::to_text(target.address.ip),
          .port = target.address.port,
          .path = path,
          .token = target.token,
          .tls = target.tls};
}

}  // namespace

Result<ConsoleTarget, std::string> console_target(const ConsoleAddress& given) {
  constexpr std::string_view kScheme = "http://";
  constexpr std::string_view kTlsScheme = "https://";
  const std::string_view to = given.to;
  std::string_view text = to;
  const Trust trust{.fingerprint = or_kept(given.fingerprint, "HEXAD_FINGERPRINT"),
                    .authorities = or_kept(given.authorities, "HEXAD_CA")};
  const bool plain_asked = text.starts_with(kScheme);
  const bool tls = text.starts_with(kTlsScheme) ||
                   (!plain_asked && !(trust.fingerprint.empty() && trust.authorities.empty()));
  if (plain_asked && !(given.fingerprint.empty() && given.authorities.empty()))
    return Failure{fmt::format("\"{}\" is plain text; --fingerprint and --ca go with https://", to)};
  if (plain_asked) text.remove_prefix(kScheme.size());
  if (text.starts_with(kTlsScheme)) text.remove_prefix(kTlsScheme.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  std::string plain{text};
  if (plain.starts_with("localhost:")) plain.replace(0, 9, "127.0.0.1");
  const std::optional<net::Address> address = net::parse_address(plain);
  if (!address || address->port == 0)
    return Failure{fmt::format("\"{}\" is not ADDR:PORT such as {}", to, kDefaultConsole)};
  return ConsoleTarget{*address, or_kept(given.token, "HEXAD_TOKEN"),
                       tls ? std::optional{trust} : std::nullopt};
}

Result<std::string, std::string> console_get(const ConsoleTarget& target, const std::string& path) {
  return body_of(target, web::ask(request_to(target, path)));
}

Result<std::string, std::string> console_post(const ConsoleTarget& target, const std::string& path,
                                              const std::string& body, std::chrono::seconds patience) {
  web::ClientRequest request = request_to(target, path);
  request.method = web::Method::post;
  request.body = body;
  request.patience = patience;
  return body_of(target, web::ask(request));
}

}  // namespace hexad::web
