#include "console_api/messages.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "capture/reading.hpp"
#include "console_api/telemetry_text.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "net/address.hpp"
#include "text/compact.hpp"
#include "web/http.hpp"
#include "words/fact_json.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

/// ,"type":…}: the members of an object that has begun.
std::string continued(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.front() = ',';
  return text;
}

template <class Enum>
Json names_of(std::size_t count) {
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(to_string(static_cast<Enum>(i)));
  return list;
}
constexpr std::size_t kPrograms = static_cast<std::size_t>(ProgramKind::jog) + 1;

Json start_of_event(const char* kind, Level level, const Moment& moment) {
  Json json{{"type", "event"}, {"time", rounded(moment.unix_s, 1e3)}, {"t", nullptr}, {"kind", kind}};
  json["level"] = to_string(level);
  json["past"] = moment.past;
  return json;
}

/// What an event is called, and its facts beside the words.
struct Facts {
  const ProtocolNames& names;
  const Event& event;
  Json& json;

  void driver(const Endpoint& endpoint) const {
    json["driver"] = endpoint ? Json(names.to_text(endpoint)) : Json(nullptr);
  }
  void operator()(const Transition& news) const {
    json["from"] = to_string(news.from);
    json["to"] = to_string(news.to);
    json["cause"] = news.cause;
  }
  void operator()(const LimitChange& news) const {
    json["code"] = to_string(news.hit.limit);
    json["limit"] = limit_json(news.hit);
    json["began"] = news.began;
  }
  void operator()(const FaultRaised& news) const {
    json["code"] = to_string(news.fault.kind);
    json["fault"] = fault_json(news.fault, code_of(news.fault));
  }
  void operator()(const DriverChange& news) const { driver(news.driver); }
  void operator()(const HostLost& news) const {
    json["silence"] = rounded(to_seconds(news.silence), 1e3);
    driver(event.driver);
  }
  void operator()(const Answer& news) const {
    json["code"] =
        news.outcome == Outcome::refused ? Json(to_string(news.refusal)) : Json(to_string(news.outcome));
    if (news.hit) json["limit"] = limit_json(news.hit);
    driver(event.driver);
  }
  void operator()(const MachineReleased&) const {}
  void operator()(const ProgramReleased&) const {}
};

const char* kind_of(const Event& event) {
  if (const auto* answer = std::get_if<Answer>(&event.news))
    return answer->outcome == Outcome::refused ? "refusal" : "answer";
  constexpr std::array kKinds{"answer", "transition", "limit", "fault", "driver", "host_lost"};
  return event.news.index() < kKinds.size() ? kKinds[event.news.index()] : "log";
}

std::string hex_of(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4];
    text += kDigits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

/// As `hexad decode` says it.
std::string words_of(const TappedPacket& packet, const std::string& protocol) {
  const auto known = capture::protocol_of(protocol);
  if (!known) return {};
  if (packet.kept < packet.size) return fmt::format("{} bytes: too long to be read here", packet.size);
  const bool in = packet.way == TappedPacket::Way::in;
  return capture::read(*known, packet.content(),
                       in ? capture::Direction::to_controller : capture::Direction::from_controller)
      .text;
}

}  // namespace

std::string hello_text(const Identity& identity, const Hello& hello) {
  Json json{{"type", "hello"}};
  json["names"] = Json::array();
  for (const Listening& port : identity.listening) json["names"].push_back(port.protocol);
  json["states"] = names_of<State>(kStates);
  json["programs"] = names_of<ProgramKind>(kPrograms);
  json["now"] = rounded(hello.unix_s, 1e3);
  json["mono"] = rounded(hello.mono_s, 1e3);
  json["console"] = hello.console;
  json["role"] = to_string(hello.role);
  std::string text = continued(json);
  text.back() = ',';
  return text + "\"machine\":" + hello.machine + "}";
}

std::string machine_message(const std::string& machine) {
  return ",\"type\":\"machine\",\"machine\":" + machine + "}";
}

