// Each promise of docs/security.md about the console, tried on the program itself.

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>

#include "console_api/routes.hpp"
#include "process/raw_console.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string kEngineer = "engineer-0123456789";
const std::string kOperator = "operator-0123456789";
const std::string kViewer = "viewer-01234567890";

std::string bearer(const std::string& token) { return "Authorization: Bearer " + token; }

class ConsoleAttack : public testing::Test {
 protected:
  ConsoleAttack() : state_{made_folder()}, hexad{words()} {
    if (!hexad.wait_until_ready()) throw std::runtime_error{hexad.log()};
    console = hexad.console();
  }
  ~ConsoleAttack() override { fs::remove_all(state_); }

  static fs::path made_folder() {
    std::string pattern = (fs::temp_directory_path() / "hexad-attack-XXXXXX").string();
    return ::mkdtemp(pattern.data());
  }
  std::vector<std::string> words() const {
    return with_any_ports({"--set", "plant.initial=neutral", "--set", "console.token=" + kEngineer, "--set",
                           "console.operator_token=" + kOperator, "--set", "console.viewer_token=" + kViewer,
                           "--set", "console.names=[\"sim1.example\"]", "--state",
                           (state_ / "state").string(), "--speed", "10"});
  }
  Answer get(const std::string& path, std::vector<std::string> headers = {}) const {
    headers.push_back(bearer(kEngineer));
    return ask_console(console, {.path = path, .headers = headers});
  }
  Answer post(const std::string& path, const std::string& body, std::vector<std::string> headers = {}) const {
    headers.push_back(bearer(kEngineer));
    headers.emplace_back("Content-Type: application/json");
    return ask_console(console, {.method = "POST", .path = path, .headers = headers, .body = body});
  }
  /// Where the platform is and what it does: what no attack changes.
  std::string life() const {
    const Json status = Json::parse(get("/api/status").body);
    return status.at("state").dump() + status.at("driver").dump() + status.at("stops").dump();
  }

  fs::path state_;
  DaemonProcess hexad;
  std::string console;
};

/// As attacked once: every place taken by strangers who speak a letter at a time.
TEST_F(ConsoleAttack, FiftySixSlowStrangersKeepNoEStopOut) {
  std::deque<RawConnection> strangers;
  for (int i = 0; i < 56; ++i) {
    strangers.emplace_back(console);
    (void)strangers.back().send("GET /api/status HTTP/1.1\r\nHost: ");
  }
  for (int i = 0; i < 20; ++i) {
    for (const RawConnection& stranger : strangers) (void)stranger.send("x");
    EXPECT_EQ(post("/api/ctl", R"({"action":"estop"})").code, 200) << i << hexad.log();
  }
}

TEST_F(ConsoleAttack, EveryRouteAsksWhoItIs) {
  int tried = 0;
  for (const RouteInfo& route : routes()) {
    std::string path{route.path};
    if (path == "/api/verify/project…") path = "/api/verify/project/save";
    if (path == "/api/verify/…") path = route.method == "get" ? "/api/verify/projects" : "/api/verify/toml";
    if (path == "/api/calibrate/…") path = "/api/calibrate/read";
    const std::string method = route.method == "get" ? "GET" : "POST";
    const auto with = [&](std::vector<std::string> headers) {
      headers.emplace_back("Content-Type: application/json");
      return ask_console(
                 console,
                 {.method = method, .path = path, .headers = headers, .body = method == "GET" ? "" : "{}"})
          .code;
    };
    for (const std::vector<std::string>& nobody : {std::vector<std::string>{},
                                                   {"Authorization: Bearer"},
                                                   {bearer("wrong-0123456789")},
                                                   {"Authorization: Basic " + kEngineer},
                                                   {"Cookie: token=" + kEngineer},
                                                   {bearer(kEngineer.substr(1))},
                                                   {bearer(kEngineer + "x")}})
      if (nobody.empty() || tried < 2) {  // wrong ones are slowed: two routes stand for all
        EXPECT_EQ(with(nobody), 401) << path;
      }
    const auto least = route.least;
    if (least != Role::watch) {
      EXPECT_EQ(with({bearer(kViewer)}), 403) << path;
    }
    if (least == Role::engineer) {
      EXPECT_EQ(with({bearer(kOperator)}), 403) << path;
    }
    ++tried;
  }
  EXPECT_GT(tried, 30);
  EXPECT_EQ(get("/api/status?token=" + kEngineer).code, 200);
  EXPECT_EQ(ask_console(console, {.path = "/api/status?token=" + kEngineer}).code, 401)
      << "an address is no place for it";
  for (const std::string& token : {kEngineer, kOperator, kViewer}) EXPECT_FALSE(says(hexad.log(), token));
}

