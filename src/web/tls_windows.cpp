// The program for Windows is a simulator on one's own machine and speaks without TLS: whoever asks for it is
// told.

#include "messages/say.hpp"
#include "web/certificate.hpp"
#include "web/service.hpp"
#include "web/tls_client.hpp"

namespace hexad::web {

Result<Certificate, messages::Message> look_at_certificate(const std::string&, const std::string&) {
  return Failure{messages::Message{messages::Id::no_tls_here}};
}
Result<SelfSigned, messages::Message> make_certificate(const std::string&, const std::vector<std::string>&) {
  return Failure{messages::Message{messages::Id::no_tls_here}};
}

struct TlsClient::Inside {};
Result<TlsClient, messages::Message> TlsClient::open(const Trust&, const std::string&, Line) {
  return Failure{messages::Message{messages::Id::no_tls_here}};
}
TlsClient::TlsClient(std::unique_ptr<Inside> inside) : inside_{std::move(inside)} {}
TlsClient::TlsClient(TlsClient&&) noexcept = default;
TlsClient::~TlsClient() = default;
bool TlsClient::send(std::string_view) { return false; }
std::optional<std::size_t> TlsClient::receive(std::span<char>) { return std::nullopt; }

void Server::Service::offer_tls(lws_context_creation_info&) const {}

}  // namespace hexad::web
