// TLS from end to end: the server, and the client of `hexad status`.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "messages/print.hpp"
#include "web/certificate.hpp"
#include "web/console_client.hpp"
#include "web/http_client.hpp"
#include "web/testing/server_bench.hpp"

namespace hexad::web {
namespace {

namespace fs = std::filesystem;

/// A certificate and its key in files.
struct Pair {
  fs::path folder = fs::temp_directory_path() / ("hexad-tls-" + std::to_string(::getpid()));
  std::string certificate;
  std::string key;
  std::string fingerprint;

  explicit Pair(const std::string& name = "one", const std::vector<std::string>& names = {"127.0.0.1"}) {
    fs::create_directories(folder);
    certificate = folder / (name + ".pem");
    key = folder / (name + ".key");
    const SelfSigned made = *make_certificate("hexad test", names);
    std::ofstream{certificate} << made.certificate;
    std::ofstream{key} << made.key;
    fingerprint = look_at_certificate(certificate, key)->fingerprint;
  }
  ~Pair() { fs::remove_all(folder); }
};

struct TlsBench : Pair {
  Bench bench{{.certificate = certificate, .key = key}};

  Result<Response, ClientError> ask_for(const std::string& path, const Trust& trust,
                                        const std::string& body = "") const {
    return ask({.port = bench.server->port(),
                .method = body.empty() ? Method::get : Method::post,
                .path = path,
                .body = body,
                .tls = trust});
  }
};

TEST(Tls, AnswersWhoKnowsTheFingerprintHoweverItIsWritten) {
  const TlsBench tls;
  std::string small = tls.fingerprint;
  for (char& letter : small) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (const std::string& written :
       {tls.fingerprint, small, "sha256:" + plain_fingerprint(tls.fingerprint)}) {
    const auto answer = tls.ask_for("/hello", {.fingerprint = written});
    ASSERT_TRUE(answer) << written << messages::english(answer.error().what);
    EXPECT_EQ(answer->body, "{\"hello\":1}");
  }
  const std::string long_body(12'000, 'x');
  EXPECT_EQ(tls.ask_for("/echo", {.fingerprint = tls.fingerprint}, long_body)->body, long_body);
  EXPECT_EQ(tls.ask_for("/big", {.fingerprint = tls.fingerprint})->body.size(), 3'000'000u)
      << "piece by piece";
  EXPECT_EQ(tls.ask_for("/later", {.fingerprint = tls.fingerprint})->body, "{\"later\":1}");
}

TEST(Tls, AnotherMachineIsToldOfAndSentNothing) {
  const TlsBench tls;
  const Pair other{"other"};
  const auto answer = tls.ask_for("/hello", {.fingerprint = other.fingerprint});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().step, ClientError::Step::tls);
  EXPECT_NE(messages::english(answer.error().what).find(tls.fingerprint), std::string::npos)
      << messages::english(answer.error().what);
  EXPECT_EQ(tls.bench.asked, 0);
  const auto nonsense = tls.ask_for("/hello", {.fingerprint = "AB:CD"});
  ASSERT_FALSE(nonsense);
  EXPECT_NE(messages::english(nonsense.error().what).find("64 hexadecimal digits"), std::string::npos)
      << messages::english(nonsense.error().what);
}

TEST(Tls, AnAuthorityDecidesForItsAddressAlone) {
  const TlsBench tls;
  EXPECT_TRUE(tls.ask_for("/hello", {.authorities = tls.certificate}));
  const auto unknown = tls.ask_for("/hello", {});
  ASSERT_FALSE(unknown) << "self-signed, and not among the system's";
  EXPECT_NE(messages::english(unknown.error().what).find("--fingerprint " + tls.fingerprint),
            std::string::npos)
      << messages::english(unknown.error().what);
  const Pair elsewhere{"elsewhere", {"10.9.8.7"}};
  const Bench bench{{.certificate = elsewhere.certificate, .key = elsewhere.key}};
  const auto wrong = ask(
      {.port = bench.server->port(), .path = "/hello", .tls = Trust{.authorities = elsewhere.certificate}});
  ASSERT_FALSE(wrong) << "made for another address";
  const auto none = tls.ask_for("/hello", {.authorities = "/nonexistent.pem"});
  ASSERT_FALSE(none);
  EXPECT_NE(messages::english(none.error().what).find("/nonexistent.pem"), std::string::npos);
}

TEST(Tls, PlainTextIsToldWhereToGo) {
  const TlsBench tls;
  const auto plain = ask({.port = tls.bench.server->port(), .path = "/hello"});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->status, 426);
  EXPECT_NE(plain->body.find("https://"), std::string::npos) << plain->body;
  const std::string page = tls.bench.say("GET /", tls.bench.host());
  EXPECT_EQ(status_of(page), "301") << page;
  EXPECT_NE(page.find("location: https://127.0.0.1:" + std::to_string(tls.bench.server->port()) + "/"),
            std::string::npos)
      << page;
  EXPECT_EQ(status_of(tls.bench.say("GET /", "Host: evil.example\r\n")), "426") << "nobody is sent elsewhere";
  EXPECT_EQ(tls.bench.asked, 0);
}

TEST(Tls, AServerWithoutItIsToldOf) {
  const Bench bench;
  const auto answer = ask(
      {.port = bench.server->port(), .path = "/hello", .tls = Trust{.fingerprint = std::string(64, 'A')}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().step, ClientError::Step::tls);
  EXPECT_NE(messages::english(answer.error().what).find("http://"), std::string::npos)
      << messages::english(answer.error().what);
}

TEST(Tls, SilentStrangersHoldNobodyUp) {
  const TlsBench tls;
  std::vector<std::unique_ptr<Wire>> strangers;
  for (int i = 0; i < 60; ++i) strangers.push_back(std::make_unique<Wire>(tls.bench.server->port()));
  EXPECT_TRUE(tls.ask_for("/hello", {.fingerprint = tls.fingerprint}));
}

TEST(Tls, FilesThatAreNoneAreNamed) {
  const Pair pair;
  const Pair other{"other"};
  const auto said = [](const std::string& certificate, const std::string& key) {
    const auto looked = look_at_certificate(certificate, key);
    return looked ? std::string{} : messages::english(looked.error());
  };
  EXPECT_NE(said("/nonexistent.pem", pair.key).find("/nonexistent.pem cannot be read"), std::string::npos);
  EXPECT_NE(said(pair.key, pair.key).find("holds no certificate"), std::string::npos);
  EXPECT_NE(said(pair.certificate, pair.certificate).find("holds no private key"), std::string::npos);
  EXPECT_NE(said(pair.certificate, other.key).find("is not the key of"), std::string::npos);
  EXPECT_EQ(said(pair.certificate, pair.key), "");
}

TEST(Tls, ATargetSaysHowItIsSpokenTo) {
  const auto plain = console_target({.to = "127.0.0.1:8600"});
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->tls);
  EXPECT_TRUE(console_target({.to = "https://127.0.0.1:8600"})->tls);
  EXPECT_TRUE(console_target({.to = "127.0.0.1:8600", .fingerprint = std::string(64, 'A')})->tls);
  EXPECT_FALSE(console_target({.to = "http://127.0.0.1:8600", .fingerprint = std::string(64, 'A')}));
  EXPECT_FALSE(console_target({.to = "https://somewhere"}));
}

}  // namespace
}  // namespace hexad::web
