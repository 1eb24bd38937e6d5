// /api/calibrate over HTTP, against the board that the program itself is, and against boards that are silent
// or gone.

#include <set>

#include "calibration/tool/answers.hpp"
#include "calibration/tool/files.hpp"
#include "calibration/tool/history.hpp"
#include "daemon/testing/console_bench.hpp"
#include "os/udp_socket.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

/// A program that stands at the bottom, where its board takes a write, and what a page does with that board.
struct CalibrateBench {
  Program program;
  std::string board;

  explicit CalibrateBench(const std::string& initial = "origin", const std::vector<std::string>& more = {})
      : program{initial, more}, board{net::to_text(program.address_of("csfi"))} {}

  Json ask(const std::string& route, const Json& body) const {
    const web::Response answer = program.post("/api/calibrate/" + route, body);
    EXPECT_EQ(answer.status, 200) << route << ' ' << answer.body;
    return Json::parse(answer.body);
  }
  Json read() const { return ask("read", {{"board", board}}); }
  static Json frames(const Json& read) {
    Json frames = Json::object();
    for (const Json& group : read["groups"])
      frames[std::to_string(group["group"].get<int>())] = group["frame"];
    return frames;
  }
  static Json field(const Json& read, int group, const std::string& key) {
    for (const Json& one : read["groups"])
      for (const Json& value : one["fields"])
        if (one["group"] == group && value["key"] == key) return value;
    return {};
  }
  std::string value(int group, const std::string& key) const {
    return field(read(), group, key)["values"][0].get<std::string>();
  }
  Json write(const Json& groups, const Json& before) const {
    return ask("write", {{"board", board}, {"groups", groups}, {"before", before}});
  }
};

TEST(CalibrateRoutes, ReadHasEveryFieldWithNameUnitRangeAndExactText) {
  const CalibrateBench bench;
  const Json read = bench.read();
  EXPECT_EQ(read["board"], bench.board);
  ASSERT_EQ(read["groups"].size(), 4U);
  EXPECT_EQ(read["groups"][0]["rule"], "legs 1-6: six freedoms");
  const Json base = CalibrateBench::field(read, 1, "mechanics.base");
  EXPECT_EQ(base["count"], 18);
  EXPECT_EQ(base["type"], "f32");
  EXPECT_EQ(base["range"], "-5000 to 5000 mm");
  EXPECT_EQ(base["names"][7], "base joint 3 y");
  EXPECT_EQ(base["units"][7], "mm");
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.speed")["values"], Json({"50"}));
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.speed")["range"], "1 to 1000");
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.limit")["units"],
            Json({"mm", "mm", "mm", "deg", "deg", "deg"}));
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.seek_torque")["range"], "0 to 100 %");
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.standby")["range"], "0 to 255");
  EXPECT_EQ(CalibrateBench::field(read, 3, "network.local_ip")["type"], "ip");
  EXPECT_EQ(CalibrateBench::field(read, 3, "network.local_ip")["values"], Json({"192.168.0.15"}));
  EXPECT_EQ(CalibrateBench::field(read, 3, "network.local_port")["values"], Json({"20000"}));
  EXPECT_EQ(CalibrateBench::field(read, 3, "network.rs232_baud")["values"], Json({"6"}));
}

TEST(CalibrateRoutes, EveryByteOfAFrameHasOneName) {
  const CalibrateBench bench;
  const Json read = bench.read();
  const std::map<int, std::size_t> sizes{{1, 188}, {2, 156}, {3, 20}, {4, 76}};
  for (const Json& group : read["groups"]) {
    const std::size_t size = sizes.at(group["group"]);
    EXPECT_EQ(group["frame"].get<std::string>().size(), 2 * size);
    std::size_t end = 0;
    std::set<std::string> names;
    for (const Json& spot : group["bytes"]) {
      EXPECT_EQ(spot["offset"], end) << spot;
      end += spot["length"].get<std::size_t>();
      EXPECT_TRUE(names.insert(spot["name"]).second) << spot << " names two places";
    }
    EXPECT_EQ(end, size);
  }
  const Json& bytes = read["groups"][2]["bytes"];
  EXPECT_EQ(bytes[0], Json({{"offset", 0},
                            {"length", 2},
                            {"name", "mark"},
                            {"unit", ""},
                            {"value", "eb90"},
                            {"key", nullptr},
                            {"place", 0}}));
  EXPECT_EQ(bytes[7]["value"], "6 (115200 baud)");
  EXPECT_EQ(bytes[7]["offset"], 16);
}

