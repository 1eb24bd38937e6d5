#include "console_api/status_report.hpp"

#include <fmt/format.h>
#include <time.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "messages/json.hpp"
#include "messages/say.hpp"
#include "model/drop_reasons.hpp"
#include "words/fact_json.hpp"

namespace hexad::runtime {
namespace {

using Json = nlohmann::ordered_json;
using words::Id;

constexpr double kBottomBand = 5.0 * kMillimetre;
constexpr double kStill = 1.0 * kMillimetre;  // a second

/// Digits nobody measures are left away; -0 is 0.
double rounded(double value, double digits) { return std::round(value * digits) / digits + 0.0; }
double millimetres(double metres) { return rounded(metres / kMillimetre, 1e3); }
double degrees(double radians) { return rounded(radians / kDegree, 1e4); }
double microseconds(Duration duration) { return rounded(1e6 * to_seconds(duration), 10.0); }

/// X Y Z RX RY RZ, as on the command line.
Json pose_json(const Pose& pose, double neutral_above_bottom) {
  const AxisValues axes = kXyzConvention.from_pose(pose, neutral_above_bottom);
  Json values = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) values.push_back(i < 3 ? millimetres(axes[i]) : degrees(axes[i]));
  return values;
}

Json legs_json(const Telemetry& telemetry, std::size_t legs) {
  Json list = Json::array();
  for (std::size_t i = 0; i < legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    list.push_back({{"extension_mm", millimetres(leg.extension)},
                    {"velocity_mm_s", millimetres(leg.velocity)},
                    {"torque_Nm", rounded(leg.torque, 1e3)},
                    {"current_A", rounded(leg.current, 1e3)},
                    {"voltage_V", rounded(leg.voltage, 10.0)},
                    {"enabled", leg.enabled},
                    {"error", leg.error}});
  }
  return list;
}

Json drops_json(const DropCounters& drops) {
  Json counts = Json::object();
  for (const DropCount& drop : drops.counts())
    if (drop.reason != kLostOnTheWay) counts[std::string{drop.reason}] = drop.count;
  return counts;
}

Json told_json(const HostReport& host) {
  Json list = Json::array();
  if (host.told == nullptr) return list;
  for (const words::Message& message : *host.told) list.push_back(message_json(message));
  return list;
}

Json hosts_json(const Identity& identity, const StatusReport& report) {
  Json list = Json::array();
  for (const HostReport& host : report.hosts.hosts) {
    const net::Address address{host.endpoint.address, host.endpoint.port};
    list.push_back({{"protocol", identity.names.name(host.endpoint.protocol)},
                    {"address", net::to_text(address)},
                    {"rate_hz", rounded(host.rate_hz, 10.0)},
                    {"jitter_ms", rounded(1e3 * to_seconds(host.jitter), 1e3)},
                    {"lost", host.lost},
                    {"dropped", drops_json(host.dropped)},
                    {"received", host.received},
                    {"silent_s", rounded(to_seconds(report.wall - host.last_seen), 1e3)},
                    {"told", told_json(host)}});
  }
  return list;
}

Json listening_json(const Identity& identity, const StatusReport& report) {
  Json list = Json::array();
  for (const Listening& port : identity.listening) {
    Json entry{
        {"protocol", port.protocol}, {"address", net::to_text(port.address)}, {"dropped", Json::object()}};
    for (const PortReport& counted : report.hosts.ports)
      if (identity.names.name(counted.protocol) == port.protocol)
        entry["dropped"] = drops_json(counted.dropped);
    list.push_back(std::move(entry));
  }
  if (!identity.console.empty()) list.push_back({{"protocol", "console"}, {"address", identity.console}});
  return list;
}

Json loop_json(const LoopStatistics& loop) {
  return {{"rate_hz", rounded(loop.rate_hz, 10.0)},
          {"p99_us", microseconds(loop.lateness_p99)},
          {"max_us", microseconds(loop.lateness_max)},
          {"overruns", loop.overruns},
          {"slipped", loop.slipped},
          {"ticks", loop.ticks},
          {"step_p99_us", microseconds(loop.step_p99)},
          {"step_max_us", microseconds(loop.step_max)}};
}

Json injected_json(const plant::Injected& injected, std::size_t legs) {
  Json list = Json::array();
  for (const plant::InjectionInfo& info : plant::injections()) {
    if (!injected.any(info.kind)) continue;
    if (!info.per_leg) list.push_back(std::string{info.name});
    for (std::size_t leg = 0; info.per_leg && leg < legs; ++leg)
      if (injected.on(info.kind, leg)) list.push_back(fmt::format("{}:{}", info.name, leg + 1));
  }
  return list;
}

std::string utc(std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const std::time_t seconds = system_clock::to_time_t(time);
  const auto milliseconds = duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds);
}

