#pragma once
// Who may speak to the server, decided from the headers of a request alone.
//
// The browser of somebody who sits at this machine reaches 127.0.0.1 too, whatever page it shows. Three
// checks keep pages of other sites out: the name in Host must be one of this server's own (a name that was
// made to point here, "DNS rebinding", is not), an Origin must be this server's, and what changes anything
// must be JSON, which a browser does not send to another site without asking first (and being refused).
// Beyond this machine a token is needed as well.
//
// The names that were given to this machine may also be those of a proxy that ends TLS: it is called without
// a port or with 443, and its pages are https. A page of the same name without TLS is another site.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/role.hpp"
#include "web/http.hpp"

namespace hexad::web {

struct GuardSettings {
  std::uint16_t port = 0;  ///< the bound one
  std::vector<std::string>
      names{};          ///< by which clients may call this machine or its proxy, besides its addresses
  std::string token{};  ///< of an engineer; empty = none is asked for
  std::string operator_token{};  ///< empty = there is none
  std::string viewer_token{};
  bool tls = false;  ///< this server's own pages are https
};

/// The headers that count; none = it was not sent.
struct Credentials {
  std::optional<std::string> host{};
  std::optional<std::string> origin{};
  std::optional<std::string> authorization{};
  std::optional<std::string> content_type{};
  std::optional<std::string> subprotocols{};  ///< of a websocket: a browser can send its token nowhere else
  std::string local_address{};                ///< the address of this machine the client spoke to
};

/// Why a request may not pass, as it is answered.
struct Refusal {
  Response response;
  bool wrong_token = false;  ///< one was given, and it was another
};

/// Whether the token is asked for: what is no secret (the page itself) is served without.
enum class Needs : std::uint8_t { token, nothing };

class Guard {
 public:
  explicit Guard(GuardSettings settings) : settings_{std::move(settings)} {}

  /// Of the token that was given; an engineer where none is asked for.
  Role role_of(const Credentials& credentials) const;
  /// The answer when it may not pass.
  std::optional<Refusal> refuse(Method method, const Credentials& credentials,
                                Needs needs = Needs::token) const;

 private:
  std::optional<Refusal> refuse_token(const Credentials& credentials) const;
  std::optional<Role> known_role(std::string_view token) const;
  bool is_own_name(std::string_view host, std::string_view local_address) const;
  bool is_given_name(std::string_view name) const;
  bool is_own_origin(std::string_view origin, std::string_view host) const;

  GuardSettings settings_;
};

/// In a time that says nothing about where they differ.
bool equal_secrets(std::string_view given, std::string_view secret) noexcept;

/// 32 letters nobody can guess. Throws when the system has no randomness.
std::string make_token();

}  // namespace hexad::web
