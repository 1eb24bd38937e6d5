// The console against the whole program, threads and all, over real websockets and HTTP on loopback.

#include "daemon/testing/console_bench.hpp"

namespace hexad::inline daemon {
namespace {

using namespace testing;

TEST(Console, SaysHelloThenWhatMayBeDoneAndThenTelemetryFlows) {
  const Program program;
  ASSERT_TRUE(Page{program}.sees_state("ready")) << "the self-test takes a moment";
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
  EXPECT_EQ(legal["codes"]["reset"], "nothing_to_reset");
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
  const double start = quick.next("t").value()["mono_s"];
  int frames = 0;
  double now = start;
  while (now - start < 2.0) {
    now = quick.next("t").value()["mono_s"];
    ++frames;
  }
  EXPECT_GT(frames, 15)
      << "about sixty a second, on a busy machine fewer, but more than the five of the other";
  std::vector<double> times;
  for (int i = 0; i < 6; ++i) times.push_back(slow.next("t").value()["mono_s"]);
  EXPECT_GE(times.back() - times[1], 4 * 0.19);
}

TEST(Console, AChangeOfTheSituationIsToldAtOnceAtAnyRate) {
  const Program program;
  Page page{program};
  ASSERT_TRUE(page.sees_state("ready"));
  page.socket.send(R"({"type":"subscribe","telemetry_hz":0.1})");
  // Answered behind the subscription: the next frame but one is ten seconds away.
  EXPECT_EQ(page.ask({{"action", "estop"}})["result"], "done");
  double before = NAN;
  double told = NAN;
  EXPECT_TRUE(page.sees([&](const Json& t) {
    const bool stopped = t["state"] == "emergency";
    (stopped ? told : before) = t["mono_s"];
    return stopped;
  }));
  EXPECT_FALSE(told - before > 9.0);  // there may have been none before
  EXPECT_EQ(page.ask({{"action", "release"}})["result"], "done");
  EXPECT_TRUE(page.sees([&](const Json& t) {
    before = std::exchange(told, t["mono_s"]);
    return t["button"] == false;
  }));
  EXPECT_LT(told - before, 9.0);
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
  EXPECT_TRUE(page.sees([](const Json& t) { return t["may_step_on"] == true; }));
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
  // One asks, the other only listens: a change may be told before the reply to what made it.
  Page page{program};
  Page listener{program};
  const auto hears = [&](const std::string& type, auto&& is_so) {
    for (auto told = listener.next(type); told; told = listener.next(type))
      if (is_so(*told)) return true;
    return false;
  };
  EXPECT_TRUE(hears("legal", [](const Json& legal) {
    return legal["codes"]["raise"] == "not_zeroed" && legal["actions"]["zero"] == nullptr;
  }));
  EXPECT_EQ(page.ask({{"action", "raise"}})["code"], "not_zeroed");
  EXPECT_TRUE(hears("event", [](const Json& event) {
    return event["text"].get<std::string>().find("raise") != std::string::npos;
  })) << "the refusal is in the log";
  EXPECT_EQ(page.ask({{"action", "estop"}})["result"], "done");
  EXPECT_TRUE(hears("legal", [](const Json& legal) { return legal["codes"]["zero"] == "emergency"; }));
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

}  // namespace
}  // namespace hexad::inline daemon
