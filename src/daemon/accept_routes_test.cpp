// /api/accept over HTTP: what begins, what it finds, what ends it, and that nobody's stop is lifted.

#include "acceptance/acceptance.hpp"
#include "acceptance/report_text.hpp"
#include "daemon/testing/console_bench.hpp"
#include "messages/say.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

struct AcceptBench {
  Program program;
  explicit AcceptBench(const std::string& initial = "neutral",
                       std::vector<std::string> more = {"loop.speed=10"})
      : program{initial, more} {}

  Json state() const { return Json::parse(program.get("/api/accept").body); }
  Json status() const { return Json::parse(program.get("/api/status").body); }
  web::Response start(const Json& more = Json::object()) const {
    Json body{{"tests", {"balance"}}, {"quick", true}, {"confirm", true}};
    body.update(more);
    return program.post("/api/accept", body);
  }
  template <class Condition>
  bool becomes(Condition&& condition) const {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      if (condition(state())) return true;
      std::this_thread::sleep_for(20ms);
    }
    return false;
  }
  bool has_ended() const {
    return becomes([](const Json& now) { return now["state"] == "done" || now["state"] == "ended"; });
  }
  bool has_begun_to_move() const {
    return becomes([](const Json& now) { return !now["lines"].empty(); });
  }
};

std::string error_of(const web::Response& response) {
  return Json::parse(response.body).value("error", std::string{});
}

TEST(AcceptRoutes, WhatCannotBeginIsSaidAndNothingMoves) {
  const AcceptBench bench{"powered_up"};
  EXPECT_EQ(bench.state()["state"], "none");
  EXPECT_EQ(bench.state()["tests"][0]["name"], "reach");
  const std::vector<std::tuple<Json, int, std::string>> wrong{
      {{{"confirm", false}}, 400, "confirm: must be true"},
      {{{"confirm", "yes"}}, 400, "confirm: is not a switch"},
      {{{"tests", {"reech"}}}, 400, "tests: no test \"reech\"; did you mean reach?"},
      {{{"tests", "reach"}}, 400, "tests: is not a list of names"},
      {{{"against", "../../etc/passwd"}}, 400, "there is no report"},
      {{{"speed", 2}}, 400, "no key \"speed\""},
      {Json::object(), 409, "the platform is not homed"}};
  for (const auto& [more, status, text] : wrong) {
    const web::Response answer = bench.start(more);
    EXPECT_EQ(answer.status, status) << more;
    EXPECT_NE(error_of(answer).find(text), std::string::npos) << answer.body;
  }
  EXPECT_EQ(bench.program.post("/api/accept", Json::array()).status, 400);
  EXPECT_EQ(bench.program.post("/api/accept/cancel", Json::object()).status, 409);
  EXPECT_EQ(bench.state()["state"], "none");
  EXPECT_EQ(bench.status()["driver"], nullptr);
}

TEST(AcceptRoutes, FiguresWithBoundsAndAReportThatIsKeptServedAndComparedWith) {
  const AcceptBench bench;
  ASSERT_EQ(bench.start().status, 200);
  EXPECT_EQ(bench.start().status, 409) << "one at a time";
  ASSERT_TRUE(bench.has_ended());
  const Json now = bench.state();
  ASSERT_EQ(now["state"], "done") << now["reason"];
  EXPECT_EQ(now["chosen"], Json({"balance"}));
  EXPECT_EQ(now["lines"][0]["text"], "balance: torques at neutral");
  EXPECT_EQ(now["result"]["passes"], true);
  EXPECT_GT(now["result"]["bounds"], 0);
  bool bounded = false;
  for (const Json& figure : now["result"]["tests"][0]["figures"])
    bounded = bounded || (!figure["bounds"].empty() && figure["bounds"][0]["kept"] == true);
  EXPECT_TRUE(bounded);
  EXPECT_EQ(bench.status()["driver"], nullptr) << "control is given back";
  EXPECT_EQ(bench.status()["state"], "ready");

  ASSERT_EQ(now["reports"].size(), 1u);
  const std::string name = now["report"];
  EXPECT_EQ(now["reports"][0]["name"], name);
  EXPECT_EQ(now["reports"][0]["passes"], true);
  EXPECT_TRUE(fs::exists(bench.program.state / "standard-400/acceptance" / name));
  const web::Response page = bench.program.get(now["reports"][0]["address"]);
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("<h1>Acceptance of standard-400 · standard-400 验收</h1>"), std::string::npos);
  EXPECT_EQ(bench.program.get("/accept/none.html").status, 404);
  EXPECT_EQ(bench.program.get("/accept/..%2f..%2fconsole-token").status, 404);

  ASSERT_EQ(bench.start({{"against", name}}).status, 200);
  ASSERT_TRUE(bench.has_ended());
  const Json second = bench.state();
  ASSERT_EQ(second["reports"].size(), 2u);
  EXPECT_NE(bench.program.get(second["reports"][0]["address"]).body.find("The configuration is the same."),
            std::string::npos);
}

