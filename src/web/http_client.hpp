#pragma once
// One request to an HTTP server, with a time limit: enough to ask a program on this machine or network. IPv4,
// no redirects, answers with a Content-Length or up to the end of the connection; in plain text or by TLS.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "web/http.hpp"
#include "web/tls_client.hpp"

namespace hexad::web {

struct ClientError {
  enum class Step : std::uint8_t { connect, send, receive, time_out, not_http, tls };
  Step step = Step::connect;
  int error = 0;             ///< errno; 0 = none
  messages::Message what{};  ///< step tls: what is wrong with the other end
};

struct ClientRequest {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  Method method = Method::get;
  std::string path = "/";
  std::string body{};
  std::string token{};
  std::optional<Trust> tls{};                                  ///< none = in plain text
  std::vector<std::pair<std::string, std::string>> headers{};  ///< besides
  std::chrono::milliseconds connect{3'000};
  std::chrono::milliseconds patience{10'000};  ///< until the whole answer is there
};

Result<Response, ClientError> ask(const ClientRequest& request);

}  // namespace hexad::web