TEST(CalibrateRoutes, Decision1_AWriteIsReadBackAndASecondReadHasIt) {
  const CalibrateBench bench;
  const Json read = bench.read();
  const Json written =
      bench.write({{"2", {{"control.speed", {"25"}}}},
                   {"3", {{"network.local_ip", {"10.0.0.7"}}, {"network.local_port", {21000}}}}},
                  CalibrateBench::frames(read));
  ASSERT_EQ(written["error"], nullptr) << written;
  EXPECT_EQ(written["taken"], true) << written;
  ASSERT_EQ(written["groups"].size(), 2U);
  EXPECT_EQ(written["groups"][0]["changes"][0], Json({{"key", "control.speed"},
                                                      {"place", 0},
                                                      {"name", "platform speed"},
                                                      {"unit", ""},
                                                      {"before", "50"},
                                                      {"after", "25"}}));
  EXPECT_TRUE(written["groups"][0]["differences"].empty());
  const Json after = bench.read();
  EXPECT_EQ(CalibrateBench::field(after, 2, "control.speed")["values"], Json({"25"}));
  EXPECT_EQ(CalibrateBench::field(after, 3, "network.local_ip")["values"], Json({"10.0.0.7"}));
  EXPECT_EQ(CalibrateBench::field(after, 3, "network.local_port")["values"], Json({"21000"}));
  EXPECT_EQ(after["groups"][0]["frame"], read["groups"][0]["frame"])
      << "a group that was not edited is not sent";
  EXPECT_NE(
      bench.program.get("/api/status").body.find("calibrate " + bench.board + ": group 2 (control) written"),
      std::string::npos);
}

TEST(CalibrateRoutes, ABoardThatHasChangedSinceItWasReadIsNotWrittenTo) {
  const CalibrateBench bench;
  const Json stale = CalibrateBench::frames(bench.read());
  EXPECT_EQ(bench.write({{"4", {{"user_frame.pose", {"0", "0", "12.5", "0", "0", "0"}}}}}, stale)["taken"],
            true);
  const Json refused = bench.write({{"2", {{"control.speed", {"25"}}}}}, stale);
  EXPECT_EQ(refused["error"]["code"], "changed") << refused;
  ASSERT_EQ(refused["groups"].size(), 1U);
  EXPECT_EQ(refused["groups"][0]["differences"][0], Json({{"key", "user_frame.pose"},
                                                          {"place", 2},
                                                          {"name", "user frame z"},
                                                          {"unit", "mm"},
                                                          {"read", "0"},
                                                          {"board", "12.5"}}));
  EXPECT_EQ(bench.value(2, "control.speed"), "50");
}

TEST(CalibrateRoutes, Decision2_AValueNoBoardTakesIsNamedAndNothingIsSent) {
  const CalibrateBench bench;
  const Json before = CalibrateBench::frames(bench.read());
  Json base = CalibrateBench::field(bench.read(), 1, "mechanics.base")["values"];
  base[7] = "6000";
  const std::vector<std::tuple<Json, std::string, int, std::string>> cases{
      {{{"1", {{"mechanics.stroke", {"4000"}}}}}, "mechanics.stroke", 0, "allowed 1 to 3000 mm"},
      {{{"1", {{"mechanics.base", base}}}}, "mechanics.base", 7, "6000, allowed -5000 to 5000 mm"},
      {{{"2", {{"control.scale", {"1", "1", "x", "1", "1", "1"}}}}}, "control.scale", 2, "is no number"},
      {{{"2", {{"control.limit", {"1", "1", "1", "1", "", "1"}}}}}, "control.limit", 4, "is empty"},
      {{{"2", {{"control.softness", {"nan"}}}}}, "control.softness", 0, "is no number"},
      {{{"2", {{"control.softness", {"1e39"}}}}}, "control.softness", 0, "no number a board can hold"},
      {{{"2", {{"control.standby", {"256"}}}}}, "control.standby", 0, "0 to 255"},
      {{{"2", {{"control.reserved", {"1", "2.5"}}}}}, "control.reserved", 1, "0 to 255"},
      {{{"3", {{"network.remote_ip", {"10.0.0"}}}}}, "network.remote_ip", 0, "must be an address"},
      {{{"3", {{"network.rs232_baud", {"7"}}}}}, "network.rs232_baud", 0, "allowed 0 to 6"},
      {{{"2", {{"control.scale", {"1", "2"}}}}}, "control.scale", 0, "has 2 values, 6 are expected"}};
  for (const auto& [groups, key, place, reason] : cases) {
    for (const char* route : {"write", "check"}) {
      Json body{{"groups", groups}, {"before", before}};
      if (std::string{route} == "write") body["board"] = bench.board;
      const Json error = bench.ask(route, body)["error"];
      EXPECT_EQ(error["code"], "value") << groups;
      EXPECT_EQ(error["key"], key) << error;
      EXPECT_EQ(error["place"], place) << error;
      EXPECT_NE(error["text"].get<std::string>().find(reason), std::string::npos) << error;
    }
  }
  EXPECT_EQ(CalibrateBench::frames(bench.read()), before);
  EXPECT_EQ(bench.ask("history", {{"board", bench.board}})["copies"].size(), 0U)
      << "nothing was about to be written";
  EXPECT_EQ(bench.write({{"2", {{"control.speed", {"50.0"}}}}}, before)["error"]["code"], "nothing");
}

