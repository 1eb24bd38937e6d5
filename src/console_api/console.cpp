#include "console_api/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "messages/say.hpp"
#include "operation/order_message.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;
using UnorderedJson = nlohmann::json;

constexpr double kUsualRate = 60.0;  // telemetry, Hz
constexpr double kMostRate = 120.0;
constexpr std::size_t kMostPast = 50;
constexpr std::size_t kMostPackets = 50;  // in a message
constexpr Duration kChangesPeriod = 10ms;
constexpr Duration kRangesPeriod = 200ms;
constexpr Duration kHostsPeriod = 500ms;
constexpr Duration kLoopPeriod = 1s;
constexpr Duration kPacketsPeriod = 50ms;
constexpr auto kLongestPause = 50ms;

web::SharedText shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

bool is_due(TimePoint now, TimePoint& due, Duration period) {
  if (now < due) return false;
  due = std::max(due + period, now + period / 2);
  return true;
}

}  // namespace

Console::Console(const ConsoleContext& context, Order order, Report report)
    : server_{context.server},
      desk_{context.desk},
      hosts_{context.hosts},
      tap_{context.tap},
      log_{context.log},
      machines_{context.machines},
      wall_clock_{context.wall_clock},
      desk_control_{context.control},
      order_{std::move(order)},
      report_{std::move(report)} {}

void Console::start(const Identity& identity, std::size_t films) {
  identity_ = identity;
  told_speed_ = identity.speed;
  films_ = films;
}

