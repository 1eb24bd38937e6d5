// Cueing tried without a host, on the running program: kept tunings, manoeuvres, comparisons.

#include "daemon/testing/console_bench.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

Json order(const Program& program, const Json& wanted) {
  return Json::parse(program.post("/api/ctl", wanted).body);
}

constexpr const char* kHeading = "t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave\n";

/// Forward with 1 m/s² for so long.
std::string forward(double seconds) {
  return std::string{"# input: acceleration\n"} + kHeading + "0,0,0,0,0,0,0\n0.5,0,0,0,0,1,0\n" +
         std::to_string(seconds) + ",0,0,0,0,1,0\n";
}

TEST(Tried, TuningsAreKeptGoneOverToAndSurviveAsFiles) {
  const Program program;
  EXPECT_EQ(order(program, {{"action", "tunings"}})["reason"], "none is kept yet");
  EXPECT_EQ(order(program, {{"action", "save_tuning"}, {"name", "plain"}})["result"], "done");
  EXPECT_EQ(order(program, {{"action", "cueing"}, {"preset", "car"}, {"tilt_rate", 2}})["result"], "done");
  const Json saved = order(program, {{"action", "save_tuning"}, {"name", "sharp"}});
  EXPECT_EQ(saved["reason"], "kept as sharp: preset=car engine=classical input=acceleration tilt_rate=2");
  EXPECT_EQ(saved["message"]["id"], "tuning_kept");
  EXPECT_TRUE(fs::exists(program.state / "standard-400" / "tunings" / "sharp.json"));
  EXPECT_EQ(order(program, {{"action", "tune"}, {"name", "plain"}})["result"], "done");
  Json list = Json::parse(program.get("/api/cueing/tunings").body);
  ASSERT_EQ(list["tunings"].size(), 2u);
  EXPECT_EQ(list["tunings"][0]["in_force"], true);
  EXPECT_EQ(Json::parse(program.get("/api/cueing").body)["preset"], "normal");
  EXPECT_EQ(order(program, {{"action", "tune"}, {"name", "sharp"}})["result"], "done");
  EXPECT_EQ(Json::parse(program.get("/api/cueing").body)["tilt"]["rate"], 2.0);
  EXPECT_EQ(order(program, {{"action", "tune"}, {"name", "gone"}})["reason"],
            "there is no tuning gone; there are: plain, sharp");
  EXPECT_EQ(order(program, {{"action", "delete_tuning"}, {"name", "plain"}})["result"], "done");
  EXPECT_EQ(program.post("/api/ctl", {{"action", "save_tuning"}, {"name", "../x"}}).status, 400);
}

