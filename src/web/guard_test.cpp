#include "web/guard.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"

namespace hexad::web {
namespace {

const Guard kHere{{.port = 8600, .names = {"sim1.local"}}};
const Guard kGuarded{{.port = 8600, .token = "0123456789abcdef"}};

int status(const Guard& guard, Method method, const Credentials& credentials) {
  const auto refusal = guard.refuse(method, credentials);
  return refusal ? refusal->response.status : 200;
}

Credentials called(const std::string& host) { return {.host = host, .local_address = "192.168.1.9"}; }

TEST(Guard, OwnNamesWithTheOwnPortPass) {
  for (const char* host : {"127.0.0.1:8600", "localhost:8600", "LocalHost:8600", "127.1.2.3:8600",
                           "[::1]:8600", "192.168.1.9:8600", "sim1.local:8600", "SIM1.local:8600"})
    EXPECT_EQ(status(kHere, Method::get, called(host)), 200) << host;
}

TEST(Guard, ANameThatWasMadeToPointHereIsRefused) {
  for (const char* host :
       {"evil.example:8600", "127.0.0.1.evil.example:8600", "127.0.0.1", "localhost", "127.0.0.1:80",
        "192.168.1.8:8600", "127.evil.1.2:8600", "127.:8600", "127.1:8600", ":8600", "",
        "localhost:8600,127.0.0.1:8600", "evil.example, 127.0.0.1:8600", "127.0.0.1:86000", "0.0.0.0:8600"})
    EXPECT_EQ(status(kHere, Method::get, called(host)), 403) << host;
  EXPECT_EQ(status(kHere, Method::get, {}), 403) << "no Host at all";
}

TEST(Guard, APageOfAnotherSiteIsRefused) {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:8600", "http://127.0.0.1:8601",
                             "http://localhost:8600", "http://127.0.0.1:8600.evil.example"}) {
    Credentials page = called("127.0.0.1:8600");
    page.origin = origin;
    page.content_type = "application/json";
    EXPECT_EQ(status(kHere, Method::get, page), 403) << origin;
    EXPECT_EQ(status(kHere, Method::post, page), 403) << origin;
  }
  Credentials own = called("127.0.0.1:8600");
  own.origin = "http://127.0.0.1:8600";
  EXPECT_EQ(status(kHere, Method::get, own), 200);
}

TEST(Guard, AProxyThatEndsTlsIsCalledByItsName) {
  struct Row {
    const char* host;
    const char* origin;
    int status;
  };
  for (const Row& row :
       {Row{"sim1.local", "https://sim1.local", 200}, Row{"sim1.local:443", "https://sim1.local", 200},
        Row{"sim1.local", "https://sim1.local:443", 200}, Row{"SIM1.local", "HTTPS://sim1.local", 200},
        Row{"sim1.local:8600", "https://sim1.local:8600", 200},
        Row{"sim1.local:8600", "http://sim1.local:8600", 200},
        // the same name without TLS, or on another port, is another site
        Row{"sim1.local", "http://sim1.local", 403}, Row{"sim1.local:443", "http://sim1.local:443", 403},
        Row{"sim1.local", "https://sim1.local:8443", 403}, Row{"sim1.local:8600", "https://sim1.local", 403},
        Row{"sim1.local:8601", "https://sim1.local:8601", 403},
        Row{"sim1.local", "https://evil.example", 403},
        Row{"sim1.local", "https://sim1.local.evil.example", 403}, Row{"sim1.local", "null", 403},
        // a name that nobody gave this machine
        Row{"evil.example", "https://evil.example", 403}, Row{"127.0.0.1", "https://127.0.0.1", 403},
        Row{"localhost:443", "https://localhost", 403}, Row{":443", "https://", 403}}) {
    Credentials page = called(row.host);
    page.origin = row.origin;
    EXPECT_EQ(status(kHere, Method::get, page), row.status) << row.host << ' ' << row.origin;
  }
  EXPECT_EQ(status(kHere, Method::get, called("sim1.local")), 200) << "no page: no Origin";
  EXPECT_EQ(status(kHere, Method::get, called("sim1.local:443")), 200);
}

TEST(Guard, OverTlsTheOwnPagesAreHttps) {
  const Guard tls{{.port = 8600, .names = {"sim1.local"}, .tls = true}};
  const auto page = [](const char* host, const char* origin) {
    Credentials asking = called(host);
    asking.origin = origin;
    return asking;
  };
  EXPECT_EQ(status(tls, Method::get, page("127.0.0.1:8600", "https://127.0.0.1:8600")), 200);
  EXPECT_EQ(status(tls, Method::get, page("192.168.1.9:8600", "https://192.168.1.9:8600")), 200);
  EXPECT_EQ(status(tls, Method::get, page("127.0.0.1:8600", "http://127.0.0.1:8600")), 403);
  const Guard usual{{.port = 443, .tls = true}};
  EXPECT_EQ(status(usual, Method::get, page("192.168.1.9", "https://192.168.1.9")), 200);
  EXPECT_EQ(status(Guard{{.port = 443}}, Method::get, called("192.168.1.9")), 403) << "443 is not 80";
}