double Console::unix_now() const {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// The one the newest snapshot names.
const Machine& Console::present_machine() {
  const std::uint32_t revision = desk_.telemetry().revision;
  if (!machine_ || (revision != 0 && machine_->revision != revision)) machine_ = machines_.at(revision);
  return *machine_;
}

std::string Console::machine() {
  identity_.speed = desk_.speed_of_time();
  return machine_text(present_machine(), identity_,
                      {desk_.telemetry().feedback.simulated, desk_.simulates()});
}

// ------------------------------------------------------------------------------------------ who comes and
// goes

void Console::opened(web::SocketId socket, const std::string& peer, Role role) {
  const TimePoint now = wall_clock_.now();
  Client& client = clients_[socket];
  client = {.who = {socket, role, peer}, .period = from_seconds(1.0 / kUsualRate), .due = now};
  const auto tell = [&](std::string text) { server_.send(socket, shared(std::move(text))); };
  tell(hello_text(identity_, {.machine = machine(),
                              .console = socket,
                              .unix_s = unix_now(),
                              .mono_s = to_seconds(now.time_since_epoch()),
                              .role = role}));
  legal_ = legal_now();
  legal_known_ = true;
  tell_legal(socket, client);
  if (ranges_known_) tell(ranges_text(ranges_));
  for (const std::string& event : past_) tell(event);
  hosts_due_ = loop_due_ = now;
  server_.wake_after(0ms);
}

void Console::closed(web::SocketId socket) {
  clients_.erase(socket);
  if (desk_control_.left(socket)) control_changed();
  want_packets();
}

void Console::want_packets() {
  std::uint32_t wanted = 0;
  for (const auto& [socket, client] : clients_) wanted |= client.protocols;
  tap_.want(wanted);
}

// ---------------------------------------------------------------------------------------------- what they
// say

void Console::message(web::SocketId socket, std::string_view text, bool excess) {
  const auto client = clients_.find(socket);
  if (client == clients_.end()) return;
  UnorderedJson document = outside_json(text);
  const auto said = document.is_object() ? document.find("type") : document.end();
  const std::string type = said != document.end() && said->is_string() ? said->get<std::string>() : "";
  if (type == "order") return ordered(socket, client->second, document, excess);
  if (type == "subscribe" && !excess) return subscribe(client->second, document);
  server_.send(socket, shared(reply_text("null", {OperatorReply::Result::refused,
                                                  messages::Id::unknown_message, desk_.telemetry().state})));
}

/// What is missing stays as it is.
void Console::subscribe(Client& client, const UnorderedJson& document) {
  if (const auto rate = document.find("telemetry_hz"); rate != document.end() && rate->is_number()) {
    const double hz = rate->get<double>();
    if (hz >= 0.1) client.period = from_seconds(1.0 / std::min(hz, kMostRate));
    client.due = hz >= 0.1 ? wall_clock_.now() : TimePoint::max();
  }
  if (const auto cue = document.find("cue"); cue != document.end() && cue->is_boolean())
    client.cue = cue->get<bool>();
  const auto packets = document.find("packets");
  if (packets != document.end() && packets->is_boolean()) {
    client.protocols = 0;
    const auto named = document.find("protocols");
    const bool all = named == document.end() || !named->is_array();
    for (ProtocolId id = 1; packets->get<bool>() && id < 32; ++id) {
      const std::string& name = identity_.names.name(id);
      if (name.empty()) continue;
      const bool wanted = all || std::any_of(named->begin(), named->end(), [&](const UnorderedJson& one) {
                            return one.is_string() && one.get_ref<const std::string&>() == name;
                          });
      if (wanted) client.protocols |= PacketTap::bit(id);
    }
    want_packets();
  }
  server_.wake_after(0ms);
}

void Console::ordered(web::SocketId socket, const Client& client, UnorderedJson& document, bool excess) {
  const OrderMessage message = read_order_message(document);
  const auto answer = [this, socket, id = message.id](const OperatorReply& reply) {
    server_.send(socket, shared(reply_text(id, reply)));
  };
  const auto& order = message.order;
  if (!order) return answer({OperatorReply::Result::refused, order.error(), desk_.telemetry().state});
  if (excess && !order->action->is_latch())
    return answer({OperatorReply::Result::refused, messages::Id::too_many_messages, desk_.telemetry().state});
  order_(*order, client.who, answer);
}

// ------------------------------------------------------------------------------------------- what they are
// told

void Console::send_all(std::string text) {
  if (clients_.empty()) return;
  const web::SharedText message = shared(std::move(text));
  // A client that is hung up on is erased by closed(), later.
  for (const auto& [socket, client] : clients_) server_.send(socket, message);
}

void Console::remember(std::string text) {
  if (past_.size() == kMostPast) past_.pop_front();
  past_.push_back(std::move(text));
}

void Console::heard(const Event& event) {
  const std::optional<EventText> told = describe(event, identity_.names);
  if (!told || !repeats_.pass(*told, wall_clock_.now())) return;
  const double now = unix_now();
  send_all(*event_text(event, identity_.names, {now}));
  remember(*event_text(event, identity_.names, {now, true}));
}

void Console::heard(const DeskEvent& event) {
  const double now = unix_now();
  send_all(desk_text(event, {now}));
  remember(desk_text(event, {now, true}));
}

void Console::control_changed() {
  const auto holder = clients_.find(desk_control_.in_control());
  const bool held = holder != clients_.end();
  heard({.kind = "control",
         .message = held ? messages::say<messages::Id::control_taken>(name_of(holder->second.who, false))
                         : messages::Message{messages::Id::control_left},
         .who = held ? &holder->second.who : nullptr});
  for (const auto& [socket, client] : clients_) tell_legal(socket, client);
  hosts_due_ = wall_clock_.now();
  server_.wake_after(0ms);
}

/// What the platform allows, less what the desk does not.
void Console::tell_legal(web::SocketId socket, const Client& client) {
  Legal own = legal_;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (const messages::Id why = desk_control_.why_not(actions()[i], client.who);
        why != messages::Id::nothing)
      own[i] = {why, Refusal::none};
  server_.send(socket, shared(legal_text(own)));
}

void Console::send_log() {
  for (const LogLine& line : log_.since(log_seen_)) {
    if (line.event) continue;
    const double time = std::chrono::duration<double>(line.time.time_since_epoch()).count();
    send_all(log_text(line, {time}));
    remember(log_text(line, {time, true}));
  }
}

TelemetryContext Console::beside(TimePoint now) const {
  const Telemetry& t = desk_.telemetry();
  TelemetryContext facts{.mono_s = to_seconds(now.time_since_epoch()),
                         .button = desk_.button(),
                         .injected = desk_.injected(),
                         .file = desk_.file(),
                         .preparing = desk_.preparing(),
                         .manoeuvre = desk_.manoeuvre()};
  if (!t.driver || t.driver == kOperatorEndpoint) return facts;
  facts.silence_s = std::max(0.0, to_seconds(now - tap_.driver_heard()));
  const auto timeout = identity_.timeouts.find(identity_.names.name(t.driver.protocol));
  if (timeout != identity_.timeouts.end()) facts.timeout_s = timeout->second;
  return facts;
}

bool Console::situation_changed() {
  const Telemetry& t = desk_.telemetry();
  const Situation before = std::exchange(told_situation_, t);
  const bool button = std::exchange(told_button_, desk_.button()) != told_button_;
  const bool lost = std::exchange(told_host_lost_, t.host_lost) != told_host_lost_;
  return button || lost || before.state != t.state || before.fault.kind != t.fault.kind ||
         before.emergency_asserted != t.emergency_asserted || before.driver != t.driver ||
         before.hold != t.hold || before.zeroed != t.zeroed || before.barred != t.barred ||
         before.taken != t.taken || before.enabled != t.enabled;
}

/// At the rate each wants, and at once when the situation is another: a slow page hears of a stop as soon as
/// a fast one.
void Console::send_telemetry(TimePoint now) {
  if (situation_changed())
    for (auto& [socket, client] : clients_)
      if (client.due != TimePoint::max()) client.due = now;
  std::array<web::SharedText, 2> texts;  // without and with the cueing
  for (auto& [socket, client] : clients_) {
    if (now < client.due) continue;
    client.due = std::max(client.due + client.period, now);
    web::SharedText& text = texts[client.cue ? 1 : 0];
    if (!text) {
      TelemetryContext facts = beside(now);
      facts.cue = client.cue;
      text = shared(telemetry_text(identity_, desk_.telemetry(), facts));
    }
    server_.offer(socket, text);
  }
}

Legal Console::legal_now() {
  return legal(desk_.telemetry(),
               {.button = desk_.button(), .simulation = desk_.simulates(), .films = films_});
}

void Console::send_changes(TimePoint now) {
  if (!is_due(now, changes_due_, kChangesPeriod)) return;
  send_log();
  const std::shared_ptr<const Machine> before = machine_;
  present_machine();
  const bool other_machine = before && before != machine_;
  const bool other_speed = std::exchange(told_speed_, desk_.speed_of_time()) != told_speed_;
  const bool simulated = desk_.telemetry().feedback.simulated;
  const bool other_drives = std::exchange(told_simulated_, simulated) != simulated;
  if (other_machine) {
    identity_.legs = machine_->geometry.legs;
    identity_.neutral_above_bottom = machine_->heights.neutral_above_bottom();
    ranges_known_ = false;
  }
  if (other_machine || other_speed || other_drives) send_all(machine_message(machine()));
  const Legal allowed = legal_now();
  if (legal_known_ && allowed == legal_) return;
  legal_ = allowed;
  legal_known_ = true;
  for (const auto& [socket, client] : clients_) tell_legal(socket, client);
}

void Console::send_reports(TimePoint now) {
  const Telemetry& t = desk_.telemetry();
  if (is_due(now, ranges_due_, kRangesPeriod) && t.zeroed) {
    const bool same = ranges_known_ && (t.target.position - ranges_pose_.position).norm() < 1e-6 &&
                      angle_between(t.target.rotation, ranges_pose_.rotation) < 1e-6;
    if (!same) {
      ranges_pose_ = t.target;
      ranges_ = ranges_at(present_machine(), t.target);
      ranges_known_ = true;
      send_all(ranges_text(ranges_));
    }
  }
  if (is_due(now, hosts_due_, kHostsPeriod)) {
    std::vector<Asker> consoles;
    for (const auto& [socket, client] : clients_) consoles.push_back(client.who);
    send_all(hosts_message(identity_, report_(), consoles, desk_control_.in_control()));
  }
  if (is_due(now, loop_due_, kLoopPeriod)) send_all(loop_message(desk_.loop()));
}

void Console::send_packets(TimePoint now) {
  packets_left_out_ += tap_.take_left_out();
  if (tap_.wanted() == 0 || !is_due(now, packets_due_, kPacketsPeriod)) return;
  std::vector<TappedPacket> taken;
  for (TappedPacket packet; tap_.take(packet);) taken.push_back(packet);
  // An answer is seen before what it answers: the verdict comes last.
  std::stable_sort(taken.begin(), taken.end(), [](const TappedPacket& a, const TappedPacket& b) {
    return a.time != b.time ? a.time < b.time : a.way < b.way;
  });
  if (taken.empty() && packets_left_out_ == 0) return;
  const double unix_s = unix_now();
  for (const auto& [socket, client] : clients_) {
    if (client.protocols == 0) continue;
    std::vector<SeenPacket> seen;
    std::uint64_t left_out = packets_left_out_;
    for (const TappedPacket& packet : taken) {
      if ((client.protocols & PacketTap::bit(packet.peer.protocol)) == 0) continue;
      if (seen.size() < kMostPackets)
        seen.push_back({&packet, unix_s - to_seconds(now - packet.time)});
      else
        ++left_out;
    }
    if (!seen.empty() || left_out > 0)
      server_.send(socket, shared(packets_text(seen, left_out, identity_.names)));
  }
  packets_left_out_ = 0;
}

std::chrono::milliseconds Console::pulse() {
  const TimePoint now = wall_clock_.now();
  if (clients_.empty()) {
    send_log();  // for who comes later
    for (TappedPacket packet; tap_.take(packet);) {
    }
    return kLongestPause;
  }
  send_changes(now);
  send_telemetry(now);
  send_reports(now);
  send_packets(now);
  TimePoint next = now + kLongestPause;
  for (const auto& [socket, client] : clients_) next = std::min(next, client.due);
  next = std::min(next, changes_due_);
  return std::chrono::ceil<std::chrono::milliseconds>(std::max(next - wall_clock_.now(), Duration{1ms}));
}

}  // namespace hexad::inline console_api