std::string legal_text(const Legal& legal) {
  Json json{{"type", "legal"}};
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const std::string name{actions()[i].name};
    const Reason& reason = legal[i];
    json["actions"][name] = reason.allowed() ? Json(nullptr) : Json(messages::row_of(reason.words).english);
    json["codes"][name] = reason.code == Refusal::none ? Json(nullptr) : Json(to_string(reason.code));
    json["messages"][name] = messages::to_json(reason.words);
  }
  return continued(json);
}

std::optional<std::string> event_text(const Event& event, const ProtocolNames& names, const Moment& moment) {
  const std::optional<EventText> told = describe(event, names);
  if (!told) return std::nullopt;
  Json json = start_of_event(kind_of(event), told->level, moment);
  json["t"] = rounded(to_seconds(event.time.time_since_epoch()), 1e3);
  json["text"] = messages::english(told->message);
  json["message"] = messages::to_json(told->message);
  json["code"] = nullptr;
  std::visit(Facts{names, event, json}, event.news);
  return continued(json);
}

std::string log_text(const LogLine& line, const Moment& moment) {
  Json json = start_of_event("log", line.level, moment);
  json["text"] = line.text;
  json["message"] = messages::to_json(line.message);
  json["code"] = nullptr;
  return continued(json);
}

std::string desk_text(const DeskEvent& event, const Moment& moment) {
  Json json = start_of_event(event.kind, event.level, moment);
  json["text"] = messages::english(event.message);
  json["message"] = messages::to_json(event.message);
  json["code"] = nullptr;
  if (event.who != nullptr) {
    json["who"] = messages::english(name_of(*event.who, false));
    json["role"] = to_string(event.who->role);
  }
  return continued(json);
}

std::string hosts_message(const Identity& identity, const StatusReport& report,
                          std::span<const Asker> consoles, std::uint64_t in_control) {
  Compact peers{",\"consoles\":"};
  peers.list(consoles.size(), [&](std::size_t i) {
    const Asker& one = consoles[i];
    peers.raw(fmt::format(R"({{"number":{},"address":{},"role":"{}","in_control":{}}})", one.console,
                          text::quoted(one.address), to_string(one.role), one.console == in_control));
  });
  return ",\"type\":\"hosts\",\"hosts\":" + hosts_text(identity, report) +
         ",\"listening\":" + listening_text(identity, report) + peers.take() + "}";
}

std::string loop_message(const LoopStatistics& loop) {
  return ",\"type\":\"loop\",\"loop\":" + loop_text(loop) + "}";
}

std::string packets_text(std::span<const SeenPacket> packets, std::uint64_t left_out,
                         const ProtocolNames& names) {
  Json json{{"type", "packets"}, {"packets", Json::array()}};
  for (const SeenPacket& seen : packets) {
    const TappedPacket& packet = *seen.packet;
    const std::string& protocol = names.name(packet.peer.protocol);
    const std::string verdict =
        packet.verdict.empty() ? std::string{} : fmt::format("dropped: {}", packet.verdict);
    json["packets"].push_back({{"time", rounded(seen.unix_s, 1e6)},
                               {"protocol", protocol},
                               {"direction", packet.way == TappedPacket::Way::in ? "in" : "out"},
                               {"peer", net::to_text(net::Address{packet.peer.address, packet.peer.port})},
                               {"size", packet.size},
                               {"hex", hex_of(packet.content())},
                               {"text", words_of(packet, protocol)},
                               {"verdict", text_or_null(verdict)}});
  }
  json["left_out"] = left_out;
  return continued(json);
}

std::string reply_json(const OperatorReply& reply) {
  const Json json{{"result", to_string(reply.result)},
                  {"reason", messages::english(reply.reason)},
                  {"message", messages::to_json(reply.reason)},
                  {"state", to_string(reply.state)},
                  {"code", reply.code == Refusal::none ? Json(nullptr) : Json(to_string(reply.code))}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string reply_text(const std::string& id, const OperatorReply& reply) {
  return ",\"type\":\"reply\",\"id\":" + id + ',' + reply_json(reply).substr(1);
}

}  // namespace hexad::inline console_api