TEST(CalibrateRoutes, Decision3_APlatformThatIsRaisedTakesNoWriteAndTheReadBackSaysSo) {
  const CalibrateBench bench{"neutral"};
  const Json read = bench.read();
  const Json written =
      bench.write({{"1", {{"mechanics.stroke", {"180"}}}}, {"2", {{"control.speed", {"25"}}}}},
                  CalibrateBench::frames(read));
  EXPECT_EQ(written["error"], nullptr);
  EXPECT_EQ(written["taken"], false);
  ASSERT_EQ(written["groups"].size(), 1U) << "a board that does not take one is not sent the next";
  const std::string stroke = CalibrateBench::field(read, 1, "mechanics.stroke")["values"][0];
  EXPECT_EQ(written["groups"][0]["differences"], Json::array({{{"key", "mechanics.stroke"},
                                                               {"place", 0},
                                                               {"name", "stroke"},
                                                               {"unit", "mm"},
                                                               {"wanted", "180"},
                                                               {"board", stroke}}}));
  EXPECT_EQ(bench.value(2, "control.speed"), "50");
}

TEST(CalibrateRoutes, RollBackIsAWriteOfACopyWithTheSameChecks) {
  const CalibrateBench bench;
  const Json first = CalibrateBench::frames(bench.read());
  ASSERT_EQ(bench.write({{"2", {{"control.speed", {"25"}}}}}, first)["taken"], true);
  const Json second = CalibrateBench::frames(bench.read());
  ASSERT_EQ(bench.write({{"2", {{"control.speed", {"30"}}}}}, second)["taken"], true);
  const Json third = CalibrateBench::frames(bench.read());

  const Json copies = bench.ask("history", {{"board", bench.board}, {"frames", third}})["copies"];
  ASSERT_EQ(copies.size(), 2U) << copies;
  EXPECT_EQ(copies[0]["differences"][0]["copy"], "25");
  EXPECT_EQ(copies[1]["differences"][0]["copy"], "50");
  EXPECT_EQ(copies[1]["differences"][0]["board"], "30");
  EXPECT_EQ(copies[1]["differences"].size(), 1U);
  EXPECT_EQ(copies[1]["groups"], Json::array({2})) << "what the write changed, and nothing else";
  const std::string oldest = copies[1]["id"];
  const Json kept = CalibrateBench::frames(bench.ask("history", {{"board", bench.board}, {"id", oldest}}));
  EXPECT_EQ(kept, Json({{"2", first["2"]}}));

  const auto back = [&](const Json& before) {
    return bench.ask("write", {{"board", bench.board}, {"id", oldest}, {"before", before}});
  };
  EXPECT_EQ(back(second)["error"]["code"], "changed") << "as any write";
  const Json written = back(third);
  EXPECT_EQ(written["taken"], true) << written;
  EXPECT_EQ(written["groups"].size(), 1U) << "only what differs: group 1 would cost the zero";
  EXPECT_EQ(CalibrateBench::frames(bench.read()), first);
  EXPECT_EQ(bench.ask("history", {{"board", bench.board}})["copies"].size(), 3U)
      << "a roll-back can be rolled back";
  for (const char* id : {"../../x", "20260102T030405.678Z", "x"})
    EXPECT_EQ(bench.ask("write", {{"board", bench.board}, {"id", id}, {"before", first}})["error"]["code"],
              "no_copy");
}

