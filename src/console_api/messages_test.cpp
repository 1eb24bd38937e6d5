// Every message of the console's API, of a hand-made moment, against the files that show readers what to
// expect: tests/data/console (HEXAD_GOLDEN_WRITE=1 writes them anew: look at the difference before you keep
// it). The page's own tests read the same files.

#include "console_api/messages.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/units.hpp"
#include "config/build_machine.hpp"
#include "console_api/telemetry_text.hpp"
#include "console_api/testing/golden.hpp"
#include "lifecycle/transitions.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

constexpr double kNoon = 1767268800.0;

/// As a client gets it.
Json whole(const std::string& message, int number = 7) {
  return Json::parse("{\"platform\":\"standard-400\",\"seq\":" + std::to_string(number) + message);
}

Identity identity() {
  Identity identity{.platform = "standard-400",
                    .version = "1.2.3",
                    .legs = 6,
                    .neutral_above_bottom = 0.23249,
                    .timeouts = {{"darren", 0.2}},
                    .listening = {{"mdof", {0x7F000001, 1100}}, {"darren", {0x7F000001, 10000}}},
                    .console = "http://127.0.0.1:8600"};
  identity.names.set(1, "mdof");
  identity.names.set(2, "darren");
  return identity;
}

/// Each axis and leg another number, so that a swapped place or sign shows.
Telemetry running() {
  Telemetry t;
  t.time = TimePoint{12s + 345ms};
  t.tick = 12345;
  t.revision = 1;
  t.state = State::running;
  t.before = State::ready;
  t.program = ProgramKind::follow_pose;
  t.zeroed = true;
  t.moving = true;
  t.clamped = true;
  t.driver = {2, 0xC0A80105, 10010};
  t.why_not = Refusal::moving;
  t.limit = {Limit::leg_upper, 2, 0.410, 0.399};
  t.actual = kXyzConvention.to_pose({0.001, -0.002, 0.003, 4 * kDegree, -5 * kDegree, 6 * kDegree}, 0.0);
  t.commanded.pose = kXyzConvention.to_pose({0.0011, -0.0022, 0.0033, 0.0, 0.0, 0.0}, 0.0);
  t.target = kXyzConvention.to_pose({0.0, 0.0, 0.1, 0.0, 0.0, 0.0}, 0.0);
  t.actual_velocity = {Vec3{0.01, -0.02, 0.03}, Vec3{4 * kDegree, -5 * kDegree, 6 * kDegree}};
  t.actual_valid = true;
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    t.feedback.legs[i] = {.extension = 0.2 + 0.001 * static_cast<double>(i),
                          .velocity = -0.01,
                          .torque = 1.25,
                          .current = 2.083,
                          .voltage = 12.34,
                          .enabled = true};
  t.setpoint.relays = 0x801;
  t.setpoint.outputs = 0x03;
  t.feedback.inputs = 0x80;
  t.progress = 0.25;
  t.path_time = 1.5;
  t.override_share = 0.5;
  return t;
}

TelemetryContext beside() {
  TelemetryContext facts{.mono_s = 12.5, .silence_s = 0.012, .timeout_s = 0.2};
  facts.injected.inject(plant::Injection::over_temperature, 1, 0.0);
  return facts;
}

TEST(ConsoleMessages, Telemetry) {
  expect_golden("telemetry", whole(telemetry_text(identity(), running(), beside())));
}

TEST(ConsoleMessages, TelemetryOfAnEmergencyAndAFault) {
  Telemetry t = running();
  t.state = State::emergency;
  t.driver = {};
  t.limit = {};
  t.zeroed = t.actual_valid = t.moving = t.clamped = false;
  t.why_not = Refusal::emergency;
  t.code = HardwareCode::emergency_stop;
  t.feedback.legs[1].extension = std::nan("");
  for (LegFeedback& leg : t.feedback.legs) leg.enabled = false;
  expect_golden("telemetry_emergency",
                whole(telemetry_text(identity(), t, {.mono_s = 12.5, .button = true}), 8));
  t.state = State::fault;
  t.why_not = Refusal::fault;
  t.fault = {FaultKind::following_error, 2, 0.0042, 0.0025};
  t.code = HardwareCode::servo_error;
  t.feedback.legs[2].error = 0x7500;
  expect_golden("telemetry_fault", whole(telemetry_text(identity(), t, {.mono_s = 12.5}), 9));
}

