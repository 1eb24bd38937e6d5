// Who may do what in the running program: roles, one console in control, alarms, counters, settings.

#include <fstream>

#include "daemon/testing/console_bench.hpp"

namespace hexad::inline daemon::testing {
namespace {

const std::vector<std::string> kTokens{"console.token=engineer-engineer",
                                       "console.operator_token=operator-operator",
                                       "console.viewer_token=viewer-viewer-viewer"};

struct Desked : Program {
  explicit Desked(const std::string& initial = "neutral") : Program{initial, kTokens} {}
  Json post_as(const std::string& token, const std::string& path, const Json& body) const {
    const auto answer = web::ask({.port = port,
                                  .method = web::Method::post,
                                  .path = path,
                                  .body = body.dump(),
                                  .token = token,
                                  .patience = 60s});
    Json json = answer ? Json::parse(answer->body, nullptr, false) : Json{};
    json["status"] = answer ? answer->status : 0;
    return json;
  }
  Page page(const std::string& token) const { return Page{*this, {.protocols = "hexad.v1, token." + token}}; }
};

/// The next frame of this type for which it is so.
template <class Condition>
Json wait_for(Page& page, const std::string& type, Condition&& condition) {
  for (int i = 0; i < 2000; ++i) {
    const auto frame = page.next(type);
    if (!frame) break;
    if (condition(*frame)) return *frame;
  }
  return {};
}

TEST(DeskRoutes, AViewerSeesAndStopsAndIsToldWhyNotTheRest) {
  const Desked program;
  Page viewer = program.page("viewer-viewer-viewer");
  EXPECT_EQ(viewer.next("hello").value()["role"], "viewer");
  const Json legal = viewer.next("legal").value();
  EXPECT_EQ(legal["messages"]["go"]["id"], "needs_operator") << legal;
  EXPECT_TRUE(legal["actions"]["stop"].is_null()) << legal["actions"];
  EXPECT_TRUE(legal["actions"]["estop"].is_null());
  EXPECT_EQ(viewer.ask({{"action", "neutral"}})["result"], "refused");
  EXPECT_EQ(viewer.ask({{"action", "stop"}})["result"], "done");
  EXPECT_EQ(viewer.ask({{"action", "estop"}})["result"], "done");
  ASSERT_TRUE(viewer.sees_state("emergency"));
  EXPECT_EQ(viewer.ask({{"action", "release"}})["result"], "refused");
  EXPECT_EQ(
      program.post_as("viewer-viewer-viewer", "/api/files", {{"name", "x.txt"}, {"text", ""}})["status"],
      403);
  EXPECT_EQ(program.post_as("operator-operator", "/api/accept", Json::object())["status"], 403);
  EXPECT_EQ(program.post_as("operator-operator", "/api/calibrate/read", Json::object())["status"], 403);
  EXPECT_EQ(program.post_as("operator-operator", "/api/maintenance/reset", {{"leg", "all"}})["status"], 403);
  EXPECT_EQ(program.get("/api/config", "operator-operator").status, 403);
  EXPECT_EQ(program.get("/api/config", "engineer-engineer").status, 200);
}

TEST(DeskRoutes, OneConsoleIsInControlAndTheOthersSeeWho) {
  const Desked program;
  Page first = program.page("operator-operator");
  Page second = program.page("engineer-engineer");
  const std::uint64_t number = first.next("hello").value()["console"];
  ASSERT_EQ(first.ask({{"action", "go"}, {"pose", {0, 0, 5, 0, 0, 0}}})["result"], "accepted");
  const Json hosts = wait_for(second, "hosts", [&](const Json& one) {
    for (const Json& console : one["consoles"])
      if (console["in_control"] == true) return console["number"] == number && console["role"] == "operator";
    return false;
  });
  ASSERT_FALSE(hosts.is_null()) << "the other page never saw who is in control";
  const Json legal = wait_for(second, "legal", [](const Json& one) {
    return one["messages"]["go"].is_object() && one["messages"]["go"]["id"] == "another_console";
  });
  ASSERT_FALSE(legal.is_null());
  const Json refused = second.ask({{"action", "go"}, {"pose", {0, 0, 0, 0, 0, 0}}});
  EXPECT_EQ(refused["result"], "refused");
  EXPECT_EQ(refused["message"]["id"], "another_console");
  EXPECT_EQ(second.ask({{"action", "takeover"}})["result"], "done");
  EXPECT_EQ(first.ask({{"action", "neutral"}})["message"]["id"], "another_console");
  EXPECT_EQ(second.ask({{"action", "go"}, {"pose", {0, 0, 0, 0, 0, 0}}})["result"], "accepted");
  EXPECT_EQ(first.ask({{"action", "stop"}})["result"], "done") << "what stops is anybody's";
  // The command line is typed on purpose.
  EXPECT_EQ(program.post_as("operator-operator", "/api/ctl", {{"action", "give"}})["result"], "done");
}

TEST(DeskRoutes, AConsoleThatGoesLeavesControlToWhoComes) {
  const Desked program;
  Page second = program.page("engineer-engineer");
  {
    Page first = program.page("operator-operator");
    ASSERT_EQ(first.ask({{"action", "go"}, {"pose", {0, 0, 5, 0, 0, 0}}})["result"], "accepted");
    EXPECT_EQ(second.ask({{"action", "neutral"}})["message"]["id"], "another_console");
  }
  const Json legal = wait_for(second, "legal", [](const Json& one) {
    return !one["messages"]["neutral"].is_object() || one["messages"]["neutral"]["id"] != "another_console";
  });
  ASSERT_FALSE(legal.is_null()) << "nobody is told that it may";
  EXPECT_NE(second.ask({{"action", "neutral"}})["result"], "refused");
}

TEST(DeskRoutes, WhatIsReservedIsRefusedByEveryRouteOfIt) {
  const Desked program;
  for (const char* path : {"/api/config/check", "/api/config/save", "/api/accept", "/api/maintenance/reset",
                           "/api/calibrate/read", "/api/calibrate/write", "/api/calibrate/export"})
    for (const char* token : {"operator-operator", "viewer-viewer-viewer"}) {
      const Json answer = program.post_as(token, path, Json::object());
      EXPECT_EQ(answer["status"], 403) << token << " " << path;
      EXPECT_EQ(answer["message"]["id"], "needs_engineer") << answer;
    }
  for (const char* path : {"/api/files", "/api/files/delete", "/api/files/rename", "/api/files/smoothed",
                           "/api/alarms/acknowledge", "/api/accept/cancel", "/api/verify/project/save"}) {
    const Json answer = program.post_as("viewer-viewer-viewer", path, Json::object());
    EXPECT_EQ(answer["status"], 403) << path;
    EXPECT_EQ(answer["message"]["id"], "needs_operator") << answer;
  }
}

TEST(DeskRoutes, WhoPressedWhatIsInTheListOfEvents) {
  const Desked program;
  Page page = program.page("operator-operator");
  Page other = program.page("viewer-viewer-viewer");
  EXPECT_EQ(page.ask({{"action", "go"}, {"pose", {0, 0, 5, 0, 0, 0}}})["result"], "accepted");
  const Json event = wait_for(other, "event", [](const Json& one) { return one["kind"] == "order"; });
  ASSERT_FALSE(event.is_null());
  EXPECT_EQ(event["role"], "operator");
  EXPECT_EQ(event["message"]["facts"]["order"], "go 0 0 5 0 0 0") << event;
  EXPECT_NE(event["who"].get<std::string>().find("127.0.0.1 console"), std::string::npos) << event;
  Page later = program.page("viewer-viewer-viewer");
  const Json past = wait_for(later, "event", [](const Json& one) { return one["kind"] == "order"; });
  EXPECT_EQ(past["past"], true) << "also for who comes later";
}

TEST(DeskRoutes, AlarmsAreAcknowledgedByName) {
  const Desked program;
  ASSERT_EQ(program.post_as("engineer-engineer", "/api/ctl",
                            {{"action", "inject"}, {"fault", "drive_fault:3"}})["result"],
            "done");
  Page page = program.page("viewer-viewer-viewer");
  ASSERT_TRUE(page.sees_state("fault"));
  Json list = Json::object();
  for (int i = 0; i < 500 && list.value("waiting", 0) == 0; ++i)
    list = Json::parse(program.get("/api/alarms", "viewer-viewer-viewer").body);
  ASSERT_GE(list["waiting"], 1) << list;
  const Json alarm = list["alarms"][0];
  EXPECT_EQ(alarm["kind"], "fault");
  EXPECT_TRUE(alarm["acknowledged"].is_null());
  const Json number = alarm["number"];
  EXPECT_EQ(
      program.post_as("viewer-viewer-viewer", "/api/alarms/acknowledge", {{"number", number}})["status"],
      403);
  EXPECT_EQ(program.post_as("operator-operator", "/api/alarms/acknowledge", {{"number", 99999}})["status"],
            404);
  EXPECT_EQ(program.post_as("operator-operator", "/api/alarms/acknowledge", {{"number", "x"}})["status"],
            400);
  const Json after = program.post_as("operator-operator", "/api/alarms/acknowledge", {{"number", number}});
  EXPECT_EQ(after["alarms"][0]["acknowledged"]["role"], "operator") << after;
  EXPECT_EQ(after["waiting"], list["waiting"].get<int>() - 1);
}

TEST(DeskRoutes, LegsCountWhatTheyDo) {
  const Desked program;
  Page page = program.page("engineer-engineer");
  ASSERT_EQ(page.ask({{"action", "go"}, {"pose", {0, 0, 20, 0, 0, 0}}, {"wait", true}})["result"], "done");
  const auto travel = [&] {
    return Json::parse(program.get("/api/maintenance", "viewer-viewer-viewer").body)["legs"][0];
  };
  Json leg = Json::object();
  for (int i = 0; i < 3000 && leg.value("starts", 0) == 0; ++i) {
    leg = travel();
    std::this_thread::sleep_for(1ms);  // counted once a second
  }
  EXPECT_EQ(leg["starts"], 1) << leg;
  EXPECT_GT(leg["travel_m"], 0.005);
  EXPECT_LT(leg["travel_m"], 0.1);
  EXPECT_GT(leg["hours"], 0.0);
  EXPECT_EQ(program.post_as("engineer-engineer", "/api/maintenance/reset", {{"leg", 7}})["status"], 400);
  const Json reset = program.post_as("engineer-engineer", "/api/maintenance/reset", {{"leg", 1}});
  EXPECT_EQ(reset["legs"][0]["starts"], 0) << reset;
  EXPECT_EQ(reset["legs"][0]["travel_m"], 0.0);
  EXPECT_EQ(reset["legs"][1]["starts"], 1) << "the others go on";
}

TEST(DeskRoutes, SettingsAreShownCheckedAndSavedWithTheFileBefore) {
  const Desked program;
  const auto post = [&](const std::string& path, const Json& body) {
    return program.post_as("engineer-engineer", path, body);
  };
  const Json all = Json::parse(program.get("/api/config", "engineer-engineer").body);
  const auto row = [](const Json& answer, const std::string& key) {
    for (const Json& one : answer["settings"])
      if (one["key"] == key) return one;
    return Json{};
  };
  EXPECT_EQ(row(all, "limits.joint_angle")["unit"], "°");
  EXPECT_EQ(row(all, "limits.joint_angle")["range"], Json({1.0, 90.0}));
  EXPECT_EQ(row(all, "console.token")["secret"], true);
  EXPECT_EQ(all.dump().find("engineer-engineer"), std::string::npos) << "a secret is not said back";
  EXPECT_EQ(all["exists"], false);

  const Json bad = post("/api/config/check", {{"changes", {{"limits.joint_angle", "900"}}}});
  EXPECT_EQ(bad["ok"], false);
  EXPECT_EQ(bad["problems"][0]["key"], "limits.joint_angle") << bad["problems"];
  EXPECT_EQ(post("/api/config/check", {{"changes", {{"limits.joint_angle", "50\nstate=1"}}}})["ok"], false);
  EXPECT_EQ(post("/api/config/check", {{"changes", {{"console.token", "short"}}}})["ok"], false);
  EXPECT_EQ(post("/api/config/check", {{"changes", {{"no.such", "1"}}}})["status"], 400);
  EXPECT_EQ(post("/api/config/check", {{"changes", {{"limits.joint_angle", "50"}}}})["ok"], true);

  const std::string file = all["file"];
  EXPECT_FALSE(fs::exists(file)) << "nothing was saved by looking";
  Json change{{"changes", {{"limits.joint_angle", "50"}}}, {"revision", "of-yesterday"}};
  EXPECT_EQ(post("/api/config/save", change)["status"], 409);
  change["revision"] = all["revision"];
  const Json saved = post("/api/config/save", change);
  ASSERT_EQ(saved["status"], 200) << saved;
  EXPECT_EQ(row(saved, "limits.joint_angle")["file"], "50.0") << row(saved, "limits.joint_angle");
  EXPECT_NE(row(saved, "limits.joint_angle")["used"], "50.0") << "what runs is as it was";
  change["changes"] = {{"limits.joint_angle", nullptr}, {"limits.jog_speed", "40"}};
  change["revision"] = saved["revision"];
  const Json again = post("/api/config/save", change);
  ASSERT_EQ(again["status"], 200) << again;
  EXPECT_TRUE(row(again, "limits.joint_angle")["file"].is_null());
  const auto backups =
      std::count_if(fs::directory_iterator{fs::path{file}.parent_path()}, fs::directory_iterator{},
                    [](const fs::directory_entry& one) { return one.path().extension() == ".bak"; });
  EXPECT_EQ(backups, 1) << "the file before";

  // Again and again, as fast as it goes: each file before stays; and what is secret in it is not said back.
  std::string revision = again["revision"];
  const std::string secret = "operators-of-tomorrow";
  change["changes"] = {{"console.operator_token", '"' + secret + '"'}};
  for (const char* const speed : {"41", "42", "43"}) {
    change["revision"] = revision;
    const Json next = post("/api/config/save", change);
    ASSERT_EQ(next["status"], 200) << next;
    EXPECT_EQ(next.dump().find(secret), std::string::npos) << next["text"];
    revision = next["revision"];
    change["changes"] = {{"limits.jog_speed", speed}};
  }
  EXPECT_EQ(std::count_if(fs::directory_iterator{fs::path{file}.parent_path()}, fs::directory_iterator{},
                          [](const fs::directory_entry& one) { return one.path().extension() == ".bak"; }),
            4);
  const Json checked = post("/api/config/check", {{"changes", {{"limits.joint_angle", "50"}}}});
  EXPECT_EQ(checked.dump().find(secret), std::string::npos) << checked["after"];
  EXPECT_NE(checked["after"].get<std::string>().find("operator_token"), std::string::npos);
  const LoadedPlatform loaded = load_platform({.config = file});
  ASSERT_TRUE(loaded.machine) << file;
  EXPECT_DOUBLE_EQ(loaded.machine->limits.jog_speed, 0.042);
  EXPECT_EQ(loaded.config.console.operator_token, secret);
}

}  // namespace
}  // namespace hexad::inline daemon::testing