TEST(CalibrateRoutes, ABoardThatIsSilentOrGoneIsSaidToBe) {
  const CalibrateBench bench;
  auto silent = net::UdpSocket::open({.address = {net::kLoopback, 0}});
  ASSERT_TRUE(silent);
  const std::string where = net::to_text(silent->address());
  std::thread asking{[&] {
    const Json answer = bench.ask("read", {{"board", where}});
    EXPECT_EQ(answer["error"]["code"], "no_answer") << answer;
    EXPECT_NE(answer["error"]["text"].get<std::string>().find("no answer from " + where), std::string::npos);
  }};
  // Meanwhile everything that asks no board goes on.
  EXPECT_EQ(bench.program.get("/api/status").status, 200);
  EXPECT_EQ(bench.ask("history", {{"board", where}})["copies"].size(), 0U);
  asking.join();
  *silent = *net::UdpSocket::open({.address = {net::kLoopback, 0}});
  const Json gone = bench.ask("read", {{"board", where}});
  EXPECT_EQ(gone["error"]["code"], "unreachable") << gone;
}

TEST(CalibrateRoutes, ABoardIsAtOneIPv4AddressThatWasTyped) {
  const CalibrateBench bench;
  for (const char* board : {"", "hall.example:20000", "0.0.0.0:20000", "255.255.255.255:20000",
                            "239.1.2.3:20000", "127.0.0.1:0", "[::1]:20000", "127.0.0.1:99999"}) {
    EXPECT_EQ(bench.program.post("/api/calibrate/read", {{"board", board}}).status, 400) << board;
    EXPECT_EQ(bench.program
                  .post("/api/calibrate/write",
                        {{"board", board}, {"groups", Json::object()}, {"before", Json::object()}})
                  .status,
              400)
        << board;
  }
}