TEST(AcceptRoutes, BeyondThisMachineAReportNeedsTheTokenOrItsKey) {
  const AcceptBench bench{"neutral", {"loop.speed=10", "console.token=secret-of-this-test"}};
  const std::string token = "secret-of-this-test";
  EXPECT_EQ(bench.program.get("/api/accept").status, 401);
  const auto begun = web::ask({.port = bench.program.port,
                               .method = web::Method::post,
                               .path = "/api/accept",
                               .body = R"({"tests":["balance"],"quick":true,"confirm":true})",
                               .token = token});
  ASSERT_TRUE(begun);
  ASSERT_EQ(begun->status, 200) << begun->body;
  Json now;
  for (int i = 0; i < 3000 && (now.is_null() || now["state"] == "running"); ++i) {
    std::this_thread::sleep_for(20ms);
    now = Json::parse(bench.program.get("/api/accept", token).body);
  }
  ASSERT_EQ(now["state"], "done") << now << " it speaks to itself with the token";
  const std::string address = now["reports"][0]["address"];
  EXPECT_EQ(bench.program.get(address).status, 200);
  const std::string bare = address.substr(0, address.find('?'));
  EXPECT_EQ(bench.program.get(bare).status, 401);
  EXPECT_EQ(bench.program.get(bare + "?key=guess").status, 401);
  EXPECT_EQ(bench.program.get(bare, token).status, 200);
}

TEST(AcceptRoutes, CancelStopsSoftlyAndGivesControlBack) {
  const AcceptBench bench{"neutral", {}};
  ASSERT_EQ(bench.start({{"tests", {"reach"}}}).status, 200);
  ASSERT_TRUE(bench.has_begun_to_move());
  EXPECT_EQ(bench.status()["driver"], "operator");
  EXPECT_EQ(bench.program.post("/api/accept/cancel", Json::object()).status, 200);
  ASSERT_TRUE(bench.has_ended());
  const Json now = bench.state();
  EXPECT_EQ(now["state"], "ended");
  EXPECT_EQ(now["reason"],
            "the acceptance was ended early, there is no report: it was cancelled in the console\n"
            "the platform is stopped where it was; control is given back");
  EXPECT_TRUE(now["reports"].empty());
  const Json status = bench.status();
  EXPECT_EQ(status["driver"], nullptr);
  EXPECT_EQ(status["barred"], false);
  EXPECT_EQ(status["moving"], false);
  EXPECT_EQ(status["fault"], nullptr);
}

TEST(AcceptRoutes, Rule4_AStopByTheOperatorEndsItAndStaysInForce) {
  const AcceptBench bench{"neutral", {}};
  ASSERT_EQ(bench.start({{"tests", {"reach"}}}).status, 200);
  ASSERT_TRUE(bench.has_begun_to_move());
  Page page{bench.program};
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  ASSERT_TRUE(bench.has_ended());
  const std::string reason = bench.state()["reason"];
  EXPECT_NE(reason.find("that stays so until hexad ctl give"), std::string::npos) << reason;
  EXPECT_EQ(bench.status()["barred"], true);
}

TEST(AcceptRoutes, AHoldByTheOperatorEndsItAndStaysInForce) {
  const AcceptBench bench{"neutral", {}};
  ASSERT_EQ(bench.start({{"tests", {"reach"}}}).status, 200);
  ASSERT_TRUE(bench.has_begun_to_move());
  Page page{bench.program};
  ASSERT_TRUE(page.sees([](const Json& t) { return t["state"] == "running"; }));
  EXPECT_EQ(page.ask({{"action", "hold"}})["result"], "done");
  ASSERT_TRUE(bench.has_ended());
  EXPECT_TRUE(page.sees_state("holding")) << "a hold of the operator ends only by the operator";
}

