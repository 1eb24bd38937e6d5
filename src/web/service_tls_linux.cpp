#include <libwebsockets.h>

#include "web/openssl.hpp"
#include "web/service.hpp"

namespace hexad::web {

void Server::Service::offer_tls(lws_context_creation_info& info) const {
  // Not NO_LISTEN, which the library takes for a client; plain clients are let in to be told (refuse_plain).
  info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
  info.options |=
      LWS_SERVER_OPTION_ALLOW_NON_SSL_ON_SSL_PORT | LWS_SERVER_OPTION_ALLOW_HTTP_ON_HTTPS_LISTENER;
  info.ssl_cert_filepath = settings_.certificate.c_str();
  info.ssl_private_key_filepath = settings_.key.c_str();
  info.ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
  info.alpn = "http/1.1";  // conversations here follow each other; HTTP/2 is not that
}

}  // namespace hexad::web