TEST(CalibrateRoutes, AreGuardedBoundedAndPostOnly) {
  {
    const Program program{"origin", {"console.token=0123456789abcdef"}};
    for (const calibration::tool::Route& route : calibration::tool::routes())
      EXPECT_EQ(program.post(std::string{route.path}, Json::object()).status, 401) << route.path;
  }
  const Program open{"origin"};
  for (const calibration::tool::Route& route : calibration::tool::routes()) {
    const std::string path{route.path};
    EXPECT_EQ(open.get(path).status, 405) << path;
    EXPECT_EQ(open.post(path, Json::array()).status, 400) << path;
    EXPECT_EQ(open.post(path, {{"bored", "x"}}).status, 400) << path;
    EXPECT_EQ(open.post(path, {{"text", std::string(300'000, '1')}}).status, 413) << path;
  }
}

TEST(CalibrateRoutes, ImportSaysLineAndColumn) {
  const CalibrateBench bench;
  const Json before = CalibrateBench::frames(bench.read());
  const auto import = [&](const Json& body) { return bench.ask("import", body); };
  const Json toml = import({{"format", "toml"},
                            {"name", "hall.toml"},
                            {"text", "[control]\nsped = 25\n  scale = [1, 2]\n"},
                            {"frames", before}});
  EXPECT_TRUE(toml["groups"].empty());
  ASSERT_EQ(toml["errors"].size(), 2U) << toml;
  const auto place_and_text = [](const Json& one) { return Json{one["line"], one["column"], one["text"]}; };
  EXPECT_EQ(place_and_text(toml["errors"][0]),
            Json({2, 1, "control.sped: no such value; did you mean control.speed?"}));
  EXPECT_EQ(place_and_text(toml["errors"][1]), Json({3, 3, "control.scale has 2 numbers, 6 are expected"}));
  EXPECT_EQ(toml["errors"][1]["message"]["facts"]["what"],
            Json::parse(R"({"id":"value_numbers","facts":{"count":2,"expected":6}})"));
  const Json broken = import({{"format", "toml"}, {"text", "[control]\nspeed = = 3\n"}});
  EXPECT_EQ(broken["errors"][0]["line"], 2) << broken;
  const Json csv = import({{"format", "csv"}, {"text", "base,1,1,2,3\nbase,2,1,x,3\n"}});
  EXPECT_EQ(csv["errors"][0]["line"], 2) << csv;
  EXPECT_EQ(csv["errors"][0]["column"], 10) << csv;
  // Some values of a group need the others from a board that was read.
  const Json some{{"format", "toml"}, {"text", "[control]\nspeed = 25\n"}};
  EXPECT_EQ(import(some)["errors"].size(), 1U);
  Json over = some;
  over["frames"] = before;
  const Json read = import(over);
  ASSERT_EQ(read["groups"].size(), 1U) << read;
  EXPECT_EQ(CalibrateBench::field(read, 2, "control.speed")["values"], Json({"25"}));
  EXPECT_EQ(bench.program.post("/api/calibrate/import", {{"format", "xml"}, {"text", ""}}).status, 400);
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? kLetters[bits >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

TEST(CalibrateRoutes, EveryFormatGivesTheSameBytesBack) {
  const CalibrateBench bench;
  const Json frames = CalibrateBench::frames(bench.read());
  for (const std::string format : {"csv", "toml", "bin"}) {
    const web::Response file =
        bench.program.post("/api/calibrate/export", {{"format", format}, {"frames", frames}});
    ASSERT_EQ(file.status, 200) << format;
    Json body{{"format", format}};
    if (format == "bin") {
      EXPECT_EQ(file.body.size(), 188U + 156U + 20U + 76U);
      body["base64"] = base64(file.body);
    } else {
      body["text"] = file.body;
    }
    if (format == "csv") body["frames"] = frames;  // it has no place for the reserved bytes
    const Json back = bench.ask("import", body);
    EXPECT_TRUE(back["errors"].empty()) << back["errors"];
    Json expected = frames;
    if (format == "csv") expected = {{"1", frames["1"]}};
    EXPECT_EQ(CalibrateBench::frames(back), expected) << format;
  }
  const Json edited = bench.ask(
      "import",
      {{"format", "bin"},
       {"base64", base64(bench.program
                             .post("/api/calibrate/export", {{"format", "bin"},
                                                             {"frames", frames},
                                                             {"groups", {{"2", {{"control.speed", {"7"}}}}}}})
                             .body)}});
  EXPECT_EQ(CalibrateBench::field(edited, 2, "control.speed")["values"], Json({"7"}))
      << "what is being edited can be saved";
}

TEST(CalibrateRoutes, ABinaryThatIsNoneSaysAtWhichByte) {
  const CalibrateBench bench;
  const std::string good = bench.program
                               .post("/api/calibrate/export",
                                     {{"format", "bin"}, {"frames", CalibrateBench::frames(bench.read())}})
                               .body;
  const auto problem = [&](const std::string& bytes) {
    const Json answer = bench.ask("import", {{"format", "bin"}, {"base64", base64(bytes)}});
    return answer["errors"].empty() ? std::string{} : answer["errors"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(problem(good), "");
  EXPECT_EQ(problem(""), "nothing of a board in it");
  EXPECT_EQ(problem(good.substr(0, 200)), "byte 188: the frame of group 2 has 12 of its 156 bytes");
  EXPECT_EQ(problem(good + "x"), "byte 440: no frame begins here; a frame begins with EB 90");
  EXPECT_EQ(problem(good.substr(0, 188) + good.substr(0, 188)), "byte 188: group 1 is there twice");
  std::string turned = good;
  turned[100] = static_cast<char>(turned[100] ^ 1);
  EXPECT_EQ(problem(turned), "byte 3: the checksum of group 1 is wrong");
  EXPECT_EQ(bench.program.post("/api/calibrate/import", {{"format", "bin"}, {"base64", "a=b"}}).status, 400);
}

TEST(CalibrateHistory, KeepsTheNewest50AndAStandingBoardOnce) {
  const fs::path folder = fs::temp_directory_path() / ("hexad-history-" + std::to_string(::getpid()));
  fs::remove_all(folder);
  const auto start = std::chrono::system_clock::time_point{} + 20'000 * 24h;
  const auto with_speed = [](int speed) {
    protocols::csfi::Control control;
    control.speed = static_cast<float>(speed);
    return calibration::tool::Groups{{2, control}};
  };
  for (int i = 1; i <= 53; ++i)
    for (int twice = 0; twice < 2; ++twice)
      ASSERT_TRUE(
          calibration::tool::keep_in_history(folder, with_speed(i), start));  // all within a millisecond
  auto copies = calibration::tool::read_history(folder);
  ASSERT_EQ(copies.size(), 50U);
  EXPECT_EQ(copies.front().groups, with_speed(53));
  EXPECT_EQ(copies.back().groups, with_speed(4));
  EXPECT_EQ(copies.back().id, "20241004T000000.003Z");
  // A clock that was set back changes neither the order nor which ones are kept.
  ASSERT_TRUE(calibration::tool::keep_in_history(folder, with_speed(99), start - 24h));
  copies = calibration::tool::read_history(folder);
  EXPECT_EQ(copies.size(), 50U);
  EXPECT_EQ(copies.front().groups, with_speed(99));
  EXPECT_EQ(copies[1].groups, with_speed(53));
  EXPECT_EQ(calibration::tool::find_in_history(folder, copies[1].id)->groups, with_speed(53));
  std::ofstream{folder / "history/20300101T000000.000Z.bin"} << "no frame";
  EXPECT_EQ(calibration::tool::read_history(folder).size(), 50U) << "a damaged copy is left out";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace hexad::inline daemon
