#include "console_api/status_report.hpp"

#include <fmt/format.h>
#include <time.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "console_api/status_tables.hpp"
#include "messages/json.hpp"
#include "messages/say.hpp"
#include "words/fact_json.hpp"

namespace hexad::inline console_api {
namespace {

using messages::Id;

constexpr double kBottomBand = 5.0 * kMillimetre;
constexpr double kStill = 1.0 * kMillimetre;  // a second

}  // namespace

messages::Id why_not_step_on(const Telemetry& telemetry, std::size_t legs) noexcept {
  if (telemetry.feedback.open_loop) return Id::config_open_loop;  // nobody knows where it is
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

namespace {

void put_drops(Compact& out, const DropCounters& drops) {
  out.raw("{");
  for (const DropCount& drop : drops.counts())
    if (drop.reason != messages::row_of(Id::drop_lost).english) out.key(drop.reason).whole(drop.count);
  out.raw("}");
}

void put_microseconds(Compact& out, Duration duration) { out.number(1e6 * to_seconds(duration), 10.0); }

std::string utc(std::chrono::system_clock::time_point time) {
  using namespace std::chrono;
  const std::time_t seconds = system_clock::to_time_t(time);
  const auto milliseconds = duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds);
}

std::string address_of(const Endpoint& endpoint) {
  return net::to_text(net::Address{endpoint.address, endpoint.port});
}

template <class Items, class Put>
void put_list(Compact& out, const Items& items, Put&& put) {
  out.list(items.size(), [&](std::size_t i) { put(items[i]); });
}

void put_hosts(Compact& out, const StatusSource& s) {
  put_list(out, s.report.hosts.hosts, [&](const HostReport& host) { host_table().put(out, {s, host}); });
}

void put_listening(Compact& out, const StatusSource& s) {
  std::vector<ListeningSource> ports;
  for (const Listening& port : s.identity.listening) {
    ports.push_back({port.protocol, net::to_text(port.address), nullptr});
    for (const PortReport& counted : s.report.hosts.ports)
      if (s.identity.names.name(counted.protocol) == port.protocol) ports.back().dropped = &counted.dropped;
  }
  if (!s.identity.console.empty()) ports.push_back({"console", s.identity.console, nullptr});
  put_list(out, ports, [&](const ListeningSource& port) { listening_table().put(out, port); });
}

}  // namespace

const MessageTable<HostSource>& host_table() {
  using H = HostSource;
  static const MessageTable<H> table{
      "Host",
      "Who was heard.",
      {{{"protocol", "text", "", ""},
        [](Compact& o, const H& h) { o.word(h.status.identity.names.name(h.host.endpoint.protocol)); }},
       {{"address", "text", "", ""}, [](Compact& o, const H& h) { o.word(address_of(h.host.endpoint)); }},
       {{"rate_hz", "number", "Hz", ""}, [](Compact& o, const H& h) { o.number(h.host.rate_hz, 10.0); }},
       {{"jitter_ms", "number", "ms", ""},
        [](Compact& o, const H& h) { o.number(1e3 * to_seconds(h.host.jitter), 1e3); }},
       {{"lost", "whole", "", "by sequence number; 0 where that is not counted"},
        [](Compact& o, const H& h) { o.whole(h.host.lost); }},
       {{"dropped", "counts", "", "by reason"}, [](Compact& o, const H& h) { put_drops(o, h.host.dropped); }},
       {{"received", "whole", "", "frames"}, [](Compact& o, const H& h) { o.whole(h.host.received); }},
       {{"silent_s", "number", "s", ""},
        [](Compact& o, const H& h) { o.number(to_seconds(h.status.report.wall - h.host.last_seen), 1e3); }},
       {{"told", "Said[]", "", "what it was told about itself"},
        [](Compact& o, const H& h) {
          static const Told kNothing;
          put_list(o, h.host.told ? *h.host.told : kNothing,
                   [&](const messages::Message& message) { o.raw(message_json(message).dump()); });
        }},
       {{"histogram", "whole[]", "", "how many gaps between frames were that long"},
        [](Compact& o, const H& h) {
          put_list(o, h.host.gaps, [&](std::uint64_t count) { o.whole(count); });
        }},
       {{"histogram_ms", "number[]", "ms", "lower edges"}, [](Compact& o, const H&) {
          put_list(o, kGapEdges, [&](double edge) { o.number(1e3 * edge, 1e3); });
        }}}};
  return table;
}

const MessageTable<ListeningSource>& listening_table() {
  using L = ListeningSource;
  static const MessageTable<L> table{
      "Listening",
      "A port that is open.",
      {{{"protocol", "text", "", ""}, [](Compact& o, const L& l) { o.word(l.protocol); }},
       {{"address", "text", "", ""}, [](Compact& o, const L& l) { o.word(l.address); }},
       {{"dropped", "counts", "", "what came there and was not acted on, by reason"},
        [](Compact& o, const L& l) { put_drops(o, l.dropped == nullptr ? DropCounters{} : *l.dropped); }}}};
  return table;
}

const MessageTable<LoopStatistics>& loop_table() {
  using L = LoopStatistics;
  static const MessageTable<L> table{
      "Loop",
      "How the control loop keeps its time.",
      {{{"rate_hz", "number", "Hz", "ticks a second of clock time"},
        [](Compact& o, const L& l) { o.number(l.rate_hz, 10.0); }},
       {{"p99_us", "number", "µs", "lateness of wakes"},
        [](Compact& o, const L& l) { put_microseconds(o, l.lateness_p99); }},
       {{"max_us", "number", "µs", "lateness of wakes"},
        [](Compact& o, const L& l) { put_microseconds(o, l.lateness_max); }},
       {{"overruns", "whole", "", ""}, [](Compact& o, const L& l) { o.whole(l.overruns); }},
       {{"slipped", "whole", "", "ticks left out"}, [](Compact& o, const L& l) { o.whole(l.slipped); }},
       {{"ticks", "whole", "", ""}, [](Compact& o, const L& l) { o.whole(l.ticks); }},
       {{"step_p99_us", "number", "µs", "time the work takes"},
        [](Compact& o, const L& l) { put_microseconds(o, l.step_p99); }},
       {{"step_max_us", "number", "µs", "time the work takes"},
        [](Compact& o, const L& l) { put_microseconds(o, l.step_max); }},
       {{"histogram", "whole[]", "", "how many wakes were that late"},
        [](Compact& o, const L& l) {
          put_list(o, l.lateness, [&](std::uint64_t count) { o.whole(count); });
        }},
       {{"histogram_us", "number[]", "µs", "lower edges"}, [](Compact& o, const L&) {
          put_list(o, kLatenessEdges,
                   [&](const auto& edge) { o.number(static_cast<double>(edge.count()), 1.0); });
        }}}};
  return table;
}

const MessageTable<LogLine>& log_table() {
  using L = LogLine;
  static const MessageTable<L> table{
      "LogLine",
      "A line of the log.",
      {{{"time", "text", "", "UTC"}, [](Compact& o, const L& l) { o.word(utc(l.time)); }},
       {{"level", "text", "", "info, warn, error"},
        [](Compact& o, const L& l) { o.word(to_string(l.level)); }},
       {{"text", "text", "", "English"}, [](Compact& o, const L& l) { o.raw(text::quoted(l.text)); }},
       {{"message", "said?", "", ""},
        [](Compact& o, const L& l) { o.raw(messages::to_json(l.message).dump()); }}}};
  return table;
}

const MessageTable<StatusReport>& queues_table() {
  using R = StatusReport;
  static const MessageTable<R> table{
      "Queues",
      "Both stay 0 unless hosts flood the platform or a thread is kept from running.",
      {{{"busy", "whole", "", "requests that found the way to the core full"},
        [](Compact& o, const R& r) { o.whole(r.busy); }},
       {{"lost_events", "whole", "", "events that found no room"},
        [](Compact& o, const R& r) { o.whole(r.lost_events); }}}};
  return table;
}

const MessageTable<StatusSource>& status_table() {
  using S = StatusSource;
  static const MessageTable<S> table{
      "Status",
      "GET /api/status: the Telemetry, and beside it:",
      {{{"hosts", "Host[]", "", "newest first; copied five times a second"}, put_hosts},
       {{"loop", "Loop", "", ""}, [](Compact& o, const S& s) { loop_table().put(o, s.report.loop); }},
       {{"stops", "whole", "",
         "how often somebody has pressed stop, pause or the button here; for unless_stopped"},
        [](Compact& o, const S& s) { o.whole(s.report.stops); }},
       {{"simulated", "flag", "", "the drives are"},
        [](Compact& o, const S& s) { o.flag(s.report.telemetry.feedback.simulated); }},
       {{"platform", "text", "", ""},
        [](Compact& o, const S& s) { o.raw(text::quoted(s.identity.platform)); }},
       {{"version", "text", "", ""}, [](Compact& o, const S& s) { o.raw(text::quoted(s.identity.version)); }},
       {{"uptime_s", "number", "s", ""}, [](Compact& o, const S& s) { o.number(s.report.uptime_s, 1e3); }},
       {{"speed", "number", "", "seconds of platform time a second"},
        [](Compact& o, const S& s) { o.number(s.identity.speed, 1e6); }},
       {{"listening", "Listening[]", "", ""}, put_listening},
       {{"queues", "Queues", "", ""}, [](Compact& o, const S& s) { queues_table().put(o, s.report); }},
       {{"log", "LogLine[]", "", "the last 50, oldest first"}, [](Compact& o, const S& s) {
          put_list(o, s.report.log, [&](const LogLine& line) { log_table().put(o, line); });
        }}}};
  return table;
}

std::string hosts_text(const Identity& identity, const StatusReport& report) {
  Compact out{""};
  put_hosts(out, {identity, report});
  return out.take();
}

std::string listening_text(const Identity& identity, const StatusReport& report) {
  Compact out{""};
  put_listening(out, {identity, report});
  return out.take();
}

std::string loop_text(const LoopStatistics& loop) {
  Compact out{""};
  loop_table().put(out, loop);
  return out.take();
}

std::string to_json(const Identity& identity, const StatusReport& report) {
  Compact out{"{"};
  telemetry_table().put_fields(out, {identity, report.telemetry, report.beside});
  status_table().put_fields(out, {identity, report});
  return out.raw("}").take();
}

}  // namespace hexad::inline console_api
