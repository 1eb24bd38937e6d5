// The console against the whole program, threads and all, over real websockets and HTTP on loopback.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "runtime/config/build_machine.hpp"
#include "runtime/daemon.hpp"
#include "runtime/testing/simulated_platform.hpp"
#include "web/http_client.hpp"
#include "web/testing/websocket_client.hpp"

namespace hexad::runtime::console {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;
namespace fs = std::filesystem;

struct Program {
  fs::path state = fs::temp_directory_path() / ("hexad-console-" + std::to_string(::getpid()));
  MemoryLog log;
  LoadedPlatform loaded;
  std::unique_ptr<Daemon> daemon;
  std::uint16_t port = 0;

  explicit Program(const std::string& initial = "neutral", const std::vector<std::string>& more = {}) {
    fs::remove_all(state);
    Sources sources;
    for (const char* text : {"mdof.port=0", "darren.port=0", "lingjing.port=0", "motus.port=0", "csfi.port=0",
                             "console.listen=127.0.0.1:0", "loop.speed=1"})
      sources.set.emplace_back(text);
    sources.set.push_back("plant.initial=" + initial);
    for (const std::string& text : more) sources.set.push_back(text);
    loaded = load_platform(sources);
    loaded.config.state = state.string();
    auto built = Daemon::build(loaded.config, *loaded.machine, {}, log);
    if (!built) throw std::runtime_error{built.error()};
    daemon = std::move(*built);
    daemon->start();
    const std::string url = daemon->console();
    port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  ~Program() {
    daemon.reset();
    fs::remove_all(state);
  }
  web::Response get(const std::string& path, const std::string& token = "") const {
    const auto answer = web::ask({.port = port, .path = path, .token = token});
    return answer ? *answer : web::Response{.status = 0};
  }
  web::Response post(const std::string& path, const Json& body) const {
    const auto answer = web::ask(
        {.port = port, .method = web::Method::post, .path = path, .body = body.dump(), .patience = 60s});
    return answer ? *answer : web::Response{.status = 0};
  }
  net::Address address_of(std::string_view protocol) const {
    for (const Listening& one : daemon->listening())
      if (one.protocol == protocol) return one.address;
    return {};
  }
};

struct Page {
  web::WebSocketClient socket;
  int last_id = 0;
  explicit Page(const Program& program,
                const web::WebSocketClient::Options& options = {.protocols = "hexad.v1"})
      : socket{program.port, options} {}