TEST_F(ConsoleAttack, ForeignNamesAndPagesReachNothing) {
  const std::string port = console.substr(console.find(':'));
  const std::string before = life();
  for (const std::string& host :
       {std::string{"evil.example"}, "evil.example" + port, std::string{"127.0.0.1"},
        std::string{"127.0.0.1:1"}, "localhost.evil.example" + port, "127.0.0.1.evil.example" + port,
        "sim1.example" + port + "@evil.example", std::string{"sim1.example.evil.example"},
        "[::1]" + port + ".evil", std::string{"0"}, std::string{" "}, "127.0.0.1" + port + ", evil.example"})
    EXPECT_NE(get("/api/status", {"Host: " + host}).code, 200) << host;
  for (const std::string& origin :
       {std::string{"http://evil.example"}, std::string{"null"}, "https://127.0.0.1" + port,
        std::string{"http://127.0.0.1"}, "http://127.0.0.1" + port + ".evil.example",
        std::string{"http://sim1.example"}, std::string{"file://"}, "http://localhost.evil.example" + port,
        std::string{"https://sim1.example.evil.example"}})
    EXPECT_EQ(post("/api/ctl", R"({"action":"stop"})", {"Origin: " + origin}).code, 403) << origin;
  EXPECT_EQ(get("/api/status", {"Origin: http://127.0.0.1" + port}).code, 200);
  // A proxy that ends TLS, named in console.names.
  for (const char* host : {"Host: sim1.example", "Host: sim1.example:443"}) {
    EXPECT_EQ(get("/api/status", {host}).code, 200);
    EXPECT_EQ(get("/api/status", {host, "Origin: https://sim1.example"}).code, 200) << host;
    EXPECT_EQ(get("/api/status", {host, "Origin: http://sim1.example"}).code, 403) << host;
  }
  EXPECT_EQ(life(), before);
}