TEST(ConsoleMessages, HelloAndTheMachine) {
  const LoadedPlatform loaded = load_platform({});
  const std::string machine = machine_text(*loaded.machine, identity(), {});
  expect_golden("machine", Json::parse(machine));
  expect_golden("hello", whole(hello_text(identity(), {machine, 3, kNoon, 12.5}), 1));
}

TEST(ConsoleMessages, TheMachinesNumbersAreThoseOfTheDefaultPlatform) {
  const LoadedPlatform loaded = load_platform({});
  const Json machine = Json::parse(machine_text(*loaded.machine, identity(), {}));
  EXPECT_NEAR(machine["neutral_height_mm"], 890.45, 0.01);
  EXPECT_EQ(machine["stroke_mm"], 400.0);
  EXPECT_EQ(machine["leg_min_mm"], 800.0);
  EXPECT_EQ(machine["leg_max_mm"], 1200.0);
  // Leg 1 at neutral, from the joints alone: retracted length and mid-stroke.
  const auto coordinate = [&](const char* key, std::size_t i) { return machine[key][0][i].get<double>(); };
  double square = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double d = coordinate("platform_joints_mm", i) + machine["platform_neutral_mm"][i].get<double>() -
                     coordinate("base_joints_mm", i);
    square += d * d;
  }
  EXPECT_NEAR(std::sqrt(square), 1000.0, 1e-3);
  // lifecycle.md: sway ±354 mm … yaw ±50.1°, less the margin of the stroke.
  EXPECT_NEAR(machine["ranges"][0][1], 354.0, 3.0);
  EXPECT_NEAR(machine["ranges"][2][0], -232.0, 2.0);
  EXPECT_NEAR(machine["ranges"][5][1], 50.1, 0.5);
}

TEST(ConsoleMessages, Ranges) {
  const LoadedPlatform loaded = load_platform({});
  const Pose pose = kXyzConvention.to_pose({0.0, 0.0, 0.1, 0.0, 0.0, 0.0}, 0.0);
  const Ranges ranges = ranges_at(*loaded.machine, pose);
  expect_golden("ranges", whole(ranges_text(ranges)));
  // What an axis may be, not how far it may go from here: heave still ends where it ends.
  const Ranges level = ranges_at(*loaded.machine, Pose{});
  EXPECT_NEAR(ranges.ends[1][2], level.ends[1][2], 1e-6);
  EXPECT_LT(ranges.ends[1][0], level.ends[1][0]) << "up there is less room to the sides";
}

TEST(ConsoleMessages, Legal) {
  Telemetry t;
  t.state = State::origin;
  t.zeroed = true;
  t.enabled = true;
  expect_golden("legal", whole(legal_text(legal(t, {.films = 3}))));
}

Event event(Notice news, Endpoint driver = {}) {
  Event event;
  event.driver = driver;
  event.time = TimePoint{12s + 345ms};
  event.news = std::move(news);
  return event;
}