TEST(AcceptRoutes, Rule4_WhatAClientOrdersOnItsOwnAfterAStopItHasNotHeardOfDoesNotCount) {
  const Program program;
  const auto stops = [&] { return Json::parse(program.get("/api/status").body)["stops"].get<int>(); };
  Page page{program};
  EXPECT_EQ(stops(), 0);
  const Json go{{"action", "go"}, {"pose", {0, 0, 5, 0, 0, 0}}, {"unless_stopped", 0}};
  EXPECT_EQ(page.ask(go)["result"], "accepted");
  EXPECT_EQ(page.ask({{"action", "stop"}})["result"], "done");
  EXPECT_EQ(stops(), 1);
  const Json refused = page.ask(go);
  EXPECT_EQ(refused["result"], "refused");
  EXPECT_EQ(refused["reason"], "somebody has stopped or paused the platform meanwhile");
  EXPECT_EQ(page.ask({{"action", "give"}, {"unless_stopped", 0}})["result"], "refused");
  EXPECT_EQ(Json::parse(program.get("/api/status").body)["barred"], true);
  EXPECT_EQ(page.ask({{"action", "hold"}, {"unless_stopped", 0}})["result"], "done") << "never refused";
  EXPECT_EQ(page.ask({{"action", "give"}, {"unless_stopped", 2}})["result"], "done");
  EXPECT_EQ(page.ask({{"action", "give"}, {"unless_stopped", -1}})["result"], "refused");
}

TEST(AcceptRoutes, AProgramThatEndsTakesItsAcceptanceAlong) {
  const auto begin = std::chrono::steady_clock::now();
  {
    const AcceptBench bench{"neutral", {}};
    ASSERT_EQ(bench.start({{"tests", {"reach"}}}).status, 200);
    ASSERT_TRUE(bench.has_begun_to_move());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 25s) << "nobody waits for a motion that never ends";
}

TEST(AcceptRoutes, TheNewestTwentyReportsAreKept) {
  const fs::path folder = fs::temp_directory_path() / ("hexad-reports-" + std::to_string(::getpid()));
  const acceptance::ReportRepository repository{folder / "acceptance", "acceptance-",
                                                acceptance::summary_json};
  ASSERT_FALSE(repository.problem());
  acceptance::Report report;
  report.platform = "p";
  report.machine = "{}";
  for (int minute = 10; minute < 33; ++minute) {
    report.date = "2026-11-16 10:" + std::to_string(minute) + ":45 UTC";
    ASSERT_TRUE(repository.keep(report.date, acceptance::page_of(report)));
  }
  const std::vector<acceptance::KeptReport> kept = repository.list();
  ASSERT_EQ(kept.size(), acceptance::kMostReports);
  EXPECT_EQ(kept.front().name, "acceptance-20261116-103245.html");
  EXPECT_EQ(kept.back().name, "acceptance-20261116-101345.html");
  std::ofstream{repository.path_of("acceptance-20300101-000000.html")} << "<h1>something else</h1>";
  EXPECT_EQ(repository.list().front().name, "acceptance-20261116-103245.html")
      << "what is no report is not listed";
  fs::remove_all(folder);
}

/// What the page's own tests read, too. HEXAD_GOLDEN_WRITE=1 writes it anew: look at the difference before
/// you keep it.
TEST(AcceptRoutes, TheAnswerIsAsTheGoldenFileShowsIt) {
  acceptance::Shown shown;
  shown.phase = acceptance::Shown::Phase::done;
  shown.tests = {"reach"};
  shown.quick = true;
  shown.against = "acceptance-20261115-090000.html";
  shown.lines = {messages::Id::accept_raising,
                 messages::say<messages::Id::accept_reach>(messages::Id::axis_sway,
                                                           messages::Number{-318.1, messages::Unit::mm})};
  shown.report = "acceptance-20261116-102545.html";
  shown.result =
      R"({"seconds":41.5,"passes":false,"bounds":2,"broken":2,"bounds_without_figure":["reach.x <= 1"],"tests":[)"
      R"({"name":"reach","title":"Reach","not_measured":null,"figures":[)"
      R"({"name":"reach.sway.low.reached_mm","value":-318.05,"unit":"mm","bounds":[]},)"
      R"({"name":"reach.sway.low.error_mm","value":0.71,"unit":"mm","bounds":[{"bound":"<= 0.5","kept":false,"source":"own"}]},)"
      R"({"name":"reach.sway.low.error_deg","value":null,"unit":"°","bounds":[{"bound":"<= 0.1","kept":false,"source":"own"}]}]}]})";
  shown.kept = {
      {"acceptance-20261116-102545.html",
       R"({"date":"2026-11-16 10:25:45 UTC","version":"0.1.0","platform":"standard-400","simulated":true,"quick":true,)"
       R"("seconds":41.5,"passes":false,"bounds":2,"broken":2,"tests":["reach"]})"}};
  const Json made = Json::parse(acceptance::to_json(shown, "KEY"));
  const std::string path = std::string{HEXAD_TEST_DATA} + "/console/accept/shown.json";
  if (std::getenv("HEXAD_GOLDEN_WRITE") != nullptr) std::ofstream{path} << made.dump(2) << '\n';
  std::ifstream file{path};
  EXPECT_EQ(made, Json::parse(file, nullptr, false));
}

}  // namespace
}  // namespace hexad::inline daemon
