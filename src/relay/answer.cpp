// What a running relay tells whoever asks it: `hexad relay --tell`, the console.

#include <nlohmann/json.hpp>

#include "base/trimmed.hpp"
#include "messages/json.hpp"
#include "messages/say.hpp"
#include "relay/quality_text.hpp"
#include "relay/relay.hpp"

namespace hexad::inline relay {
namespace {

using Json = nlohmann::ordered_json;

Json direction(const net::LineQuality& quality, const net::LineCounters& counted) {
  return {{"quality", to_text(quality)},      {"offered", counted.offered},     {"lost", counted.lost},
          {"duplicated", counted.duplicated}, {"reordered", counted.reordered}, {"damaged", counted.damaged}};
}

Json line(const LineReport& report) {
  Json hosts = Json::array();
  for (const net::Address& host : report.hosts) hosts.push_back(net::to_text(host));
  return {{"listen", net::to_text(report.line.listen)},
          {"to", net::to_text(report.line.to)},
          {"hosts", hosts},
          {"unreachable", report.unreachable},
          {"no_room", report.no_room},
          {"up", direction(report.up, report.sent_up)},
          {"down", direction(report.down, report.sent_down)}};
}

messages::Message obey(Relay& relay, std::string_view request) {
  if (request == "status") return {};
  const auto order = parse_order(request);
  if (!order) return order.error();
  if (!relay.apply(*order)) return messages::say<messages::Id::relay_line>(std::to_string(order->line));
  return {};
}

}  // namespace

std::string answer(Relay& relay, std::string_view request) {
  const messages::Message error = obey(relay, trimmed(request, " \t\r\n"));
  Json lines = Json::array();
  for (std::size_t i = 0; i < relay.lines(); ++i) lines.push_back(line(relay.report(i)));
  Json said{{"relay", 1}};
  if (error) said["error"] = messages::to_json(error);
  said["lines"] = std::move(lines);
  return said.dump();
}

}  // namespace hexad::inline relay
