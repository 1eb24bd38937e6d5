#include "web/console_client.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/outside_json.hpp"
#include "web/http_client.hpp"

namespace hexad::web {
namespace {

using messages::Id;
using messages::say;

messages::Message what_went_wrong(const std::string& where, const ClientError& error) {
  using Step = ClientError::Step;
  switch (error.step) {
    case Step::connect:
      return say<Id::nothing_answers>(where, messages::system_message(error.error));
    case Step::time_out:
      return say<Id::no_answer_in_time>(where);
    case Step::not_http:
      return say<Id::no_console_there>(where);
    case Step::tls:
      return say<Id::at_console>(where, error.what);
    case Step::send:
    case Step::receive:
      break;
  }
  return error.error == 0 ? say<Id::hung_up>(where)
                          : say<Id::hung_up_why>(where, messages::system_message(error.error));
}

/// Of an answer that is none of those asked for: what it says of that.
messages::Message told_by(const std::string& body) {
  const auto document = outside_json(body);
  if (!document.is_object() || !document.contains("error") || !document["error"].is_string())
    return Id::is_that_a_console;
  const messages::Message message = messages::from_json(document.value("message", nlohmann::json{}));
  return message ? message : say<Id::as_told>(document["error"].get<std::string>());
}

Result<std::string, messages::Message> body_of(const ConsoleTarget& target,
                                               const Result<web::Response, web::ClientError>& answer) {
  const std::string where = net::to_text(target.address);
  if (!answer) return Failure{what_went_wrong(where, answer.error())};
  if (answer->status == 200) return answer->body;
  return Failure{say<Id::console_answers>(where, answer->status, told_by(answer->body))};
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

Result<ConsoleTarget, messages::Message> console_target(const ConsoleAddress& given) {
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
    return Failure{say<Id::plain_text_asked>(to)};
  if (plain_asked) text.remove_prefix(kScheme.size());
  if (text.starts_with(kTlsScheme)) text.remove_prefix(kTlsScheme.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  std::string plain{text};
  if (plain.starts_with("localhost:")) plain.replace(0, 9, "127.0.0.1");
  const std::optional<net::Address> address = net::parse_address(plain);
  if (!address || address->port == 0) return Failure{say<Id::no_console_address>(to, kDefaultConsole)};
  return ConsoleTarget{*address, or_kept(given.token, "HEXAD_TOKEN"),
                       tls ? std::optional{trust} : std::nullopt};
}

Result<std::string, messages::Message> console_get(const ConsoleTarget& target, const std::string& path) {
  return body_of(target, web::ask(request_to(target, path)));
}

Result<std::string, messages::Message> console_post(const ConsoleTarget& target, const std::string& path,
                                                    const std::string& body, std::chrono::seconds patience) {
  web::ClientRequest request = request_to(target, path);
  request.method = web::Method::post;
  request.body = body;
  request.patience = patience;
  return body_of(target, web::ask(request));
}

}  // namespace hexad::web