TEST_F(ConsoleAttack, AFormOfAnotherSiteIsNoOrder) {
  const std::string before = life();
  for (const char* type :
       {"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain",
        "text/plain; application/json", "application/jsonx", "text/json", ""})
    EXPECT_EQ(ask_console(console, {.method = "POST",
                                    .path = "/api/ctl",
                                    .headers = {bearer(kEngineer), std::string{"Content-Type: "} + type},
                                    .body = R"({"action":"stop"})"})
                  .code,
              415)
        << type;
  for (const char* method : {"PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "get", "STOP"})
    EXPECT_NE(
        ask_console(console, {.method = method, .path = "/api/ctl", .headers = {bearer(kEngineer)}}).code,
        200)
        << method;
  EXPECT_EQ(life(), before);
}

TEST_F(ConsoleAttack, ThePageMayLoadAndSpeakToThisServerAlone) {
  for (const char* path : {"/", "/index.html"}) {
    const Answer page = ask_console(console, {.path = path});
    ASSERT_EQ(page.code, 200) << page.head;
    for (const char* header : {"content-security-policy: default-src 'self'", "x-frame-options: DENY",
                               "x-content-type-options: nosniff", "referrer-policy: no-referrer"})
      EXPECT_TRUE(says(page.head, header)) << header << '\n' << page.head;
    EXPECT_FALSE(says(page.head, "unsafe-eval")) << page.head;
    EXPECT_FALSE(says(page.head, "script-src")) << "scripts come from here, none is inline: " << page.head;
  }
  for (const char* path : {"/", "/api/status", "/nothing"})
    EXPECT_FALSE(says(get(path, {"Origin: http://evil.example"}).head, "access-control")) << path;
}

TEST_F(ConsoleAttack, NoNameLeadsOutOfItsFolder) {
  const fs::path secret = state_ / "secret.txt";
  std::ofstream{secret} << "SECRET 0 0 0 0 0 0\n";
  const fs::path motion = state_ / "state" / "standard-400" / "motion";
  ASSERT_EQ(
      post("/api/files", Json{{"name", "mine.txt"}, {"text", "0 0 0 0 0 0 0\n1 0 0 1 0 0 0\n"}}.dump()).code,
      200);
  fs::create_symlink(secret, motion / "link.txt");
  fs::create_symlink("/dev/zero", motion / "zero.txt");
  ASSERT_EQ(::mkfifo((motion / "pipe.txt").c_str(), 0600), 0);
  fs::create_directory(motion / "folder.txt");
  const std::vector<std::string> names{"../secret.txt",
                                       "../../secret.txt",
                                       "../../../secret.txt",
                                       secret.string(),
                                       "/etc/passwd",
                                       "..",
                                       ".",
                                       "",
                                       "a/../../secret.txt",
                                       "..\\secret.txt",
                                       "%2e%2e%2fsecret.txt",
                                       "mine.txt/../../secret.txt",
                                       std::string{"mine.txt\0.txt", 13},
                                       "link.txt",
                                       "zero.txt",
                                       "pipe.txt",
                                       "folder.txt",
                                       ".mine.txt",
                                       "//etc/passwd",
                                       "motion/../mine.txt",
                                       "~root/x.txt"};
  const auto harmless = [&](const Answer& answer, const std::string& where) {
    // A name with a zero in it is hung up on.
    EXPECT_TRUE(answer.code != 0 || where.find('\0') != std::string::npos) << where << " hangs or ends it\n"
                                                                           << hexad.log();
    EXPECT_FALSE(says(answer.body, "SECRET 0")) << where;
    EXPECT_FALSE(says(answer.body, "root:x:")) << where;
  };
  const auto percent = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      char hex[4];
      (void)std::snprintf(hex, sizeof hex, "%%%02x", static_cast<unsigned char>(c));
      out += hex;
    }
    return out;
  };
  for (const std::string& name : names) {
    for (const char* route : {"/api/file?name=", "/api/preflight?file=", "/api/cueing/response?test=",
                              "/videos/", "/accept/", "/commission/", "/", "/api/verify/", "/assets/"}) {
      harmless(get(route + percent(name)), route + name);
      if (name.find_first_of(std::string{" \0\r\n", 4}) == std::string::npos)
        harmless(get(route + name), route + name);
    }
    for (const auto& [route, body] : std::vector<std::pair<std::string, Json>>{
             {"/api/files", {{"name", name}, {"text", "0 0 0 0 0 0 0\n"}}},
             {"/api/files/delete", {{"name", name}}},
             {"/api/files/rename", {{"name", name}, {"to", "other.txt"}}},
             {"/api/files/rename", {{"name", "mine.txt"}, {"to", name}}},
             {"/api/files/smoothed", {{"name", name}, {"smoothed", true}}},
             {"/api/preview", {{"action", "file"}, {"name", name}}},
             {"/api/ctl", {{"action", "file"}, {"name", name}}},
             {"/api/verify/project/load", {{"name", name}}},
             {"/api/verify/project/save", {{"name", name}, {"set", Json::object()}}},
             {"/api/verify/project/remove", {{"name", name}}},
             {"/api/accept", {{"compare", name}, {"tests", {"response"}}}}})
      harmless(post(route, body.dump(-1, ' ', false, Json::error_handler_t::replace)), route + ' ' + name);
    (void)post("/api/ctl", R"({"action":"stop"})");
  }
  EXPECT_EQ(get("/api/status").code, 200);
  std::string text;
  std::getline(std::ifstream{secret}, text);
  EXPECT_EQ(text, "SECRET 0 0 0 0 0 0") << "nor is it written to, moved or taken away";
}

