// Of the web thread: what somebody did is told; the alarm list, the maintenance counters, the settings, the
// relay.

#include <nlohmann/json.hpp>

#include "console_api/web_thread.hpp"
#include "messages/json.hpp"
#include "messages/say.hpp"
#include "relay/ask.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline console_api {
namespace {

using ServiceJson = nlohmann::json;
using ServiceTask = web::TaskPool::Kind;
using messages::Id;
using messages::say;

/// {"KEY": 3} → 3, {"KEY": "all"} → nothing; the answer when it is neither.
struct Which {
  std::optional<std::uint64_t> number{};
  std::optional<web::Response> problem{};
};
Which which_of(const std::string& body, const char* key) {
  const ServiceJson json = outside_json(body);
  const ServiceJson value = json.is_object() ? json.value(key, ServiceJson{}) : ServiceJson{};
  if (value == "all") return {};
  if (value.is_number_unsigned()) return {.number = value.get<std::uint64_t>()};
  return {.problem = web::error(400, say<Id::number_or_all>(key))};
}

Result<std::string, messages::Message> asked(const std::optional<net::Address>& relay,
                                             std::string_view request) {
  if (relay) return ask_relay(*relay, request);
  return Failure{messages::Message{Id::relay_off}};
}

}  // namespace

void WebThread::tell_order(const Asker& who, const std::string& said, const OperatorReply& reply) {
  const bool bad =
      reply.result == OperatorReply::Result::refused || reply.result == OperatorReply::Result::failed;
  const Level level = bad ? Level::warn : Level::info;
  const messages::Message name =
      who.address.empty() ? messages::Message{Id::by_acceptance} : name_of(who, roles_);
  const messages::Message told =
      reply.reason ? messages::say<Id::order_answered>(name, said, id_of(reply.result), reply.reason)
                   : messages::say<Id::order_answered_plain>(name, said, id_of(reply.result));
  log_.say_event(level, told);  // the pages are told here
  console_.heard(DeskEvent{.kind = "order", .level = level, .message = told, .who = &who});
}

void WebThread::tell_service(const Asker& who, const messages::Message& told) {
  log_.say_event(Level::info, told);
  console_.heard(DeskEvent{.kind = "service", .message = told, .who = &who});
}

void WebThread::add_service_routes() {
  server_->get("/api/alarms", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = alarms_text(alarms_) + '\n'});
  });
  server_->post("/api/alarms/acknowledge", [this](web::ExchangeId exchange, const web::Request& request) {
    const Which which = which_of(request.body, "number");
    if (which.problem) return server_->answer(exchange, *which.problem);
    const Asker who = asker_of(request);
    const std::size_t count =
        alarms_.acknowledge(which.number, {.who = who.address, .role = std::string{to_string(who.role)}});
    if (count == 0 && which.number)
      return server_->answer(exchange, web::error(404, say<Id::no_such_alarm>(*which.number)));
    if (count > 0) tell_service(who, say<Id::alarms_acknowledged>(name_of(who, roles_), count));
    server_->answer(exchange, {.body = alarms_text(alarms_) + '\n'});
  });
  server_->get("/api/maintenance", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(
        exchange, {.body = maintenance_text(maintenance_, console_.present_machine().geometry.legs) + '\n'});
  });
  server_->post("/api/maintenance/reset", [this](web::ExchangeId exchange, const web::Request& request) {
    const Which which = which_of(request.body, "leg");
    if (which.problem) return server_->answer(exchange, *which.problem);
    const std::size_t legs = console_.present_machine().geometry.legs;
    if (which.number && (*which.number == 0 || *which.number > legs))
      return server_->answer(exchange, web::error(400, say<Id::no_such_leg>(legs, *which.number)));
    maintenance_.reset(which.number ? std::optional{static_cast<std::size_t>(*which.number - 1)}
                                    : std::nullopt);
    const Asker who = asker_of(request);
    tell_service(who, which.number ? say<Id::counters_reset_leg>(name_of(who, roles_), *which.number)
                                   : say<Id::counters_reset_all>(name_of(who, roles_)));
    server_->answer(exchange, {.body = maintenance_text(maintenance_, legs) + '\n'});
  });
}

void WebThread::add_settings_routes() {
  server_->get("/api/config", [this](web::ExchangeId exchange, const web::Request&) {
    send(ServiceTask::files, exchange, [this] { return settings_.all(); });
  });
  server_->post("/api/config/check", [this](web::ExchangeId exchange, const web::Request& request) {
    send(ServiceTask::files, exchange, [this, body = request.body] { return settings_.check(body); });
  });
  server_->post("/api/config/save", [this](web::ExchangeId exchange, const web::Request& request) {
    send(ServiceTask::files, exchange, [this, body = request.body, who = asker_of(request)] {
      return settings_.save(body, [&](const std::string& file) {
        log_.info(say<Id::settings_saved>(name_of(who, roles_), file));
      });
    });
  });
}

void WebThread::add_relay_routes() {
  server_->get("/api/relay", [this](web::ExchangeId exchange, const web::Request&) {
    send(ServiceTask::board, exchange, [control = relay_]() -> web::Response {
      const auto said = asked(control, "status");
      return {.body = said ? *said + '\n' : "{\"relay\":0,\"lines\":[]}\n"};
    });
  });
  server_->post("/api/relay", [this](web::ExchangeId exchange, const web::Request& request) {
    const ServiceJson json = outside_json(request.body);
    const auto order = json.is_object() ? json.find("order") : json.end();
    if (!json.is_object() || order == json.end() || !order->is_string())
      return server_->answer(exchange, web::error(400, Id::relay_order_form));
    const auto text = order->get<std::string>();
    send(ServiceTask::board, exchange,
         [this, text, control = relay_, who = asker_of(request)]() -> web::Response {
           const auto said = asked(control, text);
           if (!said) return web::error(503, said.error());
           const auto answered = nlohmann::ordered_json::parse(*said);
           if (answered.contains("error")) return web::error(400, messages::from_json(answered.at("error")));
           log_.info(messages::say<Id::relay_told>(name_of(who, roles_), text));
           return {.body = *said + '\n'};
         });
  });
}

}  // namespace hexad::inline console_api
