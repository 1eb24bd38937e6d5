#include "web/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <stdexcept>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"
#include "web/openssl.hpp"

namespace hexad::web {
namespace {

using messages::Id;
using messages::say;

constexpr long kDay = 24L * 3600L;
constexpr long kYears = 10;

/// Nobody is asked for a password at a terminal that may not be there.
int no_password(char*, int, int, void*) { return 0; }

OwnedBio open_file(const std::string& path, messages::Message& problem) {
  OwnedBio file{BIO_new_file(path.c_str(), "r")};
  if (!file) problem = say<Id::file_not_read>(path, messages::system_message(errno));
  ERR_clear_error();
  return file;
}

void need(bool done, const char* what) {
  if (!done) throw std::runtime_error{fmt::format("OpenSSL cannot make {}", what)};
}

void add_extension(X509& certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, &certificate, &certificate, nullptr, nullptr, 0);
  const OpensslOwner<X509_EXTENSION, X509_EXTENSION_free> extension{
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str())};
  need(extension != nullptr && X509_add_ext(&certificate, extension.get(), -1) == 1, "an extension");
}

/// "IP:10.0.0.5,DNS:sim1.local"
std::string alternative_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    const bool number = net::parse_ip(name).has_value();
    list += fmt::format("{}{}:{}", list.empty() ? "" : ",", number ? "IP" : "DNS", name);
  }
  return list;
}

std::string text_of(BIO& memory) {
  char* bytes = nullptr;
  const long count = BIO_get_mem_data(&memory, &bytes);
  return {bytes, static_cast<std::size_t>(count)};
}

}  // namespace

std::string fingerprint_of(const X509& certificate) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (X509_digest(&certificate, EVP_sha256(), digest.data(), &size) != 1) return {};
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{}{:02X}", i == 0 ? "" : ":", digest[i]);
  return text;
}

std::string plain_fingerprint(std::string_view text) {
  if (text.starts_with("sha256:") || text.starts_with("SHA256:")) text.remove_prefix(7);
  std::string plain;
  for (const char letter : text) {
    if (letter == ':' || letter == ' ') continue;
    if (std::isxdigit(static_cast<unsigned char>(letter)) == 0) return {};
    plain += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return plain.size() == 64 ? plain : std::string{};
}

Result<Certificate, messages::Message> look_at_certificate(const std::string& certificate,
                                                           const std::string& key) {
  messages::Message problem;
  const OwnedBio own_file = open_file(certificate, problem);
  if (!own_file) return Failure{problem};
  const OwnedX509 own{PEM_read_bio_X509(own_file.get(), nullptr, no_password, nullptr)};
  if (!own) return Failure{say<Id::no_certificate>(certificate)};
  const OwnedBio key_file = open_file(key, problem);
  if (!key_file) return Failure{problem};
  const OwnedKey secret{PEM_read_bio_PrivateKey(key_file.get(), nullptr, no_password, nullptr)};
  ERR_clear_error();
  if (!secret) return Failure{say<Id::no_private_key>(key)};
  const bool fits = X509_check_private_key(own.get(), secret.get()) == 1;
  ERR_clear_error();
  if (!fits) return Failure{say<Id::key_of_another>(key, certificate)};
  std::tm ends{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(own.get()), &ends) != 1)
    return Failure{say<Id::certificate_without_end>(certificate)};
  return Certificate{fingerprint_of(*own), std::chrono::system_clock::from_time_t(::timegm(&ends))};
}

Result<SelfSigned, messages::Message> make_certificate(const std::string& common_name,
                                                       const std::vector<std::string>& names) {
  const OwnedKey key{EVP_EC_gen("P-256")};
  const OwnedX509 made{X509_new()};
  need(key != nullptr && made != nullptr, "a key");
  X509& certificate = *made;
  const OpensslOwner<BIGNUM, BN_free> number{BN_new()};
  need(number != nullptr && BN_rand(number.get(), 64, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
           BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr,
       "a number");
  X509_set_version(&certificate, X509_VERSION_3);
  X509_gmtime_adj(X509_getm_notBefore(&certificate), -kDay);
  X509_time_adj_ex(X509_getm_notAfter(&certificate), static_cast<int>(365 * kYears), 0, nullptr);
  X509_set_pubkey(&certificate, key.get());
  X509_NAME* const name = X509_get_subject_name(&certificate);
  const std::string shown = common_name.substr(0, 64);
  const std::vector<unsigned char> bytes(shown.begin(), shown.end());
  X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, bytes.data(),
                             static_cast<int>(bytes.size()), -1, 0);
  X509_set_issuer_name(&certificate, name);
  add_extension(certificate, NID_subject_alt_name, alternative_names(names));
  // Its own authority: who imports it trusts this one and nothing it could sign.
  add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add_extension(certificate, NID_key_usage, "critical,digitalSignature,keyCertSign");
  add_extension(certificate, NID_ext_key_usage, "serverAuth");
  need(X509_sign(&certificate, key.get(), EVP_sha256()) > 0, "a signature");
  const OwnedBio written{BIO_new(BIO_s_mem())};
  const OwnedBio secret{BIO_new(BIO_s_mem())};
  need(PEM_write_bio_X509(written.get(), &certificate) == 1 &&
           PEM_write_bio_PrivateKey(secret.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1,
       "PEM");
  return SelfSigned{text_of(*written), text_of(*secret)};
}

}  // namespace hexad::web