TEST_F(ConsoleAttack, HeadersAndJsonWithoutEndAreRefusedAndEverybodyElseIsServed) {
  std::string deep(60'000, '[');
  const std::string many = [] {
    std::string text = "{";
    for (int i = 0; i < 6000; ++i) text += "\"k" + std::to_string(i) + "\":1,";
    return text + "\"action\":\"stop\"}";
  }();
  const std::string before = life();
  for (const std::string& body :
       {deep, "{\"action\":" + deep, many, std::string{"{\"action\":\"\xFF\xFE\"}"},
        std::string{"{\"action\":\"stop\""}, std::string{"{\"action\":\"go\",\"pose\":[1e999,0,0,0,0,0]}"},
        std::string{"{\"action\":\"go\",\"pose\":[1,2]}"},
        std::string{"{\"action\":\"stop\",\"action\":\"\"}"}, std::string{"[]"}, std::string{"null"},
        std::string{"\0", 1}, std::string(70'000, '1'), "\"" + std::string(60'000, 'a') + "\""}) {
    const Answer answer = post("/api/ctl", body);
    EXPECT_TRUE(answer.code >= 400 && answer.code < 500)
        << answer.code << ' ' << body.substr(0, 60) << answer.body.substr(0, 200);
  }
  EXPECT_EQ(life(), before);
  const std::string host = "Host: " + console + "\r\n";
  for (const std::string& head :
       {"GET /api/status HTTP/1.1\r\n" + host + "X: " + std::string(100'000, 'a'),
        "GET /" + std::string(100'000, 'a'), "GET / HTTP/1.1\r\n" + host + std::string(20'000, '\n'),
        std::string(100'000, 'G'), std::string(5'000, '\0')}) {
    const RawConnection line{console};
    (void)line.send(head);
    EXPECT_TRUE(line.is_closed()) << head.substr(0, 40);
  }
  EXPECT_EQ(get("/api/status").code, 200);
}

TEST_F(ConsoleAttack, EachRequestOfTwoLengthsOrInTwoPartsIsOneOrNone) {
  const std::string before = life();
  const std::string stop = R"({"action":"stop"})";
  const std::string host =
      "Host: " + console + "\r\n" + bearer(kEngineer) + "\r\nContent-Type: application/json\r\n";
  const std::string hidden = "POST /api/ctl HTTP/1.1\r\n" + host +
                             "Content-Length: " + std::to_string(stop.size()) + "\r\n\r\n" + stop;
  for (const std::string& lengths :
       {std::string{"Content-Length: 0\r\nContent-Length: "} + std::to_string(hidden.size()) + "\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: " + std::to_string(hidden.size()) + "\r\n",
        std::string{"Content-Length: +1\r\n"}, std::string{"Content-Length: -1\r\n"},
        std::string{"Content-Length: 0x10\r\n"}, std::string{"Transfer-Encoding: chunked\r\n"},
        std::string{"Content-Length: 99999999999999999999\r\n"}}) {
    const RawConnection line{console};
    (void)line.send("POST /api/ctl HTTP/1.1\r\n" + host + lengths + "\r\n" + hidden);
    (void)line.receive();
    EXPECT_TRUE(line.is_closed()) << lengths;
  }
  EXPECT_EQ(life(), before) << "a stop that was hidden in a body was carried out\n" << hexad.log();
}

}  // namespace
}  // namespace hexad::system_test
