#include "console_api/web_thread.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "calibration/tool/answers.hpp"
#include "config/presets.hpp"
#include "console_api/api_page.hpp"
#include "console_api/routes.hpp"
#include "design/routes/answers.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "verification/answers.hpp"
#include "web/guard.hpp"

namespace hexad::inline console_api {
namespace {

using namespace std::chrono_literals;
using TaskKind = web::TaskPool::Kind;
using messages::Id;

constexpr std::size_t kLogLines = 50;
// Answers of the core come within a tick or two; without anybody waiting for one, events only have to be
// taken before their queue is full.
constexpr auto kEager = 2ms;
constexpr auto kLazy = 50ms;

messages::Message why_not(const net::Address& address, const web::ListenError& error) {
  const std::string where = net::to_text(address);
  if (error.step == web::ListenError::Step::bind) {
    if (error.error == EADDRINUSE) return messages::say<Id::console_port_in_use>(address.port, where);
    if (error.error == EADDRNOTAVAIL) return messages::say<Id::console_not_ours>(where);
    if (error.error == EACCES) return messages::say<Id::console_no_rights>(where);
  }
  if (error.error == 0) return messages::say<Id::console_no_server>(where);
  return messages::say<Id::console_no_server_why>(where, messages::system_message(error.error));
}

/// The program itself, begun by an engineer.
const Asker kAcceptance{};

constexpr std::size_t kMostOrder = 64 * 1024;  // a path has many points

constexpr const char* kNoPage =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>hexad</title>"
    "<h1>hexad runs</h1><p>The console's page is not built. In the source tree: "
    "<code>./dev build</code> (it needs Node.js), then start the program again.</p>"
    "<p>The API works without it: <a href=\"/api/status\">/api/status</a>.</p></html>\n";

messages::Message message_of(const web::Notice& notice) {
  using Kind = web::Notice::Kind;
  using messages::Id;
  switch (notice.kind) {
    case Kind::wrong_token:
      return messages::say<Id::log_wrong_token>(notice.peer, notice.count);
    case Kind::dropped:
      return messages::say<Id::log_strangers_closed>(notice.count);
    case Kind::no_descriptors:
      break;
  }
  return messages::say<Id::log_no_descriptor>(notice.count);
}

web::StaticFiles page_of(const std::string& folder) {
  web::StaticFiles files = folder.empty() ? web::StaticFiles{} : web::StaticFiles::load(folder);
  if (files.find("/") == nullptr) files.add("/index.html", kNoPage);
  return files;
}

}  // namespace

Result<std::unique_ptr<WebThread>, messages::Message> WebThread::open(const ConsoleSettings& settings,
                                                                      const Access& access,
                                                                      const WebContext& context) {
  const std::optional<net::Address> address = net::parse_address(settings.listen);
  if (!address) return Failure{messages::say<Id::console_no_address>(settings.listen)};
  auto server = web::Server::open({.address = net::to_text(address->ip),
                                   .port = address->port,
                                   .names = settings.names,
                                   .token = access.token,
                                   .operator_token = access.operator_token,
                                   .viewer_token = access.viewer_token,
                                   .least_role = least_role,
                                   .certificate = access.certificate,
                                   .key = access.key});
  if (!server) return Failure{why_not(*address, server.error())};
  std::string url = fmt::format("{}://{}", access.certificate.empty() ? "http" : "https",
                                net::to_text(net::Address{address->ip, (*server)->port()}));
  const bool roles = !access.token.empty();
  std::unique_ptr<WebThread> web{new WebThread{std::move(*server), std::move(url), roles, context}};
  web->relay_ = net::parse_address(settings.relay);
  return web;
}

WebThread::WebThread(std::unique_ptr<web::Server> server, std::string url, bool roles,
                     const WebContext& context)
    : server_{std::move(server)},
      url_{std::move(url)},
      roles_{roles},
      platform_{context.platform},
      hosts_{context.hosts},
      wall_clock_{context.wall_clock},
      log_{context.log},
      faults_{context.faults},
      alarms_{context.alarms},
      maintenance_{context.maintenance},
      settings_{context.sources, context.state},
      operator_{{.inbox = context.platform.add_inbox(),
                 .outbox = context.platform.add_outbox(Outbox::Wants::news),
                 .injections = context.injections,
                 .legs = context.platform.machine().geometry.legs,
                 .platform_clock = context.platform_clock,
                 .wall_clock = context.wall_clock,
                 .preparation = context.preparation,
                 .pace = &context.platform_clock,
                 .tuning = context.cueing,
                 .commissioned = [this](std::uint64_t press) { return commissioning_.beat(press); },
                 .heard = [this](const Event& event) { console_.heard(event); }}},
      console_{{*server_, operator_, context.hosts, context.tap, context.log, context.platform.machines(),
                context.wall_clock, desk_},
               [this](const OperatorOrder& wanted, const Asker& who, Operator::Done done) {
                 order(wanted, who, std::move(done));
               },
               [this] { return report(); }},
      acceptance_{
          {.orders = accepting_,
           .outbox = context.platform.add_outbox(Outbox::Wants::snapshots_only),
           .folder = store::state_folder(context.state, context.platform.machine().name) / "acceptance",
           .key = web::make_token(),
           .log = &context.log}},
      commissioning_{
          {.orders = accepting_,
           .outbox = context.platform.add_outbox(Outbox::Wants::snapshots_only),
           .folder = store::state_folder(context.state, context.platform.machine().name) / "commission",
           .key = web::make_token(),
           .wired = context.wired,
           .log = &context.log}},
      repository_{context.repository},
      tunings_{context.state, context.platform.machine().name},
      manoeuvres_{
          shipped_manoeuvre_folder(),
          (store::state_folder(context.state, context.platform.machine().name) / "manoeuvres").string()},
      state_{context.state},
      films_{context.films} {
  server_->watch([this](const web::Notice& notice) { log_.warn(message_of(notice)); });
  server_->files(page_of(context.page));
  add_routes();
}

void WebThread::add_routes() {
  server_->get("/api/status", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = status() + '\n'});
  });
  server_->get("/api/", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = api_page(identity_.version), .type = "text/html; charset=utf-8"});
  });
  server_->get("/api/openapi.json", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = openapi_text(identity_.version)});
  });
  server_->get("/api/fault", [this](web::ExchangeId exchange, const web::Request&) {
    const web::SharedText newest = faults_.newest();
    server_->answer(exchange, newest ? web::Response{.shared = newest} : web::error(404, Id::no_fault_yet));
  });
  add_history_route();
  server_->get("/api/machine", [this](web::ExchangeId exchange, const web::Request&) {
    operator_.poll();
    server_->answer(exchange, {.body = console_.machine() + '\n'});
  });
  server_->post(
      "/api/ctl",
      [this](web::ExchangeId exchange, const web::Request& request) { control(exchange, request); },
      kMostOrder);
  if (repository_ != nullptr) add_file_routes();
  server_->post(
      "/api/preview",
      [this](web::ExchangeId exchange, const web::Request& request) {
        send(TaskKind::files, exchange,
             [body = request.body, look = context()] { return preview(body, look); });
      },
      kMostOrder);
  add_verify_routes();
  add_cueing_routes();
  add_calibrate_routes();
  add_accept_routes();
  add_commission_routes();
  add_service_routes();
  add_settings_routes();
  add_relay_routes();
  server_->pulse([this] { return pulse(); });
}

