#pragma once
// Owners of what OpenSSL hands out. Of this layer's sources alone.

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace hexad::web {

template <auto release>
struct OpensslDeleter {
  template <class T>
  void operator()(T* owned) const noexcept {
    release(owned);
  }
};
template <class T, auto release>
using OpensslOwner = std::unique_ptr<T, OpensslDeleter<release>>;

using OwnedX509 = OpensslOwner<X509, X509_free>;
using OwnedKey = OpensslOwner<EVP_PKEY, EVP_PKEY_free>;
using OwnedBio = OpensslOwner<BIO, BIO_free>;
using OwnedContext = OpensslOwner<SSL_CTX, SSL_CTX_free>;
using OwnedSsl = OpensslOwner<SSL, SSL_free>;

/// SHA-256 of it, "AB:CD:…"
std::string fingerprint_of(const X509& certificate);

}  // namespace hexad::web
