#include "runtime/web_thread.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace hexad::runtime {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLogLines = 50;
// Answers of the core come within a tick or two; without anybody waiting for one, events only have to be taken
// before their queue is full.
constexpr auto kEager = 2ms;
constexpr auto kLazy = 50ms;

std::string in_words(const net::Address& address, const web::ListenError& error) {
  using Step = web::ListenError::Step;
  const std::string where = net::to_text(address);
  if (error.step == Step::bind && error.error == EADDRINUSE)
    return fmt::format(
        "port {} of console is in use ({}): end the program that has it, or choose another port with "
        "--console ADDR:PORT (port 0 = any free one), or --console off",
        address.port, where);
  if (error.step == Step::bind && error.error == EADDRNOTAVAIL)
    return fmt::format(
        "console cannot listen on {}: this machine has no such address (--console, console.listen)", where);
  if (error.step == Step::bind && error.error == EACCES)
    return fmt::format(
        "console may not listen on {}: ports below 1024 need rights; choose another with --console "
        "ADDR:PORT",
        where);
  return fmt::format("console on {}: the HTTP server does not start{}{}", where, error.error == 0 ? "" : ": ",
                     error.error == 0 ? "" : std::strerror(error.error));
}

std::string reply_json(const OperatorReply& reply) {
  return fmt::format("{{\"result\":\"{}\",\"reason\":{},\"state\":\"{}\"}}\n", to_string(reply.result),
                     web::quoted(reply.reason), to_string(reply.state));
}

}  // namespace

Result<std::unique_ptr<WebThread>, std::string> WebThread::open(const ConsoleSettings& settings,
                                                                const std::string& token,
                                                                const WebContext& context) {
  const std::optional<net::Address> address = net::parse_address(settings.listen);
  if (!address) return Failure{fmt::format("console.listen: \"{}\" is not ADDRESS:PORT", settings.listen)};
  auto server = web::Server::open(
      {.address = net::to_text(address->ip), .port = address->port, .names = settings.names, .token = token});
  if (!server) return Failure{in_words(*address, server.error())};
  std::string url = fmt::format("http://{}", net::to_text(net::Address{address->ip, (*server)->port()}));
  return std::unique_ptr<WebThread>{new WebThread{std::move(*server), std::move(url), context}};
}

WebThread::WebThread(std::unique_ptr<web::Server> server, std::string url, const WebContext& context)
    : server_{std::move(server)},
      url_{std::move(url)},
      platform_{context.platform},
      hosts_{context.hosts},
      wall_clock_{context.wall_clock},
      log_{context.log},
      operator_{context.platform.add_inbox(), context.platform.add_outbox(),
                context.injections,           context.platform.machine().geometry.legs,
                context.platform_clock,       context.wall_clock} {
  server_->get("/api/status", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = status() + '\n'});
  });
  server_->post("/api/ctl", [this](web::ExchangeId exchange, const web::Request& request) {
    control(exchange, request);
  });
  server_->pulse([this] { return pulse(); });
}

void WebThread::start(Identity identity) {
  identity_ = std::move(identity);
  server_->start();
}

void WebThread::stop() { server_->stop(); }

std::chrono::milliseconds WebThread::pulse() {
  operator_.poll();
  hosts_.refresh();
  return operator_.waiting() ? kEager : kLazy;
}

std::string WebThread::status() {
  operator_.poll();
  hosts_.refresh();
  StatusReport report;
  report.wall = wall_clock_.now();
  report.uptime_s = to_seconds(report.wall.time_since_epoch());
  report.telemetry = operator_.telemetry();
  report.loop = operator_.loop();
  report.hosts = hosts_.value();
  report.injected = operator_.injected();
  report.busy = report.hosts.busy + operator_.busy();
  report.lost_events = platform_.lost_events();
  report.log = log_.newest(kLogLines);
  return to_json(identity_, report);
}

void WebThread::control(web::ExchangeId exchange, const web::Request& request) {
  const auto order = parse_order_json(request.body);
  if (!order) return server_->answer(exchange, web::error(400, order.error()));
  const std::string who = fmt::format("operator {}: {}", request.peer, order->said);
  operator_.ask(*order, hosts_.value(), identity_.names, [this, exchange, who](const OperatorReply& reply) {
    const bool bad =
        reply.result == OperatorReply::Result::refused || reply.result == OperatorReply::Result::failed;
    log_.write(bad ? Level::warn : Level::info, fmt::format("{}: {}{}{}", who, to_string(reply.result),
                                                            reply.reason.empty() ? "" : ": ", reply.reason));
    server_->answer(exchange, {.body = reply_json(reply)});
  });
  server_->wake_after(kEager);
}

}  // namespace hexad::runtime
