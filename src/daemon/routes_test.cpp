// The routes of the console: files, previews, who may ask.

#include <fmt/format.h>

#include <cmath>

#include "daemon/testing/console_bench.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

TEST(Console, TheSpeedOfTimeChangesWhileItRunsAndEveryPageHearsOfIt) {
  const Program program;
  Page page{program};
  Page other{program};
  EXPECT_EQ(page.next("hello").value()["machine"]["speed"], 1.0);
  // Between two frames, by the clock they carry.
  const auto runs_at = [&](double wanted) {
    const Json first = page.next("t").value();
    return page.sees([&](const Json& t) {
      const double passed = t["mono_s"].get<double>() - first["mono_s"].get<double>();
      const double speed = (t["time_s"].get<double>() - first["time_s"].get<double>()) / passed;
      return passed > 0.2 && speed > 0.8 * wanted && speed < 1.2 * wanted;
    });
  };
  EXPECT_EQ(page.ask({{"action", "speed_of_time"}, {"factor", 20}})["result"], "done");
  EXPECT_EQ(other.next("machine").value()["machine"]["speed"], 20.0);
  EXPECT_TRUE(runs_at(20.0));
  EXPECT_EQ(Json::parse(program.get("/api/machine").body)["speed"], 20.0);
  EXPECT_EQ(Json::parse(program.get("/api/status").body)["speed"], 20.0);
  // A slider that is followed keeps its platform for a second of the clock, not of the platform.
  EXPECT_EQ(page.ask({{"action", "follow"}, {"pose", {0, 0, 5, 0, 0, 0}}})["result"], "done");
  EXPECT_EQ(page.ask({{"action", "speed_of_time"}, {"factor", 0.1}})["result"], "done");
  EXPECT_EQ(other.next("machine").value()["machine"]["speed"], 0.1);
  EXPECT_TRUE(runs_at(0.1));
  EXPECT_EQ(page.ask({{"action", "speed_of_time"}, {"factor", 0}})["result"], "refused");
}