void WebThread::send(web::TaskPool::Kind kind, web::ExchangeId exchange, web::TaskPool::Work work) {
  constexpr std::array kWaiting{messages::Id::too_many_previews, messages::Id::too_many_calculations,
                                messages::Id::too_many_calculations, messages::Id::too_many_boards};
  drop_unawaited();
  if (!tasks_.send(kind, exchange, std::move(work)))
    return server_->answer(exchange, web::error(503, kWaiting[static_cast<std::size_t>(kind)]));
  server_->wake_after(kEager);
}

void WebThread::drop_unawaited() {
  tasks_.drop([this](web::ExchangeId waiting) { return server_->awaits(waiting); });
}

/// About a set of parameters that is in the request, or kept as a project: but for /running, which is only
/// looked at, nothing of it knows the platform.
void WebThread::add_verify_routes() {
  server_->get("/api/verify/presets", [this](web::ExchangeId exchange, const web::Request&) {
    send(TaskKind::calculation, exchange, verification::presets);
  });
  server_->get("/api/verify/projects", [this](web::ExchangeId exchange, const web::Request&) {
    send(TaskKind::files, exchange, [state = state_] { return verification::projects(state); });
  });
  server_->get("/api/verify/running", [this](web::ExchangeId exchange, const web::Request&) {
    operator_.poll();
    server_->answer(exchange,
                    verification::running(*platform_.machines().at(operator_.telemetry().revision)));
  });
  for (const verification::ProjectRoute& route : verification::project_routes())
    server_->post(
        std::string{route.path},
        [this, answer = route.answer](web::ExchangeId exchange, const web::Request& request) {
          send(TaskKind::files, exchange,
               [answer, body = request.body, state = state_] { return answer(body, state); });
        },
        route.most_body);
  server_->get("/api/verify/motors", [this](web::ExchangeId exchange, const web::Request&) {
    send(TaskKind::calculation, exchange, design::motors);
  });
  for (const auto& routes : {verification::routes(), design::routes()}) {
    for (const verification::Route& route : routes) {
      const TaskKind kind = route.slow ? TaskKind::search : TaskKind::calculation;
      server_->post(
          std::string{route.path},
          [this, kind, answer = route.answer](web::ExchangeId exchange, const web::Request& request) {
            send(kind, exchange, [answer, body = request.body] { return answer(body); });
          },
          route.most_body);
    }
  }
}

