#include "web/tls_client.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "messages/say.hpp"
#include "web/certificate.hpp"
#include "web/openssl.hpp"

namespace hexad::web {
namespace {

using messages::Id;
using messages::say;

constexpr std::size_t kPieceOfLine = 16 * 1024;

std::string grouped(std::string_view plain) {
  std::string text;
  for (std::size_t i = 0; i < plain.size(); i += 2)
    text += fmt::format("{}{}", i == 0 ? "" : ":", plain.substr(i, 2));
  return text;
}

}  // namespace

struct TlsClient::Inside {
  Line line;
  OwnedContext context{SSL_CTX_new(TLS_client_method())};
  OwnedSsl ssl{};
  BIO* incoming = nullptr;  // the connection's own
  BIO* outgoing = nullptr;

  /// What the library wants to say goes out.
  bool flush() const {
    std::array<char, kPieceOfLine> some{};
    for (int count = 0; (count = BIO_read(outgoing, some.data(), static_cast<int>(some.size()))) > 0;)
      if (!line.send({some.data(), static_cast<std::size_t>(count)})) return false;
    return true;
  }
  /// False: there is no more, or the line broke.
  bool feed() const {
    std::array<char, kPieceOfLine> some{};
    const std::optional<std::size_t> count = line.receive(some);
    if (!count || *count == 0) return false;
    return BIO_write(incoming, some.data(), static_cast<int>(*count)) == static_cast<int>(*count);
  }
  /// One call of the library, fed until it has an answer.
  template <class Call>
  int run(Call&& call) const {
    for (;;) {
      ERR_clear_error();
      const int result = call();
      if (!flush()) return -1;
      if (result > 0) return result;
      if (SSL_get_error(ssl.get(), result) != SSL_ERROR_WANT_READ || !feed()) return result;
    }
  }
};

TlsClient::TlsClient(std::unique_ptr<Inside> inside) : inside_{std::move(inside)} {}
TlsClient::TlsClient(TlsClient&&) noexcept = default;
TlsClient::~TlsClient() = default;

Result<TlsClient, messages::Message> TlsClient::open(const Trust& trust, const std::string& address,
                                                     Line line) {
  const std::string wanted = plain_fingerprint(trust.fingerprint);
  if (!trust.fingerprint.empty() && wanted.empty())
    return Failure{say<Id::no_fingerprint>(trust.fingerprint)};
  auto inside = std::make_unique<Inside>();
  inside->line = std::move(line);
  SSL_CTX& context = *inside->context;
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  const bool named = !trust.authorities.empty();
  if (named && SSL_CTX_load_verify_locations(&context, trust.authorities.c_str(), nullptr) != 1)
    return Failure{say<Id::no_authority>(trust.authorities)};
  if (!named) SSL_CTX_set_default_verify_paths(&context);
  inside->ssl.reset(SSL_new(&context));
  SSL& ssl = *inside->ssl;
  inside->incoming = BIO_new(BIO_s_mem());
  inside->outgoing = BIO_new(BIO_s_mem());
  BIO_set_mem_eof_return(inside->incoming, -1);
  SSL_set_bio(&ssl, inside->incoming, inside->outgoing);
  SSL_set_connect_state(&ssl);
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(&ssl), address.c_str());
  if (inside->run([&] { return SSL_do_handshake(&ssl); }) <= 0) {
    const unsigned long code = ERR_peek_last_error();
    return Failure{code == 0 || ERR_GET_REASON(code) == SSL_R_WRONG_VERSION_NUMBER
                       ? messages::Message{Id::no_tls_there}
                       : say<Id::tls_failed>(ERR_reason_error_string(code))};
  }
  const OwnedX509 shown{SSL_get1_peer_certificate(&ssl)};
  if (!shown) return Failure{messages::Message{Id::no_certificate_shown}};
  const std::string own = fingerprint_of(*shown);
  if (!wanted.empty() && plain_fingerprint(own) != wanted)
    return Failure{say<Id::other_fingerprint>(own, grouped(wanted))};
  const long verified = SSL_get_verify_result(&ssl);
  if (wanted.empty() && verified != X509_V_OK)
    return Failure{say<Id::certificate_untrusted>(X509_verify_cert_error_string(verified), own, own)};
  return TlsClient{std::move(inside)};
}

bool TlsClient::send(std::string_view text) {
  return inside_->run(
             [&] { return SSL_write(inside_->ssl.get(), text.data(), static_cast<int>(text.size())); }) > 0;
}

std::optional<std::size_t> TlsClient::receive(std::span<char> into) {
  const int count =
      inside_->run([&] { return SSL_read(inside_->ssl.get(), into.data(), static_cast<int>(into.size())); });
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace hexad::web