Json log_json(const std::vector<LogLine>& log) {
  Json list = Json::array();
  for (const LogLine& line : log)
    list.push_back({{"time", utc(line.time)},
                    {"level", to_string(line.level)},
                    {"text", line.text},
                    {"message", words::to_json(line.message)}});
  return list;
}

/// The keys every reader may count on, in the order of the command line's page.
Json main_json(const Identity& identity, const StatusReport& report) {
  const Telemetry& telemetry = report.telemetry;
  Json status;
  status["state"] = to_string(telemetry.state);
  status["program"] = to_string(telemetry.program);
  status["driver"] = telemetry.driver ? Json(identity.names.to_text(telemetry.driver)) : Json(nullptr);
  status["pose"] = pose_json(telemetry.actual, identity.neutral_above_bottom);
  status["target"] = pose_json(telemetry.target, identity.neutral_above_bottom);
  status["legs"] = legs_json(telemetry, identity.legs);
  status["limits"] = Json::array();
  if (telemetry.limit) status["limits"].push_back(limit_json(telemetry.limit));
  status["fault"] = fault_json(telemetry.fault, telemetry.code);
  status["hosts"] = hosts_json(identity, report);
  status["loop"] = loop_json(report.loop);
  return status;
}

}  // namespace

words::Id why_not_step_on(const Telemetry& telemetry, std::size_t legs) noexcept {
  if (!telemetry.zeroed) return Id::step_on_not_zeroed;
  if (telemetry.state != State::origin) return Id::step_on_not_at_bottom;
  if (telemetry.moving) return Id::step_on_moving;
  if (telemetry.driver) return Id::step_on_driven;
  for (std::size_t i = 0; i < legs; ++i) {
    const LegFeedback& leg = telemetry.feedback.legs[i];
    if (!(std::abs(leg.extension) <= kBottomBand)) return Id::step_on_leg_not_at_bottom;
    if (!(std::abs(leg.velocity) <= kStill)) return Id::step_on_leg_moves;
  }
  return Id::nothing;
}

std::string hosts_text(const Identity& identity, const StatusReport& report) {
  Json list = hosts_json(identity, report);
  Json edges = Json::array();
  for (const double edge : kGapEdges) edges.push_back(rounded(1e3 * edge, 1e3));
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i]["histogram"] = report.hosts.hosts[i].gaps;
    list[i]["histogram_ms"] = edges;
  }
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string listening_text(const Identity& identity, const StatusReport& report) {
  return listening_json(identity, report).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string loop_text(const LoopStatistics& loop) {
  Json json = loop_json(loop);
  json["histogram"] = loop.lateness;
  for (const auto edge : kLatenessEdges) json["histogram_us"].push_back(edge.count());
  return json.dump();
}

std::string to_json(const Identity& identity, const StatusReport& report) {
  const Telemetry& telemetry = report.telemetry;
  Json status = main_json(identity, report);
  const bool free = telemetry.why_not == Refusal::none;
  status["why_not"] = free ? Json(nullptr) : Json(words::row_of(id_of(telemetry.why_not)).english);
  status["why_code"] = free ? Json(nullptr) : Json(to_string(telemetry.why_not));
  const Id step_on = why_not_step_on(telemetry, identity.legs);
  status["may_step_on"] = step_on == Id::nothing;
  status["why_not_step_on"] = step_on == Id::nothing ? Json(nullptr) : Json(words::row_of(step_on).english);
  status["step_on_code"] = step_on == Id::nothing ? Json(nullptr) : Json(words::row_of(step_on).id);
  status["zeroed"] = telemetry.zeroed;
  status["pose_valid"] = telemetry.zeroed && telemetry.actual_valid;
  status["moving"] = telemetry.moving;
  status["clamped"] = telemetry.clamped;
  status["barred"] = telemetry.barred;
  status["stops"] = report.stops;
  status["host_lost"] = telemetry.host_lost;
  status["progress"] = rounded(telemetry.progress, 1e3);
  status["simulated"] = telemetry.feedback.simulated;
  status["injected"] = injected_json(report.injected, identity.legs);
  status["platform"] = identity.platform;
  status["version"] = identity.version;
  status["uptime_s"] = rounded(report.uptime_s, 1e3);
  status["time_s"] = rounded(to_seconds(telemetry.time.time_since_epoch()), 1e3);
  status["tick"] = telemetry.tick;
  status["speed"] = identity.speed;
  status["listening"] = listening_json(identity, report);
  status["queues"] = {{"busy", report.busy}, {"lost_events", report.lost_events}};
  status["log"] = log_json(report.log);
  return status.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hexad::runtime
