// The status of a hand-made moment, compared with the file that shows readers what to expect
// (HEXAD_GOLDEN_WRITE=1 writes it anew: look at the difference before you keep it).

#include "console_api/status_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

const std::string kGolden = std::string{HEXAD_TEST_DATA} + "/status.json";

Identity plain_identity() {
  Identity identity{.platform = "standard-400",
                    .version = "1.2.3",
                    .legs = 6,
                    .neutral_above_bottom = 0.23249,
                    .listening = {{"mdof", {0x7F000001, 1100}}, {"darren", {0x7F000001, 10000}}},
                    .console = "http://127.0.0.1:8600"};
  identity.names.set(1, "mdof");
  identity.names.set(2, "darren");
  return identity;
}

Telemetry telemetry() {
  Telemetry t;
  t.time = TimePoint{12s + 345ms};
  t.tick = 12345;
  t.state = State::running;
  t.program = ProgramKind::follow_pose;
  t.zeroed = true;
  t.moving = true;
  t.clamped = true;
  t.driver = {2, 0xC0A80105, 10010};
  t.why_not = Refusal::moving;
  t.limit = {Limit::leg_upper, 2, 0.410, 0.399};
  // One axis each, so that a swapped place or sign shows: 1, -2, 3 mm and 4, -5, 6 degrees.
  t.actual = kXyzConvention.to_pose({0.001, -0.002, 0.003, 4 * kDegree, -5 * kDegree, 6 * kDegree}, 0.0);
  t.target = kXyzConvention.to_pose({0.0, 0.0, 0.1, 0.0, 0.0, 0.0}, 0.0);
  t.actual_valid = true;
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    t.feedback.legs[i] = {.extension = 0.2 + 0.001 * static_cast<double>(i),
                          .velocity = -0.01,
                          .torque = 1.25,
                          .current = 2.083,
                          .voltage = 12.34,
                          .enabled = true};
  t.progress = 0.25;
  return t;
}

StatusReport plain_report() {
  StatusReport report;
  report.uptime_s = 12.4;
  report.wall = TimePoint{12s + 400ms};
  report.telemetry = telemetry();
  report.loop = {.rate_hz = 999.96,
                 .lateness_p99 = 61'300ns,
                 .lateness_max = 1'204'000ns,
                 .step_p99 = 40us,
                 .step_max = 95us,
                 .ticks = 12345,
                 .overruns = 2,
                 .slipped = 1};
  HostReport host;
  host.endpoint = {2, 0xC0A80105, 10010};
  host.rate_hz = 100.04;
  host.jitter = 350us;
  host.received = 1200;
  host.last_seen = TimePoint{12s + 390ms};
  host.dropped.add("length");
  host.dropped.add("length");
  host.dropped.add("not finite");
  host.told = std::make_shared<const Told>(Told{messages::say<messages::Id::told_darren_size>(64)});
  EXPECT_TRUE(report.hosts.hosts.push_back(host));
  PortReport port;
  port.protocol = 2;
  port.dropped.add("length");
  EXPECT_TRUE(report.hosts.ports.push_back(port));
  report.beside.injected.inject(plant::Injection::over_temperature, 1, 0.0);
  report.beside.injected.inject(plant::Injection::supply_sag, plant::kAllLegs, 0.5);
  report.busy = 3;
  report.lost_events = 4;
  const std::chrono::system_clock::time_point noon{std::chrono::seconds{1767268800}};
  report.log = {{noon, Level::info, "state ready -> running (run)"},
                {noon + 5ms, Level::warn, "the disk is slow"}};
  return report;
}

TEST(StatusReport, Rule25_IsTheGoldenFile) {
  const std::string made = Json::parse(to_json(plain_identity(), plain_report())).dump(2) + '\n';
  if (std::getenv("HEXAD_GOLDEN_WRITE") != nullptr) std::ofstream{kGolden} << made;
  std::ifstream file{kGolden};
  const std::string kept{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_EQ(made, kept);
}

TEST(StatusReport, PosesAreXyzAndAnglesInMillimetresAndDegrees) {
  const Json status = Json::parse(to_json(plain_identity(), plain_report()));
  EXPECT_EQ(status["pose"], Json::array({1.0, -2.0, 3.0, 4.0, -5.0, 6.0}));
  EXPECT_EQ(status["target"], Json::array({0.0, 0.0, 100.0, 0.0, 0.0, 0.0}));
}

TEST(StatusReport, AFaultHasCodeTextAndLeg) {
  StatusReport locked = plain_report();
  locked.telemetry.state = State::fault;
  locked.telemetry.fault = {FaultKind::following_error, 2, 0.0042, 0.0025};
  locked.telemetry.code = HardwareCode::servo_error;
  const Json fault = Json::parse(to_json(plain_identity(), locked))["fault"];
  EXPECT_EQ(fault["code"], 192);
  EXPECT_EQ(fault["leg"], 3);
  EXPECT_EQ(fault["text"], "following error, leg 3: 4.2 mm, allowed 2.5 mm");
  locked.telemetry.fault = {};
  locked.telemetry.state = State::emergency;
  locked.telemetry.code = HardwareCode::emergency_stop;
  const Json emergency = Json::parse(to_json(plain_identity(), locked))["fault"];
  EXPECT_EQ(emergency["code"], 195);
  EXPECT_EQ(emergency["text"], "emergency stop");
  EXPECT_EQ(emergency["leg"], nullptr);
}

TEST(StatusReport, WhatIsNoNumberIsNullAndTheRestStays) {
  StatusReport broken = plain_report();
  broken.telemetry.feedback.legs[1].extension = std::nan("");
  broken.log.push_back({{}, Level::warn, "\xff\x01 bytes"});
  const Json status = Json::parse(to_json(plain_identity(), broken));
  EXPECT_EQ(status["legs"][1]["extension_mm"], nullptr);
  EXPECT_EQ(status["legs"][2]["extension_mm"], 202.0);
}

Telemetry at_bottom() {
  Telemetry t;
  t.state = State::origin;
  t.zeroed = true;
  return t;
}

TEST(StatusReport, OneMayStepOnOnlyAtRestAtTheBottomAndWithNobodyDriving) {
  EXPECT_EQ(why_not_step_on(at_bottom(), 6), messages::Id::nothing);
  for (std::size_t s = 0; s < kStates; ++s) {
    Telemetry t = at_bottom();
    t.state = static_cast<State>(s);
    EXPECT_EQ(why_not_step_on(t, 6) == messages::Id::nothing, t.state == State::origin) << to_string(t.state);
  }
  Telemetry t = at_bottom();
  t.zeroed = false;
  EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing);
  t = at_bottom();
  t.moving = true;
  EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing);
  t = at_bottom();
  t.driver = {1, 0, 0};
  EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing);
  for (const double extension : {0.006, -0.006, std::nan("")}) {
    t = at_bottom();
    t.feedback.legs[5].extension = extension;
    EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing) << extension;
    EXPECT_EQ(why_not_step_on(t, 5), messages::Id::nothing) << "a leg the machine does not have";
  }
  t = at_bottom();
  t.feedback.open_loop = true;
  EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing) << "sent there, and not seen there";
  t = at_bottom();
  t.feedback.legs[0].velocity = std::nan("");
  EXPECT_NE(why_not_step_on(t, 6), messages::Id::nothing);
}

}  // namespace
}  // namespace hexad::inline console_api