TEST(ConsoleMessages, Events) {
  const Identity who = identity();
  const Endpoint darren{2, 0xC0A80105, 10010};
  const Moment now{kNoon};
  const auto golden = [&](const std::string& name, const Event& what) {
    const auto text = event_text(what, who.names, now);
    ASSERT_TRUE(text.has_value()) << name;
    expect_golden("event_" + name, whole(*text));
  };
  golden("transition", event(Transition{State::ready, State::running, "program"}));
  golden("limit", event(LimitChange{{Limit::leg_upper, 2, 0.410, 0.399}, true}, darren));
  golden("fault", event(FaultRaised{{FaultKind::following_error, 2, 0.0042, 0.0025}}, darren));
  golden("driver", event(DriverChange{darren}));
  golden("host_lost", event(HostLost{200ms}, darren));
  golden("refusal",
         event(Answer{Outcome::refused, Refusal::out_of_reach, {Limit::axis_upper, 2, 0.5, 0.218}}, darren));
  golden("answer", event(Answer{Outcome::done, Refusal::none, {}}, darren));
  EXPECT_FALSE(event_text(event(ProgramReleased{}), who.names, now).has_value());
  LogLine line;
  line.level = Level::warn;
  line.message = messages::say<messages::Id::order_answered>(name_of({.address = "127.0.0.1"}, false),
                                                             "raise", messages::Id::result_refused,
                                                             messages::Id::refusal_not_zeroed);
  line.text = messages::english(line.message);
  expect_golden("event_log", whole(log_text(line, {kNoon, true})));
  const Asker console{3, Role::operate, "10.0.0.5"};
  const messages::Message done = messages::say<messages::Id::order_answered_plain>(
      name_of(console, true), "raise", messages::Id::result_accepted);
  expect_golden("event_order", whole(desk_text({.message = done, .who = &console}, {kNoon})));
}

StatusReport report() {
  StatusReport report;
  report.wall = TimePoint{12s + 400ms};
  report.loop = {.rate_hz = 999.96,
                 .lateness_p99 = 61'300ns,
                 .lateness_max = 1'204'000ns,
                 .step_p99 = 40us,
                 .step_max = 95us,
                 .ticks = 12345,
                 .overruns = 2,
                 .slipped = 1,
                 .lateness = {100, 9000, 3000, 200, 40, 2, 1, 2, 0, 0, 0}};
  HostReport host;
  host.endpoint = {2, 0xC0A80105, 10010};
  host.rate_hz = 100.04;
  host.jitter = 350us;
  host.received = 1200;
  host.last_seen = TimePoint{12s + 390ms};
  host.dropped.add("length");
  host.gaps = {0, 0, 1, 20, 600, 570, 6, 1, 1, 0, 0, 0};
  host.told = std::make_shared<const Told>(Told{messages::say<messages::Id::told_darren_size>(64)});
  EXPECT_TRUE(report.hosts.hosts.push_back(host));
  PortReport port;
  port.protocol = 2;
  port.dropped.add("length");
  EXPECT_TRUE(report.hosts.ports.push_back(port));
  return report;
}

TEST(ConsoleMessages, HostsAndLoop) {
  const std::array<Asker, 2> consoles{Asker{3, Role::operate, "127.0.0.1"},
                                      Asker{7, Role::watch, "192.168.1.20"}};
  expect_golden("hosts", whole(hosts_message(identity(), report(), consoles, 3)));
  expect_golden("loop", whole(loop_message(report().loop)));
}