TEST(Tried, AnUploadedManoeuvreIsPlayedIntoThePlatformAndAStopEndsIt) {
  const Program program;
  Page page{program};
  const web::Response kept =
      program.post("/api/cueing/manoeuvres", {{"name", "mine.csv"}, {"text", forward(60)}});
  ASSERT_EQ(kept.status, 200) << kept.body;
  EXPECT_EQ(Json::parse(kept.body)["manoeuvres"].back()["from"], "uploaded");
  EXPECT_EQ(page.ask({{"action", "manoeuvre"}, {"name", "none.csv"}})["result"], "refused");
  EXPECT_EQ(page.ask({{"action", "manoeuvre"}, {"name", "mine.csv"}})["result"], "accepted");
  page.socket.send(R"({"type":"subscribe","cue":true})");
  EXPECT_TRUE(page.sees([](const Json& t) {
    return t["state"] == "running" && t["cue"] != nullptr && t["cue"]["manoeuvre"]["name"] == "mine.csv" &&
           t["cue"]["manoeuvre"]["time_s"] > 1.0 && t["cue"]["vehicle_acceleration"][1] == 1.0 &&
           t["cue"]["felt_force"][1] > 0.1;
  }));
  // Another tuning meanwhile: it plays on.
  EXPECT_EQ(page.ask({{"action", "save_tuning"}, {"name", "a"}})["result"], "done");
  EXPECT_EQ(page.ask({{"action", "cueing"}, {"preset", "strong"}})["result"], "done");
  EXPECT_EQ(page.ask({{"action", "tune"}, {"name", "a"}})["result"], "done");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["cue"]["manoeuvre"]["time_s"] > 2.0; }));
  EXPECT_EQ(page.ask({{"action", "hold"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("holding"));
  EXPECT_EQ(page.ask({{"action", "resume"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("running"));
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(
      page.sees([](const Json& t) { return t["state"] == "ready" && t["cue"]["manoeuvre"] == nullptr; }));
  EXPECT_EQ(program.post("/api/cueing/manoeuvres/delete", {{"name", "mine.csv"}}).status, 200);
  EXPECT_EQ(program.post("/api/cueing/manoeuvres/delete", {{"name", "braking.csv"}}).status, 400);
}

/// What must be prepared first takes its place when it begins, and comes to its end.
TEST(Tried, AMotionThatIsPreparedTakesTheManoeuvresPlace) {
  const Program program;
  Page page{program};
  page.socket.send(R"({"type":"subscribe","cue":true})");
  EXPECT_EQ(page.ask({{"action", "manoeuvre"}, {"name", "slalom.csv"}, {"repeat", true}})["result"],
            "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) { return t["cue"]["manoeuvre"]["time_s"] > 1.0; }));
  Json points = Json::array();
  for (int i = 0; i < 400; ++i) points.push_back({20.0 * std::sin(i), 20.0 * std::cos(0.7 * i), 10, 0, 0, 0});
  EXPECT_EQ(page.ask({{"action", "path"}, {"points", points}})["result"], "accepted");
  EXPECT_TRUE(page.sees([](const Json& t) {
    EXPECT_NE(t["state"], "holding") << "nothing was paused";
    return t["program"] == "path" && t["cue"]["manoeuvre"] == nullptr && t["progress"] > 0.0;
  }));
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(page.sees_state("ready"));
}

/// It was begun by one order and does not hang on whoever gave it, as a film; anybody stops it.
TEST(Tried, ThePageThatBeganItMayGo) {
  const Program program;
  Page other{program};
  other.socket.send(R"({"type":"subscribe","cue":true})");
  {
    Page page{program};
    EXPECT_EQ(page.ask({{"action", "manoeuvre"}, {"name", "braking.csv"}})["result"], "accepted");
  }
  EXPECT_TRUE(other.sees([](const Json& t) {
    return t["state"] == "running" && t["cue"]["manoeuvre"] != nullptr &&
           t["cue"]["manoeuvre"]["time_s"] > 1.5;
  }));
  EXPECT_EQ(other.ask({{"action", "stop"}})["result"], "done");
  EXPECT_TRUE(
      other.sees([](const Json& t) { return t["state"] == "ready" && t["cue"]["manoeuvre"] == nullptr; }));
}

/// The file is read by a task: whoever stops meanwhile has stopped.
TEST(Tried, AStopThatComesWhileTheFileIsReadCounts) {
  const Program program;
  Page page{program};
  std::string text = kHeading;
  for (int i = 0; i < 60'000; ++i) text += std::to_string(0.01 * i) + ",0,0,0,0,1,0\n";
  ASSERT_EQ(program.post("/api/cueing/manoeuvres", {{"name", "long.csv"}, {"text", text}}).status, 200);
  page.socket.send(R"({"type":"subscribe","cue":true})");
  page.order({{"action", "manoeuvre"}, {"name", "long.csv"}});
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  double stopped = -1.0;
  EXPECT_TRUE(page.sees([&](const Json& t) {
    if (t["barred"] != true) return false;
    const double now = t["time_s"];
    if (stopped < 0.0) stopped = now;
    EXPECT_NE(t["state"], "running") << "of before the stop";
    return now > stopped + 2.0;
  }));
}

TEST(Tried, AManoeuvreThatCannotBeReadIsRefusedByLineAndColumn) {
  const Program program;
  const auto upload = [&](const std::string& name, const std::string& text) {
    const web::Response answer = program.post("/api/cueing/manoeuvres", {{"name", name}, {"text", text}});
    return std::pair{answer.status, Json::parse(answer.body).value("error", "")};
  };
  EXPECT_EQ(upload("x.csv", std::string{kHeading} + "0,0,0,0,0,0,0\n1,0,0,0,0,x,0\n"),
            (std::pair{400, std::string{"x.csv line 3, column 11: surge: \"x\" is not a number"}}));
  EXPECT_EQ(upload("braking.csv", forward(2)).first, 400);
  EXPECT_EQ(upload("../x.csv", forward(2)).first, 400);
  EXPECT_EQ(upload("x.txt", forward(2)).first, 400);
  EXPECT_EQ(upload("x.csv", "").first, 400);
}

TEST(Tried, TwoTuningsAreComparedOnAManoeuvreAndNothingMoves) {
  const Program program{"origin"};
  EXPECT_EQ(order(program, {{"action", "save_tuning"}, {"name", "plain"}})["result"], "done");
  EXPECT_EQ(order(program, {{"action", "cueing"}, {"gain", {0, 0, 0, 0, 0, 0}}, {"tilt_gain", 0}})["result"],
            "done");
  const web::Response answer =
      program.post("/api/cueing/compare", {{"manoeuvre", "step.csv"}, {"tunings", {"plain", "now"}}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  const Json compared = Json::parse(answer.body);
  const Json& plain = compared["results"][0];
  const Json& still = compared["results"][1];
  EXPECT_LT(plain["force_percent"], 60.0);
  EXPECT_NEAR(still["force_percent"].get<double>(), 100.0, 0.01) << "it gives nothing: a cabin at rest";
  EXPECT_GT(plain["share_percent"], 40.0) << "what is possible is known of it";
  EXPECT_NEAR(still["share_percent"].get<double>(), 0.0, 0.01);
  EXPECT_EQ(still["onset_delay_ms"], nullptr);
  const std::size_t points = compared["t"].size();
  EXPECT_GT(points, 100u);
  EXPECT_LE(points, 600u);
  for (const Json* line : {&compared["vehicle_force"][1], &plain["felt_force"][1], &still["felt_force"][1]})
    EXPECT_EQ(line->size(), points);
  EXPECT_EQ(order(program, {{"action", "tunings"}})["state"], "origin");
  for (const Json& wrong :
       {Json{{"manoeuvre", "step.csv"}, {"tunings", Json::array()}},
        Json{{"manoeuvre", "step.csv"}, {"tunings", {"gone"}}},
        Json{{"manoeuvre", "gone.csv"}, {"tunings", {"now"}}}, Json{{"tunings", {"now"}}}, Json::array()})
    EXPECT_EQ(program.post("/api/cueing/compare", wrong).status, 400) << wrong;
}

}  // namespace
}  // namespace hexad::inline daemon