TEST(Console, AFilmHasTheVideoThatIsNamedOrIsCalledAsItIs) {
  const Program program{"neutral", {"lingjing.videos=[\"\", \"gone.webm\", \"film_coaster.webm\"]"}};
  const Json films = Json::parse(program.get("/api/files").body)["films"];
  const std::string own = films[0]["video"];
  EXPECT_TRUE(own.starts_with("/videos/film_coaster.webm?key=")) << own;
  EXPECT_EQ(films[1]["video"], nullptr) << "the file is not there";
  EXPECT_EQ(films[2]["video"], own) << "by its name in the configuration";
  const web::Response whole = program.get(own);
  EXPECT_EQ(whole.status, 200);
  EXPECT_GT(whole.body.size(), 100'000u);
  EXPECT_EQ(program.get("/videos/film_coaster.csv").status, 404);
  EXPECT_EQ(program.get("/videos/gone.webm").status, 404);
}

TEST(Console, ACabinIsShownWhereItHasASize) {
  EXPECT_EQ(Json::parse(Program{}.get("/api/machine").body)["cabin"], nullptr);
  const Program program{"neutral", {"cabin.size=[1800, 2400, 1500]", "cueing.eye_point=[0, 300, 1100]"}};
  const Json cabin = Json::parse(program.get("/api/machine").body)["cabin"];
  EXPECT_EQ(cabin["size_mm"], Json({1800, 2400, 1500}));
  EXPECT_EQ(cabin["eye_mm"], Json({0, 300, 1100}));
}

TEST(Console, AFileThatShakesTooHardIsSmoothedWhenAskedForAndNotBefore) {
  const Program program;
  // Heave of 20 mm that comes and goes, and a tremble of 2 mm at 15 Hz on it.
  std::string script;
  for (int i = 0; i < 400; ++i) {
    const double t = 0.01 * i;
    const double x = std::min({1.0, t, 4.0 - t});
    script += fmt::format("0,0,0,0,0,{:.4f},0\n",
                          x * x * (3 - 2 * x) * (20 * std::sin(0.5 * kPi * t) + 2 * std::sin(30 * kPi * t)));
  }
  ASSERT_EQ(program.post("/api/files", {{"name", "waves.csv"}, {"text", script}}).status, 200);
  const auto preflight = [&] { return Json::parse(program.get("/api/preflight?file=waves.csv").body); };
  const Json offered = preflight();
  EXPECT_EQ(offered["passes"], false);
  EXPECT_EQ(offered["smooth"], false);
  EXPECT_EQ(offered["smoothed"]["applied"], false);
  EXPECT_LT(offered["smoothed"]["cut_hz"], 15.0) << "what would help, and what it costs";
  EXPECT_GT(offered["smoothed"]["amplitude"], 0.9);
  EXPECT_EQ(offered["smoothed"]["delay_s"], 0.0);
  const auto choose = [&](const Json& body) { return program.post("/api/files/smoothed", body); };
  const Json chosen = Json::parse(choose({{"name", "waves.csv"}, {"smoothed", true}}).body);
  EXPECT_EQ(chosen["passes"], true);
  EXPECT_EQ(chosen["smoothed"]["applied"], true);
  EXPECT_EQ(preflight()["smooth"], true) << "remembered";
  EXPECT_EQ(Json::parse(choose({{"name", "waves.csv"}, {"smoothed", false}}).body)["passes"], false);
  EXPECT_EQ(choose({{"name", "none.csv"}, {"smoothed", true}}).status, 404);
  EXPECT_EQ(choose({{"name", "../waves.csv"}, {"smoothed", true}}).status, 404);
  EXPECT_EQ(choose({{"name", "waves.csv"}}).status, 400);
  EXPECT_EQ(choose({{"name", 7}, {"smoothed", true}}).status, 400);
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

TEST(Console, UploadedFilesAreRenamedReadAndTakenAwayShippedOnesAreNot) {
  const Program program;
  const std::string text = "# up and down\n0 0 0 0 0 0 0\n4 0 0 20 0 0 0\n8 0 0 0 0 0 0\n";
  for (const char* name : {"mine.txt", "other.txt"})
    ASSERT_EQ(program.post("/api/files", {{"name", name}, {"text", text}}).status, 200);
  const auto names = [](const web::Response& response) {
    std::vector<std::string> found;
    const Json list = Json::parse(response.body);
    for (const Json& file : list["files"])
      if (file["from"] == "uploaded") found.push_back(file["name"]);
    return found;
  };
  const auto rename = [&](const char* name, const char* to) {
    return program.post("/api/files/rename", {{"name", name}, {"to", to}});
  };
  const auto renamed = rename("mine.txt", "waves.txt");
  EXPECT_EQ(renamed.status, 200) << renamed.body;
  EXPECT_EQ(names(renamed), (std::vector<std::string>{"other.txt", "waves.txt"}));
  EXPECT_EQ(program.get("/api/file?name=waves.txt").body, text);
  EXPECT_EQ(program.get("/api/file?name=mine.txt").status, 404);
  for (const char* to : {"other.txt", "pos01.txt", "../x.txt", "waves.sh", ""})
    EXPECT_EQ(rename("waves.txt", to).status, 400) << to;
  EXPECT_EQ(rename("pos01.txt", "mine.txt").status, 400) << "it came with the program";
  EXPECT_EQ(rename("../mine.txt", "x.txt").status, 400);
  EXPECT_EQ(program.post("/api/files/delete", {{"name", "pos01.txt"}}).status, 400);
  EXPECT_EQ(program.post("/api/files/delete", {{"name", "../state"}}).status, 400);
  EXPECT_EQ(names(program.post("/api/files/delete", {{"name", "waves.txt"}})),
            std::vector<std::string>{"other.txt"});
  EXPECT_EQ(program.post("/api/files/delete", {{"name", "waves.txt"}}).status, 400) << "it is gone";
  EXPECT_EQ(program.get("/api/file?name=pos01.txt").status, 200);
}

TEST(Console, AFileIsPlayedAtTheScaleThatFitsAndRepeatedUntilStopped) {
  const Program program{"neutral", {"loop.speed=8"}};
  ASSERT_EQ(program
                .post("/api/files",
                      {{"name", "far.txt"}, {"text", "0 0 0 0 0 0 0\n6 0 0 900 0 0 0\n12 0 0 0 0 0 0\n"}})
                .status,
            200);
  const double scale = Json::parse(program.get("/api/preflight?file=far.txt").body)["largest_scale"];
  Page page{program};
  EXPECT_EQ(page.ask({{"action", "file"}, {"name", "far.txt"}})["code"], "out_of_reach");
  const double percent = std::floor(1000.0 * scale) / 10.0;
  EXPECT_EQ(
      page.ask({{"action", "file"}, {"name", "far.txt"}, {"percent", percent}, {"repeat", true}})["result"],
      "accepted");
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(page.sees([&](const Json& t) { return t["pose"][2].get<double>() > 8.5 * percent; }));
    EXPECT_TRUE(page.sees([&](const Json& t) { return t["pose"][2].get<double>() < 1.0; }));
  }
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("ready"));
}