/// They speak to boards as a tool would, also to the one this program is: nothing of it knows the platform.
void WebThread::add_calibrate_routes() {
  for (const calibration::tool::Route& route : calibration::tool::routes()) {
    server_->post(
        std::string{route.path},
        [this, &route](web::ExchangeId exchange, const web::Request& request) {
          auto work = [answer = route.answer, body = request.body,
                       around = calibration::tool::RequestContext{state_, &log_, request.peer}] {
            return answer(body, around);
          };
          send(route.board ? TaskKind::board : TaskKind::files, exchange, std::move(work));
        },
        route.most_body);
  }
}

/// With the machine and from the place of the newest snapshot.
PreviewContext WebThread::context() {
  operator_.poll();
  const Telemetry& t = operator_.telemetry();
  const bool raised = t.zeroed && (t.state == State::ready || t.state == State::holding);
  return {platform_.machines().at(t.revision), raised ? t.commanded.pose : Pose{},
          to_seconds(platform_.period())};
}

void WebThread::start(Identity identity) {
  tasks_.start();
  identity_ = std::move(identity);
  console_.start(identity_, films_);
  server_->sockets(
      {.path = "/ws", .head = fmt::format("{{\"platform\":{},\"seq\":", web::quoted(identity_.platform))},
      {.opened = [this](web::SocketId id, const std::string& peer,
                        Role role) { console_.opened(id, peer, role); },
       .message = [this](web::SocketId id, std::string_view text,
                         bool excess) { console_.message(id, text, excess); },
       .closed = [this](web::SocketId id) { console_.closed(id); }});
  beat_.store(wall_clock_.now().time_since_epoch().count(), std::memory_order_relaxed);
  server_->start();
}

void WebThread::stop() {
  leave();
  server_->stop();
  acceptance_.stop();
  commissioning_.stop();
  tasks_.stop();
}

std::chrono::milliseconds WebThread::pulse() {
  beat_.store(wall_clock_.now().time_since_epoch().count(), std::memory_order_relaxed);
  operator_.poll();
  history_.take(operator_.telemetry(), console_.present_machine().heights.neutral_above_bottom(),
                wall_clock_.now());
  hosts_.refresh();
  drop_unawaited();
  tasks_.answer(*server_);
  accepting_.serve(operator_.stops(), [this](const OperatorOrder& wanted, Operator::Done done) {
    order(wanted, kAcceptance, std::move(done));
  });
  const bool awaited =
      operator_.waiting() || tasks_.waiting() || acceptance_.running() || commissioning_.running();
  return std::min<std::chrono::milliseconds>(awaited ? kEager : kLazy, console_.pulse());
}

StatusReport WebThread::report() {
  StatusReport report;
  report.wall = wall_clock_.now();
  report.uptime_s = to_seconds(report.wall.time_since_epoch());
  report.telemetry = operator_.telemetry();
  report.loop = operator_.loop();
  report.hosts = hosts_.value();
  report.beside = console_.beside(report.wall);
  report.stops = operator_.stops();
  report.busy = report.hosts.busy + operator_.busy();
  report.lost_events = platform_.lost_events();
  report.log = log_.newest(kLogLines);
  return report;
}

std::string WebThread::status() {
  operator_.poll();
  hosts_.refresh();
  const StatusReport report = this->report();
  const auto machine = platform_.machines().at(report.telemetry.revision);
  identity_.speed = operator_.speed_of_time();
  identity_.legs = machine->geometry.legs;
  identity_.neutral_above_bottom = machine->heights.neutral_above_bottom();
  return to_json(identity_, report);
}

void WebThread::control(web::ExchangeId exchange, const web::Request& request) {
  const auto wanted = parse_order_json(request.body);
  if (!wanted) return server_->answer(exchange, web::error(400, wanted.error()));
  order(*wanted, asker_of(request), [this, exchange](const OperatorReply& reply) {
    server_->answer(exchange, {.body = reply_json(reply) + '\n'});
  });
}

/// Of whoever: every order and what came of it is told and in the log, but for those that repeat.
void WebThread::order(const OperatorOrder& wanted, const Asker& who, Operator::Done done) {
  const auto answered = [this, who, said = wanted.said, done = std::move(done)](const OperatorReply& reply) {
    if (!reply.repeated) tell_order(who, said, reply);
    done(reply);
  };
  // What stops is not asked whose it is: the action's row lets everybody.
  if (const Id why = desk_.why_not(*wanted.action, who); why != Id::nothing)
    return answered({OperatorReply::Result::refused, why, operator_.telemetry().state});
  // Nothing else moves while a leg is commissioned; its own orders have no address.
  if (!who.address.empty() && wanted.action->moves_platform() && commissioning_.running())
    return answered({OperatorReply::Result::refused, Id::commission_running, operator_.telemetry().state});
  if (desk_.given(*wanted.action, who)) console_.control_changed();
  if (wanted.as<TakeOver>() != nullptr)
    return answered({OperatorReply::Result::done, {}, operator_.telemetry().state});
  if (wanted.as<TuningOrder>() != nullptr || wanted.as<ManoeuvrePlan>() != nullptr)
    return fetch(wanted, answered);
  operator_.ask(wanted, hosts_.value(), identity_.names, answered);
  server_->wake_after(kEager);
}

}  // namespace hexad::inline console_api