TEST(Guard, EachTokenHasItsRole) {
  const Guard roles{{.port = 8600,
                     .token = "engineer-engineer",
                     .operator_token = "operator-operator",
                     .viewer_token = "viewer-viewer-viewer"}};
  const auto with = [](const std::string& token) {
    Credentials asking = called("localhost:8600");
    asking.authorization = "Bearer " + token;
    return asking;
  };
  EXPECT_EQ(roles.role_of(with("engineer-engineer")), Role::engineer);
  EXPECT_EQ(roles.role_of(with("operator-operator")), Role::operate);
  EXPECT_EQ(roles.role_of(with("viewer-viewer-viewer")), Role::watch);
  for (const char* token : {"engineer-engineer", "operator-operator", "viewer-viewer-viewer"})
    EXPECT_EQ(status(roles, Method::get, with(token)), 200) << token;
  EXPECT_EQ(status(roles, Method::get, with("engineer-engineeR")), 401);
  EXPECT_EQ(roles.role_of(with("engineer-engineeR")), Role::watch);
  EXPECT_EQ(kHere.role_of(called("localhost:8600")), Role::engineer) << "where nobody is asked";
  EXPECT_EQ(kGuarded.role_of(with("0123456789abcdef")), Role::engineer) << "the one token of before";
  EXPECT_EQ(status(kGuarded, Method::get, with("")), 401) << "no token is no viewer's token";
}

TEST(Guard, AWrongTokenIsToldFromNone) {
  Credentials asking = called("localhost:8600");
  EXPECT_FALSE(kGuarded.refuse(Method::get, asking)->wrong_token);
  asking.authorization = "Bearer 0123456789abcdee";
  EXPECT_TRUE(kGuarded.refuse(Method::get, asking)->wrong_token);
}

TEST(Guard, APostMustBeJson) {
  Credentials form = called("localhost:8600");
  EXPECT_EQ(status(kHere, Method::post, form), 415);
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "",
                           "application/jsonp", "text/plain; application/json"}) {
    form.content_type = type;
    EXPECT_EQ(status(kHere, Method::post, form), 415) << type;
  }
  for (const char* type :
       {"application/json", "application/json; charset=utf-8", "Application/JSON ; charset=x"}) {
    form.content_type = type;
    EXPECT_EQ(status(kHere, Method::post, form), 200) << type;
  }
}

TEST(Guard, ATokenIsComparedWhole) {
  Credentials asking = called("localhost:8600");
  EXPECT_EQ(status(kGuarded, Method::get, asking), 401);
  for (const char* value : {"Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0",
                            "Bearer 0123456789abcdef0123456789abcdef", "Bearer ", "Bearer",
                            "Basic 0123456789abcdef", "0123456789abcdef"}) {
    asking.authorization = value;
    EXPECT_EQ(status(kGuarded, Method::get, asking), 401) << value;
  }
  asking.authorization = "Bearer 0123456789abcdef";
  EXPECT_EQ(status(kGuarded, Method::get, asking), 200);
  asking.host = "evil.example:8600";
  EXPECT_EQ(status(kGuarded, Method::get, asking), 403) << "a token does not replace the other checks";
}

TEST(Guard, AnEmptySecretEqualsNothing) {
  EXPECT_FALSE(equal_secrets("", ""));
  EXPECT_FALSE(equal_secrets("a", ""));
  EXPECT_TRUE(equal_secrets("a", "a"));
}

TEST(Guard, TokensAreLongAndDiffer) {
  const std::string one = make_token();
  EXPECT_EQ(one.size(), 32u);
  EXPECT_NE(one, make_token());
}

TEST(Http, AnErrorIsOneJsonObjectWhateverItsText) {
  EXPECT_EQ(error(404, messages::say<messages::Id::http_nothing_there>("no \"x\"\n")).body,
            R"({"error":"there is nothing at no \"x\"\n",)"
            R"("message":{"id":"http_nothing_there","facts":{"path":"no \"x\"\n"}}})"
            "\n");
  EXPECT_EQ(quoted("\xff"), "\"\xEF\xBF\xBD\"") << "no UTF-8: replaced, not thrown";
}

}  // namespace
}  // namespace hexad::web