TEST(ConsoleMessages, Packets) {
  const auto packet = [](ProtocolId protocol, TappedPacket::Way way, std::string_view text,
                         std::string_view verdict) {
    TappedPacket made;
    made.peer = {protocol, 0x7F000001, 40000};
    made.way = way;
    made.verdict = verdict;
    made.size = static_cast<std::uint32_t>(text.size());
    made.kept = static_cast<std::uint16_t>(text.size());
    std::transform(text.begin(), text.end(), made.bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    return made;
  };
  const std::array packets{packet(1, TappedPacket::Way::in, "24", ""),
                           packet(1, TappedPacket::Way::out, "24#0 0 30 0 0 0", ""),
                           packet(2, TappedPacket::Way::in, "abc", "length")};
  const std::array seen{SeenPacket{&packets[0], kNoon}, SeenPacket{&packets[1], kNoon + 0.001},
                        SeenPacket{&packets[2], kNoon + 0.002}};
  expect_golden("packets", whole(packets_text(seen, 5, identity().names)));
}

TEST(ConsoleMessages, Replies) {
  expect_golden("reply", whole(reply_text("7", {OperatorReply::Result::done, {}, State::ready})));
  expect_golden("reply_refused",
                whole(reply_text("8", {OperatorReply::Result::refused, id_of(Refusal::not_zeroed),
                                       State::powered_up, Refusal::not_zeroed})));
}

/// Every reason not to step on, by what it is about.
Json step_on_reasons() {
  Telemetry down;
  down.state = State::origin;
  down.zeroed = true;
  Json reasons;
  const auto add = [&](const char* name, auto&& spoil) {
    Telemetry spoiled = down;
    spoil(spoiled);
    reasons[name] = messages::row_of(why_not_step_on(spoiled, kMaxLegs)).english;
  };
  add("not_zeroed", [](Telemetry& t) { t.zeroed = false; });
  add("not_at_bottom", [](Telemetry& t) { t.state = State::ready; });
  add("moving", [](Telemetry& t) { t.moving = true; });
  add("driven", [](Telemetry& t) { t.driver = kOperatorEndpoint; });
  add("leg_not_at_bottom", [](Telemetry& t) { t.feedback.legs[0].extension = 1.0; });
  add("leg_moves", [](Telemetry& t) { t.feedback.legs[0].velocity = 1.0; });
  return reasons;
}

template <class Enum>
Json names_of(std::size_t count) {
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(to_string(static_cast<Enum>(i)));
  return list;
}

/// Every name the messages use, with its words: for who makes a page in another language.
Json names_json() {
  Json json{{"states", names_of<State>(kStates)},
            {"programs", names_of<ProgramKind>(static_cast<std::size_t>(ProgramKind::jog) + 1)}};
  json["faults"] = {kEmergencyStop};
  for (std::size_t i = 1; i < kFaultKinds; ++i)
    json["faults"].push_back(to_string(static_cast<FaultKind>(i)));
  for (std::size_t i = 1; i < kRefusals; ++i) {
    const auto refusal = static_cast<Refusal>(i);
    json["refusals"][std::string{to_string(refusal)}] = messages::row_of(id_of(refusal)).english;
  }
  for (std::size_t i = 1; i < kLimits; ++i) {
    const auto limit = static_cast<Limit>(i);
    json["limits"][std::string{to_string(limit)}] = messages::row_of(id_of(limit)).english;
  }
  json["outcomes"] = names_of<Outcome>(static_cast<std::size_t>(Outcome::emergency) + 1);
  for (std::size_t i = 0; i < lifecycle::kTriggers; ++i)
    json["causes"].push_back(lifecycle::to_string(static_cast<lifecycle::Trigger>(i)));
  for (const plant::InjectionInfo& info : plant::injections())
    json["injections"].push_back({{"name", info.name},
                                  {"per_leg", info.per_leg},
                                  {"value", messages::row_of(info.value_text).english},
                                  {"default", info.default_value / info.scale},
                                  {"text", messages::row_of(info.text).english}});
  for (const Action& action : actions()) json["actions"].push_back(action.name);
  json["step_on"] = step_on_reasons();
  return json;
}

TEST(ConsoleMessages, Names) { expect_golden("names", names_json()); }

/// What a page sends: every one of them is understood.
TEST(ConsoleMessages, OrdersOfThePageAreUnderstood) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/console/orders.json"};
  const Json orders = Json::parse(file);
  std::set<const Action*> seen;
  for (Json order : orders) {
    EXPECT_EQ(order["type"], "order");
    order.erase("type");
    order.erase("id");
    const auto parsed = parse_order_json(order.dump());
    ASSERT_TRUE(parsed.has_value()) << order << ": " << messages::english(parsed.error());
    seen.insert(parsed->action);
  }
  EXPECT_EQ(seen.size(), actions().size()) << "an example of every action";
}

TEST(ConsoleMessages, TelemetryIsSmallAndQuicklyMade) {
  const Identity who = identity();
  const Telemetry t = running();
  const TelemetryContext facts = beside();
  constexpr int kFrames = 2000;
  std::size_t bytes = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kFrames; ++i) bytes += telemetry_text(who, t, facts).size();
  const double us =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  std::printf("telemetry: %zu bytes a frame, %.1f us to make one\n", bytes / kFrames, us / kFrames);
  EXPECT_LT(bytes / kFrames, 2200u);
}

}  // namespace
}  // namespace hexad::inline console_api
