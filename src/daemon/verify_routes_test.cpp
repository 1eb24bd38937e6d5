// /api/verify over HTTP: guarded as the other routes are, in lines of its own, and without any way to the
// platform.

#include "daemon/testing/console_bench.hpp"
#include "design/routes/answers.hpp"
#include "verification/answers.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

TEST(VerifyRoutes, AnswerWhatTheFunctionsAnswerAndMoveNothing) {
  const Program program;
  const auto picture = [&] {
    const Json status = Json::parse(program.get("/api/status").body);
    return std::tuple{status["state"], status["driver"], status["barred"], status["pose"], status["target"]};
  };
  const auto before = picture();
  const auto machine = program.get("/api/machine").body;
  const web::Response list = program.get("/api/verify/presets");
  ASSERT_EQ(list.status, 200);
  const Json set = Json::parse(list.body)["presets"][0]["set"];
  const Json pose{{"set", set}, {"pose", {0, 0, 30, 5, 0, 0}}};
  const web::Response answer = program.post("/api/verify/pose", pose);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, verification::answer_pose(pose.dump()).body);
  for (const auto& routes : {verification::routes(), design::routes()}) {
    for (const verification::Route& route : routes) {
      EXPECT_EQ(program.get(std::string{route.path}).status, 405) << route.path;
      EXPECT_EQ(program.post(std::string{route.path}, Json::array()).status, 400) << route.path;
      EXPECT_EQ(program.post(std::string{route.path}, {{"text", std::string(route.most_body, '1')}}).status,
                413)
          << route.path;
    }
  }
  EXPECT_EQ(program.get("/api/verify/motors").body, design::motors().body);
  EXPECT_EQ(program.post("/api/verify/presets", Json::object()).status, 405);
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(program.get("/api/machine").body, machine) << "the running platform is not the one being edited";
}

TEST(VerifyRoutes, NeedTheTokenAndTheRightHost) {
  const Program program{"neutral", {"console.token=0123456789abcdef"}};
  EXPECT_EQ(program.get("/api/verify/presets").status, 401);
  EXPECT_EQ(program.post("/api/verify/pose", Json::object()).status, 401);
  EXPECT_EQ(program.get("/api/verify/presets", "0123456789abcdef").status, 200);
}

TEST(VerifyRoutes, ALongSearchKeepsNeitherAPoseNorTheOperatorWaiting) {
  const Program program;
  const Json set = Json::parse(program.get("/api/verify/presets").body)["presets"][0]["set"];
  std::atomic<bool> searching{true};
  std::thread search{[&] {
    const web::Response answer = program.post("/api/verify/modes", {{"set", set}, {"preset", "mid"}});
    EXPECT_EQ(answer.status, 200);
    searching = false;
  }};
  std::this_thread::sleep_for(50ms);
  // As a line of one it would come after the search; it may only fail to show that on a machine that is very
  // fast.
  const web::Response pose = program.post("/api/verify/pose", {{"set", set}, {"pose", {0, 0, 0, 0, 0, 0}}});
  const bool still = searching;
  EXPECT_EQ(pose.status, 200);
  const web::Response preview =
      program.post("/api/preview", {{"kind", "path"}, {"points", {{0, 0, 20, 0, 0, 0}}}});
  EXPECT_EQ(preview.status, 200);
  std::printf("the search was %s when the pose had its answer\n", still ? "under way" : "done");
  search.join();
}

TEST(VerifyRoutes, AProgramThatEndsDoesNotWaitForASearch) {
  auto program = std::make_unique<Program>();
  const Json set = Json::parse(program->get("/api/verify/presets").body)["presets"][0]["set"];
  Page page{*program};
  ASSERT_TRUE(page.next("t"));
  std::thread search{[port = program->port, set] {
    (void)web::ask({.port = port,
                    .method = web::Method::post,
                    .path = "/api/verify/modes",
                    .body = Json{{"set", set}, {"preset", "mid"}}.dump(),
                    .patience = 60s});
  }};
  std::this_thread::sleep_for(100ms);
  program.reset();
  search.join();
}

}  // namespace
}  // namespace hexad::inline daemon