  std::optional<Json> next(const std::string& type) {
    const auto text = socket.receive_with("\"type\":\"" + type + "\"");
    return text ? std::optional{Json::parse(*text)} : std::nullopt;
  }
  /// The first frame for which it is so.
  template <class Condition>
  bool sees(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      const auto frame = next("t");
      if (!frame) return false;
      if (condition(*frame)) return true;
    }
    return false;
  }
  bool sees_state(const std::string& state) {
    return sees([&](const Json& t) { return t["state"] == state; });
  }
  int order(Json order) {
    order["type"] = "order";
    order["id"] = ++last_id;
    socket.send(order.dump());
    return last_id;
  }
  Json reply_to(int id) {
    for (;;) {
      const auto reply = next("reply");
      if (!reply || (*reply)["id"] == id) return reply.value_or(Json{{"result", "none came"}});
    }
  }
  Json ask(const Json& wanted) { return reply_to(order(wanted)); }
};

TEST(Console, SaysHelloThenWhatMayBeDoneAndThenTelemetryFlows) {
  const Program program;
  Page page{program};
  ASSERT_TRUE(page.socket.open()) << page.socket.answer();
  const auto first = page.socket.receive();
  ASSERT_TRUE(first);
  const Json hello = Json::parse(*first);
  EXPECT_EQ(hello["type"], "hello");
  EXPECT_EQ(hello["platform"], "standard-400");
  EXPECT_EQ(hello["seq"], 1);
  EXPECT_EQ(hello["machine"]["legs"], 6);
  const Json legal = Json::parse(*page.socket.receive());
  EXPECT_EQ(legal["type"], "legal");
  EXPECT_EQ(legal["actions"]["go"], nullptr);
  EXPECT_EQ(legal["codes"]["reset"], "nothing_to_do");
  int seq = 2;
  std::uint64_t tick = 0;
  std::uint64_t begun = 0;
  for (int frames = 0; frames < 30;) {
    const auto text = page.socket.receive();
    ASSERT_TRUE(text);
    const Json message = Json::parse(*text);
    EXPECT_EQ(message["seq"], ++seq) << "without gaps";
    if (message["type"] != "t") continue;
    ++frames;
    EXPECT_EQ(message["state"], "ready");
    EXPECT_GE(message["tick"], tick);
    tick = message["tick"];
    if (frames == 1) begun = tick;
  }
  EXPECT_GT(tick, begun + 29) << "a machine that stands still for a frame repeats a tick, not all of them";
}

TEST(Console, EachClientGetsTheRateItWants) {
  const Program program;
  Page quick{program};
  Page slow{program};
  slow.socket.send(R"({"type":"subscribe","telemetry_hz":5})");
  ASSERT_TRUE(slow.next("t"));
  const double start = (*quick.next("t"))["mono"];
  int frames = 0;
  double now = start;
  while (now - start < 2.0) {
    now = (*quick.next("t"))["mono"];
    ++frames;
  }
  EXPECT_GT(frames, 15)
      << "about sixty a second, on a busy machine fewer, but more than the five of the other";
  std::vector<double> times;
  for (int i = 0; i < 6; ++i) times.push_back((*slow.next("t"))["mono"]);
  EXPECT_GE(times.back() - times[1], 4 * 0.19);
}

TEST(Console, BringsThePlatformUpAndMovesIt) {
  const Program program{"origin", {"loop.speed=8"}};
  Page page{program};
  EXPECT_EQ(page.ask({{"action", "go"}, {"pose", {0, 0, 30, 0, 0, 0}}})["code"], "at_bottom");
  EXPECT_EQ(page.ask({{"action", "raise"}, {"wait", true}})["result"], "done");
  EXPECT_EQ(page.ask({{"action", "go"}, {"pose", {0, 0, 30, 0, 0, 0}}, {"wait", true}})["result"], "done");
  EXPECT_TRUE(page.sees([](const Json& t) { return std::abs(t["pose"][2].get<double>() - 30.0) < 0.5; }));
  EXPECT_EQ(page.ask({{"action", "sine"},
                      {"amplitude", {0, 0, 10, 0, 0, 0}},
                      {"frequency", {0, 0, 0.5, 0, 0, 0}}})["result"],
            "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["program"] == "sine" && t["moving"] == true; }));
  EXPECT_EQ(page.ask({{"action", "hold"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("holding"));
  EXPECT_EQ(page.ask({{"action", "resume"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("running"));
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("ready"));
  EXPECT_EQ(page.ask({{"action", "formula"},
                      {"formulas", {"0", "0", "5*sin(t)", "0", "0", "0"}},
                      {"duration", 3},
                      {"wait", true}})["result"],
            "done");
  const Json bad = page.ask({{"action", "formula"}, {"formulas", {"0", "0", "5*sin(", "0", "0", "0"}}});
  EXPECT_EQ(bad["result"], "refused");
  EXPECT_EQ(bad["code"], "bad_program");
  EXPECT_NE(bad["reason"].get<std::string>().find("formula"), std::string::npos) << bad;
  EXPECT_EQ(page.ask({{"action", "file"}, {"name", "pos01.txt"}})["result"], "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["program"] == "file"; }));
  EXPECT_EQ(page.ask({{"action", "file"}, {"name", "nothing.txt"}})["result"], "refused");
  EXPECT_EQ(page.ask({{"action", "lower"}, {"wait", true}})["result"], "done");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["step_on"] == true; }));
}

TEST(Console, OneDrivesTheOtherWatches) {
  const Program program;
  Page driver{program};
  Page watcher{program};
  ASSERT_TRUE(watcher.next("hello"));
  for (int i = 0; i < 20; ++i) {
    driver.order({{"action", "follow"}, {"pose", {0, 0, 20, 0, 0, 0}}});
    std::this_thread::sleep_for(30ms);
  }
  EXPECT_TRUE(watcher.sees([](const Json& t) {
    return t["driver_is_operator"] == true && std::abs(t["target"][2].get<double>() - 20.0) < 0.1;
  }));
  const auto event = watcher.next("event");
  EXPECT_TRUE(event);
  EXPECT_TRUE(watcher.sees_state("ready")) << "a second after the last";
}

TEST(Console, EStopByWebsocketWhileTheQueueIsFullOfOrders) {
  const Program program;
  Page page{program};
  ASSERT_TRUE(page.next("t"));
  for (int i = 0; i < 150; ++i) page.order({{"action", "resume"}});
  const int id = page.order({{"action", "estop"}});
  EXPECT_TRUE(page.sees_state("emergency"));
  Page other{program};
  EXPECT_TRUE(other.sees(
      [](const Json& t) { return t["button"] == true && t["fault"]["name"] == "emergency_stop"; }));
  EXPECT_EQ(id, 151);
}

TEST(Console, EStopAmongTooManyMessagesIsTaken) {
  const Program program;
  Page watcher{program};
  Page page{program};
  for (int i = 0; i < 200; ++i) page.socket.send("{}");
  page.order({{"action", "estop"}});
  EXPECT_TRUE(watcher.sees_state("emergency"));
  EXPECT_TRUE(page.socket.wait_closed());
}

TEST(Console, AStalledConsoleKeepsNobodyWaiting) {
  const Program program;
  Page stalled{program, {.receive_buffer = 4096}};
  Page page{program};
  stalled.socket.send(R"({"type":"subscribe","telemetry_hz":120})");
  // Never reads. Ten thousand ticks later the others are served as ever, and the loop has not slipped for it.
  const Json before = Json::parse(program.get("/api/status").body);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(page.next("t"));
  EXPECT_EQ(page.ask({{"action", "hold"}})["result"], "done");
  const Json after = Json::parse(program.get("/api/status").body);
  EXPECT_EQ(after["queues"]["busy"], before["queues"]["busy"]);
  EXPECT_EQ(after["queues"]["lost_events"], 0);
}

TEST(Console, RefusalsEventsAndWhatIsLegalFollowTheState) {
  const Program program{"powered_up"};
  Page page{program};
  auto legal = page.next("legal");
  while (legal && (*legal)["codes"]["raise"] == "initialising") legal = page.next("legal");
  ASSERT_TRUE(legal);
  EXPECT_EQ((*legal)["codes"]["raise"], "not_zeroed");
  EXPECT_EQ((*legal)["actions"]["zero"], nullptr);
  EXPECT_EQ(page.ask({{"action", "raise"}})["code"], "not_zeroed");
  const auto log = page.next("event");
  ASSERT_TRUE(log);
  EXPECT_EQ(page.ask({{"action", "estop"}})["result"], "done");
  const auto changed = page.next("legal");
  ASSERT_TRUE(changed);
  EXPECT_EQ((*changed)["codes"]["zero"], "emergency");
  Page late{program};
  bool past = false;
  for (int i = 0; i < 100 && !past; ++i) {
    const auto event = late.next("event");
    ASSERT_TRUE(event);
    past = (*event)["past"] == true && (*event)["kind"] == "transition" && (*event)["to"] == "emergency";
  }
  EXPECT_TRUE(past) << "who comes late is told what happened";
}

TEST(Console, PacketsOfHostsAreShownDecodedWhenSomebodyLooks) {
  const Program program;
  Page page{program};
  page.socket.send(R"({"type":"subscribe","packets":true,"protocols":["mdof"]})");
  ASSERT_TRUE(page.next("t"));
  auto host = net::UdpSocket::open({});
  ASSERT_TRUE(host.has_value());
  const auto say = [&](std::string_view text) {
    host->send(program.address_of("mdof"), std::as_bytes(std::span{text}));
    host->flush();
  };
  std::this_thread::sleep_for(100ms);
  say("20");
  say("no such thing");
  std::vector<Json> seen;
  while (seen.size() < 3) {
    const auto message = page.next("packets");
    ASSERT_TRUE(message) << seen.size();
    for (const Json& packet : (*message)["packets"]) seen.push_back(packet);
  }
  EXPECT_EQ(seen[0]["direction"], "in");
  EXPECT_EQ(seen[0]["hex"], "3230");
  EXPECT_EQ(seen[0]["protocol"], "mdof");
  EXPECT_NE(seen[0]["text"], "");
  bool answered = false;
  for (const Json& packet : seen) answered = answered || packet["direction"] == "out";
  EXPECT_TRUE(answered);
}

TEST(Console, Uploads) {
  const Program program;
  const Json files = Json::parse(program.get("/api/files").body);
  EXPECT_EQ(files["films"].size(), 3u);
  EXPECT_FALSE(files["files"].empty());
  const Json good = Json::parse(
      program
          .post("/api/files", {{"name", "mine.txt"},
                               {"text", "# up and down\n0 0 0 0 0 0 0\n4 0 0 20 0 0 0\n8 0 0 0 0 0 0\n"}})
          .body);
  EXPECT_EQ(good["stored"], true) << good;
  EXPECT_EQ(good["preflight"]["passes"], true);
  EXPECT_TRUE(fs::exists(program.state / "standard-400/motion/mine.txt"));
  const Json bad = Json::parse(
      program.post("/api/files", {{"name", "bad.txt"}, {"text", "0 0 0 0 0 0 0\n1 0 0 x1 0 0 0\n"}}).body);
  EXPECT_EQ(bad["stored"], false);
  EXPECT_EQ(bad["error"]["line"], 2);
  EXPECT_EQ(bad["error"]["column"], 7);
  EXPECT_EQ(bad["error"]["code"], "not_a_number");
  EXPECT_FALSE(fs::exists(program.state / "standard-400/motion/bad.txt"));
  const Json unsafe =
      Json::parse(program
                      .post("/api/files", {{"name", "far.txt"},
                                           {"text", "0 0 0 0 0 0 0\n1 0 0 900 0 0 0\n2 0 0 0 0 0 0\n"}})
                      .body);
  EXPECT_EQ(unsafe["stored"], true);
  EXPECT_EQ(unsafe["preflight"]["passes"], false);
  EXPECT_NE(unsafe["preflight"]["violation"], nullptr);
  for (const char* name : {"../x.txt", "a/b.txt", ".x.txt", "x.sh", "", "pos01.txt"})
    EXPECT_EQ(program.post("/api/files", {{"name", name}, {"text", "0 0 0 0 0 0 0\n"}}).status, 400) << name;
  EXPECT_EQ(program.post("/api/files", {{"name", "big.txt"}, {"text", std::string(6'000'000, '0')}}).status,
            413);
  const Json again = Json::parse(program.get("/api/files").body);
  bool listed = false;
  for (const Json& file : again["files"])
    listed = listed ||
             (file["name"] == "mine.txt" && file["from"] == "uploaded" && file["title"] == "up and down");
  EXPECT_TRUE(listed) << again;
  EXPECT_EQ(Json::parse(program.get("/api/preflight?file=mine.txt").body)["passes"], true);
  EXPECT_EQ(program.get("/api/preflight?file=none.txt").status, 404);
  EXPECT_EQ(program.get("/api/preflight?file=../secret").status, 400);
  Page page{program};
  EXPECT_EQ(page.ask({{"action", "file"}, {"name", "mine.txt"}})["result"], "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["program"] == "file"; }));
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("ready"));
  const Json far = page.ask({{"action", "file"}, {"name", "far.txt"}});
  EXPECT_EQ(far["result"], "refused");
  EXPECT_EQ(far["code"], "out_of_reach");
}

TEST(Console, PreviewsMoveNothing) {
  const Program program;
  const auto preview = [&](const Json& body) { return Json::parse(program.post("/api/preview", body).body); };
  const Json formula =
      preview({{"kind", "formula"}, {"formulas", {"0", "0", "10*sin(t)", "0", "0", "0"}}, {"duration", 10}});
  EXPECT_EQ(formula["passes"], true) << formula;
  EXPECT_EQ(formula["t"].size(), formula["pose"].size());
  EXPECT_LE(formula["t"].size(), 400u);
  EXPECT_GT(formula["t"].size(), 100u);
  double highest = 0.0;
  for (const Json& pose : formula["pose"]) highest = std::max(highest, pose[2].get<double>());
  EXPECT_NEAR(highest, 10.0, 0.1);
  const Json wrong = preview({{"kind", "formula"}, {"formulas", {"0", "0", "10*sun(t)", "0", "0", "0"}}});
  EXPECT_EQ(wrong["error"]["axis"], 3) << wrong;
  EXPECT_EQ(wrong["error"]["column"], 4);
  EXPECT_EQ(wrong["error"]["code"], "unknown_name");
  const Json fast = preview(
      {{"kind", "formula"}, {"formulas", {"0", "0", "100*sin(20*t)", "0", "0", "0"}}, {"duration", 5}});
  EXPECT_EQ(fast["passes"], false);
  EXPECT_GT(fast["largest_scale"], 0.0) << fast["violation"];
  EXPECT_EQ(preview({{"kind", "sine"},
                     {"amplitude", {0, 0, 10, 0, 0, 0}},
                     {"frequency", {0, 0, 0.5, 0, 0, 0}}})["passes"],
            true);
  EXPECT_EQ(preview({{"kind", "path"}, {"points", {{0, 0, 20, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}}})["passes"],
            true);
  EXPECT_EQ(preview({{"kind", "timed"}, {"rows", {{0, 0, 0, 0, 0, 0, 0}, {4, 0, 0, 20, 0, 0, 0}}}})["passes"],
            true);
  EXPECT_EQ(preview({{"kind", "path"}, {"points", {{0, 0, 900, 0, 0, 0}}}})["passes"], false);
  EXPECT_EQ(program.post("/api/preview", {{"kind", "film"}}).status, 400);
  EXPECT_EQ(program.post("/api/preview", {{"kind", "path"}, {"points", Json::array()}}).status, 400);
  const Json status = Json::parse(program.get("/api/status").body);
  EXPECT_EQ(status["state"], "ready");
  EXPECT_EQ(status["pose"][2], 0.0);
}

TEST(Console, AGetChangesNothing) {
  const Program program;
  const auto picture = [&] {
    const Json status = Json::parse(program.get("/api/status").body);
    return std::tuple{status["state"], status["driver"], status["barred"], status["pose"],
                      status["injected"]};
  };
  const auto before = picture();
  for (const char* path : {"/", "/api/machine", "/api/files", "/api/status", "/api/preflight?file=pos01.txt",
                           "/api/ctl?action=estop", "/api/ctl", "/api/preview", "/ws", "/ws?action=estop"})
    EXPECT_NE(program.get(path).status, 0) << path;
  EXPECT_EQ(program.get("/api/ctl?action=estop").status, 405);
  EXPECT_EQ(picture(), before);
}

TEST(Console, WithATokenThePageIsServedAndTheRestIsNot) {
  const Program program{"neutral", {"console.token=0123456789abcdef"}};
  EXPECT_EQ(program.get("/").status, 200);
  EXPECT_EQ(program.get("/api/machine").status, 401);
  EXPECT_EQ(program.get("/api/machine", "0123456789abcdef").status, 200);
  EXPECT_EQ((web::WebSocketClient{program.port, {.protocols = "hexad.v1"}}).status(), 401);
  EXPECT_EQ((web::WebSocketClient{program.port, {.protocols = "hexad.v1, token.0123456789abcdef"}}).status(),
            101);
}

TEST(Console, AnotherSitesPageOrNameIsRefused) {
  const Program program;
  EXPECT_EQ((web::WebSocketClient{program.port, {.origin = "http://evil.example"}}).status(), 403);
  EXPECT_EQ(
      (web::WebSocketClient{program.port, {.host = "evil.example:" + std::to_string(program.port)}}).status(),
      403);
}

TEST(Console, BadMessagesAreAnsweredAndDoNothing) {
  const Program program;
  Page page{program};
  for (const char* text :
       {"", "{", "[]", "null", "{\"type\":7}", "{\"type\":\"fly\"}", "\"order\"", "{\"type\":\"order\"}",
        "{\"type\":\"order\",\"id\":\"x\",\"action\":\"stop\",\"x\":1}",
        "{\"type\":\"subscribe\",\"telemetry_hz\":\"fast\",\"packets\":7,\"protocols\":3}",
        "{\"type\":\"subscribe\",\"packets\":true,\"protocols\":[7,null,\"nobody\"]}"})
    page.socket.send(text);
  const Json reply = page.ask({{"action", "go"}, {"pose", {1, 2}}});
  EXPECT_EQ(reply["result"], "refused");
  EXPECT_EQ(reply["reason"].get<std::string>().substr(0, 5), "pose:");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["state"] == "ready" && t["barred"] == false; }));
}

/// What one frame costs the web thread for each client more: printed, not judged.
TEST(Console, TheCostOfAFramePerClient) {
  const Program program;
  const auto cpu_of_web = [] {
    for (const fs::directory_entry& task : fs::directory_iterator{"/proc/self/task"}) {
      std::string name;
      std::ifstream{task.path() / "comm"} >> name;
      if (name != "hexad-web") continue;
      std::ifstream stat{task.path() / "schedstat"};
      double nanoseconds = 0;
      stat >> nanoseconds;
      return nanoseconds * 1e-3;
    }
    return 0.0;
  };
  const auto microseconds_a_second = [&](std::size_t count) {
    std::vector<std::unique_ptr<Page>> pages;
    std::vector<std::thread> readers;
    std::atomic<bool> ends{false};
    for (std::size_t i = 0; i < count; ++i) pages.push_back(std::make_unique<Page>(program));
    for (auto& page : pages)
      readers.emplace_back([&ends, &page] {
        while (!ends) page->socket.receive(100);
      });
    std::this_thread::sleep_for(500ms);
    const double before = cpu_of_web();
    std::this_thread::sleep_for(2s);
    const double used = (cpu_of_web() - before) / 2.0;
    ends = true;
    for (std::thread& reader : readers) reader.join();
    return used;
  };
  const double one = microseconds_a_second(1);
  const double eleven = microseconds_a_second(11);
  std::printf(
      "web thread: %.0f us/s with 1 console at 60 Hz, %.0f us/s with 11: %.1f us a frame and client\n", one,
      eleven, (eleven - one) / 10.0 / 60.0);
  EXPECT_LT(eleven, 1e6);
}

}  // namespace
}  // namespace hexad::runtime::console