TEST(Console, WhichFileOrFilmPlaysIsToldWhoeverBeganIt) {
  const Program program;
  Page page{program};
  ASSERT_TRUE(page.sees([](const Json& t) { return t["state"] == "ready" && t["file"].is_null(); }));
  EXPECT_EQ(page.ask({{"action", "file"}, {"name", "pos01.txt"}})["result"], "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["file"] == "pos01.txt"; }));
  EXPECT_EQ(page.ask({{"action", "film"}, {"number", 2}})["result"], "accepted");
  const Json films = Json::parse(program.get("/api/files").body)["films"];
  EXPECT_TRUE(page.sees([&](const Json& t) { return t["file"] == films[1]["name"]; }));
  EXPECT_EQ(page.ask({{"action", "sine"},
                      {"amplitude", {0, 0, 5, 0, 0, 0}},
                      {"frequency", {0, 0, 0.5, 0, 0, 0}}})["result"],
            "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["program"] == "sine" && t["file"].is_null(); }));
}

TEST(Console, TheLastMinutesOfMotionAreThereForWhoComesLater) {
  const Program program{"neutral", {"loop.speed=4"}};
  {
    Page page{program};
    EXPECT_EQ(page.ask({{"action", "go"}, {"pose", {0, 0, 25, 0, 0, 0}}, {"wait", true}})["result"], "done");
  }
  // Rows come twenty a second, also while nobody is connected.
  const auto rows = [&](const char* path) {
    std::vector<std::string> lines;
    std::istringstream text{program.get(path).body};
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  };
  std::vector<std::string> lines;
  while (lines.size() < 40 || lines.back().find(",25,") == std::string::npos) lines = rows("/api/history");
  EXPECT_TRUE(lines[0].starts_with("time_s,X_mm,Y_mm,Z_mm,RX_deg")) << lines[0];
  EXPECT_NE(lines[0].find(",leg6_mm,speed1_mm_per_s,"), std::string::npos);
  EXPECT_LT(std::stod(lines[1]), std::stod(lines.back()));
  EXPECT_LT(rows("/api/history?seconds=1").size(), lines.size());
  for (const char* bad : {"/api/history?seconds=x", "/api/history?seconds=-1", "/api/history?more=1"})
    EXPECT_EQ(program.get(bad).status, 400) << bad;
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

TEST(Console, TheBlackBoxOfAFaultIsServedToWhoMayAsk) {
  const std::string token = "0123456789abcdef";
  const Program program{"neutral", {"console.token=" + token}};
  EXPECT_EQ(program.get("/api/fault").status, 401);
  const web::Response none = program.get("/api/fault", token);
  EXPECT_EQ(none.status, 404);
  EXPECT_EQ(Json::parse(none.body)["error"], "no fault and no emergency stop since the program started");
  Page page{program, {.protocols = "hexad.v1, token." + token}};
  EXPECT_EQ(page.ask({{"action", "inject"}, {"fault", "drive_fault:3"}})["result"], "done");
  web::Response answer = program.get("/api/fault", token);
  for (const auto end = std::chrono::steady_clock::now() + 60s;
       answer.status != 200 && std::chrono::steady_clock::now() < end;) {
    std::this_thread::sleep_for(10ms);
    answer = program.get("/api/fault", token);
  }
  ASSERT_EQ(answer.status, 200);
  const Json box = Json::parse(answer.body);
  EXPECT_EQ(box["what"], "drive_error");
  EXPECT_EQ(box["leg"], 3);
  EXPECT_EQ(box["platform"], "standard-400");
  EXPECT_EQ(box["version"], Json::parse(program.get("/api/status", token).body)["version"]);
  EXPECT_EQ(std::distance(fs::directory_iterator{program.state / "standard-400/faults"}, {}), 1);
}

TEST(Console, AGetChangesNothing) {
  const Program program;
  const auto picture = [&] {
    const Json status = Json::parse(program.get("/api/status").body);
    return std::tuple{status["state"], status["driver"], status["barred"], status["pose"],
                      status["injected"]};
  };
  const auto before = picture();
  for (const char* path :
       {"/", "/api/machine", "/api/files", "/api/status", "/api/fault", "/api/preflight?file=pos01.txt",
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
TEST(CueingRoutes, ATuningIsTakenShownToldAndRefusedWithItsKey) {
  const Program program{"neutral", {"cueing.preset=car", "cueing.tilt_rate=2"}};
  Page page{program};
  page.socket.send(R"({"type": "subscribe", "cue": true})");
  ASSERT_TRUE(page.sees([](const Json& t) { return t["cue"].is_object() && t["cue"]["tuned"] == 0; }));
  Json now = Json::parse(program.get("/api/cueing").body);
  EXPECT_EQ(now["preset"], "car");
  EXPECT_EQ(now["tilt"]["rate"], 2.0);
  EXPECT_EQ(now["tilt"]["rate_given"], true);

  EXPECT_EQ(page.ask({{"action", "cueing"},
                      {"preset", "ship"},
                      {"gain", {0.9, nullptr, nullptr, nullptr, nullptr, 0}}})["result"],
            "done");
  ASSERT_TRUE(page.sees([](const Json& t) { return t["cue"]["tuned"] == 1; }));
  now = Json::parse(program.get("/api/cueing").body);
  EXPECT_EQ(now["preset"], "ship");
  EXPECT_EQ(now["axes"][0]["gain"], 0.9);
  EXPECT_EQ(now["axes"][5]["gain"], 0.0);
  EXPECT_EQ(now["axes"][5]["gain_given"], true);
  EXPECT_EQ(now["tilt"]["rate_given"], false) << "what is left out is the preset's own";

  const web::Response wrong = program.post("/api/ctl", {{"action", "cueing"}, {"tilt_rate", 60}});
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(Json::parse(wrong.body)["error"], "tilt_rate: 60 is no number from 0.5 to 6 °/s");
  EXPECT_EQ(Json::parse(program.get("/api/cueing").body), now);
}

TEST(CueingRoutes, TheResponseIsOfThePresentTuning) {
  const Program program;
  const web::Response plain = program.get("/api/cueing/response?test=yaw");
  ASSERT_EQ(plain.status, 200);
  EXPECT_EQ(program.get("/api/cueing/response?test=up").status, 400);
  EXPECT_EQ(program.get("/api/cueing/response").status, 400);
  EXPECT_EQ(
      Json::parse(program
                      .post("/api/ctl", {{"action", "cueing"},
                                         {"high_pass", {nullptr, nullptr, nullptr, nullptr, nullptr, 2}}})
                      .body)["result"],
      "done");
  EXPECT_NE(program.get("/api/cueing/response?test=yaw").body, plain.body);
}

TEST(Routes, EveryRouteOfTheApisOwnPageIsThere) {
  const Program program;
  const web::Response page = program.get("/api/");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("<h2>Telemetry</h2>"), std::string::npos);
  const Json api = Json::parse(program.get("/api/openapi.json").body);
  EXPECT_EQ(api["openapi"], "3.1.0");
  for (const auto& [path, methods] : api["paths"].items()) {
    EXPECT_NE(page.body.find(path), std::string::npos) << path;
    if (methods.contains("get") && path != "/api/fault") {
      const int status = program.get(path).status;
      EXPECT_TRUE(status == 200 || status == 400) << path << ' ' << status;
    }
    if (methods.contains("post")) {
      EXPECT_NE(program.post(path, Json::array()).status, 404) << path;
      EXPECT_NE(program.post(path, Json::array()).status, 405) << path;
    }
  }
  // What is referred to is there.
  const std::string text = api.dump();
  constexpr std::string_view kRef = "#/components/schemas/";
  for (std::size_t at = text.find(kRef); at != std::string::npos; at = text.find(kRef, at + 1)) {
    const std::size_t from = at + kRef.size();
    EXPECT_TRUE(api["components"]["schemas"].contains(text.substr(from, text.find('"', from) - from)));
  }
}

}  // namespace
}  // namespace hexad::inline daemon
